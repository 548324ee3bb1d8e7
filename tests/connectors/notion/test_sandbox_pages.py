"""Pages of the stand-in for Notion: properties, trash, moves."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from notion_client import Client

from agentrein_notion.sandbox import NotionSandbox
from notion_sandbox_kit import refused, text

Connect = Callable[..., Client]


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


def value(page: dict[str, Any], name: str) -> Any:
    """What stands under the type's key of a property."""
    found = page["properties"][name]
    return found[found["type"]]


# Where a page goes


def test_a_row_is_created_by_either_parent(sb: NotionSandbox, notion: Client) -> None:
    """A database of one data source stands for that one; the row's parent names both."""
    row = {"Name": {"title": text("Row")}, "Points": {"number": 5}}
    for parent in ({"database_id": sb.INCIDENTS}, {"type": "data_source_id", "data_source_id": sb.INCIDENT_ROWS}):
        made = notion.pages.create(parent=parent, properties=row)
        assert made["parent"] == {
            "type": "data_source_id",
            "data_source_id": sb.INCIDENT_ROWS,
            "database_id": sb.INCIDENTS,
        }
        assert (value(made, "Points"), value(made, "Cost")["number"]) == (5, 50)
    assert value(made, "No") == {"prefix": "INC", "number": 5}


def test_a_wrong_database_id(sb: NotionSandbox, notion: Client) -> None:
    """A typo is 400 or 404, a data source's id in the wrong place 404, and nothing is made."""
    start = sb.state()
    for id, status, code, message in (
        (sb.INCIDENTS[:-1], 400, "validation_error", "body.parent.database_id should be a valid uuid, instead was"),
        (str(uuid.uuid4()), 404, "object_not_found", "Could not find database with ID"),
        (sb.INCIDENT_ROWS, 404, "object_not_found", "Could not find database with ID"),
        (sb.ROADMAP, 400, "validation_error", "multiple data sources"),
    ):
        with refused(status, code, message):
            notion.pages.create(parent={"database_id": id}, properties={})
    with refused(404, "object_not_found", "Could not find data_source with ID"):
        notion.pages.create(parent={"data_source_id": sb.INCIDENTS}, properties={})
    with refused(400, "validation_error", "body.parent should be defined"):
        notion.pages.create(properties={})
    assert sb.state() == start


def test_a_page_under_a_page_has_a_title_only(sb: NotionSandbox, notion: Client) -> None:
    """Outside a data source only the title exists; blocks, icon and cover come along."""
    made = notion.pages.create(
        parent={"page_id": sb.PROJECTS},
        properties={"title": text("Plan")},
        icon={"type": "emoji", "emoji": "🔥"},
        cover={"type": "external", "external": {"url": "https://acme.example/c.png"}},
        children=[{"paragraph": {"rich_text": text("p")}}],
    )
    assert (made["icon"]["emoji"], made["cover"]["external"]["url"]) == ("🔥", "https://acme.example/c.png")
    assert made["properties"].keys() == {"title"}
    assert sb.children(sb.PROJECTS)[-1] == made["id"]
    assert len(notion.blocks.children.list(made["id"])["results"]) == 1
    with refused(400, "validation_error", "Points is not a property that exists"):
        notion.pages.update(made["id"], properties={"Points": {"number": 1}})


def test_a_page_from_markdown(sb: NotionSandbox, notion: Client) -> None:
    """Markdown becomes blocks and reads back; the first heading is the title of a page without one."""
    lines = ["## Plan", "- [x] one", "- [ ] two", "- three", "> four", "---", "five", "```python\nsix\n```"]
    made = notion.pages.create(parent={"page_id": sb.PROJECTS}, markdown="\n".join(["# Title", *lines]))
    assert value(made, "title")[0]["plain_text"] == "Title"
    kinds = [block["type"] for block in notion.blocks.children.list(made["id"])["results"]]
    assert kinds == ["heading_2", "to_do", "to_do", "bulleted_list_item", "quote", "divider", "paragraph", "code"]
    notion.blocks.children.append(made["id"], children=[{"breadcrumb": {}}])
    read = notion.pages.retrieve_markdown(made["id"])
    assert (read["object"], read["markdown"], len(read["unknown_block_ids"])) == ("page_markdown", "\n".join(lines), 1)
    with refused(400, "validation_error", "body.markdown"):
        notion.pages.create(parent={"page_id": sb.PROJECTS}, markdown="x", children=[])


