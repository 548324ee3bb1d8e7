"""What Stripe's answers mean, which requests only read, and who acts.

https://docs.stripe.com/error-low-level
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Actor, Answer, Call, ClientError, Read, State, Verdict

PREVIEW = "POST /v1/invoices/create_preview"
"""A question, which would else be taken for an edit of the invoice `create_preview`."""

_ASKS = re.compile(r"/v1/invoices/create_preview/?|/v2/(?:[^/]+/)+search/?")
"""Paths that take a question in the body of a POST and change nothing."""

INTENTS = ("payment_intent", "setup_intent")
"""What exists behind an error that tells of a declined confirmation. https://docs.stripe.com/api/errors"""

_CONFIRMS = re.compile(r"POST /v1/(payment_intents|setup_intents)(/\{\w+\}/confirm)?")
"""Addresses that make or move the very intent behind the error."""

_PLAIN_TYPES = frozenset(
    {
        *("api_error", "authentication_error", "card_error"),
        *("idempotency_error", "invalid_request_error", "rate_limit_error"),
    }
)
"""Types of errors that say less than code or status; those of v2 are names of their own."""

OTHER_MODE = "livemode_mismatch"
"""Stripe's code, and ours for its words: the thing is there, and the key is one for the other mode."""

_OTHER_MODE = re.compile(r"similar object exists in (live|test) mode", re.IGNORECASE)
_ACCOUNT = re.compile(r"on account '(acct_\w+)'")


def reads(method: str, path: str) -> bool:
    """Whether a request only reads: every GET, because none of Stripe's executes, and the POSTs that ask."""
    return method in {"GET", "HEAD"} or (method == "POST" and _ASKS.fullmatch(path) is not None)


def only_asks(body: Any) -> None:
    """Tell of an address, for the connector's `divided`, that it is a read."""


def takes_key(address: str) -> bool:
    """Whether a call may carry an idempotency key that Stripe heeds: all but what v1 deletes, and reads.

    https://docs.stripe.com/api/idempotent_requests
    """
    return address.startswith(("POST ", "DELETE /v2/"))


def behind(status: int, body: Any) -> Any:
    """The body of an answer; an intent that exists behind an error stands in the error's place, with it."""
    error = _error(body)
    intent = next((error[name] for name in INTENTS if isinstance(error.get(name), Mapping)), None)
    if status != 402 or intent is None:
        return body
    return {**intent, "error": {name: value for name, value in error.items() if name not in INTENTS}}


def code(answer: Answer) -> int | str | None:
    """What names an answer in `ok`, `changed` and `after`: Stripe's code for the error, else the status.

    What the address names and is not there is 404; `resource_missing` is what a parameter names. What the other mode
    holds is `livemode_mismatch`. An error of v2 goes by its type, such as `already_canceled`.
    """
    if _is_other_mode(answer):
        return OTHER_MODE
    if (answer.status or 0) < 400 or answer.status == 404:
        return answer.status
    error = _error(answer.body)
    if error.get("type") not in {None, "", *_PLAIN_TYPES}:
        return str(error["type"])
    return str(error["code"]) if error.get("code") else answer.status


def status(answer: Answer) -> int | None:
    """What an answer to a read means as an HTTP status.

    What was deleted and is still shown, as a customer is, is not there; what the other mode holds is out of reach.
    https://docs.stripe.com/api/customers/delete
    """
    if answer.status == 404 and _is_other_mode(answer):
        return 403
    if answer.status == 200 and isinstance(answer.body, Mapping) and answer.body.get("deleted") is True:
        return 404
    return answer.status


def classify(call: Call, answer: Answer) -> Verdict:
    """What an answer means; a status that came decides, whatever was raised after it."""
    if answer.status is None:
        return _without_answer(answer)
    if answer.status >= 400:
        return _failed(call, answer, answer.status)
    if answer.status >= 300:
        return Verdict(State.REJECTED, f"answered {answer.status}, nothing was done")
    return _taken(answer)


def _failed(call: Call, answer: Answer, status: int) -> Verdict:
    if status == 402:
        return _declined(call, answer)
    if status == 429:  # of a rate limit, or of a lock that another request held: nothing was executed
        return Verdict(State.REJECTED, _said(answer), not_executed=True, transient=True, retry_after=_asked(answer))
    if status in {408, 409} or status >= 500:  # 409: another request with this key is under way
        return Verdict(State.UNKNOWN, _said(answer), transient=True, retry_after=_asked(answer))
    return Verdict(State.REJECTED, _said(answer), client_wide=status == 401)


