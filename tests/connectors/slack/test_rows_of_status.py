"""Profiles, presence and pauses undone in the situations that people meet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

import agentrein as rein
from agentrein.connector import Call, Tier
from agentrein_slack.operations.profile import as_profile, pause_tier, presence_tier, session_tier, whose
from agentrein_slack.readings_of_status import quiet
from agentrein_slack.sandbox import SlackSandbox
from connectors.slack.examples.things import ADA, MEMBER, PERSON
from slack_kit import armed


class Boom(RuntimeError):
    """What an agent's own code raises."""


@pytest.fixture
def ada(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebClient]:
    """An armed client with the token of a person, and her credential in the environment."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", MEMBER)
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)
    yield armed(sb.url, MEMBER)
    assert sb.failures == []


@pytest.mark.parametrize(
    "profile", [{"email": "new@acme.example"}, {"image": "x"}, {"title": "x", "huddle_state": "in_a_huddle"}]
)
def test_what_does_not_come_back_is_not_set(sb: SlackSandbox, ada: WebClient, profile: dict[str, str]) -> None:
    """An address of mail, which somebody must confirm, and fields that nobody writes are refused."""
    with rein.run("careless"), pytest.raises(rein.Refused):
        ada.users_profile_set(profile=profile)
    assert sb.writes == []


def test_an_administrator_changes_another_profile(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The undo goes to whom the call went to."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", PERSON)
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)
    bob, start = armed(sb.url, PERSON), sb.state()
    with suppress(Boom), rein.run("titles"):
        bob.users_profile_set(user=ADA, name="title", value="Captain")
        bob.users_profile_set(user=ADA, profile={"title": "General", "phone": "123"})
        raise Boom
    assert sb.state() == start
    assert len(sb.writes) == 4


def test_one_part_of_a_status_that_somebody_changed_keeps_all_of_it(sb: SlackSandbox, ada: WebClient) -> None:
    """Text, emoji and end belong together: with another emoji the text is not put back either."""
    with rein.run("status") as run:
        ada.users_profile_set(profile={"status_text": "Deploying", "status_emoji": ":ship:", "title": "Captain"})
    plain = WebClient(token=MEMBER, base_url=sb.api_url)
    plain.users_profile_set(profile={"status_emoji": ":fire:"})
    report = rein.revert(run.id)
    shown = plain.users_profile_get()["profile"]
    assert (report.exit, shown["status_text"], shown["status_emoji"], shown["title"]) == (1, "Deploying", ":fire:", "")
    assert [one.field for one in report.actions[0].conflicts] == ["status_emoji"]


def test_a_pause_that_ran_out_is_no_conflict(sb: SlackSandbox, ada: WebClient) -> None:
    """Nobody ended it: there is nothing left to undo."""
    with rein.run("pause") as run:
        ada.dnd_setSnooze(num_minutes=30)
    sb.world.users[ADA].snoozed_until = 0
    sb.clear_requests()
    assert (rein.revert(run.id).exit, sb.writes) == (0, [])


def test_an_earlier_pause_that_would_be_over_is_not_set_again(sb: SlackSandbox, ada: WebClient) -> None:
    """Its time has passed meanwhile, so the later one just ends."""
    sb.world.users[ADA].snoozed_until = int(sb.now()) + 1
    with rein.run("pause") as run:
        ada.dnd_setSnooze(num_minutes=30)
    (action,) = run.actions
    assert action.tier == "reversible"
    until = sb.world.users[ADA].snoozed_until
    assert rein.revert(run.id).exit == 0
    assert sb.world.users[ADA].snoozed_until < until


def test_nobody_is_disturbed_less_than_before(sb: SlackSandbox, ada: WebClient) -> None:
    """`not_in_dnd` reaches the caller, and there is nothing to undo."""
    sb.world.users[ADA].quiet_hours = (0, 0)
    start = sb.state()
    with suppress(Boom), rein.run("wake") as run:
        with pytest.raises(rein.Refused):
            ada.dnd_endDnd()
        raise Boom
    assert (run.actions, sb.state()) == ([], start)
    with pytest.raises(SlackApiError, match="not_in_dnd"):
        WebClient(token=MEMBER, base_url=sb.api_url).dnd_endDnd()


def test_quiet_hours_that_were_ended_are_made_up_for(sb: SlackSandbox, ada: WebClient) -> None:
    """A pause until the end of the session stands in for it."""
    end = sb.world.users[ADA].quiet_hours[1]
    with suppress(Boom), rein.run("wake"):
        ada.dnd_endDnd()
        raise Boom
    assert abs(sb.world.users[ADA].snoozed_until - end) <= 90


@pytest.mark.parametrize(
    ("image", "pause", "session"),
    [
        ({"until": 0}, Tier.REVERSIBLE, Tier.IRREVERSIBLE),
        ({"until": 99}, Tier.REVERSIBLE, Tier.COMPENSABLE),
        ({"until": 99, "snooze_is_indefinite": True}, Tier.IRREVERSIBLE, Tier.IRREVERSIBLE),
        (None, Tier.IRREVERSIBLE, Tier.IRREVERSIBLE),
    ],
)
def test_how_far_quiet_comes_back(image: Any, pause: Tier, session: Tier) -> None:
    """A pause without an end cannot be set by minutes; what is not known counts as lost."""
    assert pause_tier(Call("slack", "dnd.setSnooze"), image, None) is pause
    assert session_tier(Call("slack", "dnd.endDnd"), image, None) is session


@pytest.mark.parametrize(("left", "back"), [(59, True), (0, True), (1800, False)])
def test_a_pause_that_was_over_before_an_undo_was_read_back(left: int, *, back: bool) -> None:
    """It was set again to the minute, so it may end after the one that was; none at all is back, too."""
    paused = {"snooze_enabled": left > 0, "snooze_endtime": 1_000_000 + left, "snooze_remaining": left}
    assert quiet(paused, {"until": 999_999})["back"] is back


def test_what_a_call_says_of_a_profile() -> None:
    """One name with its value is a profile of one field; a call that names nobody is about the account itself."""
    assert as_profile({"name": "title", "value": "x", "user": "U1"}) == {"user": "U1", "profile": {"title": "x"}}
    assert as_profile({"profile": {"title": "x"}}) == {"profile": {"title": "x"}}
    assert (whose({"user": "U2"}, "U1"), whose({}, "U1"), whose(None, "U1")) == ("U2", "U1", "U1")
    call = Call("slack", "users.setPresence")
    assert presence_tier(call, {"said": "auto"}, None) is Tier.REVERSIBLE
    assert presence_tier(call, {}, None) is Tier.IRREVERSIBLE


@pytest.mark.filterwarnings("ignore:.* is deprecated:UserWarning")
def test_what_people_are_told_of_an_action(sb: SlackSandbox, ada: WebClient) -> None:
    """A sentence names what was set, what was saved and with whom one talks."""
    ts = sb.post_as("U0BOB", "C0AAA", "Ship it?")
    with rein.run("words") as run:
        ada.users_profile_set(name="title", value="Captain")
        ada.stars_add(channel="C0AAA", timestamp=ts)
        ada.conversations_open(users=["U0BOB", "U0BOT"])
    assert [action.planned["says"] for action in run.actions] == [
        "set title in the profile of the account itself",
        f"save C0AAA:{ts} for later",
        "open a direct message with U0BOB, U0BOT",
    ]
