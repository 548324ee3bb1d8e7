"""An armed client of slack_sdk, as the core sees it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler
from slack_sdk.web.internal_utils import _build_req_args

from agentrein.connector import Answer, Call, Connector, Options, Verdict
from agentrein_slack import connector
from agentrein_slack.proxy.decode import TEAM, endpoint_of
from agentrein_slack.proxy.encode import encode
from agentrein_slack.proxy.mark import Mark
from agentrein_slack.proxy.once import once

LONGEST_WAIT = 15 * 60.0
"""Seconds that a passage waits at most for a rate limit; beyond, the answer goes to the caller."""

_DIGEST_KEY = secrets.token_bytes(32)

_KINDS = (
    ("xoxe.xoxb-", "bot"),
    ("xoxe.xoxp-", "user"),
    ("xoxb-", "bot"),
    ("xoxp-", "user"),
    ("xoxc-", "user"),
    ("xoxd-", "user"),
    ("xoxs-", "user"),
    ("xoxa-", "workspace"),
    ("xapp-", "app"),
    ("xoxe-", "configuration"),
)
"""Kinds of tokens by their prefix. https://docs.slack.dev/authentication/tokens"""


class Armed:
    """What clients of both kinds share; `authorization` is the header that the call at hand really carries."""

    limits: type[Any] = RateLimitErrorRetryHandler

    def __init__(self, client: Any, mark: Mark, authorization: str | None = None, *, resends: bool = True) -> None:
        self._client, self._mark, self._resends = client, mark, resends
        self._authorization = default_authorization(client) if authorization is None else authorization

    @property
    def connector(self) -> Connector:
        """The connector whose table judges the calls."""
        return connector

    @property
    def endpoint(self) -> str:
        """The base URL."""
        return endpoint_of(self._client)

    @property
    def options(self) -> Options:
        """What `wrap` was told."""
        return self._mark.options

    @property
    def kind(self) -> str:
        """The kind of token."""
        scheme, _, token = self._authorization.partition(" ")
        if not token:
            return "anonymous"
        if scheme.lower() != "bearer":
            return scheme.lower()
        return next((kind for prefix, kind in _KINDS if token.startswith(prefix)), "token")

    @property
    def identity(self) -> str:
        """A keyed digest of the token that is really sent: another one per call is another identity."""
        text = f"{self.endpoint} {self._authorization}"
        return hashlib.blake2b(text.encode(), key=_DIGEST_KEY, digest_size=16).hexdigest()

    def wait(self, verdict: Verdict, attempt: int) -> float | None:
        """Seconds that the user's own rate limit handler would wait; None to give up, or if there is none."""
        handlers = getattr(self._client, "retry_handlers", None) or []
        limit = next((handler for handler in handlers if isinstance(handler, self.limits)), None)
        if limit is None or not self._resends or attempt >= limit.max_retry_count:
            return None
        seconds = 1.0 if verdict.retry_after is None else verdict.retry_after  # as the SDK's handler
        return None if seconds > LONGEST_WAIT else seconds

    def built(self, call: Call) -> tuple[str, dict[str, Any]]:
        """The URL of a call and its arguments as `api_call` would build them, with this token."""
        client, headers = self._client, dict(self._client.headers)
        if self._authorization:
            headers = {name: value for name, value in headers.items() if name.lower() != "authorization"}
            headers["Authorization"] = self._authorization
        method = call.address.partition("#")[0]
        inherited = {name: value for name, value in call.headers.items() if name == TEAM}
        arguments = encode(method, {**client.default_params, **inherited, **call.params, **(call.body or {})})
        built = _build_req_args(
            token=None,
            http_verb="POST",
            files=None,  # type: ignore[arg-type] # as the SDK itself
            data=None,  # type: ignore[arg-type] # as the SDK itself
            default_params={},
            params=arguments.get("params"),  # type: ignore[arg-type] # as the SDK itself
            json=arguments.get("json"),  # type: ignore[arg-type] # as the SDK itself
            headers=headers,
            auth=None,  # type: ignore[arg-type] # as the SDK itself
            ssl=client.ssl,
            proxy=client.proxy,
        )
        return f"{self._client.base_url.rstrip('/')}/{method}", built


class SlackClient(Armed):
    """Reads and inverse calls through a `WebClient`, or a `LegacyWebClient`, whose urllib it uses."""

    def request(self, call: Call, check: Callable[[], None] | None) -> Answer:
        """Send one call once and give its answer; never raises for an error of Slack's, and never resends."""
        url, built = self.built(call)
        args = {name: built[name] for name in ("headers", "params", "json", "files")}
        return once(self._client, check, url, {**args, "data": {}})


def default_authorization(client: Any) -> str:
    """The header with which a client sends a call that names no token."""
    own = authorization_in(client.headers)
    return own or (f"Bearer {client.token}" if client.token else "")


def authorization_in(headers: Mapping[str, Any] | None) -> str:
    """The Authorization among some headers, empty if there is none."""
    found = (str(value) for name, value in (headers or {}).items() if name.lower() == "authorization")
    return next(found, "")
