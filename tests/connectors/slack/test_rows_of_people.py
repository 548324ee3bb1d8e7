"""User groups, reminders and saved items undone in the situations that people meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

import agentrein as rein
from agentrein.connector import Actor, Call, Tier
from agentrein_slack.operations.reminders import delete_tier, item, star_tier
from agentrein_slack.operations.usergroups import users_tier
from agentrein_slack.readings_of_people import names
from agentrein_slack.sandbox import SlackSandbox
from connectors.slack.examples.things import ADA, AGENT, BOB, MEMBER, PERSON
from slack_kit import armed

pytestmark = pytest.mark.filterwarnings("ignore:.* is deprecated:UserWarning")

Client = Callable[[str], WebClient]


class Boom(RuntimeError):
    """What an agent's own code raises."""


@pytest.fixture
def client(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """An armed client of a token, which then stands in the environment too."""

    def made(token: str) -> WebClient:
        monkeypatch.setenv("SLACK_BOT_TOKEN", token)
        monkeypatch.setenv("SLACK_API_URL", sb.api_url)
        return armed(sb.url, token)

    yield made
    assert sb.failures == []


def test_a_group_that_was_made_and_filled_is_disabled(sb: SlackSandbox, client: Client) -> None:
    """The people whom the run itself put into its new group keep nothing from being undone."""
    bot, start = client(AGENT), sb.state()
    with suppress(Boom), rein.run("rota") as run:
        group = bot.usergroups_create(name="On call", handle="oncall")["usergroup"]["id"]
        bot.usergroups_users_update(usergroup=group, users=[ADA])
        bot.usergroups_update(usergroup=group, description="Who is up")
        raise Boom
    assert run.report is not None
    assert (run.report.exit, sb.left(start)) == (0, [])
    assert sb.world.usergroups[group].disabled


def test_a_handle_that_somebody_took_is_for_a_person(sb: SlackSandbox, client: Client) -> None:
    """The old handle cannot be given back while another group has it, and nothing else is touched."""
    bot, bob = client(AGENT), WebClient(token=PERSON, base_url=sb.api_url)
    group = bob.usergroups_create(name="On call", handle="oncall")["usergroup"]["id"]
    with rein.run("rename") as run:
        bot.usergroups_update(usergroup=group, handle="nights")
    bob.usergroups_create(name="Theirs", handle="oncall")
    theirs = sb.state()
    report = rein.revert(run.id)
    assert (report.exit, report.actions[0].state.value) == (1, "needs_attention")
    assert "handle_already_exists" in report.actions[0].message
    assert sb.state() == theirs


@pytest.mark.parametrize("more", [{"additional_channels": "C0GEN"}, {"enable_section": "1"}])
def test_what_no_method_shows_of_a_group_is_not_set(sb: SlackSandbox, client: Client, more: dict[str, str]) -> None:
    """An argument whose value before cannot be read is refused, and nothing is sent."""
    bot, bob = client(AGENT), WebClient(token=PERSON, base_url=sb.api_url)
    group = bob.usergroups_create(name="On call", handle="oncall")["usergroup"]["id"]
    sb.clear_requests()
    with rein.run("careless"), pytest.raises(rein.Refused):
        bot.usergroups_update(usergroup=group, description="x", **more)
    assert sb.writes == []


@pytest.mark.parametrize(
    ("image", "body", "tier"),
    [
        ({"empty": False}, {"users": "U1"}, Tier.COSTLY),
        ({"empty": True}, {"users": "U1"}, Tier.COMPENSABLE),
        ({"empty": False}, {"users": "U1", "additional_channels": "C1"}, Tier.IRREVERSIBLE),
        ({}, {"users": "U1"}, Tier.IRREVERSIBLE),
        (None, None, Tier.IRREVERSIBLE),
    ],
)
def test_how_far_the_people_of_a_group_come_back(image: Any, body: Any, tier: Tier) -> None:
    """A list that was empty cannot be set again; what is not known counts as lost."""
    assert users_tier(Call("slack", "usergroups.users.update", body=body), image, None) is tier


def test_people_and_channels_are_read_in_every_form() -> None:
    """As a list, as a text with commas and blanks, once each, in one order."""
    assert names("U2, U1,,U2") == names(["U2", "U1"]) == ["U1", "U2"]
    assert names(None) == names("") == []


_MINE = {"creator": "U1", "user": "U1", "time": 1_900_000_000, "text": "x"}


@pytest.mark.parametrize(
    ("change", "tier"),
    [
        ({}, Tier.COSTLY),
        ({"recurring": True}, Tier.IRREVERSIBLE),
        ({"done": True}, Tier.IRREVERSIBLE),
        ({"user": "U2"}, Tier.IRREVERSIBLE),
        ({"creator": "U2"}, Tier.IRREVERSIBLE),
        ({"time": None}, Tier.IRREVERSIBLE),
    ],
)
def test_which_reminders_may_be_deleted(change: dict[str, Any], tier: Tier) -> None:
    """Only one of the account's own for one moment, not yet done, can be set again as it was."""
    call, me = Call("slack", "reminders.delete"), Actor("U1", "T1", "user")
    assert delete_tier(call, {"reminder": {**_MINE, **change}}, me) is tier
    assert delete_tier(call, {"reminder": _MINE}, None) is Tier.IRREVERSIBLE
    assert delete_tier(call, {}, me) is Tier.IRREVERSIBLE


def test_a_reminder_that_was_set_and_deleted_leaves_nothing(sb: SlackSandbox, client: Client) -> None:
    """The undo of the deletion sets it again under another id, under which the first undo finds it."""
    ada, start = client(MEMBER), sb.state()
    with suppress(Boom), rein.run("remind") as run:
        made = ada.reminders_add(text="Stand-up", time=str(int(sb.now()) + 100_000))["reminder"]["id"]
        ada.reminders_delete(reminder=made)
        raise Boom
    assert run.report is not None
    assert (run.report.exit, sb.state()) == (0, start)


def test_a_reminder_is_not_set_again_once_its_time_has_passed(sb: SlackSandbox, client: Client) -> None:
    """It would come late: a person is asked whether it is still wanted."""
    ada = client(MEMBER)
    WebClient(token=MEMBER, base_url=sb.api_url).reminders_add(text="Stand-up", time=str(int(sb.now()) + 100))
    (one,) = sb.world.reminders.values()
    one.time = int(sb.now()) - 100
    with rein.run("tidy") as run:
        ada.reminders_delete(reminder=one.id)
    report = rein.revert(run.id)
    assert (report.exit, ada.reminders_list()["reminders"]) == (1, [])


def test_a_bot_sets_no_reminder(sb: SlackSandbox, client: Client) -> None:
    """Slack refuses a bot's token: the caller sees its error, and nothing is to be undone."""
    bot, start = client(AGENT), sb.state()
    with suppress(Boom), rein.run("remind") as run:
        with pytest.raises(SlackApiError, match="not_allowed_token_type"):
            bot.reminders_add(text="eat", time="60")
        raise Boom
    assert sb.state() == start
    assert run.status.value in {"reverted", "failed"}


def test_what_was_saved_before_stays_saved(sb: SlackSandbox, client: Client) -> None:
    """`already_starred` reaches the caller, and the undo forgets nothing."""
    ts = sb.post_as(BOB, "C0AAA", "Ship it?")
    WebClient(token=MEMBER, base_url=sb.api_url).stars_add(channel="C0AAA", timestamp=ts)
    ada, start = client(MEMBER), sb.state()
    with suppress(Boom), rein.run("save") as run:
        with pytest.raises(SlackApiError, match="already_starred"):
            ada.stars_add(channel="C0AAA", timestamp=ts)
        raise Boom
    assert ([one.state.value for one in run.actions], sb.state()) == (["unchanged"], start)


def test_an_item_on_a_later_page_is_found(sb: SlackSandbox, client: Client) -> None:
    """What was saved long ago stands at the end of a list of many pages."""
    ada, plain = client(MEMBER), WebClient(token=MEMBER, base_url=sb.api_url)
    first = sb.post_as(BOB, "C0AAA", "Old")
    plain.stars_add(channel="C0AAA", timestamp=first)
    for number in range(205):
        sb.world.stars[ADA]["message", "C0AAA", sb.post_as(BOB, "C0AAA", str(number))] = sb.world.now()
    start = sb.state()
    with suppress(Boom), rein.run("forget"):
        ada.stars_remove(channel="C0AAA", timestamp=first)
        raise Boom
    assert sb.state() == start


def test_a_comment_on_a_file_is_not_saved() -> None:
    """Slack retired comments on files, and no list shows them."""
    assert star_tier(Call("slack", "stars.add", body={"file_comment": "Fc1"}), {}, None) is Tier.IRREVERSIBLE
    assert star_tier(Call("slack", "stars.add", body={"file": "F1"}), {}, None) is Tier.REVERSIBLE
    assert item({"channel": "C1", "timestamp": "1.2"}) == "C1:1.2"
