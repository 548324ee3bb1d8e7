"""Cards of an app: https://developers.hubspot.com/docs/api-reference/legacy/crm/extensions/crm-cards/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    anew,
    answer,
    before,
    do,
    field,
    find,
    gone,
    maybe,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_hubspot.operations.app_settings import EVERYWHERE, NOTHING_THERE
from agentrein_hubspot.operations.calling import CARDS

CARD = f"{CARDS}/{{cardId}}"
DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/crm/extensions/crm-cards/guide"
_FIELDS = ("title", "fetch", "display", "actions")
_THIS = path("hubspot:app:", sent("appId"), "/card:", sent("cardId"))


def _all(source: Any) -> dict[str, Any]:
    return {name: source(name) for name in _FIELDS}


_AGAIN = read(
    f"GET {CARDS}",
    at="entry",
    maybe=True,
    completed="entry like",
    given={"like": {"title": before("title")}},
)

ROWS = (
    op(
        f"POST {CARDS}",
        sdk="crm.extensions.cards.cards_api.create",
        says="make card {title!r} of app {appId}",
        tier=REVERSIBLE,
        object=path("hubspot:app:", sent("appId"), "/card:", answer("id")),
        inverse=do(
            f"DELETE {CARD}",
            cardId=answer("id"),
            goal=gone(f"GET {CARD}", parent=read(f"GET {CARDS}")),
            still=_all(answer),
            ok=(404,),
        ),
        probe=find(read(f"GET {CARDS}", at="results"), same=("title",), since="createdAt"),
        residue=EVERYWHERE,
        why=f"A card is deleted again while it is as it was made. {DOCS}",
    ),
    op(
        f"PATCH {CARD}",
        sdk="crm.extensions.cards.cards_api.update",
        says="change {fields} of card {cardId} of app {appId}",
        tier=REVERSIBLE,
        object=_THIS,
        inverse=restore(f"GET {CARD}", f"PATCH {CARD}", *(field(name) for name in _FIELDS)),
        residue=EVERYWHERE,
        why=f"Each part is written back if it still reads as the call left it. {DOCS}",
    ),
    op(
        f"DELETE {CARD}",
        sdk="crm.extensions.cards.cards_api.archive",
        says="delete card {cardId} of app {appId}",
        tier=COSTLY,
        object=_THIS,
        before=read(f"GET {CARD}"),
        inverse=do(
            f"POST {CARDS}",
            _all(before),
            goal=shows(_AGAIN, want=_all(before)),
            still=None,
            anew=[anew("id", "cardId")],
        ),
        probe=stands(maybe(f"GET {CARD}"), NOTHING_THERE),
        residue="The card has another id, and people have to add it again where it was shown.",
        why=f"A card is made again as it was. {DOCS}",
    ),
)
