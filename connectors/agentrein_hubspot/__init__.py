"""The connector for HubSpot, through hubspot-api-client. Only `proxy` imports the SDK: the table is read without it."""

from __future__ import annotations

from pathlib import Path

from agentrein.connector import Connector, load_refused
from agentrein_hubspot.answers import classify, reads, who
from agentrein_hubspot.divided import DIVIDED
from agentrein_hubspot.operations import OPERATIONS
from agentrein_hubspot.readings import COMPARISONS, READINGS

connector = Connector(
    name="hubspot",
    title="HubSpot",
    sdk="hubspot-api-client",
    versions=">=12.0,<12.1",
    clients=("hubspot.client.Client",),
    proxy="agentrein_hubspot.proxy:arm",
    build="agentrein_hubspot.proxy:from_environment",
    sandbox="agentrein_hubspot.sandbox:HubSpotSandbox",
    rehearsal="agentrein_hubspot.sandbox.rehearsal:stand_in",
    callables="agentrein_hubspot.callables:callables",
    operations=OPERATIONS,
    refused=load_refused(Path(__file__).with_name("refused.tsv")),
    reads=reads,
    classify=classify,
    who=who,
    comparisons=COMPARISONS,
    readings=READINGS,
    divided=DIVIDED,
    hosts=("api.hubapi.com", "api.hubspot.com", "api.hsforms.com"),
    credentials=("POST /oauth/v1/token",),
    account=r"\d+",
    shown_at="HubSpot shows the scopes of an app in the app's settings",
)

__all__ = ["connector", "reads"]
