from __future__ import annotations

from typing import Any

import pytest

from agentrein.connector import Actor, Answer, Call, ClientError, State
from agentrein_stripe import connector
from agentrein_stripe.answers import behind, classify, code, mode_of, reads, status, takes_key, who

CREATE = "POST /v1/payment_intents"
CONFIRM = "POST /v1/payment_intents/{intent}/confirm"
PAY = "POST /v1/invoices/{invoice}/pay"
NO_SUCH = "No such customer: 'cus_1'"
ELSEWHERE = f"{NO_SUCH}; a similar object exists in live mode, but a test mode key was used to make this request."


def error(status: int, kind: str = "invalid_request_error", headers: Any = None, **said: Any) -> Answer:
    """An error as Stripe writes it, with the body that the proxy makes of it."""
    return Answer(status, behind(status, {"error": {"type": kind, "message": "m", **said}}), headers or {})


def declined(**behind_it: Any) -> Answer:
    """A declined card, and what exists behind it."""
    return error(402, "card_error", code="card_declined", **behind_it)


@pytest.mark.parametrize(
    ("answer", "state", "not_executed", "transient", "client_wide"),
    [
        (Answer(200, {"id": "cus_1"}), State.LANDED, False, False, False),
        (Answer(200, {"id": "cus_1", "deleted": True}), State.LANDED, False, False, False),
        (Answer(202, {"id": "x"}), State.ACCEPTED, False, False, False),
        (Answer(200, None), State.UNKNOWN, False, True, False),
        (Answer(200, {"id": "c"}, {"idempotent-replayed": "true"}), State.UNCHANGED, False, False, False),
        (Answer(307, None), State.REJECTED, False, False, False),
        (error(400), State.REJECTED, False, False, False),
        (error(400, "idempotency_error"), State.REJECTED, False, False, False),
        (error(401), State.REJECTED, False, False, True),
        (error(403), State.REJECTED, False, False, False),
        (error(404, code="resource_missing"), State.REJECTED, False, False, False),
        (error(409), State.UNKNOWN, False, True, False),
        (error(429, code="rate_limit"), State.REJECTED, True, True, False),
        (error(429, code="lock_timeout"), State.REJECTED, True, True, False),
        (error(408), State.UNKNOWN, False, True, False),
        (error(500, "api_error"), State.UNKNOWN, False, True, False),
        (error(503, "api_error"), State.UNKNOWN, False, True, False),
        (Answer(error=TimeoutError()), State.UNKNOWN, False, True, False),
        (Answer(error=KeyboardInterrupt()), State.UNKNOWN, False, True, False),
        (Answer(error=ConnectionRefusedError(), sent=False), State.REJECTED, False, True, False),
        (Answer(error=ValueError("x"), sent=False), State.REJECTED, False, False, False),
    ],
)
def test_what_an_answer_means(
    answer: Answer, state: State, not_executed: object, transient: object, client_wide: object
) -> None:
    """By status first: what came decides, and what did not come is not guessed."""
    verdict = classify(Call("stripe", CREATE), answer)
    assert (verdict.state, verdict.not_executed) == (state, not_executed)
    assert (verdict.transient, verdict.client_wide) == (transient, client_wide)


@pytest.mark.parametrize(
    ("address", "answer", "state"),
    [
        (CREATE, declined(payment_intent={"id": "pi_1"}), State.LANDED),
        (CONFIRM, declined(payment_intent={"id": "pi_1"}), State.LANDED),
        ("POST /v1/setup_intents", declined(setup_intent={"id": "seti_1"}), State.LANDED),
        (CREATE, declined(), State.REJECTED),
        ("POST /v1/customers/{customer}", declined(), State.REJECTED),
        (PAY, declined(payment_intent={"id": "pi_1"}), State.UNKNOWN),
    ],
)
def test_a_decline_may_leave_an_intent(address: str, answer: Answer, state: State) -> None:
    """A declined confirmation has made its intent; without one behind the error nothing happened."""
    assert classify(Call("stripe", address), answer).state is state


def test_the_intent_behind_a_decline_can_be_undone() -> None:
    """What the inverse needs of the answer, the intent's id, stands where a success has it; the reason names it."""
    answer = declined(payment_intent={"id": "pi_1", "status": "requires_payment_method"}, decline_code="do_not_honor")
    assert answer.body["id"] == "pi_1"
    assert answer.body["error"]["decline_code"] == "do_not_honor"
    assert "pi_1 exists" in classify(Call("stripe", CREATE), answer).reason
    assert behind(400, {"error": {"payment_intent": {"id": "pi_1"}}}) == {"error": {"payment_intent": {"id": "pi_1"}}}


