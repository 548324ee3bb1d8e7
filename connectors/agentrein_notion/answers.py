"""What Notion's answers mean, which requests only read, and who acts.

https://developers.notion.com/reference/status-codes
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Actor, Answer, Call, ClientError, Read, State, Verdict

_ASKS = re.compile(
    r"/v1/(search|data_sources/[^/]+/query|blocks/meeting_notes/query|views/[^/]+/queries|oauth/introspect)/?"
)
"""Paths that take a question in the body of a POST and change nothing."""

SHORTAGES = {500, 502, 503, 504, 529}
"""Statuses after which Notion may have done it or not, and may do it the next time."""


def reads(method: str, path: str) -> bool:
    """Whether a request only reads: every GET and HEAD, because none of Notion's executes, and five POSTs that ask."""
    return method in {"GET", "HEAD"} or (method == "POST" and _ASKS.fullmatch(path) is not None)


def code(answer: Answer) -> int | None:
    """What names an answer in `ok` and `changed`: its status, because the texts of Notion's errors change."""
    return answer.status


def classify(call: Call, answer: Answer) -> Verdict:  # noqa: ARG001 - a connector's function takes both
    """What an answer means; a status that came decides, whatever was raised after it."""
    status = answer.status
    if status is None:
        return _without_answer(answer)
    if status == 429:
        return Verdict(
            State.REJECTED, _said(answer), not_executed=True, transient=True, retry_after=_asked_wait(answer)
        )
    if status >= 500:
        return Verdict(State.UNKNOWN, _said(answer), transient=status in SHORTAGES, retry_after=_asked_wait(answer))
    if status >= 400:
        # 409 is a collision with another write at that moment, not a change by others: reading anew and trying again
        # is what Notion asks for. 401 is a token that was withdrawn.
        return Verdict(State.REJECTED, _said(answer), transient=status == 409, client_wide=status == 401)
    if status >= 300:
        return Verdict(State.REJECTED, f"answered {status}, nothing was done")
    return _taken(answer)


def _without_answer(answer: Answer) -> Verdict:
    kind = type(answer.error).__name__
    if not answer.sent:
        return Verdict(State.REJECTED, f"it was never sent ({kind})", transient=isinstance(answer.error, Exception))
    return Verdict(State.UNKNOWN, f"no answer came ({kind})", transient=True)


def _taken(answer: Answer) -> Verdict:
    if not isinstance(answer.body, Mapping):
        return Verdict(State.UNKNOWN, f"answered {answer.status}, but nothing that can be read", transient=True)
    if answer.body.get("object") == "async_task":
        return Verdict(State.ACCEPTED, "answered with a task, Notion does it later")
    return Verdict(State.LANDED)


def _said(answer: Answer) -> str:
    """The status with Notion's own code and message, which name a mistyped id and missing access alike."""
    body = answer.body if isinstance(answer.body, Mapping) else {}
    words = ": ".join(str(body[name]) for name in ("code", "message") if body.get(name))
    return f"answered {answer.status} {words}".rstrip()


def _asked_wait(answer: Answer) -> float | None:
    """Seconds that the answer asks to wait.

    https://developers.notion.com/reference/request-limits
    """
    asked = answer.headers.get("retry-after", "")
    return float(asked) if asked.replace(".", "", 1).isdigit() else None


def who(kind: str) -> Generator[Read, Answer, Actor]:
    """Yield the read that tells the bot and its workspace; raises ClientError when Notion does not tell.

    The workspace counts by its id alone: its name may be changed between a run and its revert.
    https://developers.notion.com/reference/get-self
    """
    me = yield Read("GET /v1/users/me")
    account = _text(me.body, "id")
    if me.status == 200 and account:
        return Actor(account, _text(_at(me.body, "bot"), "workspace_id") or "live", kind)
    said = _said(me) if me.error is None else type(me.error).__name__
    raise ClientError(
        f"Notion does not tell whose credential this is (it {said}), so nothing was sent",
        now="check the token, or name the account yourself: rein.wrap(client, account=...)",
    )


def _at(body: Any, name: str) -> Any:
    return body.get(name) if isinstance(body, Mapping) else None


def _text(body: Any, name: str) -> str:
    return str(_at(body, name) or "")
