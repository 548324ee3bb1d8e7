"""Writes of a Google API for which there is no connector."""

from __future__ import annotations

from typing import Any

from agentrein.connector import Refused
from agentrein_google.proxy.client import GoogleClient


def check_known(client: GoogleClient, request: Any) -> None:
    """Raise Refused for what is no GET of an API without a table."""
    if client.connector.name != "google":
        return
    api = str(request.methodId or "").partition(".")[0] or "this API"
    raise Refused(
        f"refused: {request.methodId or request.method}",
        why=f"there is no connector for {api} yet, so that only its GET methods are known to read. Nothing was sent.",
        reason="unknown",
        operation=f"google: {request.methodId or request.method}",
        now="add a table for it: a connector of its own, with `serves` for this API and the proxy of "
        "agentrein_google, as agentrein_google.gmail is one; docs/writing-a-connector.md shows how a row is written",
    )
