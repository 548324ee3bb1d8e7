"""Undo for AI agents that act through vendor SDKs.

gh = rein.wrap(Github(auth=...))
with rein.run("triage"):
gh.get_repo("acme/app").create_issue("Flaky test")
"""

from __future__ import annotations

import sys

if sys.platform == "win32":
    raise ImportError("AgentRein runs on Linux and macOS for now")

from agentrein.api import arecover, arevert, recover, revert, run
from agentrein.errors import (
    AmbiguousRun,
    ChainBroken,
    ClientError,
    EpochError,
    KeyTaken,
    LedgerError,
    LedgerNewer,
    LedgerUnusable,
    Refused,
    ReinError,
    RunOwned,
    RunPruned,
    TableError,
    Tripped,
    UnknownClient,
    UnknownRun,
    UntestedVersion,
    UsageError,
)
from agentrein.fold import Action
from agentrein.model import RunStatus, State, Tier
from agentrein.registry import wrap
from agentrein.report import ActionReport, Conflict, Report, Sent
from agentrein.run import Run
from agentrein.tripwire import outside

COMPENSABLE, COSTLY, IRREVERSIBLE, REVERSIBLE = Tier.COMPENSABLE, Tier.COSTLY, Tier.IRREVERSIBLE, Tier.REVERSIBLE

__all__ = [
    "COMPENSABLE",
    "COSTLY",
    "IRREVERSIBLE",
    "REVERSIBLE",
    "Action",
    "ActionReport",
    "AmbiguousRun",
    "ChainBroken",
    "ClientError",
    "Conflict",
    "EpochError",
    "KeyTaken",
    "LedgerError",
    "LedgerNewer",
    "LedgerUnusable",
    "Refused",
    "ReinError",
    "Report",
    "Run",
    "RunOwned",
    "RunPruned",
    "RunStatus",
    "Sent",
    "State",
    "TableError",
    "Tier",
    "Tripped",
    "UnknownClient",
    "UnknownRun",
    "UntestedVersion",
    "UsageError",
    "arecover",
    "arevert",
    "outside",
    "recover",
    "revert",
    "run",
    "wrap",
]
