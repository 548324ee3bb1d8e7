"""The functions that users call: `run`, `revert`, `recover`, and the async twins of the last two."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from agentrein import alerts
from agentrein.approving import passed
from agentrein.dry_undo import dry_here, only_planned
from agentrein.errors import UsageError
from agentrein.ledger import open_ledger
from agentrein.pausing import checked
from agentrein.policy import Policy
from agentrein.recover import Recovered, recoveries
from agentrein.report import Report
from agentrein.reverting import revert_async, revert_now, wish
from agentrein.run import Run, Settings

ON_FAILURE, ON_CRASH = ("revert", "keep"), ("revert", "wait")


def run(
    name: str,
    *,
    because: str | None = None,
    key: str | None = None,
    policy: Mapping[str, Any] | None = None,
    undo: Mapping[str, str] | None = None,
    approvals: str | Iterable[str] | Callable[[Any], Any] | None = None,
    approval_wait: float | None = None,
    on_failure: str = "revert",
    on_crash: str | None = None,
    on_attention: Callable[[Report], Any] | None = None,
    pauses_on: type[BaseException] | Iterable[type[BaseException]] = (),
    revert_timeout: float = 600.0,
    detached: bool = False,
    resume: bool = False,
    dry_run: bool = False,
) -> Run:
    """A run to open with `with` or `async with`; when its block fails, what it did is reverted.

    Inside another run it is its child, which may fail alone and is undone with its parent; `detached=True` makes it a
    run of its own there. `because` says why, for the people who read it later. `key` names a run that lives as long as
    a conversation: the same name and key re-open the same run, also from another process, and a failure undoes all of
    it. With `resume=True` writes that landed in earlier legs are answered from the ledger instead of being sent again,
    for code that repeats itself from its start. With `dry_run=True` no write leaves: each is planned and recorded, and
    `run.report` lists them.
    `policy` maps a tier, a connector or an operation to `allow`, `ask` or `refuse`, or to a limit such as
    `{"over": 50, "then": "ask"}`; a child's can only be stricter than its parent's, and a run's than a pinned
    `agentrein.toml`. `undo` maps an operation to a way of undoing it that its row offers, such as
    `{"vendor: message.post": "delete"}`, or to `ask`: a person then confirms before it is undone. `approvals` says how
    what is asked may be approved: by signature with one of a list of public keys, `"unsigned"` by whoever can write
    the ledger, or by a function that is given the `Approval` and returns True, False or None; a pinned file decides
    before it. A call that asks waits `approval_wait` seconds, and then raises NeedsApproval.
    `on_failure="keep"` leaves the revert to a person. `on_crash="wait"`, which is what a run with a key does, makes a
    recovery leave a crashed run to whoever continues it; `on_crash="revert"` reverts it. `on_attention` is called with
    the report when something is left for a person. `pauses_on` are exceptions that mean to come back: they leave the
    run paused, not reverted, as the control flow of known agent frameworks does. `revert_timeout` bounds the revert at
    the end of the block, in seconds. Raises UsageError for values that cannot work; when opened, RunOwned while
    another leg of the key is open, LedgerError without a ledger that can be written.
    """
    _check_run(name, key, on_failure, on_crash)
    _check_resume(key, resume=resume)
    if not isinstance(dry_run, bool):
        raise UsageError(f"dry_run={dry_run!r}", now="True or False")
    _check_timeout(revert_timeout)
    if policy is not None and not isinstance(policy, Mapping):
        raise UsageError(f"policy={policy!r} is no mapping", now='rein.run("triage", policy={"costly": "refuse"})')
    if undo is not None and not isinstance(undo, Mapping):
        raise UsageError(f"undo={undo!r} is no mapping", now='rein.run("triage", undo={"vendor: post": "delete"})')
    if on_attention is not None and not callable(on_attention):
        raise UsageError(f"on_attention={on_attention!r} cannot be called", now="on_attention=lambda report: …")
    if approval_wait is not None:
        _check_wait(approval_wait)
    settings = Settings(
        Policy(dict(policy or {}), dict(undo or {})),
        on_failure,
        revert_timeout,
        key,
        on_crash or ("revert" if key is None else "wait"),
        on_attention,
        checked(pauses_on),
        detached,
        resume,
        passed(approvals),
        approval_wait,
        dry_run,
    )
    return Run(name, because=because, settings=settings)


def _check_timeout(seconds: object) -> None:
    """Raise UsageError for what could not bound an undo: said before the run, not when its block has failed."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
        raise UsageError(f"revert_timeout={seconds!r}", now="a number of seconds above 0, or math.inf")


