"""The plain data that everything else speaks: calls, answers, actors, tiers and states. Frozen, no I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from agentrein.secret_texts import reason_of

Json = Any
"""A JSON value; the alias says what is meant where the type checker cannot."""


class Tier(StrEnum):
    """How far an operation can be undone, from mild to severe."""

    READ = "read"
    REVERSIBLE = "reversible"
    COSTLY = "costly"
    COMPENSABLE = "compensable"
    IRREVERSIBLE = "irreversible"


COSTLY, COMPENSABLE, IRREVERSIBLE, REVERSIBLE = Tier.COSTLY, Tier.COMPENSABLE, Tier.IRREVERSIBLE, Tier.REVERSIBLE


class State(StrEnum):
    """Where an action stands, folded from its ledger entries."""

    PLANNED = "planned"
    LANDED = "landed"
    REJECTED = "rejected"
    UNCHANGED = "unchanged"
    ACCEPTED = "accepted"
    PARTIAL = "partial"
    UNKNOWN = "unknown"
    REVERTED = "reverted"
    COMPENSATED = "compensated"
    CONFLICT = "conflict"
    HELD = "held"
    NEEDS_ATTENTION = "needs_attention"
    KEPT = "kept"


NOTHING_STANDS = frozenset({State.REJECTED, State.UNCHANGED})
"""States in which the vendor holds no effect of the action."""

UNDONE = frozenset({State.REVERTED, State.COMPENSATED})
"""States in which the effect was undone and read back."""

SETTLED = NOTHING_STANDS | UNDONE | {State.KEPT}
"""States in which nothing is left to do, and which a revert leaves as they are."""

ASKING = frozenset({State.CONFLICT, State.HELD, State.NEEDS_ATTENTION})
"""States in which an undo left an action for a person."""

LIVE = frozenset(State) - NOTHING_STANDS - UNDONE
"""States in which an effect stands, or may stand, at the vendor."""


class RunStatus(StrEnum):
    """Where a run stands."""

    OPEN = "open"
    PAUSED = "paused"
    COMPLETED = "completed"
    FAILED = "failed"
    REVERTING = "reverting"
    REVERTED = "reverted"
    NEEDS_ATTENTION = "needs_attention"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: account, mode (test or live, or the workspace where a vendor has no modes) and kind of credential.

    A mode that nothing told is empty, and then counts as any.
    """

    account: str
    mode: str = "live"
    kind: str = "token"

    @property
    def named(self) -> str:
        """Account and mode, for people."""
        return f"{self.account} ({self.mode})" if self.mode else self.account

    def same_as(self, other: Actor) -> bool:
        """Whether both see one account, in any spelling, of the same mode (the kind of credential may differ)."""
        one_mode = self.mode == other.mode or not (self.mode and other.mode)
        return self.account.casefold() == other.account.casefold() and one_mode


@dataclass(frozen=True, slots=True)
class Call:
    """What an SDK is about to send, decoded, in the vendor's own words.

    `params` holds path variables and query parameters alike; those that the address names are path variables.
    `headers` holds only headers that change the meaning of the call, never a credential. `key` is the idempotency key
    under which it is sent, empty where the vendor takes none.
    """

    connector: str
    address: str
    params: Mapping[str, Json] = field(default_factory=dict)
    body: Json = None
    headers: Mapping[str, str] = field(default_factory=dict)
    endpoint: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Own:
    """What a connector's comparison may know of the run that is undone.

    `sent` are the calls that the run recorded before it sent them. `plan` says that nothing is undone, because only a
    plan is asked for, and `planned` that it also counts on undos of what the run did to the thing, which do not show.
    `left` is how the action left a field, also while the reading is compared with what was there before.
    """

    actor: Actor
    sent: tuple[Call, ...] = ()
    planned: bool = False
    plan: bool = False
    left: Any = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a call: a status and a body, or the exception that came instead.

    `sent` is False only when it is certain that no request line ever left. `native` is what the SDK itself wants back;
    without it the proxy makes that from status, headers and body. `lacks` names what of it the body does not show, such
    as a secret that the proxy took out or what is no JSON: such an answer cannot be given again from the record.
    """

    status: int | None = None
    body: Json = None
    headers: Mapping[str, str] = field(default_factory=dict)
    error: BaseException | None = None
    sent: bool = True
    native: Any = None
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a connector classes an answer.

    `reason` loses what it shows as a credential, for a vendor's own words may repeat one. `not_executed` marks an
    answer after which the same request may be sent again at once or after `retry_after` seconds; `transient` one that
    an undo may retry after reading its goal; `client_wide` one that concerns every call of this client (revoked token,
    daily quota).
    """

    state: State
    reason: str = ""
    not_executed: bool = False
    transient: bool = False
    retry_after: float | None = None
    client_wide: bool = False

    def __post_init__(self) -> None:
        """Clean the reason."""
        if self.reason:
            object.__setattr__(self, "reason", reason_of(self.reason))

    @property
    def is_final(self) -> bool:
        """Whether the vendor refused this very request, so that the same one would be refused again."""
        return self.state is State.REJECTED and not self.transient and not self.client_wide
