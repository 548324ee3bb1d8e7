"""What the core needs of an armed client, and the request in the form in which it leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from agentrein.model import Call, Json, Verdict

if TYPE_CHECKING:
    from agentrein.connector import Connector


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it leaves: `path` still encoded and without the endpoint's own base path, `body` decoded.

    The body is what a JSON parser would give for what leaves: tuples and other mappings in it become lists and dicts.
    `opaque` says that the body could not be decoded (an upload), so that only a row which expects that admits it.
    `verb` and `url` say how it looks on the wire where that is not `method`, or not endpoint and path. `key` is the
    idempotency key that the caller gave; the SDK's own is none.
    """

    method: str
    path: str
    params: Mapping[str, Json] = field(default_factory=dict)
    body: Json = None
    headers: Mapping[str, str] = field(default_factory=dict)
    opaque: bool = False
    verb: str = ""
    url: str = ""
    key: str = ""

    def __post_init__(self) -> None:
        """Hold the body as it leaves: rows look for lists, and an SDK's caller may have passed a tuple."""
        if self.body is not None:
            object.__setattr__(self, "body", _as_it_leaves(self.body))


def _as_it_leaves(value: Json) -> Json:
    match value:
        case Mapping():
            return {key: _as_it_leaves(one) for key, one in value.items()}
        case list() | tuple():
            return [_as_it_leaves(one) for one in value]
    return value


class Check(Protocol):
    """What is called immediately before the bytes leave, and may raise.

    `key` is the idempotency key that the request has to carry, empty for none; `fills` are fields that its body has to
    say besides, because the row fills them in.
    """

    @property
    def key(self) -> str:
        """The key."""
        ...

    @property
    def fills(self) -> Mapping[str, Json]:
        """The fields."""
        ...

    def __call__(self) -> None:
        """Raise if the request may not leave any more."""
        ...


class Client(Protocol):
    """An armed client, as the core sees it. A proxy implements it once per SDK client class.

    One that knows without asking which scopes its credential was granted may also have `granted`: a frozenset of them,
    in the names of the rows' `scopes`, or None. A write whose undo needs another is then refused before it is sent.
    One that serves both drivers has `request_async` beside `request`, and `awaits(call)` tells which one is meant for
    a call on an event loop.
    """

    @property
    def connector(self) -> Connector:
        """The connector whose table judges the calls."""
        ...

    @property
    def endpoint(self) -> str:
        """The base URL."""
        ...

    @property
    def identity(self) -> str:
        """What tells this client's credential from others in this process; never stored."""
        ...

    @property
    def kind(self) -> str:
        """The kind of credential, such as `token`."""
        ...

    @property
    def options(self) -> Options:
        """What `wrap` was told."""
        ...

    def request(self, call: Call, check: Callable[[], None] | None) -> Any:
        """Send one call once, with no hidden resend, and give the Answer (an async client: an awaitable of it).

        `check` runs immediately before the bytes leave and may raise.
        """
        ...

    def wait(self, verdict: Verdict, attempt: int) -> float | None:
        """Seconds the user's client would wait before repeating a request that was not executed; None to give up."""
        ...


@dataclass(frozen=True, slots=True)
class Options:
    """What `rein.wrap` was told; plain data, so that it survives pickling."""

    account: str | None = None
    outside_run: str = "refuse"
    allow_untested: bool = False
