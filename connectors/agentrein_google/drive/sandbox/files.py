"""Files: https://developers.google.com/workspace/drive/api/reference/rest/v3/files."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_google.drive.sandbox import metadata, shapes
from agentrein_google.drive.sandbox.ask import Ask, fail, invalid, seconds
from agentrein_google.drive.sandbox.making import media_type
from agentrein_google.drive.sandbox.moving import check_free_parent, move
from agentrein_google.drive.sandbox.search import search
from agentrein_google.drive.sandbox.world import FOLDER, SHORTCUT, Item

routes = Routes()
F = "/drive/v3/files"
_LARGEST_EXPORT = 10 * 1024 * 1024


# --- reading


@routes.on(f"GET {F}/generateIds")
def generate_ids(ask: Ask) -> Any:
    """Ids for things that are to be made."""
    kind, space = ask.query.get("type", "files"), ask.query.get("space", "drive")
    ids = [ask.world.id("gen") for _ in range(int(ask.query.get("count", "10")))]
    ask.world.generated |= dict.fromkeys(ids, kind)
    return {"kind": "drive#generatedIds", "space": space, "ids": ids}


@routes.on(f"GET {F}/{{file}}")
def get(ask: Ask, file: str) -> Any:
    """One item, or its content."""
    item = ask.item(file)
    if ask.alt != "media":
        return shapes.file(ask.world, item, ask.user)
    if not item.is_blob or item.head is None:
        message = "Only files with binary content can be downloaded. Use Export with Docs Editors files."
        raise fail(403, "fileNotDownloadable", message)
    if item.flagged and not ask.flag("acknowledgeAbuse"):
        message = "This file has been identified as malware or spam and cannot be downloaded."
        raise fail(403, "cannotDownloadAbusiveFile", message)
    return Answer(200, item.head.data, media=item.head.media)


@routes.on(f"GET {F}/{{file}}/export")
def export(ask: Ask, file: str) -> Any:
    """A native document in another form."""
    item = ask.item(file)
    if item.is_blob or item.head is None:
        raise fail(403, "fileNotExportable", "Export only supports Docs Editors files.")
    if len(item.head.data) > _LARGEST_EXPORT:
        raise fail(403, "exportSizeLimitExceeded", "This file is too large to be exported.")
    return Answer(200, item.head.data, media=ask.query.get("mimeType", "text/plain"))


@routes.on(f"POST {F}/{{file}}/download")
def download(ask: Ask, file: str) -> Any:
    """An operation that gives an address to download from."""
    ask.item(file)
    return {"name": ask.world.id("op"), "done": True, "response": {"downloadUri": f"https://download.example/{file}"}}


@routes.on(f"GET {F}")
def listed(ask: Ask) -> Any:
    """What a search finds, page by page."""
    test = search(ask.query["q"]) if ask.query.get("q") else (lambda _shown: True)
    shown = [shapes.file(ask.world, item, ask.user) for item in ask.world.items.values() if _is_listed(ask, item)]
    found = _ordered([one for one in shown if test(one)], ask.query.get("orderBy", ""))
    start, size = int(ask.query.get("pageToken", "0")), int(ask.query.get("pageSize", "100"))
    further = {"nextPageToken": str(start + size)} if len(found) > start + size else {}
    return {
        "kind": "drive#fileList",
        "incompleteSearch": False,
        "files": found[start : start + size],
        **further,
    }


def _is_listed(ask: Ask, item: Item) -> bool:
    world = ask.world
    places = {*world.roots.values(), *world.data_folders.values(), *world.drives}
    if item.id in places or world.role_of(ask.user, item) < 0:
        return False
    of_drives = ask.flag("includeItemsFromAllDrives") and ask.all_drives
    if item.drive is not None and not of_drives:
        return False
    if "driveId" in ask.query and item.drive != ask.query["driveId"]:
        return False
    in_app_data = any(one.id in world.data_folders.values() for one in world.above(item))
    return ("appDataFolder" if in_app_data else "drive") in ask.query.get("spaces", "drive").split(",")


def _ordered(found: list[dict[str, Any]], order: str) -> list[dict[str, Any]]:
    for key in reversed([one.strip() for one in order.split(",") if one.strip()]):
        name, _, way = key.partition(" ")
        found = sorted(found, key=lambda one: str(one.get(name, "")), reverse=way == "desc")
    return found


# --- changing


@routes.on(f"PATCH {F}/{{file}}")
def update(ask: Ask, file: str) -> Any:
    """Metadata, place, trash and content, all in one call."""
    if "parents" in ask.body:
        message = (
            "The parents field is not directly writable in update requests. Use the addParents and removeParents "
            "parameters instead."
        )
        raise fail(403, "fieldNotWritable", message)
    metadata.check(ask, *metadata.WITH_CONTENT)
    own = ask.body and set(ask.body) <= {*metadata.OWN} and ask.media is None
    item = ask.item(file, "reader" if own else "writer")
    metadata.check_writable(ask, item)
    if ask.media is None and ask.body.get("mimeType") not in (None, item.media):
        raise invalid("The MIME type cannot be changed unless a new revision is uploaded.")
    if "trashed" in ask.body:
        _check_trash(ask, item)
    to = check_free_parent(ask, item)
    metadata.write(ask, item)
    if not own:
        ask.world.touch(item, ask.user)
    if to is not None:
        move(ask, item, to)
    if "trashed" in ask.body:
        item.trashed = bool(ask.body["trashed"])
    if ask.body.get("modifiedTime"):
        item.modified = seconds(str(ask.body["modifiedTime"]))
    if ask.media is not None:
        _upload(ask, item)
    return shapes.file(ask.world, item, ask.user)


def _check_trash(ask: Ask, item: Item) -> None:
    """Only the owner, or who manages the content of a shared drive, puts things into the trash."""
    if any(one.id in ask.world.data_folders.values() for one in ask.world.above(item)):
        raise fail(403, "notSupported", "Files in the application data folder cannot be trashed.")
    if item.drive is not None:
        ask.item(item.id, "fileOrganizer")
    elif item.owner != ask.user.id:
        message = "The user does not have sufficient permissions for this file."
        raise fail(403, "insufficientFilePermissions", message)


def _upload(ask: Ask, item: Item) -> None:
    assert ask.media is not None  # noqa: S101 - the caller looked
    if item.media in {FOLDER, SHORTCUT}:
        raise invalid("This file has no content.")
    media = item.media if not item.is_blob else media_type(ask, item.media)
    name = str(ask.body.get("originalFilename", "") or (item.head.name if item.head else ""))
    made = ask.world.add_revision(item, ask.user, ask.media.data, media, name)
    made.keep = ask.flag("keepRevisionForever")
    item.media = media


# --- ending


@routes.on(f"DELETE {F}/trash")
def empty_trash(ask: Ask) -> Any:
    """Everything that the user put into the trash is gone."""
    world = ask.world
    for item in [one for one in world.items.values() if one.trashed and one.owner == ask.user.id]:
        _remove(ask, item)
    return Answer(204)


@routes.on(f"DELETE {F}/{{file}}")
def delete(ask: Ask, file: str) -> Any:
    """Gone for good, with all that lies in it."""
    item = ask.item(file, "organizer" if ask.item(file).drive else "owner")
    _remove(ask, item)
    return Answer(204)


def _remove(ask: Ask, item: Item) -> None:
    for one in ask.world.inside(item):
        if one.owner in (None, ask.user.id):
            _remove(ask, one)
        else:
            one.parent = ask.world.roots.get(str(one.owner))
    ask.world.items.pop(item.id, None)