def _without_answer(answer: Answer) -> Verdict:
    kind = type(answer.error).__name__
    if not answer.sent:
        goes_away = kind == "APIConnectionError" or isinstance(answer.error, OSError)
        return Verdict(State.REJECTED, f"it was never sent ({kind})", transient=goes_away)
    return Verdict(State.UNKNOWN, f"no answer came ({kind})", transient=True)


def _declined(call: Call, answer: Answer) -> Verdict:
    """A declined payment; the intent to pay may exist for all that.

    https://docs.stripe.com/api/payment_intents/create#create_payment_intent-confirm
    """
    name = _text(answer.body, "id")
    if not name:
        return Verdict(State.REJECTED, _said(answer))
    if _CONFIRMS.fullmatch(call.address):
        return Verdict(State.LANDED, f"{_said(answer)}; {name} exists all the same")
    return Verdict(State.UNKNOWN, f"{_said(answer)}; what became of {name} is not told")


def _taken(answer: Answer) -> Verdict:
    if not isinstance(answer.body, Mapping):
        return Verdict(State.UNKNOWN, f"answered {answer.status}, but nothing that can be read", transient=True)
    if answer.headers.get("idempotent-replayed") == "true":
        return Verdict(State.UNCHANGED, "Stripe repeated its answer to an earlier request with this idempotency key")
    if answer.status == 202:
        return Verdict(State.ACCEPTED, "answered 202, Stripe does it later")
    return Verdict(State.LANDED)


def _said(answer: Answer) -> str:
    """The status with Stripe's own words for the error."""
    error = _error(answer.body)
    words = ": ".join(str(error[name]) for name in ("code", "message") if error.get(name))
    return f"answered {answer.status} {words}".rstrip()


def _asked(answer: Answer) -> float | None:
    """Seconds that the answer asks to wait."""
    asked = answer.headers.get("retry-after", "")
    return float(asked) if asked.replace(".", "", 1).isdigit() else None


def _is_other_mode(answer: Answer) -> bool:
    """Whether the thing belongs to the other mode. Words decide only that it is not taken to be gone."""
    error = _error(answer.body) if (answer.status or 0) >= 400 else {}
    return error.get("code") == OTHER_MODE or _OTHER_MODE.search(str(error.get("message") or "")) is not None


def _error(body: Any) -> Mapping[str, Any]:
    """The error in an answer; one of OAuth is only named."""
    error = body.get("error") if isinstance(body, Mapping) else None
    if isinstance(error, str):
        return {"code": error, "message": body.get("error_description")}
    return error if isinstance(error, Mapping) else {}


def _text(body: Any, name: str) -> str:
    return str((body.get(name) if isinstance(body, Mapping) else None) or "")


def mode_of(kind: str) -> str:
    """The mode that the kind of a credential tells: test or live, empty where it tells none."""
    mode = kind.partition(" ")[0]
    return mode if mode in {"test", "live"} else ""


def who(kind: str) -> Generator[Read, Answer, Actor]:
    """Yield the reads that tell account and mode; raises ClientError when Stripe does not tell them.

    A restricted key that may not read the account is told so in words that name it: inferred from public reports, such
    as https://github.com/stripe/stripe-node/issues/2246. The id of an account is the same in both modes, so that the
    mode counts as much: https://docs.stripe.com/keys
    """
    told = yield Read("GET /v1/account")
    account = _text(told.body, "id") if told.status == 200 else _named(told)
    if not account.startswith("acct_"):
        said = _said(told) if told.error is None else type(told.error).__name__
        raise ClientError(
            f"Stripe does not tell whose key this is (it {said}), so nothing was sent",
            now="check the key; a restricted one needs to read its account, else name it: rein.wrap(client, account=)",
        )
    mode = mode_of(kind)
    if not mode:
        shown = yield Read("GET /v1/balance")
        mode = _mode_shown(shown)
    return Actor(account, mode, kind)


def _named(told: Answer) -> str:
    """The account that a refusal names."""
    found = _ACCOUNT.search(str(_error(told.body).get("message") or "")) if told.status == 403 else None
    return found[1] if found is not None else ""


def _mode_shown(shown: Answer) -> str:
    live = shown.body.get("livemode") if isinstance(shown.body, Mapping) else None
    if not isinstance(live, bool):
        raise ClientError(
            "Stripe does not tell whether this key is for test or live mode, so nothing was sent",
            now="use a key that says its mode, such as sk_test_… or rk_live_…",
        )
    return "live" if live else "test"
