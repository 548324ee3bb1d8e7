"""What GitHub remembers of workflows, their runs and the runners of an organisation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Workflow:
    """A workflow: `state` is active, disabled_manually, disabled_inactivity or disabled_fork."""

    id: int
    name: str
    path: str
    state: str = "active"


@dataclass(eq=False)
class Run:
    """A run of a workflow, in its newest attempt."""

    id: int
    name: str
    status: str = "in_progress"
    conclusion: str | None = None
    run_attempt: int = 1


@dataclass(eq=False)
class Runner:
    """A runner that an organisation hosts itself."""

    id: int
    name: str
    labels: list[str]
    status: str = "offline"
