"""The methods before conversations.*: Slack's own answer where it retired them, a true undo where it did not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.web.legacy_client import LegacyWebClient

import agentrein as rein
from agentrein.connector import Call, Operation, Tier
from agentrein.testing.crash import no_waiting
from agentrein_slack import connector
from agentrein_slack.operations.legacy import ROWS, join_tier, open_tier, several, unsigned
from agentrein_slack.sandbox import SlackSandbox
from agentrein_slack.sandbox.legacy import methods
from connectors.slack.examples.legacy import BOARD, BOT, EXAMPLES, WITH_ADA
from connectors.slack.examples.things import ADA, AGENT, BOB, DEPLOYS, OTHER, PERSON
from slack_kit import aarmed, armed, legacy, workspace

pytestmark = pytest.mark.filterwarnings(
    "ignore:.* is deprecated:UserWarning", "ignore:client.files_upload.. may cause:UserWarning"
)
"""slack_sdk's own word about these methods."""


class Boom(RuntimeError):
    """What an agent's own code raises."""


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential in the environment."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", AGENT)


@pytest.fixture
def served(environment: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlackSandbox]:
    """A Slack that serves the old methods still."""
    with SlackSandbox(legacy=True) as sandbox:
        monkeypatch.setenv("SLACK_API_URL", sandbox.api_url)
        yield sandbox
        assert sandbox.failures == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.address)
def test_a_retired_method_lands_nothing(sb: SlackSandbox, row: Operation) -> None:
    """Slack's own exception arrives, the action is rejected, and a revert has nothing to do."""
    act = next(one.act for one in (*EXAMPLES, *CALLS) if one.address == row.address)
    sb.legacy = True
    with suppress(Exception):
        prepare = next(one.prepare for one in (*EXAMPLES, *CALLS) if one.address == row.address)
        if prepare is not None:
            prepare(WebClient(PERSON, base_url=sb.api_url))
    sb.legacy = False
    start = sb.state()
    with rein.run("old code", policy={"irreversible": "allow"}) as run, pytest.raises(SlackApiError) as caught:
        act(armed(sb.url))
    assert caught.value.response["error"] == "method_deprecated"
    assert [(one.state, one.planned["address"]) for one in run.actions] == [("rejected", row.address)]
    assert sb.state() == start


class Made:
    """An old method that only a person may have undone, as a bot calls it."""

    def __init__(self, address: str, act: Callable[[Any], object]) -> None:
        self.address, self.act, self.prepare = address, act, None


CALLS = (
    Made("channels.archive", lambda slack: slack.channels_archive(channel=DEPLOYS)),
    Made("channels.unarchive", lambda slack: slack.channels_unarchive(channel=DEPLOYS)),
    Made("groups.archive", lambda slack: slack.groups_archive(channel=DEPLOYS)),
    Made("groups.unarchive", lambda slack: slack.groups_unarchive(channel=DEPLOYS)),
)


def test_a_method_that_slack_knows_no_more_lands_nothing() -> None:
    """`unknown_method`, as newer apps are told, is the same: rejected."""
    unknown = {"ok": False, "error": "unknown_method"}
    with workspace(channels_create=lambda _: (200, unknown)) as stub:
        with rein.run("old code") as run, pytest.raises(SlackApiError) as caught:
            armed(stub.url).channels_create(name="incident-7")
        assert stub.methods == ["channels.create"]
    assert caught.value.response["error"] == "unknown_method"
    assert [one.state for one in run.actions] == ["rejected"]


def test_every_old_method_is_played_and_declared() -> None:
    """The sandbox serves what the table declares, row by row."""
    assert methods.names == sorted(row.address for row in ROWS)
    assert all("etired for" in row.why for row in ROWS)


