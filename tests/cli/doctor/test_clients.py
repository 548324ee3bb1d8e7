"""Clients: whom each acts for, and which is missing."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentrein import doctor_clients
from agentrein_github.sandbox import GitHubSandbox
from agentrein_notion.sandbox import NotionSandbox
from agentrein_slack.sandbox import SlackSandbox
from doctor_kit import BOT, client_in, flat, installed, reacts

Cli = Callable[..., Any]


def test_all_well(cli: Cli, agent: Callable[..., str], work: Any, slack: SlackSandbox) -> None:
    """Every client that is configured says whom it acts for; ledger and chains are told; the verdict is first."""
    agent(work.triages)
    done = cli("doctor")
    assert (done.code, done.err) == (0, "")
    assert done.lines[0].startswith("All well")
    assert "acts for octocat (live), token at 127.0.0.1" in done.out
    assert "acts for U0BOT (T01AB), bot at 127.0.0.1" in done.out
    assert "1 run with 3 writes" in done.out
    assert "Chain    1 run verified" in done.out
    assert done.lines[-1].startswith("Next:  rein runs")


def test_no_ledger_yet_is_no_problem(cli: Cli, place: Path) -> None:
    """Before the first run there is no ledger, doctor makes none, and all is well."""
    done = cli("doctor")
    assert (done.code, done.lines[-1]) == (0, "Next:  rein demo")
    assert "none yet" in done.out
    assert not place.exists()
    assert cli("doctor", "--json").json["ledger"]["state"] == "none"


def test_a_client_that_is_not_configured_is_no_problem(cli: Cli) -> None:
    """Its line says which variables are missing."""
    done = cli("doctor")
    assert done.code == 0
    assert "slack       not configured: set SLACK_BOT_TOKEN or SLACK_USER_TOKEN" in done.out


def test_without_any_client_it_does_not_say_that_all_is_well(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is wrong, and nothing could be undone."""
    monkeypatch.delenv("GITHUB_TOKEN")
    done = cli("doctor")
    assert (done.code, done.lines[0].partition("   ")[0]) == (0, "No problem found; no client is configured")


