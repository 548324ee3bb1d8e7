"""Direct messages, read marks and canvases undone in the situations that people meet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from slack_sdk import WebClient

import agentrein as rein
from agentrein.connector import Call, Tier
from agentrein.testing.crash import no_waiting
from agentrein_slack.operations.canvases import changed, letters, renames
from agentrein_slack.operations.direct import kinds, mark_tier
from agentrein_slack.readings_of_places import bare, markdown
from agentrein_slack.sandbox import SlackSandbox
from connectors.slack.examples.canvases import PLAN, canvas, make, replaced, text
from connectors.slack.examples.things import ADA, AGENT, BOB, DEPLOYS, PERSON
from slack_kit import armed


class Boom(RuntimeError):
    """What an agent's own code raises."""


@pytest.fixture
def bot(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebClient]:
    """An armed client of the agent's bot, and its credential in the environment."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", AGENT)
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)
    yield armed(sb.url, AGENT)
    assert sb.failures == []


@pytest.fixture
def bob(sb: SlackSandbox) -> WebClient:
    """A person."""
    return WebClient(token=PERSON, base_url=sb.api_url)


def test_a_direct_message_that_was_open_stays_open(sb: SlackSandbox, bot: WebClient) -> None:
    """Scenario 27: `already_open` leaves nothing to undo, and one that is opened by its id is no other."""
    start = sb.state()
    with suppress(Boom), rein.run("open") as run:
        bot.conversations_open(users=ADA)
        bot.conversations_open(channel="D0ADA")
        raise Boom
    assert [one.state.value for one in run.actions] == ["unchanged", "unchanged"]
    assert (sb.state(), len(sb.writes)) == (start, 2)


def test_an_open_of_unknown_outcome_leaves_what_was_open(sb: SlackSandbox, bot: WebClient) -> None:
    """Where the answer was lost, what was open before the call tells that it changed nothing."""
    start = sb.state()
    sb.faults.add("lost", writes=True)
    with no_waiting(), suppress(Exception), rein.run("open"):
        bot.conversations_open(users=ADA)
    assert (sb.state(), len(sb.writes)) == (start, 1)


def test_a_message_in_an_opened_conversation_is_undone_first(sb: SlackSandbox, bot: WebClient) -> None:
    """What was posted into it says that it was reverted, and then it is closed."""
    start = sb.state()
    with suppress(Boom), rein.run("tell") as run:
        channel = bot.conversations_open(users=[BOB, ADA])["channel"]["id"]
        bot.chat_postMessage(channel=channel, text="Hello")
        raise Boom
    assert run.report is not None
    assert (run.report.exit, sb.left(start)) == (0, [])


def test_who_has_read_on_keeps_its_mark(sb: SlackSandbox, bot: WebClient) -> None:
    """The account moved the mark itself since, so that nothing is sent."""
    first, second, third = (sb.post_as(BOB, DEPLOYS, word) for word in ("One", "Two", "Three"))
    plain = WebClient(token=AGENT, base_url=sb.api_url)
    plain.conversations_mark(channel=DEPLOYS, ts=first)
    with rein.run("read") as run:
        bot.conversations_mark(channel=DEPLOYS, ts=second)
    plain.conversations_mark(channel=DEPLOYS, ts=third)
    sb.clear_requests()
    assert rein.revert(run.id).exit == 0
    assert (sb.writes, sb.channel(DEPLOYS).last_read["U0BOT"]) == ([], third)


def test_how_far_a_mark_comes_back() -> None:
    """Without the mark before there is nothing to set back."""
    call = Call("slack", "conversations.mark")
    assert mark_tier(call, {"last_read": "1.2"}, None) is Tier.REVERSIBLE
    assert mark_tier(call, {}, None) is Tier.IRREVERSIBLE


def test_where_a_direct_message_is_looked_for() -> None:
    """Among those with one person, or with several; by its id among both."""
    assert [kinds(one) for one in ({"users": "U1"}, {"users": "U1,U2"}, {"channel": "D1"}, None)] == [
        *("im", "mpim"),
        *("im,mpim", "im"),
    ]


@pytest.mark.parametrize("operation", ["insert_at_start", "insert_at_end", "insert_after", "replace", "delete"])
def test_an_edit_of_a_part_of_a_canvas_is_undone(
    sb: SlackSandbox, bot: WebClient, bob: WebClient, operation: str
) -> None:
    """The text before comes back as a whole, wherever the edit was."""
    make(bob)
    start, canvas_id = sb.state(), canvas(bob)
    section = bot.canvases_sections_lookup(canvas_id=canvas_id, criteria={"contains_text": "build"})["sections"][0][
        "id"
    ]
    change: dict[str, Any] = {"operation": operation}
    if operation != "delete":
        change["document_content"] = text("More & more")
    if "insert_at" not in operation:
        change["section_id"] = section
    with suppress(Boom), rein.run("edit"):
        bot.canvases_edit(canvas_id=canvas_id, changes=[change])
        assert sb.state() != start
        raise Boom
    assert sb.state() == start


def test_a_part_that_may_have_been_added_is_a_question(sb: SlackSandbox, bot: WebClient, bob: WebClient) -> None:
    """After a lost answer nothing tells an added part from what somebody else wrote, and nothing is overwritten."""
    make(bob)
    canvas_id = canvas(bob)
    sb.faults.add("lost", writes=True)
    added = [{"operation": "insert_at_end", "document_content": text("More")}]
    with no_waiting():
        with suppress(Exception), rein.run("edit") as run:
            bot.canvases_edit(canvas_id=canvas_id, changes=added)
        there = sb.state()
        assert rein.revert(run.id).exit == 1
    assert sb.state() == there


def test_text_and_title_are_not_changed_at_once(sb: SlackSandbox, bot: WebClient, bob: WebClient) -> None:
    """One change cannot bring both back, so that the call is refused."""
    make(bob)
    both = [*replaced("x"), {"operation": "rename", "title_content": text("y")}]
    canvas_id = canvas(bob)
    sb.clear_requests()
    with rein.run("careless"), pytest.raises(rein.Refused):
        bot.canvases_edit(canvas_id=canvas_id, changes=both)
    assert sb.writes == []
    assert (changed({"changes": both}, None), changed({}, None)) == ((), ())
    assert [renames({"changes": one}) for one in (both, both[1:], [])] == [False, True, False]


def test_a_canvas_that_somebody_deleted_is_gone(sb: SlackSandbox, bot: WebClient, bob: WebClient) -> None:
    """The undo of its making has nothing left to do."""
    with rein.run("notes") as run:
        made = bot.canvases_create(title="Notes", channel_id=DEPLOYS)["canvas_id"]
    bob.canvases_delete(canvas_id=made)
    sb.clear_requests()
    assert (rein.revert(run.id).exit, sb.writes) == (0, [])


def test_texts_of_canvases_are_compared_as_an_editor_keeps_them() -> None:
    """Blanks at the end of lines and rows of empty lines are no change; letters and digits are what was said."""
    assert markdown("# A  \n\n\n\nb \n") == "# A\n\nb"
    assert markdown(None) == ""
    assert bare("* Ship *it* (41)") == bare("- Ship **it** (41)") == "Shipit41"
    assert letters({"document_content": text(PLAN)}) == bare(PLAN)
    assert letters({}) == letters(None) == ""
