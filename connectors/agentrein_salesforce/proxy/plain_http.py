"""Plain HTTP under the https addresses that simple-salesforce always writes: for a stand-in on loopback."""

from __future__ import annotations

from typing import Any

from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter


class PlainHTTP(HTTPAdapter):
    """Mounted on the `https://` address of a server without TLS, it speaks plain HTTP to it."""

    def send(self, request: PreparedRequest, *arguments: Any, **settings: Any) -> Response:
        """Send the request to the same place without TLS."""
        plain = request.copy()
        plain.url = "http" + (request.url or "").removeprefix("https")
        response = super().send(plain, *arguments, **settings)
        response.url, response.request = request.url or "", request
        return response
