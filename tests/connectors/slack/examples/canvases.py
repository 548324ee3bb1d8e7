"""Canvases."""

from __future__ import annotations

from typing import Any

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import AGENT, DEPLOYS, both, said

PLAN = "# Plan [1]\n\n* build & test\n\nShip {it}"


def text(markdown: str) -> dict[str, Any]:
    """A text as canvases take it."""
    return {"type": "markdown", "markdown": markdown}


def canvas(slack: WebClient, title: str = "Plan") -> str:
    """The id of a canvas."""
    listed = slack.files_list(token=AGENT)["files"]
    return str(next(one["id"] for one in listed if one["filetype"] == "quip" and one["title"] == title))


def make(slack: WebClient) -> None:
    """A canvas of the agent's, a tab of the channel, from before."""
    slack.canvases_create(title="Plan", document_content=text(PLAN), channel_id=DEPLOYS, token=AGENT)


def replaced(markdown: str) -> list[dict[str, Any]]:
    """The change that replaces a whole text."""
    return [{"operation": "replace", "document_content": text(markdown)}]


def rewritten(title: str = "Plan") -> Any:
    """A person writes into the canvas."""
    added = [{"operation": "insert_at_end", "document_content": text("Theirs")}]
    return lambda slack: slack.canvases_edit(canvas_id=canvas(slack, title), changes=added)


def renamed(slack: WebClient) -> None:
    """A person gives the canvas another title."""
    changes = [{"operation": "rename", "title_content": text("Theirs")}]
    slack.canvases_edit(canvas_id=canvas(slack), changes=changes)


EXAMPLES = (
    Example(
        "canvases.create",
        lambda slack: slack.canvases_create(title="Notes", document_content=text(PLAN), channel_id=DEPLOYS),
        foreign=rewritten("Notes"),
        beside=make,
    ),
    Example(
        "canvases.create",
        lambda slack: slack.canvases_create(channel_id=DEPLOYS),
        foreign=rewritten("Untitled"),
        beside=said(),
        name="empty",
    ),
    Example(
        "conversations.canvases.create",
        lambda slack: slack.conversations_canvases_create(channel_id=DEPLOYS, document_content=text(PLAN)),
        foreign=rewritten("Untitled"),
        beside=make,
    ),
    Example(
        "canvases.edit",
        lambda slack: slack.canvases_edit(canvas_id=canvas(slack), changes=replaced("# Plan\n\nAll done")),
        prepare=make,
        foreign=rewritten(),
        beside=renamed,
    ),
    Example(
        "canvases.edit",
        lambda slack: slack.canvases_edit(
            canvas_id=canvas(slack), changes=[{"operation": "rename", "title_content": text("Old plan")}]
        ),
        prepare=make,
        foreign=lambda slack: slack.canvases_edit(
            canvas_id=canvas(slack, "Old plan"),
            changes=[{"operation": "rename", "title_content": text("Theirs")}],
        ),
        beside=rewritten("Old plan"),
        name="the title",
    ),
    Example(
        "canvases.edit",
        lambda slack: slack.canvases_edit(canvas_id=canvas(slack), changes=replaced(PLAN)),
        prepare=both(make, said()),
        nothing=True,
        name="the same",
    ),
)
