"""The file manager: files and folders.

https://developers.hubspot.com/docs/api-reference/legacy/files/guide
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, conflict, invalid, not_found
from agentrein_hubspot.sandbox.shelf import Shelf, Thing, as_state, written
from agentrein_hubspot.sandbox.uploads import fields_of
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_FILES = "/files/v3/files"
_FOLDERS = "/files/v3/folders"
_EDITS = ("access", "isUsableInContent", "expiresAt")
_ACCESS = ("PUBLIC_INDEXABLE", "PUBLIC_NOT_INDEXABLE", "HIDDEN_INDEXABLE", "HIDDEN_NOT_INDEXABLE", "PRIVATE")


@dataclass
class Files:
    """All files and folders; a folder of none stands at the top."""

    files: Shelf = field(default_factory=lambda: Shelf("File"))
    folders: Shelf = field(default_factory=lambda: Shelf("Folder"))

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
        return {**thing, "path": path, "url": f"{url}/hubfs{path}", "archived": False, "type": "IMG"}

    def shown_folder(self, thing: Thing) -> Thing:
        """A folder as it is shown."""
        return {**thing, "path": self.path(thing["id"]), "archived": False}


def _kept(world: World) -> Files:
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
    kept, (fields, name, content) = _kept(ask.world), fields_of(ask.request)
    options = json.loads(fields.get("options") or "{}")
    if options.get("access") not in _ACCESS:
        raise invalid("options.access must be set")
    folder = fields.get("folderId") or kept.at(fields.get("folderPath", ""))
    if folder is not None:
        kept.folders.one(folder)
    base, _, extension = (fields.get("fileName") or name).rpartition(".")
    made = {
        "name": _free(kept, base or extension, extension, folder),
        "extension": extension,
        "parentFolderId": folder,
        "access": options["access"],
        "isUsableInContent": True,
        "expiresAt": None,
        "size": len(content),
        "fileMd5": hashlib.md5(content, usedforsecurity=False).hexdigest(),
    }
    return Answer(201, kept.shown_file(kept.files.add(ask.world, made), ask.url))


@routes.on(f"GET {_FILES}/search")
def search(ask: Ask) -> Answer:
    """Files, the newest first if that is asked for."""
    kept, folders = _kept(ask.world), ask.names("parentFolderIds")
    found = [one for one in kept.files.things.values() if not folders or one["parentFolderId"] in folders]
    return _page(ask, found, lambda one: kept.shown_file(one, ask.url))


def _page(ask: Ask, found: list[Thing], shape: Any) -> Answer:
    if ask.query.get("sort") == "-createdAt":
        found.sort(key=lambda one: (one["createdAt"], int(one["id"])), reverse=True)
    return ask.page(found, shape, limit=50)


@routes.on(f"GET {_FILES}/{{file}}")
def get(ask: Ask, file: str) -> Answer:
    """One file."""
    kept = _kept(ask.world)
    return Answer(200, kept.shown_file(kept.files.one(file), ask.url))


@routes.on(f"PATCH {_FILES}/{{file}}")
def update(ask: Ask, file: str) -> Answer:
    """Rename or move a file, or let others see it."""
    kept = _kept(ask.world)
    thing = kept.files.one(file)
    fields = written(_EDITS, ask.body)
    if "parentFolderPath" in ask.body:
        fields["parentFolderId"] = kept.at(ask.body["parentFolderPath"])
    elif "parentFolderId" in ask.body:
        fields["parentFolderId"] = _folder(kept, ask.body["parentFolderId"])
    if ask.body.get("name"):
        fields["name"] = ask.body["name"]
    return Answer(200, kept.shown_file(kept.files.change(ask.world, thing, fields), ask.url))


def _folder(kept: Files, given: Any) -> str | None:
    return None if given in {None, "", 0, "0"} else str(kept.folders.one(str(given))["id"])


@routes.on(f"DELETE {_FILES}/{{file}}")
def remove(ask: Ask, file: str) -> Answer:
    """Delete a file."""
    _kept(ask.world).files.drop(file)
    return Answer(204)


# --- folders


@routes.on(f"POST {_FOLDERS}")
def create(ask: Ask) -> Answer:
    """Make a folder."""
    kept = _kept(ask.world)
    ask.required("name")
    at = ask.body.get("parentPath")
    folder = _folder(kept, ask.body.get("parentFolderId")) if at is None else kept.at(at)
    _check_free(kept, ask.body["name"], folder)
    made = kept.folders.add(ask.world, {"name": ask.body["name"], "parentFolderId": folder})
    return Answer(201, kept.shown_folder(made))


def _check_free(kept: Files, name: str, folder: str | None, besides: Thing | None = None) -> None:
    for one in kept.folders.things.values():
        if (one["name"], one["parentFolderId"]) == (name, folder) and one is not besides:
            raise conflict(f"A folder {name} already exists there.")


@routes.on(f"GET {_FOLDERS}/search")
def search_folders(ask: Ask) -> Answer:
    """Folders, the newest first if that is asked for."""
    kept, inside = _kept(ask.world), ask.names("parentFolderIds")
    found = [one for one in kept.folders.things.values() if not inside or one["parentFolderId"] in inside]
    return _page(ask, found, kept.shown_folder)


@routes.on(f"GET {_FOLDERS}/{{folder}}")
def get_folder(ask: Ask, folder: str) -> Answer:
    """One folder."""
    kept = _kept(ask.world)
    return Answer(200, kept.shown_folder(kept.folders.one(folder)))


@routes.on(f"PATCH {_FOLDERS}/{{folder}}")
def edit_folder(ask: Ask, folder: str) -> Answer:
    """Rename or move a folder."""
    kept = _kept(ask.world)
    return Answer(200, kept.shown_folder(_edit(ask, kept, kept.folders.one(folder))))


def _edit(ask: Ask, kept: Files, thing: Thing) -> Thing:
    fields = written(("name",), ask.body)
    if "parentFolderId" in ask.body:
        fields["parentFolderId"] = _folder(kept, ask.body["parentFolderId"])
    now = {**thing, **fields}
    _check_free(kept, now["name"], now["parentFolderId"], thing)
    return kept.folders.change(ask.world, thing, fields)


@routes.on(f"POST {_FOLDERS}/update/async")
def edit_later(ask: Ask) -> Answer:
    """Rename or move a folder with all that lies in it: here at once."""
    kept = _kept(ask.world)
    ask.required("id")
    _edit(ask, kept, kept.folders.one(str(ask.body["id"])))
    return Answer(202, {"id": ask.world.new_id(), "links": {}})


@routes.on(f"DELETE {_FOLDERS}/{{folder}}")
def remove_folder(ask: Ask, folder: str) -> Answer:
    """Delete an empty folder."""
    kept = _kept(ask.world)
    kept.folders.one(folder)
    if any(one["parentFolderId"] == folder for one in (*kept.files.things.values(), *kept.folders.things.values())):
        raise invalid(f"Folder {folder} is not empty.")
    kept.folders.drop(folder)
    return Answer(204)


def seed(world: World) -> None:
    """Folders 8001 and, in it, 8002; the file 8101 in 8001."""
    kept = _kept(world)
    kept.folders.add(world, {"name": "images", "parentFolderId": None}, "8001")
    kept.folders.add(world, {"name": "old", "parentFolderId": "8001"}, "8002")
    made = {"name": "logo", "extension": "png", "parentFolderId": "8001", "access": "PUBLIC_INDEXABLE"}
    more = {"isUsableInContent": True, "expiresAt": None, "size": 3, "fileMd5": "acbd18db4cc2f85cedef654fccc4a4d8"}
    kept.files.add(world, {**made, **more}, "8101")


def state(world: World) -> State:
    """Files and folders."""
    kept = _kept(world)
    of_files = ("name", "extension", "parentFolderId", "fileMd5", *_EDITS)
    found = dict(as_state("file", kept.files, of_files))
    return {**found, **dict(as_state("file_folder", kept.folders, ("name", "parentFolderId")))}


AREA = Area(routes, seed, state)
