"""An armed client of hubspot-api-client, as the core sees it."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from hubspot.discovery.discovery_base import DiscoveryBase  # type: ignore[import-untyped]

from agentrein.connector import Answer, Call, Connector, Options, Verdict, build
from agentrein_hubspot import connector
from agentrein_hubspot.proxy.bodies import encoded
from agentrein_hubspot.proxy.contents import SIGNED, are_bytes, fetched, fetched_elsewhere
from agentrein_hubspot.proxy.decode import API_KEY
from agentrein_hubspot.proxy.once import TIMEOUT, Once, given_retry, patience

_DIGEST_KEY = secrets.token_bytes(32)
_PRIVATE_APP = "pat-"
_BORNE = ("authorization", "cookie")


@dataclass(frozen=True, slots=True)
class Credential:
    """What a request is sent with: headers, and a developer's key in the query."""

    headers: Mapping[str, str]
    api_key: str | None = None

    @classmethod
    def of(cls, headers: Mapping[str, str], api_key: str | None = None) -> Credential:
        """What of these headers is a credential."""
        return cls({name: value for name, value in headers.items() if name.lower() in _BORNE}, api_key)

    @property
    def kind(self) -> str:
        """The kind: a private app's token begins with `pat-` (inferred), others are of apps that were authorised.

        https://developers.hubspot.com/docs/apps/legacy-apps/authentication/intro-to-auth
        """
        token = next((value for name, value in self.headers.items() if name.lower() == "authorization"), "")
        if token:
            return "private app" if token.removeprefix("Bearer ").startswith(_PRIVATE_APP) else "oauth"
        return "developer key" if self.api_key else "anonymous"

    def __repr__(self) -> str:
        """Show the kind and no more."""
        return f"Credential({self.kind})"


NOBODY = Credential({})
"""For a read of the SDK's own, of which nobody asks whose it is."""


class HubSpotClient:
    """Reads and inverse calls with the credential, and through the connection pool, of one request."""

    def __init__(self, options: Options, endpoint: str, credential: Credential, pool: Callable[[], Any]) -> None:
        self._options, self._endpoint, self._credential = options, endpoint, credential
        self._make_pool, self._made_pool = pool, None
        self.last: str | None = None
        """The method of the last request through the pool; None for one that the SDK never sends again."""

    @property
    def connector(self) -> Connector:
        """The connector whose table judges the calls."""
        return connector

    @property
    def endpoint(self) -> str:
        """The base URL."""
        return self._endpoint

    @property
    def options(self) -> Options:
        """What `wrap` was told."""
        return self._options

    @property
    def kind(self) -> str:
        """The kind of credential."""
        return self._credential.kind

    @property
    def identity(self) -> str:
        """A keyed digest of the credential that is really sent."""
        held = self._credential
        text = json.dumps([self._endpoint, sorted(held.headers.items()), held.api_key])
        return hashlib.blake2b(text.encode(), key=_DIGEST_KEY, digest_size=16).hexdigest()

    @property
    def pool(self) -> Any:
        """The connection pool, made when it is first needed."""
        if self._made_pool is None:
            self._made_pool = self._make_pool()
        return self._made_pool

    def request(self, call: Call, check: Callable[[], None] | None) -> Answer:
        """Send one call once and give its answer; never raises for a status, and never resends."""
        method, path, query = build(call.address, call.params)
        self.last = method
        if method == "GET" and are_bytes(path):
            return self._bytes(path, query)
        once = Once(self.pool, check, TIMEOUT)
        try:
            body, kind = encoded(method, path, call.body)
            once.request(method, self._url(path, query), body=body, headers=self._headers(kind))
        except Exception as error:  # noqa: BLE001 - an answer like any other
            return once.answer(error=error)
        answer = once.answer()
        return self._signed(answer) if call.address == SIGNED and answer.status == 200 else answer

    def _bytes(self, path: str, query: Mapping[str, Any]) -> Answer:
        """A file as it stands, which HubSpot gives to whom it gives its other answers."""
        try:
            return fetched(self.pool, self._url(path, query), {**self._headers(None), "Accept": "*/*"})
        except Exception as error:  # noqa: BLE001 - an answer like any other
            return Answer(error=error)

    def _signed(self, answer: Answer) -> Answer:
        """What stands at the address that was signed; the address itself is kept nowhere."""
        try:
            return fetched_elsewhere(self.pool, str(answer.body["url"]), self._endpoint)
        except (LookupError, TypeError, OSError) as error:
            return Answer(error=error)

    def _url(self, path: str, query: Mapping[str, Any]) -> str:
        shown = {name: _in_query(value) for name, value in query.items()}
        if self._credential.api_key is not None:
            shown[API_KEY] = self._credential.api_key
        return f"{self._endpoint}{path}" + (f"?{urlencode(shown, doseq=True)}" if shown else "")

    def _headers(self, kind: str | None) -> dict[str, str]:
        headers = {"Accept": "application/json", "User-Agent": "agentrein", **self._credential.headers}
        return headers if kind is None else {"Content-Type": kind, **headers}

    def wait(self, verdict: Verdict, attempt: int) -> float | None:
        """Seconds that the user's pool would wait before it sends the last request again; None to give up."""
        if self.last is None:
            return None
        return patience(given_retry(self.pool), self.last, verdict.retry_after, attempt)


def _in_query(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return [_in_query(one) for one in value] if isinstance(value, list | tuple) else value


def pool_of(config: Mapping[str, Any]) -> Any:
    """A connection pool with the settings of a client: that of an API object which nobody else has."""
    import hubspot.crm.objects as package  # type: ignore[import-untyped]

    return DiscoveryBase(config)._configure_api_client(package, "BasicApi").api_client.rest_client.pool_manager
