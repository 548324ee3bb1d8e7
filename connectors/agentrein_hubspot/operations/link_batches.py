"""Several links in one call: https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    batch,
    before,
    computed,
    do,
    either,
    of_items,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_hubspot.batches_of_links import (
    MOST,
    between_in,
    default_links,
    each_away,
    from_ids,
    label_parts,
    links,
    links_away,
    old_links,
    old_links_away,
    told_links,
)
from agentrein_hubspot.operations.associations import GUIDE
from agentrein_hubspot.operations.link_places import (
    BETWEEN,
    LABELS_AWAY,
    NOTHING,
    PAIR,
    PLAIN,
    asked_names,
    link_of,
    other_end,
    pair_of,
)
from agentrein_hubspot.readings_of_links import name_of

OLD = "/crm/v3/associations/{fromObjectType}/{toObjectType}/batch"
COUNTED = "What counts or copies links was counted and copied anew."
_ONE = "inputs.0"


# --- pure functions


def told_of(call: Mapping[str, Any]) -> dict[str, Any]:
    """How many inputs a call has."""
    inputs = call.get("inputs")
    return {"many": len(inputs) if isinstance(inputs, list) else "some"}


def ends_of(call: Mapping[str, Any]) -> dict[str, Any]:
    """The records of the one input, under the names that a call about one link has."""
    one = (call.get("inputs") or [{}])[0]
    ids = {"fromObjectId": _id_of(one.get("from")), "toObjectId": _id_of(one.get("to"))}
    return {**ids, "fromObjectType": call.get("fromObjectType"), "toObjectType": call.get("toObjectType")}


def _id_of(end: Any) -> Any:
    return end.get("id") if isinstance(end, Mapping) else None


def link_of_one(call: Mapping[str, Any]) -> str:
    """The identity of the link of the one input."""
    return link_of(ends_of(call))


def other_end_of_one(call: Mapping[str, Any]) -> str:
    """The record that it does not stand on."""
    return other_end(ends_of(call))


def taken_types(types: Any, had: Any, plain: Any) -> list[Any]:
    """The types of a link that a call takes off: all of them with the unlabelled one."""
    asked = asked_names(types)
    return [one for one in had if plain in asked or name_of(one) in asked]


def taken_names(types: Any, had: Any, plain: Any) -> list[str]:
    """The same as texts."""
    return [name_of(one) for one in taken_types(types, had, plain)]


def leaves_any(types: Any, had: Any, plain: Any) -> bool:
    """Whether the link itself stays."""
    return len(taken_types(types, had, plain)) < len(had)


def takes_any(types: Any, had: Any, plain: Any) -> bool:
    """Whether a call takes off anything that stood there."""
    return bool(taken_types(types, had, plain))


_TAKES = (sent(f"{_ONE}.types"), before("types"), before("plain"))


def _pair(**given: Any) -> Any:
    return pair_of(sent("fromObjectType"), sent(f"{_ONE}.from.id"), sent(f"{_ONE}.to.id"), given)


ROWS = (
    op(
        f"POST {BETWEEN}/create",
        sdk="crm.associations.v4.batch_api.create",
        says="link {count} pairs of {fromObjectType} and {toObjectType}",
        tier=of_items(REVERSIBLE),
        batch=batch(
            f"PUT {PAIR}",
            split=links,
            answers=told_links,
            before=read(f"POST {BETWEEN}/read", body=computed(from_ids, sent("inputs"))),
            cut=between_in,
            most=MOST,
        ),
        residue=COUNTED,
        why=f"Each link that was not there is taken away, of the others the labels that came. {GUIDE}",
    ),
    op(
        f"POST {BETWEEN}/associate/default",
        sdk="crm.associations.v4.batch_api.create_default",
        says="link {count} pairs of {fromObjectType} and {toObjectType}",
        tier=of_items(REVERSIBLE),
        batch=batch(
            f"PUT {PLAIN}",
            split=default_links,
            answers=told_links,
            before=read(f"POST {BETWEEN}/read", body=computed(from_ids, sent("inputs"))),
            cut=between_in,
            most=MOST,
        ),
        residue=COUNTED,
        why=f"Each link that was not there is taken away. {GUIDE}",
    ),
    op(
        f"POST {BETWEEN}/archive",
        sdk="crm.associations.v4.batch_api.archive",
        says="unlink {count} pairs of {fromObjectType} and {toObjectType}",
        tier=of_items(COSTLY),
        batch=batch(
            f"DELETE {PAIR}",
            split=links_away,
            answers=each_away,
            before=read(f"POST {BETWEEN}/read", body=computed(from_ids, sent("inputs"))),
            cut=between_in,
            most=MOST,
        ),
        residue=COUNTED,
        why=f"Each link is made again with every label that it had. {GUIDE}",
    ),
    op(
        f"POST {LABELS_AWAY}#many",
        sdk="crm.associations.v4.batch_api.archive_labels",
        says="take labels off {count} links of {fromObjectType} with {toObjectType}",
        tier=of_items(REVERSIBLE),
        batch=batch(f"POST {LABELS_AWAY}#one", split=label_parts, answers=each_away, most=MOST),
        residue=COUNTED,
        why=f"The labels are put on again, link by link. {GUIDE}",
    ),
    op(
        f"POST {LABELS_AWAY}#one",
        sdk="crm.associations.v4.batch_api.archive_labels",
        says="take labels off a link of {fromObjectType} with {toObjectType}",
        tier=REVERSIBLE,
        object=path("hubspot:", computed(link_of_one, sent())),
        parents=(path("hubspot:", computed(other_end_of_one, sent())),),
        before=_pair(),
        inverse=either(
            {
                True: do(
                    f"PUT {PAIR}",
                    computed(taken_types, *_TAKES),
                    objectType=sent("fromObjectType"),
                    objectId=sent(f"{_ONE}.from.id"),
                    toObjectId=sent(f"{_ONE}.to.id"),
                    goal=shows(
                        _pair(wanted=computed(taken_names, *_TAKES), stays=computed(leaves_any, *_TAKES)), lacking=[]
                    ),
                    still={"cut": False},
                ),
                False: NOTHING,
            },
            by=computed(takes_any, *_TAKES),
        ),
        residue=COUNTED,
        why="The labels that stood there are put on again, unless somebody took the link itself away; with the "
        f"unlabelled type go all of them. {GUIDE}",
    ),
    op(
        f"POST {OLD}/create",
        sdk="crm.associations.batch_api.create",
        says="link {count} pairs of {fromObjectType} and {toObjectType}",
        tier=of_items(REVERSIBLE),
        batch=batch(f"PUT {PLAIN}", f"PUT {PAIR}", split=old_links, answers=each_away, most=MOST),
        residue=COUNTED,
        why=f"Each link that was not there is taken away. {GUIDE}",
    ),
    op(
        f"POST {OLD}/archive",
        sdk="crm.associations.batch_api.archive",
        says="unlink {count} pairs of {fromObjectType} and {toObjectType}",
        tier=of_items(COSTLY),
        batch=batch(f"DELETE {PAIR}", split=old_links_away, answers=each_away, most=MOST),
        residue=COUNTED,
        why="Each link is made again with every label that it had; that the older call takes all of them off is "
        f"inferred. {GUIDE}",
    ),
)
"""Links, several in one call."""
