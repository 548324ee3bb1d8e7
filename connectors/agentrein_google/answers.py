"""What Google's APIs answer, and who asks: shared by all of its connectors.

https://developers.google.com/workspace/drive/api/guides/handle-errors
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from typing import Any

from agentrein.connector import Actor, Answer, Call, ClientError, Read, State, Verdict, by_status

SDK, VERSIONS = "google-api-python-client", ">=2.202,<2.203"
CLIENTS = ("googleapiclient.discovery.Resource",)

RATE = frozenset({"rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"})
"""Reasons of a 403 after which nothing was executed, and the same request may be sent a little later."""

LATER = frozenset({"sharingRateLimitExceeded", "backendError"})
"""Reasons of an error that passes by itself, but not within seconds."""

CLIENT_WIDE = frozenset(
    {
        *("dailyLimitExceeded", "dailyLimitExceededUnreg", "quotaExceeded", "accountDisabled", "authError"),
        *("accessNotConfigured", "SERVICE_DISABLED", "keyInvalid", "API_KEY_INVALID", "required"),
    }
)
"""Reasons that meet every call of this client."""

SCOPES_TOLD = "x-oauth-scopes"
"""The header in which the proxy tells which scopes the credentials have: no answer of Google's shows them."""

ACCOUNT_OF_SHEETS = "sheets.account"
"""The read that tells who acts where only Sheets may be called; the proxy finds it out. No method has this name."""

TELLS = frozenset({"gmail.users.getProfile", "drive.about.get", ACCOUNT_OF_SHEETS})
"""The reads that tell who acts."""

CREDENTIALS = ("POST /token", "POST /oauth2/v3/token", "POST /oauth2/v4/token", "POST /o/oauth2/token")
"""Addresses that only give a token, which google-auth asks for on its own."""

TOKENS = ("/token", "/oauth2", "/o/oauth2")
"""Where these lie, if on the host of an API."""

_SUCCESS = range(200, 300)


def service(*names: str) -> Callable[[Any], bool]:
    """For `serves`: a client of one of these APIs, which the discovery document that it was built of names."""

    def serves(client: Any) -> bool:
        return api_of(client) in names

    return serves


def api_of(client: Any) -> str:
    """The name of the API that a client was built for, such as `drive`; empty if it does not say."""
    document = getattr(client, "_rootDesc", None)
    return str(document.get("name", "")) if isinstance(document, dict) else ""


def reading(methods: frozenset[str]) -> Callable[[str, str], bool]:
    """For `reads`: these methods, their parts (`drive.files.get#media`), and whatever is a GET on the wire."""

    def reads(method: str, path: str) -> bool:  # noqa: ARG001 - a method's name is all of an address
        return method in {"GET", "HEAD"} or method.partition("#")[0] in methods

    return reads


def reason(answer: Answer) -> str:
    """The reason that Google names for an error, such as `notFound`; empty if it names none."""
    error = answer.body.get("error") if isinstance(answer.body, Mapping) else None
    if not isinstance(error, Mapping):
        return ""
    told = [*_entries(error.get("errors")), *_entries(error.get("details"))]
    return next((str(one["reason"]) for one in told if one.get("reason")), str(error.get("status") or ""))


def _entries(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def classify(call: Call, answer: Answer) -> Verdict:
    """What an answer means: by its status, and for a 403 by the reason that it names."""
    verdict, why = by_status(call, answer), reason(answer)
    if answer.status == 308:
        return _goes_on(call)
    if answer.status is None or answer.status in _SUCCESS:
        return verdict
    told = f"answered {answer.status}" + (f" {why}" if why else "")
    if answer.status == 401:  # before a new token
        return Verdict(State.REJECTED, told, not_executed=True, client_wide=True)
    return _forbidden(answer, why, told) if answer.status == 403 else replace(verdict, reason=told)


def _forbidden(answer: Answer, why: str, told: str) -> Verdict:
    if why in RATE:
        return Verdict(State.REJECTED, told, not_executed=True, transient=True, retry_after=asked_wait(answer))
    return Verdict(State.REJECTED, told, transient=why in LATER, client_wide=why in CLIENT_WIDE)


def _goes_on(call: Call) -> Verdict:
    """308 says that an upload goes on: so far it has changed nothing."""
    if call.address.endswith(UPLOAD):
        return Verdict(State.LANDED)
    return Verdict(State.REJECTED, "answered 308: the upload is not complete yet")


UPLOAD = ".upload"
"""Behind a method's name: what only prepares the upload that it ends with, its session and all chunks but the last."""


def asked_wait(answer: Answer) -> float | None:
    """Seconds that an answer asks to wait; None where it names none."""
    asked = {name.lower(): value for name, value in answer.headers.items()}.get("retry-after", "")
    return float(asked) if asked.replace(".", "", 1).isdigit() else None


def who(address: str, path: str, **params: Any) -> Callable[[str], Generator[Read, Answer, Actor]]:
    """For `who`: one read that shows the address of the account at `path`; Google knows no test accounts."""

    def told(kind: str) -> Generator[Read, Answer, Actor]:
        """Yield the read; raises ClientError when the account is not told: it is never guessed."""
        answer = yield Read(address, params)
        shown: Any = answer.body if answer.status == 200 else None
        for name in path.split("."):
            shown = shown.get(name) if isinstance(shown, Mapping) else None
        if shown:
            return Actor(str(shown), "live", kind)
        said = f"answered {answer.status} {reason(answer)}".strip() if answer.error is None else repr(answer.error)
        raise ClientError(
            f"Google does not tell whose credential this is ({address} {said}), so nothing was sent",
            now="give it a scope that may read that, or name the account yourself: rein.wrap(client, account=...)",
        )

    return told


_AUTH = "https://www.googleapis.com/auth"

_BEYOND = {
    "": {
        f"{_AUTH}/cloud-platform": "controls all of Google Cloud",
        f"{_AUTH}/admin.directory.user": "controls the accounts of the organization",
        f"{_AUTH}/admin.directory.group": "controls the groups of the organization",
    },
    "gmail": {"https://mail.google.com/": "deletes mail for good, which gmail.modify does not"},
    "sheets": {f"{_AUTH}/drive": "changes every file of the account; drive.file reaches what the app made"},
}


def beyond(api: str) -> dict[str, str]:
    """Scopes that no row of an API needs, or none alone, with what they let a credential do.

    https://developers.google.com/identity/protocols/oauth2/scopes
    """
    return {**_BEYOND[""], **_BEYOND.get(api, {})}


def granted(answer: Answer) -> frozenset[str] | None:
    """The scopes of the credentials, as far as these know them themselves."""
    told = answer.headers.get(SCOPES_TOLD)
    return None if told is None else frozenset(told.split())
