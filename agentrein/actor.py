"""Who a client acts for: read once per credential, through the same client."""

from __future__ import annotations

from agentrein.client import Client
from agentrein.drive import Ask, Steps
from agentrein.model import Actor, Answer
from agentrein.reads import call_of


def read_actor(client: Client) -> Steps[Actor]:
    """The account that `wrap` was told, or what the connector's reads tell; their failure is raised."""
    if client.options.account is not None:
        return Actor(client.options.account, kind=client.kind)
    steps = client.connector.who(client.kind)
    try:
        read = next(steps)
        while True:
            answer: Answer = yield Ask(client, call_of(client, read))
            if answer.error is not None:
                raise answer.error
            read = steps.send(answer)
    except StopIteration as end:
        actor: Actor = end.value
        return actor
