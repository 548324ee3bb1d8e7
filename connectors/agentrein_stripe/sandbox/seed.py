"""The accounts and keys that the stand-in starts with."""

from __future__ import annotations

from dataclasses import dataclass

from agentrein_stripe.sandbox.world import World, account, counter

PLATFORM = "acct_1AgentReinShop000"
CONNECTED = "acct_1ConnectedSeller0"
STRANGER = "acct_1SomebodyElse0000"
MODES = ("test", "live")


@dataclass(frozen=True)
class Key:
    """A key: whose it is, in which mode, and whether it may write."""

    name: str
    account: str
    mode: str = "test"
    writes: bool = True


KEYS = {
    "sk_test_agent": Key("agent", PLATFORM),
    "sk_test_person": Key("person", PLATFORM),
    "rk_test_reader": Key("reader", PLATFORM, writes=False),
    "sk_live_agent": Key("live agent", PLATFORM, "live"),
    "sk_live_person": Key("live person", PLATFORM, "live"),
    "sk_test_connected": Key("connected", CONNECTED),
    "sk_test_stranger": Key("stranger", STRANGER),
}
"""Every key of the stand-in. Stripe has no users: two keys of one account act for the same account."""

REACHES = {PLATFORM: {CONNECTED}}
"""Which accounts a platform acts for. https://docs.stripe.com/connect/authentication"""


def worlds() -> dict[tuple[str, str], World]:
    """Every account in either mode, empty."""
    ids = counter()
    named = {PLATFORM: "AgentRein Shop", CONNECTED: "Connected Seller", STRANGER: "Somebody Else"}
    made = {(id, mode): World(account(id, name), mode, ids) for id, name in named.items() for mode in MODES}
    for (id, mode), world in made.items():
        world.twin = made[id, "live" if mode == "test" else "test"]
    return made