def test_the_wait_that_stripe_asks_for_is_kept() -> None:
    """A rate limit says how long."""
    assert classify(Call("stripe", CREATE), error(429, headers={"retry-after": "3"})).retry_after == 3.0
    assert classify(Call("stripe", CREATE), error(429)).retry_after is None


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        (error(404, code="resource_missing", param="id"), 404),
        (error(400, code="resource_missing", param="customer"), "resource_missing"),
        (error(400, code="payment_intent_unexpected_state"), "payment_intent_unexpected_state"),
        (error(400), 400),
        (error(400, "already_canceled", code="outbound_payment_already_canceled"), "already_canceled"),
        (error(404, code="resource_missing", message=ELSEWHERE), "livemode_mismatch"),
        (error(400, code="livemode_mismatch"), "livemode_mismatch"),
        (error(500, "api_error"), 500),
        (Answer(401, {"error": "invalid_client", "error_description": "No."}), "invalid_client"),
        (Answer(200, {"id": "x", "error": {"code": "no_error_of_the_answer"}}), 200),
        (Answer(error=TimeoutError()), None),
    ],
)
def test_what_names_an_answer(answer: Answer, named: int | str | None) -> None:
    """Stripe's code, else the status; a missing thing is told from a missing parameter, and from the other mode."""
    assert code(answer) == named


@pytest.mark.parametrize(
    ("answer", "means"),
    [
        (Answer(200, {"id": "cus_1"}), 200),
        (Answer(200, {"id": "cus_1", "deleted": True}), 404),
        (error(404, code="resource_missing", message=NO_SUCH), 404),
        (error(404, code="resource_missing", message=ELSEWHERE), 403),
        (error(404, code="livemode_mismatch"), 403),
        (Answer(error=TimeoutError()), None),
    ],
)
def test_what_a_read_shows(answer: Answer, means: int | None) -> None:
    """Scenario 33: what the other mode holds is never taken to be gone; what is only shown as deleted is."""
    assert status(answer) == means


@pytest.mark.parametrize(
    ("method", "path", "read"),
    [
        ("GET", "/v1/customers", True),
        ("POST", "/v1/invoices/create_preview", True),
        ("POST", "/v2/core/things/search", True),
        ("POST", "/v1/customers", False),
        ("POST", "/v1/customers/search", False),
        ("POST", "/v1/invoices/in_1/create_preview", False),
        ("DELETE", "/v1/customers/cus_1", False),
    ],
)
def test_what_only_reads(method: str, path: str, read: object) -> None:
    """Every GET, and the POSTs that ask."""
    assert reads(method, path) is read


@pytest.mark.parametrize(
    ("address", "taken"),
    [
        ("POST /v1/customers", True),
        ("POST /v2/core/accounts", True),
        ("DELETE /v2/core/event_destinations/{id}", True),
        ("DELETE /v1/customers/{customer}", False),
        ("GET /v1/customers", False),
    ],
)
def test_what_may_carry_a_key(address: str, taken: object) -> None:
    """Stripe heeds a key on POST, and on the DELETE of v2."""
    assert takes_key(address) is taken
    assert connector.keyed is not None
    assert connector.keyed.window == 24 * 60 * 60


def actor(kind: str, *answers: Answer) -> tuple[list[str], Actor]:
    """The reads that `who` asks for, and the actor that it makes of the answers."""
    steps = who(kind)
    asked = [next(steps).address]
    for answer in answers:
        try:
            asked.append(steps.send(answer).address)
        except StopIteration as end:
            return asked, end.value
    message = "it asks for more"
    raise AssertionError(message)


ACCOUNT = Answer(200, {"id": "acct_1", "object": "account"})
FORBIDDEN = error(
    403,
    message="The provided key 'rk_test_***abc' does not have the required permissions for this endpoint on account "
    "'acct_1'. Having the 'rak_accounts_kyc_basic_read' permission would allow this request to continue.",
)


@pytest.mark.parametrize(
    ("kind", "answers", "asked", "found"),
    [
        ("test secret", [ACCOUNT], 1, Actor("acct_1", "test", "test secret")),
        ("live restricted", [ACCOUNT], 1, Actor("acct_1", "live", "live restricted")),
        ("test restricted", [FORBIDDEN], 1, Actor("acct_1", "test", "test restricted")),
        ("secret", [ACCOUNT, Answer(200, {"livemode": True})], 2, Actor("acct_1", "live", "secret")),
        ("secret", [ACCOUNT, Answer(200, {"livemode": False})], 2, Actor("acct_1", "test", "secret")),
    ],
)
def test_who_acts(kind: str, answers: list[Answer], asked: int, found: Actor) -> None:
    """Account and mode; a restricted key's account stands in the refusal, a mode that no prefix tells in a reading."""
    addresses, actual = actor(kind, *answers)
    assert addresses == ["GET /v1/account", "GET /v1/balance"][:asked]
    assert actual == found


@pytest.mark.parametrize(
    ("kind", "answers"),
    [
        ("test secret", [error(401, message="Invalid API Key provided: sk_test_***")]),
        ("test restricted", [error(403, message="You may not.")]),
        ("test secret", [Answer(200, {"object": "account"})]),
        ("test secret", [Answer(error=TimeoutError())]),
        ("secret", [ACCOUNT, error(403)]),
    ],
)
def test_what_is_not_told_is_not_guessed(kind: str, answers: list[Answer]) -> None:
    """Without an account, or without a mode, nothing is sent."""
    with pytest.raises(ClientError, match="nothing was sent"):
        actor(kind, *answers)


def test_the_mode_stands_in_the_kind() -> None:
    """A client whose account was named has its mode all the same: one id means another account in the other mode."""
    assert [mode_of(kind) for kind in ("test secret", "live organization", "secret", "key")] == ["test", "live", "", ""]
    assert connector.mode_of("live secret") == "live"
