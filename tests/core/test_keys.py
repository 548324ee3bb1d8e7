from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from agentrein.connector import Call, Keyed
from agentrein.keys import Keyring, Tried, keys_of, may_repeat, with_key
from agentrein.model import Answer, State, Verdict
from board.connector import connector

KEYED = replace(connector, keyed=Keyed("Idempotency-Key", 3600.0, lambda address: address.startswith("POST ")))
POST, SHOWN = (
    Call("board", "POST /cards", {}, {"text": "A"}),
    {"address": "POST /cards", "params": {}, "body": {"text": "A"}},
)
LANDED = Verdict(State.LANDED)


def key(ring: Keyring, shown: dict[str, object] = SHOWN) -> str:
    """The key of the next attempt to undo action 3."""
    return ring.key_for(KEYED, "r-1-3", 3, POST, shown)


def test_a_call_gets_a_key_of_its_own_unless_the_caller_gave_one() -> None:
    """Two calls have two keys; the caller's own is kept; what takes no key gets none."""
    one, two = (with_key(KEYED, "r-1", POST).key for _ in range(2))
    assert one.startswith("r-1-")
    assert one != two
    assert with_key(KEYED, "r-1", replace(POST, key="mine")).key == "mine"
    assert with_key(KEYED, "r-1", replace(POST, address="DELETE /cards/{card}")).key == ""
    assert with_key(connector, "r-1", POST).key == ""


def test_an_attempt_without_an_answer_is_repeated_under_its_key() -> None:
    """The same call keeps its key until the vendor answers, and gets another after that."""
    ring = Keyring()
    first = key(ring)
    ring.answered(3, Verdict(State.UNKNOWN), Answer(error=TimeoutError()))
    assert key(ring) == first
    ring.answered(3, LANDED, Answer(500))
    assert key(ring) != first


def test_what_was_not_executed_keeps_its_key() -> None:
    """A rate limit stored nothing under the key."""
    ring = Keyring()
    first = key(ring)
    ring.answered(3, Verdict(State.REJECTED, not_executed=True), Answer(429))
    assert key(ring) == first


def test_another_call_gets_another_key() -> None:
    """The vendor would refuse a key under which something else was asked."""
    ring = Keyring()
    assert key(ring) != key(ring, {**SHOWN, "body": {"text": "B"}})


@pytest.mark.parametrize(("age", "kept"), [(10, True), (3599, True), (3601, False)])
def test_no_key_is_reused_past_the_window(age: int, kept: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """An earlier process's key is repeated within the vendor's window, never after it."""
    at = datetime.now(UTC) - timedelta(seconds=age)
    ring = Keyring(tried={3: list(keys_of([(at.isoformat(), {"key": "r-1-3-undo-1", "call": SHOWN})]))})
    assert (key(ring) == "r-1-3-undo-1") is kept
    assert key(ring) in {"r-1-3-undo-1", "r-1-3-undo-2"}


def test_the_keys_of_one_action_differ() -> None:
    """Each new attempt counts on from what the ledger tells."""
    ring = Keyring(tried={3: [Tried("r-1-3-undo-1", {}, datetime.now(UTC), answered=True)]})
    assert key(ring) == "r-1-3-undo-2"
    assert ring.last(3) == "r-1-3-undo-2"
    assert ring.last(4) == ""


@pytest.mark.parametrize(
    ("call", "verdict", "answer", "may"),
    [
        (replace(POST, key="k"), Verdict(State.UNKNOWN, transient=True), Answer(503), True),
        (replace(POST, key="k"), Verdict(State.UNKNOWN, transient=True), Answer(error=TimeoutError()), True),
        (replace(POST, key="k"), Verdict(State.UNKNOWN, transient=True), Answer(error=KeyboardInterrupt()), False),
        (replace(POST, key="k"), Verdict(State.REJECTED, transient=True), Answer(409), False),
        (POST, Verdict(State.UNKNOWN, transient=True), Answer(503), False),
    ],
)
def test_only_a_keyed_call_of_unknown_outcome_is_sent_again(
    call: Call, verdict: Verdict, answer: Answer, *, may: bool
) -> None:
    """Without a key a second request could do it twice, and an interrupt ends it."""
    assert may_repeat(call, verdict, answer) is may
