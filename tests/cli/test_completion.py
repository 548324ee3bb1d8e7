"""Tab in a shell: runs, steps, numbers and connectors, by the protocol that Click's scripts speak."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agentrein.context import current
from agentrein.ledger import open_ledger

Agent = Callable[..., str]
Tab = Callable[..., list[str]]


@pytest.fixture
def tab(process: Callable[..., Any]) -> Tab:
    """What a shell offers behind these words, the last of which is not yet complete."""

    def press(*typed: str, of: str = "bash") -> list[str]:
        words = {"COMP_WORDS": " ".join(["rein", *typed]), "COMP_CWORD": str(len(typed))}
        done = process(environ={"_REIN_COMPLETE": f"{of}_complete", **words})
        assert (done.code, done.err) == (0, "")
        return [line.removeprefix("plain,") for line in done.lines if line]

    return press


def two_steps(repo: Any) -> None:
    """An agent's work in two steps."""
    run = current()
    assert run is not None
    with run.step("label it"):
        repo.get_issue(1).add_to_labels("customer")
    with run.step("file"):
        repo.create_issue("Flaky test")


def test_commands_and_connectors(tab: Tab, place: Path) -> None:
    """Without any ledger: the commands in their order, options, the installed connectors."""
    assert tab("")[:5] == ["demo", "runs", "show", "run", "plan"]
    assert tab("re") == ["revert", "recover", "reject"]
    assert "--take-over" in tab("revert", "--t")
    assert {"github", "slack", "notion"} <= set(tab("ops", ""))
    assert not place.exists()


def test_operations_of_a_connector(tab: Tab) -> None:
    """By the SDK's name or the address; one is enough, and without a connector there are none."""
    assert tab("ops", "slack", "chat.del") == ["chat.delete", "chat.deleteScheduledMessage"]
    assert "Issue.edit" in tab("ops", "github", "Issue.")
    assert "'PUT /repos/{owner}/{repo}/issues/{issue_number}/lock'" in tab("ops", "github", "PUT")
    assert tab("ops", "slack", "chat.delete", "") == []
    assert tab("ops", "nobody", "") == []


def test_runs_newest_first(tab: Tab, agent: Agent, work: SimpleNamespace) -> None:
    """`last` and full ids, whatever command takes a run, narrowed by what was typed."""
    first, second = agent(work.opens), agent(work.opens)
    for command in ("show", "plan", "revert", "recover"):
        assert tab(command, "") == ["last", second, first]
    assert tab("show", first[:9]) == [first]
    assert tab("show", "l") == ["last"]
    assert tab("show", "r-00") == []


def test_numbers_and_steps_of_the_run_that_was_typed(tab: Tab, agent: Agent) -> None:
    """Behind a run, or `last`, its own writes and steps."""
    run = agent(two_steps)
    assert tab("show", run, "") == ["2", "1"]
    assert tab("revert", "last", "--keep", "") == ["2", "1"]
    assert tab("plan", run, "--force", "1") == ["1"]
    assert tab("plan", run, "--step", "") == ["'label it'", "file"]
    assert tab("revert", run, "--yes", "--step", "f") == ["file"]
    assert "label it" in tab("plan", run, "--step", "", of="zsh")


def test_other_shells_get_explanations(tab: Tab, agent: Agent) -> None:
    """What each value is, for zsh and fish to show beside it."""
    run = agent(two_steps, name="triage")
    assert tab("show", run[:5], of="zsh") == ["plain", run, "triage, completed, 2 writes"]
    assert tab("show", run, "1", of="zsh")[2].startswith("landed, github: POST /repos/{owner}/{repo}/issues/")


def test_the_ledger_that_was_typed_is_read(tab: Tab, agent: Agent, work: SimpleNamespace, tmp_path: Path) -> None:
    """`--ledger` counts, wherever it stands."""
    agent(work.opens)
    other = tmp_path / "other.sqlite3"
    open_ledger(str(other)).open_run("r-aaaabbbb", "other", because=None, by="ada", owner={"pid": 1, "host": "here"})
    assert tab("--ledger", str(other), "show", "") == ["last", "r-aaaabbbb"]
    assert tab("show", "--ledger", str(other), "r-aaaa") == ["r-aaaabbbb"]


@pytest.mark.parametrize("content", [None, b"", b"no database", json.dumps({}).encode()])
def test_an_unreadable_ledger_completes_nothing(tab: Tab, place: Path, content: bytes | None) -> None:
    """Tab is no place for an error message, and makes no ledger."""
    if content is not None:
        place.parent.mkdir()
        place.write_bytes(content)
    for typed in (["show", ""], ["show", "last", ""], ["revert", "last", "--step", ""], ["plan", "--keep", ""]):
        assert tab(*typed) == []
    assert place.exists() is (content is not None)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_help_says_how_to_switch_it_on(process: Callable[..., Any], place: Path, shell: str) -> None:
    """What `rein --help` names prints a script of that shell."""
    assert f"_REIN_COMPLETE={shell}_source rein" in process("--help").out
    done = process(environ={"_REIN_COMPLETE": f"{shell}_source"})
    assert done.code == 0
    assert f"_REIN_COMPLETE={shell}_complete" in done.out