def _check_wait(seconds: object) -> None:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= 0:
        raise UsageError(f"approval_wait={seconds!r}", now="a number of seconds, 0 not to wait")


def _check_run(name: str, key: str | None, on_failure: str, on_crash: str | None) -> None:
    if not name or not name.strip():
        raise UsageError("a run needs a name", now='rein.run("triage")')
    given: object = key  # callers without a type checker hand on numbers
    if given is not None and not (isinstance(given, str) and given.strip()):
        raise UsageError(f"key={key!r} is no key", now="a text that names the conversation, such as a thread's id")
    if on_failure not in ON_FAILURE:
        raise UsageError(f"on_failure={on_failure!r}", now=f"one of {', '.join(ON_FAILURE)}")
    if on_crash is not None and on_crash not in ON_CRASH:
        raise UsageError(f"on_crash={on_crash!r}", now=f"one of {', '.join(ON_CRASH)}")
    if on_crash == "wait" and key is None:
        raise UsageError("on_crash='wait' without a key: nobody could continue the run", now="give it a key=")


def _check_resume(key: str | None, *, resume: object) -> None:
    if not isinstance(resume, bool):
        raise UsageError(f"resume={resume!r}", now="True or False")
    if resume and key is None:
        raise UsageError("resume=True without a key: nothing names the run that is resumed", now="give it a key=")


def revert(
    run: str,
    *,
    plan: bool = False,
    step: str | None = None,
    action: int | None = None,
    force: Iterable[int] = (),
    keep: Iterable[int] = (),
    take_over: bool = False,
) -> Report:
    """Send the inverses of a run, newest first, and report what was read back; `plan=True` sends no write.

    `run` is an id, a unique prefix, or `last`; a child run's limits it to the child. `step` and `action` limit it;
    `force` overwrites what others changed, `keep` leaves actions on purpose; `take_over` takes the run from a process
    that still holds it. Called where nothing may be sent, in a dry run or a process that only plans, it is a plan too,
    and `planned_by` of the report says why. Clients are built from each vendor's usual environment variables. Raises
    LedgerError for a run that cannot be had.
    """
    undo = wish(run, plan=plan, step=step, action=action, force=force, keep=keep, take_over=take_over)
    return revert_now(undo if plan else only_planned(undo))


async def arevert(
    run: str,
    *,
    plan: bool = False,
    step: str | None = None,
    action: int | None = None,
    force: Iterable[int] = (),
    keep: Iterable[int] = (),
    take_over: bool = False,
) -> Report:
    """`revert` on a running event loop; clients of sync SDKs work in threads meanwhile."""
    undo = wish(run, plan=plan, step=step, action=action, force=force, keep=keep, take_over=take_over)
    return await revert_async(undo if plan else only_planned(undo))


def recover(run: str | None = None, *, take_over: bool = False) -> list[Report]:
    """Bring every crashed run, or the one named, to a final state or to a question for a person.

    A run that ended as it should with a write of unknown outcome is only looked at. One that was opened with a key is
    left to whoever continues it, and the report says so; `take_over=True` reverts it, and takes a run that is named
    from a process that still holds it. In a dry run, or a process that only plans, it sends nothing: its reports are
    plans, with the reason in `planned_by`. Where one run raises, the others are recovered all the same, and the first
    exception is raised at the end.
    """
    recovered, ledger = Recovered(), open_ledger(None)
    for undo in recoveries(ledger, run, take_over=take_over):
        with recovered.each() as reports:
            reports.append(revert_now(only_planned(undo)))
    if run is None and not dry_here():
        alerts.make_up(ledger)
    return recovered.reports()


async def arecover(run: str | None = None, *, take_over: bool = False) -> list[Report]:
    """`recover` on a running event loop."""
    recovered, ledger = Recovered(), open_ledger(None)
    for undo in recoveries(ledger, run, take_over=take_over):
        with recovered.each() as reports:
            reports.append(await revert_async(only_planned(undo)))
    if run is None and not dry_here():
        await asyncio.to_thread(alerts.make_up, ledger)
    return recovered.reports()
