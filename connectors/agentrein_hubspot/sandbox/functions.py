"""The functions of workflow actions, whose source is sent as plain text.

https://developers.hubspot.com/docs/api-reference/legacy/automation/actions-v4/guide
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid, not_found
from agentrein_hubspot.sandbox.automation import ONE, action_of, actions_of
from agentrein_hubspot.sandbox.shelf import Thing
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_ALL = f"{ONE}/functions"
_KIND = f"{_ALL}/{{kind}}"
_NAMED = f"{_KIND}/{{function}}"
_KINDS = ("PRE_ACTION_EXECUTION", "PRE_FETCH_OPTIONS", "POST_FETCH_OPTIONS", "POST_ACTION_EXECUTION")


def _found(action: Thing, kind: str, function: str) -> Thing:
    found: Thing | None = action["functions"].get((kind, function))
    if found is None:
        raise not_found(f"There is no function {kind} {function}".rstrip())
    return found


@routes.on(f"GET {_ALL}")
def listed(ask: Ask, app: str, action: str) -> Answer:
    """What functions an action has, without their source."""
    found = action_of(ask, app, action)["functions"].values()
    return Answer(200, {"results": [{name: one[name] for name in ("functionType", "id")} for one in found]})


@routes.on(f"GET {_KIND}", f"GET {_NAMED}")
def get(ask: Ask, app: str, action: str, kind: str, function: str = "") -> Answer:
    """One of them."""
    return Answer(200, _found(action_of(ask, app, action), kind, function))


@routes.on(f"PUT {_KIND}", f"PUT {_NAMED}")
def put(ask: Ask, app: str, action: str, kind: str, function: str = "") -> Answer:
    """Write one, whether it was there or not."""
    found = action_of(ask, app, action)
    if kind not in _KINDS:
        raise invalid(f"Unknown function type {kind}")
    if not ask.request.headers.get("content-type", "").startswith("text/plain"):
        raise invalid("The source of a function is plain text")
    shown = {"functionType": kind, "id": function or None}
    found["functions"][kind, function] = {**shown, "functionSource": ask.request.raw.decode()}
    return Answer(200, shown)


@routes.on(f"DELETE {_KIND}", f"DELETE {_NAMED}")
def remove(ask: Ask, app: str, action: str, kind: str, function: str = "") -> Answer:
    """Take one out."""
    found = action_of(ask, app, action)
    _found(found, kind, function)
    del found["functions"][kind, function]
    return Answer(204)


def seed(world: World) -> None:
    """The action 7901 fetches its options with a function, and runs another after them."""
    functions = actions_of(world).shelf.one("7901")["functions"]
    for kind, function in (("PRE_FETCH_OPTIONS", ""), ("POST_FETCH_OPTIONS", "ring")):
        source = f"exports.main = () => '{kind}';"
        functions[kind, function] = {"functionType": kind, "id": function or None, "functionSource": source}


def state(world: World) -> State:
    """The sources."""
    return {
        f"action:{action}/function:{kind}:{function}": {"source": one["functionSource"]}
        for action, thing in actions_of(world).shelf.things.items()
        for (kind, function), one in thing["functions"].items()
    }


AREA = Area(routes, seed, state)
