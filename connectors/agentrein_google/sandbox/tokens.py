"""Tokens: https://developers.google.com/identity/protocols/oauth2/service-account#httprest."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from urllib.parse import parse_qs

from agentrein.testing import Answer


def answer(content: bytes, accounts: Mapping[str, str]) -> Answer:
    """The token of the account that signs an assertion, or that a refresh token is of: `refresh-` and the token."""
    told = {name: values[0] for name, values in parse_qs(content.decode("utf-8")).items()}
    token = None
    if "assertion" in told:
        claims = _claims(told["assertion"])
        account = claims.get("sub") or claims.get("iss")
        token = next((one for one, address in accounts.items() if address == account), None)
    elif told.get("grant_type") == "refresh_token":
        token = next((one for one in accounts if told.get("refresh_token") == f"refresh-{one}"), None)
    if token is None:
        return Answer(400, {"error": "invalid_grant", "error_description": "Invalid grant: account not found"})
    return Answer(200, {"access_token": token, "expires_in": 3600, "token_type": "Bearer"})


def _claims(assertion: str) -> dict[str, str]:
    _, _, rest = assertion.partition(".")
    claims = rest.partition(".")[0]
    found: dict[str, str] = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    return found