def test_only_a_persons_connection_writes_to_the_workspace(sb: NotionSandbox, notion: Client) -> None:
    """An internal integration needs a parent page; a person's connection does not."""
    parent, properties = {"type": "workspace", "workspace": True}, {"title": text("Top")}
    with refused(400, "validation_error"):
        notion.pages.create(parent=parent, properties=properties)
    with Client(auth="ntn-person", base_url=sb.url) as person:
        made = person.pages.create(parent=parent, properties=properties)
    assert made["parent"] == parent


# Properties


WRITES = {
    "Name": {"title": text("New name")},
    "Stage": {"select": {"name": "Done"}},
    "State": {"status": {"name": "Finished"}},
    "Points": {"number": 2.5},
    "Notes": {"rich_text": text("Why")},
    "Due": {"date": {"start": "2026-12-01", "end": "2026-12-02", "time_zone": None}},
    "Owner": {"people": [{"object": "user", "id": NotionSandbox.BEN}]},
    "Tags": {"multi_select": [{"name": "billing"}, {"name": "fresh"}]},
    "Done": {"checkbox": True},
    "Link": {"url": "https://acme.example"},
    "Mail": {"email": "a@acme.example"},
    "Related": {"relation": [{"id": NotionSandbox.task(7)}]},
    "Files": {"files": [{"name": "a.txt", "type": "external", "external": {"url": "https://acme.example/a.txt"}}]},
}


@pytest.mark.parametrize("name", WRITES)
@pytest.mark.parametrize("row", ["LOGIN", "BARE"])
def test_every_property_can_be_written_and_written_back(sb: NotionSandbox, notion: Client, name: str, row: str) -> None:
    """By its id as well as by its name; what was read and sent back by id brings the start back."""
    start, id = sb.state(), getattr(sb, row)
    before = notion.pages.retrieve(id)["properties"][name]
    made = notion.pages.update(id, properties={name: WRITES[name]})
    assert made["properties"][name]["id"] == before["id"]
    assert value(made, name) != before[before["type"]]
    assert sb.left(start) != []
    notion.pages.update(id, properties={before["id"]: {before["type"]: before[before["type"]]}})
    assert sb.left(start) == []


