"""The story of the README on built-in stand-ins for three vendors, found by the entry point `agentrein.demos`."""

from __future__ import annotations

from agentrein_demo.needed import missing
from agentrein_demo.stage import Stage


def story(stage: Stage, *, crash: bool) -> dict[str, object]:
    """Play the story on a stage and say how it ended; raises ClientError when something to play it with is missing."""
    from agentrein_demo.needed import require

    require()
    from agentrein_demo import tellings

    return tellings.crashed(stage) if crash else tellings.failed(stage)


__all__ = ["Stage", "missing", "story"]
