"""Labels of links: the kinds of association between two kinds of records.

https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, conflict, invalid, not_found
from agentrein_hubspot.sandbox.links import USER, Definition, Links, Spec, add_definition, definitions_of
from agentrein_hubspot.sandbox.types import type_of
from agentrein_hubspot.sandbox.world import World

routes = Routes()

LABELS = "/crm/v4/associations/{kind}/{other}/labels"
LIMITS = "/crm/v4/associations/definitions/configurations"
BETWEEN = f"{LIMITS}/{{kind}}/{{other}}"


def _show(one: Definition) -> dict[str, Any]:
    return {"category": one.spec[0], "typeId": one.spec[1], "label": one.label}


def _known(ask: Ask, kind: str, other: str) -> dict[Spec, Definition]:
    return definitions_of(ask.world, type_of(ask.world, kind), type_of(ask.world, other))


@routes.on(f"GET {LABELS}")
def listed(ask: Ask, kind: str, other: str) -> Answer:
    """The kinds of links from one kind of records to another."""
    return Answer(200, {"results": [_show(one) for one in _known(ask, kind, other).values()]})


@routes.on(f"POST {LABELS}")
def create(ask: Ask, kind: str, other: str) -> Answer:
    """A label; with an inverse label it reads otherwise from the other side. Both directions get a type."""
    ask.only("name", "label", "inverseLabel")
    ask.required("name", "label")
    one, with_it = type_of(ask.world, kind), type_of(ask.world, other)
    known, label = _known(ask, kind, other), ask.body["label"]
    if any(definition.label == label or definition.name == ask.body["name"] for definition in known.values()):
        raise conflict(f"An association label {label} already exists")
    there, paired = ask.world.new_link_type(), ask.body.get("inverseLabel")
    back = ask.world.new_link_type()
    add_definition(ask.world, one.id, with_it.id, USER, (there, back), (label, paired or label), ask.body["name"])
    return Answer(200, {"results": [_show(known[USER, there]), _show(_known(ask, other, kind)[USER, back])]})


def _own(ask: Ask, kind: str, other: str, id: Any) -> Definition:
    found = _known(ask, kind, other).get((USER, int(id)))
    if found is None:
        raise not_found(f"No association type {id} of the portal's own")
    return found


@routes.on(f"PUT {LABELS}")
def update(ask: Ask, kind: str, other: str) -> Answer:
    """Another text for a label, and for its other side."""
    ask.only("associationTypeId", "label", "inverseLabel")
    ask.required("associationTypeId", "label")
    found = _own(ask, kind, other, ask.body["associationTypeId"])
    back = _known(ask, other, kind)[USER, found.inverse]
    paired = back.label != found.label
    found.label = ask.body["label"]
    back.label = ask.body.get("inverseLabel") or (back.label if paired else found.label)
    return Answer(204)


@routes.on(f"DELETE {LABELS}/{{id}}")
def delete(ask: Ask, kind: str, other: str, id: str) -> Answer:
    """Delete a label with every use of it, in both directions."""
    found = _own(ask, kind, other, id)
    back = (USER, found.inverse)
    one, with_it = type_of(ask.world, kind).id, type_of(ask.world, other).id
    store = ask.world.kept(Links)
    for key, held in store.between.items():
        if (key[0], key[2]) == (one, with_it):
            held.pop(found.spec, None)
        if (key[0], key[2]) == (with_it, one):
            held.pop(back, None)
    del store.definitions[one, with_it][found.spec]
    store.definitions[with_it, one].pop(back, None)
    return Answer(204)


# --- how many links of a kind a record may have


def _limits(ask: Ask, kind: str, other: str) -> dict[Spec, int]:
    key = type_of(ask.world, kind).id, type_of(ask.world, other).id
    return ask.world.kept(Links).limits.setdefault(key, {})


def _show_limit(ask: Ask, kind: str, other: str, spec: Spec, most: int) -> dict[str, Any]:
    return {**_show(_known(ask, kind, other)[spec]), "userEnforcedMaxToObjectIds": most}


@routes.on(f"GET {BETWEEN}")
def limits(ask: Ask, kind: str, other: str) -> Answer:
    """The limits between two kinds of records."""
    found = _limits(ask, kind, other)
    return Answer(200, {"results": [_show_limit(ask, kind, other, spec, most) for spec, most in found.items()]})


def _given(ask: Ask, kind: str, other: str, *names: str) -> list[tuple[Spec, dict[str, Any]]]:
    ask.required("inputs")
    given = []
    for one in ask.body["inputs"]:
        ask.required("category", "typeId", *names, of=one)
        spec = one["category"], int(one["typeId"])
        if spec not in _known(ask, kind, other):
            raise not_found(f"No association type {spec[0]}:{spec[1]}")
        given.append((spec, one))
    return given


def _batch(ask: Ask, status: int, results: list[Any]) -> Answer:
    moment = ask.world.moment()
    return Answer(status, {"status": "COMPLETE", "results": results, "startedAt": moment, "completedAt": moment})


@routes.on(f"POST {BETWEEN}/batch/create")
def create_limits(ask: Ask, kind: str, other: str) -> Answer:
    """Limits for types that have none."""
    given, found = _given(ask, kind, other, "maxToObjectIds"), _limits(ask, kind, other)
    if any(spec in found for spec, _ in given):
        raise invalid("An association limit of that type is there already")
    found |= {spec: int(one["maxToObjectIds"]) for spec, one in given}
    return _batch(ask, 201, [_show_limit(ask, kind, other, spec, found[spec]) for spec, _ in given])


@routes.on(f"POST {BETWEEN}/batch/update")
def update_limits(ask: Ask, kind: str, other: str) -> Answer:
    """Other limits."""
    given, found = _given(ask, kind, other, "maxToObjectIds"), _limits(ask, kind, other)
    if any(spec not in found for spec, _ in given):
        raise not_found("No association limit of that type")
    found |= {spec: int(one["maxToObjectIds"]) for spec, one in given}
    results = [_show_limit(ask, kind, other, spec, found[spec]) for spec, _ in given]
    return _batch(ask, 200, results)


@routes.on(f"POST {BETWEEN}/batch/purge")
def delete_limits(ask: Ask, kind: str, other: str) -> Answer:
    """No limits any more."""
    found = _limits(ask, kind, other)
    for spec, _ in _given(ask, kind, other):
        found.pop(spec, None)
    return Answer(204)


def state(world: World) -> State:
    """The portal's own labels, and the limits."""
    store, found = world.kept(Links), State()
    for (one, other), known in store.definitions.items():
        for definition in known.values():
            if definition.spec[0] == USER:
                found[f"label:{one}-{other}:{definition.spec[1]}"] = {"label": definition.label}
    for (one, other), limits in store.limits.items():
        found |= {f"limit:{one}-{other}:{spec[1]}": {"most": most} for spec, most in limits.items()}
    return found


AREA = Area(routes, state=state)