def test_ids_of_properties_are_encoded(sb: NotionSandbox, notion: Client) -> None:
    """Ids are shown percent-encoded, taken in either form, and survive a rename."""
    properties = notion.pages.retrieve(sb.LOGIN)["properties"]
    assert (properties["Name"]["id"], properties["Stage"]["id"]) == ("title", "%3Ast.")
    sb.rename_column(sb.INCIDENT_ROWS, "Stage", "Phase")
    for id in ("%3Ast.", ":st."):
        assert value(notion.pages.update(sb.LOGIN, properties={id: {"select": None}}), "Phase") is None
    with refused(400, "validation_error", "Stage is not a property that exists"):
        notion.pages.update(sb.LOGIN, properties={"Stage": {"select": None}})
    for found in properties.values():
        assert notion.pages.properties.retrieve(sb.LOGIN, found["id"])


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("Nope", {"number": 1}, "Nope is not a property that exists"),
        ("Points", {"checkbox": True}, "Points is expected to be number"),
        ("Points", {"number": "3"}, "body.properties.Points.number should be a number, instead was"),
        ("Done", {"checkbox": None}, "should be a boolean"),
        ("Due", {"date": {"start": "tomorrow"}}, "date.start should be a valid ISO 8601 date string"),
        ("State", {"status": {"name": "Nowhere"}}, "does not exist"),
        ("Stage", {"select": {"id": str(uuid.uuid4())}}, "Could not find option"),
        ("Owner", {"people": [{"id": str(uuid.uuid4())}]}, "Could not find user"),
        ("Related", {"relation": [{"id": "abc"}]}, "should be a valid uuid"),
        ("Notes", {"rich_text": text("x" * 2001)}, "text.content.length should be ≤ `2000`, instead was `2001`"),
        ("Notes", {"rich_text": text("x") * 101}, "should be ≤ `100`, instead was `101`"),
        ("Cost", {"formula": {"number": 1}}, "should be not present"),
        ("Sum", {"rollup": {"number": 1}}, "should be not present"),
        ("No", {"unique_id": {"number": 1}}, "should be not present"),
        ("By", {"created_by": {}}, "should be not present"),
        ("Edited", {"last_edited_time": "2026-01-01"}, "should be not present"),
    ],
)
def test_bad_properties_change_nothing(
    sb: NotionSandbox, notion: Client, name: str, given: dict[str, Any], message: str
) -> None:
    """One bad property refuses the whole call: the good one beside it is not written, no option is made."""
    start = sb.world.things[sb.INCIDENT_ROWS].columns[1].shown
    with refused(400, "validation_error", message):
        notion.pages.update(
            sb.BARE, properties={"Stage": {"select": {"name": "Fresh"}}, "Done": {"checkbox": True}, name: given}
        )
    assert value(sb.page(sb.BARE), "Stage") is None
    assert value(sb.page(sb.BARE), "Done") is False
    assert sb.world.things[sb.INCIDENT_ROWS].columns[1].shown == start


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("x", "rich_text[0] should be an object"),
        ({"plain_text": "x"}, "rich_text[0].text should be defined"),
        ({"type": "equation", "text": {"content": "x"}}, "rich_text[0].equation should be defined"),
        ({"text": "x"}, "rich_text[0].text should be an object"),
        ({"text": {"content": 1}}, "rich_text[0].text.content should be a string"),
        ({"mention": {}}, "rich_text[0].mention.user should be defined"),
        ({"mention": {"user": {"id": str(uuid.uuid4())}}}, "Could not find user"),
        ({"text": {"content": "x"}, "annotations": {"color": "pinkish"}}, "annotations.color should be a color"),
    ],
)
def test_bad_rich_text(sb: NotionSandbox, notion: Client, item: Any, message: str) -> None:
    """Each piece of a text is checked, and the message says where."""
    with refused(400, "validation_error", message):
        notion.pages.update(sb.LOGIN, properties={"Notes": {"rich_text": [item]}})


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("Points", 3, "body.properties.Points should be an object"),
        ("Link", {"url": 3}, "should be a string"),
        ("Due", {"date": "2026-01-01"}, "date should be an object"),
        ("Stage", {"select": {}}, "should be an object with `name` or `id`"),
        ("Stage", {"select": {"name": "a,b"}}, "should be a string without a comma"),
        ("Tags", {"multi_select": "urgent"}, "should be an array"),
        ("Tags", {"multi_select": [{"name": str(n)} for n in range(101)]}, "should be ≤ `100`"),
        ("Owner", {"people": ["x"]}, "people[0] should be an object"),
        ("Related", {"relation": [{"id": NotionSandbox.NOTES}]}, "is not in the data source"),
        ("Files", {"files": ["x"]}, "files[0] should be an object"),
        ("Files", {"files": [{"name": "x"}]}, "files[0].external should be defined"),
        ("Files", {"files": [{"file": {"url": "https://acme.example"}}]}, "should be an address that Notion gave"),
    ],
)
def test_bad_forms_of_values(sb: NotionSandbox, notion: Client, name: str, given: Any, message: str) -> None:
    """A value of the right type in the wrong form is refused, and the message says where."""
    start = sb.state()
    with refused(400, "validation_error", message):
        notion.pages.update(sb.LOGIN, properties={name: given})
    with refused(400, "validation_error", "body.properties should be an object"):
        notion.pages.update(sb.LOGIN, properties=[])
    assert sb.state() == start


