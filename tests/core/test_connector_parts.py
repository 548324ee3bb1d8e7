"""What the author of a connector is told about a mistake, and the words that plain HTTP vendors share."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein import registry
from agentrein.connector import (
    Actor,
    Answer,
    Call,
    ClientError,
    Connector,
    Read,
    Request,
    State,
    TableError,
    answer,
    by_status,
    gets,
    path,
    whoami,
)
from agentrein.loading import load
from agentrein.testing import CHECKS, Bench, Example
from board.connector import connector as as_it_is
from board.examples import card
from board.installed import Speak, installed
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

CALL = Call("memo", "POST /notes")
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "a name with a blank": ({"name": "the board"}, "the board: name: 'the board' is no short name"),
    "no SDK": ({"sdk": ""}, "board: sdk: is empty"),
    "a range without an end": ({"versions": ">=1.0"}, "board: versions: '>=1.0' is no range"),
    "a range of another kind": ({"versions": "~=1.0"}, "board: versions: '~=1.0' is no range"),
    "no clients": ({"clients": ()}, "board: clients: is empty"),
    "clients in one text": ({"clients": "board.sdk.BoardClient"}, "board: clients: is one text"),
    "a client without a module": ({"clients": ("BoardClient",)}, "board: clients: 'BoardClient' is no dotted name"),
    "a proxy without a function": ({"proxy": "board.proxy"}, "board: proxy: 'board.proxy' is no import path"),
    "a build without a module": ({"build": ":build"}, "board: build: ':build' is no import path"),
    "a sandbox without a class": ({"sandbox": "board"}, "board: sandbox: 'board' is no import path"),
    "a who that reads nothing": ({"who": lambda kind: Actor("ada")}, "board: who: is no generator function"),
}


@pytest.mark.parametrize(("parts", "says"), BAD.values(), ids=BAD)
def test_a_wrong_part_is_refused_by_its_name(parts: dict[str, Any], says: str) -> None:
    """Each part has its form: another is refused when the table is asked for, with what to write."""
    with pytest.raises(TableError) as refused:
        _ = replace(as_it_is, **parts).table
    assert refused.value.what.startswith(says)
    assert refused.value.now


def test_an_object_of_another_vendor_is_refused() -> None:
    """Identities of two vendors must not meet in one ledger, so an object begins with the connector's name."""
    with pytest.raises(TableError, match=r"object: 'git:card:' begins with another vendor"):
        wrong = replace(as_it_is.operations[0], object=path("git:card:", answer("id")))
        _ = replace(as_it_is, operations=(wrong, *as_it_is.operations[1:])).table


def test_what_is_not_said_goes_by_http() -> None:
    """A connector may leave out its title, sandbox, long tail and answer classes."""
    least = Connector(
        name="memo",
        sdk="memo-sdk",
        versions=">=1,<2",
        clients=("memo.Memo",),
        proxy="memo:arm",
        build="memo:client",
        operations=(),
        reads=gets,
        who=whoami("GET /me", "name"),
    )
    assert (least.title, least.sandbox, least.table.refused) == ("Memo", "", ())
    assert (least.classify, least.code(Answer(404)), least.status(Answer(404))) == (by_status, 404, 404)


@contextmanager
def distribution(folder: Path, points: str, code: str) -> Iterator[None]:
    """A module `other_rein` with an entry point, installed beside the toy vendor's connector."""
    (folder / "other_rein.py").write_text(code, encoding="utf-8")
    with installed(folder):
        info = folder / "other_rein-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-rein\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[agentrein.connectors]\n{points}\n", encoding="utf-8")
        try:
            yield
        finally:
            sys.modules.pop("other_rein", None)


BROKEN = {
    "code that raises": ("other = other_rein:connector", "x = 1 / 0\n", "ZeroDivisionError", "other_rein.py:1"),
    "a name that is missing": (
        "other = other_rein:conector",
        "connector = 1\n",
        "AttributeError",
        "other_rein:conector",
    ),
    "no connector": ("other = other_rein:connector", "connector = 1\n", "leads to int", "other_rein:connector"),
    "another name": (
        "other = other_rein:connector",
        "from board.connector import connector\n",
        "leads to the connector 'board'",
        "other_rein:connector",
    ),
    "a row with a column too many": (
        "other = other_rein:connector",
        "from agentrein.connector import op\n\nop('POST /x', residu='')\n",
        "residu: there is no such column",
        "other_rein.py:3",
    ),
}


