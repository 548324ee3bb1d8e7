"""Stand-ins for vendors, faults on demand and checks of order, for everybody's tests.

Nothing heavy is imported before it is used: the server's libraries load when a sandbox starts.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agentrein.testing.faults_http import Fault, Faults
    from agentrein.testing.order import Effect, Order
    from agentrein.testing.routes import Routes
    from agentrein.testing.sandbox import Sandbox
    from agentrein.testing.wire import Answer, Request, Stop

__all__ = [
    "Answer",
    "Effect",
    "Fault",
    "Faults",
    "Order",
    "Request",
    "Routes",
    "Sandbox",
    "Stop",
]

_HOMES = {
    "Answer": "wire",
    "Effect": "order",
    "Fault": "faults_http",
    "Faults": "faults_http",
    "Order": "order",
    "Request": "wire",
    "Routes": "routes",
    "Sandbox": "sandbox",
    "Stop": "wire",
}


def __getattr__(name: str) -> object:
    """Import the module that holds a public name when the name is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
