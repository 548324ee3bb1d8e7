"""What further reads complete about links between records: the labels of one pair, and who is the primary one."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Call, Own, Read

Steps = Generator[Read, Answer, Any]
AROUND = "GET /crm/v4/objects/{objectType}/{objectId}/associations/{toObjectType}"
PRIMARY = "Primary"
"""What HubSpot calls the link with the one company that counts as a record's own."""


def the_pair(body: Any, given: Mapping[str, Any]) -> Steps:
    """What stands between one record and another, of all that the first is linked with.

    `types` are the types of the link as a request names them, `names` the same as texts, `primary` is the record that
    has the primary link. `others` are labels of the pair besides those `known`, `present` those of `asked` that stand,
    `lacking` those of `wanted` that do not, `rival` is another primary one where the pair was `mine` to be, `plain` the
    unlabelled type. `cut` tells that a link is gone which the call had left.
    """
    links: list[Any] = [] if body.get("again") else list(body.get("results") or [])
    after = "" if body.get("again") else _after(body)
    while after is not None:
        where = {"objectType": given["kind"], "objectId": given["id"], "toObjectType": given["other"], "limit": 500}
        answer = yield Read(AROUND, {**where, "after": after} if after else where)
        if answer.status != 200:
            return answer
        links += answer.body["results"]
        after = _after(answer.body)
    return _shown(links, given)


def _after(body: Mapping[str, Any]) -> str | None:
    after = ((body.get("paging") or {}).get("next") or {}).get("after")
    return None if after is None else str(after)


def _shown(links: list[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    types = [one for link in links if str(link["toObjectId"]) == str(given["to"]) for one in link["associationTypes"]]
    primary = next((str(link["toObjectId"]) for link in links if _is_primary(link)), None)
    names = sorted(map(name_of, types))
    known, asked = given.get("known"), given.get("asked")
    labelled = [name_of(one) for one in types if one.get("label") and not _may_come_along(one, given)]
    return {
        "linked": bool(types),
        "types": [as_asked(one) for one in types],
        "names": names,
        "primary": primary,
        "others": sorted(name for name in labelled if known is not None and name not in known),
        "present": sorted(name for name in names if asked is not None and name in asked),
        "lacking": sorted(name for name in given.get("wanted") or [] if name not in names),
        "plain": next((name_of(one) for one in types if not one.get("label")), None),
        "cut": bool(given.get("stays")) and not types,
        "rival": primary if given.get("mine") and primary != str(given["to"]) else None,
    }


def _is_primary(link: Mapping[str, Any]) -> bool:
    return any(one.get("label") == PRIMARY and _is_hubspots(one) for one in link["associationTypes"])


def _may_come_along(one: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    """Whether HubSpot may have added the type by itself: the first link with a company is the primary one."""
    return one.get("label") == PRIMARY and _is_hubspots(one) and given.get("primary") is None


def _is_hubspots(one: Mapping[str, Any]) -> bool:
    return str(one.get("category", one.get("associationCategory"))) == "HUBSPOT_DEFINED"


def name_of(one: Mapping[str, Any]) -> str:
    """A type of a link, as a read shows it or a request names it, as one text."""
    category, id = one.get("category", one.get("associationCategory")), one.get("typeId", one.get("associationTypeId"))
    return f"{category}:{id}"


def as_asked(one: Mapping[str, Any]) -> dict[str, Any]:
    """A type of a link as a request names it."""
    return {"associationCategory": one["category"], "associationTypeId": one["typeId"]}


def unlinked_by_the_run(ours: Any, now: Any, own: Own) -> bool:  # noqa: ARG001 - a comparison takes all three
    """Whether a record that is the primary one now is linked again by an undo of the run, which had unlinked it.

    HubSpot makes the first company that is linked the primary one.
    """
    return any(str(now) in _unlinked(call) for call in own.sent)


def _unlinked(call: Call) -> set[str]:
    if call.address.startswith("DELETE "):
        return {str(call.params.get("toObjectId")), str(call.params.get("objectId"))}
    inputs = call.body.get("inputs") if isinstance(call.body, Mapping) else None
    if not call.address.endswith("/batch/archive") or not isinstance(inputs, list):
        return set()
    ends = [end for one in inputs for end in (one.get("from"), one.get("to"))]
    flat = [each for end in ends for each in (end if isinstance(end, list) else [end])]
    return {str(each.get("id")) for each in flat if isinstance(each, Mapping)}


READINGS = {"the pair": the_pair}
COMPARISONS = {"unlinked by the run": unlinked_by_the_run}
