"""The examples that write one thing: blocks, databases, views, uploads."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from notion_client import MIN_VIEW_COLUMN_WIDTH

from connectors.notion.documented.things import EXAMPLE, PICTURE, README, SYNC
from connectors.notion.examples.things import INCIDENT_ROWS, INCIDENTS, PROJECTS, text, titled
from documented_kit import Examples, Steps

PROJECT = Examples()

INTRO = f"{EXAMPLE}intro_to_notion_api/"
COLUMNS: dict[str, Any] = {
    "Item": {"type": "title", "title": {}},
    "Price": {"type": "number", "number": {"format": "dollar"}},
    "Ordered": {"type": "date", "date": {}},
}
PARTS = (b"one", b"two")
GROCERIES = [("Tomatoes", 1.49, "2023-05-11"), ("Lettuce", 3.99, "2023-05-04"), ("Oranges", 0.99, "2022-04-29")]


def grocery(name: str, price: float, ordered: str) -> dict[str, Any]:
    """The properties of a row of the shop."""
    return {
        "Item": {"type": "title", "title": [{"type": "text", **text(name)[0]}]},
        "Price": {"type": "number", "number": price},
        "Ordered": {"type": "date", "date": {"start": ordered}},
    }


def shop(client: Any, title: str = "Groceries") -> Any:
    """A database in a page, with its first data source."""
    return client.databases.create(
        parent={"type": "page_id", "page_id": PROJECTS},
        title=[{"type": "text", **text(title)[0]}],
        initial_data_source={"properties": COLUMNS},
    )


@PROJECT.of(f"{INTRO}basic/1_add_block.py", "reverted")
def a_heading(client: Any, at: None) -> Steps:
    """A block at the end of a page."""
    answer = yield client.blocks.children.append(
        block_id=PROJECTS, children=[{"heading_2": {"rich_text": text("Kinds of kale")}}]
    )
    return answer["results"]


@PROJECT.of(f"{INTRO}basic/2_add_linked_block.py", "reverted")
def a_linked_text(client: Any, at: None) -> Steps:
    """Two blocks, one of them a link."""
    linked = [{"text": {"content": "Kale is a cabbage.", "link": {"url": "https://en.wikipedia.org/wiki/Kale"}}}]
    answer = yield client.blocks.children.append(
        block_id=PROJECTS,
        children=[{"heading_3": {"rich_text": text("Kale")}}, {"paragraph": {"rich_text": linked}}],
    )
    return answer["results"]


@PROJECT.of(f"{INTRO}basic/3_add_styled_block.py", "reverted")
def a_styled_text(client: Any, at: None) -> Steps:
    """A text with every style."""
    style = {"bold": True, "italic": True, "strikethrough": True, "underline": True, "color": "green"}
    answer = yield client.blocks.children.append(
        block_id=PROJECTS, children=[{"paragraph": {"rich_text": text("Kale is a cabbage.", annotations=style)}}]
    )
    return answer["results"]


@PROJECT.of(f"{INTRO}intermediate/1_create_a_database.py", "reverted")
def a_database(client: Any, at: None) -> Steps:
    """Made in a page, with three columns."""
    answer = yield shop(client, "New database")
    return answer["url"], answer["data_sources"]


@PROJECT.of(f"{INTRO}intermediate/4_sort_database.py", "reverted reverted reverted reverted")
def a_database_that_is_filled_and_asked(client: Any, at: None) -> Steps:
    """Filled row by row, then queried with a filter, and with a filter and an order."""
    made = yield shop(client)
    source = made["data_sources"][0]["id"]
    for one in GROCERIES:
        yield client.pages.create(parent={"data_source_id": source}, properties=grocery(*one))
    recent = {"property": "Ordered", "date": {"after": "2022-12-31"}}
    yield client.data_sources.query(data_source_id=source, filter=recent)
    answer = yield client.data_sources.query(
        data_source_id=source, filter=recent, sorts=[{"property": "Item", "direction": "descending"}]
    )
    return [page["properties"]["Item"]["title"][0]["plain_text"] for page in answer["results"]]


@PROJECT.of(f"{INTRO}intermediate/5_upload_file.py", "reverted reverted reverted compensated")
def a_picture_and_a_comment_on_it(client: Any, at: None) -> Steps:
    """Uploaded in one part, shown in a block, and named in a comment on the next block."""
    upload = yield client.file_uploads.create(mode="single_part")
    with Path(PICTURE).open("rb") as file:
        upload = yield client.file_uploads.send(file_upload_id=upload["id"], file=file)
    shown = {"type": "image", "image": {"type": "file_upload", "file_upload": {"id": upload["id"]}}}
    blocks = yield client.blocks.children.append(
        block_id=PROJECTS, children=[shown, {"type": "paragraph", "paragraph": {"rich_text": text("This is a test")}}]
    )
    answer = yield client.comments.create(
        parent={"type": "block_id", "block_id": blocks["results"][1]["id"]},
        rich_text=text("A comment with a picture:"),
        attachments=[{"type": "file_upload", "file_upload_id": upload["id"]}],
        display_name={"type": "custom", "custom": {"name": "A test of the app"}},
    )
    return answer["discussion_id"], answer["parent"], answer["created_by"], answer["display_name"]


@PROJECT.of(f"{README}constants", "reverted")
def a_view_with_a_narrow_column(client: Any, at: None) -> Steps:
    """The width that the SDK names reaches Notion as it is."""
    narrow = {"property_id": "do_n", "visible": True, "width": MIN_VIEW_COLUMN_WIDTH}
    answer = yield client.views.create(
        database_id=INCIDENTS,
        data_source_id=INCIDENT_ROWS,
        name="My view",
        type="table",
        configuration={"type": "table", "properties": [narrow]},
    )
    return answer


@PROJECT.of(f"{EXAMPLE}databases/create_database.py", "reverted")
def a_database_of_every_kind_of_column(client: Any, at: None) -> Steps:
    """Made in a page that was looked up first, in the older form without a data source."""
    yield client.pages.retrieve(PROJECTS)
    options = [{"name": "🥦 Vegetable", "color": "green"}, {"name": "🍎 Fruit", "color": "red"}]
    columns: dict[str, Any] = {
        "Name": {"title": {}},
        "Description": {"rich_text": {}},
        "In stock": {"checkbox": {}},
        "Group": {"select": {"options": options}},
        "Price": {"number": {"format": "dollar"}},
        "Ordered": {"date": {}},
        "Shops": {"type": "multi_select", "multi_select": {"options": [{"name": "Market", "color": "blue"}]}},
        "+1": {"people": {}},
        "Photo": {"files": {}},
    }
    answer = yield client.databases.create(
        parent={"type": "page_id", "page_id": PROJECTS},
        title=[{"type": "text", **text("Groceries")[0]}],
        properties=columns,
        icon={"type": "emoji", "emoji": "🎉"},
    )
    return answer["url"]


def with_file(upload: str) -> dict[str, Any]:
    """The properties of a row that holds an uploaded file."""
    files = [{"type": "file_upload", "file_upload": {"id": upload}}]
    return titled(PICTURE, Files={"type": "files", "files": files})


@PROJECT.of(f"{EXAMPLE}file_uploads/create_file_uploads_single.py", "reverted reverted reverted")
def a_file_in_one_part(client: Any, at: None) -> Steps:
    """Uploaded, then put into a row."""
    upload = yield client.file_uploads.create(mode="single_part", filename=PICTURE)
    with Path(PICTURE).open("rb") as file:
        sent = yield client.file_uploads.send(file_upload_id=upload["id"], file=file)
    answer = yield client.pages.create(parent={"database_id": INCIDENTS}, properties=with_file(upload["id"]))
    return sent["status"], answer["properties"]["Files"]


def in_parts(client: Any) -> Any:
    """An upload that comes in two parts."""
    return client.file_uploads.create(
        mode="multi_part", filename="film.mp4", content_type="video/mp4", number_of_parts=len(PARTS)
    )


def part(client: Any, upload: str, number: int) -> Any:
    """One of its parts, counted from 1."""
    file = io.BytesIO(PARTS[number - 1])
    return client.file_uploads.send(file_upload_id=upload, file=file, part_number=str(number))


@PROJECT.of(f"{EXAMPLE}file_uploads/create_file_uploads_multi.py", "reverted reverted reverted reverted reverted")
def a_file_in_several_parts(client: Any, at: None) -> Steps:
    """Part after part, completed, then put into a row and into a block of its content."""
    upload = yield in_parts(client)
    for number in (1, 2):
        yield part(client, upload["id"], number)
    done = yield client.file_uploads.complete(file_upload_id=upload["id"])
    film = {"type": "video", "video": {"type": "file_upload", "file_upload": {"id": upload["id"]}}}
    answer = yield client.pages.create(
        parent={"database_id": INCIDENTS}, properties=with_file(upload["id"]), children=[film]
    )
    return done["status"], answer["id"]


@PROJECT.of(
    f"{EXAMPLE}file_uploads/create_file_uploads_multi.py", "reverted reverted reverted reverted", clients=(SYNC,)
)
def a_file_whose_parts_a_thread_sends(client: Any, at: None) -> Steps:
    """The parts go to a pool of threads, each of which belongs to the run that is open."""
    upload = yield in_parts(client)
    with ThreadPoolExecutor(max_workers=1) as pool:  # several would send in another order each time
        sending = [pool.submit(part, client, upload["id"], number) for number in (1, 2)]
        sent = [future.result()["status"] for future in sending]
    done = yield client.file_uploads.complete(file_upload_id=upload["id"])
    return sent, done["status"]


@PROJECT.of(f"{EXAMPLE}file_uploads/create_file_uploads_extenal.py", "reverted reverted")
def a_file_from_an_address(client: Any, at: None) -> Steps:
    """Fetched by Notion itself, asked after, then put into a row."""
    upload = yield client.file_uploads.create(
        mode="external_url", filename=PICTURE, external_url="https://acme.example/picture.png"
    )
    done = yield client.file_uploads.retrieve(file_upload_id=upload["id"])
    answer = yield client.pages.create(parent={"database_id": INCIDENTS}, properties=with_file(upload["id"]))
    return done["status"], answer["id"]