def test_a_page_sent_back_whole_is_refused(sb: NotionSandbox, notion: Client) -> None:
    """Computed properties make sending back what was read a 400."""
    with refused(400, "validation_error", "should be not present"):
        notion.pages.update(sb.LOGIN, properties=notion.pages.retrieve(sb.LOGIN)["properties"])


def test_select_options_are_made_on_write(sb: NotionSandbox, notion: Client) -> None:
    """An unknown name becomes an option of the column, once, and stays when the value goes."""
    notion.pages.update(sb.BARE, properties={"Stage": {"select": {"name": "Fresh"}}})
    notion.pages.update(sb.LOGIN, properties={"Stage": {"select": {"name": "Fresh"}}})
    notion.pages.update(sb.BARE, properties={"Stage": {"select": None}})
    notion.pages.update(sb.LOGIN, properties={"Stage": {"select": None}})
    options = notion.data_sources.retrieve(sb.INCIDENT_ROWS)["properties"]["Stage"]["select"]["options"]
    assert [option["name"] for option in options] == ["Open", "Blocked", "Done", "Fresh"]


def test_computed_properties_follow(sb: NotionSandbox, notion: Client) -> None:
    """Formula and rollup are computed from what they name; who made the row stands in created_by."""
    page = notion.pages.update(sb.OUTAGE, properties={"Points": {"number": 4}, "Related": {"relation": []}})
    assert (value(page, "Cost")["number"], value(page, "Sum")["number"]) == (40, 0)
    assert value(page, "By")["name"] == "Anna"
    assert value(page, "Edited") == page["last_edited_time"]


def test_long_lists_are_cut_at_25(sb: NotionSandbox, notion: Client) -> None:
    """A page shows 25 entries of a list, however it was read; only a relation says that there are more."""
    sb.edit_as(sb.ANNA, sb.OUTAGE, Notes={"rich_text": text("word ") * 30})
    queried = notion.data_sources.query(sb.INCIDENT_ROWS, filter={"property": "Name", "title": {"equals": "Outage"}})
    answers = [notion.pages.retrieve(sb.OUTAGE), queried["results"][0], notion.pages.update(sb.OUTAGE, is_locked=True)]
    for page in answers:
        assert (len(value(page, "Related")), page["properties"]["Related"]["has_more"]) == (25, True)
        assert (len(value(page, "Notes")), "has_more" in page["properties"]["Notes"]) == (25, False)
    assert notion.pages.retrieve(sb.LOGIN)["properties"]["Related"]["has_more"] is False
    assert len(value(sb.page(sb.OUTAGE), "Related")) == 40


def test_one_property_in_full(sb: NotionSandbox, notion: Client) -> None:
    """A list comes page by page up to its end; a simple value as one item; an unknown id is 404."""
    id = notion.pages.retrieve(sb.OUTAGE)["properties"]["Related"]["id"]
    found: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        part = notion.pages.properties.retrieve(sb.OUTAGE, id, page_size=15, **cursor)
        assert (part["object"], part["type"], part["property_item"]["type"]) == ("list", "property_item", "relation")
        found += [entry["relation"]["id"] for entry in part["results"]]
        assert (part["property_item"]["next_url"] is not None) == part["has_more"]
        if not part["has_more"]:
            break
        cursor = {"start_cursor": part["next_cursor"]}
    assert found == [sb.task(n) for n in range(40)]
    item = notion.pages.properties.retrieve(sb.OUTAGE, "p%7Boi")
    assert (item["object"], item["type"], item["number"]) == ("property_item", "number", 8)
    with refused(404, "object_not_found"):
        notion.pages.properties.retrieve(sb.OUTAGE, "none")


def test_related_pages_out_of_reach_are_not_shown(sb: NotionSandbox, notion: Client) -> None:
    """Without access to the related table a relation reads as empty, although it holds 40 pages."""
    sb.unshare(sb.PROJECTS)
    sb.share(sb.INCIDENTS)
    related = notion.pages.retrieve(sb.OUTAGE)["properties"]["Related"]
    assert (related["relation"], related["has_more"]) == ([], False)
    assert len(value(sb.page(sb.OUTAGE), "Related")) == 40


