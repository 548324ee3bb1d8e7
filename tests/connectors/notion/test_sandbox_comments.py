"""Comments, searches and uploads of the stand-in for Notion."""

from __future__ import annotations

import io
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from notion_client import Client

from agentrein_notion.sandbox import NotionSandbox
from notion_sandbox_kit import refused, text


@pytest.fixture
def sb() -> Iterator[NotionSandbox]:
    """A sandbox of its own for every test."""
    with NotionSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def notion(sb: NotionSandbox) -> Iterator[Client]:
    """The agent, with a plain client."""
    with Client(auth="ntn-agent", base_url=sb.url, retry=False) as client:
        yield client


def said(notion: Client, on: str) -> list[str]:
    """The texts of the comments on a page or block."""
    return [c["rich_text"][0]["plain_text"] for c in notion.comments.list(block_id=on)["results"]]


# Comments


def test_comments_on_pages_and_blocks(sb: NotionSandbox, notion: Client) -> None:
    """A comment begins a discussion, another answers in it; both are listed where they were made."""
    on_page = notion.comments.create(parent={"page_id": sb.NOTES}, rich_text=text("one"))
    assert (on_page["object"], on_page["parent"]) == ("comment", {"type": "page_id", "page_id": sb.NOTES})
    assert (on_page["created_by"]["id"], on_page["display_name"]["resolved_name"]) == (sb.AGENT, "Agent")
    answer = notion.comments.create(discussion_id=on_page["discussion_id"], markdown="two")
    assert answer["discussion_id"] == on_page["discussion_id"]
    on_block = notion.comments.create(parent={"block_id": sb.PARAGRAPH}, rich_text=text("three"))
    assert on_block["parent"] == {"type": "block_id", "block_id": sb.PARAGRAPH}
    assert (said(notion, sb.NOTES), said(notion, sb.PARAGRAPH)) == (["one", "two"], ["three"])
    assert notion.comments.retrieve(answer["id"])["rich_text"][0]["plain_text"] == "two"


def test_only_ones_own_comment_can_be_edited(sb: NotionSandbox, notion: Client) -> None:
    """One's own is written anew and goes back; a person's is 404, as is an unknown one."""
    start = sb.state()
    notion.comments.update(sb.OWN_COMMENT, rich_text=text("New"))
    assert sb.left(start) == [f"comment:{sb.OWN_COMMENT} text is 'New', was 'Checked by the agent'"]
    notion.comments.update(sb.OWN_COMMENT, rich_text=text("Checked by the agent"))
    assert sb.left(start) == []
    for id in (sb.COMMENT, str(uuid.uuid4())):
        with refused(404, "object_not_found", "Could not find comment with ID"):
            notion.comments.update(id, rich_text=text("x"))
        with refused(404, "object_not_found", "Could not find comment with ID"):
            notion.comments.delete(id)


def test_deleting_the_first_comment_takes_the_discussion(sb: NotionSandbox, notion: Client) -> None:
    """An answer goes alone; the first one takes everybody's answers with it."""
    first = notion.comments.create(parent={"page_id": sb.NOTES}, rich_text=text("first"))
    own = notion.comments.create(discussion_id=first["discussion_id"], rich_text=text("own"))
    theirs = sb.comment_as(sb.ANNA, sb.NOTES, "theirs", discussion=first["discussion_id"])
    notion.comments.delete(own["id"])
    assert said(notion, sb.NOTES) == ["first", "theirs"]
    notion.comments.delete(first["id"])
    assert said(notion, sb.NOTES) == []
    with refused(404, "object_not_found"):
        notion.comments.retrieve(theirs)


@pytest.mark.parametrize(
    "given",
    [
        {"parent": {"page_id": NotionSandbox.NOTES}},
        {"parent": {"page_id": NotionSandbox.NOTES}, "rich_text": [], "markdown": "x"},
        {"rich_text": []},
        {"parent": {"page_id": NotionSandbox.NOTES}, "discussion_id": NotionSandbox.NOTES, "rich_text": []},
    ],
)
def test_comments_that_are_refused(sb: NotionSandbox, notion: Client, given: dict[str, Any]) -> None:
    """Exactly one text and exactly one place are needed, and the page must not lie in the trash."""
    with refused(400, "validation_error"):
        notion.comments.create(**given)
    sb.trash_as(sb.ANNA, sb.NOTES)
    with refused(400, "validation_error", "archived"):
        notion.comments.create(parent={"page_id": sb.NOTES}, rich_text=text("x"))
    with refused(404, "object_not_found"):
        notion.comments.create(discussion_id=str(uuid.uuid4()), rich_text=text("x"))


