"""The vendors of these tests: each with its stand-in, the clients of its SDK, and what an agent does there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager

import hubspot
import notion_client
import stripe
from github import Auth, Github
from simple_salesforce.api import Salesforce
from slack_sdk import WebClient
from slack_sdk.web.async_client import AsyncWebClient

from agentrein_github.sandbox import GitHubSandbox
from agentrein_hubspot.sandbox import HubSpotSandbox
from agentrein_notion.sandbox import NotionSandbox
from agentrein_salesforce.sandbox import SalesforceSandbox
from agentrein_slack.sandbox import SlackSandbox
from agentrein_stripe.sandbox import StripeSandbox
from connectors.github.examples import EXAMPLES as OF_GITHUB
from connectors.hubspot.examples import EXAMPLES as OF_HUBSPOT
from connectors.notion.examples import EXAMPLES as OF_NOTION
from connectors.salesforce.examples import EXAMPLES as OF_SALESFORCE
from connectors.slack.examples import EXAMPLES as OF_SLACK
from connectors.stripe.examples import EXAMPLES as OF_STRIPE
from faults.agents.vendor import Vendor
from faults.agents.vendors_google import GOOGLE
from salesforce_kit import plain as plain_salesforce


@contextmanager
def github(url: str, token: str) -> Iterator[Github]:
    """PyGithub, without its pauses."""
    made = Github(
        auth=Auth.Token(token), base_url=url, seconds_between_requests=None, seconds_between_writes=None, lazy=True
    )
    yield made
    made.close()


@contextmanager
def slack(url: str, token: str) -> Iterator[WebClient]:
    """slack_sdk, which opens a connection for each call."""
    yield WebClient(token=token, base_url=url)


@asynccontextmanager
async def aslack(url: str, token: str) -> AsyncIterator[AsyncWebClient]:
    """The same for async code, which opens a session for each call."""
    yield AsyncWebClient(token=token, base_url=url)


@contextmanager
def notion(url: str, token: str) -> Iterator[notion_client.Client]:
    """notion-client."""
    with notion_client.Client(auth=token, base_url=url) as made:
        yield made


@asynccontextmanager
async def anotion(url: str, token: str) -> AsyncIterator[notion_client.AsyncClient]:
    """The same for async code."""
    async with notion_client.AsyncClient(auth=token, base_url=url) as made:
        yield made


@contextmanager
def stripe_client(url: str, token: str) -> Iterator[stripe.StripeClient]:
    """stripe, all of whose hosts are the stand-in."""
    stripe.enable_telemetry = False  # it writes into the user's folder
    hosts = dict.fromkeys(("api", "files", "connect", "meter_events"), url)
    yield stripe.StripeClient(token, base_addresses=hosts)  # type: ignore[arg-type]


@contextmanager
def hubspot_client(url: str, token: str) -> Iterator[hubspot.HubSpot]:
    """hubspot-api-client."""
    made = hubspot.Client.create(access_token=token)
    made.config["host"] = url
    yield made


@contextmanager
def salesforce(url: str, token: str) -> Iterator[Salesforce]:
    """simple-salesforce, with a session that speaks plain HTTP."""
    yield plain_salesforce(url, token)


GITHUB = Vendor(
    "github",
    GitHubSandbox,
    ("GITHUB_API_URL", "GITHUB_TOKEN"),
    "token-octocat",
    "token-helper",
    github,
    OF_GITHUB,
)
SLACK = Vendor(
    "slack",
    SlackSandbox,
    ("SLACK_API_URL", "SLACK_BOT_TOKEN"),
    "xoxb-agent",
    "xoxp-person",
    slack,
    OF_SLACK,
    base="/api/",
    aclient=aslack,
)
NOTION = Vendor(
    "notion",
    NotionSandbox,
    ("NOTION_BASE_URL", "NOTION_TOKEN"),
    "ntn-agent",
    "ntn-person",
    notion,
    OF_NOTION,
    aclient=anotion,
)
STRIPE = Vendor(
    "stripe",
    StripeSandbox,
    ("STRIPE_API_BASE", "STRIPE_API_KEY"),
    "sk_test_agent",
    "sk_test_person",
    stripe_client,
    OF_STRIPE,
)
HUBSPOT = Vendor(
    "hubspot",
    HubSpotSandbox,
    ("HUBSPOT_BASE_URL", "HUBSPOT_ACCESS_TOKEN"),
    "pat-agent",
    "pat-person",
    hubspot_client,
    OF_HUBSPOT,
)
SALESFORCE = Vendor(
    "salesforce",
    SalesforceSandbox,
    ("SALESFORCE_INSTANCE_URL", "SALESFORCE_SESSION_ID"),
    SalesforceSandbox.AGENT_SESSION,
    SalesforceSandbox.PERSON_SESSION,
    salesforce,
    OF_SALESFORCE,
)
VENDORS: Mapping[str, Vendor] = {one.name: one for one in (GITHUB, SLACK, NOTION, STRIPE, HUBSPOT, SALESFORCE, *GOOGLE)}
FLAGSHIP: Mapping[str, Vendor] = {one.name: one for one in (GITHUB, SLACK, NOTION)}
"""Those of the flagship story."""
