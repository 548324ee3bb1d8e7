"""How the writes of a run stand by their record alone, as parts of a report."""

from __future__ import annotations

from collections.abc import Iterable

from agentrein.choices import advice, choices
from agentrein.fold import Action
from agentrein.report import ActionReport


def as_it_stands(run: str, actions: Iterable[Action], *, open_run: bool = False) -> tuple[ActionReport, ...]:
    """The writes, newest landing first; nothing is read or sent."""
    return tuple(
        ActionReport(
            one.seq,
            one.connector,
            one.says,
            one.state,
            message=one.reason,
            residue=one.residue,
            if_stuck=advice(one),
            choices=choices(run, one, open_run=open_run),
            mitigations=one.mitigations,
        )
        for one in sorted(actions, key=lambda one: one.landed, reverse=True)
    )
