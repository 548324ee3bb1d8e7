"""A connector's stand-in for dry runs, made of its sandbox: it answers in this process, and nothing is served."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from agentrein.address import NotCanonical, build
from agentrein.connector import Answer, Call
from agentrein.testing.sandbox import Sandbox


class SandboxStandIn:
    """Answers calls from a sandbox that nobody else sees, with the credential that the headers hold.

    A connector's own class puts into it what a call names and what the vendor has: `meet`. What the sandbox does not
    know is no answer.
    """

    base = ""

    def __init__(self, sandbox: Sandbox, headers: Mapping[str, str]) -> None:
        self.sandbox, self.headers = sandbox, headers

    def meet(self, call: Call) -> None:
        """Bring the places that a call names into the sandbox; for connectors to override."""

    def request_of(self, call: Call) -> tuple[str, str, Mapping[str, Any]]:
        """Method, path and query of a call; for connectors whose addresses are no paths to override."""
        return build(call.address.partition("#")[0], call.params)

    def answer(self, call: Call) -> Answer | None:
        """The sandbox's answer; None where it knows nothing of what the call names."""
        try:
            self.meet(call)
            method, path, query = self.request_of(call)
            told = self.sandbox.asked(method, f"{self.base}{path}", query, self.headers, call.body)
        except (LookupError, NotCanonical, TypeError, ValueError):
            return None
        if self.sandbox.failures:
            self.sandbox.failures.clear()
            return None
        if told.status >= 500:
            return None
        headers = {name.lower(): str(value) for name, value in told.headers.items()}
        try:
            body = json.loads(told.content) if told.content else None
        except ValueError:
            return None
        return Answer(told.status, body, {"content-type": "application/json", **headers})
