"""`rein runs --expiring`: writes that soon nothing can undo any more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from agentrein.cli.look import plural, to_json, waiting
from agentrein.cli.screen import Line, Screen, beside, words
from agentrein.cli.session import Session
from agentrein.cli.times import span, zone
from agentrein.cli.visible import cut, padded
from agentrein.expiring import Expiring, expiring

_NAMED = 12
"""Columns that a run's name may take."""


def show(session: Session, within: timedelta, *, attention: bool) -> int:
    """Print what can be undone no longer than so long from now, and what is past; `attention` of waiting runs alone."""
    ledger = session.ledger()
    found = expiring(ledger, within)
    if attention:
        runs = {seen.id for seen in waiting(ledger)}
        found = [one for one in found if one.run.id in runs]
    if session.as_json:
        session.json(_json(found))
    else:
        session.out.print(_page(session, within, found))
    return 0


def _json(found: Sequence[Expiring]) -> list[dict[str, Any]]:
    rows = {one.run.id: one.run for one in found}
    return [
        {**to_json(row), "expiring": [_one_json(one) for one in found if one.run.id == run]}
        for run, row in rows.items()
    ]


def _one_json(one: Expiring) -> dict[str, Any]:
    at = one.until.isoformat(timespec="microseconds").replace("+00:00", "Z")
    return {
        "seq": one.action.seq,
        "connector": one.action.connector,
        "says": one.action.says,
        "until": at,
        "past": one.is_past,
    }


def _page(session: Session, within: timedelta, found: Sequence[Expiring]) -> list[Line]:
    if not found:
        told = f"Nothing that stands loses its undo within {span(within.total_seconds())}."
        return [words(told, "bold green"), words("Next:  rein runs")]
    past = sum(one.is_past for one in found)
    soon = len(found) - past
    parts = [f"{plural(soon, 'write')} can soon no longer be undone"] * bool(soon)
    parts += [f"{plural(past, 'write')} can no longer be undone by rein"] * bool(past)
    room = len(found) if session.room is None else session.room - 4
    shown = found if len(found) <= room else found[: room - 1]
    more = [words(f"  … {len(found) - len(shown)} more: --all shows each", "dim")] * (len(shown) < len(found))
    first = next((one for one in found if not one.is_past), found[0])
    step = "show" if first.is_past else "plan"
    lines = [_line(session.out, one) for one in shown]
    foot: Line = [(f"Next:  rein {step} {first.run.id}", ""), (f"     {zone()}", "dim")]
    return [words("; ".join(parts), "bold"), *lines, *more, [], foot]


def _line(screen: Screen, one: Expiring) -> Line:
    name = cut(one.run.name, _NAMED)
    left: Line = [
        ("  ", ""),
        screen.symbol("stays" if one.is_past else "needs"),
        (f" {one.run.id}  {padded(name, _NAMED)}  #{one.action.seq:<3} ", ""),
        (f"{one.action.connector}: {one.action.says}", ""),
    ]
    return beside(left, _when(one), screen.width, "bold yellow", whole=True)


def _when(one: Expiring) -> str:
    """The clock time only where it is today or tomorrow; the JSON has it exactly."""
    seconds = (one.until - datetime.now(UTC)).total_seconds()
    if one.is_past:
        return f"PAST for {span(-seconds)}"
    if seconds < timedelta(days=1).total_seconds():
        return f"until {one.until.astimezone():%H:%M}, in {span(seconds)}"
    return f"until {one.until.astimezone():%Y-%m-%d}"
