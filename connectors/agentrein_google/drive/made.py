"""Whether what a call made is still what it made, or whether others have come to use it.

A version that is the one of the answer says that nobody did anything. Any other is looked at closer: Drive raises it
for changes that nobody sees, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from agentrein.connector import Own
from agentrein_google.drive.contents import EMPTY, FOLDER, SHORTCUT, is_native
from agentrein_google.drive.lists import Steps, Stopped, all_of, commenting, inside, sharing
from agentrein_google.drive.places_of_files import ALIASES


def made_file(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """A file with `inside`, what lies in it, and `edits`, what others did to it since it was made.

    It is given the answer `was` to the call that made it, what that `told`, and of what it is a copy. What a probe
    found has no version: then only what the call told can be compared.
    """
    was: Mapping[str, Any] = given["was"] if isinstance(given.get("was"), Mapping) else {}
    try:
        lies = (yield from _inside(body)) if body.get("mimeType") == FOLDER else []
        untouched = was.get("version") is not None and was["version"] == body.get("version")
        edits = [] if untouched else [*_edits(body, was, given), *(yield from _used(body, given))]
    except Stopped as stopped:
        return stopped.answer
    return {**body, "inside": lies, "edits": edits}


def _inside(body: Mapping[str, Any]) -> Steps:
    return [lying(one) for one in (yield from all_of(inside(body["id"]), "files"))]


def lying(one: Mapping[str, Any]) -> str:
    """What lies in a folder, in a line."""
    return f"{one.get('name')} ({one['id']}), {_by(one)}"


def _by(one: Mapping[str, Any]) -> str:
    people = [*(one.get("owners") or []), one.get("lastModifyingUser") or {}]
    return next((f"by {who['emailAddress']}" for who in people if who.get("emailAddress")), "by somebody")


def _edits(body: Mapping[str, Any], was: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[str]:
    told = given.get("told") or {}
    copied = given.get("of") if isinstance(given.get("of"), Mapping) else None
    if _name(body) != (told.get("name") or was.get("name") or _name(body)):
        yield f"name reads {_name(body)!r}"
    for field in ("description", "properties", "appProperties"):
        if field in told or copied is None:
            had = {key: value for key, value in _pairs(told.get(field)).items() if value is not None}
            if _pairs(body.get(field)) != had:
                yield f"{field} reads otherwise"
    if body.get("parents") != _place(told, was, body):
        yield "it lies elsewhere"
    if body.get("md5Checksum") not in (None, _content(told, was, copied)):
        yield "content reads otherwise"
    if body.get("contentRestrictions") and not told.get("contentRestrictions"):
        yield "it was locked"
    last = body.get("lastModifyingUser") or {}
    if last.get("me") is False and body.get("mimeType") != FOLDER:  # what is put into a folder changes it (inferred)
        yield f"changed last by {last.get('emailAddress') or last.get('displayName') or 'somebody'}"


def _name(body: Mapping[str, Any]) -> str:
    return str(body.get("name") or "")


def _pairs(value: Any) -> dict[str, Any]:
    """The properties, or a text as the one of them; an empty one is none."""
    if isinstance(value, Mapping):
        return dict(value)
    return {"": value} if value else {}


def _place(told: Mapping[str, Any], was: Mapping[str, Any], body: Mapping[str, Any]) -> Any:
    """Where it was put, as far as anything tells: an alias does not."""
    named = told.get("parents")
    if isinstance(named, list) and len(named) == 1 and named[0] not in ALIASES:
        return named
    return was.get("parents") or body.get("parents")


def _content(told: Mapping[str, Any], was: Mapping[str, Any], copied: Mapping[str, Any] | None) -> Any:
    if copied is not None:
        return copied.get("md5Checksum")
    media = told.get("media") if isinstance(told.get("media"), Mapping) else None
    return EMPTY if media is None else media.get("md5") or was.get("md5Checksum")


def _used(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """Whom it is shared with, and who commented; the run's own comments and shares are undone by then."""
    found = []
    people = yield from all_of(sharing(body["id"]), "permissions")
    parents = body.get("parents") or []
    above = None
    for one in people:
        inherited = _inherited(one)
        if inherited is None and above is None and parents:
            above = {each["id"] for each in (yield from all_of(sharing(parents[0]), "permissions"))}
        own = one.get("role") == "owner" or one.get("emailAddress") == given.get("by") or one.get("type") == "domain"
        if not own and not (one["id"] in (above or ()) if inherited is None else inherited):
            found.append(f"shared with {one.get('emailAddress') or one.get('domain') or one.get('type')}")
    if body.get("mimeType") not in {FOLDER, SHORTCUT}:
        comments = yield from all_of(commenting(body["id"]), "comments")
        for one in comments:
            said = [one, *(one.get("replies") or [])]
            found += [f"comment by {_author(each)}" for each in said if not each.get("deleted") and not _mine(each)]
    return found


