"""Notion's stand-in for dry runs: the pages under which something is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Call
from agentrein.testing.stand_in import SandboxStandIn
from agentrein_notion.sandbox import NotionSandbox
from agentrein_notion.sandbox.world import Page


class NotionStandIn(SandboxStandIn):
    """Knows what the dry run makes in pages; of databases of the workspace it knows no column, so it says nothing."""

    sandbox: NotionSandbox

    def meet(self, call: Call) -> None:
        """Have the page in which something is made or remarked."""
        said = call.body if isinstance(call.body, Mapping) else {}
        parent = said.get("parent")
        id = parent.get("page_id") if isinstance(parent, Mapping) else None
        world = self.sandbox.world
        if isinstance(id, str) and id not in world.things:
            agent = world.connections["ntn-agent"]
            world.add(Page(id, None, agent.bot.id, world.clock(), values={"title": []}))
            agent.shared.add(id)

    def answer(self, call: Call) -> Answer | None:
        """In the version that the call asks for."""
        asked = {name.lower(): value for name, value in call.headers.items()}
        self.version = asked.get("notion-version", "2025-09-03")
        return super().answer(call)

    def request_of(self, call: Call) -> tuple[str, str, Mapping[str, Any]]:
        """As every call, with the version."""
        self.headers = {**self.headers, "notion-version": self.version}
        return super().request_of(call)


def stand_in(endpoint: str) -> NotionStandIn:
    """A stand-in for an endpoint."""
    box = NotionSandbox().stand_at(endpoint)
    box.world.things.clear()
    return NotionStandIn(box, {"authorization": "Bearer ntn-agent"})
