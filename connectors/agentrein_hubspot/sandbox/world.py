"""What every area of the stand-in shares: the clock, the ids, who acts, and a place for what each area keeps."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

PORTAL = 24680013
_Kept = TypeVar("_Kept")


@dataclass(frozen=True)
class Caller:
    """Who acts: an integration with a token of its own, or a person in HubSpot's own pages.

    `source` and `source_id` are what a record shows of who wrote it: `hs_object_source`, `hs_object_source_id`.
    """

    name: str
    source: str
    source_id: str
    user_id: int
    scopes: frozenset[str] = frozenset()


class World:
    """Everything behind the API."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.portal = PORTAL
        self.callers: dict[str, Caller] = {}
        """By token."""
        self.search_lag = 0.0
        """For how many seconds the search does not find what was written."""
        self._kept: dict[type[Any], Any] = {}
        self._numbers = itertools.count(101)
        self._records = itertools.count(101)
        self._link_types = itertools.count(1001)

    def kept(self, kind: type[_Kept]) -> _Kept:
        """What an area keeps: one object of its own class, made when first asked for."""
        if kind not in self._kept:
            self._kept[kind] = kind()
        return self._kept[kind]  # type: ignore[no-any-return]

    def new_id(self) -> str:
        """An id that nothing else has; the same ones come in each life of a sandbox."""
        return str(next(self._numbers))

    def new_record_id(self) -> str:
        """The id of a new record: counted apart, so that those of the start do not depend on other areas."""
        return str(next(self._records))

    def new_link_type(self) -> int:
        """The id of a kind of link that nothing else has."""
        return next(self._link_types)

    def moment(self, at: float | None = None) -> str:
        """A time as HubSpot writes it, to the millisecond."""
        shown = datetime.fromtimestamp(self.clock() if at is None else at, UTC)
        return shown.strftime("%Y-%m-%dT%H:%M:%S.") + f"{shown.microsecond // 1000:03d}Z"
