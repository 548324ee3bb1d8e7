from __future__ import annotations

import csv
import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.web import async_client, client, legacy_client

from agentrein.connector import Actor, Call, Tier
from agentrein.table import Match
from agentrein_slack import connector, reads
from agentrein_slack.operations.conversations import archive_tier, leave_tier, people
from agentrein_slack.operations.files import shared_in, upload_tier
from agentrein_slack.operations.messages import renamed
from agentrein_slack.operations.new_channels import freed
from agentrein_slack.operations.places import is_id, is_reply
from agentrein_slack.operations.scheduled import delete_tier
from agentrein_slack.reads import READS

ENDPOINTS = Path(__file__).parents[2] / "data" / "slack_endpoints.tsv"
TABLE = connector.table


def endpoints() -> dict[str, str]:
    """Every method that slack_sdk calls, with its kind."""
    with ENDPOINTS.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {line["method"]: line["kind"] for line in lines}


def test_every_write_of_the_sdk_is_known() -> None:
    """Each write that slack_sdk can send is a row or a refused line with its reason."""
    writes = {method for method, kind in endpoints().items() if kind == "write"}
    assert writes
    assert not [method for method in sorted(writes) if TABLE.row(method) is None]


def test_every_read_of_the_sdk_is_declared() -> None:
    """Each read that slack_sdk can send is named, and nothing is both a read and a write."""
    assert {method for method, kind in endpoints().items() if kind == "read"} == READS
    assert not [method for method in READS if TABLE.row(method) is not None]


@pytest.mark.parametrize("module", [client, async_client, legacy_client], ids=lambda module: module.__name__)
def test_no_method_of_a_client_is_missing(module: Any) -> None:
    """Every name that a client of the installed SDK passes to `api_call` stands in the list of endpoints."""
    names = set(re.findall(r'"([A-Za-z]+(?:\.[A-Za-z0-9]+)+)"', inspect.getsource(module)))
    called = {name for name in names if name.split(".")[0] in {one.split(".")[0] for one in endpoints()}}
    assert called > {"chat.postMessage", "files.remote.add", "conversations.kick"}
    assert sorted(called - set(endpoints())) == []


def test_the_sdk_has_no_method_that_is_not_listed() -> None:
    """Each public method of the client that calls Slack is the SDK's name of a listed one."""
    with ENDPOINTS.open(encoding="utf-8", newline="") as file:
        listed = {line["sdk"] for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    helpers = {"api_call", "chat_stream", "files_upload_v2", "validate_slack_signature", "issue_new_access_token"}
    public = {name for name, _ in inspect.getmembers(WebClient, inspect.isfunction) if not name.startswith("_")}
    assert sorted(name for name in public - helpers if f"WebClient.{name}" not in listed) == []


def test_the_long_tail_holds_nothing_else() -> None:
    """A refused line that the SDK never sends, or that has a row, would be a mistake."""
    refused = {line.address for line in TABLE.refused}
    assert refused <= set(endpoints())
    assert not refused & {row.address for row in TABLE.operations}


def test_every_refused_line_says_why() -> None:
    """Each line of the long tail has an SDK name and one plain sentence."""
    for line in TABLE.refused:
        assert line.sdk.startswith("WebClient."), line.address
        assert line.why.endswith("."), line.address


def test_every_row_cites_the_vendor() -> None:
    """Each row's reason names the page of Slack's documentation that it rests on."""
    assert all("https://docs.slack.dev/reference/methods/" in row.why for row in TABLE.operations)


def test_a_method_is_an_address_of_its_own() -> None:
    """A method is matched by its whole name; a part of one, or one with a path, is nothing."""
    found = TABLE.match("chat.postMessage", "")
    assert isinstance(found, Match)
    assert (found.address, found.params) == ("chat.postMessage", {})
    assert TABLE.match("chat.post", "") is None
    assert TABLE.match("chat.postMessage", "/x") is None


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("conversations.history", "", True),
        ("auth.test", "", True),
        ("conversations.history", "/x", False),
        ("GET", "", False),
        ("chat.postMessage", "", False),
        ("dnd.setSnooze", "", False),
        ("auth.revoke", "", False),
    ],
)
def test_reads_are_declared_by_name(method: str, path: str, expected: bool) -> None:  # noqa: FBT001 - a column of the table above
    """Neither the HTTP method nor the form of a name tells a read from a write."""
    assert reads(method, path) is expected


@pytest.mark.parametrize(
    ("kind", "tier"), [("user", Tier.COSTLY), ("bot", Tier.IRREVERSIBLE), ("token", Tier.IRREVERSIBLE)]
)
def test_who_archives_decides_whether_it_can_be_undone(kind: str, tier: Tier) -> None:
    """Only a person's token brings a channel back; what is not known counts as a bot's."""
    call = Call("slack", "conversations.archive")
    assert archive_tier(call, {}, Actor("U1", "T1", kind)) is tier
    assert archive_tier(call, {}, None) is Tier.IRREVERSIBLE


def test_a_private_channel_is_left_for_good() -> None:
    """Nobody lets itself into a private channel again."""
    call = Call("slack", "conversations.leave")
    assert leave_tier(call, {"is_private": False}, None) is Tier.COSTLY
    assert leave_tier(call, {"is_private": True}, None) is Tier.IRREVERSIBLE
    assert leave_tier(call, {}, None) is Tier.IRREVERSIBLE


def test_a_scheduled_message_without_text_is_lost() -> None:
    """Slack shows nothing but the text of what waits."""
    call = Call("slack", "chat.deleteScheduledMessage")
    assert delete_tier(call, {"text": "Stand-up"}, None) is Tier.COSTLY
    assert delete_tier(call, {"text": ""}, None) is Tier.IRREVERSIBLE
    assert delete_tier(call, None, None) is Tier.IRREVERSIBLE


@pytest.mark.parametrize(
    ("body", "channels"),
    [
        ({}, []),
        ({"channel_id": "C1"}, ["C1"]),
        ({"channels": "C1,C2"}, ["C1", "C2"]),
        ({"channels": ["C1"]}, ["C1"]),
        (None, []),
    ],
)
def test_where_an_upload_is_shared(body: Any, channels: list[str]) -> None:
    """An upload names no channel, one, or several; in several it cannot be taken back."""
    assert shared_in(body) == channels
    tier = Tier.COMPENSABLE if len(channels) < 2 else Tier.IRREVERSIBLE
    assert upload_tier(Call("slack", "files.completeUploadExternal", body=body), None, None) is tier


def test_what_a_call_says_is_read_in_every_form() -> None:
    """Users come as one text or as a list; a channel by id, name or person; a reply by its thread."""
    assert people("U1, U2,") == people(["U1", "U2"]) == ["U1", "U2"]
    assert [is_id(one) for one in ("C0AAA", "D0BOB", "G1", "#general", "general", "U0BOB", None)] == [
        *(True, True, True),
        *(False, False, False, False),
    ]
    assert (is_reply({"thread_ts": "1.2"}), is_reply({"thread_ts": ""}), is_reply({})) == (True, False, False)
    assert (renamed({"username": "Builder"}), renamed({"text": "T"})) == (True, False)
    assert len(freed("a" * 80)) == 50
