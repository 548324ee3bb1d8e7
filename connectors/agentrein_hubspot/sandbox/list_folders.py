"""Folders of lists: https://developers.hubspot.com/docs/api-reference/legacy/crm/lists/guide."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.list_world import Folder, Lists, lists_of

routes = Routes()
_FOLDERS = "/crm/v3/lists/folders"


def _shape(lists: Lists, folder: Folder, *, asked: bool) -> dict[str, Any]:
    """A folder with all folders in it; which lists lie there is shown of the one that was asked for."""
    inner = [one for one in lists.folders.values() if one.parent == folder.id]
    held = [int(one.id) for one in lists.things.values() if one.folder == folder.id]
    return {
        "id": int(folder.id),
        "name": folder.name,
        "parentFolderId": int(folder.parent or 0),
        "createdAt": folder.made,
        "childNodes": [_shape(lists, one, asked=False) for one in inner],
        "childLists": held if asked else [],
    }


def _shown(lists: Lists, folder: Folder) -> Answer:
    return Answer(200, {"folder": _shape(lists, folder, asked=True)})


@routes.on(f"GET {_FOLDERS}")
def get(ask: Ask) -> Answer:
    """One folder, the one of all if the query names none."""
    lists = lists_of(ask.world)
    return _shown(lists, lists.folder(ask.query.get("folderId", "0")))


@routes.on(f"POST {_FOLDERS}")
def create(ask: Ask) -> Answer:
    """Make a folder."""
    lists = lists_of(ask.world)
    ask.required("name")
    parent = str(ask.body.get("parentFolderId") or 0)
    lists.folder(parent)
    _check_free(lists, ask.body["name"], parent)
    folder = Folder(ask.world.new_id(), ask.body["name"], parent, made=ask.world.moment())
    folder.alias = lists.gone.pop((folder.name, folder.parent), "")
    lists.folders[folder.id] = folder
    return _shown(lists, folder)


def _check_free(lists: Lists, name: str, parent: str | None, besides: Folder | None = None) -> None:
    if any(one.name == name and one.parent == parent and one is not besides for one in lists.folders.values()):
        raise invalid(f"A folder with the name '{name}' already exists there.")


@routes.on(f"DELETE {_FOLDERS}/{{folder}}")
def remove(ask: Ask, folder: str) -> Answer:
    """Delete an empty folder."""
    lists = lists_of(ask.world)
    one = lists.folder(folder)
    shown = _shape(lists, one, asked=True)
    if one.parent is None or shown["childNodes"] or shown["childLists"]:
        raise invalid(f"Folder {folder} is not empty.")
    lists.gone[one.name, one.parent] = one.label
    del lists.folders[folder]
    return Answer(204)


@routes.on(f"PUT {_FOLDERS}/{{folder}}/rename")
def rename(ask: Ask, folder: str) -> Answer:
    """Give a folder another name, which the query says."""
    lists = lists_of(ask.world)
    one, name = lists.folder(folder), ask.query.get("newFolderName")
    if not name:
        raise invalid("newFolderName must not be empty")
    _check_free(lists, name, one.parent, one)
    one.name = name
    return _shown(lists, one)


@routes.on(f"PUT {_FOLDERS}/{{folder}}/move/{{parent}}")
def move(ask: Ask, folder: str, parent: str) -> Answer:
    """Put a folder into another."""
    lists = lists_of(ask.world)
    one, around = lists.folder(folder), lists.folder(parent)
    while around.parent is not None:
        if around is one:
            raise invalid("A folder cannot be moved into itself.")
        around = lists.folder(around.parent)
    _check_free(lists, one.name, parent, one)
    one.parent = parent
    return _shown(lists, one)


@routes.on(f"PUT {_FOLDERS}/move-list")
def move_list(ask: Ask) -> Answer:
    """Put a list into a folder."""
    lists = lists_of(ask.world)
    ask.required("listId", "newFolderId")
    lists.one(str(ask.body["listId"])).folder = lists.folder(str(ask.body["newFolderId"])).id
    return Answer(204)
