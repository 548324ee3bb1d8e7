"""A policy that asks before something is undone: who is asked, when, and what counts as a yes."""

from __future__ import annotations

from typing import Any

import pytest

import agentrein as rein
from agentrein import configuration
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

CREATE = "board: POST /boards/{board}/cards"


def work(client: BoardClient, **options: Any) -> rein.Run:
    """A run that made a card and a comment elsewhere, and fails."""
    with pytest.raises(RuntimeError), rein.run("x", **options) as run:
        card = client.create_card("ideas", "Mine")
        client.post("c1", f"made {card['id']}")
        raise RuntimeError
    return run


def states(report: Any) -> dict[int, str]:
    """Where each action stands."""
    return {one.seq: one.state.value for one in report.actions}


@pytest.mark.parametrize("rule", [CREATE, "board: POST /boards/*", "compensable", "board"])
def test_the_undo_at_the_end_of_a_run_asks(ada: BoardClient, bob: BoardClient, rule: str) -> None:
    """What is asked for is left with the question, whoever is asked by tier, connector or operation."""
    run = work(ada, undo={rule: "ask"})
    assert run.status == "needs_attention"
    assert states(run)[1] == "needs_attention"
    asked = [one for one in run.actions if one.state.value == "needs_attention"]
    assert {one.reason for one in asked} == {"a person is asked before this is undone (undo=); nothing was sent"}
    card = next(one for one in bob.request("GET", "/boards/ideas/cards") if one["text"] == "Mine")
    assert bob.card(card["id"])["archived"] is False


def test_the_others_are_undone(board: BoardSandbox, ada: BoardClient) -> None:
    """Only what is asked for is left."""
    run = work(ada, undo={CREATE: "ask"})
    assert states(run)[2] != "needs_attention"


def test_a_person_confirms_by_naming_it(board: BoardSandbox, ada: BoardClient) -> None:
    """A revert of all of it asks again, sends nothing and says what to type; one that names the action undoes it."""
    run = work(ada, undo={CREATE: "ask"})
    before = len(board.writes)
    report = rein.revert(run.id)
    assert (states(report)[1], report.left, report.exit, len(board.writes)) == ("needs_attention", [1], 1, before)
    assert f"rein revert {run.id} --action 1" in report.to_json()["actions"][-1]["commands"]
    plan = rein.revert(run.id, plan=True)
    (one,) = (one for one in plan.actions if one.seq == 1)
    assert (one.state.value, len(one.sent), plan.exit, len(board.writes)) == ("needs_attention", 1, 1, before)
    report = rein.revert(run.id, action=1)
    assert (states(report), report.left) == ({1: "compensated"}, [])
    assert run.status == "reverted"


def test_a_recovery_asks(board: BoardSandbox, ada: BoardClient) -> None:
    """A recovery never says yes for a person."""
    run = work(ada, undo={CREATE: "ask"}, on_failure="keep")
    rein.recover()
    assert states(rein.revert(run.id, keep=[2]))[1] == "needs_attention"


def test_it_can_be_kept(board: BoardSandbox, ada: BoardClient) -> None:
    """Saying no is to keep it."""
    run = work(ada, undo={CREATE: "ask"})
    report = rein.revert(run.id, keep=[1])
    assert (report.left, report.exit) == ([], 0)


def test_a_child_and_a_file_may_ask(board: BoardSandbox, ada: BoardClient, tmp_path: Any, monkeypatch: Any) -> None:
    """It holds where a child says it, and where a file that was found does, with the line."""
    monkeypatch.setattr(configuration, "MACHINE", tmp_path / "none.toml")
    monkeypatch.chdir(tmp_path)
    with rein.run("outer") as run:
        with rein.run("inner", undo={CREATE: "ask"}):
            ada.create_card("ideas", "asked")
        ada.create_card("ideas", "not asked")
    assert [one.planned.get("ask_before_undo") for one in run.actions] == ["undo=", None]
    (tmp_path / "agentrein.toml").write_text(f'[undo]\n"{CREATE}" = "ask"\n')
    with rein.run("x") as run:
        ada.create_card("ideas", "asked")
    assert [one.planned["ask_before_undo"] for one in run.actions] == [f"{tmp_path / 'agentrein.toml'}:2"]


@pytest.mark.parametrize("rule", ["board: POST /boards/{board}/card", "boards", "board: POST /nothing*"])
def test_a_mistyped_rule_is_an_error(board: BoardSandbox, rule: str) -> None:
    """A question that would never be asked is not taken."""
    with pytest.raises(rein.UsageError):
        rein.run("x", undo={rule: "ask"})
