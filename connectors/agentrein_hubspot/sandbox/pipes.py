"""Pipelines and their stages, as they are kept.

https://developers.hubspot.com/docs/api-reference/crm-pipelines-v3/guide
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agentrein_hubspot.sandbox.types import ObjectType
from agentrein_hubspot.sandbox.world import World


@dataclass(eq=False)
class Stage:
    """One step of a pipeline."""

    id: str
    label: str
    order: int
    metadata: dict[str, Any] = field(default_factory=dict)
    archived: bool = False
    archived_at: float | None = None
    made: float = 0
    changed: float = 0


@dataclass(eq=False)
class Pipeline:
    """A way that deals or tickets go."""

    id: str
    label: str
    order: int
    stages: dict[str, Stage] = field(default_factory=dict)
    archived: bool = False
    archived_at: float | None = None
    made: float = 0
    changed: float = 0


@dataclass
class Pipelines:
    """By the id of the kind of records, and their own."""

    by_kind: dict[str, dict[str, Pipeline]] = field(default_factory=dict)


def pipelines_of(world: World, kind: ObjectType) -> dict[str, Pipeline]:
    """The pipelines of a kind, archived ones too."""
    return world.kept(Pipelines).by_kind.setdefault(kind.id, {})


def stage_is_closed(world: World, kind: ObjectType, id: str) -> bool:
    """Whether a stage is one at which things end."""
    stages = [stage for one in pipelines_of(world, kind).values() for stage in one.stages.values() if stage.id == id]
    return bool(stages) and closes(stages[0].metadata)


def closes(metadata: Mapping[str, Any]) -> bool:
    """Whether the metadata of a stage say that things end there."""
    return metadata.get("probability") in {"0.0", "1.0"} or metadata.get("ticketState") == "CLOSED"
