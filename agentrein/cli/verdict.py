"""How a run stands, in the words that every page begins with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.cli.look import Seen
from agentrein.model import UNDONE, RunStatus

_STYLES = {
    "REVERTED": "bold green",
    "COMPLETED": "bold green",
    "STILL RUNNING": "bold cyan",
    "DRY RUN, nothing was sent": "bold cyan",
    "PAUSED": "bold cyan",
    "TO BE CONTINUED": "bold cyan",
}


def verdict(seen: Seen) -> str:
    """How the run stands, in words."""
    return "DRY RUN, nothing was sent" if seen.dry else _verdict(seen, RunStatus(seen.row.status))


def _verdict(seen: Seen, status: RunStatus) -> str:
    match status:
        case RunStatus.OPEN:
            return "STILL RUNNING" if seen.alive else "TO BE CONTINUED" if seen.awaited else "CRASHED"
        case RunStatus.REVERTING:
            return "BEING REVERTED" if seen.alive else "CRASHED WHILE REVERTING"
        case RunStatus.FAILED:
            return "FAILED, being closed" if seen.alive else "FAILED, NOT REVERTED"
        case RunStatus.NEEDS_ATTENTION if seen.stopped:
            return _stopped(seen.stopped)
        case RunStatus.NEEDS_ATTENTION:
            return "NOT REVERTED" if UNDONE.isdisjoint(seen.states) else "PARTLY REVERTED"
    return status.value.upper()


def _stopped(why: Mapping[str, Any]) -> str:
    clients = why.get("stuck")
    if not clients:
        return "REVERT STOPPED"
    names = ", ".join(dict.fromkeys(str(one["connector"]) for one in clients))
    refused = any(one["waits_for"] == "credentials" for one in clients)
    return f"WAITING FOR CREDENTIALS: {names}" if refused else f"WAITING FOR {names}"


def style_of(verdict_words: str) -> str:
    """The colour of a verdict; it never stands alone."""
    return _STYLES.get(verdict_words, "bold yellow")


def tally(seen: Seen) -> str:
    """How many of its writes need a person, by state, such as `1 conflict, 1 unknown`."""
    needing = seen.needing
    return ", ".join(f"{n} {state.value.replace('_', ' ')}" for state, n in seen.states.items() if state in needing)
