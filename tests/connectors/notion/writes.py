"""What an agent may do in the property test: a few operations on a few things, so that they meet one another."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from notion_client import Client

from connectors.notion.examples.things import (
    ARCHIVE,
    BARE,
    IDEAS,
    INCIDENT_ROWS,
    INCIDENTS,
    LOGIN,
    NOTES,
    OUTAGE,
    OWN_COMMENT,
    PARAGRAPH,
    PROJECTS,
    ROADMAP,
    TODO,
    TOGGLE,
    paragraph,
    task,
    text,
    titled,
)
from property_kit import drawn

TEXT = st.sampled_from(["", "One", "Two {three}"])
WHICH = st.integers(0, 3)
"""One of those that are there: the newest first, round and round."""

STAGE = st.sampled_from([None, {"name": "Open"}, {"name": "Brand new"}])
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "Points": st.builds(lambda number: {"number": number}, st.sampled_from([None, 3, 8])),
        "Stage": st.builds(lambda option: {"select": option}, STAGE),
        "State": st.just({"status": {"name": "Finished"}}),
        "Notes": st.builds(lambda said: {"rich_text": text(said) if said else []}, TEXT),
        "Tags": st.builds(
            lambda names: {"multi_select": [{"name": name} for name in names]},
            st.lists(st.sampled_from(["urgent", "billing"]), unique=True),
        ),
        "Done": st.builds(lambda done: {"checkbox": done}, st.booleans()),
        "Due": st.sampled_from([{"date": None}, {"date": {"start": "2026-12-01"}}]),
        "Related": st.builds(
            lambda tasks: {"relation": [{"id": task(n)} for n in tasks]}, st.lists(st.integers(0, 4), unique=True)
        ),
    },
)
ROW_IN = st.sampled_from([{"data_source_id": INCIDENT_ROWS}, {"database_id": INCIDENTS}])
PAGE_IN = st.sampled_from([{"page_id": PROJECTS}, {"page_id": NOTES}])
ICON = st.sampled_from([None, {"emoji": "🐛"}])
HOLDER = st.sampled_from([PROJECTS, NOTES, TOGGLE, LOGIN])
BLOCK = st.sampled_from([PARAGRAPH, TOGGLE])
PLACE = st.sampled_from([{"page_id": ARCHIVE}, {"page_id": PROJECTS}, {"data_source_id": IDEAS}])


def _one(found: list[Any], which: int) -> Any:
    if not found:
        raise LookupError("there is none")
    return found[which % len(found)]


def _row(notion: Client, which: int) -> str:
    return str(_one(notion.data_sources.query(INCIDENT_ROWS)["results"], which)["id"])


def _inside(notion: Client, kind: str, which: int, parent: str = PROJECTS) -> str:
    found = notion.blocks.children.list(parent)["results"]
    return str(_one([one["id"] for one in found if one["type"] == kind], which))


def make_row(notion: Client, parent: dict[str, str], title: str, values: dict[str, Any], icon: Any) -> None:
    """A new row."""
    more = {} if icon is None else {"icon": icon}
    notion.pages.create(parent=parent, properties=titled(title or "None", **values), **more)


def make_page(notion: Client, parent: dict[str, str], title: str) -> None:
    """A new page in a page, with a block."""
    notion.pages.create(
        parent=parent, properties={"title": {"title": text(title or "None")}}, children=[paragraph("It fails.")]
    )


def edit_row(notion: Client, which: int, values: dict[str, Any]) -> None:
    """Set properties of a row."""
    notion.pages.update(_row(notion, which), properties=values)


def trash_row(notion: Client, which: int, back: bool) -> None:  # noqa: FBT001 - drawn
    """Move a row to the trash, and perhaps out of it."""
    page = _row(notion, which)
    notion.pages.update(page, in_trash=True)
    if back:
        notion.pages.update(page, in_trash=False)


def dress(notion: Client, page: str, icon: Any, locked: bool) -> None:  # noqa: FBT001 - drawn
    """Set icon and lock of a page."""
    notion.pages.update(page, icon=icon, is_locked=locked)


def move(notion: Client, parent: dict[str, str]) -> None:
    """Move a page."""
    notion.pages.move(NOTES, parent=parent)


def append(notion: Client, parent: str, said: list[str]) -> None:
    """Add paragraphs to a page or a block."""
    notion.blocks.children.append(parent, children=[paragraph(one) for one in said])


def edit_block(notion: Client, block: str, said: str, color: str) -> None:
    """Change text and color of a block."""
    kind = notion.blocks.retrieve(block)["type"]
    notion.blocks.update(block, **{kind: {"rich_text": text(said) if said else [], "color": color}})


def edit_newest(notion: Client, which: int, said: str) -> None:
    """Change the text of a paragraph in a page."""
    notion.blocks.update(_inside(notion, "paragraph", which), paragraph={"rich_text": text(said)})


def tick(notion: Client, done: bool) -> None:  # noqa: FBT001 - drawn
    """Tick a to-do, or no more."""
    notion.blocks.update(TODO, to_do={"checked": done})


def delete(notion: Client, kind: str, which: int) -> None:
    """Delete a block, a page or a database."""
    notion.blocks.delete(_inside(notion, kind, which))


def comment(notion: Client, parent: dict[str, str], said: str) -> None:
    """Comment."""
    notion.comments.create(parent=parent, rich_text=text(said or "None"))


def edit_comment(notion: Client, said: str) -> None:
    """Change the agent's comment."""
    notion.comments.update(OWN_COMMENT, rich_text=text(said or "None"))


