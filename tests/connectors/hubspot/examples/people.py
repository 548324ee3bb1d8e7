"""Users, consent to mail, visitors, and workflow actions of apps."""

from __future__ import annotations

from typing import Any

from hubspot import Client

from agentrein.testing.conformance import Example

USERS = "/settings/v3/users"
ACTIONS = "/automation/v4/actions/{appId}"
APP = 4711


def user(hubspot: Client, email: str) -> str:
    """The id of a user."""
    return str(hubspot.settings.users.users_api.get_by_id(email, id_property="EMAIL").id)


def action(hubspot: Client, url: str) -> str:
    """The id of a workflow action."""
    found = hubspot.automation.actions.definitions_api.get_page(APP).results
    return str(next(one.id for one in found if one.action_url == url))


def definition(url: str, **more: Any) -> dict[str, Any]:
    """A workflow action."""
    labels = {"en": {"actionName": "Mine"}}
    return {"actionUrl": url, "labels": labels, "inputFields": [], "objectTypes": [], "published": False, **more}


EXAMPLES = (
    Example(
        f"POST {USERS}",
        lambda h: h.settings.users.users_api.create({"email": "new@acme.example", "roleId": "61"}),
        foreign=lambda h: h.settings.users.users_api.replace(user(h, "new@acme.example"), {"roleId": "62"}),
    ),
    Example(
        f"PUT {USERS}/{{userId}}",
        lambda h: h.settings.users.users_api.replace("9002", {"roleId": "62", "secondaryTeamIds": []}),
        foreign=lambda h: h.settings.users.users_api.replace("9002", {"primaryTeamId": "73"}),
        name="by id",
    ),
    Example(
        f"PUT {USERS}/{{userId}}",
        lambda h: h.settings.users.users_api.replace("ben@acme.example", {"roleId": "62"}, id_property="EMAIL"),
        foreign=lambda h: h.settings.users.users_api.replace("9002", {"roleId": None, "primaryTeamId": "73"}),
        name="by e-mail",
    ),
    Example(
        "POST /communication-preferences/v3/subscribe",
        lambda h: h.communication_preferences.status_api.subscribe(
            {"emailAddress": "ben@acme.example", "subscriptionId": "91"}
        ),
        nothing=True,
    ),
    Example(
        "POST /visitor-identification/v3/tokens/create",
        lambda h: h.conversations.visitor_identification.generate_api.generate_token({"email": "ben@acme.example"}),
        nothing=True,
    ),
    Example(
        f"POST {ACTIONS}",
        lambda h: h.automation.actions.definitions_api.create(APP, definition("https://a.example/mine")),
        foreign=lambda h: h.automation.actions.definitions_api.update(
            action(h, "https://a.example/mine"), APP, {"published": True}
        ),
    ),
    Example(
        f"PATCH {ACTIONS}/{{definitionId}}",
        lambda h: h.automation.actions.definitions_api.update("7901", APP, {"actionUrl": "https://a.example"}),
        foreign=lambda h: h.automation.actions.definitions_api.update("7901", APP, {"actionUrl": "https://b.example"}),
        beside=lambda h: h.automation.actions.definitions_api.update("7901", APP, {"published": True}),
    ),
)
