"""The connector for Notion, through notion-client. Only `proxy` imports the SDK, so the table is read without it."""

from __future__ import annotations

from pathlib import Path

from agentrein.connector import Connector, load_refused
from agentrein_notion.answers import classify, code, reads, who
from agentrein_notion.comparisons import COMPARISONS
from agentrein_notion.listings import LISTINGS
from agentrein_notion.operations import OPERATIONS
from agentrein_notion.others import OTHERS
from agentrein_notion.readings import READINGS
from agentrein_notion.readings_of_markdown import READINGS_OF_MARKDOWN
from agentrein_notion.readings_of_views import READINGS_OF_VIEWS

connector = Connector(
    name="notion",
    title="Notion",
    sdk="notion-client",
    versions=">=3.1,<3.2",
    clients=("notion_client.client.Client", "notion_client.client.AsyncClient"),
    proxy="agentrein_notion.proxy:arm",
    build="agentrein_notion.proxy:from_environment",
    sandbox="agentrein_notion.sandbox:NotionSandbox",
    rehearsal="agentrein_notion.sandbox.rehearsal:stand_in",
    callables="agentrein_notion.callables:callables",
    operations=OPERATIONS,
    refused=load_refused(Path(__file__).with_name("refused.tsv")),
    reads=reads,
    classify=classify,
    who=who,
    code=code,
    comparisons=COMPARISONS,
    readings={**READINGS, **OTHERS, **LISTINGS, **READINGS_OF_VIEWS, **READINGS_OF_MARKDOWN},
    shown_at="Notion shows the capabilities of a connection in its settings",
    account=r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
)

__all__ = ["connector", "reads"]
