"""Money never moves unasked, by whatever way: each is refused, and no write of it reaches Stripe."""

from __future__ import annotations

import asyncio
import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import stripe
from stripe import StripeClient

import agentrein as rein
from agentrein.connector import Operation
from agentrein.table import Match
from agentrein_stripe import connector
from agentrein_stripe.sandbox import StripeSandbox
from connectors.stripe import money_calls as calls
from connectors.stripe import money_doors as doors
from connectors.stripe.money_shop import Door, Shop, shop
from stripe_kit import HOSTS, aarmed, armed, module, plain

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # stripe's own, of doors that must be gated
    pytest.mark.filterwarnings("ignore:.*names nothing to change:UserWarning"),
]

ENDPOINTS = Path(__file__).parents[2] / "data" / "stripe_endpoints.tsv"


@pytest.fixture(scope="module")
def stands() -> Iterator[tuple[StripeSandbox, Shop]]:
    """One account for all: whatever is tried changes nothing in it."""
    with StripeSandbox() as sb, pytest.MonkeyPatch.context() as patched:
        patched.setattr(stripe, "enable_telemetry", False)
        yield sb, shop(sb, plain(sb.url, "sk_test_person"), plain(sb.url))


@pytest.fixture
def sb(stands: tuple[StripeSandbox, Shop], monkeypatch: pytest.MonkeyPatch) -> StripeSandbox:
    """Stripe, and the agent's key in the environment."""
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
    monkeypatch.setenv("STRIPE_API_BASE", stands[0].url)
    stands[0].clear_requests()
    return stands[0]


def with_agent(stands: tuple[StripeSandbox, Shop], agent: StripeClient) -> Shop:
    """The shop as this client sees it."""
    return Shop(**{**vars(stands[1]), "agent": agent})


def nothing_left(sb: StripeSandbox, run: rein.Run) -> None:
    """Not one write arrived, and none is on record as one that did."""
    assert [f"{one.method} {one.path} {one.body}" for one in sb.writes] == []
    assert run.actions == []


SYNC = {
    f"{area}: {name}": door
    for area, found in (
        ("confirmed", doors.CONFIRMS),
        ("service", calls.SERVICES),
        ("billed", calls.BILLS),
        ("door", doors.DOORS),
    )
    for name, door in found.items()
}


@pytest.mark.parametrize("door", SYNC.values(), ids=SYNC)
def test_no_client_moves_money(sb: StripeSandbox, stands: Any, door: Door) -> None:
    """Through a client, what it returned, and what was made of that."""
    with rein.run("careless") as run, pytest.raises((rein.Refused, ValueError)):
        door(with_agent(stands, armed(sb.url, base_addresses=apart(sb))))
    nothing_left(sb, run)


def apart(sb: StripeSandbox) -> dict[str, str]:
    """The hosts at one address, but for that of files, where nobody listens."""
    return {**dict.fromkeys(HOSTS, sb.url), "files": "http://127.0.0.1:1"}


@pytest.mark.parametrize("door", doors.MODULE.values(), ids=doors.MODULE)
def test_the_module_moves_no_money(sb: StripeSandbox, stands: Any, door: Door) -> None:
    """In the module's style, whatever key or account a call names."""
    with module(sb.url), rein.run("careless") as run, pytest.raises(rein.Refused):
        door(with_agent(stands, plain(sb.url)))
    nothing_left(sb, run)


@pytest.mark.parametrize("door", doors.ASYNC.values(), ids=doors.ASYNC)
def test_no_async_twin_moves_money(sb: StripeSandbox, stands: Any, door: Door) -> None:
    """Each async method goes the same way."""

    async def main() -> rein.Run:
        async with aarmed(sb.url) as client, rein.run("careless") as run:
            with pytest.raises(rein.Refused):
                await door(with_agent(stands, client))
        return run

    nothing_left(sb, asyncio.run(main()))


def test_no_irreversible_address_is_open(sb: StripeSandbox, stands: Any) -> None:
    """All that the SDK could send to, one after the other: what nothing undoes, and what nobody knows, stays here."""
    agent = armed(sb.url)
    with rein.run("careless") as run:
        for method, path in final_addresses():
            base = {"base": "connect"} if path.startswith("/oauth") else {}
            with pytest.raises((rein.Refused, ValueError)):
                agent.raw_request(method.lower(), path, amount=900, currency="eur", confirm=True, **base)
    nothing_left(sb, run)


def final_addresses() -> list[tuple[str, str]]:
    """Method and path, ids filled in, of every write without a row and every row that is irreversible for good."""
    with ENDPOINTS.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    found = [(one["method"], re.sub(r"\{\w+\}", "x_1", one["path"])) for one in lines if one["kind"] == "write"]
    final = [one for one in found if is_final(*one)]
    assert len(final) > 150
    return final


def is_final(method: str, path: str) -> bool:
    """Whether nothing can undo a call of this address, whatever it says."""
    line = connector.table.match(method, path)
    row = line.row if isinstance(line, Match) else None
    return not isinstance(row, Operation) or row.tiers == ("irreversible",)


def test_other_verbs_are_none(sb: StripeSandbox, stands: Any) -> None:
    """The SDK sends verbs in small letters only, and no other verb at all."""
    agent = armed(sb.url)
    with rein.run("careless") as run:
        for verb in ("POST", "Post", "put", "patch", "post ", " post", "post\r\nx: y"):
            with pytest.raises((rein.Refused, ValueError, stripe.APIConnectionError)):
                agent.raw_request(verb, "/v1/refunds", charge=stands[1].charge)
    nothing_left(sb, run)


@pytest.mark.parametrize("way", ["http client", "client of its own", "requests"])
def test_what_goes_past_the_gate_is_stopped(sb: StripeSandbox, stands: Any, way: str) -> None:
    """Within a run the net holds what an agent sends beside its armed client."""
    agent, here = armed(sb.url), stands[1]
    with rein.run("careless") as run, pytest.raises(BaseException, match=r"stopped|no passage|armed") as caught:
        past(way, sb, agent, here)
    assert not isinstance(caught.value, Exception)
    nothing_left(sb, run)


def past(way: str, sb: StripeSandbox, agent: StripeClient, here: Shop) -> Any:
    """Send a refund without the armed client's own methods."""
    headers = {"Authorization": "Bearer sk_test_agent", "Content-Type": "application/x-www-form-urlencoded"}
    url, form = f"{sb.url}/v1/refunds", f"charge={here.charge}"
    if way == "http client":
        return agent._requestor._get_http_client().request("post", url, headers, form)
    if way == "client of its own":
        return plain(sb.url, "sk_test_person").v1.refunds.create({"charge": here.charge})
    import requests

    return requests.post(url, form, headers=headers, timeout=5)
