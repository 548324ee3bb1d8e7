"""The class that a gated session has: its own class, with the gate before `send`.

It survives copy, deepcopy and pickle, and sessions of users' own classes have it as well.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from requests import PreparedRequest, Response, Session

from agentrein.connector import Options, UsageError, armed
from agentrein_salesforce import connector

MARK = "_rein_mark"


@dataclass(frozen=True)
class Mark:
    """What makes a session gated: what `wrap` was told, the instances at which its clients act, and their orgs."""

    options: Options
    endpoints: tuple[str, ...] = ()
    orgs: tuple[str, ...] = ()


Send = Callable[[Any, PreparedRequest, Mapping[str, Any], Callable[..., Response]], Response]
_gate: list[Send] = []


def stands(gate: Send) -> None:
    """Put the function in place through which every gated session sends."""
    _gate[:] = [gate]


class Gate:
    """What a gated class has before the user's own."""

    def send(self, request: PreparedRequest, **settings: Any) -> Response:
        """Send through the gate."""
        return _gate[0](self, request, settings, super().send)  # type: ignore[misc] # a session's class follows

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        """As a call that puts the gate into place wherever it is unpickled."""
        state: Any = self.__getstate__()
        if isinstance(state, dict):
            state = {**state, MARK: self.__dict__[MARK]}
        return _restored, (plain_class(type(self)),), state

    def __setstate__(self, state: Any) -> None:
        """Take the state, and note the places for the tripwire, which no `wrap` did in this process."""
        super().__setstate__(state)  # type: ignore[misc] # a session's class follows
        for endpoint in mark_of(self).endpoints:
            armed(connector, endpoint)


def _restored(kind: Any) -> Session:
    made: Session = object.__new__(_gated(kind))
    return made


@cache
def _gated(kind: Any) -> type[Any]:
    """The gated twin of a class of sessions; it goes by the same name."""
    named = {"__module__": kind.__module__, "__qualname__": kind.__qualname__, "__doc__": kind.__doc__}
    return type(kind.__name__, (Gate, kind), named)


def plain_class(kind: type[Any]) -> type[Any]:
    """The user's own class of a session that may be gated."""
    return kind.__mro__[2] if kind.__mro__[1] is Gate else kind


def is_gated(session: object) -> bool:
    """Whether a session has the gate."""
    return isinstance(session, Gate)


def mark_of(session: Any) -> Mark:
    """The mark of a gated session."""
    found: Mark = session.__dict__[MARK]
    return found


def check(session: Any, options: Options) -> None:
    """Raise UsageError where a gated session was armed with other options."""
    if mark_of(session).options != options:
        raise UsageError(
            "this client is armed already, with other options",
            now="wrap it once, or give the other one a session of its own",
        )


def _is_mock(session: Any) -> bool:
    """Whether it is a mock that stands for a session or its method, rather than around one."""
    mock = sys.modules.get("unittest.mock")
    return mock is not None and isinstance(session, mock.NonCallableMock) and session._mock_wraps is None


def gate(session: Any, options: Options, endpoint: str, org: str = "") -> None:
    """Put the gate into a session; raises UsageError where it has other options or is no session of `requests`.

    A mock of one is let alone: it sends nothing.
    """
    if _is_mock(session):
        return
    if not issubclass(type(session), Session):  # a mock of one says that it is one
        raise UsageError(
            f"its session is a {type(session).__qualname__}, not one of requests",
            now="give it a requests.Session, or one of a class of your own that is derived from it",
        )
    if "send" in vars(session) and not _is_mock(vars(session)["send"]):
        raise UsageError(
            "its session has a `send` of its own, where the gate would stand",
            now="override `send` in a class derived from requests.Session, then wrap the client",
        )
    if not is_gated(session):
        kind: Any = type(session)
        session.__dict__[MARK] = Mark(options)
        session.__class__ = _gated(kind)
    check(session, options)
    known = mark_of(session)
    places = dict.fromkeys((*known.endpoints, endpoint))
    orgs = dict.fromkeys((*known.orgs, *([org] if org else [])))
    session.__dict__[MARK] = Mark(options, tuple(places), tuple(orgs))
    armed(connector, endpoint)