@pytest.mark.parametrize(("points", "code", "says", "where"), BROKEN.values(), ids=BROKEN)
def test_a_broken_connector_is_told_with_its_place(
    points: str, code: str, says: str, where: str, tmp_path: Path
) -> None:
    """A connector that cannot be loaded is a TableError that names the line of its author, never a bug of ours."""
    with distribution(tmp_path, points, code), pytest.raises(TableError) as refused:
        registry.connector("other")
    assert says in refused.value.what
    assert refused.value.where.endswith(where)
    assert refused.value.now


def test_a_broken_connector_is_in_nobody_elses_way(tmp_path: Path, rein_ledger: Path) -> None:
    """Clients of other vendors are armed all the same; a client that nobody knows is told of it."""
    with (
        distribution(tmp_path, "a_first = other_rein:connector", "x = 1 / 0\n"),
        BoardSandbox() as box,
    ):
        client = BoardClient(box.url, "token-ada")
        assert rein.wrap(client, account="ada") is client
        with pytest.raises(TableError, match="'a_first' cannot be loaded: ZeroDivisionError"):
            rein.wrap(object())


def test_a_client_without_a_connector_is_told_of_entry_points() -> None:
    """The message for a class that no connector knows says how the connector of another vendor is found."""
    with pytest.raises(rein.UnknownClient, match=r"entry point in the group agentrein\.connectors"):
        rein.wrap(object())


@pytest.mark.parametrize("serves", [True, False])
def test_a_connector_may_serve_some_of_its_clients_only(speak: Speak, *, serves: bool) -> None:
    """Where several share an SDK, the client itself tells whose it is."""
    asked: list[object] = []
    made = speak(serves=lambda client: bool(asked.append(client)) or serves)
    client = BoardClient("http://127.0.0.1:9", "token-ada")
    if serves:
        assert registry.connector_for(client) is made
    else:
        with pytest.raises(rein.UnknownClient):
            registry.connector_for(client)
    assert asked == [client]


@pytest.mark.parametrize("where", ["nowhere_at_all:arm", "board.proxy:nothing"])
def test_a_part_that_cannot_be_imported_is_named(where: str) -> None:
    """The path that the Connector names stands in the message."""
    with pytest.raises(TableError, match=f"names '{where}', which cannot be imported"):
        load(where)


