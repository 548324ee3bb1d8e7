"""What a call may set of a file, how each reads, and how it is written back. Pure.

https://developers.google.com/workspace/drive/api/reference/rest/v3/files#resource
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from agentrein.connector import field

UNLOCKED: list[dict[str, Any]] = [{"readOnly": False}]
"""What is written where a file had no restriction: a list without one would leave it as it is (inferred)."""

FREE = {"restrictedForReaders": False, "restrictedForWriters": False}

_OFF: dict[str, Any] = {"clear": False, "same": (None, False)}

PLAIN = {
    "contentRestrictions": field("contentRestrictions", read="locks", clear=UNLOCKED, same=(None, [], UNLOCKED)),
    "name": field("name"),
    "description": field("description", clear="", same=(None, "")),
    "starred": field("starred", **_OFF),
    "trashed": field("trashed", read="explicitlyTrashed", **_OFF),
    "copyRequiresWriterPermission": field("copyRequiresWriterPermission", **_OFF),
    "writersCanShare": field("writersCanShare", same=(None, True), clear=True),
    "inheritedPermissionsDisabled": field("inheritedPermissionsDisabled", **_OFF),
    "folderColorRgb": field("folderColorRgb", alike="nearest color"),
    "viewedByMeTime": field("viewedByMeTime"),
}
"""The plain fields; a restriction is first, since it keeps all others from being written."""

DOWNLOADS = field("itemDownloadRestriction", inside="downloadRestrictions", clear=FREE, same=(None, FREE))
MAPS = ("properties", "appProperties")

SPARED = ("modifiedTime",)
"""What nothing has to put back: any later change sets it anew."""

WITH_CONTENT = ("media", "mimeType", "originalFilename")


def file_fields(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:
    """The fields that a change of metadata sets; a time at which it was never viewed cannot be written."""
    found = [one for name, one in PLAIN.items() if name in body]
    if "downloadRestrictions" in body:
        found.append(DOWNLOADS)
    lossy = (image or {}).get("viewedByMeTime") is None
    found = [replace(one, lossy=True) if one.name == "viewedByMeTime" and lossy else one for one in found]
    return (*found, *(_property(name, key) for name, key in _keys(body)))


def _keys(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name in MAPS:
        yield from ((name, str(key)) for key in body.get(name) or {})


def _property(name: str, key: str) -> Any:
    """One property; null takes a key away. Keys may have dots, so they are read by another spelling."""
    return field(key, inside=name, read=f"spelt.{name}.{spelt(key)}", same=(None, ""))


def spelt(key: str) -> str:
    """A key as a step of a path can name it."""
    return f"x{key.encode().hex()}"


def with_spelling(file: Mapping[str, Any]) -> dict[str, Any]:
    """A file with its restrictions as they are written, and its properties by keys that a path can name."""
    spelling = {name: {spelt(key): one for key, one in (file.get(name) or {}).items()} for name in MAPS}
    return {**file, "locks": _locks(file.get("contentRestrictions")), "spelt": spelling}


def _locks(restrictions: Any) -> list[dict[str, Any]] | None:
    """The restrictions without what only Drive writes."""
    names = ("readOnly", "reason", "ownerRestricted")
    found = [{name: one[name] for name in names if name in one} for one in restrictions or [] if one.get("readOnly")]
    return found or None


def unknown(body: Mapping[str, Any]) -> list[str]:
    """What a call sets that no reading is declared for."""
    known = {*PLAIN, *MAPS, *SPARED, *WITH_CONTENT, "downloadRestrictions"}
    return sorted(set(body) - known)


def written(said: Mapping[str, Any], image: Mapping[str, Any]) -> dict[str, Any]:
    """Everything of the metadata that a call set, as it was before it, in the form in which it is written."""
    body: dict[str, Any] = {}
    for one in file_fields(said, image):
        at = body.setdefault(one.inside, {}) if one.inside else body
        at[one.name] = one.written(_shown(image, one.read))
    return body


def asked(said: Mapping[str, Any]) -> dict[str, Any]:
    """What a call asks for, by field."""
    plain = {name: said[name] for name in PLAIN if name in said}
    if "downloadRestrictions" in said:
        plain[DOWNLOADS.name] = (said["downloadRestrictions"] or {}).get(DOWNLOADS.name)
    return plain | {key: said[name][key] for name, key in _keys(said)}


def _shown(image: Mapping[str, Any], path: str) -> Any:
    value: Any = image
    for step in path.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value
