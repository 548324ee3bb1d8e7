"""What GitHub's answers mean, and who acts.

https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from typing import Any
from urllib.parse import urlsplit

from agentrein.connector import Actor, Answer, Call, ClientError, Own, Read, State, Verdict
from agentrein_github.operations.places import UNDO

SECONDARY = "GitHub's secondary rate limit"
"""The reason of a verdict whose wait is not GitHub's but the client's own setting."""

SECONDARY_WAIT = 60.0
"""Seconds that GitHub asks to wait at least where it names none."""

_ASYNC = ("/transfer", "/update-branch", "/migrations")
_COMMIT = "GET /repos/{owner}/{repo}/commits/{sha}"
_VIEWER = "query { viewer { login } }"


def code(answer: Answer) -> int | None:
    """What names an answer in `ok` and `changed`: its status."""
    return answer.status


def status(answer: Answer) -> int | None:
    """What an answer to a read means as an HTTP status: GraphQL says with 200 that a node is not there.

    https://docs.github.com/graphql/guides/forming-calls-with-graphql
    """
    body = answer.body
    if answer.status != 200 or not isinstance(body, Mapping) or "data" not in body or not _failed_query(body):
        return answer.status
    first = body["errors"][0]
    kind = first.get("type") if isinstance(first, Mapping) else None
    return {"NOT_FOUND": 404, "FORBIDDEN": 403}.get(str(kind), 400)


def classify(call: Call, answer: Answer) -> Verdict:
    """What an answer means; a status that came decides, whatever was raised after it."""
    status = answer.status
    if status is None:
        return _without_answer(answer)
    if status >= 500:
        return Verdict(State.UNKNOWN, f"answered {status}", transient=True, retry_after=_asked_wait(answer))
    if status >= 400:
        return _refused(answer)
    if status >= 300:
        return Verdict(State.REJECTED, _redirected(answer))
    return _taken(call, answer)


def _taken(call: Call, answer: Answer) -> Verdict:
    if call.address.startswith("POST /graphql") and _failed_query(answer.body):
        return Verdict(State.REJECTED, f"answered errors: {_first_error(answer.body)}")
    if answer.status == 202 and call.address.endswith(_ASYNC):
        return Verdict(State.ACCEPTED, "answered 202, GitHub does it later")
    if call.address.endswith("/rename"):
        return Verdict(State.ACCEPTED, f"answered {answer.status}, GitHub may still be at it")
    return Verdict(State.LANDED)


def _without_answer(answer: Answer) -> Verdict:
    kind = type(answer.error).__name__
    if not answer.sent:
        return Verdict(State.REJECTED, f"it was never sent ({kind})", transient=isinstance(answer.error, OSError))
    return Verdict(State.UNKNOWN, f"no answer came ({kind})", transient=True)


def _redirected(answer: Answer) -> str:
    place = urlsplit(answer.headers.get("location", ""))  # without the places in which an address may hold a secret
    moved = f", moved to {place.hostname or ''}{place.path}" if place.path else ""
    return f"answered {answer.status}, nothing was created{moved}"


def _refused(answer: Answer) -> Verdict:
    said = f"answered {answer.status}: {_message(answer.body)}".removesuffix(": ")
    if answer.status == 401:
        return Verdict(State.REJECTED, said, client_wide=True)
    if answer.status in {403, 429}:
        limited = _rate_limited(answer)
        if limited is not None:
            return limited
    return Verdict(State.REJECTED, said)


def _rate_limited(answer: Answer) -> Verdict | None:
    """The verdict of a rate limit, after which the request was not executed; None for any other 403."""
    message, wait = _message(answer.body).lower(), _asked_wait(answer)
    if message.startswith("api rate limit exceeded") or answer.headers.get("x-ratelimit-remaining") == "0":
        reason = "GitHub's rate limit"
    elif _is_secondary(message):
        reason = SECONDARY if wait is None else f"{SECONDARY}, with the wait that it asks for"
        wait = SECONDARY_WAIT if wait is None else wait
    elif answer.status == 429 or wait is not None:
        reason = f"answered {answer.status}, GitHub asks to wait"
    else:
        return None
    return Verdict(State.REJECTED, reason, not_executed=True, transient=True, retry_after=wait)


def _is_secondary(message: str) -> bool:
    """As PyGithub recognises it."""
    endings = ("please retry your request again later.", "please wait a few minutes before you try again.")
    return message.startswith("you have exceeded a secondary rate limit") or message.endswith(endings)


def _asked_wait(answer: Answer) -> float | None:
    """Seconds that the answer asks to wait: `retry-after`, or until the limit is reset."""
    headers = answer.headers
    asked = headers.get("retry-after", "")
    if asked.isdigit():
        return float(asked)
    reset = headers.get("x-ratelimit-reset", "")
    if headers.get("x-ratelimit-remaining") == "0" and reset.isdigit():
        return max(0.0, int(reset) - time.time()) + 1  # the reset may come at any moment of that second
    return None


def _message(body: Any) -> str:
    return str(body.get("message") or "") if isinstance(body, Mapping) else ""


def _failed_query(body: Any) -> bool:
    if not isinstance(body, Mapping) or not body.get("errors"):
        return False
    data = body.get("data")
    return not data or all(value is None for value in data.values())


def _first_error(body: Any) -> str:
    first = body["errors"][0]
    return str(first.get("message") or first.get("type")) if isinstance(first, Mapping) else str(first)


def who(kind: str) -> Generator[Read, Answer, Actor]:
    """Yield the reads that tell the actor; raises ClientError when GitHub does not tell: it is never guessed."""
    if kind == "app":
        app = yield Read("GET /app")
        return _actor(app, _text(app.body, "slug"), kind)
    user = yield Read("GET /user")
    login = _text(user.body, "login")
    if login or user.status == 401:
        return _actor(user, login, kind)
    # An installation may not read /user (not confirmed against the live service); GraphQL names its bot.
    viewer = yield Read("POST /graphql", body={"query": _VIEWER})
    data = viewer.body.get("data") if isinstance(viewer.body, Mapping) else None
    return _actor(viewer, _text((data or {}).get("viewer"), "login"), kind)


BEYOND = {
    "admin:enterprise": "controls the enterprise",
    "manage_runners:enterprise": "controls the runners of the enterprise",
    "manage_billing:enterprise": "changes the billing of the enterprise",
    "site_admin": "administers the whole server",
    "write:packages": "publishes packages",
    "delete:packages": "deletes packages",
    "admin:gpg_key": "changes the keys that sign commits",
    "admin:ssh_signing_key": "changes the keys that sign commits",
    "codespace": "creates and deletes codespaces",
}
"""Scopes that no row needs, with what they let a token do.

