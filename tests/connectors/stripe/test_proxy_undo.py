"""What an undo sends: for the same account, version and mode as the agent's call, each attempt under its own key."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import stripe
from stripe import Coupon

import agentrein as rein
from agentrein.connector import Call, State
from agentrein_stripe.answers import classify
from agentrein_stripe.proxy import client_of
from agentrein_stripe.sandbox import StripeSandbox
from stripe_kit import aarmed, armed, module, sent, states

pytestmark = pytest.mark.filterwarnings("ignore:Use 'content:DeprecationWarning")  # httpx's, of how stripe calls it

SALE: Any = {"id": "SALE", "percent_off": 10, "duration": "once", "name": "A"}


@pytest.fixture
def sb(monkeypatch: pytest.MonkeyPatch) -> Iterator[StripeSandbox]:
    """Stripe, as the sandbox plays it, with the agent's key in the environment."""
    with StripeSandbox() as sandbox:
        monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
        monkeypatch.setenv("STRIPE_API_BASE", sandbox.url)
        yield sandbox


def test_each_attempt_has_a_key_of_its_own(sb: StripeSandbox) -> None:
    """The agent's call and its undo never share a key: Stripe would repeat the answer to the former."""
    coupon = sb.person("POST /v1/coupons", percent_off=10, duration="once", name="Before")
    client = armed(sb.url)
    with rein.run("t") as run:
        client.v1.coupons.update(coupon["id"], {"name": "After"})
    assert rein.revert(run.id).exit == 0
    do, undo = (write.headers["idempotency-key"] for write in sb.writes)
    assert do == sent(run)[0]["key"]
    assert undo.startswith(f"{run.id}-1-undo")
    assert states(run) == [State.REVERTED]


def test_a_stored_500_is_not_repeated_for_ever(sb: StripeSandbox) -> None:
    """Scenario 20: Stripe repeats a stored 500 to the same key; the undo looks, and succeeds under the next one."""
    coupon = sb.person("POST /v1/coupons", percent_off=10, duration="once", name="Before")
    client = armed(sb.url)
    with rein.run("t") as run:
        client.v1.coupons.update(coupon["id"], {"name": "After"})
    sb.broken.append(False)
    assert rein.revert(run.id).exit == 0
    keys = [write.headers["idempotency-key"] for write in sb.writes]
    assert len(set(keys)) == 3
    assert (sb.thing(coupon["id"]) or {})["name"] == "Before"


def test_an_undo_whose_answer_was_lost_is_found_done(sb: StripeSandbox) -> None:
    """The undo landed, nobody heard so: what it was to bring back is read, and nothing is done twice."""
    coupon = sb.person("POST /v1/coupons", percent_off=10, duration="once", name="Before")
    client = armed(sb.url)
    with rein.run("t") as run:
        client.v1.coupons.update(coupon["id"], {"name": "After"})
    sb.faults.add("lost", writes=True)
    assert rein.revert(run.id).exit == 0
    assert len(sb.writes) == 2
    assert (sb.thing(coupon["id"]) or {})["name"] == "Before"


def test_a_repeated_undo_has_the_answer_of_the_first(sb: StripeSandbox) -> None:
    """What Stripe repeats to a key of ours is our own answer, not that of somebody's earlier call."""
    call = Call("stripe", "POST /v1/coupons", body=SALE, key="ours")
    view = client_of(armed(sb.url))
    first, second = view.request(call, None), view.request(call, None)
    assert first.body == second.body
    assert classify(call, second).state is State.LANDED
    assert len(sb.things("coupon")) == 1


def test_an_undo_acts_for_the_account_for_which_the_call_did(sb: StripeSandbox) -> None:
    """A coupon of one id may exist in two accounts; only the one that the run made is deleted, as it was asked for."""
    sb.person("POST /v1/coupons", **SALE)
    client = armed(sb.url, stripe_account=sb.CONNECTED, stripe_version="2026-10-28.endive")
    with rein.run("t") as run:
        client.v1.coupons.create({**SALE, "percent_off": 20})
    assert rein.revert(run.id).exit == 0
    assert {write.headers["stripe-account"] for write in sb.writes} == {sb.CONNECTED}
    assert {write.headers["stripe-version"] for write in sb.writes} == {"2026-10-28.endive"}
    assert sb.thing("SALE") is not None
    assert sb.things("coupon", sb.CONNECTED) == []


@pytest.mark.parametrize("named", [False, True], ids=["read", "named"])
def test_with_a_key_of_the_other_mode_nothing_is_called_undone(
    sb: StripeSandbox, monkeypatch: pytest.MonkeyPatch, named: object
) -> None:
    """Scenario 33: the account is the same in both modes, what is missing in the other one is not gone."""
    plainly = armed(sb.url) if not named else None
    client = plainly or rein.wrap(stripe.StripeClient("sk_test_agent", base_addresses=base(sb)), account=sb.PLATFORM)
    with rein.run("t") as run:
        client.v1.coupons.create(SALE)
    monkeypatch.setenv("STRIPE_API_KEY", "sk_live_agent")
    report = rein.revert(run.id)
    assert report.exit == 3
    assert len(sb.writes) == 1
    assert states(run) == [State.LANDED]
    assert "live" in str(report)
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
    assert rein.revert(run.id).exit == 0
    assert sb.things("coupon") == []


