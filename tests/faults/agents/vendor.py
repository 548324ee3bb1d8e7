"""One vendor of these tests: its stand-in, the clients of its SDK, and how another process finds them."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from typing import Any

from agentrein.testing import Sandbox
from agentrein.testing.conformance import Example


@dataclass(frozen=True)
class Vendor:
    """One vendor: variables name its server and the agent's token, as a revert in another process reads them."""

    name: str
    sandbox: type[Sandbox]
    variables: tuple[str, str]
    agent: str
    person: str
    client: Callable[[str, str], AbstractContextManager[Any]]
    examples: tuple[Example, ...]
    base: str = ""
    aclient: Callable[[str, str], AbstractAsyncContextManager[Any]] | None = None

    def environ(self, url: str) -> dict[str, str]:
        """The environment that names the stand-in at this address and the agent's account."""
        where, credential = self.variables
        return {where: f"{url}{self.base}", credential: self.agent}

    def ours(self) -> AbstractContextManager[Any]:
        """A client of the agent's, from the environment."""
        return self.client(*self._found())

    def aours(self) -> AbstractAsyncContextManager[Any]:
        """An async client of the agent's, from the environment."""
        assert self.aclient is not None, f"{self.name} has no async SDK"
        return self.aclient(*self._found())

    def theirs(self, url: str) -> AbstractContextManager[Any]:
        """A client of a person's."""
        return self.client(f"{url}{self.base}", self.person)

    def _found(self) -> tuple[str, str]:
        return os.environ[self.variables[0]], os.environ[self.variables[1]]