def test_a_missing_client_that_runs_may_need_is_a_problem(
    cli: Cli, slack: SlackSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What landed may have to be undone, and that takes a client; once it is undone, none is needed."""
    run = reacts(slack)
    monkeypatch.delenv("SLACK_BOT_TOKEN")
    done = cli("doctor")
    assert done.code == 1
    assert done.lines[0].startswith("1 problem ")
    assert run in done.out
    assert "set SLACK_BOT_TOKEN or SLACK_USER_TOKEN" in flat(done.out)
    assert done.lines[-1] == "Next:  do what stands above, then: rein doctor"
    monkeypatch.setenv("SLACK_BOT_TOKEN", BOT)
    assert cli("revert", run, "--yes").code == 0
    monkeypatch.delenv("SLACK_BOT_TOKEN")
    assert cli("doctor").code == 0


def test_another_account_than_the_run_had_is_said(cli: Cli, agent: Callable[..., str], monkeypatch: Any) -> None:
    """A client of another account cannot undo; while the run is complete that is only good to know."""

    def fails(repo: Any) -> None:
        repo.create_issue("Flaky test")
        raise RuntimeError("the model gave up")

    agent(lambda repo: repo.create_issue("Flaky test"))
    monkeypatch.setenv("GITHUB_TOKEN", "token-helper")
    done = cli("doctor")
    assert done.code == 0
    assert "the credential is of helper (live), but run" in flat(done.out)
    failed = agent(fails, on_failure="keep")
    done = cli("doctor")
    assert done.code == 1
    assert failed in done.out
    assert "set the credential of octocat" in flat(done.out)


def test_a_refused_credential_is_a_finding(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The vendor's word is told, with the variables to set."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-of-nobody")
    done = cli("doctor")
    assert done.code == 1
    assert "answered 401: Bad credentials; set GITHUB_TOKEN" in flat(done.out)
    assert client_in(cli("doctor", "--json"), "github")["state"] == "failing"


def test_a_variable_that_makes_no_client_is_a_problem(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip in a variable is not taken for a client that nobody configured."""
    monkeypatch.setenv("GITHUB_API_URL", "api.github.example")
    done = cli("doctor")
    assert done.code == 1
    assert "GITHUB_API_URL does not begin with http" in flat(done.out)


def test_a_vendor_that_cannot_be_reached_is_a_finding(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens there: doctor says so and goes on with the others."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv("GITHUB_API_URL", f"http://127.0.0.1:{taken.getsockname()[1]}")
        done = cli("doctor")
    assert done.code == 1
    assert "check the way to 127.0.0.1" in flat(done.out)
    assert "Ledger" in done.out


def test_a_vendor_that_never_answers_holds_up_nobody(monkeypatch: pytest.MonkeyPatch, slack: SlackSandbox) -> None:
    """After its patience is over, doctor goes on without the answer, and has those of the others."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("GITHUB_API_URL", f"http://127.0.0.1:{silent.getsockname()[1]}")
        found = {one.connector: one for one in doctor_clients.look(os.environ, patience=1.0)}
    assert found["github"].state == "failing"
    assert "did not answer within 1 seconds" in found["github"].what
    assert found["slack"].state == "ready"


def test_only_reads_are_sent(cli: Cli, sandbox: GitHubSandbox, slack: SlackSandbox, notion: NotionSandbox) -> None:
    """Doctor asks whom each client acts for, once, and writes nothing."""
    assert cli("doctor").code == 0
    for one in (sandbox, slack, notion):
        assert (len(one.requests), one.writes) == (1, [])


def test_an_untested_version_is_a_problem(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An SDK that `wrap` would refuse is told with what to install instead."""
    installed(tmp_path, "PyGithub")
    monkeypatch.syspath_prepend(tmp_path)
    done = cli("doctor")
    assert done.code == 1
    assert "PyGithub 9.9 is installed; the GitHub connector was tested with >=2.10,<2.11" in flat(done.out)
    assert "pip install 'PyGithub>=2.10,<2.11'" in flat(done.out)
    assert client_in(cli("doctor", "--json"), "github")["installed"] == "9.9"


_ELSEWHERE = """
from dataclasses import replace
from agentrein.connector import IRREVERSIBLE, op
from agentrein_github import connector as github
rows = (op("POST /mails", sdk="send", says="send a mail", tier=IRREVERSIBLE, why="https://elsewhere.example"),)
connector = replace(github, name="elsewhere", sdk="no-such-sdk", operations=rows, refused=(), places=(), divided=None)
"""


def test_connectors_of_other_packages(process: Callable[..., Any], tmp_path: Path) -> None:
    """One whose SDK is not installed is not configured; one that cannot be loaded is a finding, and stops nothing."""
    entries = "[agentrein.connectors]\nelsewhere = elsewhere_of_others:connector\nbroken = broken_of_others:connector\n"
    installed(tmp_path, "of-others", entries=entries)
    (tmp_path / "elsewhere_of_others.py").write_text(_ELSEWHERE)
    (tmp_path / "broken_of_others.py").write_text("raise ImportError('half of it is missing')\n")
    shown = process("doctor", "--json", environ={"PYTHONPATH": str(tmp_path)})
    page = process("doctor", "--all", environ={"PYTHONPATH": str(tmp_path)})
    assert "elsewhere not installed: pip install 'no-such-sdk>=2.10,<2.11'" in flat(page.out)
    assert (shown.code, shown.err) == (1, "")
    assert client_in(shown, "elsewhere")["state"] == "not_installed"
    assert client_in(shown, "elsewhere")["now"] == "pip install 'no-such-sdk>=2.10,<2.11'"
    assert client_in(shown, "broken")["state"] == "failing"
    assert [one["connector"] for one in shown.json["problems"]] == ["broken"]
    assert client_in(shown, "github")["state"] == "ready"
