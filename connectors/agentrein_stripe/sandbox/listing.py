"""Lists and expansions, which every object has alike.

https://docs.stripe.com/api/pagination and https://docs.stripe.com/api/expanding_objects
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, fail, invalid, unknown
from agentrein_stripe.sandbox.world import Thing

Expansion = Callable[[Ask, Thing], Any]

EXPANSIONS: dict[str, Mapping[str, Expansion]] = {}
"""What only an expansion shows, by kind and key; filled when the areas load."""

_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "gt": lambda a, b: a > b,
    "gte": lambda a, b: a >= b,
    "lt": lambda a, b: a < b,
    "lte": lambda a, b: a <= b,
}
_PAGING = {"limit", "starting_after", "ending_before", "expand", "created"}

UNDATED: set[str] = set()
"""Kinds that answers show without the time of their creation; filled when the areas load."""


def listed(
    ask: Ask,
    things: Iterable[Thing],
    url: str,
    filters: Sequence[str] = (),
    given: Mapping[str, Any] | None = None,
) -> Answer:
    """One page of a list, the newest first, narrowed by `created` and these fields.

    `things` come oldest first. A filter in the plural, such as `lookup_keys`, takes several values.
    """
    asked = dict(ask.given if given is None else given)
    for name in asked:
        if name not in _PAGING and name not in filters:
            raise unknown(name)
    found = [one for one in reversed(list(things)) if _fits(one, asked, filters)]
    limit = _limit(asked.get("limit", "10"))
    start, end = _window(found, asked, limit)
    data = found[start:end]
    expand = asked.get("expand", [])
    names = [str(name) for name in ([expand] if isinstance(expand, str) else expand)]
    for name in names:
        if not name.startswith("data."):
            raise _not_expandable(name)
    inner = [name.removeprefix("data.") for name in names]
    more = start > 0 if "ending_before" in asked else end < len(found)
    shown = [expanded(ask, one, inner) for one in data]
    return Answer(200, {"object": "list", "data": shown, "has_more": more, "url": url})


def _limit(text: Any) -> int:
    if not isinstance(text, str) or not text.isdecimal() or not 1 <= int(text) <= 100:
        raise invalid("This value must be between 1 and 100 (it currently is '" + str(text) + "').", "limit")
    return int(text)


def _window(found: list[Thing], asked: Mapping[str, Any], limit: int) -> tuple[int, int]:
    ids = [one["id"] for one in found]
    for name in ("starting_after", "ending_before"):
        if name in asked and asked[name] not in ids:
            raise fail(400, f"No such object: '{asked[name]}'", code="resource_missing", param=name)
    if "ending_before" in asked:
        end = ids.index(asked["ending_before"])
        return max(0, end - limit), end
    start = ids.index(asked["starting_after"]) + 1 if "starting_after" in asked else 0
    return start, min(len(found), start + limit)


def _fits(thing: Thing, asked: Mapping[str, Any], filters: Sequence[str]) -> bool:
    created = asked.get("created")
    if isinstance(created, dict):
        if not all(_COMPARE[sign](thing["created"], int(value)) for sign, value in created.items()):
            return False
    elif created is not None and thing["created"] != int(created):
        return False
    return all(_shows(thing, name, asked[name]) for name in filters if name in asked)


def _shows(thing: Thing, name: str, wanted: Any) -> bool:
    """Whether an object shows what a filter wants, at that key, its singular, or within `promotion`."""
    if (name, wanted) == ("status", "all"):
        return True
    one = name if name in thing else name.removesuffix("s")
    shown = thing[one] if one in thing else (thing.get("promotion") or {}).get(one)
    return shown in wanted if isinstance(wanted, list) else bool(_plain(shown) == wanted)


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def expanded(ask: Ask, thing: Thing, names: Sequence[str]) -> Any:
    """An object with these names expanded, each a way of keys to an id; what is a list of ids is expanded as one."""
    shown = deepcopy(thing)
    if thing.get("object") in UNDATED:
        shown.pop("created", None)
    if len(names) > 20:
        raise invalid("You cannot expand more than 20 properties", "expand")
    for name in names:
        way = name.split(".")
        if len(way) > 4:
            raise invalid(f"You cannot expand more than 4 levels of a property ({name})", "expand")
        _expand(ask, shown, way, name)
    return shown


def _expand(ask: Ask, at: Any, way: Sequence[str], name: str) -> None:
    """Expand what stands at the first key, and go on from there; `data` of a list goes on in each of its entries."""
    if isinstance(at, list):
        for one in at:
            _expand(ask, one, way, name)
        return
    head, *rest = way
    if not isinstance(at, dict):
        return
    own = EXPANSIONS.get(str(at.get("object")), {}).get(head)
    if own is not None:
        at[head] = deepcopy(own(ask, ask.world.of(at["object"]).get(at["id"], at)))
    elif head not in at:
        raise _not_expandable(name)
    else:
        at[head] = _opened(ask, at[head], name)
    if rest:
        _expand(ask, at[head], rest, name)


def _opened(ask: Ask, value: Any, name: str) -> Any:
    """The object of an id, those of a list of ids, or what is there."""
    if isinstance(value, list):
        return [_opened(ask, one, name) for one in value]
    if not isinstance(value, str):
        return value
    found = ask.world.by_id(value)
    if found is None:
        raise _not_expandable(name)
    return deepcopy(found)


def _not_expandable(name: str) -> Exception:
    return invalid(f"This property cannot be expanded ({name}).", "expand")
