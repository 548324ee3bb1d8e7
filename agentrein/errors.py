"""Every exception of AgentRein; each message says what happened, where, and what to do now.

    ReinError
    ├── Refused                 a write was not sent; a model can react to it (`for_model()`)
    │   ├── NeedsApproval       a person has been asked; once they approve, the same call goes through, once
    │   └── ResumeStopped       a leg that resumes does something else, or lacks an earlier answer
    ├── UsageError              the library was called in a way that cannot work
    │   ├── UnknownClient       `wrap` got something that no installed connector knows
    │   ├── UntestedVersion     the installed SDK is outside the tested range
    │   ├── ConfigurationError  a configuration file is wrong: file and line are named
    │   └── TableError          a connector's table is wrong: row and column are named
    ├── ClientError             a client for a revert cannot be built or is the wrong one
    └── LedgerError             the record cannot be had
        ├── LedgerUnusable      missing, locked, corrupt, read-only, of another kind
        ├── LedgerNewer         written by a newer AgentRein
        ├── ChainBroken         an entry does not fit its hash chain
        ├── UnknownRun          no such run
        ├── AmbiguousRun        several runs begin like this
        ├── RunOwned            a live process holds the run
        ├── KeyTaken            another process opened a run of this key at the same moment
        ├── UnknownApproval     no such approval
        ├── RunPruned           its payloads were deleted: it can be listed, not undone
        ├── EpochError          the run was taken over; this process may not write for it any more
        ├── Frozen              a person has stopped these writes; what sends one raises Refused instead
        └── EncryptionError     payloads are encrypted, and their key is not at hand

    DryRunEnd                   a dry run came to a call that nothing can answer: a result, which its block swallows
    Tripped                     a request went past the gate and was stopped; no `Exception`, so that nobody swallows it

`code` is stable (`REIN-R102`); `exit` is the command line's exit code.
"""

from __future__ import annotations

from typing import ClassVar

from agentrein.secret import scrubbed
from agentrein.visible import visible


class _Told(BaseException):
    """What has a message of three parts: `what`, `where` and `now`."""

    code: ClassVar[str] = "REIN-000"

    def __init__(self, what: str, *, where: str = "", now: str = "") -> None:
        super().__init__(what, where, now)
        self.what, self.where, self.now = what, where, now

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles with its three parts, and what else it carries, on the way out of a worker process."""
        return _told, (type(self), self.what, self.where, self.now), self.__dict__

    def __str__(self) -> str:
        """All three parts, one to a line."""
        return "\n".join(self._lines())

    def _lines(self) -> list[str]:
        """The parts as people read them: nothing that others wrote can act on their screen."""
        parts = [f"{self.code} {self.what}"]
        if self.where:
            parts.append(f"  where  {self.where}")
        if self.now:
            parts.append(f"  now    {self.now}")
        return [visible(part) for part in parts]


def _told(kind: type[_Told], what: str, where: str, now: str) -> _Told:
    return kind(what, where=where, now=now)


class ReinError(_Told, Exception):
    """Base of all; `what`, `where` and `now` are the three parts of the message."""

    exit: ClassVar[int] = 3


class Refused(ReinError):
    """A write was refused and nothing was sent.

    `why` tells the reason in words, `reason` in one of: policy, denied, expired, unknown, address, run closed, outside
    a run, taken over, ledger, frozen, resume, dry run. `says` is what it would have done, `operation` the name by which
    a policy knows it.
    """

    code = "REIN-R102"

    def __init__(
        self,
        what: str,
        *,
        reason: str,
        why: str = "",
        operation: str = "",
        says: str = "",
        where: str = "",
        now: str = "",
    ) -> None:
        super().__init__(what, where=where, now=now)
        self.reason, self.why, self.operation, self.says = reason, why, operation, says

    def __str__(self) -> str:
        """What, why, where and now, one to a line."""
        head, *rest = self._lines()
        return "\n".join([head, *([visible(f"  why    {self.why}")] if self.why else []), *rest])

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles with its keyword parts."""
        parts = ("reason", "why", "operation", "says", "where", "now")
        return _refused, (type(self), self.what, {name: getattr(self, name) for name in parts}), self.__dict__

    def for_model(self) -> str:
        """One sentence for a language model: what was not done, and not to try again; as safe to print as `str()`."""
        done = self.says or self.operation or "the call"
        why = (self.why or self.what).split(". ")[0].rstrip(".")
        return visible(f"Not done: {done}: {why}. Do not retry; continue with other work or finish.")


def _refused(kind: type[Refused], what: str, parts: dict[str, str]) -> Refused:
    return kind(what, **parts)


class ResumeStopped(Refused):
    """A run that resumes came to a question that a person has to answer: it takes no further write, and is paused.

    Its `reason` is `resume`. Nothing was sent, and nothing is undone.
    """

    code = "REIN-R110"

    def __init__(self, what: str, *, reason: str = "resume", **parts: str) -> None:
        super().__init__(what, reason=reason, **parts)

    def again(self, says: str) -> ResumeStopped:
        """The same for a write that comes after it."""
        return ResumeStopped(
            f"refused: {says}",
            why=f"the resume of this run stopped before ({self.what}). Nothing was sent.",
            says=says,
            where=self.where,
            now=self.now,
        )