def make_database(notion: Client, title: str) -> None:
    """A new database."""
    notion.databases.create(
        parent={"type": "page_id", "page_id": PROJECTS},
        title=text(title or "None"),
        initial_data_source={"properties": {"Name": {"title": {}}}},
    )


def edit_database(notion: Client, title: str, icon: Any) -> None:
    """Set title and icon of a database."""
    notion.databases.update(INCIDENTS, title=text(title) if title else [], icon=icon)


def make_source(notion: Client, title: str) -> None:
    """A new data source in a database."""
    notion.data_sources.create(
        parent={"type": "database_id", "database_id": ROADMAP},
        title=text(title or "None"),
        properties={"Name": {"title": {}}},
    )


def edit_source(notion: Client, title: str) -> None:
    """Give a data source another title."""
    notion.data_sources.update(IDEAS, title=text(title or "None"))


def add_column(notion: Client, name: str) -> None:
    """Add a column to a data source."""
    notion.data_sources.update(INCIDENT_ROWS, properties={name: {"number": {"format": "number"}}})


def rename_column(notion: Client, old: str, new: str) -> None:
    """Give a column another name."""
    notion.data_sources.update(INCIDENT_ROWS, properties={old: {"name": new}})


def make_view(notion: Client, name: str, first: bool) -> None:  # noqa: FBT001 - drawn
    """Add a view, in front or at the end."""
    place = {"type": "start" if first else "end"}
    what = {"database_id": INCIDENTS, "data_source_id": INCIDENT_ROWS, "type": "table", "position": place}
    notion.views.create(name=name or "None", **what)


def edit_view(notion: Client, which: int, name: str, sorted_: bool) -> None:  # noqa: FBT001 - drawn
    """Set name, sorts and filter of a view."""
    sorts = [{"property": "Points", "direction": "ascending"}] if sorted_ else None
    notion.views.update(_view(notion, which), name=name or "None", sorts=sorts, filter=None)


def delete_view(notion: Client, which: int) -> None:
    """Delete a view."""
    notion.views.delete(_view(notion, which))


def _view(notion: Client, which: int) -> str:
    return str(_one(notion.views.list(database_id=INCIDENTS)["results"], which)["id"])


def insert_text(notion: Client, page: str, said: str, first: bool) -> None:  # noqa: FBT001 - drawn
    """Insert markdown into a page."""
    command = {"content": f"## Next\n- {said or 'None'}", "position": {"type": "start" if first else "end"}}
    notion.pages.update_markdown(page, type="insert_content", insert_content=command)


COLUMN = st.sampled_from(["Mail", "Link", "Severity", "Address"])
WRITES = drawn(
    (make_row, (ROW_IN, TEXT, VALUES, ICON)),
    (make_row, (ROW_IN, TEXT, VALUES, ICON)),
    (edit_row, (WHICH, VALUES)),
    (edit_row, (WHICH, VALUES)),
    (make_page, (PAGE_IN, TEXT)),
    (trash_row, (WHICH, st.booleans())),
    (dress, (st.sampled_from([PROJECTS, NOTES, BARE, OUTAGE]), ICON, st.booleans())),
    (move, (PLACE,)),
    (append, (HOLDER, st.lists(TEXT, min_size=1, max_size=2))),
    (append, (HOLDER, st.lists(TEXT, min_size=1, max_size=2))),
    (edit_block, (BLOCK, TEXT, st.sampled_from(["default", "blue"]))),
    (edit_newest, (WHICH, TEXT)),
    (tick, (st.booleans(),)),
    (delete, (st.sampled_from(["paragraph", "toggle", "child_page", "child_database"]), WHICH)),
    (comment, (st.sampled_from([{"page_id": LOGIN}, {"block_id": PARAGRAPH}]), TEXT)),
    (edit_comment, (TEXT,)),
    (make_database, (TEXT,)),
    (edit_database, (TEXT, ICON)),
    (make_source, (TEXT,)),
    (edit_source, (TEXT,)),
    (add_column, (COLUMN,)),
    (rename_column, (COLUMN, COLUMN)),
    (make_view, (TEXT, st.booleans())),
    (edit_view, (WHICH, TEXT, st.booleans())),
    (delete_view, (WHICH,)),
    (insert_text, (st.sampled_from([PROJECTS, NOTES]), TEXT, st.booleans())),
)
"""What an agent does. Some kinds are named twice, to be drawn more often."""
