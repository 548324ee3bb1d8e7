"""Lists that go with marketing events.

https://developers.hubspot.com/docs/api-reference/legacy/marketing/marketing-events/guide
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import REVERSIBLE, Operation, adding, do, each, members, op, path, removing, restore, sent
from agentrein_hubspot.operations.marketing_events import DOCS, EVENTS, SCOPES

_AT = f"{EVENTS}/associations"


def _rows(event: str, by: str, says: str, object: Any) -> tuple[Operation, ...]:
    """Both rows for one way of naming an event."""
    all_of, one = f"{_AT}/{event}/lists", f"{_AT}/{event}/lists/{{listId}}"
    lists = members(
        "lists",
        read="results[].listId",
        add=do(f"PUT {one}", listId=each, again="safe"),
        remove=do(f"DELETE {one}", listId=each, again="safe"),
    )
    return (
        op(
            f"PUT {one}",
            sdk=f"marketing.events.list_associations_api.associate_by_{by}",
            says=f"let list {{listId}} go with event {says}",
            tier=REVERSIBLE,
            object=object,
            inverse=restore(f"GET {all_of}", None, adding(lists, [sent("listId")])),
            scopes=SCOPES,
            why=f"The list is taken away again if it did not go with the event before. {DOCS}",
        ),
        op(
            f"DELETE {one}",
            sdk=f"marketing.events.list_associations_api.disassociate_by_{by}",
            says=f"let list {{listId}} go with event {says} no more",
            tier=REVERSIBLE,
            object=object,
            inverse=restore(f"GET {all_of}", None, removing(lists, [sent("listId")])),
            scopes=SCOPES,
            why=f"The list goes with the event again. {DOCS}",
        ),
    )


ROWS = (
    *_rows(
        "{marketingEventId}",
        "marketing_event_id",
        "{marketingEventId}",
        path("hubspot:event_id:", sent("marketingEventId")),
    ),
    *_rows(
        "{externalAccountId}/{externalEventId}",
        "external_account_and_event_ids",
        "{externalEventId}",
        path("hubspot:event:", sent("externalAccountId"), "/", sent("externalEventId")),
    ),
)