def base(sb: StripeSandbox) -> dict[str, str]:
    """All of stripe's hosts at the sandbox."""
    return dict.fromkeys(("api", "files", "connect", "meter_events"), sb.url)


def test_a_key_of_another_account_undoes_nothing(sb: StripeSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenario 33: a stranger's key sees nothing of it, which does not make it gone."""
    with rein.run("t") as run:
        armed(sb.url).v1.coupons.create(SALE)
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_stranger")
    assert rein.revert(run.id).exit == 3
    assert len(sb.writes) == 1
    assert states(run) == [State.LANDED]


def test_the_module_s_style_is_undone(sb: StripeSandbox) -> None:
    """Classes and their objects, when the run fails."""
    with module(sb.url), pytest.raises(ZeroDivisionError), rein.run("t") as run:
        coupon = Coupon.create(**SALE)
        Coupon.modify(coupon.id, name="B")
        raise ZeroDivisionError
    assert states(run) == [State.REVERTED] * 2
    assert sb.things("coupon") == []


def test_an_async_run_is_undone_by_async_calls(sb: StripeSandbox) -> None:
    """The undo at the end of an async run is awaited, through the same client."""

    async def main() -> rein.Run:
        async with aarmed(sb.url) as client:
            with pytest.raises(ZeroDivisionError):
                async with rein.run("t") as run:
                    coupon = await client.v1.coupons.create_async(SALE)
                    await client.v1.coupons.update_async(coupon.id, {"name": "B"})
                    raise ZeroDivisionError
        return run

    assert states(asyncio.run(main())) == [State.REVERTED] * 2
    assert sb.things("coupon") == []


@pytest.mark.parametrize(
    "http", [lambda: None, stripe.HTTPXClient, stripe.AIOHTTPClient], ids=["own", "httpx", "aiohttp"]
)
def test_an_undo_comes_after_the_connections_were_closed(sb: StripeSandbox, http: Callable[[], Any]) -> None:
    """What the agent's async code closed before its run fails is undone all the same."""

    async def main() -> rein.Run:
        with pytest.raises(ZeroDivisionError):
            async with rein.run("t") as run:
                async with aarmed(sb.url, http_client=http()) as client:
                    await client.v1.coupons.create_async(SALE)
                raise ZeroDivisionError
        return run

    assert states(asyncio.run(main())) == [State.REVERTED]
    assert sb.things("coupon") == []


def test_a_lost_answer_is_found_by_its_key(sb: StripeSandbox) -> None:
    """Nobody sends it again; the thing that was made is found and taken away."""
    client = armed(sb.url)
    with pytest.raises(stripe.APIConnectionError), rein.run("t") as run:
        sb.faults.add("lost", writes=True)
        client.v1.coupons.create({"percent_off": 10, "duration": "once"})
    assert states(run) == [State.REVERTED]
    assert [write.method for write in sb.writes] == ["POST", "DELETE"]
    assert sb.things("coupon") == []


def test_where_the_thing_is_not_there_the_caller_gets_stripe_s_error(sb: StripeSandbox) -> None:
    """What was to be read before the write answers for it: stripe's own exception comes, and nothing is sent."""

    async def main() -> None:
        async with aarmed(sb.url) as client, rein.run("t", on_failure="keep"):
            with pytest.raises(stripe.InvalidRequestError, match="No such coupon") as error:
                await client.v1.coupons.update_async("NONE", {"name": "B"})
            assert error.value.code == "resource_missing"

    with rein.run("t", on_failure="keep"), pytest.raises(stripe.InvalidRequestError, match="No such coupon") as error:
        armed(sb.url).v1.coupons.update("NONE", {"name": "B"})
    assert (error.value.code, error.value.http_status) == ("resource_missing", 404)
    asyncio.run(main())
    assert sb.writes == []


def test_a_declined_confirmation_is_known_by_its_intent(sb: StripeSandbox) -> None:
    """The caller has stripe's own error, and the record names the intent that exists all the same."""
    asked: Any = {"amount": 100, "currency": "usd", "confirm": True, "payment_method": "pm_card_chargeDeclined"}
    with rein.run("t", policy={"irreversible": "allow"}, on_failure="keep") as run:
        with pytest.raises(stripe.CardError) as error:
            armed(sb.url).v1.payment_intents.create({**asked, "return_url": "https://shop.example"})
    intent = error.value.error.payment_intent
    assert intent is not None
    assert states(run) == [State.LANDED]
    assert run.actions[0].object == f"stripe:payment_intent:{intent.id}"
