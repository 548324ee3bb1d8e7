"""Who a client acts for: read once per credential, through the same client."""

from __future__ import annotations

from agentrein.client import Client
from agentrein.drive import Steps
from agentrein.model import Actor, Answer, Call
from agentrein.reads import Asking, call_of, patiently


def _or_raise(client: Client, call: Call) -> Steps[Answer]:
    answer = yield from patiently(client, call)
    if answer.error is not None:
        raise answer.error
    return answer


def read_actor(client: Client, ask: Asking = _or_raise) -> Steps[Actor]:
    """The account that `wrap` was told, or what the connector's reads tell; `ask` sends one, and raises if it fails."""
    if client.options.account is not None:
        return Actor(client.options.account, client.connector.mode_of(client.kind), client.kind)
    steps = client.connector.who(client.kind)
    try:
        read = next(steps)
        while True:
            answer = yield from ask(client, call_of(client, read))
            read = steps.send(answer)
    except StopIteration as end:
        actor: Actor = end.value
        return actor
