"""Stand-ins for vendors, faults and crashes on demand, checks of order, and the conformance test for connectors.

Nothing heavy is imported before it is used: the server's libraries load when a sandbox starts.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agentrein.testing.conformance import CHECKS, uncovered
    from agentrein.testing.crash import POINTS, Killed, instants, killed_at, no_waiting, run_until_killed, watched
    from agentrein.testing.example import Bench, Example
    from agentrein.testing.faults_http import KINDS, Fault, Faults
    from agentrein.testing.order import Effect, Order
    from agentrein.testing.routes import Routes
    from agentrein.testing.sandbox import Sandbox
    from agentrein.testing.wire import Answer, Request, Stop

__all__ = [
    "CHECKS",
    "KINDS",
    "POINTS",
    "Answer",
    "Bench",
    "Effect",
    "Example",
    "Fault",
    "Faults",
    "Killed",
    "Order",
    "Request",
    "Routes",
    "Sandbox",
    "Stop",
    "instants",
    "killed_at",
    "no_waiting",
    "run_until_killed",
    "uncovered",
    "watched",
]

_HOMES = {
    "CHECKS": "conformance",
    "KINDS": "faults_http",
    "POINTS": "crash",
    "Answer": "wire",
    "Bench": "example",
    "Effect": "order",
    "Example": "example",
    "Fault": "faults_http",
    "Faults": "faults_http",
    "Killed": "crash",
    "Order": "order",
    "Request": "wire",
    "Routes": "routes",
    "Sandbox": "sandbox",
    "Stop": "wire",
    "instants": "crash",
    "killed_at": "crash",
    "no_waiting": "crash",
    "run_until_killed": "crash",
    "uncovered": "conformance",
    "watched": "crash",
}


def __getattr__(name: str) -> object:
    """Import the module that holds a public name when the name is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
