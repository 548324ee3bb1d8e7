"""Scenario 41 for a connector whose rows declare what is secret: sent, refused, killed with, repeated by the vendor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein import registry
from agentrein.cli import main
from agentrein.testing import crash
from board.connector import connector as as_it_is
from board.installed import installed
from board.sandbox import BoardSandbox
from board.sdk import BoardClient
from secrets_kit import SECRETS, Watch, fails, found, stored, tried


@pytest.fixture
def board(tmp_path: Path, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardSandbox]:
    """The toy vendor, whose rows declare what of a call is secret."""
    secret = {"create_card": ("payment.number", "hooks[].secret", "pin"), "edit_card": ("card.key",)}
    rows = [replace(row, secret=secret.get(row.sdk, ())) for row in as_it_is.operations]
    said = {"create_card": "put card {text!r} with {payment} and {hooks} on {board}", "edit_card": "edit {card}"}
    rows = [replace(row, says=said.get(row.sdk, row.says)) for row in rows]
    made = replace(as_it_is, operations=tuple(rows))
    assert {row.sdk for row in rows if row.secret} == set(secret)
    with installed(tmp_path), BoardSandbox() as box:
        monkeypatch.setattr("board.proxy.board", made)  # first: it is imported here, with the connector as it is
        monkeypatch.setattr("board.connector.connector", made)
        registry.connector.cache_clear()
        monkeypatch.setenv("BOARD_URL", box.url)
        monkeypatch.setenv("BOARD_TOKEN", "token-ada")
        yield box


def secret_card(client: BoardClient) -> Any:
    """A card with what is secret in it."""
    hooks = [{"url": "https://x.test", "secret": SECRETS["hook secret"]}]
    return client.create_card(
        "ideas", "Paid", payment={"number": SECRETS["card number"]}, hooks=hooks, pin=SECRETS["declared field"]
    )


def test_what_is_declared_shows_nowhere(watch: Watch, board: BoardSandbox) -> None:
    """A card number and a hook's secret: refused, sent, repeated by the vendor in its error, and lost on the way."""
    client = rein.wrap(BoardClient(board.url, "token-ada"))
    with rein.run("refused", policy={"compensable": "refuse"}):
        tried(watch, lambda: secret_card(client))
    assert board.writes == []
    rules = {"board: PATCH /cards/{card}": "allow"}
    with suppress(RuntimeError), rein.run("pay", policy=rules, on_failure="keep") as run:
        card = secret_card(client)
        assert board.cards[card["id"]]["payment"] == {"number": SECRETS["card number"]}
        client.edit_card(card["id"], card={"key": SECRETS["declared field"]})
        board.faults.add("error", method="POST", status=402, body={"error": f"card {SECRETS['card number']} declined"})
        tried(watch, lambda: secret_card(client))
        board.faults.add("lost", method="POST")
        tried(watch, lambda: secret_card(client))
        fails()
    watch.keep(rein.revert(run.id))
    watch.assert_nothing_shows(run, "board")


@pytest.mark.parametrize("point", ["after_plan", "after_answer"])
def test_what_is_declared_shows_nowhere_after_a_crash(watch: Watch, board: BoardSandbox, point: str) -> None:
    """The process dies between plan and outcome, and another one recovers the run."""
    client = rein.wrap(BoardClient(board.url, "token-ada"))
    run = crash.run_until_killed(lambda _: secret_card(client), point)
    watch.assert_nothing_shows(run, "board")


def test_a_bug_in_a_connector_does_not_print_the_environment(
    watch: Watch, board: BoardSandbox, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever breaks, message and traceback show no value of a variable that is named like a credential."""
    client = rein.wrap(BoardClient(board.url, "token-ada"))
    with rein.run("pay") as run:
        client.create_card("ideas", "Card")

    def broken(environ: Mapping[str, str]) -> None:
        raise RuntimeError(f"cannot sign in with {environ['BOARD_TOKEN']} and {environ['OPENAI_API_KEY']}")

    monkeypatch.setattr("board.proxy.from_environment", broken)
    said = {}
    for command in (["plan", run.id], ["revert", run.id, "--yes"], ["doctor"], ["plan", run.id, "--json"]):
        main([*command, "--debug"])
        said[" ".join(command)] = "".join(capsys.readouterr()).encode()
    assert any(b"RuntimeError" in text for text in said.values())
    assert found({"environment": SECRETS["environment"], "token": "token-ada"}, {**said, **stored(watch.ledger)}) == []
