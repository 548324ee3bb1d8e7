"""What happens on a real terminal, in real processes: asking, progress, Ctrl-C, readers that go away."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from agentrein_github.sandbox import GitHubSandbox
from terminal_kit import Terminal

Agent = Callable[..., str]
Cli = Callable[..., Any]


def test_the_last_three_characters_of_the_run_confirm(
    agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox
) -> None:
    """The plan's counts come first, nothing is written before the answer, and progress follows it."""
    run = agent(work.triages)
    sandbox.clear_requests()
    terminal = Terminal("revert", run)
    terminal.wait_for("Enter to stop: ")
    assert f"({run[-3:]})" in terminal.seen
    assert "2 revert" in terminal.seen
    assert "1 compensate" in terminal.seen
    assert sandbox.writes == []
    terminal.type(run[-3:])
    code, out = terminal.ended()
    assert (code, out.startswith("REVERTED")) == (0, True)
    assert "#3" in terminal.seen
    assert "3 of 3" in terminal.seen
    assert len(sandbox.writes) == 3


def test_enter_or_a_wrong_answer_is_a_no(agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox) -> None:
    """Exit 4, nothing written, and the run can still be reverted."""
    run = agent(work.opens)
    sandbox.clear_requests()
    for answer in ("", "yes", "zzz "):
        terminal = Terminal("revert", run)
        terminal.wait_for("Enter to stop: ")
        terminal.type(answer)
        assert terminal.ended()[0] == 4
        assert "nothing was sent" in terminal.seen
    assert sandbox.writes == []


def test_ctrl_c_at_the_question_is_a_no(agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox) -> None:
    """Exit 4 without a traceback."""
    run = agent(work.opens)
    sandbox.clear_requests()
    terminal = Terminal("revert", run)
    terminal.wait_for("Enter to stop: ")
    terminal.interrupt()
    assert terminal.ended()[0] == 4
    assert "Traceback" not in terminal.seen
    assert re.search(r"Enter to stop: (\^C)?\r?\n\S*rein: ", terminal.seen)
    assert sandbox.writes == []


def test_ctrl_c_in_a_revert_loses_nothing(
    agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox, cli: Cli, helper: Any
) -> None:
    """It stops with exit 1 and what to type; the next revert does the rest, each inverse once in all."""
    run = agent(work.triages)
    sandbox.clear_requests()
    sandbox.faults.add("slow", method="DELETE", seconds=30, times=1)
    terminal = Terminal("revert", run, "--yes")
    terminal.wait_for("#3")
    _until(lambda: any(request.method == "DELETE" for request in sandbox.requests))
    terminal.process.send_signal(signal.SIGINT)
    code, out = terminal.ended()
    assert (code, out) == (1, "")
    assert f"rein revert {run}" in terminal.seen
    assert "Traceback" not in terminal.seen
    shown = cli("show", run)
    assert "The undo was stopped before its end" in shown.out
    assert shown.lines[-1] == f"Next:  rein revert {run}"
    assert cli("revert", run, "--yes").code == 0
    assert helper.get_issue(1).title == "First issue"
    assert [label.name for label in helper.get_issue(1).labels] == ["bug"]
    assert sum(request.method == "PATCH" for request in sandbox.writes) == 2


def _until(holds: Callable[[], bool], seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_no_color_is_honoured(agent: Agent, work: SimpleNamespace, monkeypatch: Any) -> None:
    """A terminal gets colours, unless NO_COLOR asks for none."""
    run = agent(work.opens)
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = Terminal("revert", run)
    coloured.wait_for("Enter to stop: ")
    coloured.type("")
    coloured.ended()
    assert "\x1b[" in coloured.seen
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Terminal("revert", run)
    plain.wait_for("Enter to stop: ")
    plain.type("")
    plain.ended()
    assert "\x1b[3" not in plain.seen


def test_a_reader_that_goes_away_does_not_hide_the_exit_code(conflict: str, place: Any) -> None:
    """`rein revert | head -0` ends as the revert ended, without a traceback."""
    process = subprocess.Popen(
        [sys.executable, "-m", "agentrein.cli", "revert", conflict, "--yes"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    told = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(30) == 1
    assert "Traceback" not in told


def test_a_reader_that_goes_away_is_no_failure(agent: Agent, work: SimpleNamespace) -> None:
    """`rein show --all | head -1` is what people type: it ends quietly, and well."""
    process = subprocess.Popen(
        [sys.executable, "-m", "agentrein.cli", "show", agent(work.triages), "--all"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    told = process.stderr.read()
    process.stderr.close()
    assert (process.wait(30), told) == (0, b"")


def test_json_is_alone_on_stdout(process: Cli, conflict: str) -> None:
    """Progress goes to stderr, so stdout parses."""
    done = process("revert", conflict, "--yes", "--json")
    assert done.json["run"] == conflict
    assert "#3" in done.err


def test_help_imports_no_sdk(place: Any) -> None:
    """`rein --help` stays light: no vendor's SDK, no server, no database."""
    code = (
        "import sys\nfrom agentrein.cli import main\nassert main(['--help']) == 0\n"
        "heavy = {'github', 'requests', 'starlette', 'uvicorn', 'pytest', 'sqlite3'} & set(sys.modules)\n"
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}  # it loads sqlite3
    done = subprocess.run([sys.executable, "-c", code], env=plain, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
