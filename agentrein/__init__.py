"""Undo for AI agents that act through vendor SDKs.

gh = rein.wrap(Github(auth=...))
with rein.run("triage"):
gh.get_repo("acme/app").create_issue("Flaky test")

Importing it is cheap: a public name is imported from its module when it is used first.
"""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING

if sys.platform == "win32":
    raise ImportError("AgentRein runs on Linux and macOS for now")

if TYPE_CHECKING:  # what type checkers and editors see; `_HOMES` tells the interpreter the same
    from agentrein.actions import action
    from agentrein.api import arecover, arevert, recover, revert, run
    from agentrein.binding import bind
    from agentrein.errors import (
        AmbiguousRun,
        ChainBroken,
        ClientError,
        ConfigurationError,
        DryRunEnd,
        EpochError,
        KeyTaken,
        LedgerError,
        LedgerNewer,
        LedgerUnusable,
        NeedsApproval,
        Refused,
        ReinError,
        ResumeStopped,
        RunOwned,
        RunPruned,
        TableError,
        Tripped,
        UnknownApproval,
        UnknownClient,
        UnknownRun,
        UntestedVersion,
        UsageError,
    )
    from agentrein.fold import Action
    from agentrein.model import COMPENSABLE, COSTLY, IRREVERSIBLE, REVERSIBLE, RunStatus, State, Tier
    from agentrein.registry import wrap
    from agentrein.report import ActionReport, Conflict, Report, Sent
    from agentrein.run import Run
    from agentrein.saga import SagaResult, Step, saga
    from agentrein.tools import tool
    from agentrein.tripwire import outside

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
    "ConfigurationError",
    "Conflict",
    "DryRunEnd",
    "EpochError",
    "KeyTaken",
    "LedgerError",
    "LedgerNewer",
    "LedgerUnusable",
    "NeedsApproval",
    "Refused",
    "ReinError",
    "Report",
    "ResumeStopped",
    "Run",
    "RunOwned",
    "RunPruned",
    "RunStatus",
    "SagaResult",
    "Sent",
    "State",
    "Step",
    "TableError",
    "Tier",
    "Tripped",
    "UnknownApproval",
    "UnknownClient",
    "UnknownRun",
    "UntestedVersion",
    "UsageError",
    "action",
    "arecover",
    "arevert",
    "bind",
    "outside",
    "recover",
    "revert",
    "run",
    "saga",
    "tool",
    "wrap",
]

SWITCHES = {name: os.environ.get(name, "") for name in ("AGENTREIN_DRY_RUN", "AGENTREIN_PLAN_ONLY")}
"""The variables that keep a process from sending, as they were on import: code that comes later takes none back."""

_HOMES = {
    "COMPENSABLE": "model",
    "COSTLY": "model",
    "IRREVERSIBLE": "model",
    "REVERSIBLE": "model",
    "Action": "fold",
    "ActionReport": "report",
    "AmbiguousRun": "errors",
    "ChainBroken": "errors",
    "ClientError": "errors",
    "ConfigurationError": "errors",
    "Conflict": "report",
    "DryRunEnd": "errors",
    "EpochError": "errors",
    "KeyTaken": "errors",
    "LedgerError": "errors",
    "LedgerNewer": "errors",
    "LedgerUnusable": "errors",
    "NeedsApproval": "errors",
    "Refused": "errors",
    "ReinError": "errors",
    "Report": "report",
    "ResumeStopped": "errors",
    "Run": "run",
    "RunOwned": "errors",
    "RunPruned": "errors",
    "RunStatus": "model",
    "SagaResult": "saga",
    "Sent": "report",
    "State": "model",
    "Step": "saga",
    "TableError": "errors",
    "Tier": "model",
    "Tripped": "errors",
    "UnknownApproval": "errors",
    "UnknownClient": "errors",
    "UnknownRun": "errors",
    "UntestedVersion": "errors",
    "UsageError": "errors",
    "action": "actions",
    "arecover": "api",
    "arevert": "api",
    "bind": "binding",
    "outside": "tripwire",
    "recover": "api",
    "revert": "api",
    "run": "api",
    "saga": "saga",
    "tool": "tools",
    "wrap": "registry",
}
"""Every name of `__all__` → the module of this package that it is imported from."""


def __getattr__(name: str) -> object:
    """A public name, when it is used first; from then on it is an ordinary global."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    found = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """This package, on which `run`, `revert` and `recover` are the functions, not the modules that hold their code.

    The import system sets each module of a package as its attribute, which here would hide the function.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
