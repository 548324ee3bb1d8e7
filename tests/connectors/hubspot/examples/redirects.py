"""Redirects."""

from __future__ import annotations

from typing import Any

from hubspot import Client

from agentrein.testing.conformance import Example

REDIRECTS = "/cms/v3/url-redirects"
REDIRECT = f"{REDIRECTS}/{{urlRedirectId}}"


def leads(source: str, to: str) -> dict[str, Any]:
    """A redirect."""
    return {"routePrefix": source, "destination": to, "redirectStyle": 302}


def of(hubspot: Client, route: str) -> str:
    """The id of the redirect of an address."""
    found = hubspot.cms.url_redirects.redirects_api.get_page().results
    return str(next(one.id for one in found if one.route_prefix == route))


EXAMPLES = (
    Example(
        f"POST {REDIRECTS}",
        lambda h: h.cms.url_redirects.redirects_api.create(leads("/mine", "https://a.example")),
        foreign=lambda h: h.cms.url_redirects.redirects_api.update(
            of(h, "/mine"), {"destination": "https://b.example"}
        ),
    ),
    Example(
        f"PATCH {REDIRECT}",
        lambda h: h.cms.url_redirects.redirects_api.update("7501", {"destination": "https://a.example"}),
        foreign=lambda h: h.cms.url_redirects.redirects_api.update("7501", {"destination": "https://b.example"}),
        beside=lambda h: h.cms.url_redirects.redirects_api.update("7501", {"precedence": 5}),
    ),
    Example(
        f"DELETE {REDIRECT}",
        lambda h: h.cms.url_redirects.redirects_api.archive("7501"),
        foreign=lambda h: h.cms.url_redirects.redirects_api.create(leads("/old", "https://b.example")),
        unforced="HubSpot does not take a second redirect of the address",
    ),
)