# Search


def test_search_by_title(sb: NotionSandbox, notion: Client) -> None:
    """Pages and data sources by part of their title, without what is trashed or not shared."""
    assert [one["id"] for one in notion.search(query="outage")["results"]] == [sb.OUTAGE]
    assert notion.search(query="private")["results"] == []
    only = notion.search(query="i", filter={"property": "object", "value": "data_source"})["results"]
    assert {one["id"] for one in only} == {sb.INCIDENT_ROWS, sb.IDEAS}
    notion.pages.update(sb.PROJECTS, in_trash=True)
    assert notion.search(query="outage")["results"] == []
    with refused(400, "validation_error", "body.filter.value"):
        notion.search(filter={"property": "object", "value": "database"})


def test_the_index_may_lag(sb: NotionSandbox, notion: Client) -> None:
    """A page that was just made is not found while the index lags."""
    sb.search_lag = 60
    made = notion.pages.create(parent={"page_id": sb.PROJECTS}, properties={"title": text("Brand new")})
    assert notion.search(query="Brand new")["results"] == []
    sb.search_lag = 0
    assert [one["id"] for one in notion.search(query="Brand new")["results"]] == [made["id"]]


# Uploads


def test_an_upload_in_one_part(sb: NotionSandbox, notion: Client) -> None:
    """Made, sent, attached: it then shows a signed address, which may be sent back; nothing stays behind else."""
    start = sb.state()
    made = notion.file_uploads.create(filename="a.txt", content_type="text/plain")
    assert (made["status"], made["content_type"]) == ("pending", "text/plain")
    with refused(400, "validation_error"):
        notion.pages.update(sb.BARE, properties={"Files": {"files": [{"file_upload": {"id": made["id"]}}]}})
    sent = notion.file_uploads.send(made["id"], file=("a.txt", io.BytesIO(b"hello"), "text/plain"))
    assert (sent["status"], sent["content_length"]) == ("uploaded", 5)
    assert notion.file_uploads.retrieve(made["id"])["status"] == "uploaded"
    with refused(400, "validation_error", "must be pending"):
        notion.file_uploads.send(made["id"], file=("a.txt", io.BytesIO(b"hello"), "text/plain"))
    assert sb.left(start) == []
    files = {"files": [{"type": "file_upload", "file_upload": {"id": made["id"]}}]}
    shown = notion.pages.update(sb.BARE, properties={"Files": files})["properties"]["Files"]["files"]
    again = notion.pages.retrieve(sb.BARE)["properties"]["Files"]["files"]
    assert (shown[0]["type"], shown[0]["name"], shown == again) == ("file", "a.txt", False)
    attached = sb.state()
    notion.pages.update(sb.BARE, properties={"Files": {"files": again}})
    assert sb.state() == attached


def test_an_upload_in_parts(sb: NotionSandbox, notion: Client) -> None:
    """Parts may be sent again; the end needs all of them."""
    made = notion.file_uploads.create(mode="multi_part", number_of_parts=2, filename="b.bin")
    notion.file_uploads.send(made["id"], file=("b", io.BytesIO(b"12345"), "text/plain"), part_number="1")
    with refused(400, "validation_error", "1 of 2 parts were sent"):
        notion.file_uploads.complete(made["id"])
    notion.file_uploads.send(made["id"], file=("b", io.BytesIO(b"123456"), "text/plain"), part_number="1")
    notion.file_uploads.send(made["id"], file=("b", io.BytesIO(b"1"), "text/plain"), part_number="2")
    done = notion.file_uploads.complete(made["id"])
    assert (done["status"], done["content_length"]) == ("uploaded", 7)
    assert [one["id"] for one in notion.file_uploads.list(status="uploaded")["results"]] == [made["id"]]
    with refused(404, "object_not_found"):
        notion.file_uploads.retrieve(str(uuid.uuid4()))
