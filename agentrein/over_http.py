"""What connectors of plain HTTP APIs have in common: reads by method, answers by status, the actor by one read."""

from __future__ import annotations

from collections.abc import Callable, Generator

from agentrein.errors import ClientError
from agentrein.inverse import Read
from agentrein.model import Actor, Answer, Call, State, Verdict
from agentrein.paths import ABSENT, parse, pick
from agentrein.words_read import UNSAID, named


def gets(method: str, path: str) -> bool:  # noqa: ARG001 - a connector's `reads` takes both
    """Every GET and HEAD is a read: for an API none of whose GETs changes anything."""
    return method in {"GET", "HEAD"}


def http_status(answer: Answer) -> int | None:
    """The status of an answer: what names it in `ok` and `changed`, and what it means as an answer to a read."""
    return answer.status


def by_status(call: Call, answer: Answer) -> Verdict:  # noqa: ARG001 - a connector's `classify` takes both
    """What an answer to a write means where HTTP statuses tell all of it (RFC 9110).

    What no status tells is unknown, never guessed: no answer, a redirect, 207, a status of the server's side.
    """
    status = answer.status
    if status is None:
        return _without_answer(answer)
    if status == 429:
        wait = _asked_wait(answer)
        return Verdict(State.REJECTED, "answered 429", not_executed=True, transient=True, retry_after=wait)
    if 400 <= status < 500 and status != 408:
        return Verdict(State.REJECTED, f"answered {status}", client_wide=status == 401)
    if 200 <= status < 300 and status != 207:
        return Verdict(State.ACCEPTED, "answered 202: it lands later") if status == 202 else Verdict(State.LANDED)
    return Verdict(State.UNKNOWN, f"answered {status}", transient=True, retry_after=_asked_wait(answer))


def _without_answer(answer: Answer) -> Verdict:
    kind = type(answer.error).__name__
    if not answer.sent:
        return Verdict(State.REJECTED, f"it was never sent ({kind})", transient=isinstance(answer.error, Exception))
    return Verdict(State.UNKNOWN, f"no answer came ({kind})", transient=True)


def _asked_wait(answer: Answer) -> float | None:
    """Seconds that the answer asks to wait; None where it names a date or nothing."""
    told = {name.lower(): value for name, value in answer.headers.items()}.get("retry-after", "")
    return float(told) if told.replace(".", "", 1).isdigit() else None


def whoami(
    address: str, account: str, *, mode: str = "", kind: str = ""
) -> Callable[[str], Generator[Read, Answer, Actor]]:
    """A connector's `who` that is one read: what it shows at the path `account` is whom the credential acts for.

    `mode` and `kind` are paths too, where the vendor tells of a mode (test or live) or of the kind of the account.
    Raises ValueError for a path that cannot be read.
    """
    for path in (account, mode, kind):
        parse(path)

    def who(credential: str) -> Generator[Read, Answer, Actor]:
        """Yield the read that tells the account; raises ClientError when it is not told."""
        told = yield Read(address, named(address, UNSAID))
        name = _shown(told, account)
        if told.error is not None or (told.status or 0) >= 400 or not name:
            said = type(told.error).__name__ if told.error is not None else f"answered {told.status}"
            raise ClientError(
                f"{address} does not tell whose credential this is (it {said}), so nothing was sent",
                now="check the credential, or name the account yourself: rein.wrap(client, account=...)",
            )
        return Actor(name, _shown(told, mode) or "live", _shown(told, kind) or credential)

    return who


def _shown(told: Answer, path: str) -> str:
    found = pick(told.body, path) if path else ABSENT
    return "" if found is ABSENT or found is None else str(found)
