"""Upserts: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_upsert.htm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    actor,
    before,
    computed,
    do,
    either,
    found,
    op,
    path,
    read,
    sent,
    shows,
    stands,
    when,
)
from agentrein_salesforce.operations.kinds import upsert_tier
from agentrein_salesforce.operations.places import BY_HAND, KEYED, NEW, NEW_RECORD, RECORD, REFERENCES, REST, SET, STAYS
from agentrein_salesforce.operations.told import told
from agentrein_salesforce.values import STAGE, read_names, set_fields, sets_stage


def old_values(image: Any, call: Mapping[str, Any]) -> dict[str, Any]:
    """What a record showed of the fields that a call sets, as it is written back."""
    known = image.get("described") or {}
    names = [one["name"] for key in set_fields(call) if (one := known.get(key)) is not None]
    along = STAGE if sets_stage(call) else ()
    return {name: image.get(name) for name in (*names, *along) if name in image}


_HELD = {"set": SET, "had": before()}
_PUT_BACK = do(
    f"PATCH {RECORD}",
    computed(old_values, before(), sent()),
    id=before("Id"),
    goal=shows(read(f"GET {RECORD}", completed="compared record", given=_HELD), want={"as before": True}),
    still={"changed": []},
)

upsert = op(
    f"PATCH {KEYED}",
    sdk="SFType.upsert",
    says="upsert {sobject} {field} {value!r}: {set}",
    names=told,
    tier=upsert_tier,
    object=path("salesforce:key:", sent("sobject"), "/", sent("field"), "/", sent("value")),
    parents=(NEW, *REFERENCES),
    before=when(
        computed(sets_stage, sent()),
        read(f"GET {KEYED}", maybe=True, completed="record", given={"set": SET}),
        read(f"GET {KEYED}", maybe=True, completed="record", given={"set": SET}, fields=computed(read_names, sent())),
    ),
    inverse=either({201: NEW_RECORD, 200: _PUT_BACK, 204: _PUT_BACK}),
    probe=stands(
        read(f"GET {KEYED}", maybe=True, completed="compared record", given={**_HELD, "by": actor("account")}),
        {"as set": True, "LastModifiedById": actor("account")},
        effect={"id": found("Id")},
        status=(201, 200),
    ),
    query=("updateOnly",),
    residue=f"{STAYS} Field history shows both writes of a record that was there.",
    if_stuck=BY_HAND,
    why="The answer says whether the record is new: then it is deleted; else the fields that the call set are written "
    "back, all of them or, where somebody changed one, none. "
    f"{REST}/dome_upsert.htm",
)

ROWS = (upsert,)