def _inherited(one: Mapping[str, Any]) -> bool | None:
    """Whether a permission comes from a folder alone; None where nothing tells."""
    details = one.get("permissionDetails")
    return all(each.get("inherited") for each in details) if details else None


def _author(one: Mapping[str, Any]) -> str:
    return str((one.get("author") or {}).get("displayName") or "somebody")


def _mine(one: Mapping[str, Any]) -> bool:
    return (one.get("author") or {}).get("me") is not False


# --- the answer was lost


def made_files(body: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
    """A list of files, each with `author`, `made`, and its `content` as a call would have told it."""
    told = given.get("told") or {}
    at = _moment(told.get("createdTime"))
    files = [_entry(one, told, at) for one in body.get("files") or []]
    return {**body, "files": [one for one in files if at is None or _moment(one.get("createdTime")) == at]}


def _entry(one: Mapping[str, Any], told: Mapping[str, Any], at: datetime | None) -> dict[str, Any]:
    owners = one.get("owners") or [one.get("lastModifyingUser") or {}]
    media: Mapping[str, Any] = told["media"] if isinstance(told.get("media"), Mapping) else {}
    content = media.get("md5") if is_native(one.get("mimeType")) else one.get("md5Checksum")
    made = {} if at is not None else {"made": one.get("createdTime")}
    return {**one, "author": owners[0].get("emailAddress"), "content": content, **made}


def _moment(text: Any) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None


# --- comparisons: what a plan expects the undos before it to have ended


_MAKES = {"drive.files.create", "drive.files.copy"}
_SAYS = {
    "name": {"drive.files.update"},
    "description": {"drive.files.update"},
    "properties": {"drive.files.update"},
    "appProperties": {"drive.files.update"},
    "content": {"drive.files.update"},
    "it": {"drive.files.update"},
    "shared": {"drive.permissions.create", "drive.permissions.update"},
}
"""Which calls do what a reading finds, by the first word of what it says."""


def own_inside(_ours: Any, now: Any, own: Own) -> bool:
    """Whether all that lies in a folder may be what the run itself put there: in a plan that is not undone yet."""
    names = {(call.body or {}).get("name") for call in own.sent if call.address in _MAKES}
    moved = {call.params.get("fileId") for call in own.sent if call.params.get("addParents")}
    return own.plan and all(_is_own(one, names, moved, own.actor.account) for one in now)


def _is_own(entry: str, names: set[Any], moved: set[Any], account: str) -> bool:
    start, _, by = entry.rpartition("), by ")
    name, _, id = start.rpartition(" (")
    return id in moved or (by == account and name in names)


def own_edits(_ours: Any, now: Any, own: Own) -> bool:
    """The same of what others did to a file."""
    sent = {call.address for call in own.sent}
    return own.plan and all(_SAYS.get(words.partition(" ")[0], set()) & sent for words in now)
