"""How a record comes back, shared by the rows that make and write records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import do, gone, read, seen, sent
from agentrein_hubspot.operations.places import ANY_RECORD, RECORD, RECORDS
from agentrein_hubspot.property_values import named, properties_of
from agentrein_hubspot.readings_of_records import AROUND

STAYS = (
    "The record lies in the recycle bin for 90 days. Automations may have run on it, and its owner was told; a company "
    "that HubSpot made for a new contact by itself stays."
)
UNTOUCHED = (
    "It is archived only while nobody linked anything with it or wrote into it; that its source reads as an "
    "integration is inferred."
)


def linked_ids(associations: Any) -> list[str]:
    """The ids of the records with which a call links the new one."""
    given = associations if isinstance(associations, list) else []
    return [str((one.get("to") or {}).get("id")) for one in given if isinstance(one, Mapping)]


def archive_again(id: Any, was: Any, linked: Any) -> Any:
    """A new record goes to the recycle bin, unless others linked something with it, wrote into it or merged it.

    Of one that was merged the call would name nothing, so that even a forced one leaves alone what it became.
    """
    whole = read(
        f"GET {RECORD}",
        objectId=id,
        completed="record and others",
        given={"id": id, "kind": sent("objectType"), "was": was, "linked": linked},
        associations=AROUND,
        properties="email",
    )
    return do(
        f"POST {RECORDS}/batch/archive",
        {"inputs": seen("itself")},
        goal=gone(whole, parent=ANY_RECORD),
        still={"id": id, "attached": [], "edited": []},
        alike={"attached": "own links", "edited": "own edits"},
        ok=(404,),
    )


def values_before(properties: Any, image: Any) -> dict[str, Any]:
    """What the written properties held, as it is written back: nothing as an empty text."""
    held = properties_of(image)
    return {name: held[name] or "" for name in named(properties) if name in held}
