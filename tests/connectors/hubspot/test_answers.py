from __future__ import annotations

from typing import Any

import pytest

from agentrein.connector import Actor, Answer, Call, ClientError, State
from agentrein_hubspot.answers import classify, reads, who

CREATE = Call("hubspot", "POST /crm/v3/objects/{objectType}")


def said(status: int, category: str = "", message: str = "", *, retry_after: str = "", **more: Any) -> Answer:
    """An error of HubSpot's with this status, category and message."""
    body = {"status": "error", "category": category, "message": message, **more}
    return Answer(status, body, {"retry-after": retry_after} if retry_after else {})


@pytest.mark.parametrize(
    ("status", "state"),
    [(200, State.LANDED), (201, State.LANDED), (204, State.LANDED), (202, State.ACCEPTED), (207, State.PARTIAL)],
)
def test_what_was_taken(status: int, state: State) -> None:
    """Success has landed, 202 lands later, and of a 207 some items did."""
    assert classify(CREATE, Answer(status, {})).state is state


@pytest.mark.parametrize("status", [302, 400, 403, 404, 409, 415])
def test_a_client_error_did_not_happen(status: int) -> None:
    """A 4xx is rejected for good, and the reason shows HubSpot's category and message."""
    verdict = classify(CREATE, said(status, "CONFLICT", "Contact already exists. Existing ID: 51"))
    assert (verdict.state, verdict.not_executed, verdict.transient) == (State.REJECTED, False, False)
    assert not verdict.client_wide
    assert "CONFLICT: Contact already exists" in verdict.reason


def test_a_dead_token_concerns_the_whole_client() -> None:
    """401 ends the undo of everything that this client did."""
    verdict = classify(CREATE, said(401, "INVALID_AUTHENTICATION"))
    assert (verdict.state, verdict.client_wide) == (State.REJECTED, True)


@pytest.mark.parametrize(
    ("answer", "wait"),
    [
        (said(429, "RATE_LIMITS", policyName="TEN_SECONDLY_ROLLING"), None),
        (said(429, "RATE_LIMITS", policyName="SECONDLY", retry_after="1"), 1.0),
        (said(423), 2.0),
        (said(423, retry_after="5"), 5.0),
    ],
)
def test_a_short_limit_means_not_executed(answer: Answer, wait: float | None) -> None:
    """After a limit of seconds, or a lock, the same request may go out again; a lock lasts two seconds."""
    verdict = classify(CREATE, answer)
    assert (verdict.state, verdict.not_executed, verdict.transient) == (State.REJECTED, True, True)
    assert (verdict.retry_after, verdict.client_wide) == (wait, False)


@pytest.mark.parametrize("answer", [said(429, "RATE_LIMITS", policyName="DAILY"), said(477, retry_after="86400")])
def test_what_does_not_pass_today_ends_the_undo_of_the_client(answer: Answer) -> None:
    """The day's quota, and an account that is moved, did nothing, and nobody waits for them: the run stays as it is."""
    verdict = classify(CREATE, answer)
    assert (verdict.state, verdict.client_wide) == (State.REJECTED, True)
    assert (verdict.not_executed, verdict.transient) == (False, False)


@pytest.mark.parametrize("status", [408, 500, 502, 503, 504, 521, 524])
def test_a_server_error_is_unknown(status: int) -> None:
    """Whether a 5xx came after the effect is never guessed; a wait that it names is kept."""
    verdict = classify(CREATE, said(status, retry_after="3"))
    assert (verdict.state, verdict.transient, verdict.not_executed) == (State.UNKNOWN, True, False)
    assert verdict.retry_after == 3.0


def test_without_an_answer_only_what_never_left_is_rejected() -> None:
    """A refused connection did nothing; a lost answer says nothing about what HubSpot did."""
    refused = classify(CREATE, Answer(error=ConnectionError("refused"), sent=False))
    lost = classify(CREATE, Answer(error=TimeoutError("60 s")))
    assert (refused.state, refused.transient) == (State.REJECTED, True)
    assert (lost.state, lost.transient) == (State.UNKNOWN, True)


def test_a_status_decides_over_what_was_raised() -> None:
    """The SDK raises on every error; the status tells all the same that nothing happened."""
    assert classify(CREATE, Answer(404, {}, error=RuntimeError("raised"))).state is State.REJECTED


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/cms/v3/source-code/draft/content/batch/read"),
        ("POST", "/cms/v3/source-code/draft/content/a/b/search"),
        ("POST", "/crm/v3/objects/contacts/a/search"),
        ("POST", "/crm/v3/objects/contacts/batch/upsert"),
        ("POST", "/crm/v3/objects/search"),
        ("POST", "/crm/v3/lists"),
        ("PUT", "/crm/v3/objects/contacts/search"),
        ("DELETE", "/crm/v3/lists/search"),
        ("POST", "/oauth/v1/token"),
    ],
)
def test_what_only_looks_like_a_question_is_none(method: str, path: str) -> None:
    """The declared reads are spelled out: a file called `batch/read` is written, not read."""
    assert not reads(method, path)


def told(answer: Answer) -> Actor:
    """Whom `who` names by this answer."""
    steps = who("private app")
    assert next(steps).address == "GET /account-info/v3/details"
    with pytest.raises(StopIteration) as end:
        steps.send(answer)
    actor: Actor = end.value.value
    return actor


@pytest.mark.parametrize("kind", ["STANDARD", "SANDBOX", "DEVELOPER_TEST", "APP_DEVELOPER"])
def test_a_token_acts_in_its_portal(kind: str) -> None:
    """The account is the portal's id, the mode its type: a sandbox of the same company is another account."""
    assert told(Answer(200, {"portalId": 123456, "accountType": kind})) == Actor("123456", kind, "private app")


@pytest.mark.parametrize("answer", [said(401), Answer(200, {}), Answer(error=ConnectionError("x"))])
def test_an_unknown_actor_is_an_error(answer: Answer) -> None:
    """Nothing is sent for a token whose account HubSpot does not tell."""
    steps = who("private app")
    next(steps)
    with pytest.raises(ClientError, match="does not tell whose credential"):
        steps.send(answer)
