"""From a method's name to the function that answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from agentrein.testing import Answer
from agentrein_slack.sandbox.ask import Ask, fail

Method = Callable[[Ask], Answer]
_M = TypeVar("_M", bound=Method)


class Methods:
    """A table of Slack's methods; tables of several areas are joined with `Methods(a, b)`."""

    def __init__(self, *tables: Methods) -> None:
        self._named: dict[str, tuple[Method, str, bool]] = {}
        for table in tables:
            self._named |= table.named()

    @property
    def names(self) -> list[str]:
        """Every method, sorted."""
        return sorted(self._named)

    def named(self) -> dict[str, tuple[Method, str, bool]]:
        """Every method with the scopes that it needs and whether it is for people only."""
        return dict(self._named)

    @property
    def scopes(self) -> frozenset[str]:
        """Every scope that a method needs."""
        return frozenset(one for _, scope, _ in self._named.values() for one in scope.split(",") if one)

    def on(self, name: str, scope: str = "", *, people: bool = False) -> Callable[[_M], _M]:
        """Register a function for a method; `scope` is needed (one of several), `people` refuses bots' tokens."""

        def register(method: _M) -> _M:
            if name in self._named:
                raise ValueError(f"{name}: this method already has a function")
            self._named[name] = (method, scope, people)
            return method

        return register

    def answer(self, ask: Ask) -> Answer:
        """Let the method answer, if there is one and the token may call it."""
        name = ask.request.call
        if name not in self._named:
            raise fail("unknown_method", req_method=name)
        method, scope, people = self._named[name]
        if name != "api.test":
            ask.allow(scope)
            if people:
                ask.people_only()
            if name in ask.sandbox.restricted:
                raise fail("restricted_action")
        return method(ask)
