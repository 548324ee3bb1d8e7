"""What objects of API v2 have in common: JSON in and out, times as texts, null that unsets.

https://docs.stripe.com/api-v2-overview
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, fail, missing, unknown
from agentrein_stripe.sandbox.resource import Resource
from agentrein_stripe.sandbox.world import Thing


def kind_of(
    kind: str,
    prefix: str,
    *,
    parent: tuple[str, str] | None = None,
    hidden: tuple[str, ...] = (),
    compensated: Callable[[Mapping[str, Any]], bool] = lambda snapshot: snapshot.get("archived") is True,
) -> Resource:
    """A kind of object whose routes an area writes itself; one that is archived counts as undone."""
    return Resource(
        kind, prefix, "", does=(), event="", parent=parent, hidden=("updated", *hidden), compensated=compensated
    )


def made(ask: Ask, kind: Resource, **fields: Any) -> Thing:
    """A new object of these fields."""
    id = ask.world.new_id(kind.prefix)
    thing: Thing = {"id": id, "object": kind.kind, "created": moment(ask), "livemode": ask.world.livemode, **fields}
    ask.world.of(kind.kind)[id] = thing
    return thing


def moment(ask: Ask) -> str:
    """The vendor's clock, as version 2 says it."""
    return datetime.fromtimestamp(ask.request.at, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def found(ask: Ask, kind: Resource, id: str, **parent: str) -> Thing:
    """The object of an id that the path names."""
    thing = ask.world.of(kind.kind).get(id)
    if thing is None or any(thing[name] != value for name, value in parent.items()):
        raise fail(404, f"No such {kind.kind.rpartition('.')[2].replace('_', ' ')}: {id}", code="not_found")
    return thing


def listed(things: Iterable[Thing]) -> Answer:
    """A list of these, the newest first."""
    return Answer(200, {"data": list(things)[::-1], "next_page_url": None, "previous_page_url": None})


def checked(ask: Ask, *known: str, required: Collection[str] = ()) -> None:
    """400 for a parameter that there is not, or that is missing."""
    for name in ask.given:
        if name not in known:
            raise unknown(name)
    for name in required:
        if ask.given.get(name) is None:
            raise missing(name)


def changed(ask: Ask, thing: Thing, *told: str) -> Answer:
    """Change what a call tells of an object: metadata key by key, hashes member by member, in which null unsets."""
    checked(ask, *told, "metadata")
    for name in told:
        if name in ask.given:
            thing[name] = merged(thing.get(name), deepcopy(ask.given[name]))
    if "metadata" in ask.given:
        held = {**(thing.get("metadata") or {}), **(ask.given["metadata"] or {})}
        thing["metadata"] = {key: value for key, value in held.items() if value is not None}
    return Answer(200, thing)


def merged(held: Any, given: Any) -> Any:
    """What a hash holds once another was merged into it; anything else is replaced."""
    return {**held, **given} if isinstance(held, dict) and isinstance(given, dict) else given
