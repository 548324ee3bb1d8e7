"""What the examples act on: the things of the sandbox, and what people do with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from notion_client import Client

from agentrein_notion.sandbox import NotionSandbox

PROJECTS, ARCHIVE, NOTES = NotionSandbox.PROJECTS, NotionSandbox.ARCHIVE, NotionSandbox.NOTES
INCIDENTS, INCIDENT_ROWS = NotionSandbox.INCIDENTS, NotionSandbox.INCIDENT_ROWS
ROADMAP, TASKS, IDEAS = NotionSandbox.ROADMAP, NotionSandbox.TASKS, NotionSandbox.IDEAS
LOGIN, OUTAGE, BARE = NotionSandbox.LOGIN, NotionSandbox.OUTAGE, NotionSandbox.BARE
PARAGRAPH, TODO, TOGGLE, INNER = (
    NotionSandbox.PARAGRAPH,
    NotionSandbox.TODO,
    NotionSandbox.TOGGLE,
    NotionSandbox.INNER,
)
OWN_COMMENT = NotionSandbox.OWN_COMMENT
EVERYTHING, OPEN, QUERY = NotionSandbox.EVERYTHING, NotionSandbox.OPEN, NotionSandbox.QUERY
UPLOAD, PARTS, WHOLE = NotionSandbox.UPLOAD, NotionSandbox.PARTS, NotionSandbox.WHOLE

PAGE = "/v1/pages/{page_id}"
BLOCK = "/v1/blocks/{block_id}"
DATABASE = "/v1/databases/{database_id}"
SOURCE = "/v1/data_sources/{data_source_id}"

task = NotionSandbox.task

IN_THE_TRASH = "taking it out of the trash is what the undo does, too"
"""Why nobody can get in the way of an undo that takes something out of the trash."""


def text(content: str, **more: Any) -> list[dict[str, Any]]:
    """A rich text of one piece, as a request writes it."""
    return [{"text": {"content": content}, **more}]


def titled(title: str, column: str = "Name", **values: Any) -> dict[str, Any]:
    """The properties of a new row."""
    return {column: {"title": text(title)}, **values}


def paragraph(content: str) -> dict[str, Any]:
    """A paragraph to be added."""
    return {"object": "block", "type": "paragraph", "paragraph": {"rich_text": text(content)}}


def edit(page: str, **values: Any) -> Callable[[Client], Any]:
    """Set properties of a page."""
    return lambda notion: notion.pages.update(page, properties=values)


def newest_inside(notion: Client, parent: str, kind: str) -> str:
    """The id of the last block, page or database of this type in a page."""
    found = notion.blocks.children.list(parent)["results"]
    return str([one["id"] for one in found if one["type"] == kind][-1])


def newest_row(notion: Client, source: str = INCIDENT_ROWS) -> str:
    """The id of the last row."""
    return str(notion.data_sources.query(source)["results"][-1]["id"])


def newest_source(notion: Client, database: str = ROADMAP) -> str:
    """The id of the last data source of a database."""
    return str(notion.databases.retrieve(database)["data_sources"][-1]["id"])


def newest_view(notion: Client, database: str = INCIDENTS) -> str:
    """The id of the last view of a database."""
    return str(notion.views.list(database_id=database)["results"][-1]["id"])


def newest_comment(notion: Client, on: str) -> str:
    """The id of the last comment on a page or block."""
    return str(notion.comments.list(block_id=on)["results"][-1]["id"])


def append(parent: str | Callable[[Client], str], *contents: str) -> Callable[[Client], Any]:
    """Add paragraphs."""

    def act(notion: Client) -> Any:
        place = parent if isinstance(parent, str) else parent(notion)
        return notion.blocks.children.append(place, children=[paragraph(one) for one in contents])

    return act


def trash(page: str) -> Callable[[Client], Any]:
    """Move a page to the trash."""
    return lambda notion: notion.pages.update(page, in_trash=True)


def both(*acts: Callable[[Client], Any]) -> Callable[[Client], None]:
    """One after the other."""

    def act(notion: Client) -> None:
        for one in acts:
            one(notion)

    return act
