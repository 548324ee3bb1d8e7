"""The example apps: a first row, made-up data, watching and syncing tasks, reading blocks, a web form."""

from __future__ import annotations

from typing import Any

from notion_client.helpers import is_full_database, is_full_page

from connectors.notion.documented.things import ASYNC, EXAMPLE, collected
from connectors.notion.examples.things import INCIDENT_ROWS, INCIDENTS, LOGIN, OUTAGE, PROJECTS, text, titled
from documented_kit import Examples, Steps

APPS = Examples()


@APPS.of(f"{EXAMPLE}first_project/", "reverted")
def a_row_with_a_text(client: Any, at: None) -> Steps:
    """A database that is found by its name gets a row with a paragraph, which a query finds again."""
    found = yield client.search(query="Incidents", filter={"property": "object", "value": "data_source"})
    source = found.get("results")[0]
    row = titled("Dana", Tags={"type": "multi_select", "multi_select": [{"name": "urgent"}]})
    row["Notes"] = {"type": "rich_text", "rich_text": [{"type": "text", **text("dana-codes")[0]}]}
    content = [{"object": "block", "type": "paragraph", "paragraph": {"rich_text": text("The content goes here.")}}]
    yield client.pages.create(parent={"data_source_id": source["id"]}, properties=row, children=content)
    answer = yield client.data_sources.query(
        data_source_id=source["id"], filter={"property": "Name", "title": {"contains": "Dana"}}
    )
    return [(one["object"], one["created_time"]) for one in answer["results"]]


@APPS.of(f"{EXAMPLE}generate_random_data/", "reverted reverted")
def rows_of_every_kind_of_value(client: Any, at: None) -> Steps:
    """Rows of made-up values, read back column by column, then found by a choice and by a letter."""
    found = yield client.search(filter={"property": "object", "value": "data_source"})
    names = [one["title"][0]["plain_text"] for one in found["results"]]
    values = {
        "Points": {"type": "number", "number": 5},
        "Stage": {"type": "select", "select": {"name": "Open"}},
        "Done": {"type": "checkbox", "checkbox": True},
        "Link": {"type": "url", "url": "https://acme.example"},
        "Mail": {"type": "email", "email": "x@acme.example"},
        "Due": {"type": "date", "date": {"start": "2026-11-30T10:00:00"}},
        "Notes": {"type": "rich_text", "rich_text": [{"type": "text", **text("Quite so")[0]}]},
    }
    for title in ("one two three", "four five six"):
        yield client.pages.create(parent={"data_source_id": INCIDENT_ROWS}, properties=titled(title, **values))
    rows = yield client.data_sources.query(data_source_id=INCIDENT_ROWS)
    for row in rows["results"][:2]:
        for column in row["properties"].values():
            yield client.pages.properties.retrieve(page_id=row["id"], property_id=column["id"])
    chosen = yield client.data_sources.query(
        data_source_id=INCIDENT_ROWS, filter={"property": "Stage", "select": {"equals": "Open"}}
    )
    written = yield client.data_sources.query(
        data_source_id=INCIDENT_ROWS, filter={"property": "n.ot", "rich_text": {"contains": "Q"}}
    )
    return names, len(chosen["results"]), len(written["results"])


@APPS.of(f"{EXAMPLE}database_email_update/")
def the_state_of_every_task(client: Any, at: None) -> Steps:
    """All rows by the helper, and of each the values that matter."""
    database = yield client.databases.retrieve(database_id=INCIDENTS)
    rows = yield collected(client.data_sources.query, data_source_id=database.get("data_sources", [])[0]["id"])
    states = []
    for row in rows:
        if is_full_page(row):
            state = yield client.pages.properties.retrieve(
                page_id=row["id"], property_id=row["properties"]["Stage"]["id"]
            )
            title = yield client.pages.properties.retrieve(
                page_id=row["id"], property_id=row["properties"]["Name"]["id"]
            )
            states.append((title["results"][0]["title"]["plain_text"], (state.get("select") or {}).get("name")))
    return states


