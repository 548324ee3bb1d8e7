"""The agent of the Stripe stories, for a process of its own: `kill N` lets it die between answer and outcome."""

from __future__ import annotations

import os
import sys

import stripe
from stripe import StripeClient

import agentrein as rein
from tests.independent.dying import die_after
from tests.independent.stripe_stories import STORIES

stripe.enable_telemetry = False  # it writes into the user's folder


def client() -> StripeClient:
    """A client of the stand-in."""
    hosts = dict.fromkeys(("api", "files", "connect", "meter_events"), os.environ["STRIPE_API_BASE"])
    return StripeClient(os.environ["STRIPE_API_KEY"], base_addresses=hosts)  # type: ignore[arg-type]


if __name__ == "__main__":
    if sys.argv[2] == "kill":
        die_after(int(sys.argv[3]))
    armed = rein.wrap(client())
    with rein.run("story") as run:
        STORIES[sys.argv[1]].act(armed)
        run.fail("the story ends here")
