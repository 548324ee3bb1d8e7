"""The folders of the file manager: https://developers.hubspot.com/docs/api-reference/legacy/files/guide."""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area
from agentrein_hubspot.sandbox.ask import Ask, conflict, invalid
from agentrein_hubspot.sandbox.files import Files, files_of, folder_of, page_of
from agentrein_hubspot.sandbox.shelf import Thing, written

routes = Routes()
_FOLDERS = "/files/v3/folders"


@routes.on(f"POST {_FOLDERS}")
def create(ask: Ask) -> Answer:
    """Make a folder."""
    kept = files_of(ask.world)
    ask.required("name")
    at = ask.body.get("parentPath")
    folder = folder_of(kept, ask.body.get("parentFolderId")) if at is None else kept.at(at)
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
    kept, inside = files_of(ask.world), ask.names("parentFolderIds")
    found = [one for one in kept.folders.things.values() if not inside or one["parentFolderId"] in inside]
    return page_of(ask, found, kept.shown_folder)


@routes.on(f"GET {_FOLDERS}/{{folder}}")
def get_folder(ask: Ask, folder: str) -> Answer:
    """One folder."""
    kept = files_of(ask.world)
    return Answer(200, kept.shown_folder(kept.folders.one(folder)))


@routes.on(f"PATCH {_FOLDERS}/{{folder}}")
def edit_folder(ask: Ask, folder: str) -> Answer:
    """Rename or move a folder."""
    kept = files_of(ask.world)
    return Answer(200, kept.shown_folder(_edit(ask, kept, kept.folders.one(folder))))


def _edit(ask: Ask, kept: Files, thing: Thing) -> Thing:
    fields = written(("name",), ask.body)
    if "parentFolderId" in ask.body:
        fields["parentFolderId"] = folder_of(kept, ask.body["parentFolderId"])
    now = {**thing, **fields}
    _check_free(kept, now["name"], now["parentFolderId"], thing)
    return kept.folders.change(ask.world, thing, fields)


@routes.on(f"POST {_FOLDERS}/update/async")
def edit_later(ask: Ask) -> Answer:
    """Rename or move a folder with all that lies in it: here at once."""
    kept = files_of(ask.world)
    ask.required("id")
    _edit(ask, kept, kept.folders.one(str(ask.body["id"])))
    return Answer(202, {"id": ask.world.new_id(), "links": {}})


@routes.on(f"DELETE {_FOLDERS}/{{folder}}")
def remove_folder(ask: Ask, folder: str) -> Answer:
    """Delete an empty folder."""
    kept = files_of(ask.world)
    kept.folders.one(folder)
    if any(one["parentFolderId"] == folder for one in (*kept.files.things.values(), *kept.folders.things.values())):
        raise invalid(f"Folder {folder} is not empty.")
    kept.folders.drop(folder)
    return Answer(204)


AREA = Area(routes)
