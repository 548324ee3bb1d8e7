from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from notion_client import APIResponseError, Client

import agentrein as rein
from agentrein.connector import State
from agentrein.testing.crash import no_waiting
from agentrein_notion.sandbox import NotionSandbox
from agentrein_notion.sandbox.world import Page, Upload
from notion_kit import NOWHERE, aarmed, armed, paragraph, plain, states, text, titled

LOGIN, OUTAGE, BARE, ROWS = (
    NotionSandbox.LOGIN,
    NotionSandbox.OUTAGE,
    NotionSandbox.BARE,
    NotionSandbox.INCIDENT_ROWS,
)
PROJECTS, NOTES, ARCHIVE = NotionSandbox.PROJECTS, NotionSandbox.NOTES, NotionSandbox.ARCHIVE


class Boom(RuntimeError):
    """What the agent's own code raises."""


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


def row(title: str, **values: Any) -> dict[str, Any]:
    """The properties of a new incident."""
    return {"Name": {"title": text(title)}, **values}


def said(sb: NotionSandbox) -> list[tuple[str, str, Any]]:
    """The writes that arrived: method, path and body."""
    return [(one.method, one.path, one.body) for one in sb.writes]


def failed(notion: Client, act: Any) -> rein.Run:
    """A run in which the act happens, and which then fails."""
    with suppress(Boom), rein.run("work") as run:
        act(notion)
        raise Boom
    return run


def only(report: rein.Report | None) -> Any:
    """The one action of a report."""
    assert report is not None
    (action,) = report.actions
    return action


# --- the flagship: nothing was made


@pytest.mark.parametrize(
    ("parent", "properties", "status"),
    [
        ({"database_id": "1b2c3d4e"}, row("T"), 400),
        ({"database_id": NOWHERE}, row("T"), 404),
        ({"database_id": ROWS}, row("T"), 404),
        ({"data_source_id": NotionSandbox.INCIDENTS}, row("T"), 404),
        ({"database_id": NotionSandbox.ROADMAP}, row("T"), 400),
        ({"database_id": NotionSandbox.INCIDENTS}, row("T", Nmae={"number": 1}), 400),
        ({"page_id": NotionSandbox.PRIVATE}, titled("T"), 404),
    ],
    ids=["no id", "unknown id", "a source's id", "a database's id", "several sources", "unknown column", "not shared"],
)
def test_a_page_that_notion_refused_was_not_made(
    sb: NotionSandbox, notion: Client, parent: Any, properties: Any, status: int
) -> None:
    """Notion's own exception reaches the caller, nothing else was read or sent, and there is nothing to undo."""
    start = sb.state()
    with pytest.raises(APIResponseError) as raised, rein.run("work") as run:
        notion.pages.create(parent=parent, properties=properties)
    assert raised.value.status == status
    assert [(one.method, one.path) for one in sb.requests] == [("GET", "/v1/users/me"), ("POST", "/v1/pages")]
    assert (states(run), sb.left(start)) == ([State.REJECTED], [])
    assert run.report is not None
    assert run.report.exit == 0


def test_a_page_whose_answer_was_lost_is_found_and_trashed(sb: NotionSandbox, notion: Client) -> None:
    """A timeout is no failure: the page that was made all the same is found by title, maker and minute."""
    start = sb.state()
    sb.faults.add("lost", method="POST", writes=True)
    with pytest.raises(httpx.HTTPError), no_waiting(), rein.run("work") as run:
        notion.pages.create(parent={"data_source_id": ROWS}, properties=row("Flaky"))
    assert (states(run), sb.left(start)) == ([State.REVERTED], [])
    assert [method for method, _, _ in said(sb)] == ["POST", "PATCH"]


def test_an_agent_that_tries_again_leaves_no_page(sb: NotionSandbox, notion: Client) -> None:
    """Of two equal pages, the answer to the first of which was lost, each action undoes its own."""
    start = sb.state()
    sb.faults.add("lost", method="POST", writes=True)
    with suppress(Boom), no_waiting(), rein.run("work") as run:
        for _ in range(2):
            with suppress(httpx.HTTPError):
                notion.pages.create(parent={"data_source_id": ROWS}, properties=row("Flaky"))
        raise Boom
    assert (states(run), sb.left(start)) == ([State.REVERTED, State.REVERTED], [])


