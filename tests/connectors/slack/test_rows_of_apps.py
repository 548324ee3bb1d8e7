"""Rows of lists, calls and remote files undone in the situations that people meet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from slack_sdk import WebClient

import agentrein as rein
from agentrein.connector import Call, Tier
from agentrein.testing.crash import no_waiting
from agentrein_slack.operations.lists import delete_tier, first_row, rows_named, said_of, update_tier
from agentrein_slack.operations.remote import add_tier, named, remove_tier, share_tier
from agentrein_slack.readings_of_calls import caller
from agentrein_slack.readings_of_lists import cell, said, value_of
from agentrein_slack.sandbox import SlackSandbox
from connectors.slack.examples.calls import CALL, ring
from connectors.slack.examples.lists import LIST, changed, estimate, made, row, title
from connectors.slack.examples.remote import add, file, share
from connectors.slack.examples.things import ADA, AGENT, DEPLOYS, PERSON
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


# Lists


def test_cells_that_nobody_touched_come_back_beside_one_that_somebody_changed(
    sb: SlackSandbox, bot: WebClient, bob: WebClient
) -> None:
    """Of one call with several cells, only the one that a person changed since is left."""
    made("Build", estimate(3))(bob)
    cells = [{"row_id": row(bob), **estimate(8)}, {"row_id": row(bob), **title("Old")}]
    with rein.run("plan") as run:
        bot.slackLists_items_update(list_id=LIST, cells=cells)
    changed(estimate(13))(bob)
    report = rein.revert(run.id)
    (shown,) = bob.slackLists_items_list(list_id=LIST)["items"]
    assert report.exit == 1
    assert [value_of(one) for one in shown["fields"]][:2] == sorted([value_of(estimate(13)), value_of(title("Build"))])


@pytest.mark.parametrize(
    "change",
    [
        {"row_id_to_create": True, "column_id": "Col0COUNT", "number": [1]},
        {"column_id": "Col0FILES", "attachment": ["F1"]},
        {"column_id": "Col0TITLE", "text": "x"},
    ],
)
def test_cells_that_do_not_read_as_they_are_written_are_not_changed(
    sb: SlackSandbox, bot: WebClient, bob: WebClient, change: dict[str, Any]
) -> None:
    """Files, new rows and other forms are refused, and nothing is sent."""
    made()(bob)
    number = row(bob)
    change = change if "row_id_to_create" in change else {"row_id": number, **change}
    sb.clear_requests()
    with rein.run("careless"), pytest.raises(rein.Refused):
        bot.slackLists_items_update(list_id=LIST, cells=[{"row_id": number, **estimate(1)}, change])
    assert sb.writes == []


def test_a_row_with_rows_below_it_is_not_deleted(sb: SlackSandbox, bot: WebClient, bob: WebClient) -> None:
    """They would go with it, and could not be put below it again."""
    made()(bob)
    bob.slackLists_items_create(list_id=LIST, parent_item_id=row(bob))
    sb.clear_requests()
    with rein.run("careless"), pytest.raises(rein.Refused):
        bot.slackLists_items_delete(list_id=LIST, id=row(bob))
    assert sb.writes == []


def test_equal_rows_are_all_made_again(sb: SlackSandbox, bot: WebClient, bob: WebClient) -> None:
    """Each of several that say the same is made once, and one that is left stays what it is."""
    for _ in range(4):
        made("Same")(bob)
    start = sb.state()
    with suppress(Boom), rein.run("tidy"):
        bot.slackLists_items_deleteMultiple(list_id=LIST, ids=[row(bob, n) for n in (0, 1, 2)])
        raise Boom
    assert (len(bob.slackLists_items_list(list_id=LIST)["items"]), sb.state()) == (4, start)


def test_a_deletion_that_may_have_gone_halfway_is_a_question(sb: SlackSandbox, bot: WebClient, bob: WebClient) -> None:
    """After a lost answer, some rows gone and some not tell nothing, and nothing is sent."""
    made("One")(bob), made("Two")(bob)
    ids = [row(bob, 0), row(bob, 1)]
    sb.faults.add("error", writes=True)
    with no_waiting():
        with rein.run("tidy") as run, suppress(Exception):
            bot.slackLists_items_deleteMultiple(list_id=LIST, ids=ids)
        bob.slackLists_items_delete(list_id=LIST, id=ids[0])
        there = sb.state()
        assert rein.revert(run.id).exit == 1
    assert sb.state() == there


def test_how_cells_compare() -> None:
    """By their kind and what they say, without what Slack adds; an empty one says nothing."""
    added = {"column_id": "Col0TITLE", "rich_text": [{"block_id": "b1", **title("x")["rich_text"][0]}], "text": "x"}
    assert value_of(added) == value_of(title("x")) != value_of(title("y"))
    assert value_of(cell("C1", "number", None)) == value_of(cell("C1", "checkbox", None)) == value_of(None) == ""
    assert said([estimate(3), title("x")]) == said([title("x"), estimate(3), cell("C9", "user", None)])
    assert said_of({"initial_fields": [estimate(3)]}) == said([estimate(3)])
    assert (rows_named({"id": "R1"}), rows_named({"ids": ["R1", "R2"]}), rows_named(None)) == (["R1"], ["R1", "R2"], [])
    assert (first_row({"cells": [{"row_id": "R1"}]}), first_row({"cells": []}), first_row(None)) == ("R1", "", "")
    call = Call("slack", "slackLists.items.update")
    assert [update_tier(call, one, None) for one in ({"known": True}, {"known": False}, None)] == [
        *(Tier.REVERSIBLE, Tier.IRREVERSIBLE, Tier.IRREVERSIBLE),
    ]
    assert delete_tier(call, {"known": True}, None) is Tier.COMPENSABLE


# Calls


def test_who_left_a_call_by_themselves_is_not_taken_out_again(sb: SlackSandbox, bot: WebClient, bob: WebClient) -> None:
    """Of several who were added, only those who are still there are taken out."""
    ring(bob)
    with rein.run("call") as run:
        bot.calls_participants_add(id=CALL, users=[{"slack_id": ADA}, {"external_id": "g-2"}])
    bob.calls_participants_remove(id=CALL, users=[{"slack_id": ADA}])
    sb.clear_requests()
    assert (rein.revert(run.id).exit, len(sb.writes)) == (0, 1)


def test_a_call_that_ended_takes_nobody_in(sb: SlackSandbox, bot: WebClient, bob: WebClient) -> None:
    """Who was taken out of it cannot come back, and a person is told."""
    ring(bob)
    with rein.run("call") as run:
        bot.calls_participants_remove(id=CALL, users=[{"external_id": "g-1"}])
    bob.calls_end(id=CALL)
    report = rein.revert(run.id)
    assert (report.exit, "inactive_call" in report.actions[0].message) == (1, True)


def test_who_takes_part_in_a_call() -> None:
    """Accounts of Slack's, and guests whom only the calling service knows."""
    assert (caller({"slack_id": "U1"}), caller({"external_id": "g-1"}), caller(None)) == ("U1", "external g-1", "")


