"""Posts, pages, tables and files of the stand-in, through the bare SDK."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import hubspot
import pytest

from agentrein_hubspot.sandbox import HubSpotSandbox
from hubspot_kit import plain
from hubspot_sandbox_kit import refused


@pytest.fixture
def bare(sb: HubSpotSandbox) -> hubspot.Client:
    """A client of a person, without a gate."""
    return plain(sb.url, access_token="pat-person", api_key="pat-person")


def test_a_post_lives_twice(bare: hubspot.Client) -> None:
    """A draft is not what is live; publishing makes it so, and a revision brings the old one back."""
    posts = bare.cms.blogs.blog_posts.basic_api
    assert posts.get_by_id("7001").meta_description == "First"
    assert posts.get_draft_by_id("7001").meta_description == "Being written"
    [newest, *_] = posts.get_previous_versions("7001").results
    posts.push_live("7001")
    assert posts.get_by_id("7001").meta_description == "Being written"
    posts.restore_previous_version("7001", newest.id)
    assert posts.get_by_id("7001").meta_description == "First"
    assert posts.get_draft_by_id("7001").meta_description == "First"


def test_an_archived_page_is_found_among_the_archived_and_comes_back(bare: hubspot.Client) -> None:
    """It is not found, but among the archived ones."""
    pages = bare.cms.pages.site_pages_api
    pages.archive("7034")
    with refused(404, "OBJECT_NOT_FOUND"):
        pages.get_by_id("7034")
    assert pages.get_by_id("7034", archived=True).name == "Français"
    pages.update("7034", {"archived": False}, archived=True)
    assert pages.get_by_id("7034").name == "Français"


@pytest.mark.parametrize(
    "act",
    [
        lambda hs: hs.cms.blogs.blog_posts.basic_api.create({"name": "No blog"}),
        lambda hs: hs.cms.pages.site_pages_api.archive("7031"),
        lambda hs: hs.cms.pages.site_pages_api.attach_to_lang_group(
            {"id": "7034", "primaryId": "7031", "language": "de"}
        ),
        lambda hs: hs.cms.pages.site_pages_api.attach_to_lang_group(
            {"id": "7034", "primaryId": "7033", "language": "fr"}
        ),
        lambda hs: hs.cms.pages.site_pages_api.end_active_ab_test({"abTestId": "1", "winnerId": "7031"}),
        lambda hs: hs.cms.pages.site_pages_api.create_batch({"inputs": []}),
        lambda hs: hs.cms.hubdb.tables_api.create_table({"name": "Big", "label": "Big"}),
        lambda hs: hs.cms.hubdb.rows_api.create_table_row("8201", {"values": {"nothing": 1}}),
        lambda hs: hs.cms.hubdb.rows_api.create_table_row("8201", {"values": {"colour": {"name": "blue"}}}),
        lambda hs: hs.cms.hubdb.tables_api.unpublish_table("8202"),
        lambda hs: hs.cms.url_redirects.redirects_api.create(
            {"routePrefix": "/old", "destination": "https://a.example", "redirectStyle": 301}
        ),
        lambda hs: hs.files.folders_api.archive("8001"),
    ],
)
def test_what_cannot_be_is_refused(bare: hubspot.Client, act: Callable[[hubspot.Client], Any]) -> None:
    """What lacks something, is taken, or is of the wrong kind is answered with 400."""
    with refused(400, "VALIDATION_ERROR"):
        act(bare)


def test_a_group_gets_another_primary(bare: hubspot.Client) -> None:
    """The others are translated from the new one."""
    pages = bare.cms.pages.site_pages_api
    pages.set_lang_primary({"id": "7033"})
    assert [pages.get_by_id(id).translated_from_id for id in ("7033", "7031")] == [None, "7033"]


def test_a_table_is_published_as_its_draft_stands(bare: hubspot.Client) -> None:
    """Rows are changed in the draft alone, and an option is shown with all that it is."""
    tables, rows = bare.cms.hubdb.tables_api, bare.cms.hubdb.rows_api
    made = rows.create_table_row("shop", {"values": {"title": "New", "colour": {"name": "red"}}})
    assert made.values["colour"] == {"id": "1", "name": "red", "label": "Red", "type": "option", "order": 0}
    assert len(rows.get_table_rows("shop").results) == 2
    tables.publish_draft_table("shop")
    assert len(rows.get_table_rows("shop").results) == 3
    with refused(404, "OBJECT_NOT_FOUND"):
        tables.get_table_details("plans")


def test_a_column_that_is_left_out_goes_with_its_cells(bare: hubspot.Client) -> None:
    """Rows show the columns that are left."""
    tables = bare.cms.hubdb.tables_api
    [title, *_] = tables.get_draft_table_details_by_id("8202").columns
    kept = {"id": int(title.id), "name": title.name, "label": title.label, "type": title.type}
    tables.update_draft_table("8202", {"columns": [kept]})
    assert bare.cms.hubdb.rows_api.get_draft_table_row_by_id("8202", "8320").values == {"title": "Thing 0"}


def test_a_file_of_a_name_that_is_taken_gets_a_number(bare: hubspot.Client, tmp_path: Path) -> None:
    """Nothing is overwritten unasked."""
    place = tmp_path / "logo.png"
    place.write_bytes(b"other")
    options = '{"access": "PRIVATE"}'
    made = bare.files.files_api.upload(file=str(place), folder_path="/images", options=options)
    assert (made.path, made.size, made.access) == ("/images/logo-1.png", 5, "PRIVATE")
    upload = bare.files.files_api.upload
    with refused(400, "VALIDATION_ERROR"):
        upload(file=str(place), options="{}")


def test_an_email_keeps_its_draft_apart(bare: hubspot.Client) -> None:
    """What is out reads as before."""
    emails = bare.marketing.emails.marketing_emails_api
    assert (emails.get_by_id("7801").subject, emails.get_draft("7801").subject) == ("News of May", "News of June")
    emails.reset_draft("7801")
    assert emails.get_draft("7801").subject == "News of May"


def test_a_form_is_written_as_a_whole(bare: hubspot.Client) -> None:
    """It comes back from the archive as it was."""
    forms = bare.marketing.forms.forms_api
    with refused(400, "VALIDATION_ERROR"):
        forms.replace("7601", {"id": "7601", "name": "Half"})
    forms.archive("7601")
    assert forms.get_by_id("7601", archived=True).archived is True
    forms.update("7601", {"archived": False})
    assert forms.get_by_id("7601").archived is False
