"""What a Notion sandbox starts with."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from agentrein_notion.sandbox.columns import Column, Option
from agentrein_notion.sandbox.texts import rich
from agentrein_notion.sandbox.world import (
    Block,
    Comment,
    Connection,
    Database,
    DataSource,
    Page,
    Upload,
    User,
    View,
    World,
)

_DAY, _MINUTES = 86_400.0, 600.0
RELATED = 40


def fixed(name: str) -> str:
    """The id of a seeded thing: the same in every sandbox, and a real UUID."""
    return str(uuid.UUID(bytes=sha256(f"notion-seed-{name}".encode()).digest()[:16], version=4))


AGENT, ANNAS_BOT, STRANGER = fixed("agent"), fixed("annas-bot"), fixed("stranger")
ANNA, BEN = fixed("anna"), fixed("ben")
PROJECTS, NOTES, ARCHIVE, PRIVATE = fixed("projects"), fixed("notes"), fixed("archive"), fixed("private")
INCIDENTS, INCIDENT_ROWS = fixed("incidents"), fixed("incidents-source")
ROADMAP, TASKS, IDEAS = fixed("roadmap"), fixed("tasks"), fixed("ideas")
LOGIN, OUTAGE, BARE = fixed("login"), fixed("outage"), fixed("bare")
HEADING, PARAGRAPH, TODO, TOGGLE, INNER = (fixed(name) for name in ("heading", "paragraph", "todo", "toggle", "inner"))
EVERYTHING, OPEN = fixed("everything"), fixed("open")
QUERY, UPLOAD, PARTS, WHOLE = (fixed(name) for name in ("query", "upload", "parts", "whole"))
COMMENT, OWN_COMMENT = fixed("comment"), fixed("own-comment")
TOKENS = {"ntn-agent": AGENT, "secret_agent": AGENT, "ntn-person": ANNAS_BOT, "ntn-other": STRANGER}


def world(clock: Callable[[], float]) -> World:
    """A fresh workspace, made by Anna a day ago."""
    made = World(clock)
    _people(made)
    _pages(made)
    _roadmap(made)
    _incidents(made)
    _comments(made)
    made.queries[QUERY] = OPEN
    _uploads(made)
    return made


def _uploads(made: World) -> None:
    begun = made.clock() - _MINUTES
    made.uploads[UPLOAD] = Upload(UPLOAD, AGENT, "report.pdf", "application/pdf", begun)
    for id, sent in ((PARTS, {1: 5_000_000}), (WHOLE, {1: 5_000_000, 2: 100})):
        made.uploads[id] = Upload(id, AGENT, "film.mp4", "video/mp4", begun, mode="multi_part", parts=2, sent=sent)


def task(n: int) -> str:
    """The id of the nth seeded task, from 0."""
    return fixed(f"task-{n}")


def _people(made: World) -> None:
    anna = User(ANNA, "Anna", "person", "anna@acme.example")
    users = [
        anna,
        User(BEN, "Ben", "person", "ben@acme.example"),
        User(AGENT, "Agent", "bot"),
        User(ANNAS_BOT, "Anna's tools", "bot", owner=anna),
        User(STRANGER, "Stranger", "bot"),
    ]
    made.users = {user.id: user for user in users}
    shared = {AGENT: {PROJECTS, ARCHIVE}, ANNAS_BOT: {PROJECTS, ARCHIVE, PRIVATE}}
    bots = {user.id: Connection(user, shared.get(user.id, set())) for user in users if user.type == "bot"}
    made.connections = {token: bots[bot] for token, bot in TOKENS.items()}


def _page(made: World, id: str, parent: str | None, title: str, **more: Any) -> Page:
    page = Page(id, parent, ANNA, made.clock() - _DAY, values={"title": rich(title)}, **more)
    made.add(page)
    page.edited = page.created
    return page


def _pages(made: World) -> None:
    _page(made, PROJECTS, None, "Projects", icon={"emoji": "📁"})
    _page(made, ARCHIVE, None, "Archive")
    _page(made, PRIVATE, None, "Private")
    _block(made, HEADING, PROJECTS, "heading_2", rich_text=rich("Open work"), is_toggleable=False)
    _block(made, PARAGRAPH, PROJECTS, "paragraph", rich_text=rich("What we do this week."), icon=None)
    _block(made, TODO, PROJECTS, "to_do", rich_text=rich("Call the customer"), checked=False)
    _block(made, TOGGLE, PROJECTS, "toggle", rich_text=rich("Details"))
    _block(made, INNER, TOGGLE, "paragraph", rich_text=rich("Inside"), icon=None)
    _page(made, NOTES, PROJECTS, "Notes")
    _block(made, fixed("note"), NOTES, "paragraph", rich_text=rich("A note"), icon=None)


def _block(made: World, id: str, parent: str, kind: str, **content: Any) -> None:
    block = Block(id, parent, ANNA, made.clock() - _DAY, type=kind, content={"color": "default", **content})
    made.add(block)
    block.edited = block.created


def _source(made: World, id: str, database: str, title: str, columns: list[Column]) -> DataSource:
    source = DataSource(id, database, ANNA, made.clock() - _DAY, title=rich(title), columns=columns)
    made.add(source)
    source.edited = source.created
    return source


def _database(made: World, id: str, title: str) -> None:
    database = Database(id, PROJECTS, ANNA, made.clock() - _DAY, title=rich(title))
    made.add(database)
    database.edited = database.created


def _roadmap(made: World) -> None:
    """A database with two data sources."""
    _database(made, ROADMAP, "Roadmap")
    tasks = [Column("title", "Task", "title"), Column("ef%t", "Effort", "number", {"format": "number"})]
    _source(made, TASKS, ROADMAP, "Tasks", tasks)
    _source(made, IDEAS, ROADMAP, "Ideas", [Column("title", "Idea", "title")])
    for n in range(RELATED + 5):
        _page(made, task(n), TASKS, f"Task {n + 1}").values["ef%t"] = 1
    _page(made, fixed("idea"), IDEAS, "An idea")
    for name, source in (("Tasks", TASKS), ("Ideas", IDEAS)):
        _view(made, fixed(f"view-{name}"), ROADMAP, source, name)


def _view(made: World, id: str, database: str, source: str, name: str, **settings: Any) -> None:
    view = View(id, database, ANNA, made.clock() - _DAY, name=name, source=source, **settings)
    made.add(view)
    view.edited = view.created


def _options(*names: str) -> list[Option]:
    colors = ("blue", "red", "green", "yellow")
    return [Option(fixed(f"option-{name}"), name, colors[n % len(colors)]) for n, name in enumerate(names)]


def incident_columns() -> list[Column]:
    """A column of every type; some ids have characters that a path must encode."""
    related = {"data_source_id": TASKS, "database_id": ROADMAP, "type": "single_property", "single_property": {}}
    rollup = {
        "relation_property_name": "Related",
        "relation_property_id": "re~l",
        "rollup_property_name": "Effort",
        "rollup_property_id": "ef%t",
        "function": "sum",
    }
    return [
        Column("title", "Name", "title"),
        Column(":st.", "Stage", "select", options=_options("Open", "Blocked", "Done")),
        Column("s^at", "State", "status", options=_options("Not started", "In progress", "Finished")),
        Column("p{oi", "Points", "number", {"format": "number"}),
        Column("n.ot", "Notes", "rich_text"),
        Column("due=", "Due", "date"),
        Column("ow;n", "Owner", "people"),
        Column("ta?g", "Tags", "multi_select", options=_options("urgent", "billing", "mobile")),
        Column("do_n", "Done", "checkbox"),
        Column("l/nk", "Link", "url"),
        Column("ma@l", "Mail", "email"),
        Column("re~l", "Related", "relation", related),
        Column("co:s", "Cost", "formula", {"expression": 'prop("Points") * 10'}),
        Column("su>m", "Sum", "rollup", rollup),
        Column("no#n", "No", "unique_id", {"prefix": "INC"}),
        Column("by%a", "By", "created_by"),
        Column("edit", "Edited", "last_edited_time"),
        Column("fi|e", "Files", "files"),
    ]


def _incidents(made: World) -> None:
    _database(made, INCIDENTS, "Incidents")
    source = _source(made, INCIDENT_ROWS, INCIDENTS, "Incidents", incident_columns())
    widths = {"type": "table", "properties": [{"property_id": "title", "visible": True, "width": 300}]}
    unfinished = {"property": "Stage", "select": {"does_not_equal": "Done"}}
    newest = [{"property": "Due", "direction": "descending"}]
    _view(made, EVERYTHING, INCIDENTS, INCIDENT_ROWS, "Everything")
    _view(made, OPEN, INCIDENTS, INCIDENT_ROWS, "Open", filter=unfinished, sorts=newest, configuration=widths)
    login = {
        ":st.": fixed("option-Open"),
        "s^at": fixed("option-In progress"),
        "p{oi": 3,
        "n.ot": rich("Since Monday"),
        "due=": {"start": "2026-11-30", "end": None, "time_zone": None},
        "ow;n": [ANNA],
        "ta?g": [fixed("option-urgent"), fixed("option-mobile")],
        "l/nk": "https://status.acme.example",
        "ma@l": "help@acme.example",
        "re~l": [task(0), task(1)],
        "fi|e": [{"name": "log.txt", "external": "https://files.acme.example/log.txt"}],
    }
    outage = {"p{oi": 8, "re~l": [task(n) for n in range(RELATED)], "s^at": fixed("option-Not started")}
    rows: tuple[tuple[str, str, dict[str, Any]], ...] = (
        (LOGIN, "Login fails", login),
        (OUTAGE, "Outage", outage),
        (BARE, "Bare", {"p{oi": 3}),
    )
    for id, title, values in rows:
        page = _page(made, id, INCIDENT_ROWS, title)
        page.values.update(values)
        page.number = next(source.numbers)


def _comments(made: World) -> None:
    for id, discussion, by, text in (
        (COMMENT, "discussion-1", ANNA, "Who takes this?"),
        (OWN_COMMENT, "discussion-2", AGENT, "Checked by the agent"),
    ):
        at = made.clock() - _DAY
        made.comments[id] = Comment(id, LOGIN, fixed(discussion), by, rich(text), at, at)
