from __future__ import annotations

from typing import Any

import pytest

from agentrein.connector import Actor, Answer, Call, ClientError, State
from agentrein_notion.answers import classify, code, reads, who

CREATE = Call("notion", "POST /v1/pages")
BOT = {"object": "user", "id": "b0", "type": "bot", "bot": {"owner": {"type": "workspace"}, "workspace_name": "Acme"}}


def said(status: int, name: str = "", message: str = "", **headers: str) -> Answer:
    """An error of Notion's with this status, code, message and headers."""
    body = {"object": "error", "status": status, "code": name, "message": message}
    return Answer(status, body, {key.replace("_", "-"): value for key, value in headers.items()})


def test_success_has_landed() -> None:
    """200 with an object is a write that landed."""
    assert classify(CREATE, Answer(200, {"object": "page", "id": "p"})).state is State.LANDED


def test_a_task_is_accepted() -> None:
    """What Notion does later has not landed yet."""
    assert classify(CREATE, Answer(200, {"object": "async_task", "id": "t"})).state is State.ACCEPTED


@pytest.mark.parametrize(
    ("status", "name"),
    [(400, "validation_error"), (403, "restricted_resource"), (404, "object_not_found"), (422, "whatever")],
)
def test_a_client_error_did_not_happen(status: int, name: str) -> None:
    """A 4xx is rejected for good, and the reason shows Notion's code and message."""
    verdict = classify(CREATE, said(status, name, "Could not find database with ID: x."))
    assert (verdict.state, verdict.not_executed, verdict.transient) == (State.REJECTED, False, False)
    assert name in verdict.reason
    assert "Could not find database" in verdict.reason


def test_a_dead_token_concerns_the_whole_client() -> None:
    """401 ends the undo of everything that this client did."""
    verdict = classify(CREATE, said(401, "unauthorized"))
    assert (verdict.state, verdict.client_wide) == (State.REJECTED, True)


def test_a_collision_may_be_tried_again() -> None:
    """409 did not happen; an undo reads anew and tries again, the forward call is not repeated."""
    verdict = classify(CREATE, said(409, "conflict_error"))
    assert (verdict.state, verdict.transient, verdict.not_executed) == (State.REJECTED, True, False)


@pytest.mark.parametrize(("headers", "wait"), [({"retry_after": "7"}, 7.0), ({"retry_after": "0.5"}, 0.5), ({}, None)])
def test_a_limit_means_not_executed(headers: dict[str, str], wait: float | None) -> None:
    """429 is the one answer after which the same request may go out again, after the wait that it names."""
    verdict = classify(CREATE, said(429, "rate_limited", **headers))
    assert (verdict.state, verdict.not_executed, verdict.transient) == (State.REJECTED, True, True)
    assert verdict.retry_after == wait


@pytest.mark.parametrize("status", [500, 502, 503, 504, 529])
def test_a_server_error_is_unknown(status: int) -> None:
    """Whether a 5xx came after the effect is never guessed; 529 names its wait."""
    verdict = classify(CREATE, said(status, "service_overload", retry_after="3"))
    assert (verdict.state, verdict.transient, verdict.not_executed) == (State.UNKNOWN, True, False)
    assert verdict.retry_after == 3.0


@pytest.mark.parametrize("body", [None, "<html>", []])
def test_an_answer_that_cannot_be_read_is_unknown(body: Any) -> None:
    """A 200 without an object says neither what happened nor what to undo."""
    assert classify(CREATE, Answer(200, body, error=ValueError("no JSON"))).state is State.UNKNOWN


def test_a_redirect_did_nothing() -> None:
    """The API redirects no write, so whoever did has not passed it on."""
    assert classify(CREATE, Answer(302)).state is State.REJECTED


def test_an_error_before_sending_did_not_happen() -> None:
    """When no request line left, nothing happened; it may be tried again."""
    verdict = classify(CREATE, Answer(error=ConnectionError("refused"), sent=False))
    assert (verdict.state, verdict.transient) == (State.REJECTED, True)


def test_a_lost_answer_is_unknown() -> None:
    """A timeout or a dropped connection says nothing about what Notion did."""
    verdict = classify(CREATE, Answer(error=TimeoutError("60 s")))
    assert (verdict.state, verdict.transient) == (State.UNKNOWN, True)


def test_a_status_decides_over_what_was_raised() -> None:
    """The SDK raises on every error; the status tells all the same that nothing happened."""
    assert classify(CREATE, Answer(404, {}, error=RuntimeError("raised"))).state is State.REJECTED


def test_the_code_of_an_answer_is_its_status() -> None:
    """Rows name answers by status, because the English texts change."""
    assert code(said(404, "object_not_found")) == 404


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/v1/pages/1", True),
        ("HEAD", "/v1/anything", True),
        ("POST", "/v1/search", True),
        ("POST", "/v1/data_sources/1/query", True),
        ("POST", "/v1/blocks/meeting_notes/query", True),
        ("POST", "/v1/views/1/queries", True),
        ("POST", "/v1/oauth/introspect", True),
        ("POST", "/v1/data_sources/1/x/query", False),
        ("POST", "/v1/data_sources", False),
        ("POST", "/v1/oauth/token", False),
        ("POST", "/v1/pages/1/move", False),
        ("PATCH", "/v1/search", False),
        ("DELETE", "/v1/blocks/1", False),
    ],
)
def test_reads_are_declared(method: str, path: str, expected: bool) -> None:  # noqa: FBT001 - a column of the table above
    """Every GET reads, and five POSTs that only ask; nothing else does."""
    assert reads(method, path) is expected


def told(answer: Answer) -> Actor:
    """Whom `who` names by this answer."""
    steps = who("bot")
    assert next(steps).address == "GET /v1/users/me"
    with pytest.raises(StopIteration) as end:
        steps.send(answer)
    actor: Actor = end.value.value
    return actor


def test_a_token_acts_for_its_bot() -> None:
    """The account is the bot's id; a workspace that is known by name only may be renamed, so it does not count."""
    assert told(Answer(200, BOT)) == Actor("b0", "live", "bot")


def test_a_workspace_counts_by_its_id() -> None:
    """Where Notion shows the workspace's id, the same bot of another workspace is somebody else."""
    assert told(Answer(200, {**BOT, "bot": {"workspace_id": "w1", "workspace_name": "Acme"}})).mode == "w1"


@pytest.mark.parametrize("answer", [said(401, "unauthorized"), Answer(200, {}), Answer(error=ConnectionError("x"))])
def test_an_unknown_actor_is_an_error(answer: Answer) -> None:
    """Nothing is sent for a token whose account Notion does not tell."""
    steps = who("bot")
    next(steps)
    with pytest.raises(ClientError, match="does not tell whose credential"):
        steps.send(answer)
