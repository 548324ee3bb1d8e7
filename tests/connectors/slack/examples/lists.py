"""Rows of lists."""

from __future__ import annotations

from typing import Any

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import ADA, BOB, Act, both

LIST = "F0LIST"


def title(text: str) -> dict[str, Any]:
    """A cell with the title of a row."""
    section = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return {"column_id": "Col0TITLE", "rich_text": [{"type": "rich_text", "elements": [section]}]}


def estimate(number: int) -> dict[str, Any]:
    """A cell with a number."""
    return {"column_id": "Col0COUNT", "number": [number]}


def row(slack: WebClient, number: int = 0) -> str:
    """The id of a row."""
    return str(slack.slackLists_items_list(list_id=LIST)["items"][number]["id"])


def made(text: str = "Build & test", *more: dict[str, Any]) -> Act:
    """A row of a person's."""
    return lambda slack: slack.slackLists_items_create(list_id=LIST, initial_fields=[title(text), *more])


def changed(*cells: dict[str, Any]) -> Act:
    """A person changes cells of the first row."""
    return lambda slack: slack.slackLists_items_update(
        list_id=LIST, cells=[{"row_id": row(slack), **cell} for cell in cells]
    )


def newest(slack: WebClient) -> str:
    """The id of the row that was made last."""
    return row(slack, -1)


EXAMPLES = (
    Example(
        "slackLists.items.create",
        lambda slack: slack.slackLists_items_create(
            list_id=LIST, initial_fields=[title("Ship [41] {now}"), {"column_id": "Col0OWNER", "user": [ADA, BOB]}]
        ),
        prepare=made(),
        foreign=lambda slack: slack.slackLists_items_update(
            list_id=LIST, cells=[{"row_id": newest(slack), **estimate(5)}]
        ),
        beside=made("Another"),
    ),
    Example(
        "slackLists.items.create",
        lambda slack: slack.slackLists_items_create(list_id=LIST, duplicated_item_id=row(slack)),
        prepare=made("Build", estimate(3)),
        foreign=lambda slack: slack.slackLists_items_create(list_id=LIST, parent_item_id=newest(slack)),
        beside=changed(estimate(8)),
        leaves=("list/row:Rec0000003",),
        name="a copy",
    ),
    Example(
        "slackLists.items.update",
        lambda slack: slack.slackLists_items_update(
            list_id=LIST,
            cells=[
                {"row_id": row(slack), **title("Old")},
                {"row_id": row(slack), **estimate(8)},
                {"row_id": row(slack), "column_id": "Col0DONE", "checkbox": True},
                {"row_id": row(slack, 1), "column_id": "Col0STATE", "select": ["OptDONE"]},
            ],
        ),
        prepare=both(made("Build", estimate(3)), made("Test")),
        foreign=changed(estimate(13)),
        beside=changed({"column_id": "Col0OWNER", "user": [BOB]}),
    ),
    Example(
        "slackLists.items.update",
        lambda slack: slack.slackLists_items_update(list_id=LIST, cells=[{"row_id": row(slack), **title("Build")}]),
        prepare=made("Build"),
        nothing=True,
        name="the same",
    ),
    Example(
        "slackLists.items.delete",
        lambda slack: slack.slackLists_items_delete(list_id=LIST, id=row(slack)),
        prepare=both(made("Build", estimate(3)), made("Test")),
        alone="nobody can change a row that is gone",
        beside=made("Another"),
    ),
    Example(
        "slackLists.items.deleteMultiple",
        lambda slack: slack.slackLists_items_deleteMultiple(list_id=LIST, ids=[row(slack, n) for n in (0, 1, 2)]),
        prepare=both(made("Build"), made("Test"), made("Build"), made("Build")),
        alone="nobody can change a row that is gone",
        beside=made("Another"),
    ),
)
