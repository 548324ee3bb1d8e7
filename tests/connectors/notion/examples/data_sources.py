"""Data sources: create, edit, add and rename columns."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.notion.examples.things import (
    BARE,
    IDEAS,
    IN_THE_TRASH,
    INCIDENT_ROWS,
    ROADMAP,
    SOURCE,
    edit,
    newest_source,
    text,
    titled,
)

POINTS = "p%7Boi"
"""The id of the column Points, as Notion shows it."""

EXAMPLES = (
    Example(
        "POST /v1/data_sources",
        lambda n: n.data_sources.create(
            parent={"type": "database_id", "database_id": ROADMAP},
            title=text("Risks"),
            properties={"Name": {"title": {}}},
        ),
        foreign=lambda n: n.pages.create(parent={"data_source_id": newest_source(n)}, properties=titled("Theirs")),
        beside=edit(BARE, Points={"number": 5}),
    ),
    Example(
        f"PATCH {SOURCE}",
        lambda n: n.data_sources.update(IDEAS, title=text("Thoughts"), icon={"emoji": "💡"}),
        foreign=lambda n: n.data_sources.update(IDEAS, title=text("Theirs")),
        beside=edit(BARE, Points={"number": 5}),
        name="title and icon",
    ),
    Example(
        f"PATCH {SOURCE}",
        lambda n: n.data_sources.update(IDEAS, archived=True),
        alone=IN_THE_TRASH,
        name="to the trash",
    ),
    Example(
        f"PATCH {SOURCE}",
        lambda n: n.data_sources.update(INCIDENT_ROWS, properties={"Severity": {"number": {"format": "number"}}}),
        foreign=edit(BARE, Severity={"number": 5}),
        unforced="",
        beside=edit(BARE, Points={"number": 5}),
        name="a new column",
    ),
    Example(
        f"PATCH {SOURCE}",
        lambda n: n.data_sources.update(INCIDENT_ROWS, properties={POINTS: {"name": "Effort"}}),
        foreign=lambda n: n.data_sources.update(INCIDENT_ROWS, properties={"Effort": {"name": "Work"}}),
        beside=edit(BARE, Mail={"email": "a@acme.example"}),
        name="another name",
    ),
)
