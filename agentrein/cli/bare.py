"""`rein` alone: what waits for a person, and the next command."""

from __future__ import annotations

from collections.abc import Sequence

from agentrein.cli.look import Seen, look_at, plural, tally, to_json
from agentrein.cli.runs import table
from agentrein.cli.screen import Block, Line, fold, words
from agentrein.cli.session import Session
from agentrein.ledger import Ledger
from agentrein.ledger.place import parse
from agentrein.ledger.where import ledger_place
from agentrein.model import RunStatus

_MAY_WAIT = (RunStatus.OPEN, RunStatus.FAILED, RunStatus.REVERTING, RunStatus.NEEDS_ATTENTION)
