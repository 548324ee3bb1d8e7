"""The file manager: its files, and what it keeps.

https://developers.hubspot.com/docs/api-reference/legacy/files/guide
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid, not_found
from agentrein_hubspot.sandbox.shelf import Shelf, Thing, as_state, written
from agentrein_hubspot.sandbox.uploads import fields_of
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_FILES = "/files/v3/files"
SIGNED = "/signed/files/"
"""Where the bytes of a file stand under a signed address."""

_EDITS = ("access", "isUsableInContent", "expiresAt")
_ACCESS = ("PUBLIC_INDEXABLE", "PUBLIC_NOT_INDEXABLE", "HIDDEN_INDEXABLE", "HIDDEN_NOT_INDEXABLE", "PRIVATE")


@dataclass
class Files:
    """All files and folders; a folder of none stands at the top."""

    files: Shelf = field(default_factory=lambda: Shelf("File"))
    folders: Shelf = field(default_factory=lambda: Shelf("Folder"))
    tasks: dict[str, Thing] = field(default_factory=dict)
    """The file that an import made, by its task."""
    busy: bool = False
    """Whether imports are in the queue still, as far as their tasks tell."""

    def path(self, folder: str | None) -> str:
        """The path of a folder."""
        if folder is None:
            return ""
        one = self.folders.one(folder)
        return f"{self.path(one['parentFolderId'])}/{one['name']}"

    def at(self, path: str) -> str | None:
        """The id of the folder at a path; 404 where there is none."""
        if not path.strip("/"):
            return None
        for one in self.folders.things.values():
            if self.path(one["id"]) == f"/{path.strip('/')}":
                return str(one["id"])
        raise not_found(f"There is no folder {path}.")

    def shown_file(self, thing: Thing, url: str) -> Thing:
        """A file as it is shown, with its path and address."""
        path = f"{self.path(thing['parentFolderId'])}/{thing['name']}.{thing['extension']}"
        shown = {name: value for name, value in thing.items() if name != "content"}
        return {**shown, "path": path, "url": f"{url}/hubfs{path}", "archived": False, "type": "IMG"}

    def shown_folder(self, thing: Thing) -> Thing:
        """A folder as it is shown."""
        return {**thing, "path": self.path(thing["id"]), "archived": False}


def files_of(world: World) -> Files:
    """All files and folders."""
    return world.kept(Files)


def _free(kept: Files, name: str, extension: str, folder: str | None) -> str:
    """The name, or one with a number after it where it is taken."""
    taken = {(one["name"], one["extension"], one["parentFolderId"]) for one in kept.files.things.values()}
    number, free = 0, name
    while (free, extension, folder) in taken:
        number += 1
        free = f"{name}-{number}"
    return free


@routes.on(f"POST {_FILES}")
def upload(ask: Ask) -> Answer:
    """Put a file in; one of the name is overwritten only where that is asked for."""
    kept, (fields, name, content) = files_of(ask.world), fields_of(ask.request)
    options = json.loads(fields.get("options") or "{}")
    if options.get("access") not in _ACCESS:
        raise invalid("options.access must be set")
    folder = fields.get("folderId") or kept.at(fields.get("folderPath", ""))
    if folder is not None:
        kept.folders.one(folder)
    base, _, extension = (fields.get("fileName") or name).rpartition(".")
    there = _named(kept, base or extension, extension, folder) if options.get("overwrite") else None
    if there is not None:
        return Answer(201, kept.shown_file(_replaced(ask, kept, there, options, content), ask.url))
    made = {
        "name": _free(kept, base or extension, extension, folder),
        "extension": extension,
        "parentFolderId": folder,
        "access": options["access"],
        "isUsableInContent": True,
        "expiresAt": options.get("expiresAt"),
        **_held(content),
    }
    return Answer(201, kept.shown_file(kept.files.add(ask.world, made), ask.url))


def _held(content: bytes) -> Thing:
    digest = hashlib.md5(content, usedforsecurity=False).hexdigest()
    return {"content": content, "size": len(content), "fileMd5": digest}


def _named(kept: Files, name: str, extension: str, folder: str | None) -> Thing | None:
    wanted = (name, extension, folder)
    there = kept.files.things.values()
    return next((one for one in there if (one["name"], one["extension"], one["parentFolderId"]) == wanted), None)


def _replaced(ask: Ask, kept: Files, thing: Thing, options: Thing, content: bytes) -> Thing:
    """A file with other bytes, and with the access and the end that are asked for."""
    fields: Thing = {name: options[name] for name in ("access", "expiresAt") if name in options}
    return kept.files.change(ask.world, thing, {**fields, **_held(content)})


@routes.on(f"POST {_FILES}/import-from-url/async")
def import_later(ask: Ask) -> Answer:
    """Fetch a file from an address: here at once, and it holds the address."""
    kept = files_of(ask.world)
    ask.required("url", "access", "duplicateValidationScope", "duplicateValidationStrategy", "overwrite")
    folder = ask.body.get("folderId") or kept.at(ask.body.get("folderPath", ""))
    base, _, extension = str(ask.body.get("name") or ask.body["url"].rpartition("/")[2]).rpartition(".")
    made = {
        "name": _free(kept, base or extension, extension, folder),
        "extension": extension,
        "parentFolderId": folder,
        "access": ask.body["access"],
        "isUsableInContent": True,
        "expiresAt": None,
        **_held(str(ask.body["url"]).encode()),
    }
    task = f"task-{ask.world.new_id()}"
    kept.tasks[task] = kept.shown_file(kept.files.add(ask.world, made), ask.url)
    return Answer(202, {"id": task, "links": {}})


@routes.on(f"GET {_FILES}/import-from-url/async/tasks/{{task}}/status")
def imported(ask: Ask, task: str) -> Answer:
    """What became of an import."""
    kept, now = files_of(ask.world), ask.world.moment()
    found = kept.tasks.get(task)
    if found is None:
        raise not_found(f"There is no task {task}.")
    if kept.busy:
        return Answer(200, {"status": "PENDING", "taskId": task, "requestedAt": now})
    times = {"startedAt": now, "completedAt": now, "requestedAt": now}
    return Answer(200, {"status": "COMPLETE", "taskId": task, "result": found, **times})


@routes.on(f"GET {_FILES}/stat/{{path+}}")
def stat(ask: Ask, path: str) -> Answer:
    """The file, or the folder, at a path."""
    kept = files_of(ask.world)
    for one in kept.files.things.values():
        shown = kept.shown_file(one, ask.url)
        if shown["path"] == f"/{path}":
            return Answer(200, {"file": shown})
    folder = kept.at(path)
    if folder is None:
        raise not_found("There is nothing at the top.")
    return Answer(200, {"folder": kept.shown_folder(kept.folders.one(folder))})


@routes.on(f"GET {_FILES}/search")
def search(ask: Ask) -> Answer:
    """Files, the newest first if that is asked for."""
    kept, folders = files_of(ask.world), ask.names("parentFolderIds")
    found = [one for one in kept.files.things.values() if not folders or one["parentFolderId"] in folders]
    return page_of(ask, found, lambda one: kept.shown_file(one, ask.url))


def page_of(ask: Ask, found: list[Thing], shape: Any) -> Answer:
    """A page of them, the newest first if that is asked for."""
    if ask.query.get("sort") == "-createdAt":
        found.sort(key=lambda one: (one["createdAt"], int(one["id"])), reverse=True)
    return ask.page(found, shape, limit=50)


@routes.on(f"GET {_FILES}/{{file}}")
def get(ask: Ask, file: str) -> Answer:
    """One file."""
    kept = files_of(ask.world)
    return Answer(200, kept.shown_file(kept.files.one(file), ask.url))


@routes.on(f"GET {_FILES}/{{file}}/signed-url")
def signed_url(ask: Ask, file: str) -> Answer:
    """An address at which the bytes of a file stand, for whoever has it."""
    thing = files_of(ask.world).files.one(file)
    told = {name: thing[name] for name in ("extension", "size", "name")}
    url = f"{ask.url}{SIGNED}{file}?Expires=1&Signature=made-up"
    return Answer(200, {**told, "type": "IMG", "expiresAt": ask.world.moment(), "url": url})


def signed(world: World, path: str) -> Answer:
    """The bytes at such an address; it takes no credential."""
    return Answer(
        200, files_of(world).files.one(path.removeprefix(SIGNED))["content"], media="application/octet-stream"
    )


@routes.on(f"PUT {_FILES}/{{file}}")
def replace(ask: Ask, file: str) -> Answer:
    """Give a file other bytes."""
    kept, (fields, _, content) = files_of(ask.world), fields_of(ask.request)
    options = json.loads(fields.get("options") or "{}")
    if options.get("access", "PRIVATE") not in _ACCESS:
        raise invalid("options.access is none")
    return Answer(200, kept.shown_file(_replaced(ask, kept, kept.files.one(file), options, content), ask.url))


@routes.on(f"PATCH {_FILES}/{{file}}")
def update(ask: Ask, file: str) -> Answer:
    """Rename or move a file, or let others see it."""
    kept = files_of(ask.world)
    thing = kept.files.one(file)
    fields = written(_EDITS, ask.body)
    if "parentFolderPath" in ask.body:
        fields["parentFolderId"] = kept.at(ask.body["parentFolderPath"])
    elif "parentFolderId" in ask.body:
        fields["parentFolderId"] = folder_of(kept, ask.body["parentFolderId"])
    if ask.body.get("name"):
        fields["name"] = ask.body["name"]
    return Answer(200, kept.shown_file(kept.files.change(ask.world, thing, fields), ask.url))


def folder_of(kept: Files, given: Any) -> str | None:
    """The id of a folder that a request names; none for the top."""
    return None if given in {None, "", 0, "0"} else str(kept.folders.one(str(given))["id"])


@routes.on(f"DELETE {_FILES}/{{file}}")
def remove(ask: Ask, file: str) -> Answer:
    """Delete a file."""
    files_of(ask.world).files.drop(file)
    return Answer(204)


def seed(world: World) -> None:
    """Folders 8001 and, in it, 8002; the file 8101 in 8001."""
    kept = files_of(world)
    kept.folders.add(world, {"name": "images", "parentFolderId": None}, "8001")
    kept.folders.add(world, {"name": "old", "parentFolderId": "8001"}, "8002")
    made = {"name": "logo", "extension": "png", "parentFolderId": "8001", "access": "PUBLIC_INDEXABLE"}
    kept.files.add(world, {**made, "isUsableInContent": True, "expiresAt": None, **_held(b"foo")}, "8101")


def state(world: World) -> State:
    """Files and folders."""
    kept = files_of(world)
    of_files = ("name", "extension", "parentFolderId", "fileMd5", *_EDITS)
    found = dict(as_state("file", kept.files, of_files))
    return {**found, **dict(as_state("file_folder", kept.folders, ("name", "parentFolderId")))}


AREA = Area(routes, seed, state)
