"""Databases: create, edit, trash."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.notion.examples.things import (
    ARCHIVE,
    BARE,
    DATABASE,
    IN_THE_TRASH,
    INCIDENTS,
    PROJECTS,
    edit,
    newest_inside,
    text,
    titled,
)

NEW = {"Name": {"title": {}}, "Points": {"number": {}}}

EXAMPLES = (
    Example(
        "POST /v1/databases",
        lambda n: n.databases.create(
            parent={"type": "page_id", "page_id": PROJECTS},
            title=text("Bugs"),
            initial_data_source={"properties": NEW},
        ),
        foreign=lambda n: n.pages.create(
            parent={"database_id": newest_inside(n, PROJECTS, "child_database")}, properties=titled("Theirs")
        ),
        beside=edit(BARE, Points={"number": 5}),
    ),
    Example(
        f"PATCH {DATABASE}",
        lambda n: n.databases.update(
            INCIDENTS, title=text("Accidents"), description=text("All of them"), icon={"emoji": "🔥"}, is_inline=True
        ),
        prepare=lambda n: n.databases.update(INCIDENTS, icon={"emoji": "🚨"}),
        foreign=lambda n: n.databases.update(INCIDENTS, title=text("Theirs")),
        beside=edit(BARE, Points={"number": 5}),
        name="texts, icon, switch",
    ),
    Example(
        f"PATCH {DATABASE}",
        lambda n: n.databases.update(INCIDENTS, in_trash=True),
        alone=IN_THE_TRASH,
        name="to the trash",
    ),
    Example(
        f"PATCH {DATABASE}",
        lambda n: n.databases.update(INCIDENTS, parent={"type": "page_id", "page_id": ARCHIVE}),
        alone="the sandbox's other pages hold no databases",
        beside=edit(BARE, Points={"number": 5}),
        name="to another page",
    ),
    Example(
        f"PATCH {DATABASE}",
        lambda n: n.databases.update(INCIDENTS, properties={"Points": None}),
        nothing=True,
        name="columns, which the SDK drops",
    ),
)
