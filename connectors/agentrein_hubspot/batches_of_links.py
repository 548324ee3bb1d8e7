"""Batches of links taken apart: each pair as the request that it would be alone.

https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from agentrein.connector import Answer, Call, Request
from agentrein_hubspot.batches import inputs_of, segment
from agentrein_hubspot.kinds import kind_of
from agentrein_hubspot.stopping import stopping_cut

MOST = 500
"""Pairs of a batch."""


def _pair(call: Call, one: Any, other: Any, *, plain: bool = False) -> str:
    kind, to = segment(call.params["fromObjectType"]), segment(call.params["toObjectType"])
    between = f"default/{to}" if plain else to
    return f"/crm/v4/objects/{kind}/{segment(one)}/associations/{between}/{segment(other)}"


def links(call: Call) -> list[Request]:
    """Each pair that is linked by types."""
    return [
        Request("PUT", _pair(call, one["from"]["id"], one["to"]["id"]), {}, list(one["types"]))
        for one in inputs_of(call)
    ]


def default_links(call: Call) -> list[Request]:
    """Each pair that is linked without a label."""
    return [Request("PUT", _pair(call, one["from"]["id"], one["to"]["id"], plain=True)) for one in inputs_of(call)]


def links_away(call: Call) -> list[Request]:
    """Each pair whose link is taken away."""
    return [
        Request("DELETE", _pair(call, one["from"]["id"], other["id"])) for one in inputs_of(call) for other in one["to"]
    ]


def label_parts(call: Call) -> list[Request]:
    """Each pair that loses labels, as a batch of its own."""
    kind, to = segment(call.params["fromObjectType"]), segment(call.params["toObjectType"])
    path = f"/crm/v4/associations/{kind}/{to}/batch/labels/archive"
    return [Request("POST", path, {}, {"inputs": [one]}) for one in inputs_of(call)]


def old_links(call: Call) -> list[Request]:
    """Each pair of the older call: its type is a number, or the name of the unlabelled one."""
    requests = []
    for one in inputs_of(call):
        type_id = str(one["type"])
        if type_id.isdecimal():
            types = [{"associationCategory": "HUBSPOT_DEFINED", "associationTypeId": int(type_id)}]
            requests.append(Request("PUT", _pair(call, one["from"]["id"], one["to"]["id"]), {}, types))
        else:
            _check_plain(call, type_id)
            requests.append(Request("PUT", _pair(call, one["from"]["id"], one["to"]["id"], plain=True)))
    return requests


def old_links_away(call: Call) -> list[Request]:
    """The same of links that are taken away, which only the unlabelled type tells of for sure."""
    for one in inputs_of(call):
        _check_plain(call, str(one["type"]))
    return [Request("DELETE", _pair(call, one["from"]["id"], one["to"]["id"])) for one in inputs_of(call)]


def _check_plain(call: Call, name: str) -> None:
    """Raise ValueError for a type that is not the unlabelled one by its name, such as `contact_to_company`."""
    kinds = [kind_of(part) for part in name.split("_to_")]
    if kinds != [kind_of(str(call.params["fromObjectType"])), kind_of(str(call.params["toObjectType"]))]:
        raise ValueError(f"{name} is not the unlabelled type of these links")


# --- what the answer says to each


def told_links(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """Each pair that the answer shows was linked; the others failed if it tells of errors."""
    body = answer.body if isinstance(answer.body, Mapping) else {}
    done = {_ends(one) for one in body.get("results") or []}
    errors = list(body.get("errors") or [])
    rest = Answer(400, errors[0]) if errors else Answer()
    return [Answer(200, {}) if ends_in(request.path) in done else rest for request in requests]


def _ends(result: Mapping[str, Any]) -> tuple[str, str]:
    if "from" in result:
        return str(result["from"]["id"]), str(result["to"]["id"])
    return str(result.get("fromObjectId")), str(result.get("toObjectId"))


def ends_in(path: str) -> tuple[str, str]:
    """The ids of the two records in the path of one link."""
    parts = path.strip("/").split("/")
    return unquote(parts[4]), unquote(parts[-1])


def each_away(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """For a call whose answer names no pairs: all was done where it tells of no errors."""
    failed = isinstance(answer.body, Mapping) and bool(answer.body.get("errors"))
    return [Answer() if failed else Answer(200, {}) for _ in requests]


# --- what stood there before


def from_ids(inputs: Any) -> dict[str, Any]:
    """The body of the one read that shows what the first records of all pairs are linked with."""
    given = inputs if isinstance(inputs, list) else []
    return {"inputs": [{"id": id} for id in dict.fromkeys(str(one["from"]["id"]) for one in given)]}


@stopping_cut
def between_in(body: Any, request: Request) -> Answer:
    """What one of them is linked with, as its own read would begin; it reads on where the answer holds only a part."""
    id = ends_in(request.path)[0]
    found = next((one for one in body["results"] if str(one["from"]["id"]) == id), None)
    if found is None:
        return Answer(200, {"results": []})
    return Answer(200, {"results": [], "again": True} if found.get("paging") else {"results": found["to"]})
