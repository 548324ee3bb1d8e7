"""What undoes a status, and finds one: GitHub deletes none and goes by the newest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agentrein.connector import actor, before, do, either, find, sent, shows
from agentrein_github.operations.places import WAS_THERE


def report_before(
    statuses: str, newest: Any, fields: Sequence[str], otherwise: Mapping[str, Any], **always: Any
) -> Any:
    """The calls that report the status before again, or `otherwise` where there was none; `always` goes with both."""
    was = {name: before(name) for name in fields}
    ours = {**{name: sent(name) for name in fields}, "creator.login": actor("account")}

    def report(status: Mapping[str, Any]) -> Any:
        return do(f"POST {statuses}", {**status, **always}, goal=shows(newest, want=status), still=ours)

    return either({True: report(was), False: report(otherwise)}, by=WAS_THERE)


def reported(listed: str, *same: str) -> Any:
    """The probe that finds what the account reported, in a list that begins with the newest."""
    return find(
        f"GET {listed}",
        same=same,
        mine="creator.login",
        since="created_at",
        newest=True,
        pages="page",
        params={"per_page": 100},
    )
