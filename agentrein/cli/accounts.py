"""On whose accounts a run acted: live ones, test ones, or a server on this machine."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from agentrein.fold import Action

LIVE = "LIVE accounts"
"""What is said of a run that wrote anything that is not known to be a trial."""

_TEST = "test"
"""The mode of an actor whose vendor keeps test data apart."""


def told(actions: Iterable[Action]) -> str:
    """Where the writes went, in words; empty for a run without writes. One live account makes the run a live one."""
    kinds = {_kind(one) for one in actions}
    if not kinds:
        return ""
    return LIVE if LIVE in kinds else " and ".join(sorted(kinds, reverse=True))


def on(where: str) -> str:
    """` on LIVE accounts`, for the middle of a sentence; nothing for a run without writes."""
    return f" on {where}" if where else ""


def is_live(actions: Iterable[Action]) -> bool:
    """Whether any of the writes went to an account that is not known to be for trials."""
    return any(_kind(one) == LIVE for one in actions)


def _kind(action: Action) -> str:
    if action.actor is not None and action.actor.mode == _TEST:
        return "test accounts"
    return "a server on this machine" if _is_here(str(action.planned["call"]["endpoint"])) else LIVE


def _is_here(endpoint: str) -> bool:
    host = urlsplit(endpoint).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
