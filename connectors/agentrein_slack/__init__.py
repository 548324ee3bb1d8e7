"""The connector for Slack, through slack-sdk. Only `proxy` imports the SDK, so the table can be read without it."""

from __future__ import annotations

from pathlib import Path

from agentrein.connector import Connector, load_refused
from agentrein_slack.answers import BEYOND, classify, code, granted, status, who
from agentrein_slack.operations import OPERATIONS
from agentrein_slack.readings import COMPARISONS, READINGS
from agentrein_slack.reads import executes, line, reads

connector = Connector(
    name="slack",
    title="Slack",
    sdk="slack-sdk",
    versions=">=3.48,<3.49",
    clients=(
        "slack_sdk.web.client.WebClient",
        "slack_sdk.web.async_client.AsyncWebClient",
        "slack_sdk.web.legacy_client.LegacyWebClient",
    ),
    proxy="agentrein_slack.proxy:arm",
    build="agentrein_slack.proxy:from_environment",
    sandbox="agentrein_slack.sandbox:SlackSandbox",
    rehearsal="agentrein_slack.sandbox.rehearsal:stand_in",
    callables="agentrein_slack.callables:callables",
    operations=OPERATIONS,
    refused=load_refused(Path(__file__).with_name("refused.tsv")),
    reads=reads,
    classify=classify,
    who=who,
    code=code,
    status=status,
    comparisons=COMPARISONS,
    readings=READINGS,
    hosts=("files.slack.com", "hooks.slack.com"),
    credentials=("POST /oauth.v2.access", "POST /openid.connect.token", "POST /tooling.tokens.rotate"),
    executes=executes,
    line=line,
    account=r"[UW][A-Z0-9]+",
    granted=granted,
    beyond=BEYOND,
)

__all__ = ["connector", "reads"]
