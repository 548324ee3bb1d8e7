"""An armed client of stripe, as the core sees it."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from collections.abc import Callable, Mapping
from typing import Any

from stripe._http_client import HTTPClient
from stripe._util import get_api_mode

from agentrein.connector import Answer, Call, Connector, Options, Verdict, build
from agentrein_stripe import connector
from agentrein_stripe.proxy.decode import KEY, MEANING, host_of
from agentrein_stripe.proxy.form import encoded
from agentrein_stripe.proxy.mark import Mark, digest
from agentrein_stripe.proxy.once import Once, as_first
from agentrein_stripe.proxy.single import blocking, is_closed

_SORTS = {"sk": "secret", "rk": "restricted", "pk": "publishable", "ek": "ephemeral"}
"""Sorts of API keys by the first part of their prefix. https://docs.stripe.com/keys"""


class Armed:
    """Reads and inverse calls through an armed client, with the credential of one call."""

    def __init__(
        self, requestor: Any, mark: Mark, authorization: str | None = None, retries: int | None = None
    ) -> None:
        self._requestor, self._mark = requestor, mark
        self._sent = authorization
        self._retries = (requestor._options.max_network_retries if retries is None else retries) or 0
        self._advice = ""

    @property
    def connector(self) -> Connector:
        """The connector whose table judges the calls."""
        return connector

    @property
    def endpoint(self) -> str:
        """The base address of the API."""
        return str(self._requestor.base_addresses["api"]).rstrip("/")

    @property
    def options(self) -> Options:
        """What `wrap` was told."""
        return self._mark.options

    @property
    def kind(self) -> str:
        """Mode and sort of the API key, such as `test secret`; the mode is missing where the key does not tell it."""
        return kind_of(token_of(self._authorization))

    @property
    def _authorization(self) -> str:
        """The header that carries the credential: that of the call at hand, else the client's own."""
        return self._sent or f"Bearer {self._requestor.api_key}"

    @property
    def identity(self) -> str:
        """A keyed digest of the credential that is really sent."""
        return digest(f"{self.endpoint} {self._authorization}")

    def advised(self, answer: Answer) -> Answer:
        """Note what an answer says of a repetition. https://docs.stripe.com/error-low-level."""
        self._advice = answer.headers.get("stripe-should-retry", "")
        return answer

    def wait(self, verdict: Verdict, attempt: int) -> float | None:
        """Seconds that stripe would wait before it sends again; None where it would not, or Stripe says not to."""
        if attempt >= self._retries or self._advice == "false":
            return None
        if verdict.retry_after is not None:
            return verdict.retry_after
        http = self._requestor._get_http_client()
        return float((http if isinstance(http, HTTPClient) else HTTPClient())._sleep_time_seconds(attempt + 1))

    def request(self, call: Call, check: Callable[[], None] | None) -> Any:
        """Send one call once, with no hidden resend, and give its answer."""
        raise NotImplementedError

    def _built(self, call: Call) -> tuple[str, str, dict[str, str], str | None]:
        """Method, URL, headers and body of a call of the core's; raises Unsayable for what a form cannot say."""
        method, path, query = build(call.address, call.params)
        mode = get_api_mode(path)
        said: dict[str, Any] = {
            "api_key": self._requestor.api_key,
            "stripe_version": self._requestor.stripe_version,
            **{name.lower().replace("-", "_"): value for name, value in _meaning(call.headers).items()},
        }
        if self.kind.endswith("organization"):  # such a key acts for nobody without a context
            said.setdefault("stripe_context", self._requestor._options.stripe_context)
        headers = dict(self._requestor.request_headers(method.lower(), mode, said))
        headers["Authorization"] = self._authorization
        headers = {name: value for name, value in headers.items() if name.lower() != KEY}
        if call.key:
            headers["Idempotency-Key"] = call.key
        base = str(self._requestor.base_addresses[host_of(method, path)]).rstrip("/")
        asked = encoded(query if method == "POST" else {**query, **(call.body or {})})  # a DELETE has no body
        return method.lower(), f"{base}{path}{'?' if asked else ''}{asked}", headers, _body(method, mode, call.body)

    def _send(self, call: Call, once: Once) -> Answer:
        try:
            once.request_with_retries(*self._built(call))
        except BaseException as error:  # noqa: BLE001 - what came instead of an answer
            return as_first(once.answer(error=error))
        return as_first(once.answer())

    def once(self, check: Callable[[], None] | None) -> Once:
        """What sends one request through the user's own http client."""
        return Once(self._requestor._get_http_client(), check)


def _meaning(headers: Mapping[str, str]) -> dict[str, str]:
    given = {name.lower(): value for name, value in headers.items()}
    return {name: given[name.lower()] for name in MEANING if given.get(name.lower())}


def _body(method: str, mode: str, body: Any) -> str | None:
    if method != "POST":
        return None
    return json.dumps(body or {}) if mode == "V2" else encoded(body or {})


class StripeClient(Armed):
    """For the sync methods."""

    def request(self, call: Call, check: Callable[[], None] | None) -> Answer:
        """Send one call once and give its answer; never raises for a status, and never resends."""
        return self._send(call, self.once(check))


class AsyncStripeClient(Armed):
    """For the `*_async` methods."""

    async def request(self, call: Call, check: Callable[[], None] | None) -> Answer:
        """Send one call once and give its answer; in a thread where the user has closed the connections by now."""
        http = self._requestor._get_http_client()
        if is_closed(http):
            return await asyncio.to_thread(self._send, call, Once(blocking(http), check))
        once = Once(http, check)
        try:
            await once.request_with_retries_async(*self._built(call))
        except BaseException as error:  # noqa: BLE001 - what came instead of an answer
            return as_first(once.answer(error=error))
        return as_first(once.answer())


def token_of(authorization: str) -> str:
    """The API key of an Authorization header: as a token, or as the name of a basic one."""
    scheme, _, rest = authorization.partition(" ")
    if scheme.lower() != "basic":
        return rest
    try:
        return b64decode(rest).decode().partition(":")[0]
    except ValueError:
        return ""


def kind_of(api_key: str) -> str:
    """Mode and sort of an API key by its prefix: `rk_live_…` is `live restricted`. https://docs.stripe.com/keys."""
    parts = api_key.split("_")
    sort = "organization" if "org" in parts[1:3] else _SORTS.get(parts[0], "key")
    mode = next((one for one in parts[1:3] if one in {"test", "live"}), "")
    return f"{mode} {sort}".strip()
