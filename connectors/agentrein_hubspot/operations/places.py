"""What the rows of records share: addresses, identities, reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import answer, before, computed, path, read, sent
from agentrein_hubspot.kinds import kind_of
from agentrein_hubspot.property_values import listed

DOCS = "https://developers.hubspot.com/docs/api-reference"
RECORDS = "/crm/v3/objects/{objectType}"
RECORD = f"{RECORDS}/{{objectId}}"

RESTORE_BY_HAND = (
    "A person can bring it back for 90 days: in HubSpot, open the list of such records, then Actions, Restore records. "
    "Do not make a new one: a contact is not restored while another one has its e-mail address. "
    "https://knowledge.hubspot.com/records/restore-deleted-records"
)


def key_of(call: Mapping[str, Any]) -> str:
    """Which record a call names: kind and id, or kind, property and value where it names it so."""
    by, kind = call.get("idProperty"), kind_of(str(call.get("objectType")))
    id = call.get("objectId")
    return f"{kind}:{id}" if by in {None, "hs_object_id"} else f"{kind}:{by}={str(id).casefold()}"


THE_RECORD = path("hubspot:", computed(key_of, sent()))
NEW_RECORD = path("hubspot:", computed(kind_of, sent("objectType")), ":", answer("id"))

ANY_RECORD = read(f"GET {RECORDS}", limit=1)
"""The read that shows that records of the kind can still be read at all."""

AS_IT_WAS = read(f"GET {RECORD}", idProperty=sent("idProperty"), properties=computed(listed, sent("properties")))
"""The properties that a call writes, by whatever it names the record."""

ITSELF = read(
    f"GET {RECORD}",
    completed="the record itself",
    given={"id": before("id")},
    objectId=before("id"),
    properties=computed(listed, sent("properties")),
)
"""The same by the record's own id: under an e-mail address that the call changed, it is not found any more."""