def test_each_try_is_undone_once(sb: NotionSandbox, notion: Client) -> None:
    """Steps that fail one after the other undo what they did, and the run at its end nothing more."""
    with suppress(Boom), rein.run("order") as run:
        for n in (1, 2):
            with suppress(APIResponseError), run.step(f"try {n}"):
                notion.pages.create(parent={"data_source_id": ROWS}, properties=row("Order 7"))
                notion.pages.create(parent={"database_id": NOWHERE}, properties=row("Order 7"))
        raise Boom
    assert [method for method, _, _ in said(sb)] == ["POST", "POST", "PATCH"] * 2


# --- pages that others use


def test_a_page_that_holds_something_of_others_is_not_trashed(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """Scenario 29: blocks, comments and edits of others are named; only force trashes the page."""
    with rein.run("work") as run:
        page = notion.pages.create(parent={"page_id": PROJECTS}, properties=titled("Plan"))["id"]
    block: Any = anna.blocks.children.append(page, children=[paragraph("Mine")])
    comment: Any = anna.comments.create(parent={"page_id": page}, rich_text=text("And this"))
    action = only(rein.revert(run.id))
    assert action.state is State.CONFLICT
    (conflict,) = action.conflicts
    assert (conflict.field, conflict.ours) == ("others", [])
    assert conflict.now == [
        f"page edited by {NotionSandbox.ANNAS_BOT}",
        f"comment by {comment['display_name']['resolved_name']} ({comment['id']})",
        f"block added by {NotionSandbox.ANNAS_BOT} (paragraph {block['results'][0]['id']})",
    ]
    assert only(rein.revert(run.id, force=[1])).state is State.REVERTED
    assert notion.pages.retrieve(page)["in_trash"] is True


def test_a_page_with_everything_that_the_run_put_there_goes(sb: NotionSandbox, notion: Client) -> None:
    """What the run itself put into its page is undone first, and hinders nothing."""
    start = sb.state()

    def act(client: Client) -> None:
        page = client.pages.create(parent={"page_id": PROJECTS}, properties=titled("Plan"))["id"]
        client.blocks.children.append(page, children=[paragraph("One"), paragraph("Two")])
        client.comments.create(parent={"page_id": page}, rich_text=text("Done"))
        client.pages.create(parent={"page_id": page}, properties=titled("Inside"))

    run = failed(notion, act)
    assert (states(run), sb.left(start)) == (
        [State.REVERTED, State.REVERTED, State.COMPENSATED, State.REVERTED],
        [],
    )


def test_a_run_that_stands_on_a_page_of_another_is_named(sb: NotionSandbox, notion: Client) -> None:
    """Scenario 28: the run that made a page does not trash it while a later run's comment stands on it."""
    with rein.run("first") as first:
        page = notion.pages.create(parent={"page_id": PROJECTS}, properties=titled("Plan"))["id"]
    with rein.run("second") as second:
        notion.comments.create(parent={"page_id": page.replace("-", "")}, rich_text=text("Seen"))
    action = only(rein.revert(first.id))
    assert action.state is State.CONFLICT
    assert second.id in action.message


def test_a_page_that_is_gone_for_good_needs_no_undo(sb: NotionSandbox, notion: Client) -> None:
    """404 means done while the place where the page was can still be read."""
    with rein.run("work") as run:
        page = notion.pages.create(parent={"page_id": PROJECTS}, properties=titled("Plan"))["id"]
    with sb.lock:
        sb.world.remove(sb.world.things[page])
    assert only(rein.revert(run.id)).state is State.REVERTED
    assert len(sb.writes) == 1


def test_a_page_that_was_withdrawn_is_not_gone(sb: NotionSandbox, notion: Client) -> None:
    """404 of the page and of its parent is no access, so nothing is called done."""
    with rein.run("work") as run:
        notion.pages.create(parent={"page_id": ARCHIVE}, properties=titled("Plan"))
    with sb.lock:
        sb.world.connections["secret_agent"].shared.discard(ARCHIVE)
    assert only(rein.revert(run.id)).state is State.NEEDS_ATTENTION


# --- edits


def test_an_edit_goes_back_by_the_keys_that_it_wrote(sb: NotionSandbox, notion: Client) -> None:
    """Computed values are never sent, an empty select is cleared, and the new option stays, as the report says."""
    start = sb.state()
    edit = {"Stage": {"select": {"name": "Parked"}}, "Points": {"number": 8}}
    run = failed(notion, lambda n: n.pages.update(BARE, properties=edit))
    method, path, body = said(sb)[-1]
    assert (method, path, set(body)) == ("PATCH", f"/v1/pages/{BARE}", {"properties"})
    assert sorted(body["properties"].values(), key=str) == [{"number": 3}, {"select": None}]
    assert sb.left(start) == []
    assert "option" in only(run.report).residue


def test_what_a_person_set_stays_and_the_rest_goes_back(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """One value that somebody changed is a conflict with three values; the other one is restored."""
    with rein.run("work") as run:
        notion.pages.update(BARE, properties={"Stage": {"select": {"name": "Done"}}, "Points": {"number": 8}})
    anna.pages.update(BARE, properties={"Stage": {"select": {"name": "Blocked"}}})
    report = rein.revert(run.id)
    action = only(report)
    (conflict,) = action.conflicts
    assert (action.state, report.exit) == (State.CONFLICT, 1)
    assert (conflict.field, conflict.before) == ("Stage", {"select": None})
    assert conflict.ours != conflict.now
    values = notion.pages.retrieve(BARE)["properties"]
    assert (values["Stage"]["select"]["name"], values["Points"]["number"]) == ("Blocked", 3)
    assert said(sb)[-1][2] == {"properties": {key: {"number": 3} for key in said(sb)[-1][2]["properties"]}}


def test_a_page_sent_back_as_a_whole_is_rejected(sb: NotionSandbox, notion: Client) -> None:
    """The agent's own mistake is Notion's 400, and there is nothing to undo or to look for."""
    whole = notion.pages.retrieve(BARE)["properties"]
    with pytest.raises(APIResponseError) as raised, rein.run("work") as run:
        notion.pages.update(BARE, properties=whole)
    assert raised.value.status == 400
    assert (states(run), len(sb.writes)) == ([State.REJECTED], 1)


def test_a_long_relation_comes_back_as_a_whole(sb: NotionSandbox, notion: Client) -> None:
    """A page shows 25 of 40 related pages; the undo writes all of them."""
    failed(
        notion, lambda n: n.pages.update(OUTAGE, properties={"Related": {"relation": [{"id": NotionSandbox.task(44)}]}})
    )
    ((_, value),) = said(sb)[-1][2]["properties"].items()
    assert value["relation"] == [{"id": NotionSandbox.task(n)} for n in range(40)]


def test_a_long_text_comes_back_as_a_whole(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """A text of forty pieces, of which a page shows 25."""
    pieces = [{"text": {"content": f"{n} "}, "annotations": {"bold": n % 2 == 0}} for n in range(40)]
    anna.pages.update(BARE, properties={"Notes": {"rich_text": pieces}})
    start = sb.state()
    failed(notion, lambda n: n.pages.update(BARE, properties={"Notes": {"rich_text": text("Short")}}))
    assert sb.left(start) == []


def test_a_file_of_notion_s_own_is_not_overwritten(sb: NotionSandbox, notion: Client) -> None:
    """It reads as an address that is signed for an hour, so the call is refused before anything is sent."""
    with sb.lock:
        sb.world.uploads["u"] = Upload("u", NotionSandbox.ANNA, "log.txt", "text/plain", 0.0, status="uploaded")
        page = sb.world.things[BARE]
        assert isinstance(page, Page)
        page.values["fi|e"] = [{"name": "log.txt", "hosted": "u"}]
    with pytest.raises(rein.Refused, match="could not be put back"), rein.run("work"):
        notion.pages.update(BARE, properties={"Files": {"files": []}})
    assert sb.writes == []


@pytest.mark.parametrize("more", [{"erase_content": True}, {"template": {"type": "default"}}])
def test_an_edit_that_pours_content_over_a_page_is_refused(sb: NotionSandbox, notion: Client, more: Any) -> None:
    """Nothing brings the content back, whatever else the call sets."""
    with pytest.raises(rein.Refused), rein.run("work"):
        notion.pages.update(NOTES, properties=titled("T"), **more)
    assert sb.writes == []


def test_keywords_that_the_sdk_drops_change_nothing(sb: NotionSandbox, notion: Client) -> None:
    """An empty request is recorded as one that changed nothing, and nothing is sent for its undo."""
    with pytest.warns(UserWarning, match="names nothing to change"):
        run = failed(notion, lambda n: n.pages.update(NOTES, is_archived=True))
    assert (states(run), said(sb)) == ([State.UNCHANGED], [("PATCH", f"/v1/pages/{NOTES}", {})])


def test_content_of_a_page_that_a_person_trashed_waits(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """Notion edits nothing in the trash, and the undo does not take out what a person put there."""
    with rein.run("work") as run:
        notion.pages.update(NOTES, properties=titled("New"))
    anna.pages.update(NOTES, in_trash=True)
    assert only(rein.revert(run.id)).state is State.NEEDS_ATTENTION
    anna.pages.update(NOTES, in_trash=False)
    assert only(rein.revert(run.id)).state is State.REVERTED


def test_block_and_page_come_back_in_order(sb: NotionSandbox, notion: Client) -> None:
    """A block that went to the trash before its page comes back after it."""
    start = sb.state()

    def act(client: Client) -> None:
        client.blocks.delete(client.blocks.children.list(NOTES)["results"][0]["id"])
        client.pages.update(NOTES, in_trash=True)

    run = failed(notion, act)
    assert (states(run), sb.left(start)) == ([State.REVERTED, State.REVERTED], [])


def test_one_page_has_one_identity(sb: NotionSandbox, notion: Client) -> None:
    """However a call spells the id, and whether it addresses the page as a block."""
    with rein.run("work") as run:
        notion.pages.update(NOTES.replace("-", ""), icon={"emoji": "🐛"})
        notion.pages.update(NOTES, is_locked=True)
        notion.blocks.children.append(NOTES.upper(), children=[paragraph("x")])
    assert {action.planned_effect.object for action in run.actions} == {f"notion:block:{NOTES}"}


# --- moves


def test_a_page_at_the_top_of_the_workspace_does_not_move(sb: NotionSandbox, notion: Client) -> None:
    """Nothing moves a page back there, so the move is refused before it is sent."""
    with pytest.raises(rein.Refused), rein.run("work"):
        notion.pages.move(PROJECTS, parent={"page_id": ARCHIVE})
    assert sb.writes == []


def test_a_row_that_was_moved_out_gets_its_values_back(sb: NotionSandbox, notion: Client) -> None:
    """Leaving a data source drops the values; the undo moves the page back, then writes them."""
    start = sb.state()
    run = failed(notion, lambda n: n.pages.move(LOGIN, parent={"page_id": ARCHIVE}))
    assert (states(run), sb.left(start)) == ([State.REVERTED], [])
    assert [path.rpartition("/")[2] for _, path, _ in said(sb)] == ["move", "move", LOGIN]


# --- answers at undo


@pytest.mark.parametrize("status", [409, 429, 500, 503, 529])
def test_an_undo_meets_what_passes(sb: NotionSandbox, notion: Client, status: int) -> None:
    """A collision, a limit and an overload are waited for, after reading the page again."""
    start = sb.state()
    with rein.run("work") as run:
        notion.pages.update(BARE, properties={"Points": {"number": 8}})
    sb.faults.add("error", method="PATCH", status=status)
    with no_waiting():
        assert only(rein.revert(run.id)).state is State.REVERTED
    assert sb.left(start) == []


def test_a_dead_token_leaves_all_as_it_is(sb: NotionSandbox, notion: Client) -> None:
    """401 ends the undo of everything that this client did; it stays for the next revert."""
    with rein.run("work") as run:
        notion.pages.update(BARE, properties={"Points": {"number": 8}})
    sb.faults.add("error", status=401, times=None)
    report = rein.revert(run.id)
    assert (report.exit, states(run)) == (3, [State.LANDED])
    assert "401" in report.problems[0]
    sb.faults.clear()
    assert only(rein.revert(run.id)).state is State.REVERTED


def test_an_answer_that_the_page_belies_is_not_believed(sb: NotionSandbox, notion: Client) -> None:
    """200 for the inverse, and the page reads as before: nothing is called reverted."""
    with rein.run("work") as run:
        page = notion.pages.update(BARE, properties={"Points": {"number": 8}})
    sb.faults.add("error", method="PATCH", status=200, body=page)
    action = only(rein.revert(run.id))
    assert action.state is State.NEEDS_ATTENTION
    assert "re-read" in action.message


def test_another_connection_sees_nothing_as_gone(sb: NotionSandbox, notion: Client, monkeypatch: Any) -> None:
    """A token of another connection is told so; its 404 means nothing."""
    with rein.run("work") as run:
        notion.pages.create(parent={"page_id": PROJECTS}, properties=titled("Plan"))
    monkeypatch.setenv("NOTION_TOKEN", "ntn-other")
    report = rein.revert(run.id)
    assert (report.exit, states(run)) == (3, [State.LANDED])
    assert "wrong credentials" in report.problems[0]
    assert len(sb.writes) == 1


def test_an_answer_that_nobody_can_read_is_looked_into(sb: NotionSandbox, notion: Client) -> None:
    """200 without an object says nothing; the page that was not made is not found, and nothing is undone."""
    sb.faults.add("error", method="POST", status=200, body="<html>")
    with rein.run("work") as run:
        notion.pages.create(parent={"data_source_id": ROWS}, properties=row("Flaky"))
    assert states(run) == [State.UNKNOWN]
    with no_waiting():
        rein.revert(run.id)
    assert (states(run), len(sb.writes)) == ([State.REJECTED], 1)


def test_an_undo_speaks_the_version_of_its_action(sb: NotionSandbox) -> None:
    """The version decides what a request means, so reads and inverse carry the one of the run."""
    with armed(sb.url, notion_version="2026-03-11") as notion, rein.run("work") as run:
        notion.pages.update(NOTES, in_trash=True)
    sb.clear_requests()
    assert only(rein.revert(run.id)).state is State.REVERTED
    about = [one for one in sb.requests if one.path.startswith("/v1/pages")]
    assert {one.headers["notion-version"] for one in about} == {"2026-03-11"}


# --- async


async def _work(url: str) -> rein.Run:
    async with aarmed(url) as notion:
        with suppress(Boom):
            async with rein.run("work") as run:
                page = await notion.pages.create(parent={"data_source_id": ROWS}, properties=row("Flaky"))
                await notion.blocks.children.append(page["id"], children=[paragraph("One")])
                await notion.pages.update(OUTAGE, properties={"Related": {"relation": []}, "Points": {"number": 1}})
                await notion.pages.move(LOGIN, parent={"page_id": ARCHIVE})
                await notion.blocks.delete(NotionSandbox.TOGGLE)
                await notion.comments.create(parent={"page_id": NOTES}, rich_text=text("Done"))
                with suppress(APIResponseError):
                    await notion.pages.create(parent={"database_id": NOWHERE}, properties=row("T"))
                raise Boom
    return run


def test_an_async_client_is_undone_alike(sb: NotionSandbox) -> None:
    """Readings and inverses of every kind run through an AsyncClient, too."""
    start = sb.state()
    run = asyncio.run(_work(sb.url))
    done = [State.REVERTED] * 5
    assert (states(run), sb.left(start)) == ([*done, State.COMPENSATED, State.REJECTED], [])
