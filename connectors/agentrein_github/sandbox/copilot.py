"""Seats of Copilot: one that is cancelled stays until the cycle ends, which does not happen here.

https://docs.github.com/rest/copilot/copilot-user-management
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, Ask, malformed
from agentrein_github.sandbox.org_world import Org
from agentrein_github.sandbox.orgs import require_owner

routes = Routes()
_DOCS = f"{DOCS}/copilot/copilot-user-management"
_USERS = "/orgs/{org}/copilot/billing/selected_users"


def _named(ask: Ask, org: Org) -> list[str]:
    sent = ask.fields.get("selected_usernames")
    if not isinstance(sent, list) or not all(org.members.get(str(one).lower()) for one in sent):
        raise malformed("For 'properties/selected_usernames', not all are members.", _DOCS)
    return [str(one).lower() for one in sent]


@routes.on("GET /orgs/{org}/copilot/billing/seats")
def list_seats(ask: Ask, org: str) -> Answer:
    """The seats, those that end with the cycle among them.

    https://docs.github.com/rest/copilot/copilot-user-management#list-all-copilot-seat-assignments-for-an-organization
    """
    found = require_owner(ask, org)

    def shown(seat: tuple[str, bool]) -> dict[str, Any]:
        user = shapes.user_json(ask.url, found.members[seat[0]].user)
        return {"assignee": user, "pending_cancellation_date": None if seat[1] else "2030-01-01", "created_at": None}

    listed = ask.page(list(found.seats.items()), shown)
    return Answer(200, {"total_seats": len(found.seats), "seats": listed.body}, listed.headers)


@routes.on(f"POST {_USERS}")
def add_seats(ask: Ask, org: str) -> Answer:
    """Give seats to members.

    https://docs.github.com/rest/copilot/copilot-user-management#add-users-to-the-copilot-subscription-for-an-organization
    """
    found = require_owner(ask, org)
    new = [one for one in _named(ask, found) if not found.seats.get(one)]
    found.seats |= dict.fromkeys(new, True)
    return Answer(201, {"seats_created": len(new)})


@routes.on(f"DELETE {_USERS}")
def cancel_seats(ask: Ask, org: str) -> Answer:
    """Cancel seats at the end of the cycle.

    https://docs.github.com/rest/copilot/copilot-user-management#remove-users-from-the-copilot-subscription-for-an-organization
    """
    found = require_owner(ask, org)
    ended = [one for one in _named(ask, found) if found.seats.get(one)]
    found.seats |= dict.fromkeys(ended, False)
    return Answer(200, {"seats_cancelled": len(ended)})
