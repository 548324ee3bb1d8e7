"""Files by address or by upload, icons and covers.

https://developers.notion.com/reference/file-object
"""

from __future__ import annotations

import itertools
from typing import Any
from urllib.parse import quote

from agentrein_notion.sandbox.ask import Ask, invalid, read_id, unfit
from agentrein_notion.sandbox.world import World

_HOST = "https://prod-files-secure.s3.us-west-2.amazonaws.com"
_HOUR = 3600
_signatures = itertools.count(1)


def read_file(ask: Ask, given: Any, place: str, *, named: bool = False) -> dict[str, Any]:
    """A file as it is kept: `external` with its address, or `hosted` with the id of its upload."""
    if not isinstance(given, dict):
        raise unfit(place, "should be an object", given)
    kept: dict[str, Any] = {"name": given.get("name")} if named else {}
    kind = given.get("type") or next((kind for kind in ("external", "file_upload", "file") if kind in given), None)
    value = given.get(kind) if kind is not None else None
    if kind == "external" and isinstance(value, dict) and isinstance(value.get("url"), str):
        return kept | {"external": value["url"], "name": kept.get("name") or value["url"]}
    if kind == "file_upload" and isinstance(value, dict):
        upload = ask.world.uploads.get(read_id(value.get("id"), f"{place}.file_upload.id"))
        if upload is None or upload.status != "uploaded":
            raise invalid(f"File upload {value.get('id')} is not in the status `uploaded`.")
        return kept | {"hosted": upload.id, "name": kept.get("name") or upload.filename}
    if kind == "file" and isinstance(value, dict):
        return kept | _again(ask.world, str(value.get("url")), place)
    raise unfit(f"{place}.external", "should be defined")


def _again(world: World, url: str, place: str) -> dict[str, Any]:
    """A file that Notion hosts, sent back as it was read."""
    id = url.removeprefix(f"{_HOST}/").partition("/")[0]
    if not url.startswith(_HOST) or id not in world.uploads:
        raise unfit(f"{place}.file.url", "should be an address that Notion gave", url)
    return {"hosted": id, "name": world.uploads[id].filename}


def show_file(world: World, kept: dict[str, Any], *, named: bool = False) -> dict[str, Any]:
    """A file as answers show it: what Notion hosts has a signed address, another one each time, for an hour."""
    head: dict[str, Any] = {"name": kept["name"]} if named else {}
    if "external" in kept:
        return {**head, "type": "external", "external": {"url": kept["external"]}}
    upload = world.uploads[kept["hosted"]]
    url = f"{_HOST}/{upload.id}/{quote(upload.filename)}?X-Amz-Signature={next(_signatures):064x}"
    return {**head, "type": "file", "file": {"url": url, "expiry_time": world.moment(world.clock() + _HOUR)}}


def write_file(kept: dict[str, Any], *, named: bool = False) -> dict[str, Any]:
    """A file as a state holds it, without what changes from reading to reading."""
    head: dict[str, Any] = {"name": kept["name"]} if named else {}
    return head | ({"external": kept["external"]} if "external" in kept else {"file_upload": kept["hosted"]})


def read_icon(ask: Ask, given: Any, place: str) -> dict[str, Any] | None:
    """An icon as it is kept; null clears it."""
    if given is None:
        return None
    if isinstance(given, dict) and "emoji" in given:
        if not isinstance(given["emoji"], str) or not given["emoji"] or given["emoji"].isascii():
            raise unfit(f"{place}.emoji", "should be an emoji", given["emoji"])
        return {"emoji": given["emoji"]}
    if isinstance(given, dict) and "custom_emoji" in given:
        return {"custom_emoji": read_id(given["custom_emoji"].get("id"), f"{place}.custom_emoji.id")}
    return read_file(ask, given, place)


def show_icon(world: World, kept: dict[str, Any] | None) -> dict[str, Any] | None:
    """An icon or cover as answers show it."""
    if kept is None:
        return None
    if "emoji" in kept:
        return {"type": "emoji", "emoji": kept["emoji"]}
    if "custom_emoji" in kept:
        return {"type": "custom_emoji", "custom_emoji": {"id": kept["custom_emoji"], "name": "custom"}}
    return show_file(world, kept)


def write_icon(kept: dict[str, Any] | None) -> dict[str, Any] | None:
    """An icon or cover as a state holds it."""
    return kept if kept is None or "emoji" in kept or "custom_emoji" in kept else write_file(kept)


def read_cover(ask: Ask, given: Any, place: str) -> dict[str, Any] | None:
    """A cover as it is kept; null clears it."""
    return None if given is None else read_file(ask, given, place)