@APPS.of(f"{EXAMPLE}notion_github_sync/", "reverted reverted")
def issues_as_rows(client: Any, at: None) -> Steps:
    """Rows by number, page by page; one issue is new, one has changed."""
    database = yield client.databases.retrieve(database_id=INCIDENTS)
    known, cursor = {}, None
    while is_full_database(database):
        found = yield client.data_sources.query(
            data_source_id=database["data_sources"][0]["id"], start_cursor=cursor, page_size=2
        )
        for row in found["results"]:
            number = yield client.pages.properties.retrieve(
                page_id=row["id"], property_id=row["properties"]["Points"]["id"]
            )
            known[number["number"]] = row["id"]
        cursor = found["next_cursor"]
        if not found["has_more"]:
            break
    values = {"Points": {"number": 41}, "Stage": {"select": {"name": "Open"}}, "Link": {"url": "https://acme.example"}}
    yield client.pages.create(parent={"database_id": INCIDENTS}, properties=titled("Build 41", **values))
    answer = yield client.pages.update(page_id=known[8], properties=titled("Outage", **values))
    return sorted(known), answer["properties"]["Points"]


@APPS.of(f"{EXAMPLE}notion_task_github_pr_sync/", "reverted compensated")
def merged_requests_on_tasks(client: Any, at: None) -> Steps:
    """A task gets a state and a comment in the agent's name, unless it has commented already."""
    me = yield client.users.me()
    answered = []
    for task in (LOGIN, OUTAGE):
        comments = yield client.comments.list(block_id=task, start_cursor=None, page_size=100)
        if any(one["created_by"]["id"] == me["id"] for one in comments.get("results", [])):
            continue
        yield client.pages.update(page_id=task, properties={"State": {"status": {"name": "Finished"}}})
        link = {"content": "Your PR", "link": {"url": "https://github.com/acme/app/pull/7"}}
        answer = yield client.comments.create(
            parent={"page_id": task},
            rich_text=[
                {"type": "text", "text": link, "annotations": {"bold": True}},
                {"type": "text", "text": {"content": " has been merged!"}},
            ],
        )
        answered.append(answer["parent"])
    return answered


@APPS.of(f"{EXAMPLE}parse_text_from_any_block_type/")
def the_text_of_every_block(client: Any, at: None) -> Steps:
    """All blocks of a page by the helper."""
    blocks = yield collected(client.blocks.children.list, block_id=PROJECTS)
    return [
        "".join(piece["plain_text"] for piece in block[block["type"]].get("rich_text", ())) or block[block["type"]]
        for block in blocks
    ]


@APPS.of(f"{EXAMPLE}web_form_with_fastapi/", "reverted reverted reverted compensated rejected", clients=(ASYNC,))
def a_web_form(client: Any, at: None) -> Steps:
    """A database, a row with a heading, a paragraph and a comment; an exception goes into the app's own answer."""
    database = yield client.databases.create(
        parent={"type": "page_id", "page_id": PROJECTS},
        title=[{"type": "text", **text("From the form")[0]}],
        properties={"Name": {"title": {}}},
    )
    source = database["data_sources"][0]["id"]
    row = yield client.pages.create(
        parent={"type": "data_source_id", "data_source_id": source},
        properties=titled("A row"),
        children=[{"object": "block", "heading_2": {"rich_text": text("A heading")}}],
    )
    yield client.blocks.children.append(block_id=row["id"], children=[{"paragraph": {"rich_text": text("A text")}}])
    yield client.comments.create(parent={"page_id": row["id"]}, rich_text=text("A comment"))
    try:
        yield client.comments.create(parent={"page_id": source}, rich_text=text("A comment"))
    except Exception as error:  # noqa: BLE001 - as the page does
        return is_full_database(database), str(error)
    return None
