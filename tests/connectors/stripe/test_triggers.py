"""What is irreversible only by what it sets off: where it came to that, the undo of what a policy let out says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from stripe import StripeClient

import agentrein as rein
from agentrein.connector import State
from agentrein_stripe.sandbox import StripeSandbox
from connectors.stripe.examples.billing_things import Act
from connectors.stripe.examples.money_sent import EXAMPLES, SUM
from stripe_kit import ALLOW, armed

MOVES = {one.address: one.act for one in EXAMPLES}
"""Rows that are irreversible whatever a call says, and that a cancelation may come in time for."""

PAYOUT = "POST /v2/money_management/payout_intents"


@pytest.fixture(scope="module")
def running() -> Iterator[StripeSandbox]:
    """One stand-in for the module."""
    with StripeSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sb(running: StripeSandbox, monkeypatch: pytest.MonkeyPatch) -> StripeSandbox:
    """Empty accounts, and the agent's key in the environment."""
    running.reset()
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
    monkeypatch.setenv("STRIPE_API_BASE", running.url)
    return running


@pytest.fixture
def agent(sb: StripeSandbox) -> StripeClient:
    """An armed client."""
    return armed(sb.url)


def moved(agent: StripeClient, act: Act) -> tuple[rein.Run, str]:
    """A run in which a policy let a movement of money out, and the id of what it made."""
    with rein.run("pay", policy=ALLOW) as run:
        made = act(agent)
    return run, made.id


def state(report: rein.Report) -> State:
    """What became of a run's only action."""
    [action] = report.actions
    return action.state


@pytest.mark.parametrize("act", MOVES.values(), ids=MOVES)
def test_nothing_moves_without_a_policy(sb: StripeSandbox, agent: StripeClient, act: Act) -> None:
    """That it might be canceled in time makes it no less irreversible."""
    with rein.run("pay") as run, pytest.raises(rein.Refused):
        act(agent)
    assert (run.actions, sb.writes) == ([], [])


@pytest.mark.parametrize("act", MOVES.values(), ids=MOVES)
def test_money_that_is_on_its_way_is_left(sb: StripeSandbox, agent: StripeClient, act: Act) -> None:
    """The look before the undo shows that it came to that: nothing is sent, and a person is told."""
    run, made = moved(agent, act)
    sb.set(made, status="posted", cancelable=False)
    report = rein.revert(run.id)
    assert (state(report), report.exit, len(sb.writes)) == (State.CONFLICT, 1, 1)
    assert ("status", "posted") in [(one.field, one.now) for one in report.actions[0].conflicts]


def test_money_that_waits_is_held_back_and_no_more_than_that(sb: StripeSandbox, agent: StripeClient) -> None:
    """It is canceled in time, which makes up for it: nothing calls it reverted. A plan says the same before."""
    run, made = moved(agent, MOVES["POST /v1/payouts"])
    assert (state(rein.revert(run.id, plan=True)), len(sb.writes)) == (State.COMPENSATED, 1)
    report = rein.revert(run.id)
    assert (state(report), report.exit, (sb.thing(made) or {})["status"]) == (State.COMPENSATED, 0, "canceled")


def test_the_vendors_word_that_it_is_too_late_is_a_conflict(sb: StripeSandbox, agent: StripeClient) -> None:
    """It reads as if there were time, and there is not."""
    run, made = moved(agent, MOVES[PAYOUT])
    sb.set(made, cancelable=False)
    assert state(rein.revert(run.id)) is State.CONFLICT


def test_an_instant_payout_is_left_to_a_person(sb: StripeSandbox, agent: StripeClient) -> None:
    """It is there within minutes: no cancelation is tried."""
    instant: Any = {**SUM, "method": "instant"}
    run, _ = moved(agent, lambda c: c.v1.payouts.create(instant))
    report = rein.revert(run.id)
    assert (state(report), report.left, len(sb.writes)) == (State.NEEDS_ATTENTION, [1], 1)
