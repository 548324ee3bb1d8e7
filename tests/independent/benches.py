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
import agentrein_google.drive
import agentrein_google.gmail
import agentrein_google.sheets
import agentrein_notion
import agentrein_slack
import agentrein_stripe
import drive_kit
import gmail_kit
import google_kit
import sheets_kit
from agentrein.testing import Request, conformance
from agentrein.testing.conformance import Bench, Example
from agentrein_github.sandbox import GitHubSandbox
from agentrein_google.drive.sandbox import DriveSandbox
from agentrein_google.gmail.sandbox import GmailSandbox
from agentrein_google.sheets.sandbox import SheetsSandbox
from agentrein_notion.sandbox import NotionSandbox
from agentrein_slack.sandbox import SlackSandbox
from agentrein_stripe.sandbox import StripeSandbox
from connectors.drive.examples import EXAMPLES as DRIVE
from connectors.github.examples import EXAMPLES as GITHUB
from connectors.gmail.examples import EXAMPLES as GMAIL
from connectors.notion.examples import EXAMPLES as NOTION
from connectors.sheets.examples import EXAMPLES as SHEETS
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


def google(api: str) -> Callable[[str, ExitStack], Clients]:
    """google-api-python-client."""

    def clients(url: str, stack: ExitStack) -> Clients:
        stack.callback(google_kit.close_all)  # of the connections only: a client is too large to keep them all
        return lambda token, **_: google_kit.plain(api, url, token)

    return clients


VENDORS: Mapping[str, tuple[Any, Any, Any]] = {
    "github": (agentrein_github.connector, GitHubSandbox, github),
    "slack": (agentrein_slack.connector, partial(SlackSandbox, legacy=True), slack),
    "notion": (agentrein_notion.connector, NotionSandbox, notion),
    "stripe": (agentrein_stripe.connector, StripeSandbox, stripe),
    "gmail": (agentrein_google.gmail.connector, GmailSandbox, google("gmail")),
    "sheets": (agentrein_google.sheets.connector, SheetsSandbox, google("sheets")),
    "drive": (agentrein_google.drive.connector, DriveSandbox, google("drive")),
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
    "gmail": [(GmailSandbox.AGENT, GmailSandbox.OWNER, tuple(GMAIL))],
    "sheets": [(SheetsSandbox.AGENT_TOKEN, SheetsSandbox.PERSON_TOKEN, tuple(SHEETS))],
    "drive": [(DriveSandbox.AGENT_TOKEN, DriveSandbox.PERSON_TOKEN, tuple(DRIVE))],
}
ACCOUNTS = {"gmail": GmailSandbox.ACCOUNT, "sheets": SheetsSandbox.AGENT, "drive": DriveSandbox.AGENT.email}
"""Whose the credentials of Google's APIs are, which stand in a file."""

BY_NAME: Mapping[str, Callable[[str], Callable[[Request], tuple[str, str]]]] = {
    "slack": lambda _: lambda request: (request.path.rpartition("/")[2], ""),
    "gmail": lambda _: gmail_kit.called,
    "sheets": lambda url: partial(sheets_kit.called, url),
    "drive": lambda url: partial(drive_kit.called, url),
}
"""How a request on the wire is an address, where addresses are names."""

ENVIRONMENT = {
    "github": lambda url, token: {"GITHUB_API_URL": url, "GITHUB_TOKEN": token},
    "slack": lambda url, token: {"SLACK_API_URL": f"{url}/api/", "SLACK_BOT_TOKEN": token},
    "notion": lambda url, token: {"NOTION_BASE_URL": url, "NOTION_TOKEN": token},
    "stripe": lambda url, token: {"STRIPE_API_BASE": url, "STRIPE_API_KEY": token},
}


@contextmanager
def _bench(vendor: str, url: str, sandbox: Any, folder: Path, agent: str, person: str) -> Iterator[Bench]:
    connector, _, clients = VENDORS[vendor]
    by_name = {"called": BY_NAME[vendor](sandbox.url)} if vendor in BY_NAME else {}
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        if vendor in ACCOUNTS:
            google_kit.set_environment(patch.setenv, folder, url, ACCOUNTS[vendor])
        else:
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