def test_one_may_ask_for_some_properties(sb: NotionSandbox, notion: Client) -> None:
    """filter_properties limits what a page shows, for a page and for a query."""
    assert notion.pages.retrieve(sb.LOGIN, filter_properties="title")["properties"].keys() == {"Name"}
    rows = notion.data_sources.query(sb.INCIDENT_ROWS, filter_properties="p%7Boi")["results"]
    assert {name for row in rows for name in row["properties"]} == {"Points"}


def test_empty_text_clears(sb: NotionSandbox, notion: Client) -> None:
    """An empty piece of text vanishes, so that a title reads as an empty list."""
    assert value(notion.pages.update(sb.LOGIN, properties={"Name": {"title": text("")}}), "Name") == []


def test_rich_text_keeps_its_marks(sb: NotionSandbox, notion: Client) -> None:
    """Annotations, links, mentions and equations read back as written."""
    given = [
        {"text": {"content": "bold", "link": {"url": "https://acme.example"}}, "annotations": {"bold": True}},
        {"mention": {"user": {"id": sb.BEN}}},
        {"equation": {"expression": "x"}},
    ]
    first, mention, formula = value(notion.pages.update(sb.LOGIN, properties={"Notes": {"rich_text": given}}), "Notes")
    assert (first["annotations"]["bold"], first["href"], first["plain_text"]) == (True, "https://acme.example", "bold")
    assert (mention["plain_text"], mention["mention"]["user"]["id"]) == ("@Ben", sb.BEN)
    assert formula["equation"] == {"expression": "x"}


# Icon, cover, lock


def test_icon_cover_and_lock(sb: NotionSandbox, notion: Client) -> None:
    """Null clears icon and cover; a locked page can be edited through the API."""
    start = sb.state()
    page = notion.pages.update(sb.PROJECTS, icon=None, is_locked=True)
    assert (page["icon"], page["is_locked"]) == (None, True)
    notion.pages.update(sb.PROJECTS, icon={"emoji": "📁"}, is_locked=False)
    assert sb.left(start) == []
    custom = {"custom_emoji": {"id": str(uuid.uuid4())}}
    assert notion.pages.update(sb.PROJECTS, icon=custom)["icon"]["custom_emoji"]["id"] == custom["custom_emoji"]["id"]
    with refused(400, "validation_error", "body.is_locked should be a boolean"):
        notion.pages.update(sb.PROJECTS, is_locked="yes")
    with refused(400, "validation_error", "body.icon.emoji should be an emoji"):
        notion.pages.update(sb.PROJECTS, icon={"emoji": "x"})
    with refused(400, "validation_error", "body.template should be not present"):
        notion.pages.update(sb.PROJECTS, template={"type": "none"})


# Trash


def test_the_trash_and_back(sb: NotionSandbox, notion: Client) -> None:
    """A trashed page still reads, refuses edits, is missing in queries and lists, and comes back whole."""
    start = sb.state()
    page = notion.pages.update(sb.LOGIN, in_trash=True)
    assert (page["in_trash"], page["archived"]) == (True, True)
    assert notion.pages.update(sb.LOGIN, in_trash=True)["in_trash"] is True
    with refused(400, "validation_error", "Can't edit block that is archived. You must unarchive the block"):
        notion.pages.update(sb.LOGIN, properties={"Points": {"number": 9}})
    rows = notion.data_sources.query(sb.INCIDENT_ROWS)["results"]
    assert [row["id"] for row in rows] == [sb.OUTAGE, sb.BARE]
    assert notion.data_sources.query(sb.INCIDENT_ROWS, in_trash=True)["results"][0]["id"] == sb.LOGIN
    notion.pages.update(sb.LOGIN, in_trash=False)
    assert sb.left(start) == []


