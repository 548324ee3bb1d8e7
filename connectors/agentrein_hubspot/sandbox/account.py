"""The portal and the people who own records.

https://developers.hubspot.com/docs/api-reference/account-account-info-v3/guide
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area
from agentrein_hubspot.sandbox.ask import Ask, not_found
from agentrein_hubspot.sandbox.world import World

routes = Routes()


@dataclass
class Owners:
    """People who may own a record, by the id that `hubspot_owner_id` holds."""

    people: dict[str, dict[str, Any]] = field(default_factory=dict)


def owners_of(world: World) -> dict[str, dict[str, Any]]:
    """The owners of the portal."""
    return world.kept(Owners).people


@routes.on("GET /account-info/v3/details")
def details(ask: Ask) -> Answer:
    """The portal that the credential belongs to."""
    return Answer(
        200,
        {
            "portalId": ask.world.portal,
            "accountType": "STANDARD",
            "timeZone": "US/Eastern",
            "companyCurrency": "USD",
            "additionalCurrencies": ["EUR"],
            "utcOffset": "-05:00",
            "utcOffsetMilliseconds": -18000000,
            "uiDomain": "app.hubspot.com",
            "dataHostingLocation": "na1",
        },
    )


@routes.on("GET /crm/v3/owners")
def owners(ask: Ask) -> Answer:
    """Everybody who may own a record, or those of an e-mail address."""
    email = ask.query.get("email")
    shown = [one for one in owners_of(ask.world).values() if one["archived"] == ask.archived]
    return ask.page([one for one in shown if email in {None, one["email"]}], dict, limit=100, most=500)


@routes.on("GET /crm/v3/owners/{owner}")
def owner(ask: Ask, owner: str) -> Answer:
    """One of them, by the owner's id or the user's."""
    name = "userId" if ask.query.get("idProperty") == "userId" else "id"
    for one in owners_of(ask.world).values():
        if str(one[name]) == owner and one["archived"] == ask.archived:
            return Answer(200, one)
    raise not_found(f"No owner with {name} {owner}.")


def seed(world: World) -> None:
    """Anna and Ben, and one who left."""
    people = (("501", "Anna", 9001, False), ("502", "Ben", 9002, False), ("503", "Former", 9003, True))
    for id, name, user, archived in people:
        owners_of(world)[id] = {
            "id": id,
            "email": f"{name.lower()}@acme.example",
            "type": "PERSON",
            "firstName": name,
            "lastName": "Acme",
            "userId": user,
            "userIdIncludingInactive": user,
            "createdAt": "2024-01-02T03:04:05.000Z",
            "updatedAt": "2024-01-02T03:04:05.000Z",
            "archived": archived,
            "teams": [],
        }


AREA = Area(routes, seed)