# Remote files


def test_only_the_new_message_that_shares_a_file_is_deleted(sb: SlackSandbox, bot: WebClient, bob: WebClient) -> None:
    """One that shared it before stays."""
    add(bob), share(bob)
    (before,) = sb.channel(DEPLOYS).messages
    with suppress(Boom), rein.run("share"):
        bot.files_remote_share(external_id="doc-41", channels=DEPLOYS)
        raise Boom
    assert list(sb.channel(DEPLOYS).messages) == [before]


def test_a_remote_file_with_a_picture_is_not_added(sb: SlackSandbox, bot: WebClient) -> None:
    """An upload whose bytes the record does not hold is refused."""
    with rein.run("careless"), pytest.raises(rein.Refused):
        bot.files_remote_add(external_id="x", external_url="https://x.example", title="x", preview_image=b"PNG")
    assert sb.writes == []


def test_a_remote_file_is_named_by_either_id(sb: SlackSandbox, bob: WebClient) -> None:
    """By the other service's, or by Slack's; what is not known of it counts as lost."""
    add(bob)
    assert file(bob).startswith("F")
    assert (named({"external_id": "x"}), named({"file": "F1"}), named(None)) == ("x", "F1", "")
    call = Call("slack", "files.remote.add", body={"channels": "C1,C2"})
    assert (add_tier(call, None, None), add_tier(call, {"id": "F1"}, None)) == (Tier.REVERSIBLE, Tier.IRREVERSIBLE)
    assert remove_tier(call, {"external_id": "x", "external_url": "y"}, None) is Tier.COMPENSABLE
    assert remove_tier(call, {"external_id": "x"}, None) is remove_tier(call, None, None) is Tier.IRREVERSIBLE
    assert share_tier(call, {}, None) is Tier.IRREVERSIBLE
