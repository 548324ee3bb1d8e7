"""Seats of GitHub Copilot: https://docs.github.com/rest/copilot/copilot-user-management."""

from __future__ import annotations

from typing import Any

from agentrein.connector import COSTLY, adding, do, each, members, op, path, read, removing, restore
from agentrein_github.operations.settings_places import ORG, ORG_OBJECT

_SEATS = f"{ORG}/copilot/billing/selected_users"
_DOCS = "https://docs.github.com/rest/copilot/copilot-user-management"
_LISTED = read(f"GET {ORG}/copilot/billing/seats", completed="seats", per_page=100)
_USERS = members(
    "selected_usernames",
    read="logins[]",
    add=do(f"POST {_SEATS}", {"selected_usernames": [each]}, again="safe"),
    remove=do(f"DELETE {_SEATS}", {"selected_usernames": [each]}, again="safe"),
    folded=True,
)
_SHARED: dict[str, Any] = {
    "tier": COSTLY,
    "object": path(*ORG_OBJECT, "/copilot"),
    "faithful": False,
    "scopes": (("manage_billing:copilot", "admin:org"),),
}

ROWS = (
    op(
        f"POST {_SEATS}",
        sdk="Copilot.add_seats",
        says="give seats of Copilot in {org} to {selected_usernames}",
        inverse=restore(_LISTED, None, adding(_USERS)),
        residue="A seat that is cancelled is billed, and works, until the cycle ends.",
        why="The seats of those who had none are cancelled. "
        f"{_DOCS}#add-users-to-the-copilot-subscription-for-an-organization",
        **_SHARED,
    ),
    op(
        f"DELETE {_SEATS}",
        sdk="Copilot.remove_seats",
        says="cancel the seats of Copilot in {org} of {selected_usernames}",
        inverse=restore(_LISTED, None, removing(_USERS)),
        residue="The seat's history and billing show the cancellation.",
        why="A seat works until the cycle ends; given again it goes on. "
        f"{_DOCS}#remove-users-from-the-copilot-subscription-for-an-organization",
        **_SHARED,
    ),
)
