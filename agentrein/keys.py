"""Idempotency keys: a vendor that is sent one answers a repetition with its first answer, and does nothing twice."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from agentrein.model import Answer, Call, State, Verdict

if TYPE_CHECKING:
    from agentrein.connector import Connector
    from agentrein.fold import Action


@dataclass(frozen=True, slots=True)
class Keyed:
    """That a vendor takes idempotency keys: in which header, for which addresses, and for how many seconds.

    Beyond the window the vendor may have forgotten a key, and would do the same again: no key is reused then.
    """

    header: str
    window: float
    takes: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Tried:
    """One intent of an undo that was sent under a key."""

    key: str
    call: Mapping[str, Any]
    at: datetime
    answered: bool = False


@dataclass(slots=True)
class Keyring:
    """The keys of one undo, by action: those of earlier attempts, as the ledger tells, and its own."""

    tried: dict[int, list[Tried]] = field(default_factory=dict)

    def know(self, action: Action) -> None:
        """Note the keys of the attempts that an action's entries tell of."""
        self.tried.setdefault(action.seq, list(action.tried))

    def key_for(self, connector: Connector, name: str, seq: int, call: Call, shown: Mapping[str, Any]) -> str:
        """The key for an attempt: the last one's where that is repeated because no answer came, else a new one."""
        if connector.keyed is None or not connector.keyed.takes(call.address):
            return ""
        earlier = self.tried.setdefault(seq, [])
        last = earlier[-1] if earlier else None
        now = datetime.now(UTC)
        window = timedelta(seconds=connector.keyed.window)
        if last is not None and not last.answered and last.call == shown and now - last.at < window:
            return last.key
        key = f"{name}-undo-{len({one.key for one in earlier}) + 1}"
        earlier.append(Tried(key, shown, now))
        return key

    def answered(self, seq: int, verdict: Verdict, answer: Answer) -> None:
        """Note that the vendor answered: what it stored would only be repeated to the same key."""
        earlier = self.tried.get(seq)
        if earlier and answer.status is not None and not verdict.not_executed:
            earlier[-1] = replace(earlier[-1], answered=True)

    def last(self, seq: int) -> str:
        """The key of the last attempt, empty where there was none."""
        earlier = self.tried.get(seq)
        return earlier[-1].key if earlier else ""


def with_key(connector: Connector, run: str, call: Call) -> Call:
    """The call with a key of its own; one that the caller gave is kept."""
    if call.key or connector.keyed is None or not connector.keyed.takes(call.address):
        return call
    return replace(call, key=f"{run}-{secrets.token_hex(6)}-do")


def is_made(run: str, key: str) -> bool:
    """Whether a key was made here for a write of the run, rather than given by the caller."""
    return key.startswith(f"{run}-") and key.endswith("-do")


def may_repeat(call: Call, verdict: Verdict, answer: Answer) -> bool:
    """Whether a call of unknown outcome may be sent again: its key sees to it that it happens once."""
    interrupted = answer.error is not None and not isinstance(answer.error, Exception)
    return bool(call.key) and verdict.state is State.UNKNOWN and verdict.transient and not interrupted


def keys_of(intents: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[Tried]:
    """The keyed intents among entries, each with its time."""
    for at, payload in intents:
        if payload.get("key"):
            yield Tried(str(payload["key"]), payload["call"], datetime.fromisoformat(at))


__all__ = ["Keyed", "Keyring", "Tried", "is_made", "keys_of", "may_repeat", "with_key"]
