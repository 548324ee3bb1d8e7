"""Forms: https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/guide."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.shelf import Shelf, Thing, as_state, written
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_AT = "/marketing/v3/forms"
_PARTS = ("name", "fieldGroups", "configuration", "displayOptions", "legalConsentOptions")


@dataclass
class Forms:
    """All forms."""

    shelf: Shelf = field(default_factory=lambda: Shelf("Form"))


def _shelf(world: World) -> Shelf:
    return world.kept(Forms).shelf


def _blank(name: str) -> dict[str, Any]:
    return {
        "formType": "hubspot",
        "name": name,
        "archived": False,
        "fieldGroups": [],
        "configuration": {"language": "en", "cloneable": True, "editable": True, "archivable": True},
        "displayOptions": {"renderRawHtml": False, "theme": "default_style", "submitButtonText": "Submit"},
        "legalConsentOptions": {"type": "none"},
    }


@routes.on(f"GET {_AT}")
def listed(ask: Ask) -> Answer:
    """A page of them."""
    return ask.page(_shelf(ask.world).listed(ask), dict, limit=20, most=500)


@routes.on(f"POST {_AT}")
def create(ask: Ask) -> Answer:
    """Make a form."""
    ask.required("formType", "name", "fieldGroups", "configuration", "displayOptions", "legalConsentOptions")
    fields = {**_blank(ask.body["name"]), **written(_PARTS, ask.body)}
    return Answer(201, _shelf(ask.world).add(ask.world, fields))


@routes.on(f"GET {_AT}/{{form}}")
def get(ask: Ask, form: str) -> Answer:
    """One of them."""
    return Answer(200, _shelf(ask.world).one(form, archived=ask.archived))


@routes.on(f"PATCH {_AT}/{{form}}")
def update(ask: Ask, form: str) -> Answer:
    """Change parts of a form, each as a whole; one that was archived comes back."""
    shelf = _shelf(ask.world)
    if ask.body.get("archived") is False and form in shelf.bin:
        shelf.bring_back(form)["archived"] = False
    thing = shelf.one(form)
    return Answer(200, shelf.change(ask.world, thing, written(_PARTS, ask.body)))


@routes.on(f"PUT {_AT}/{{form}}")
def replace(ask: Ask, form: str) -> Answer:
    """Write a form as a whole."""
    thing = _shelf(ask.world).one(form)
    ask.required("id", *_PARTS)
    if ask.body["id"] != form:
        raise invalid("The id of the form cannot be changed.")
    return Answer(200, _shelf(ask.world).change(ask.world, thing, written(_PARTS, ask.body)))


@routes.on(f"DELETE {_AT}/{{form}}")
def archive(ask: Ask, form: str) -> Answer:
    """Archive a form: nobody can fill it in any more, and it is purged after three months."""
    _shelf(ask.world).one(form)["archived"] = True
    _shelf(ask.world).archive(form)
    return Answer(204)


def seed(world: World) -> None:
    """The form 7601."""
    groups = [{"groupType": "default_group", "richTextType": "text", "fields": []}]
    fields: Thing = {**_blank("Contact us"), "fieldGroups": groups}
    _shelf(world).add(world, fields, "7601")


def state(world: World) -> State:
    """All that are not archived."""
    return dict(as_state("form", _shelf(world), _PARTS))


AREA = Area(routes, seed, state)
