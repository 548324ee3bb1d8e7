"""One SDK on the bench."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import agentrein as rein

HERE = "http://127.0.0.1:9"


@dataclass(frozen=True, slots=True)
class Bench:
    """One SDK: makes a client; reads and writes with one, each a single request."""

    sdk: str
    client: Callable[[], Any]
    read: Callable[[Any], object]
    write: Callable[[Any], object]

    def armed(self) -> Any:
        """A client that went through `rein.wrap`."""
        return rein.wrap(self.client())
