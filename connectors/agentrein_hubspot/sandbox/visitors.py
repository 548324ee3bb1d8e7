"""Tokens that tell who a visitor is: nothing is kept of them.

https://developers.hubspot.com/docs/api-reference/legacy/conversations/visitor-identification/guide
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area
from agentrein_hubspot.sandbox.ask import Ask

routes = Routes()


@routes.on("POST /visitor-identification/v3/tokens/create")
def create(ask: Ask) -> Answer:
    """Make a token, which holds for twelve hours."""
    ask.required("email")
    return Answer(200, {"token": f"made-up-visitor-{ask.world.new_id()}"})


AREA = Area(routes)
