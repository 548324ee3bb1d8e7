"""What Google's answers mean, and who asks."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any

import pytest
from googleapiclient.errors import HttpError
from httplib2 import Response

from agentrein.connector import Actor, Answer, Call, ClientError, Read, State
from agentrein_google.answers import ACCOUNT_OF_SHEETS, UPLOAD, classify, granted, reason, who
from agentrein_google.sandbox.errors import error_body

CALL = Call("drive", "drive.files.update")
NEWER = {"error": {"code": 403, "status": "PERMISSION_DENIED", "details": [{"reason": "RATE_LIMIT_EXCEEDED"}]}}


def told(status: int, why: str = "", **headers: str) -> Answer:
    """An error of Google's."""
    return Answer(status, error_body(status, why, "m"), headers)


CASES = [
    (Answer(200, {}), State.LANDED, False, False),
    (Answer(204), State.LANDED, False, False),
    (told(400, "invalid"), State.REJECTED, False, False),
    (told(401, "authError"), State.REJECTED, True, True),
    (told(403, "rateLimitExceeded"), State.REJECTED, True, False),
    (told(403, "userRateLimitExceeded"), State.REJECTED, True, False),
    (Answer(403, NEWER), State.REJECTED, True, False),
    (told(403, "dailyLimitExceeded"), State.REJECTED, False, True),
    (told(403, "insufficientFilePermissions"), State.REJECTED, False, False),
    (told(403, "sharingRateLimitExceeded"), State.REJECTED, False, False),
    (Answer(403, "<html>"), State.REJECTED, False, False),
    (told(404, "notFound"), State.REJECTED, False, False),
    (told(408, ""), State.UNKNOWN, False, False),
    (told(409, "aborted"), State.REJECTED, False, False),
    (told(412, "conditionNotMet"), State.REJECTED, False, False),
    (told(429, "rateLimitExceeded"), State.REJECTED, True, False),
    (told(500, "backendError"), State.UNKNOWN, False, False),
    (told(503, ""), State.UNKNOWN, False, False),
    (Answer(302), State.UNKNOWN, False, False),
    (Answer(error=TimeoutError()), State.UNKNOWN, False, False),
    (Answer(error=ConnectionRefusedError(), sent=False), State.REJECTED, False, False),
]


@pytest.mark.parametrize(("answer", "state", "again", "wide"), CASES)
def test_each_answer_means_one_thing(answer: Answer, state: State, *, again: bool, wide: bool) -> None:
    """The state, whether the request may be sent again, and whether it is about the whole client."""
    verdict = classify(CALL, answer)
    assert (verdict.state, verdict.not_executed, verdict.client_wide) == (state, again, wide)


def test_what_google_asks_to_wait_is_waited() -> None:
    """The header of a limit, where it has one."""
    assert classify(CALL, told(403, "userRateLimitExceeded", **{"retry-after": "7"})).retry_after == 7.0
    assert classify(CALL, told(429, "rateLimitExceeded", **{"Retry-After": "3"})).retry_after == 3.0
    assert classify(CALL, told(429, "rateLimitExceeded")).retry_after is None


def test_the_reason_stands_in_the_record() -> None:
    """A short word of Google's, and not its message, in which anything may stand."""
    verdict = classify(CALL, told(403, "insufficientFilePermissions"))
    assert verdict.reason == "answered 403 insufficientFilePermissions"
    assert reason(Answer(404, {"error": {"status": "NOT_FOUND"}})) == "NOT_FOUND"
    assert reason(Answer(400, {"error": "invalid_grant"})) == ""


def test_an_upload_goes_on() -> None:
    """308 is what a chunk is answered; of the last one it says that the file is not whole yet."""
    assert classify(Call("drive", f"drive.files.create{UPLOAD}"), Answer(308)).state is State.LANDED
    assert classify(Call("drive", "drive.files.create"), Answer(308)).state is State.REJECTED


def asked(steps: Generator[Read, Answer, Actor], answer: Answer) -> tuple[Read, Actor]:
    """The read, and what it tells."""
    read = next(steps)
    with pytest.raises(StopIteration) as end:
        steps.send(answer)
    return read, end.value.value


def test_who_acts_is_read() -> None:
    """The address of the account; the mode is always the same."""
    read, actor = asked(
        who("drive.about.get", "user.emailAddress", fields="user")("user"),
        Answer(200, {"user": {"emailAddress": "a@b.example"}}),
    )
    assert (read.address, dict(read.params)) == ("drive.about.get", {"fields": "user"})
    assert actor == Actor("a@b.example", "live", "user")


@pytest.mark.parametrize("answer", [told(403, "insufficientPermissions"), Answer(200, {}), Answer(error=OSError())])
def test_who_acts_is_never_guessed(answer: Answer) -> None:
    """Where it is not told, nothing is sent."""
    steps = who(ACCOUNT_OF_SHEETS, "emailAddress")("user")
    next(steps)
    with pytest.raises(ClientError, match="does not tell whose credential"):
        steps.send(answer)


def test_scopes_are_told_by_the_credentials() -> None:
    """In a header that the proxy adds; where they do not say, nobody knows."""
    assert granted(Answer(200, {}, {"x-oauth-scopes": "a b"})) == {"a", "b"}
    assert granted(Answer(200)) is None


def test_the_sandboxes_errors_are_what_the_sdk_reads() -> None:
    """The SDK finds code, message and details in the form in which the stand-ins answer errors."""
    content: Any = json.dumps(error_body(404, "notFound", "File not found: x.")).encode()
    made = HttpError(Response({"status": "404"}), content, uri="u")
    assert (made.status_code, made.reason) == (404, "File not found: x.")
    assert made.error_details[0]["reason"] == "notFound"
