"""Pages: create, edit, trash, restore, move."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.notion.examples.things import (
    ARCHIVE,
    BARE,
    IDEAS,
    IN_THE_TRASH,
    INCIDENT_ROWS,
    INCIDENTS,
    LOGIN,
    NOTES,
    OUTAGE,
    PAGE,
    PROJECTS,
    TASKS,
    append,
    edit,
    newest_inside,
    newest_row,
    paragraph,
    task,
    text,
    titled,
    trash,
)

EXAMPLES = (
    Example(
        "POST /v1/pages",
        lambda n: n.pages.create(parent={"data_source_id": INCIDENT_ROWS}, properties=titled("Flaky {test}")),
        foreign=append(newest_row, "I know why."),
        beside=edit(BARE, Points={"number": 5}),
        name="a row",
    ),
    Example(
        "POST /v1/pages",
        lambda n: n.pages.create(
            parent={"type": "database_id", "database_id": INCIDENTS.replace("-", "")},
            properties=titled("Flaky", Stage={"select": {"name": "Brand new"}}, Points={"number": 3}),
            icon={"emoji": "🐛"},
            children=[paragraph("It fails.")],
        ),
        foreign=lambda n: n.pages.update(newest_row(n), properties={"Points": {"number": 8}}),
        beside=edit(BARE, Points={"number": 5}),
        name="a row of a database",
    ),
    Example(
        "POST /v1/pages",
        lambda n: n.pages.create(parent={"page_id": PROJECTS}, properties={"title": {"title": text("Plan")}}),
        prepare=lambda n: n.pages.create(parent={"page_id": PROJECTS}, properties={"title": {"title": text("Plan")}}),
        foreign=lambda n: n.comments.create(
            parent={"page_id": newest_inside(n, PROJECTS, "child_page")}, rich_text=text("Good!")
        ),
        beside=append(PROJECTS, "A line"),
        name="in a page, where others made one of that name",
    ),
    Example(
        f"PATCH {PAGE}",
        edit(BARE, Stage={"select": {"name": "Done"}}, Points={"number": 8}),
        foreign=edit(BARE, Points={"number": 13}),
        beside=edit(BARE, Mail={"email": "a@acme.example"}),
        name="an empty select and a number",
    ),
    Example(
        f"PATCH {PAGE}",
        edit(
            LOGIN,
            Name={"title": text("Login works")},
            Stage={"select": None},
            State={"status": {"name": "Finished"}},
            Points={"number": None},
            Notes={"rich_text": text("Fixed", annotations={"bold": True})},
            Due={"date": {"start": "2026-12-01"}},
            Owner={"people": []},
            Tags={"multi_select": [{"name": "billing"}]},
            Done={"checkbox": True},
            Link={"url": None},
            Mail={"email": "x@acme.example"},
            Related={"relation": []},
            Files={"files": []},
        ),
        foreign=edit(LOGIN, Notes={"rich_text": text("Not fixed")}),
        beside=append(LOGIN, "A line"),
        name="a value of every type",
    ),
    Example(
        f"PATCH {PAGE}",
        edit(OUTAGE, Related={"relation": []}),
        foreign=edit(OUTAGE, Related={"relation": [{"id": task(44)}]}),
        beside=edit(OUTAGE, Points={"number": 1}),
        name="a relation longer than a page shows",
    ),
    Example(
        f"PATCH {PAGE}",
        lambda n: n.pages.update(PROJECTS, icon={"emoji": "🚀"}, cover={"external": {"url": "https://x.example/c"}}),
        foreign=lambda n: n.pages.update(PROJECTS, icon={"emoji": "🐢"}),
        beside=lambda n: n.pages.update(PROJECTS, is_locked=True),
        name="icon and cover",
    ),
    Example(
        f"PATCH {PAGE}",
        lambda n: n.pages.update(PROJECTS, icon=None, is_locked=True),
        foreign=lambda n: n.pages.update(PROJECTS, icon={"emoji": "🐢"}),
        beside=append(PROJECTS, "A line"),
        name="clear the icon, lock",
    ),
    Example(
        f"PATCH {PAGE}",
        lambda n: n.pages.update(NOTES, archived=True),
        alone=IN_THE_TRASH,
        beside=append(PROJECTS, "A line"),
        name="to the trash",
    ),
    Example(
        f"PATCH {PAGE}",
        lambda n: n.pages.update(NOTES, in_trash=False),
        prepare=trash(NOTES),
        alone="moving it to the trash is what the undo does, too",
        beside=append(PROJECTS, "A line"),
        name="out of the trash",
    ),
    Example(f"PATCH {PAGE}", lambda n: n.pages.update(NOTES, in_trash=False), nothing=True, name="not in the trash"),
    Example(
        f"PATCH {PAGE}", lambda n: n.pages.update(NOTES, is_archived=True), nothing=True, name="dropped by the SDK"
    ),
    Example(
        f"POST {PAGE}/move",
        lambda n: n.pages.move(NOTES, parent={"page_id": ARCHIVE}),
        foreign=lambda n: n.pages.move(NOTES, parent={"data_source_id": IDEAS}),
        beside=append(NOTES, "A line"),
        name="to another page",
    ),
    Example(
        f"POST {PAGE}/move",
        lambda n: n.pages.move(LOGIN, parent={"type": "page_id", "page_id": ARCHIVE.replace("-", "")}),
        foreign=lambda n: n.pages.move(LOGIN, parent={"data_source_id": TASKS}),
        beside=append(LOGIN, "A line"),
        name="out of a data source",
    ),
    Example(
        f"POST {PAGE}/move",
        lambda n: n.pages.move(NOTES, parent={"type": "data_source_id", "data_source_id": INCIDENT_ROWS}),
        foreign=lambda n: n.pages.move(NOTES, parent={"page_id": ARCHIVE}),
        name="into a data source",
    ),
)