def test_a_run_of_old_code_is_undone(served: SlackSandbox) -> None:
    """A channel made, people invited, a topic set and a message posted the old way are all taken back."""
    slack, start = armed(served.url), served.state()
    with suppress(Boom), rein.run("old code") as run:
        made = slack.groups_create(name="incident-7")["group"]["id"]
        slack.groups_invite(channel=made, user=ADA)
        slack.groups_setTopic(channel=made, topic="Down & out")
        slack.channels_kick(channel=DEPLOYS, user=ADA)
        slack.im_open(user=OTHER)
        raise Boom
    assert run.status == "reverted"
    assert not served.left(start)
    assert served.channel(made).members == [BOT]


def test_a_plan_counts_old_invitations_as_the_runs_own(served: SlackSandbox) -> None:
    """Whom the run invited by the old method is nobody else: a plan would archive the channel that it made."""
    slack = armed(served.url)
    with rein.run("old code") as run:
        made = slack.channels_create(name="incident-7")["channel"]["id"]
        slack.channels_invite(channel=made, user=ADA)
    assert rein.revert(run.id, plan=True).exit == 0
    assert rein.revert(run.id).exit == 0


def test_joining_a_channel_that_is_not_there_makes_it(served: SlackSandbox) -> None:
    """What the old join made is archived under another name; where others came in, that is left to a person."""
    slack = armed(served.url)
    with rein.run("old code") as run:
        made = slack.channels_join(name="#incident-7")["channel"]["id"]
    assert [one.planned["tier"] for one in run.actions] == ["compensable"]
    WebClient(PERSON, base_url=served.api_url).conversations_join(channel=made)
    report = rein.revert(run.id)
    assert (report.exit, [one.state for one in report.actions]) == (1, ["conflict"])
    assert not served.channel(made).archived


def test_what_of_an_old_join_could_not_be_read_is_irreversible() -> None:
    """Without the list of channels nothing tells whether the call would make one."""
    call = Call("slack", "channels.join", body={"name": "incident-7"})
    assert [join_tier(call, {"was": was}, None) for was in ("in", "out", "absent", "?")] == [
        *(Tier.REVERSIBLE, Tier.REVERSIBLE),
        *(Tier.COMPENSABLE, Tier.IRREVERSIBLE),
    ]
    assert join_tier(call, None, None) is Tier.IRREVERSIBLE
    assert join_tier(Call("slack", "channels.join", body={"name": DEPLOYS}), {"was": "absent"}, None) is (
        Tier.IRREVERSIBLE
    )


def test_an_old_open_of_a_private_channel_is_refused(served: SlackSandbox) -> None:
    """Slack shows of no channel whether it is in the account's list."""
    WebClient(PERSON, base_url=served.api_url).conversations_invite(channel=BOARD, users=[BOT])
    served.clear_requests()
    with rein.run("old code"), pytest.raises(rein.Refused):
        armed(served.url).groups_open(channel=BOARD)
    assert served.writes == []
    assert open_tier(Call("slack", "groups.open"), {"is_open": False}, None) is Tier.REVERSIBLE


def test_a_direct_message_that_was_open_stays_open(served: SlackSandbox) -> None:
    """The old answer marks it, and its undo closes nothing."""
    with suppress(Boom), rein.run("old code") as run:
        assert armed(served.url).im_open(user=ADA)["already_open"]
        raise Boom
    assert [one.state for one in run.actions] == ["unchanged"]
    assert served.channel(WITH_ADA).is_open(BOT)


def test_leaving_where_one_is_not_is_nothing(served: SlackSandbox) -> None:
    """The old method calls that a success, and its undo joins nothing."""
    made = WebClient(PERSON, base_url=served.api_url).conversations_create(name="war-room")["channel"]["id"]
    with suppress(Boom), rein.run("old code") as run:
        assert armed(served.url).channels_leave(channel=made)["not_in_channel"]
        raise Boom
    assert run.status == "reverted"
    assert served.channel(made).members == [BOB]


