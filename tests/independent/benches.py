"""The benches of connectors whose vendors publish a schema, their clients pointed at a recorder before the sandbox."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from github import Auth, Github
from notion_client import Client
from slack_sdk import WebClient
from stripe import StripeClient

import agentrein as rein
import agentrein_github
import agentrein_notion
import agentrein_slack
import agentrein_stripe
from agentrein.testing import conformance
from agentrein.testing.conformance import Bench, Example
from agentrein_github.sandbox import GitHubSandbox
from agentrein_notion.sandbox import NotionSandbox
from agentrein_slack.sandbox import SlackSandbox
from agentrein_stripe.sandbox import StripeSandbox
from connectors.github.examples import EXAMPLES as GITHUB
from connectors.notion.examples import EXAMPLES as NOTION
from connectors.slack.examples import EXAMPLES as SLACK
from connectors.slack.examples import OF_ADMINS, OF_PEOPLE
from connectors.slack.examples import things as slack_things
from connectors.stripe.examples import EXAMPLES as STRIPE
from tests.independent.recorder import Recorded, recording

CHECKS = (
    conformance.reverts_later,
    conformance.leaves_what_others_changed,
    conformance.goes_round_what_others_added,
    conformance.finds_an_effect_without_answer,
)
"""The checks that send every kind of request: forward calls, probes, reads, inverses and their alternatives."""

LONG = conformance.meets_errors_while_undoing
"""Goes through an example once for each request that it sends: only the first example of each row, no others."""

Clients = Callable[..., Any]
"""Makes a plain client of a token; a person's reads nothing that it is not asked to."""


def github(url: str, stack: ExitStack) -> Clients:
    """PyGithub."""

    def client(token: str, *, lazy: bool = False) -> Github:
        made = Github(
            auth=Auth.Token(token), base_url=url, lazy=lazy, seconds_between_requests=None, seconds_between_writes=None
        )
        stack.callback(made.close)
        return made

    return client


def slack(url: str, stack: ExitStack) -> Clients:
    """slack_sdk."""
    return lambda token, **_: WebClient(token=token, base_url=f"{url}/api/")


def notion(url: str, stack: ExitStack) -> Clients:
    """notion-client."""

    def client(token: str, **_: object) -> Client:
        made = Client(auth=token, base_url=url)
        stack.callback(made.close)
        return made

    return client


def stripe(url: str, _: ExitStack) -> Clients:
    """Stripe."""
    hosts: Any = dict.fromkeys(("api", "files", "connect", "meter_events"), url)
    return lambda token, **_: StripeClient(token, base_addresses=hosts)


VENDORS: Mapping[str, tuple[Any, Any, Any]] = {
    "github": (agentrein_github.connector, GitHubSandbox, github),
    "slack": (agentrein_slack.connector, partial(SlackSandbox, legacy=True), slack),
    "notion": (agentrein_notion.connector, NotionSandbox, notion),
    "stripe": (agentrein_stripe.connector, StripeSandbox, stripe),
}
EXAMPLES: Mapping[str, list[tuple[str, str, tuple[Example, ...]]]] = {
    "github": [("token-octocat", "token-helper", tuple(GITHUB))],
    "slack": [
        (slack_things.AGENT, slack_things.PERSON, tuple(SLACK)),
        (slack_things.MEMBER, slack_things.PERSON, tuple(OF_PEOPLE)),
        (slack_things.PERSON, slack_things.PERSON, tuple(OF_ADMINS)),
    ],
    "notion": [("ntn-agent", "ntn-person", tuple(NOTION))],
    "stripe": [("sk_test_agent", "sk_test_person", tuple(STRIPE))],
}
ENVIRONMENT = {
    "github": lambda url, token: {"GITHUB_API_URL": url, "GITHUB_TOKEN": token},
    "slack": lambda url, token: {"SLACK_API_URL": f"{url}/api/", "SLACK_BOT_TOKEN": token},
    "notion": lambda url, token: {"NOTION_BASE_URL": url, "NOTION_TOKEN": token},
    "stripe": lambda url, token: {"STRIPE_API_BASE": url, "STRIPE_API_KEY": token},
}


@contextmanager
def _bench(vendor: str, url: str, sandbox: Any, folder: Path, agent: str, person: str) -> Iterator[Bench]:
    connector, _, clients = VENDORS[vendor]
    by_name = {"called": lambda request: (request.path.rpartition("/")[2], "")} if vendor == "slack" else {}
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        for name, value in ENVIRONMENT[vendor](url, agent).items():
            patch.setenv(name, value)
        patch.setenv("AGENTREIN_LEDGER", str(folder / "ledger.sqlite3"))
        make = clients(url, stack)
        bench = Bench(
            connector, sandbox, folder, lambda: rein.wrap(make(agent)), lambda: make(person, lazy=True), **by_name
        )
        stack.callback(bench.close)
        yield bench


def recorded(vendor: str, folder: Path) -> list[Recorded]:
    """Every request that left while each example of the vendor's rows went through the checks."""
    _, made, _ = VENDORS[vendor]
    with made() as sandbox, recording(sandbox.url) as recorder:
        for agent, person, examples in EXAMPLES[vendor]:
            with _bench(vendor, recorder.url, sandbox, folder, agent, person) as bench:
                tried = set[str]()
                for example in examples:
                    for check in CHECKS if example.address in tried else (*CHECKS, LONG):
                        check(bench, example)
                    tried.add(example.address)
        return recorder.requests
