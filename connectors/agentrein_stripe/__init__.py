"""The connector for Stripe, through stripe. Only `proxy` imports the SDK, so the table is read without it."""

from __future__ import annotations

from pathlib import Path

from agentrein.connector import Connector, Keyed, load_refused
from agentrein_stripe.answers import PREVIEW, classify, code, mode_of, only_asks, reads, status, takes_key, who
from agentrein_stripe.operations import OPERATIONS
from agentrein_stripe.readings import COMPARISONS, READINGS

connector = Connector(
    name="stripe",
    title="Stripe",
    sdk="stripe",
    versions=">=16.1,<16.2",
    clients=("stripe._stripe_client.StripeClient",),
    modules=("stripe",),
    proxy="agentrein_stripe.proxy:arm",
    build="agentrein_stripe.proxy:from_environment",
    sandbox="agentrein_stripe.sandbox:StripeSandbox",
    rehearsal="agentrein_stripe.sandbox.rehearsal:stand_in",
    callables="agentrein_stripe.callables:callables",
    operations=OPERATIONS,
    refused=load_refused(Path(__file__).with_name("refused.tsv")),
    reads=reads,
    divided={PREVIEW: only_asks},
    classify=classify,
    who=who,
    code=code,
    status=status,
    keyed=Keyed(header="Idempotency-Key", window=86400.0, takes=takes_key),
    hosts=("files.stripe.com", "connect.stripe.com", "meter-events.stripe.com"),
    account=r"acct_\w+",
    mode_of=mode_of,
    beyond={
        "live secret": "moves real money, refunds and payouts included, which a restricted key (rk_live_) need not"
    },
    shown_at="the Dashboard shows the permissions of a restricted key: Developers, API keys",
    comparisons=COMPARISONS,
    readings=READINGS,
)

__all__ = ["connector", "reads"]
