"""Blocks: add, edit, delete."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.notion.examples.things import (
    BLOCK,
    IN_THE_TRASH,
    INCIDENTS,
    NOTES,
    PARAGRAPH,
    PROJECTS,
    TODO,
    TOGGLE,
    append,
    newest_inside,
    paragraph,
    text,
)

EXAMPLES = (
    Example(
        f"PATCH {BLOCK}/children",
        append(PROJECTS, "One", "Two {three}"),
        foreign=lambda n: n.blocks.update(
            newest_inside(n, PROJECTS, "paragraph"), paragraph={"rich_text": text("Three")}
        ),
        untold="what it read as is gone, so that it may have been anything",
        beside=append(PROJECTS, "Four"),
        name="paragraphs",
    ),
    Example(
        f"PATCH {BLOCK}/children",
        lambda n: n.blocks.children.append(
            PROJECTS.replace("-", ""),
            children=[{"type": "toggle", "toggle": {"rich_text": text("More"), "children": [paragraph("Inside")]}}],
            after=PARAGRAPH,
        ),
        foreign=lambda n: append(n.blocks.children.list(PROJECTS)["results"][2]["id"], "Theirs")(n),
        untold="",
        beside=append(PROJECTS, "Four"),
        name="in the middle, with blocks in it",
    ),
    Example(
        f"PATCH {BLOCK}",
        lambda n: n.blocks.update(TODO, to_do={"checked": True}),
        alone="a tick has two states, and taking it away is what the undo does, too",
        beside=append(PROJECTS, "Four"),
        name="a tick",
    ),
    Example(
        f"PATCH {BLOCK}",
        lambda n: n.blocks.update(PARAGRAPH, paragraph={"rich_text": text("What we did."), "color": "blue"}),
        foreign=lambda n: n.blocks.update(PARAGRAPH, paragraph={"rich_text": text("Theirs"), "color": "red"}),
        beside=append(PROJECTS, "Four"),
        name="text and color",
    ),
    Example(
        f"PATCH {BLOCK}",
        lambda n: n.blocks.update(TOGGLE, archived=True),
        alone=IN_THE_TRASH,
        beside=append(PROJECTS, "Four"),
        name="to the trash",
    ),
    Example(
        f"DELETE {BLOCK}",
        lambda n: n.blocks.delete(TOGGLE.replace("-", "")),
        alone=IN_THE_TRASH,
        beside=append(PROJECTS, "Four"),
        name="with a block in it",
    ),
    Example(
        f"DELETE {BLOCK}",
        lambda n: n.blocks.delete(NOTES),
        alone=IN_THE_TRASH,
        beside=append(PROJECTS, "Four"),
        name="a page",
    ),
    Example(
        f"DELETE {BLOCK}",
        lambda n: n.blocks.delete(INCIDENTS),
        alone=IN_THE_TRASH,
        beside=append(PROJECTS, "Four"),
        name="a database",
    ),
)
