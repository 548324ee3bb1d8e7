"""The functions that users call: `run`, `revert`, `recover`, and the async twins of the last two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from agentrein.errors import UsageError
from agentrein.ledger import open_ledger
from agentrein.policy import Policy
from agentrein.recover import Recovered, recoveries
from agentrein.report import Report
from agentrein.reverting import revert_async, revert_now, wish
from agentrein.run import ON_FAILURE, Run, Settings


def run(
    name: str,
    *,
    because: str | None = None,
    policy: Mapping[str, str] | None = None,
    undo: Mapping[str, str] | None = None,
    on_failure: str = "revert",
    revert_timeout: float = 600.0,
) -> Run:
    """A run to open with `with` or `async with`; when its block fails, what it did is reverted.

    `because` says why, for the people who read it later. `policy` maps a tier or an operation to `allow` or `refuse`.
    `undo` maps an operation to a way of undoing it that its row offers, such as `{"vendor: message.post": "delete"}`.
    `on_failure="keep"` leaves the revert to a person. `revert_timeout` bounds the revert of an async run, in seconds.
    Raises UsageError for values that cannot work, LedgerError when opened without a ledger that can be written.
    """
    if not name or not name.strip():
        raise UsageError("a run needs a name", now='rein.run("triage")')
    if on_failure not in ON_FAILURE:
        raise UsageError(f"on_failure={on_failure!r}", now=f"one of {', '.join(ON_FAILURE)}")
    if policy is not None and not isinstance(policy, Mapping):
        raise UsageError(f"policy={policy!r} is no mapping", now='rein.run("triage", policy={"costly": "refuse"})')
    if undo is not None and not isinstance(undo, Mapping):
        raise UsageError(f"undo={undo!r} is no mapping", now='rein.run("triage", undo={"vendor: post": "delete"})')
    settings = Settings(Policy(dict(policy or {}), dict(undo or {})), on_failure, revert_timeout)
    return Run(name, because=because, settings=settings)


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

    `run` is an id, a unique prefix, or `last`. `step` and `action` limit it; `force` overwrites what others changed,
    `keep` leaves actions on purpose; `take_over` takes the run from a process that still holds it. Clients are built
    from each vendor's usual environment variables. Raises LedgerError for a run that cannot be had.
    """
    return revert_now(wish(run, plan=plan, step=step, action=action, force=force, keep=keep, take_over=take_over))


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
    return await revert_async(
        wish(run, plan=plan, step=step, action=action, force=force, keep=keep, take_over=take_over)
    )


def recover(run: str | None = None, *, take_over: bool = False) -> list[Report]:
    """Bring every crashed run, or the one named, to a final state or to a question for a person.

    A run that ended as it should with a write of unknown outcome is only looked at. Where one run raises, the others
    are recovered all the same, and the first exception is raised at the end.
    """
    recovered = Recovered()
    for undo in recoveries(open_ledger(None), run, take_over=take_over):
        with recovered.each() as reports:
            reports.append(revert_now(undo))
    return recovered.reports()


async def arecover(run: str | None = None, *, take_over: bool = False) -> list[Report]:
    """`recover` on a running event loop."""
    recovered = Recovered()
    for undo in recoveries(open_ledger(None), run, take_over=take_over):
        with recovered.each() as reports:
            reports.append(await revert_async(undo))
    return recovered.reports()
