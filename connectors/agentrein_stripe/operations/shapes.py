"""The shapes that most rows have: make and delete, make and archive, change and change back.

Stripe shows no author, because a key acts for an account: what an event says of the request that caused it is what
tells our effects from those of others. https://docs.stripe.com/api/events/object
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agentrein.connector import answer, computed, days, do, field, find, found, gone, key, read, restore, sent, shows
from agentrein_stripe.written import is_empty, member, metadata_keys

ACCOUNT = "GET /v1/account"
"""What must still be readable where a thing is not: else it may be out of reach rather than gone."""

EVENTS = "Events of it and of its undo stay for 30 days, and went to webhook endpoints."
"""What every write leaves."""


# --- probes


def event(kind: str, effect: Any = None) -> Any:
    """The effect by the event that our own request caused; `effect` if it is not the object itself.

    https://docs.stripe.com/api/events: events are kept for 30 days.
    """
    return find(
        read("GET /v1/events", at="data", type=kind, limit=100),
        same={"request.idempotency_key": key()},
        since="created",
        newest=True,
        pages="starting_after",
        next="data.-1.id",
        effect=found("data.object") if effect is None else effect,
        kept=days(30),
    )


def listed(address: str, *same: str, **params: Any) -> Any:
    """The effect in a list, for a thing that has no event: by what was sent, and the time."""
    return find(
        read(address, at="data", limit=100, **params),
        same={name: sent(name) for name in same},
        since="created",
        newest=True,
        pages="starting_after",
        next="data.-1.id",
    )


def all_there(address: str, **params: Any) -> Any:
    """The before-image of what is added to a list that shows no times: all that is there already."""
    return read(address, completed="whole list", given={"address": address, **params}, limit=100, **params)


# --- make, and take back


def as_made(*names: str, **more: Any) -> dict[str, Any]:
    """For `still=`: these fields as the answer showed them."""
    return {**{name: answer(name) for name in names}, **more}


def like(*names: str) -> dict[str, str]:
    """For `alike=`: a field may read as the run itself changed it later, while a plan shows that as not undone yet."""
    return dict.fromkeys(names, "as made")


def delete(path: str, *names: str, others: Any = None, **params: Any) -> Any:
    """Delete what the call made, if these fields still read as then.

    `others` is a read of it that is completed with `others`, what people attached to it since; there must be none.
    """
    source = read(f"GET {path}", **params) if others is None else others
    still = as_made(*names, **({} if others is None else {"others": []}))
    alike = like(*names) if others is None else {**like(*names), "others": "own work"}
    return do(
        f"DELETE {path}", goal=gone(_maybe(source), parent=ACCOUNT), still=still, alike=alike, ok=(404,), **params
    )


def _maybe(source: Any) -> Any:
    return read(source.address, source.at, maybe=True, completed=source.completed, given=source.given, **source.params)


def archive(path: str, *names: str, others: Any = None, turn: str = "active", off: Any = False, **params: Any) -> Any:
    """Archive what the call made and no call deletes, if these fields still read as then; it stays seen."""
    source = read(f"GET {path}", **params) if others is None else others
    return do(
        f"POST {path}",
        {turn: off},
        goal=shows(source, want={turn: off}),
        still=as_made(*names, **({} if others is None else {"others": []})),
        alike=like(*names) if others is None else {**like(*names), "others": "own work"},
        ends=True,
        compensates=True,
        **params,
    )


# --- change, and change back


def back(path: str, *parts: Any, keyed: bool = True, **more: Any) -> Any:
    """Put the fields of an object back, each only if it still reads as the call left it.

    `keyed` says that the object has metadata, of which the keys that a call sets are looked at.
    """
    given = {"metadata": computed(metadata_keys, sent())} if keyed else {}
    return restore(
        read(f"GET {path}", completed="written", given=given),
        f"POST {path}",
        *parts,
        moot=gone(f"GET {path}", parent=ACCOUNT),
        **more,
    )


def fields(
    *names: str, kept: tuple[str, ...] = (), bare: tuple[str, ...] = ()
) -> Callable[[Any, Any], tuple[Any, ...]]:
    """The fields that a call sets, of these and of metadata, each in the form in which it is written back.

    An empty text clears a field; one that is `kept` cannot be cleared, so that a call which sets it where nothing
    stood is not undone. What is empty within a `bare` one is left out. https://docs.stripe.com/metadata
    """

    def asked(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:
        found = (_field(name, names, kept, bare, image) for name in body)
        return tuple(one for one in found if one is not None)

    return asked


def _field(name: str, names: tuple[str, ...], kept: tuple[str, ...], bare: tuple[str, ...], image: Any) -> Any:
    outer, inner = member(name)
    if name == "metadata":
        return _cleared(name, "written.all_metadata")
    if outer == "metadata":
        return _cleared(name, f"written.metadata[key={inner}].value")
    if name not in (*kept, *bare) and outer not in names:
        return None
    place = ".".join((outer, *inner.split("]["))) if inner else outer
    form = "bare" if name in bare else "written"
    return _cleared(name, f"{form}.{place}", lossy=name in kept and is_empty(_shown(image, f"{form}.{place}")))


def _cleared(name: str, place: str, *, lossy: bool = False) -> Any:
    """A field that an empty text clears, which is how a call asks for that, too."""
    return field(name, read=place, clear="", same=(None, ""), lossy=lossy, alike="as asked")


def _shown(image: Any, place: str) -> Any:
    at = image
    for name in place.split("."):
        at = at.get(name) if isinstance(at, Mapping) else None
    return at
