"""An armed PyGithub client, as the core sees it."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from github import Auth
from github.GithubRetry import GithubRetry
from urllib3 import Retry

from agentrein.connector import Answer, Call, Connector, Options, Verdict, build
from agentrein_github import connector
from agentrein_github.answers import SECONDARY
from agentrein_github.proxy.decode import endpoint_of
from agentrein_github.proxy.once import private

if TYPE_CHECKING:
    from agentrein_github.proxy.requester import GatedRequester

LONGEST_WAIT = 15 * 60.0
"""Seconds that a passage waits at most for a rate limit; beyond, the answer goes to the caller."""

_DIGEST_KEY = secrets.token_bytes(32)

_KINDS: tuple[tuple[type[Auth.Auth], str], ...] = (
    (Auth.AppInstallationAuth, "installation"),
    (Auth.AppUserAuth, "app_user"),
    (Auth.NetrcAuth, "netrc"),
    (Auth.JWT, "app"),
    (Auth.HTTPBasicAuth, "login"),
    (Auth.Token, "token"),
)


class GitHubClient:
    """Reads and inverse calls through an armed requester; `verb` is the method of the passage it serves, if any."""

    def __init__(self, requester: GatedRequester, verb: str | None = None, *, resends: bool = True) -> None:
        self._requester, self._verb, self._resends = requester, verb, resends

    @property
    def connector(self) -> Connector:
        """The connector whose table judges the calls."""
        return connector

    @property
    def endpoint(self) -> str:
        """The base URL."""
        return endpoint_of(self._requester)

    @property
    def options(self) -> Options:
        """What `wrap` was told."""
        return self._requester.rein_options

    @property
    def kind(self) -> str:
        """The kind of credential."""
        auth = self._requester.auth
        if auth is None:
            return "anonymous"
        return next((kind for known, kind in _KINDS if isinstance(auth, known)), type(auth).__name__.lower())

    @property
    def identity(self) -> str:
        """A keyed digest of the credential: a changed token is another one, a renewed installation token is not."""
        auth = self._requester.auth
        if isinstance(auth, Auth.AppInstallationAuth):
            credential = f"{auth.app_id} {auth.installation_id}"
        elif isinstance(auth, Auth.AppAuth):
            credential = f"{auth.app_id}"
        elif isinstance(auth, Auth.AppUserAuth):
            credential = f"{auth._client_id} {auth._token}"  # its `token` would ask GitHub for a new one
        else:
            credential = "" if auth is None else auth.token
        text = f"{self.endpoint} {self.kind} {credential}"
        return hashlib.blake2b(text.encode(), key=_DIGEST_KEY, digest_size=16).hexdigest()

    def request(self, call: Call, check: Callable[[], None] | None) -> Answer:
        """Send one call once and give its answer; never raises for a status, and never resends."""
        method, path, query = build(call.address, call.params)
        url = self._requester.graphql_url if path == "/graphql" else path
        headers = dict(call.headers)
        return self._requester.rein_once(
            None, check, lambda once: self._requester.requestJson(method, url, query, headers, call.body, cnx=once)
        )

    def wait(self, verdict: Verdict, attempt: int) -> float | None:
        """Seconds that the user's retry setting would wait after a request that was not executed; None to give up."""
        retry = private(self._requester, "retry")
        if not self._resends or not self._retries(retry, attempt):
            return None
        seconds = verdict.retry_after
        if isinstance(retry, GithubRetry):
            if verdict.reason == SECONDARY:
                seconds = retry.secondary_rate_wait
            limit = retry.max_rate_limit_wait
            if limit is not None and seconds is not None and seconds > limit:
                return None
        return None if seconds is None or seconds > LONGEST_WAIT else seconds

    def _retries(self, retry: int | Retry | None, attempt: int) -> bool:
        if not isinstance(retry, Retry):
            retry = Retry(retry or 0)
        allowed = retry.allowed_methods
        method_allowed = self._verb is None or not allowed or self._verb in allowed
        total = 10 if retry.total is None else int(retry.total)
        return method_allowed and attempt < total


def answered(status: int, headers: Mapping[str, Any], text: Any) -> Answer:
    """The answer as data, with what the SDK itself wants back."""
    return Answer(
        status, _json(text), {str(k).lower(): str(v) for k, v in headers.items()}, native=(status, headers, text)
    )


def native(answer: Answer) -> tuple[int, dict[str, Any], Any]:
    """What the SDK wants back; made from the data where the answer did not come from the wire."""
    if answer.native is not None:
        return answer.native  # type: ignore[no-any-return]
    text = answer.body if isinstance(answer.body, str) else "" if answer.body is None else json.dumps(answer.body)
    return answer.status or 0, dict(answer.headers), text


def _json(text: Any) -> Any:
    if not isinstance(text, str) or not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        return text
