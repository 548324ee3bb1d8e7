"""What the tests of HubSpot's stand-in share: the errors that HubSpot answers."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest


def refused(status: int, category: str, message: str = "") -> pytest.RaisesExc[Exception]:
    """The block below is answered with this error: the SDK has an exception of its own for each package."""

    def fits(error: Exception) -> bool:
        body = said(error)
        found = (getattr(error, "status", None), body.get("category"))
        return found == (status, category) and re.search(re.escape(message), str(body.get("message"))) is not None

    return pytest.raises(Exception, check=fits)


def said(error: Any) -> dict[str, Any]:
    """The body of an error."""
    body = json.loads(error.body)
    assert isinstance(body, dict)
    return body


def contact(**properties: Any) -> dict[str, Any]:
    """A new contact, as a request says it."""
    return {"properties": properties, "associations": []}


def specs(*types: tuple[str, int]) -> list[dict[str, Any]]:
    """Types of links, as a request names them."""
    return [{"associationCategory": category, "associationTypeId": id} for category, id in types]