class NeedsApproval(Refused):
    """A write waits for a person's approval and was not sent; once approved, the same call goes through, once.

    `id` is what `rein approve` takes, such as `A-7`. `reason` is policy, or expired where an earlier approval is over.
    """

    code = "REIN-R103"

    def __init__(
        self,
        what: str,
        *,
        reason: str = "policy",
        why: str = "",
        operation: str = "",
        says: str = "",
        where: str = "",
        now: str = "",
        id: str = "",
    ) -> None:
        super().__init__(what, reason=reason, why=why, operation=operation, says=says, where=where, now=now)
        self.id = id

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles with its keyword parts."""
        parts = ("reason", "why", "operation", "says", "where", "now", "id")
        return _waiting, (self.what, {name: getattr(self, name) for name in parts}), self.__dict__

    def for_model(self) -> str:
        """One sentence for a language model: what was not done, that a person has been asked, and to go on."""
        done, told = self.says or self.operation or "the call", self.why.partition(":")[0]
        cannot = "cannot be undone and " if told == "irreversible" else ""
        return visible(
            f"Not done: {done}: it {cannot}needs a person's approval ({self.id}). "
            "Do not retry; continue with other work or finish."
        )


def _waiting(what: str, parts: dict[str, str]) -> NeedsApproval:
    return NeedsApproval(what, **parts)


class UsageError(ReinError):
    """The library or the command line was called in a way that cannot work."""

    code = "REIN-U200"
    exit = 2


class UnknownClient(UsageError):
    """No installed connector knows this class of client."""

    code = "REIN-U201"


class UntestedVersion(UsageError):
    """The installed SDK is outside the range that the connector was tested with."""

    code = "REIN-U202"


class TableError(UsageError):
    """A connector's table is wrong; the message names row and column."""

    code = "REIN-U203"


class ConfigurationError(UsageError):
    """A configuration file is wrong, or cannot be had; the message names file and line."""

    code = "REIN-U204"


class ClientError(ReinError):
    """A client for a revert cannot be built, or acts for another account than the run did."""

    code = "REIN-C301"

    def __init__(self, what: str, *, where: str = "", now: str = "") -> None:
        super().__init__(scrubbed(what), where=where, now=now)  # the vendor's own words may stand in it


class LedgerError(ReinError):
    """The record cannot be read or written."""

    code = "REIN-L400"


class LedgerUnusable(LedgerError):
    """The ledger is missing, locked, corrupt, read-only or no ledger at all."""

    code = "REIN-L401"


class LedgerNewer(LedgerError):
    """The ledger was written by a newer AgentRein: it can be read, not written."""

    code = "REIN-L402"


class ChainBroken(LedgerError):
    """An entry does not fit the hash chain of its run."""

    code = "REIN-L403"


class UnknownRun(LedgerError):
    """The ledger holds no such run."""

    code = "REIN-L404"


class AmbiguousRun(LedgerError):
    """Several runs begin like this."""

    code = "REIN-L405"


class RunOwned(LedgerError):
    """A live process holds the run."""

    code = "REIN-L406"


class KeyTaken(LedgerError):
    """Another process opened a run of the same name and key at the same moment."""

    code = "REIN-L408"


class RunPruned(LedgerError):
    """The payloads of the run were deleted, and with them what an undo needs."""

    code = "REIN-L409"

    @classmethod
    def since(cls, run: str, at: str, *, where: str) -> RunPruned:
        """The error for a run whose payloads were deleted at a time, written as the ledger writes it."""
        return cls(
            f"run {run} was pruned on {at[:10]}: what an undo needs was deleted, so it cannot be reverted any more",
            where=where,
            now=f"rein show {run} lists what it did; undo it by hand",
        )


class UnknownApproval(LedgerError):
    """The ledger holds no such approval."""

    code = "REIN-L412"


class EpochError(LedgerError):
    """The run was taken over by somebody else; this process may not write for it any more."""

    code = "REIN-L407"


class Frozen(LedgerError):
    """The ledger did not take a write, because a person has stopped it: `rein freeze`.

    Whoever was about to send it gets a `Refused` with the reason `frozen` instead.
    """

    code = "REIN-L410"


class EncryptionError(LedgerError):
    """Payloads are encrypted and their key is not at hand, or what was given as a key is none."""

    code = "REIN-L411"


class DryRunEnd(_Told):
    """A dry run came to its end before the code did: nothing can stand in for the vendor's answer to a call.

    A result and no error: the block of the run swallows it, and `run.report` tells where it ended. It derives from
    `BaseException`, so that nothing in between takes it for a failure. `run` and `seq` name the call, `why` the reason.
    """

    code = "REIN-D600"

    def __init__(
        self, what: str, *, where: str = "", now: str = "", run: str = "", seq: int = 0, why: str = ""
    ) -> None:
        super().__init__(what, where=where, now=now)
        self.run, self.seq, self.why = run, seq, why


class Tripped(_Told):
    """A write went past the gate in the contexts of a run, and was stopped before a byte of it left.

    Something in the program works around the run, which nothing could undo. That is a mistake in the program and no
    answer of a vendor, so this derives from `BaseException`: neither an SDK's retry nor an agent framework that feeds
    every `Exception` back to a model swallows it, and the run is reverted. Connection and request are closed.
    """

    code = "REIN-T500"
