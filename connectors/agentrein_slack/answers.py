"""What Slack's answers mean, and who acts.

Slack answers almost everything with HTTP 200 and says in the body what became of it: https://docs.slack.dev/apis/web-api/#responses
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Actor, Answer, Call, ClientError, Read, State, Verdict

GONE = frozenset(
    {
        "message_not_found",
        "thread_not_found",
        "file_not_found",
        "file_deleted",
        "not_found",
        "record_not_found",
        "record_deleted",
        "skill_not_found",
    }
)
"""Errors that say that the thing itself is not there. `channel_not_found` is none: it also means "no access"."""

UNKNOWN = frozenset(
    {
        *("fatal_error", "internal_error", "service_unavailable", "request_timeout", "update_failed"),
        *("error_adding_collaborators", "error_removing_collaborators"),
        *("failed_to_set_admin_on_workspaces", "failed_to_set_owner_on_workspaces"),
    }
)
"""Errors after which some of it may have happened: https://docs.slack.dev/reference/methods/chat.postMessage#errors."""

LIMITED = frozenset({"ratelimited", "rate_limited"})
"""Errors of a rate limit, after which nothing was executed: https://docs.slack.dev/apis/web-api/rate-limits."""

CLIENT_WIDE = frozenset(
    {"token_revoked", "token_expired", "account_inactive", "invalid_auth", "not_authed", "message_limit_exceeded"}
)
"""Errors that meet every call of this client. `missing_scope` is none: another call may have the scope."""

UNCHANGED = frozenset(
    {
        "already_archived",
        "already_closed",
        "already_in_channel",
        "already_open",
        "already_pinned",
        "already_public",
        "already_reacted",
        "already_starred",
        "channel_not_archived",
        "no_op",
        "no_pin",
        "no_reaction",
        "not_archived",
        "not_in_dnd",
        "not_pinned",
        "not_starred",
    }
)
"""Errors, warnings and marks that say that it was so before, so that there is nothing to undo."""

_LEAVES = frozenset(
    {
        *("conversations.leave", "conversations.kick"),
        *("channels.leave", "channels.kick", "groups.leave", "groups.kick"),
    }
)
"""Calls to which `not_in_channel` says that it was so before; to any other it says that the actor may not."""


def code(answer: Answer) -> int | str | None:
    """What names an answer in `ok`, `changed` and `after`: Slack's error, else its status."""
    if _failed(answer.body):
        return _error(answer.body)
    return answer.status


def status(answer: Answer) -> int | None:
    """What an answer to a read means as an HTTP status, of which Slack's own says little."""
    if answer.status != 200:
        return answer.status
    if not isinstance(answer.body, Mapping):
        return 502
    if not _failed(answer.body):
        return 200
    error = _error(answer.body)
    return 404 if error in GONE else 429 if error in LIMITED else 500 if error in UNKNOWN else 400


def classify(call: Call, answer: Answer) -> Verdict:
    """What an answer means; one that came decides, whatever was raised after it."""
    if answer.status is None:
        return _without_answer(answer)
    if answer.status == 429:
        return _limited(answer, "answered 429")
    if answer.status >= 500:
        return Verdict(State.UNKNOWN, f"answered {answer.status}", transient=True, retry_after=_asked_wait(answer))
    if _failed(answer.body):
        return _refused(call, answer, _error(answer.body))
    return _answered(answer)


def _answered(answer: Answer) -> Verdict:
    """What came without an error of Slack's: its success, or somebody else's answer, such as a proxy's."""
    if answer.status is not None and answer.status >= 300:
        return Verdict(State.REJECTED, f"answered {answer.status}")
    if isinstance(answer.body, Mapping) and "ok" in answer.body:
        return _taken(answer.body)
    return Verdict(State.UNKNOWN, f"answered {answer.status} without Slack's own answer in it", transient=True)


def _taken(body: Mapping[str, Any]) -> Verdict:
    """A warning such as `already_in_channel`, or a mark such as `no_op`, says that nothing changed."""
    said = {str(body.get("warning") or ""), *(name for name in UNCHANGED if body.get(name) is True)}
    before = sorted(said & UNCHANGED)
    return Verdict(State.UNCHANGED, f"answered {before[0]}") if before else Verdict(State.LANDED)


def _refused(call: Call, answer: Answer, error: str) -> Verdict:
    said = f"answered {error}"
    if error in LIMITED:
        return _limited(answer, said)
    if error in UNKNOWN or answer.body.get("failed_skills"):  # the others of a list are done
        return Verdict(State.UNKNOWN, said, transient=True)
    if error in UNCHANGED or (error == "not_in_channel" and call.address in _LEAVES):
        return Verdict(State.UNCHANGED, said)
    return Verdict(State.REJECTED, f"{said}{_needs(answer.body)}", client_wide=error in CLIENT_WIDE)


def _limited(answer: Answer, said: str) -> Verdict:
    reason = f"{said}, Slack asks to wait"
    return Verdict(State.REJECTED, reason, not_executed=True, transient=True, retry_after=_asked_wait(answer))


def _needs(body: Any) -> str:
    """The scope that is missing, which Slack names."""
    needed = body.get("needed") if isinstance(body, Mapping) else None
    return f", it needs {needed}" if needed else ""


def _without_answer(answer: Answer) -> Verdict:
    kind = type(answer.error).__name__
    if not answer.sent:
        return Verdict(State.REJECTED, f"it was never sent ({kind})", transient=isinstance(answer.error, OSError))
    return Verdict(State.UNKNOWN, f"no answer came ({kind})", transient=True)


def _asked_wait(answer: Answer) -> float | None:
    asked = answer.headers.get("retry-after", "")
    return float(asked) if asked.isdigit() else None


def _failed(body: Any) -> bool:
    return isinstance(body, Mapping) and body.get("ok") is False


def _error(body: Mapping[str, Any]) -> str:
    """Slack's error, or the mark that it answers instead to who leaves where it is not: `not_in_channel: true`."""
    return str(body.get("error") or next((name for name, value in body.items() if value is True), "no error named"))


def who(kind: str) -> Generator[Read, Answer, Actor]:
    """Yield the read that tells the actor; raises ClientError when Slack does not tell: it is never guessed.

    The mode is the workspace, whose ids mean nothing in another one: https://docs.slack.dev/reference/methods/auth.test
    """
    told = yield Read("auth.test")
    body = told.body if status(told) == 200 else {}
    account, team = str(body.get("user_id") or ""), str(body.get("team_id") or "")
    if account and team:
        return Actor(account, team, kind)
    said = str(code(told)) if told.error is None else type(told.error).__name__
    raise ClientError(
        f"Slack does not tell whose credential this is (auth.test answered {said}), so nothing was sent",
        now="check the token, or name the account yourself: rein.wrap(client, account=...)",
    )


BEYOND = {
    "admin": "administers the workspace",
    "client": "acts as the person, with all that they may do",
}
"""Scopes that no row needs, with what they let a token do. https://docs.slack.dev/reference/scopes"""


def granted(answer: Answer) -> frozenset[str] | None:
    """The scopes of the token, which Slack names in a header of every answer.

    https://docs.slack.dev/tools/node-slack-sdk/reference/web-api/interfaces/WebAPICallResult (`scopes`)
    """
    named = answer.headers.get("x-oauth-scopes")
    return None if named is None else frozenset(one.strip() for one in named.split(",")) - {""}
