"""What the rows of links share: who is linked with whom, what stood between them, and what a call adds to that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import before, computed, leave, path, read, sent
from agentrein_hubspot.kinds import kind_of
from agentrein_hubspot.readings_of_links import name_of

FROM = "/crm/v4/objects/{objectType}/{objectId}/associations/{toObjectType}"
PAIR = f"{FROM}/{{toObjectId}}"
PLAIN = "/crm/v4/objects/{fromObjectType}/{fromObjectId}/associations/default/{toObjectType}/{toObjectId}"
BETWEEN = "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch"
LABELS_AWAY = f"{BETWEEN}/labels/archive"
PRIMARY_IDS = {1, 2, 5, 6, 25, 26}
"""Type ids of primary links, in both directions.

https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide
"""


def _ends(call: Mapping[str, Any]) -> list[str]:
    one = call.get("objectType", call.get("fromObjectType")), call.get("objectId", call.get("fromObjectId"))
    other = call.get("toObjectType"), call.get("toObjectId")
    return sorted(f"{kind_of(str(kind))}:{id}" for kind, id in (one, other))


def link_of(call: Mapping[str, Any]) -> str:
    """The identity of a link, the same from both sides: it stands on one of the records."""
    one, other = _ends(call)
    return f"{one}/link:{other}"


def other_end(call: Mapping[str, Any]) -> str:
    """The record that the identity of the link does not stand on."""
    return _ends(call)[1]


THE_LINK = path("hubspot:", computed(link_of, sent()))
OTHER_END = path("hubspot:", computed(other_end, sent()))


def type_list(body: Any) -> Any:
    """The types of a link under a name of their own: the API takes a bare list. What is none has none."""
    return {"types": body} if isinstance(body, list) and all(isinstance(one, Mapping) for one in body) else {}


NOTHING = leave("the link was so before")
"""The undo of a call that changes nothing."""


# --- what a call adds


def asked_names(types: Any) -> list[str]:
    """The types that a call names, as texts."""
    return [name_of(one) for one in types if isinstance(one, Mapping)] if isinstance(types, list) else []


def known_names(types: Any, had: Any) -> list[str]:
    """The types that stood there or that the call names."""
    return sorted({*asked_names(types), *had})


def is_primary(types: Any) -> bool:
    """Whether a call makes a link the primary one."""
    given = types if isinstance(types, list) else []
    return any(
        one.get("associationCategory") == "HUBSPOT_DEFINED" and one.get("associationTypeId") in PRIMARY_IDS
        for one in given
        if isinstance(one, Mapping)
    )


def demotes(types: Any, primary: Any, to: Any) -> bool:
    """Whether a call takes the primary link from another record."""
    return is_primary(types) and primary is not None and str(primary) != str(to)


def added_types(types: Any, had: Any, primary: Any, to: Any) -> list[Any]:
    """The types that a call brings to a link that is there, but for one that goes when another is primary again."""
    new = [one for one in types if name_of(one) not in had]
    return [one for one in new if not (demotes([one], primary, to))]


def added_names(types: Any, had: Any, primary: Any, to: Any) -> list[str]:
    """The same as texts."""
    return [name_of(one) for one in added_types(types, had, primary, to)]


def what_comes(types: Any, had: Any, primary: Any, to: Any) -> str:
    """Whether a call makes a link, brings more to one, or nothing."""
    if not had:
        return "a link"
    return "labels" if added_types(types, had, primary, to) else "nothing"


_BEFORE = (before("names"), before("primary"), sent("toObjectId"))
WHAT_COMES = computed(what_comes, sent("types"), *_BEFORE)
ADDED = computed(added_types, sent("types"), *_BEFORE)
ADDED_NAMES = computed(added_names, sent("types"), *_BEFORE)
DEMOTES = computed(demotes, sent("types"), before("primary"), sent("toObjectId"))
KNOWN = computed(known_names, sent("types"), before("names"))


def pair(**given: Any) -> Any:
    """The read of what stands between the two records that a call names."""
    ends = {"kind": sent("objectType"), "id": sent("objectId"), "other": sent("toObjectType"), "to": sent("toObjectId")}
    return read(f"GET {FROM}", completed="the pair", given={**ends, **given}, limit=500)


def plain_pair(**given: Any) -> Any:
    """The same for a call that names the first of them as `from`."""
    return pair_of(sent("fromObjectType"), sent("fromObjectId"), sent("toObjectId"), given)


def pair_of(kind: Any, id: Any, to: Any, given: Mapping[str, Any]) -> Any:
    """The same for a call that names them in any other way."""
    ends = {"kind": kind, "id": id, "other": sent("toObjectType"), "to": to}
    more = {**ends, **given}
    return read(f"GET {FROM}", completed="the pair", given=more, limit=500, objectType=kind, objectId=id)