def test_an_old_upload_in_a_thread_is_taken_back(served: SlackSandbox) -> None:
    """The file is deleted and its message in the thread says so."""
    at = served.post_as(BOB, DEPLOYS, "Where is the log?")
    with suppress(Boom), rein.run("old code"):
        armed(served.url).files_upload(
            content="log", title="Log", channels=[DEPLOYS], thread_ts=at, initial_comment="Here"
        )
        raise Boom
    shared = served.messages(DEPLOYS)[-1]
    assert (shared["thread_ts"], shared["text"].startswith("Reverted by AgentRein")) == (at, True)
    assert all(file.deleted for file in served.world.files.values())


def test_an_old_upload_without_a_name_whose_answer_is_lost_is_a_question(served: SlackSandbox) -> None:
    """Of a file that the call neither names nor titles nothing tells whether it is there; a person is asked."""
    served.faults.add("error", writes=True)
    with no_waiting():
        with rein.run("old code") as run, suppress(Exception):
            armed(served.url).files_upload(content="log")
        assert [one.state for one in run.actions] == ["unknown"]
        assert rein.revert(run.id).exit == 1


def test_the_bytes_of_an_old_upload_are_refused(served: SlackSandbox) -> None:
    """A body that cannot be recorded is not sent."""
    served.clear_requests()
    with rein.run("old code") as run, pytest.raises(rein.Refused):
        armed(served.url).files_upload(file=b"log", filename="log.txt", channels=DEPLOYS)
    assert (served.writes, run.actions) == ([], [])


def test_other_clients_send_old_methods_alike(served: SlackSandbox) -> None:
    """The legacy client and the async one go through the same rows."""

    async def rename() -> None:
        async with rein.run("old code"):
            await aarmed(served.url).channels_rename(channel=DEPLOYS, name="shipping")
            raise Boom

    with suppress(Boom), rein.run("old code"):
        client: LegacyWebClient = legacy(served.url)
        client.channels_rename(channel=DEPLOYS, name="shipping")
        raise Boom
    assert served.channel(DEPLOYS).name == "deploys"
    with suppress(Boom):
        asyncio.run(rename())
    assert (served.channel(DEPLOYS).name, served.channel(DEPLOYS).previous_names[0]) == ("deploys", "shipping")


def test_the_sandbox_tells_the_kinds_of_conversations_apart(served: SlackSandbox) -> None:
    """An old method of one family knows no conversation of another."""
    slack = WebClient(PERSON, base_url=served.api_url)
    for call in (
        lambda: slack.groups_setTopic(channel=DEPLOYS, topic="x"),
        lambda: slack.channels_setTopic(channel=BOARD, topic="x"),
        lambda: slack.channels_leave(channel=BOARD),
        lambda: slack.mpim_close(channel=DEPLOYS),
        lambda: slack.groups_open(channel=DEPLOYS),
    ):
        with pytest.raises(SlackApiError, match="channel_not_found"):
            call()
    assert slack.groups_open(channel=BOARD)["ok"]


def test_arguments_are_read_in_the_words_of_today() -> None:
    """One user becomes several, and a name loses its sign."""
    assert several({"channel": "C1", "user": "U1"}) == {"channel": "C1", "users": "U1"}
    assert (several({"users": "U1"}), several(None)) == ({"users": "U1"}, None)
    assert (unsigned({"name": "#a"}), unsigned({}), unsigned(None)) == ({"name": "a"}, {}, None)


def test_old_methods_are_undone_through_those_of_today() -> None:
    """No inverse of an old row calls an old method, so that an undo works after Slack has retired it too."""
    addresses = {row.address for row in ROWS}
    called = {address for row in connector.table.operations for address in _called(row.inverse)}
    assert called
    assert not called & addresses


def _called(form: Any) -> Iterator[str]:
    """The addresses of the calls of an inverse."""
    if isinstance(form, dict):
        form = list(form.values())
    if isinstance(form, list | tuple):
        for one in form:
            yield from _called(one)
    for name in ("address", "write"):
        if isinstance(getattr(form, name, None), str):
            yield getattr(form, name)
    for name in getattr(type(form), "__dataclass_fields__", ()):
        yield from _called(getattr(form, name))
