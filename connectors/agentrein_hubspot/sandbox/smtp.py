"""Tokens for sending through SMTP.

https://developers.hubspot.com/docs/api-reference/legacy/marketing/transactional-emails/guide
"""

from __future__ import annotations

from dataclasses import dataclass, field

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask
from agentrein_hubspot.sandbox.shelf import Shelf, Thing, as_state, written
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_AT = "/marketing/v3/transactional/smtp-tokens"
_FIELDS = ("campaignName", "createContact")


@dataclass
class Tokens:
    """All tokens."""

    shelf: Shelf = field(default_factory=lambda: Shelf("SMTP token"))


def _shelf(world: World) -> Shelf:
    return world.kept(Tokens).shelf


def _shape(thing: Thing) -> Thing:
    return {name: value for name, value in thing.items() if name != "updatedAt"}


@routes.on(f"GET {_AT}")
def listed(ask: Ask) -> Answer:
    """A page of them; passwords are never shown again."""
    found = _shelf(ask.world).listed(ask)
    name = ask.query.get("campaignName")
    return ask.page([one for one in found if name in {None, one["campaignName"]}], _shape, limit=20)


@routes.on(f"POST {_AT}")
def create(ask: Ask) -> Answer:
    """Make a token; its password is shown this once."""
    ask.required("campaignName", "createContact")
    more = {"createdBy": f"{ask.caller.name}@acme.example", "emailCampaignId": ask.world.new_id()}
    thing = _shelf(ask.world).add(ask.world, {**written(_FIELDS, ask.body), **more})
    return Answer(201, {**_shape(thing), "password": f"made-up-{thing['id']}"})


@routes.on(f"GET {_AT}/{{token}}")
def get(ask: Ask, token: str) -> Answer:
    """One of them."""
    return Answer(200, _shape(_shelf(ask.world).one(token)))


@routes.on(f"DELETE {_AT}/{{token}}")
def remove(ask: Ask, token: str) -> Answer:
    """Delete a token: nobody can send with it any more."""
    _shelf(ask.world).drop(token)
    return Answer(204)


def state(world: World) -> State:
    """All tokens."""
    return dict(as_state("smtp_token", _shelf(world), _FIELDS))


AREA = Area(routes, state=state)
