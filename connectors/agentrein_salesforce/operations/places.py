"""What the rows share: the things they touch, the reads they rest on, and the inverses that several of them have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    actor,
    answer,
    computed,
    do,
    field,
    gone,
    join,
    path,
    read,
    sent,
    shows,
    together,
    when,
)
from agentrein_salesforce import soql
from agentrein_salesforce.comparisons import AS_SET, SAME_TEXT, SET_ALONG
from agentrein_salesforce.ids import is_id, long_id
from agentrein_salesforce.values import STAGE, kept_fields, read_names, set_fields, sets_stage

OBJECT = "/sobjects/{sobject}"
RECORD = f"{OBJECT}/{{id}}"
KEYED = f"{OBJECT}/{{field}}/{{value}}"
UNDELETE = "POST /Soap/u#undelete"

DOCS = "https://developer.salesforce.com/docs"
REST = f"{DOCS}/atlas.en-us.api_rest.meta/api_rest"

SET = computed(set_fields, sent())
"""The fields that a call sets."""

DESCRIBED = read(f"GET {OBJECT}/describe", once=True)


STAYS = (
    "The record stays in the Recycle Bin for 15 days, if its object has one. Assignment, auto-response and workflow "
    "rules have run: their mails are out, and what automation made elsewhere stays."
)
BY_HAND = "Look for the record in Salesforce; if it is there and may go, delete it, then keep the action."


# --- identities


def record(id: Any) -> Any:
    """The identity of a record that a call names; ids are unique in an organization, whatever the object."""
    return path("salesforce:record:", computed(long_id, id))


NEW = path("salesforce:record:", answer("id"))


def reference(at: int, call: Mapping[str, Any]) -> Any:
    """The record that one of the fields of a call leads to, the first, the second, and so on; None behind the last."""
    skipped = {"OwnerId", "RecordTypeId", "ProfileId"}
    ids = [long_id(value) for name, value in set_fields(call).items() if name not in skipped and is_id(value)]
    known = list(dict.fromkeys(ids))
    return known[at] if at < len(known) else None


REFERENCES = tuple(path("salesforce:record:", computed(reference, at, sent())) for at in range(6))
"""What a new record refers to: what was made in a run is held by what came to refer to it later."""


# --- reads


def bin_of(sobject: Any, id: Any, **more: Any) -> Any:
    """What the Recycle Bin, or the object itself, shows of a record."""
    return read("GET /queryAll", q=computed(soql.in_bin, sobject, id), **more)


def gone_for_good(sobject: Any, id: Any, asked: Any = SET) -> Any:
    """The same of a record whose id is told later, with the fields that were `asked` for it."""
    query = "SELECT Id, IsDeleted FROM "
    return read(
        "GET /queryAll",
        q=join(query, sobject, " WHERE Id = '", id, "'"),
        completed="gone for good",
        given={"sobject": sobject, "set": asked},
    )


# --- a new record


KEPT = computed(kept_fields, sent())
"""The same of a new record, without the bytes of a file."""


def delete_new(id: Any, sobject: Any, binned: Any, *, asked: Any = KEPT) -> Any:
    """Delete a record that a call made, unless others worked on it or something of theirs refers to it.

    `binned` is what tells that it is deleted, where it cannot be read: it may be hidden as well.
    """
    made = read(f"GET {RECORD}", maybe=True, completed="made record", given={"set": asked, "by": actor("account")})
    return do(
        f"DELETE {RECORD}",
        sobject=sobject,
        id=id,
        goal=gone(made, parent=shows(binned, gone=True)),
        still={"others": [], "edited": [], "further": []},
        alike={"edited": "own work", "further": "untouched"},
        ok=("ENTITY_IS_DELETED",),
    )


NEW_RECORD = delete_new(answer("id"), sent("sobject"), gone_for_good(sent("sobject"), answer("id"), KEPT))
"""The inverse of a call that makes one record."""


# --- a changed record


_NAMED = read(f"GET {RECORD}", fields=computed(read_names, sent()), completed="record", given={"set": SET})
BEFORE = when(computed(sets_stage, sent()), read(f"GET {RECORD}", completed="record", given={"set": SET}), _NAMED)
"""The fields that a call sets; of an opportunity that moves to another stage all, for that sets others along."""


def written(body: Any, image: Any) -> tuple[Any, ...]:
    """The fields that a call sets, as a describe and the record itself say that they may be written back."""
    image = image if isinstance(image, Mapping) else {}
    known = image.get("described") or {}
    fields = [_field(key, known.get(key), image) for key in set_fields(body)]
    names = {one.name for one in fields}
    if "StageName" not in names:
        return tuple(fields)
    along = [field(name, alike=SET_ALONG) for name in STAGE if name not in names and name in image]
    mine = [one for one in fields if one.name in STAGE]
    rest = tuple(one for one in fields if one.name not in STAGE)
    return (*rest, *(together(*mine, *along) if mine and along else mine))


def _field(key: str, known: Mapping[str, Any] | None, image: Mapping[str, Any]) -> Any:
    """One field; what a describe does not list, may not be written, or is not shown, cannot be put back."""
    if known is None:
        return field(key, lossy=True)
    name = known["name"]
    lossy = known["masked"] or not known["writable"] or name not in image
    alike = AS_SET.get(known["type"], SAME_TEXT)
    return field(name, sent="" if name == key else key, lossy=lossy, same=(None, ""), alike=alike)
