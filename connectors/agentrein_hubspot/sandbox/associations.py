"""Links between records.

https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.links import (
    HUBSPOT,
    Definition,
    Spec,
    connect,
    disconnect,
    drop,
    is_primary,
    links_of,
    neighbours,
    plain,
    types_between,
)
from agentrein_hubspot.sandbox.records import Record, Records, find_record, lookup
from agentrein_hubspot.sandbox.types import type_of
from agentrein_hubspot.sandbox.world import World

routes = Routes()

AROUND = "/crm/v4/objects/{kind}/{id}/associations/{other}"
OLD = "/crm/v3/associations/{kind}/{other}/batch"
BETWEEN = "/crm/v4/associations/{kind}/{other}/batch"


def specs_of(given: Any) -> list[Spec]:
    """The types that a request names; 400 where it names none."""
    if not isinstance(given, list) or not given:
        raise invalid("Invalid input JSON on line 1, column 1: association types are missing")
    try:
        return [(str(one["associationCategory"]), int(one["associationTypeId"])) for one in given]
    except (KeyError, TypeError, ValueError) as error:
        raise invalid(f"Invalid input JSON on line 1, column 1: {error} of an association type") from error


def pair_of(ask: Ask, kind: str, id: str, other: str, to: str) -> tuple[Record, Record]:
    """Two live records; 404 if one is not there."""
    return find_record(ask.world, type_of(ask.world, kind), id), find_record(ask.world, type_of(ask.world, other), to)


@routes.on(f"GET {AROUND}")
def around(ask: Ask, kind: str, id: str, other: str) -> Answer:
    """The records of a kind that one is linked with, and by what."""
    one = find_record(ask.world, type_of(ask.world, kind), id)
    found = neighbours(ask.world, one, type_of(ask.world, other))
    return ask.page(found, lambda record: shown(ask.world, one, record), limit=500, most=500)


def shown(world: World, one: Record, other: Record) -> dict[str, Any]:
    """One link as v4 shows it."""
    return {"toObjectId": int(other.id), "associationTypes": [_type(d) for d in types_between(world, one, other)]}


def _type(definition: Definition) -> dict[str, Any]:
    return {"category": definition.spec[0], "typeId": definition.spec[1], "label": definition.label}


@routes.on(f"PUT {AROUND}/{{to}}")
def put(ask: Ask, kind: str, id: str, other: str, to: str) -> Answer:
    """Link two records by types; what stands between them already stays."""
    one, with_it = pair_of(ask, kind, id, other, to)
    connect(ask.world, one, with_it, specs_of(ask.request.body))
    return Answer(201, labelled(ask, one, with_it))


def labelled(ask: Ask, one: Record, other: Record) -> dict[str, Any]:
    """The answer to a link with types."""
    return {
        "fromObjectTypeId": one.kind.id,
        "fromObjectId": int(one.id),
        "toObjectTypeId": other.kind.id,
        "toObjectId": int(other.id),
        "labels": [d.label for d in types_between(ask.world, one, other) if d.label],
    }


@routes.on("PUT /crm/v4/objects/{kind}/{id}/associations/default/{other}/{to}")
def put_plain(ask: Ask, kind: str, id: str, other: str, to: str) -> Answer:
    """Link two records without a label."""
    one, with_it = pair_of(ask, kind, id, other, to)
    connect(ask.world, one, with_it, [])
    return batched(ask, [_plain(ask, one, with_it)])


def _plain(ask: Ask, one: Record, other: Record) -> dict[str, Any]:
    category, type_id = plain(ask.world, one.kind, other.kind).spec
    spec = {"associationCategory": category, "associationTypeId": type_id}
    return {"from": {"id": one.id}, "to": {"id": other.id}, "associationSpec": spec}


@routes.on(f"DELETE {AROUND}/{{to}}")
def delete(ask: Ask, kind: str, id: str, other: str, to: str) -> Answer:
    """Take all labels and the link between two records away; where there was none the answer is the same."""
    one = lookup(ask.world, type_of(ask.world, kind), id)
    with_it = lookup(ask.world, type_of(ask.world, other), to)
    if one is not None and with_it is not None:
        disconnect(ask.world, one, with_it)
    return Answer(204)


# --- several at once


def batched(ask: Ask, results: list[Any], status: int = 200) -> Answer:
    """The answer to a batch of which all went well."""
    moment = ask.world.moment()
    return Answer(status, {"status": "COMPLETE", "results": results, "startedAt": moment, "completedAt": moment})


def _inputs(ask: Ask) -> list[dict[str, Any]]:
    ask.required("inputs")
    given = ask.body["inputs"]
    if not isinstance(given, list) or len(given) > 2000:
        raise invalid("a batch of associations has up to 2000 inputs")
    return given


@routes.on(f"POST {BETWEEN}/create")
def create_all(ask: Ask, kind: str, other: str) -> Answer:
    """Link several pairs by types."""
    pairs = [
        (pair_of(ask, kind, str(g["from"]["id"]), other, str(g["to"]["id"])), specs_of(g["types"]))
        for g in _inputs(ask)
    ]
    for (one, with_it), specs in pairs:
        connect(ask.world, one, with_it, specs)
    return batched(ask, [labelled(ask, *pair) for pair, _ in pairs], 201)


@routes.on(f"POST {BETWEEN}/associate/default")
def create_all_plain(ask: Ask, kind: str, other: str) -> Answer:
    """Link several pairs without a label."""
    pairs = [pair_of(ask, kind, str(g["from"]["id"]), other, str(g["to"]["id"])) for g in _inputs(ask)]
    for one, with_it in pairs:
        connect(ask.world, one, with_it, [])
    return batched(ask, [_plain(ask, *pair) for pair in pairs])


@routes.on(f"POST {BETWEEN}/archive")
def archive_all(ask: Ask, kind: str, other: str) -> Answer:
    """Take the links of several records away."""
    for given in _inputs(ask):
        for to in given["to"]:
            delete(ask, kind, str(given["from"]["id"]), other, str(to["id"]))
    return Answer(204)


@routes.on(f"POST {BETWEEN}/labels/archive")
def archive_labels(ask: Ask, kind: str, other: str) -> Answer:
    """Take single labels of several pairs away."""
    for given in _inputs(ask):
        one = lookup(ask.world, type_of(ask.world, kind), str(given["from"]["id"]))
        with_it = lookup(ask.world, type_of(ask.world, other), str(given["to"]["id"]))
        if one is not None and with_it is not None:
            drop(ask.world, one, with_it, specs_of(given["types"]))
    return Answer(204)


@routes.on(f"POST {BETWEEN}/read")
def read_all(ask: Ask, kind: str, other: str) -> Answer:
    """The links of several records."""
    results = []
    for given in _inputs(ask):
        one = lookup(ask.world, type_of(ask.world, kind), str(given["id"]))
        found = neighbours(ask.world, one, type_of(ask.world, other)) if one is not None else []
        if one is not None and found:
            results.append({"from": {"id": one.id}, "to": [shown(ask.world, one, to) for to in found]})
    return batched(ask, results)


@routes.on(f"POST {OLD}/create")
def old_create_all(ask: Ask, kind: str, other: str) -> Answer:
    """The older call: a type by its number, or the unlabelled one by its name."""
    given = _inputs(ask)
    for one in given:
        ends = pair_of(ask, kind, str(one["from"]["id"]), other, str(one["to"]["id"]))
        name = str(one["type"])
        connect(ask.world, *ends, [(HUBSPOT, int(name))] if name.isdecimal() else [])
    return batched(ask, given, 201)


@routes.on(f"POST {OLD}/archive")
def old_archive_all(ask: Ask, kind: str, other: str) -> Answer:
    """The older call: the link with all its labels."""
    for one in _inputs(ask):
        delete(ask, kind, str(one["from"]["id"]), other, str(one["to"]["id"]))
    return Answer(204)


@routes.on(f"POST {OLD}/read")
def old_read_all(ask: Ask, kind: str, other: str) -> Answer:
    """The older read: each type of a link is an entry of its own."""
    results = []
    for given in _inputs(ask):
        one = lookup(ask.world, type_of(ask.world, kind), str(given["id"]))
        found = neighbours(ask.world, one, type_of(ask.world, other)) if one is not None else []
        names = [{"id": to.id, "type": f"{one.kind.singular}_to_{to.kind.singular}"} for to in found if one is not None]
        if one is not None and found:
            results.append({"from": {"id": one.id}, "to": names})
    return batched(ask, results)


def state(world: World) -> State:
    """What stands between records that are there; which company is the primary one, the other record tells."""
    names = {id: kind.plural for (id, _), kind in ((key, r.kind) for key, r in world.kept(Records).by_id.items())}
    live = {key for key, record in world.kept(Records).by_id.items() if not record.archived}
    return {
        f"link:{names[key[0]]}:{key[1]}-{names[key[2]]}:{key[3]}": {
            "types": sorted(f"{d.spec[0]}:{d.spec[1]}" for d in types if not is_primary(d))
        }
        for key, types in links_of(world)
        if key[:2] in live and key[2:] in live
    }


AREA = Area(routes, state=state)
