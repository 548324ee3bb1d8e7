"""What HubSpot's answers mean, which requests only read, and who acts.

https://developers.hubspot.com/docs/api-reference/error-handling
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Actor, Answer, Call, ClientError, Read, State, Verdict

_ASKS = re.compile(
    r"/crm/v3/objects/[^/]+/(search|batch/read)/?"
    r"|/crm/v3/objects/deals/splits/batch/read/?"
    r"|/crm/v3/properties/[^/]+/batch/read/?"
    r"|/crm/v[34]/associations/[^/]+/[^/]+/batch/read/?"
    r"|/crm/v3/lists/(search|idmapping)/?"
    r"|/cms/v3/blogs/(authors|posts|tags)/batch/read/?"
    r"|/cms/v3/pages/(site-pages|landing-pages(/folders)?)/batch/read/?"
    r"|/cms/v3/hubdb/tables/[^/]+/rows/(draft/)?batch/read/?"
    r"|/cms/v3/source-code/[^/]+/validate/.+"
)
"""Paths that take a question in the body of a POST and change nothing.

Each is spelled out: a rule by its end alone would take `POST /cms/v3/source-code/{environment}/content/batch/read`,
which writes a file, for a question.
"""

LOCK_SECONDS = 2.0
"""How long a lock on records lasts, of which the answer itself says nothing."""

_RATE_LIMITED, _LOCKED, _MOVING = 429, 423, 477


def reads(method: str, path: str) -> bool:
    """Whether a request only reads: every GET and HEAD, because none of HubSpot's executes, and the POSTs that ask."""
    return method in {"GET", "HEAD"} or (method == "POST" and _ASKS.fullmatch(path) is not None)


def classify(call: Call, answer: Answer) -> Verdict:
    """What an answer means; a status that came decides, whatever was raised after it."""
    status = answer.status
    if status is None:
        return _without_answer(answer)
    if status in {_RATE_LIMITED, _LOCKED, _MOVING}:
        return _not_now(status, answer)
    if status >= 500 or status == 408:
        return Verdict(State.UNKNOWN, _said(answer), transient=True, retry_after=_asked_wait(answer))
    if status >= 300:
        return Verdict(State.REJECTED, _said(answer), client_wide=status == 401)
    return _taken(call, status)


def _without_answer(answer: Answer) -> Verdict:
    kind = type(answer.error).__name__
    if not answer.sent:
        return Verdict(State.REJECTED, f"it was never sent ({kind})", transient=isinstance(answer.error, Exception))
    return Verdict(State.UNKNOWN, f"no answer came ({kind})", transient=True)


def _not_now(status: int, answer: Answer) -> Verdict:
    """What was not done because of the moment: a short limit, a lock, the day's quota, an account that is moved.

    The last two do not pass while somebody waits, and concern every call of the client.
    https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines
    """
    said = _said(answer)
    if status == _MOVING or (status == _RATE_LIMITED and _at(answer.body, "policyName") == "DAILY"):
        return Verdict(State.REJECTED, said, client_wide=True)
    wait = _asked_wait(answer)
    if wait is None and status == _LOCKED:
        wait = LOCK_SECONDS
    return Verdict(State.REJECTED, said, not_executed=True, transient=True, retry_after=wait)


_TASKS = frozenset({"POST /files/v3/files/import-from-url/async"})
"""What makes a task that tells later what came of it: that the task is there is what the answer says."""


def _taken(call: Call, status: int) -> Verdict:
    if status == 202 and call.address in _TASKS:
        return Verdict(State.LANDED)
    if status == 207:
        return Verdict(State.PARTIAL, "answered 207: some of its items were done, others not")
    if status == 202:
        return Verdict(State.ACCEPTED, "answered 202: HubSpot does it later")
    return Verdict(State.LANDED)


def _said(answer: Answer) -> str:
    """The status with HubSpot's own category and message."""
    words = ": ".join(str(word) for name in ("category", "message") if (word := _at(answer.body, name)))
    return f"answered {answer.status} {words}".rstrip()


def _asked_wait(answer: Answer) -> float | None:
    """Seconds that the answer asks to wait."""
    asked = answer.headers.get("retry-after", "")
    return float(asked) if asked.replace(".", "", 1).isdigit() else None


def who(kind: str) -> Generator[Read, Answer, Actor]:
    """Yield the read that tells the account and its type; raises ClientError when HubSpot does not tell.

    The mode is the type of the account: STANDARD, SANDBOX, DEVELOPER_TEST … What tells more of a token takes the token
    into its path, where it would be seen.
    https://developers.hubspot.com/docs/api-reference/legacy/account/account-information/get-account-details
    """
    details = yield Read("GET /account-info/v3/details")
    account = str(_at(details.body, "portalId") or "")
    if details.status == 200 and account:
        return Actor(account, str(_at(details.body, "accountType") or ""), kind)
    said = _said(details) if details.error is None else type(details.error).__name__
    raise ClientError(
        f"HubSpot does not tell whose credential this is (it {said}), so nothing was sent",
        now="check the token, or name the account yourself: rein.wrap(client, account=...)",
    )


def _at(body: Any, name: str) -> Any:
    return body.get(name) if isinstance(body, Mapping) else None
