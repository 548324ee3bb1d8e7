"""Dry runs: every write is carried as far as its plan and recorded there, and none leaves.

The code is answered by the stand-in that the connector offers for such calls, or the run ends with `DryRunEnd`. A run
is dry because it was asked to be, because it is opened inside one, or because its whole process is: `is_dry` tells.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from agentrein import SWITCHES, configuration, context
from agentrein.drive import PASS, Ask, Commit, Send, Step, Steps, carried
from agentrein.dry_stale import Changes
from agentrein.errors import DryRunEnd
from agentrein.model import Answer, Call
from agentrein.rows import Operation
from agentrein.says import sentence
from agentrein.where import warn_at

if TYPE_CHECKING:
    from agentrein.client import Client, Request
    from agentrein.dry_report import DryReport
    from agentrein.ledger import Ledger
    from agentrein.rehearsal import Rehearsal
    from agentrein.run import Run

ENVIRONMENT = "AGENTREIN_DRY_RUN"
"""The variable that makes every run of a process dry, unless it is empty or 0."""


def is_dry(asked: bool, outer: Run | None = None) -> bool:  # noqa: FBT001 - what `rein.run` was told
    """Whether a run that is opened now sends no write: the one place that decides it.

    One that is opened where no run is known, such as in a thread that was started without a context, may be meant to
    be part of any dry run that is open in the process.
    """
    return asked or bool(whole_process()) or (outer is not None and outer.dry is not None) or bool(beside(outer))


def beside(outer: Run | None) -> Run | None:
    """The open dry run that a context without a run of its own may belong to; None where a run is known."""
    if (outer is not None and not outer.is_over) or context.is_apart():
        return None
    return next(iter(context.dry_runs()), None)


PLAN_ONLY = "AGENTREIN_PLAN_ONLY"
"""The variable by which whoever starts the processes of a deployment makes every run dry, unless it is empty or 0."""

_OFF = frozenset({"", "0"})

forced = False
"""Whether `rein run --dry-run` runs this process; it is never taken back, for threads outlive the script."""


def whole_process() -> str:
    """By what every run that is opened now is dry, empty if nothing makes it so.

    Code of the process cannot take the switch back: a variable that was set when the package was imported counts, and
    so does `plan_only = true` of any configuration file. Raises ConfigurationError.
    """
    if forced:
        return ENVIRONMENT
    for name, was in SWITCHES.items():
        if {was, os.environ.get(name, "")} - _OFF:
            return name
    on = (one for one in configuration.read().sections("plan_only") if one.values is True)
    return next((one.file.at("plan_only") for one in on), "")


@dataclass(eq=False)
class Dry:
    """What a dry run knows: the stand-ins that answer it, and what came of it besides its actions."""

    run: str = ""
    invented: set[int] = field(default_factory=set)
    """The numbers of the actions to whose calls a stand-in gave an answer."""
    changes: Changes = field(default_factory=Changes)
    ended: tuple[int, str] | None = None
    """At which action it ended before its end, and why."""
    _rehearsals: dict[tuple[str, str], Rehearsal | None] = field(default_factory=dict)
    _guard: Any = field(default_factory=threading.Lock)

    def rehearsal(self, client: Client) -> Rehearsal | None:
        """What stands in for the server of a client; one for the whole run, made when it is first needed."""
        key = client.connector.name, client.endpoint
        with self._guard:
            if key not in self._rehearsals:
                from agentrein.rehearsal import rehearsal_for

                self._rehearsals[key] = rehearsal_for(client)
            return self._rehearsals[key]


def dry_for(run: Run, outer: Run | None, where: str) -> Dry | None:
    """What a run that is opened knows as a dry one, None for one that sends; warns where it did not ask to be."""
    if not is_dry(run.settings.dry_run, outer):
        return None
    other = beside(outer)
    if other is not None and not run.settings.dry_run and not whole_process():
        warn_at(
            where,
            f"run {run.name!r} is dry and sends nothing, because dry run {other.id} {other.name!r} is open in this "
            "process and nothing tells that this is no part of it; open it where that is over",
        )
    return Dry(run.id)


ended: Callable[[DryReport], object] | None = None
"""Told of each dry run of this process that has ended; `rein run` listens."""


class _Reached(BaseException):
    """The passage is where it would send."""


def rehearsed(
    run: Run, dry: Dry, client: Client, row: Operation, call: Call, where: str, sent: Callable[[], Steps[Answer]]
) -> Steps[Answer]:
    """A write as far as its plan, and then an invented answer; raises what the passage refuses, and DryRunEnd."""
    numbers: list[Any] = []

    def instead(step: Step) -> Any:
        match step:
            case Ask(asking, asked):
                found = read(dry, asking, asked)
                return PASS if found is None else found
            case Commit(write):
                numbers.append(write())
                return numbers[-1]
            case Send():
                raise _Reached
        return PASS

    try:
        return (yield from carried(sent(), instead))
    except _Reached:
        pass
    seq = numbers[-1] if numbers and isinstance(numbers[-1], int) else 0
    answer = answered(dry, client, row, call)
    if answer is None:
        why = f"nothing can stand in for {client.connector.title}'s answer to it"
        raise _end(dry, seq, sentence(row, call), why, run.place(where))
    dry.invented.add(seq)
    dry.changes.note(client, row, call, answer, seq)
    return answer


def _end(dry: Dry, seq: int, says: str, why: str, where: str = "") -> DryRunEnd:
    """The end of the run, noted for its report."""
    dry.ended = dry.ended or (seq, why)
    return DryRunEnd(f"the dry run ended at: {says}", where=where, run=dry.run, seq=seq, why=why)


def answered(dry: Dry, client: Client, row: Operation, call: Call) -> Answer | None:
    """What the connector's stand-in answers to a write, None where it has none or knows nothing of the things named."""
    stand_in = dry.rehearsal(client)
    return None if stand_in is None else stand_in.write(row, call)


def read(dry: Dry, client: Client, call: Call) -> Answer | None:
    """What the stand-in answers to a read that names what it has invented, None for any other; raises DryRunEnd."""
    stand_in = dry.rehearsal(client)
    if stand_in is None or not stand_in.names(call):
        return None
    answer = stand_in.read(call)
    if answer is None:
        raise _end(
            dry,
            max(dry.invented, default=0),
            f"read {call.address}",
            f"nothing answers {call.address} of what was invented",
        )
    return answer


def is_dry_run(ledger: Ledger, run: str) -> bool:
    """Whether a run on record was dry, so that nothing of it was ever sent."""
    opened = ledger.last(run, "opened")
    return opened is not None and bool((opened.payload or {}).get("dry"))


def read_here(client: Client, request: Request) -> Answer | None:
    """The stand-in's answer to a declared read of this context's dry run, None where the vendor is asked.

    What the vendor shows of a thing that the run was to have changed is noted as stale.
    """
    run = context.current()
    if run is None or run.dry is None:
        return None
    call = Call(client.connector.name, f"{request.method} {request.path}".strip(), request.params, request.body)
    found = read(run.dry, client, call)
    if found is None:
        run.dry.changes.look(client, request, call.address)
    return found


def rehearsing() -> bool:
    """Whether the run of this context is dry, so that a proxy lets reads come to the gate with all that they say."""
    run = context.current()
    return run is not None and run.dry is not None
