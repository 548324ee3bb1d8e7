from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from notion_client import APIResponseError, Client

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Answer, Request
from agentrein.testing.crash import no_waiting
from agentrein_notion.sandbox import NotionSandbox
from agentrein_notion.sandbox.columns import Column
from agentrein_notion.sandbox.texts import rich
from agentrein_notion.sandbox.world import Block, DataSource, Page, Upload
from notion_kit import armed, paragraph, plain, text, titled

PROJECTS, NOTES, ARCHIVE, TODO = (
    NotionSandbox.PROJECTS,
    NotionSandbox.NOTES,
    NotionSandbox.ARCHIVE,
    NotionSandbox.TODO,
)
ROWS, TASKS, LOGIN, BARE = (
    NotionSandbox.INCIDENT_ROWS,
    NotionSandbox.TASKS,
    NotionSandbox.LOGIN,
    NotionSandbox.BARE,
)
UPLOAD = "00000000-0000-4000-8000-00000000aaaa"


@pytest.fixture(autouse=True)
def environment(sb: NotionSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("NOTION_TOKEN", "secret_agent")
    monkeypatch.setenv("NOTION_BASE_URL", sb.url)


@pytest.fixture
def anna(sb: NotionSandbox) -> Iterator[Client]:
    """Somebody else, through a plain client."""
    with plain(sb.url, auth="ntn-person") as client:
        yield client


def only(report: rein.Report) -> Any:
    """The one action of a report."""
    (action,) = report.actions
    return action


def said(sb: NotionSandbox, id: str) -> Any:
    """What a block of the sandbox's world says, to be changed as Notion or a person would."""
    block = sb.world.things[id]
    assert isinstance(block, Block)
    return block.content


def lost(sb: NotionSandbox, method: str, act: Any) -> rein.Run:
    """A run whose one write arrived, and whose answer did not."""
    sb.faults.add("lost", method=method, writes=True)
    with no_waiting(), rein.run("work") as run, suppress(httpx.HTTPError):
        act()
    return run


# --- the trash


def test_what_a_person_put_into_a_page_that_came_back_is_not_trashed(notion: Client, anna: Client) -> None:
    """The undo of taking a page out of the trash would put their block there."""
    anna.pages.update(NOTES, in_trash=True)
    with rein.run("work") as run:
        notion.pages.update(NOTES, in_trash=False)
    anna.blocks.children.append(NOTES, children=[paragraph("Mine")])
    assert only(rein.revert(run.id)).state is State.CONFLICT
    assert notion.pages.retrieve(NOTES)["in_trash"] is False
    assert only(rein.revert(run.id, force=[1])).state is State.REVERTED


def test_rows_that_a_person_put_into_a_database_that_came_back_stay(notion: Client, anna: Client) -> None:
    """The same of a database and its rows."""
    anna.databases.update(NotionSandbox.ROADMAP, in_trash=True)
    with rein.run("work") as run:
        notion.databases.update(NotionSandbox.ROADMAP, in_trash=False)
    anna.pages.create(parent={"data_source_id": TASKS}, properties={"Task": {"title": text("Mine")}})
    assert only(rein.revert(run.id)).state is State.CONFLICT


def test_what_was_in_a_page_before_it_came_back_hinders_nothing(
    sb: NotionSandbox, notion: Client, anna: Client
) -> None:
    """Blocks, rows and inner blocks of others that came back along go to the trash again."""
    anna.pages.update(NOTES, in_trash=True)
    anna.databases.update(NotionSandbox.ROADMAP, in_trash=True)
    anna.blocks.delete(NotionSandbox.TOGGLE)
    start = sb.state()
    with rein.run("work") as run:
        notion.pages.update(NOTES, in_trash=False)
        notion.blocks.children.append(NOTES, children=[paragraph("Ours")])
        notion.databases.update(NotionSandbox.ROADMAP, in_trash=False)
        notion.blocks.update(NotionSandbox.TOGGLE, in_trash=False)
    assert {one.state for one in rein.revert(run.id).actions} == {State.REVERTED}
    assert sb.left(start) == []


def test_a_page_whose_return_was_never_answered_is_trashed_again(
    sb: NotionSandbox, notion: Client, anna: Client
) -> None:
    """The answer was lost, nobody touched the page since, and it is where it was."""
    anna.pages.update(NOTES, in_trash=True)
    start = sb.state()
    run = lost(sb, "PATCH", lambda: notion.pages.update(NOTES, in_trash=False))
    with no_waiting():
        assert only(rein.revert(run.id)).state is State.REVERTED
    assert sb.left(start) == []


def test_a_page_that_a_person_had_trashed_stays_in_the_trash(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """Where Notion answers a second deletion as done, its undo does not bring back what a person put away."""
    anna.pages.update(NOTES, in_trash=True)
    sb.faults.add("error", method="DELETE", status=200, body=notion.blocks.retrieve(NOTES))
    with rein.run("work") as run:
        notion.blocks.delete(NOTES)
    rein.revert(run.id)
    assert notion.pages.retrieve(NOTES)["in_trash"] is True


# --- moves


def test_values_that_a_person_entered_after_a_move_are_not_dropped(notion: Client, anna: Client) -> None:
    """Leaving a data source drops its values, so that the page stays where the run moved it."""
    with rein.run("work") as run:
        notion.pages.move(NOTES, parent={"data_source_id": ROWS})
    anna.pages.update(NOTES, properties={"Points": {"number": 0}})
    assert only(rein.revert(run.id)).state is State.CONFLICT
    anna.pages.update(NOTES, properties={"Points": {"number": None}})
    assert only(rein.revert(run.id)).state is State.REVERTED


def test_values_that_the_run_entered_after_a_move_hinder_nothing(sb: NotionSandbox, notion: Client) -> None:
    """They are undone first, and the plan says so although they still stand then."""
    start = sb.state()
    with rein.run("work") as run:
        notion.pages.move(LOGIN, parent={"data_source_id": TASKS})
        notion.pages.update(LOGIN, properties={"Effort": {"number": 4}})
    plan, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert [one.state for one in plan.actions] == [one.state for one in report.actions] == [State.REVERTED] * 2
    assert sb.left(start) == []


# --- columns


def test_a_new_column_by_another_name_is_not_called_gone(notion: Client, anna: Client) -> None:
    """Somebody gave it another name: it still stands there, and the report shows it."""
    with rein.run("work") as run:
        notion.data_sources.update(ROWS, properties={"Severity": {"number": {}}, "Seen": {"checkbox": {}}})
    anna.data_sources.update(ROWS, properties={"Severity": {"name": "Weight"}})
    action = only(rein.revert(run.id))
    assert action.state is State.CONFLICT
    (conflict,) = action.conflicts
    assert (conflict.field, [one["name"] for one in conflict.now]) == ("Severity", ["Weight"])
    assert "Seen" not in notion.data_sources.retrieve(ROWS)["properties"]


def test_a_column_of_a_person_hinders_no_new_column(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """They added one of the same type, and the one of the run goes: by the undo, or because they removed it."""
    with rein.run("first") as first:
        notion.data_sources.update(ROWS, properties={"Severity": {"number": {}}})
    with rein.run("second") as second:
        notion.data_sources.update(ROWS, properties={"Weight": {"number": {}}})
    anna.data_sources.update(ROWS, properties={"Theirs": {"number": {}}})
    anna.data_sources.update(ROWS, properties={"Weight": None})
    assert [only(rein.revert(run.id)).state for run in (first, second)] == [State.REVERTED] * 2
    assert not {"Severity", "Weight"} & set(notion.data_sources.retrieve(ROWS)["properties"])
    assert len(sb.writes) == 5


def test_a_column_that_a_person_made_anew_is_not_removed(notion: Client, anna: Client) -> None:
    """It has the name and the type of the run's column, and another id."""
    with rein.run("work") as run:
        notion.data_sources.update(ROWS, properties={"Severity": {"number": {}}})
    anna.data_sources.update(ROWS, properties={"Severity": None})
    anna.data_sources.update(ROWS, properties={"Severity": {"number": {}}})
    assert only(rein.revert(run.id)).state is State.CONFLICT
    assert "Severity" in notion.data_sources.retrieve(ROWS)["properties"]


def test_a_zero_in_a_new_column_is_a_value(notion: Client, anna: Client) -> None:
    """Removing the column would destroy it."""
    with rein.run("work") as run:
        notion.data_sources.update(ROWS, properties={"Severity": {"number": {}}})
    anna.pages.update(BARE, properties={"Severity": {"number": 0}})
    assert only(rein.revert(run.id)).state is State.CONFLICT


def test_a_column_is_meant_by_its_name_first(sb: NotionSandbox, notion: Client) -> None:
    """Every title has the id `title`, which may be the name of another column, too."""
    source = sb.world.things[ROWS]
    assert isinstance(source, DataSource)
    source.columns.append(Column("zz", "title", "rich_text"))
    start = sb.state()
    with rein.run("work") as run:
        notion.pages.update(BARE, properties={"title": {"rich_text": text("Words")}})
    assert only(rein.revert(run.id)).state is State.REVERTED
    assert sb.left(start) == []


def test_a_relation_to_what_is_not_shared_is_not_overwritten(sb: NotionSandbox, notion: Client) -> None:
    """It reads as empty, and writing that back would erase it: the call is refused before anything is sent."""
    sb.unshare(PROJECTS)
    sb.share(NotionSandbox.INCIDENTS)
    with pytest.raises(rein.Refused, match="could not be put back"), rein.run("work"):
        notion.pages.update(LOGIN, properties={"Related": {"relation": []}})
    assert sb.writes == []


def test_an_edit_right_after_the_answer_is_not_taken_for_the_run_s_own(
    sb: NotionSandbox, notion: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person sets the value between the answer and the next request: theirs is not put back."""
    answered = NotionSandbox.answer

    def answer(sandbox: NotionSandbox, request: Request) -> Answer:
        found = answered(sandbox, request)
        if (request.method, request.path, request.actor) == ("PATCH", f"/v1/pages/{BARE}", sandbox.AGENT):
            sandbox.edit_as(sandbox.ANNA, BARE, Points=77)
        return found

    with monkeypatch.context() as patched, rein.run("work") as run:
        patched.setattr(NotionSandbox, "answer", answer)
        notion.pages.update(BARE, properties={"Points": {"number": 8}})
    assert only(rein.revert(run.id)).state is State.CONFLICT
    assert sb.page(BARE)["properties"]["Points"]["number"] == 77


# --- texts and dates that read otherwise than they were written


def test_a_text_longer_than_a_request_may_hold_comes_back(sb: NotionSandbox, notion: Client) -> None:
    """People write pieces of any length; a request holds 2,000 characters in one, an emoji as two."""
    long = "🐛" * 1500 + "x" * 3000
    said(sb, TODO)["rich_text"] = rich(long)
    with rein.run("work") as run:
        notion.blocks.update(TODO, to_do={"rich_text": text("Short")})
    assert only(rein.revert(run.id)).state is State.REVERTED
    pieces = [one["text"]["content"] for one in sb.writes[-1].body["to_do"]["rich_text"]]
    assert "".join(pieces) == long
    assert max(len(one.encode("utf-16-le")) // 2 for one in pieces) <= 2000


def test_a_link_to_another_page_comes_back(sb: NotionSandbox, notion: Client) -> None:
    """Notion shows it as a path, and takes a whole address."""
    (piece,) = rich("See")
    piece["text"]["link"] = {"url": "/" + ARCHIVE.replace("-", "")}
    said(sb, TODO)["rich_text"] = [piece]
    with rein.run("work") as run:
        notion.blocks.update(TODO, to_do={"rich_text": text("Short")})
    assert only(rein.revert(run.id)).state is State.REVERTED
    (sent,) = sb.writes[-1].body["to_do"]["rich_text"]
    assert sent["text"]["link"] == {"url": "https://www.notion.so/" + ARCHIVE.replace("-", "")}


def test_a_text_that_notion_cut_anew_is_no_change(sb: NotionSandbox, notion: Client) -> None:
    """The answer was lost, and what was sent in two pieces reads as one: it is the run's own all the same."""
    two = [*text("see "), *text("this")]
    run = lost(sb, "PATCH", lambda: notion.blocks.update(TODO, to_do={"rich_text": two}))
    said(sb, TODO)["rich_text"] = rich("see this")
    with no_waiting():
        assert only(rein.revert(run.id)).state is State.REVERTED


def test_lost_blocks_that_notion_cut_anew_are_found(sb: NotionSandbox, notion: Client) -> None:
    """The same of blocks that were added, one of them with a file that was uploaded."""
    start = sb.state()
    sb.world.uploads[UPLOAD] = Upload(UPLOAD, sb.AGENT, "a.png", "image/png", 0.0, status="uploaded")
    image = {"image": {"type": "file_upload", "file_upload": {"id": UPLOAD}}}
    two = {"paragraph": {"rich_text": [*text("see "), *text("this")]}}
    run = lost(sb, "PATCH", lambda: notion.blocks.children.append(NOTES, children=[two, image]))
    said(sb, sb.children(NOTES)[-2])["rich_text"] = rich("see this")
    with no_waiting():
        assert only(rein.revert(run.id)).state is State.REVERTED
    assert sb.left(start) == []


def test_a_comment_that_notion_cut_anew_is_no_change(sb: NotionSandbox, notion: Client) -> None:
    """It is the comment that was written, and its text is replaced."""
    with rein.run("work") as run:
        made: Any = notion.comments.create(parent={"page_id": NOTES}, rich_text=[*text("see "), *text("this")])
    sb.world.comments[made["id"]].text = rich("see this")
    assert only(rein.revert(run.id)).state is State.COMPENSATED


def test_a_mention_of_somebody_with_a_new_name_is_no_change(sb: NotionSandbox, notion: Client) -> None:
    """A mention reads as the name that its person has now; nobody touched the comment."""
    with rein.run("work") as run:
        notion.comments.update(sb.OWN_COMMENT, rich_text=[{"mention": {"user": {"id": sb.BEN}}}])
    sb.world.comments[sb.OWN_COMMENT].text[0]["plain_text"] = "@Benjamin"
    assert only(rein.revert(run.id)).state is State.REVERTED


def test_a_date_that_reads_in_another_form_is_no_change(sb: NotionSandbox, notion: Client) -> None:
    """A time with its zone may read as one with its distance from UTC, where the answer was lost."""
    due = {"start": "2026-11-30T10:00:00", "time_zone": "Europe/Berlin"}
    run = lost(sb, "PATCH", lambda: notion.pages.update(BARE, properties={"Due": {"date": due}}))
    page = sb.world.things[BARE]
    assert isinstance(page, Page)
    page.values["due="] = {"start": "2026-11-30T10:00:00.000+01:00", "end": None, "time_zone": None}
    with no_waiting():
        assert only(rein.revert(run.id)).state is State.REVERTED


def test_renamed_options_are_no_change(sb: NotionSandbox, notion: Client) -> None:
    """Options are compared and written by id."""
    with rein.run("work") as run:
        notion.pages.update(LOGIN, properties={"Stage": {"select": {"name": "Done"}}, "Tags": {"multi_select": []}})
    source = sb.world.things[ROWS]
    assert isinstance(source, DataSource)
    for column in source.columns:
        for option in column.options:
            option.name += "!"
    assert only(rein.revert(run.id)).state is State.REVERTED


def test_an_option_that_is_gone_keeps_no_other_value_from_going_back(sb: NotionSandbox, notion: Client) -> None:
    """Notion refuses a call as a whole for one value: the others are put back alone, and the report names that one."""
    with rein.run("work") as run:
        notion.pages.update(LOGIN, properties={"Stage": {"select": {"name": "Done"}}, "Points": {"number": 9}})
    source = sb.world.things[ROWS]
    assert isinstance(source, DataSource)
    stage = next(column for column in source.columns if column.name == "Stage")
    stage.options = [option for option in stage.options if option.name != "Open"]
    action = only(rein.revert(run.id))
    assert action.state is State.NEEDS_ATTENTION
    assert "it could not be put back: Stage: answered 400" in action.message
    assert sb.page(LOGIN)["properties"]["Points"]["number"] == 3
    assert len(sb.writes) == 4


# --- bodies that Notion refuses


@pytest.mark.parametrize(
    "act",
    [
        lambda n: n.pages.create(parent={"page_id": "https://www.notion.so/x-" + NOTES}, properties=titled("x")),
        lambda n: n.pages.create(parent=None, properties=None),
        lambda n: n.pages.create(parent={"page_id": NOTES}, properties={"title": [{"text": 3}]}),
        lambda n: n.pages.create(parent={"page_id": NOTES}, properties={}, children={"a": 1}),
        lambda n: n.blocks.children.append(NOTES, children=[1, None]),
        lambda n: n.blocks.children.append(NOTES, children=[{"paragraph": {"rich_text": [{"mention": 3}]}}]),
        lambda n: n.blocks.update(TODO, to_do={"rich_text": [None]}),
        lambda n: n.databases.create(parent={"page_id": NOTES}, initial_data_source=[1]),
        lambda n: n.data_sources.create(parent={"database_id": NotionSandbox.ROADMAP}, properties=["x"]),
        lambda n: n.comments.create(parent="x", rich_text=[None]),
        lambda n: n.pages.move(NOTES, parent="x"),
    ],
)
def test_a_call_that_notion_refuses_is_rejected_with_its_own_exception(notion: Client, act: Any) -> None:
    """However odd what it holds: nothing of it breaks the gate, and nothing is there to undo."""
    with pytest.raises(APIResponseError) as raised, rein.run("work") as run:
        act(notion)
    assert (raised.value.status, [action.state for action in run.actions]) == (400, [State.REJECTED])


def test_columns_that_are_no_object_are_refused(sb: NotionSandbox, notion: Client) -> None:
    """Nothing could tell what such a call would set."""
    with pytest.raises(rein.Refused), rein.run("work"):
        notion.data_sources.update(ROWS, properties="x")
    assert sb.writes == []


@pytest.mark.parametrize(
    "act",
    [
        lambda n: n.pages.create(parent={"database_id": "incidents"}, properties={"Name": {"title": text("X")}}),
        lambda n: n.pages.create(parent={"data_source_id": "incidents"}, properties={"Name": {"title": text("X")}}),
        lambda n: n.pages.create(parent={"page_id": PROJECTS[:-1]}, properties=titled("X")),
        lambda n: n.databases.create(parent={"page_id": "projects"}, title=text("X")),
        lambda n: n.data_sources.create(parent={"database_id": "incidents"}, properties={"Name": {"title": {}}}),
        lambda n: n.comments.create(parent={"page_id": "notes"}, rich_text=text("X")),
    ],
)
def test_nothing_was_made_in_a_parent_whose_id_is_none(sb: NotionSandbox, notion: Client, act: Any) -> None:
    """The answer was lost, and could only have been a 400: nothing is asked of a person."""
    start = sb.state()
    run = lost(sb, "POST", lambda: act(notion))
    with no_waiting():
        report = rein.revert(run.id)
    assert (only(report).state, report.exit, sb.left(start)) == (State.REJECTED, 0, [])


def test_a_mistyped_id_stays_a_question(sb: NotionSandbox, notion: Client) -> None:
    """What reads as an id may be that of something hidden, in which the page may have been made."""
    parent = {"database_id": UPLOAD}
    run = lost(sb, "POST", lambda: notion.pages.create(parent=parent, properties={"Name": {"title": text("X")}}))
    with no_waiting():
        action = only(rein.revert(run.id))
    assert action.state is State.NEEDS_ATTENTION
    assert action.message.startswith(f"GET /v1/databases/{UPLOAD} answered 404, so nothing tells whether it happened")


# --- what is written down


def test_no_signature_and_no_mail_address_is_written_down(sb: NotionSandbox, notion: Client, ledger: Path) -> None:
    """Answers show files by addresses that open them to anybody, and people with their mail; the caller has both."""
    sb.world.uploads[UPLOAD] = Upload(UPLOAD, sb.AGENT, "a.png", "image/png", 0.0, status="uploaded")
    file = {"type": "file_upload", "file_upload": {"id": UPLOAD}}
    with rein.run("work") as run:
        blocks: Any = notion.blocks.children.append(NOTES, children=[{"image": file}])
        page: Any = notion.pages.create(
            parent={"data_source_id": ROWS},
            properties={"Name": {"title": text("x")}, "Owner": {"people": [{"id": sb.BEN}]}},
            icon=file,
        )
    assert "X-Amz-Signature" in blocks["results"][0]["image"]["file"]["url"]
    assert page["properties"]["Owner"]["people"][0]["person"]["email"] == "ben@acme.example"
    assert {one.state for one in rein.revert(run.id).actions} == {State.REVERTED}
    written = b"".join(one.read_bytes() for one in ledger.parent.iterdir() if one.is_file())
    assert b"Signature" not in written
    assert b"ben@acme.example" not in written


def test_a_signed_address_that_people_entered_comes_back_as_it_was(sb: NotionSandbox, notion: Client) -> None:
    """Only what Notion signs for its own files is left out; a value is a value, whatever it looks like."""
    link = "https://acme.example/a?X-Amz-Signature=1&signature=2"
    sb.edit_as(sb.ANNA, BARE, Link=link, Notes=link)
    start = sb.state()
    with rein.run("work") as run:
        notion.pages.update(BARE, properties={"Link": {"url": None}, "Notes": {"rich_text": []}})
    assert only(rein.revert(run.id)).state is State.REVERTED
    assert sb.left(start) == []


def test_the_newer_version_is_undone_alike(sb: NotionSandbox) -> None:
    """Version 2026-03-11 knows no `archived`, and places blocks by `position`."""
    start = sb.state()
    with armed(sb.url, notion_version="2026-03-11") as notion, rein.run("work") as run:
        notion.pages.create(parent={"page_id": NOTES}, properties=titled("Plan"), children=[paragraph("One")])
        notion.blocks.children.append(NOTES, children=[paragraph("Two")], position={"type": "start"})
        notion.pages.update(NOTES, in_trash=True)
        notion.pages.update(NOTES, in_trash=False)
        notion.blocks.delete(NotionSandbox.INCIDENTS)
    assert {one.state for one in rein.revert(run.id).actions} == {State.REVERTED}
    assert sb.left(start) == []
