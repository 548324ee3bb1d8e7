"""One write of the SDK, on its way through the gate."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from requests import PreparedRequest, Response
from simple_salesforce.util import exception_handler

from agentrein.connector import Answer, Request, enter
from agentrein_salesforce.proxy.answer import response_of
from agentrein_salesforce.proxy.client import SalesforceClient, is_over
from agentrein_salesforce.proxy.decode import endpoint_of
from agentrein_salesforce.proxy.once import Check, once
from agentrein_salesforce.proxy.owners import caller

hops: ContextVar[str] = ContextVar("agentrein_salesforce_hops", default="")
"""The instance that sent a write on to another address, while that is followed."""


class Write:
    """A request that is no plain read, with the client that it belongs to."""

    def __init__(
        self,
        session: Any,
        request: PreparedRequest,
        settings: dict[str, Any],
        decoded: Request,
        client: SalesforceClient,
    ) -> None:
        self.session, self.request, self.settings = session, request, settings
        self.decoded, self.client, self.given = decoded, client, client.credential

    def response(self) -> Response:
        """What the caller gets; a redirect is followed as the session would, each hop a request of its own."""
        answer = enter(self.client, self.decoded, self._forward)
        if answer.error is not None:  # of what only asks
            raise answer.error
        made = response_of(answer, self.request)
        self._check_over(answer, made)
        if not self.settings.get("allow_redirects", True) or not made.is_redirect:
            return made
        return self._followed(made)

    def _forward(self, check: Check) -> Answer:
        """Send it once, with the session as it is by now."""
        request, now = self.request, self.client.credential
        if self.client.resends and now != self.given:
            request = request.copy()
            request.headers["Authorization"] = f"Bearer {now}"
        self.client.went(now)
        return once(self.session, check, request, self.settings)

    def _check_over(self, answer: Answer, made: Response) -> None:
        """Raise what the SDK raises where a session stays over: it would go on sending, and without the headers."""
        calling = caller.get()
        if calling is None or not self.client.resends or not is_over(answer):
            return
        if self.client.problem is not None:
            raise self.client.problem
        if calling.may_renew:
            exception_handler(made, calling.name)

    def _followed(self, first: Response) -> Response:
        settings = {name: value for name, value in self.settings.items() if name != "allow_redirects"}
        before = hops.get()
        hops.set(endpoint_of(self.request.url or ""))
        try:
            came: list[Response] = [first, *self.session.resolve_redirects(first, self.request, **settings)]
        finally:
            hops.set(before)
        came[-1].history = came[:-1]
        return came[-1]