def test_a_trashed_ancestor_refuses_edits_below(sb: NotionSandbox, notion: Client) -> None:
    """While the page above lies in the trash nothing in it can be edited, trashed or restored."""
    start = sb.state()
    notion.pages.update(sb.NOTES, in_trash=True)
    sb.trash_as(sb.ANNA, sb.PROJECTS)
    for call in (
        lambda: notion.pages.update(sb.NOTES, in_trash=False),
        lambda: notion.pages.update(sb.LOGIN, properties={"Points": {"number": 9}}),
        lambda: notion.blocks.delete(sb.INNER),
        lambda: notion.data_sources.update(sb.TASKS, title=text("x")),
        lambda: notion.databases.update(sb.ROADMAP, in_trash=True),
    ):
        with refused(400, "validation_error", "archived ancestor"):
            call()
    assert notion.pages.retrieve(sb.NOTES)["in_trash"] is True
    assert sb.state()[f"page:{sb.LOGIN}"]["in_trash"] is True
    sb.restore_as(sb.ANNA, sb.PROJECTS)
    notion.pages.update(sb.NOTES, in_trash=False)
    assert sb.left(start) == []


def test_an_emptied_trash_is_404(sb: NotionSandbox, notion: Client) -> None:
    """Once the trash was emptied the page is gone, with what was in it."""
    notion.pages.update(sb.NOTES, in_trash=True)
    notion.pages.update(sb.BARE, in_trash=True)
    sb.empty_trash(sb.NOTES)
    with refused(404, "object_not_found"):
        notion.pages.update(sb.NOTES, in_trash=False)
    assert notion.pages.retrieve(sb.BARE)["in_trash"] is True
    notion.pages.update(sb.task(0), in_trash=True)
    sb.empty_trash()
    assert value(sb.page(sb.LOGIN), "Related") == [{"id": sb.task(1)}]
    with refused(404, "object_not_found"):
        notion.pages.retrieve(sb.BARE)


def test_erased_content_is_gone_for_good(sb: NotionSandbox, notion: Client) -> None:
    """erase_content removes the blocks for good and trashes the pages and databases inside."""
    notion.pages.update(sb.PROJECTS, erase_content=True)
    assert notion.blocks.children.list(sb.PROJECTS)["results"] == []
    with refused(404, "object_not_found"):
        notion.blocks.update(sb.PARAGRAPH, in_trash=False)
    assert notion.pages.retrieve(sb.NOTES)["in_trash"] is True


# Moves


def test_moves(sb: NotionSandbox, notion: Client) -> None:
    """A page moves under a page and back; its place among its siblings is not kept."""
    start = sb.state()
    page = notion.pages.move(sb.NOTES, parent={"type": "page_id", "page_id": sb.ARCHIVE})
    assert page["parent"] == {"type": "page_id", "page_id": sb.ARCHIVE}
    assert sb.NOTES in sb.children(sb.ARCHIVE)
    notion.pages.move(sb.NOTES, parent={"type": "page_id", "page_id": sb.PROJECTS})
    assert sb.left(start) == []
    assert sb.children(sb.PROJECTS)[-1] == sb.NOTES


def test_leaving_a_data_source_drops_its_values(sb: NotionSandbox, notion: Client) -> None:
    """Only the title survives a move out of a table and back into it."""
    notion.pages.move(sb.LOGIN, parent={"type": "page_id", "page_id": sb.ARCHIVE})
    assert notion.pages.retrieve(sb.LOGIN)["properties"].keys() == {"title"}
    back = notion.pages.move(sb.LOGIN, parent={"type": "data_source_id", "data_source_id": sb.INCIDENT_ROWS})
    assert (value(back, "Name")[0]["plain_text"], value(back, "Points")) == ("Login fails", None)


def test_moves_that_are_refused(sb: NotionSandbox, notion: Client) -> None:
    """Neither into a database, the workspace, oneself or one's own child, nor out of reach."""
    for parent in ({"type": "database_id", "database_id": sb.INCIDENTS}, {"type": "workspace", "workspace": True}):
        with refused(400, "validation_error"):
            notion.pages.move(sb.NOTES, parent=parent)
    with refused(400, "validation_error", "into itself"):
        notion.pages.move(sb.PROJECTS, parent={"type": "page_id", "page_id": sb.NOTES})
    with refused(404, "object_not_found"):
        notion.pages.move(sb.NOTES, parent={"type": "page_id", "page_id": sb.PRIVATE})
