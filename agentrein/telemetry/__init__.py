"""What whoever watches hears of runs, actions and undos: one function for each event, spans, metrics and logs alike.

Never payloads: no title, text, name of a run, object or parameter, no message of an error. docs/telemetry.md lists
every event with its fields.
"""

from __future__ import annotations

from agentrein.telemetry.actions import outcome, passage, planned, refused
from agentrein.telemetry.reverts import Attempt, attempt, revert, undone
from agentrein.telemetry.runs import run_ended, run_opened

__all__ = [
    "Attempt",
    "attempt",
    "outcome",
    "passage",
    "planned",
    "refused",
    "revert",
    "run_ended",
    "run_opened",
    "undone",
]
