"""The content of pages as markdown: insert, replace, edit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from notion_client import Client

from agentrein.testing.conformance import Example
from connectors.notion.examples.things import BARE, NOTES, PROJECTS, append, edit, newest_inside, text

MARKDOWN = "/v1/pages/{page_id}/markdown"
OTHERS = edit(BARE, Points={"number": 5})


def insert(page: str, content: str, **more: Any) -> Callable[[Client], Any]:
    """Insert into a page."""
    command = {"content": content, **more}
    return lambda notion: notion.pages.update_markdown(page, type="insert_content", insert_content=command)


def replace(page: str, content: str, **more: Any) -> Callable[[Client], Any]:
    """Replace the content of a page."""
    command = {"new_str": content, **more}
    return lambda notion: notion.pages.update_markdown(page, type="replace_content", replace_content=command)


def change(page: str, old: str, new: str, **more: Any) -> Callable[[Client], Any]:
    """Search and replace in a page."""
    command = {"content_updates": [{"old_str": old, "new_str": new, **more}]}
    return lambda notion: notion.pages.update_markdown(page, type="update_content", update_content=command)


EXAMPLES = (
    Example(
        f"PATCH {MARKDOWN}",
        insert(PROJECTS.replace("-", ""), "## Next {week}\n- [ ] Write it down\n"),
        foreign=lambda n: n.blocks.update(newest_inside(n, PROJECTS, "to_do"), to_do={"rich_text": text("Mine")}),
        beside=lambda n: n.pages.update(PROJECTS, icon={"emoji": "🚀"}),
        name="at the end of a page with everything in it",
    ),
    Example(
        f"PATCH {MARKDOWN}",
        insert(NOTES, "A note", position={"type": "start"}),
        foreign=append(NOTES, "Theirs"),
        beside=OTHERS,
        name="at the start, where the same stands already",
    ),
    Example(
        f"PATCH {MARKDOWN}",
        replace(NOTES, "# Plan\n1. One\n> Two"),
        foreign=append(NOTES, "Theirs"),
        beside=OTHERS,
        name="all of it",
    ),
    Example(
        f"PATCH {MARKDOWN}",
        replace(NOTES, ""),
        foreign=append(NOTES, "Theirs"),
        beside=OTHERS,
        name="emptied",
    ),
    Example(
        f"PATCH {MARKDOWN}",
        change(NOTES, "note", "line\n```python\nprint()\n```"),
        prepare=append(NOTES, "Another"),
        foreign=append(NOTES, "Theirs"),
        beside=OTHERS,
        name="a word",
    ),
    Example(
        f"PATCH {MARKDOWN}",
        change(NOTES, "A note\n", ""),
        prepare=append(NOTES, "Another", "A third"),
        foreign=append(NOTES, "Theirs"),
        beside=OTHERS,
        name="a line taken out",
    ),
    Example(f"PATCH {MARKDOWN}", replace(NOTES, "A note"), nothing=True, name="as it was"),
)
