"""Links between records: https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    before,
    computed,
    do,
    either,
    op,
    sent,
    shows,
)
from agentrein_hubspot.operations.link_places import (
    ADDED,
    ADDED_NAMES,
    DEMOTES,
    KNOWN,
    LABELS_AWAY,
    NOTHING,
    OTHER_END,
    PAIR,
    PLAIN,
    THE_LINK,
    WHAT_COMES,
    is_primary,
    pair,
    plain_pair,
    type_list,
)
from agentrein_hubspot.operations.places import DOCS

GUIDE = f"{DOCS}/crm-associations-v4/guide"


def primary_only(types: Any) -> list[Any]:
    """The type by which a call makes a link the primary one."""
    return [one for one in types if is_primary([one])]


# --- how each comes back

_LINK_AWAY = do(
    f"DELETE {PAIR}",
    goal=shows(pair(known=KNOWN, primary=before("primary")), linked=False),
    still={"others": []},
)
_LABELS_AWAY = do(
    f"POST {LABELS_AWAY}#one",
    {"inputs": [{"from": {"id": sent("objectId")}, "to": {"id": sent("toObjectId")}, "types": ADDED}]},
    fromObjectType=sent("objectType"),
    goal=shows(pair(asked=ADDED_NAMES), present=[]),
)
_PRIMARY_BACK = do(
    f"PUT {PAIR}",
    computed(primary_only, sent("types")),
    toObjectId=before("primary"),
    goal=shows(pair(), want={"primary": before("primary")}),
    still={"primary": sent("toObjectId")},
)

ROWS = (
    op(
        f"PUT {PAIR}",
        sdk="crm.associations.v4.basic_api.create",
        says="link {objectType} {objectId} with {toObjectType} {toObjectId}",
        tier=REVERSIBLE,
        takes=type_list,
        object=THE_LINK,
        parents=(OTHER_END,),
        before=pair(),
        inverse=either({"a link": _LINK_AWAY, "labels": _LABELS_AWAY, "nothing": NOTHING}, by=WHAT_COMES),
        also=either({True: _PRIMARY_BACK, False: None}, by=DEMOTES),
        residue="What counts or copies links was counted and copied anew.",
        why="A link that was not there is taken away with its labels, unless others labelled it, too; of one that was "
        f"there only the labels that the call added go. The record that was the primary one is it again. {GUIDE}",
    ),
    op(
        f"PUT {PLAIN}",
        sdk="crm.associations.v4.basic_api.create_default",
        says="link {fromObjectType} {fromObjectId} with {toObjectType} {toObjectId}",
        tier=REVERSIBLE,
        object=THE_LINK,
        parents=(OTHER_END,),
        before=plain_pair(),
        inverse=either(
            {
                False: do(
                    f"DELETE {PAIR}",
                    objectType=sent("fromObjectType"),
                    objectId=sent("fromObjectId"),
                    goal=shows(plain_pair(known=before("names"), primary=before("primary")), linked=False),
                    still={"others": []},
                ),
                True: NOTHING,
            },
            by=before("linked"),
        ),
        residue="What counts or copies links was counted and copied anew.",
        why=f"A link that was not there is taken away, unless others labelled it. {GUIDE}",
    ),
    op(
        f"DELETE {PAIR}",
        sdk="crm.associations.v4.basic_api.archive",
        says="unlink {objectType} {objectId} and {toObjectType} {toObjectId}",
        tier=COSTLY,
        object=THE_LINK,
        parents=(OTHER_END,),
        before=pair(),
        inverse=either(
            {
                True: do(
                    f"PUT {PAIR}",
                    before("types"),
                    goal=shows(
                        pair(wanted=before("names"), mine=computed(is_primary, before("types"))),
                        lacking=[],
                    ),
                    still={"rival": None},
                    alike={"rival": "unlinked by the run"},
                ),
                False: NOTHING,
            },
            by=before("linked"),
        ),
        residue="What counts or copies links was counted and copied twice; the time of the link is lost.",
        why=f"The link is made again with every label that it had, unless another one became the primary one. {GUIDE}",
    ),
)
"""Links one by one."""
