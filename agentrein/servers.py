"""Whether others acted, and a client acts, where an action did: at the same server, for the same account."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from agentrein.client import Client
from agentrein.errors import ClientError
from agentrein.fold import Action
from agentrein.model import Actor

if TYPE_CHECKING:
    from agentrein.ledger.protocol import Touch
    from agentrein.undoing import Undoing


def same_server(one: str, other: str) -> bool:
    """Whether two endpoints are one, however they are spelt."""
    return _server(one) == _server(other)


def _server(endpoint: str) -> tuple[str, str | None, int | None, str]:
    parts = urlsplit(endpoint)
    port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    return parts.scheme, parts.hostname, port, parts.path.rstrip("/")


def same_place(ctx: Undoing, action: Action, touch: Touch) -> bool:
    """Whether what touched the object did so at the action's server: ids of two servers say nothing of each other."""
    known = ctx.actions if touch.run == ctx.run else ctx.actions_of(touch.run)
    other = known.get(touch.seq)
    return other is None or same_server(other.planned["call"]["endpoint"], action.planned["call"]["endpoint"])


def check_actor(action: Action, client: Client, actor: Actor) -> None:
    """Raise ClientError unless the client acts for the account that the run acted for, at the same place."""
    wanted, there = action.actor, str(action.planned["call"]["endpoint"])
    if not same_server(there, client.endpoint):
        raise ClientError(
            f"wrong server for {action.connector}: the run acted on {there}, this client is for {client.endpoint}",
            now="name the run's server in the environment and revert again; nothing was sent",
        )
    if wanted is not None and not wanted.same_as(actor):
        raise ClientError(
            f"wrong credentials for {action.connector}: the run acted as {wanted.named}, these are of {actor.named}",
            now=f"set the credentials of {wanted.account} and revert again; nothing was sent",
        )
