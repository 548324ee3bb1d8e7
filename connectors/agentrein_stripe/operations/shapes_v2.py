"""The shapes that rows of API v2 have: it takes JSON, and null unsets what can be unset.

https://docs.stripe.com/api-v2-overview
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agentrein.connector import (
    REVERSIBLE,
    Operation,
    before,
    computed,
    do,
    either,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_stripe.operations.shapes import ACCOUNT
from agentrein_stripe.written import is_empty

Fields = Callable[[Mapping[str, Any], Any], tuple[Any, ...]]


def listed(address: str, *same: str, **named: Any) -> Any:
    """The effect in a list, the newest first, by what was sent at these names and the time.

    `named` are values that stand in the list under other names than the call says them.
    """
    return find(
        read(address, at="data", limit=100),
        same={**{name: sent(name) for name in same}, **named},
        since="created",
        newest=True,
    )


# --- change, and change back


def metadata_keys(call: Mapping[str, Any]) -> list[str]:
    """The keys of metadata that a call sets."""
    return list(call.get("metadata") or {})


def of_metadata(body: Mapping[str, Any]) -> tuple[Any, ...]:
    """A field for each key of metadata that a call sets; null drops one."""
    return tuple(
        field(key, inside="metadata", read=f"written.metadata[key={key}].value") for key in metadata_keys(body)
    )


def fields(*names: str, kept: tuple[str, ...] = ()) -> Fields:
    """The fields that a call sets, of these and of metadata; hashes and lists as a whole.

    What is `kept` cannot be emptied, so that a call which sets it where nothing stood is not undone.
    """

    def asked(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:
        shown = image if isinstance(image, Mapping) else {}
        own = (
            field(name, lossy=name in kept and is_empty(shown.get(name)), alike="as asked")
            for name in body
            if name in (*names, *kept)
        )
        return (*own, *of_metadata(body))

    return asked


def back(address: str, *parts: Any, moot: Any = None, **params: Any) -> Any:
    """Put the fields of an object back, each only if it still reads as the call left it."""
    return restore(
        read(f"GET {address}", completed="written", given={"metadata": computed(metadata_keys, sent())}, **params),
        f"POST {address}",
        *parts,
        moot=gone(f"GET {address}", parent=ACCOUNT) if moot is None else moot,
    )


# --- out of use, and into it again


def archive(one: str, *, goes_on: Any, **still: Any) -> Any:
    """Archive what the call made and no call deletes, if it still reads as then; it stays seen."""
    return do(
        f"POST {one}/archive",
        id=goes_on,
        goal=shows(read(f"GET {one}", id=goes_on), archived=True),
        still=still,
        ends=True,
        compensates=True,
    )


def archived(one: str, kind: str, sdk: str, page: str, scopes: tuple[str, ...]) -> tuple[Operation, ...]:
    """The rows that take a thing out of use, and into it again."""
    return (
        _turned(one, kind, f"{sdk}.archive", f"{page}/archive", scopes, to=True),
        _turned(one, kind, f"{sdk}.unarchive", f"{page}/unarchive", scopes, to=False),
    )


def _turned(one: str, kind: str, sdk: str, page: str, scopes: tuple[str, ...], *, to: bool) -> Operation:
    does, other = ("archive", "unarchive") if to else ("unarchive", "archive")
    return op(
        f"POST {one}/{does}",
        sdk=sdk,
        says=f"{does} {kind.replace('_', ' ')} {{id}}",
        tier=REVERSIBLE,
        object=path(f"stripe:{kind}:", sent("id")),
        before=read(f"GET {one}"),
        inverse=either(
            {
                not to: do(f"POST {one}/{other}", goal=shows(f"GET {one}", archived=not to), still={"archived": to}),
                to: None,
            },
            by=before("archived"),
        ),
        probe=stands(f"GET {one}", {"archived": to}),
        residue="Payments to it failed, or were made, meanwhile.",
        scopes=scopes,
        why=f"The other call takes it back. {page}",
    )