https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
"""


def granted(answer: Answer) -> frozenset[str] | None:
    """The scopes of a classic token. Fine-grained tokens and apps have permissions instead, which no answer names.

    A header without a scope in it tells nothing either: not every kind of credential that gets one has scopes.
    https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
    """
    named = frozenset(one.strip() for one in answer.headers.get("x-oauth-scopes", "").split(",")) - {""}
    return named or None


def own_commits(ours: Any, now: Any, own: Own) -> Generator[Read, Answer, bool]:
    """Yield the reads that tell whether only the run's own commits came on top of ours, and were undone.

    A commit is the run's own if its author is the run's account and its message one that the run, or its undo, sent;
    the files tell that all were undone, which in a plan they are not yet. https://docs.github.com/rest/commits/commits#get-a-commit
    """
    said = {UNDO, *(_text(call.body, "message").strip() for call in own.sent)} - {""}
    tip = commit = yield from _commit(now)
    for _ in range(2 * len(own.sent)):  # each call made one commit at most, and so did its undo
        parents = _at(commit, "parents") or []
        by = _text(_at(commit, "author"), "login").casefold()
        message = _text(_at(commit, "commit"), "message")
        if by != own.actor.account.casefold() or message.strip() not in said or len(parents) != 1:
            return False
        parent = _at(parents[0], "sha")
        commit = yield from _commit(parent)
        if parent == ours:
            files = [_at(one, "commit", "tree", "sha") for one in (tip, commit)]
            return own.planned or (files[0] is not None and files[0] == files[1])
    return False


def _commit(sha: Any) -> Generator[Read, Answer, Any]:
    answer = yield Read(_COMMIT, {"sha": sha})
    return answer.body if answer.status == 200 else None


def _at(body: Any, *names: str) -> Any:
    """What stands below these names, None where nothing does."""
    for name in names:
        body = body.get(name) if isinstance(body, Mapping) else None
    return body


def _text(body: Any, name: str) -> str:
    return str(body.get(name) or "") if isinstance(body, Mapping) and (body.get(name) is not None) else ""


def _actor(answer: Answer, account: str, kind: str) -> Actor:
    if account:
        return Actor(account, "live", kind)
    said = f"{answer.status} {_message(answer.body)}".strip() if answer.error is None else type(answer.error).__name__
    raise ClientError(
        f"GitHub does not tell whose credential this is (it answered {said}), so nothing was sent",
        now="check the token, or name the account yourself: rein.wrap(client, account=...)",
    )