STATES = [
    (Answer(200), State.LANDED, {}),
    (Answer(204), State.LANDED, {}),
    (Answer(202), State.ACCEPTED, {}),
    (Answer(207), State.UNKNOWN, {"transient": True}),
    (Answer(303), State.UNKNOWN, {"transient": True}),
    (Answer(401), State.REJECTED, {"client_wide": True}),
    (Answer(404), State.REJECTED, {}),
    (Answer(408), State.UNKNOWN, {"transient": True}),
    (Answer(429, headers={"Retry-After": "2"}), State.REJECTED, {"not_executed": True, "retry_after": 2.0}),
    (Answer(429, headers={"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}), State.REJECTED, {"retry_after": None}),
    (Answer(503, headers={"retry-after": "1"}), State.UNKNOWN, {"transient": True, "retry_after": 1.0}),
    (Answer(error=TimeoutError()), State.UNKNOWN, {"transient": True}),
    (Answer(error=ConnectionRefusedError(), sent=False), State.REJECTED, {"transient": True}),
    (Answer(error=KeyboardInterrupt(), sent=False), State.REJECTED, {"transient": False}),
]


@pytest.mark.parametrize(("got", "state", "more"), STATES, ids=lambda one: str(getattr(one, "status", "")))
def test_a_status_is_never_guessed_at(got: Answer, state: State, more: dict[str, Any]) -> None:
    """Only a status that tells is believed: whatever may or may not have happened is unknown, and probed."""
    verdict = by_status(CALL, got)
    assert verdict.state is state
    assert {name: getattr(verdict, name) for name in more} == more


def asked(steps: Generator[Read, Answer, Actor], told: Answer) -> Actor:
    """The actor that one read tells."""
    assert next(steps).address == "GET /me"
    with pytest.raises(StopIteration) as end:
        steps.send(told)
    actor: Actor = end.value.value
    return actor


def test_whoami_reads_account_mode_and_kind() -> None:
    """The actor stands at the paths; a mode that is not shown is live, a kind that is not shown the credential's."""
    who = whoami("GET /me", "user.login", mode="mode", kind="user.type")
    told = {"user": {"login": "ada", "type": "person"}, "mode": "test"}
    assert asked(who("token"), Answer(200, told)) == Actor("ada", "test", "person")
    assert asked(who("token"), Answer(200, {"user": {"login": 7}})) == Actor("7", "live", "token")


@pytest.mark.parametrize("told", [Answer(401), Answer(200, {}), Answer(error=TimeoutError()), Answer(200, None)])
def test_whoami_that_is_told_nothing_sends_nothing(told: Answer) -> None:
    """Without an account nothing may be sent: a ClientError says why, and how to name the account."""
    steps = whoami("GET /me", "name")("token")
    next(steps)
    with pytest.raises(ClientError, match="does not tell whose credential this is"):
        steps.send(told)


def test_whoami_takes_no_path_that_cannot_be_read() -> None:
    """A wrong path is refused when the connector is written, not when somebody's run begins."""
    with pytest.raises(ValueError, match="is no step"):
        whoami("GET /me", "user..name")


def test_a_request_holds_its_body_as_it_leaves() -> None:
    """A tuple leaves as a JSON list, so that a row which looks for a list finds one."""
    request = Request("POST", "/notes/1/tags", body={"tags": ("a", "b"), "more": [{"x": ({},)}]})
    assert request.body == {"tags": ["a", "b"], "more": [{"x": [{}]}]}
    assert Request("PUT", "/file", body=b"\x00", opaque=True).body == b"\x00"


def test_a_connector_without_a_sandbox_says_so(rein_sandbox: Any, tmp_path: Path) -> None:
    """The fixture names the connector, and what to add to it."""
    code = "from dataclasses import replace\nfrom board.connector import connector as c\n"
    code += "connector = replace(c, name='other', sandbox='', operations=(), refused=(), places=())\n"
    with (
        distribution(tmp_path, "other = other_rein:connector", code),
        pytest.raises(rein.UsageError, match="the connector 'other' has no sandbox"),
    ):
        rein_sandbox("other")


@pytest.fixture
def bench(board: BoardSandbox, tmp_path: Path) -> Iterator[Bench]:
    """The toy vendor with an agent and a person."""
    folder = tmp_path / "ledgers"
    folder.mkdir()
    agent, person = (
        (lambda: rein.wrap(BoardClient(board.url, "token-ada"))),
        (lambda: BoardClient(board.url, "token-bob")),
    )
    made = Bench(as_it_is, board, folder, agent, person)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("act", "sent"),
    [
        (lambda client: client.card(card(client)), "none"),
        (
            lambda client: [client.add_tags(card(client), tag) for tag in "ab"],
            "POST /cards/{card}/tags, POST /cards/{card}/tags",
        ),
    ],
    ids=["no write", "two writes"],
)
def test_an_example_is_one_write(bench: Bench, act: Any, sent: str) -> None:
    """An example that does not do what it is for is told so, whatever check it is in."""
    wrong = Example("POST /cards/{card}/tags", act, alone="nobody")
    for check in CHECKS[:3]:
        with pytest.raises(AssertionError, match=re.escape(f"once and no other; it sent {sent}")):
            check(bench, wrong)


def test_an_example_names_a_row(bench: Bench) -> None:
    """An address that the table has not is told with the nearest that it has."""
    wrong = Example("POST /card/{card}/tags", lambda client: None, alone="nobody")
    with pytest.raises(AssertionError, match=r"no row of board; nearest: POST /cards/\{card\}/tags"):
        CHECKS[0](bench, wrong)
