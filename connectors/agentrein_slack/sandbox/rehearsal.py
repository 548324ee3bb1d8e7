"""Slack's stand-in for dry runs: the channels that calls name, without a message in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agentrein.connector import Answer, Call
from agentrein.testing.stand_in import SandboxStandIn
from agentrein_slack.sandbox import SlackSandbox
from agentrein_slack.sandbox.records import Channel


class SlackStandIn(SandboxStandIn):
    """Knows what the dry run says in a channel, and nothing of what was said there."""

    base = "/api"
    sandbox: SlackSandbox

    def meet(self, call: Call) -> None:
        """Have the channel, with the agent in it; one that is named by its name gets an id of the stand-in's."""
        named = {**call.params, **(call.body if isinstance(call.body, Mapping) else {})}.get("channel")
        world = self.sandbox.world
        if not isinstance(named, str) or not named or named in world.channels or named.startswith(("U", "W", "D")):
            return
        name = named.removeprefix("#")
        if any(one.name == name for one in world.channels.values()):
            return
        agent = next(grant.user for token, grant in world.grants.items() if token == "xoxb-agent")  # noqa: S105
        id = named if named.startswith(("C", "G")) else world.new_id("C")
        world.channels[id] = Channel(id, name.lower(), agent, int(world.clock()), members=[agent.id])

    def request_of(self, call: Call) -> tuple[str, str, Mapping[str, Any]]:
        """A method of Slack's is called by its name."""
        return "POST", f"/{call.address.partition('#')[0].strip()}", {}

    def answer(self, call: Call) -> Answer | None:
        """With all arguments in the body, as Slack takes them."""
        said = call.body if isinstance(call.body, Mapping) else {}
        return super().answer(replace(call, params={}, body={**call.params, **said}))


def stand_in(endpoint: str) -> SlackStandIn:
    """A stand-in for an endpoint."""
    box = SlackSandbox().stand_at(endpoint)
    box.world.channels.clear()
    return SlackStandIn(box, {"authorization": "Bearer xoxb-agent"})
