"""Users of the workspace and who asks.

https://developers.notion.com/reference/get-users
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_notion.sandbox.ask import Ask, not_found, read_id
from agentrein_notion.sandbox.shapes import show_user

routes = Routes()


@routes.on("GET /v1/users/me")
def me(ask: Ask) -> Answer:
    """The bot of the token."""
    return Answer(200, show_user(ask.world, ask.me))


@routes.on("GET /v1/users")
def everybody(ask: Ask) -> Answer:
    """The people and bots of the workspace."""
    return ask.page(list(ask.world.users), lambda id: show_user(ask.world, id), "user")


@routes.on("GET /v1/users/{user_id}")
def one(ask: Ask, user_id: str) -> Answer:
    """One person or bot."""
    id = read_id(user_id, "path.user_id")
    if id not in ask.world.users:
        raise not_found("user", id)
    return Answer(200, show_user(ask.world, id))
