"""Every `--json` shape is written down in the package, and what is printed fits it, whatever happened."""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from github import GithubException
from jsonschema import Draft202012Validator

import agentrein.cli
from agentrein.cli.app import COMMANDS
from agentrein_github.sandbox import GitHubSandbox
from terminal_kit import Terminal

Cli = Callable[..., Any]
Agent = Callable[..., str]

SCHEMAS = {
    path.stem: json.loads(path.read_text()) for path in Path(agentrein.cli.__file__).parent.glob("schemas/*.json")
}
OF_COMMAND = {
    "demo": ["demo"],
    "runs": ["runs"],
    "show": ["show", "show-action"],
    "run": ["run"],
    "plan": ["report"],
    "revert": ["report"],
    "recover": ["recover"],
    "note": ["note"],
    "freeze": ["freeze"],
    "thaw": ["thaw"],
    "approvals": ["approvals"],
    "approve": ["approval"],
    "reject": ["approval"],
    "keys": ["keys"],
    "policy": ["policy"],
    "ops": ["ops"],
    "audit": ["audit"],
    "doctor": ["doctor"],
    "verify": ["verify"],
    "export": ["export", "exported"],
    "prune": ["prune"],
}


class Wait(RuntimeError):
    """What an agent raises to come back later."""


def misfits(name: str, value: Any) -> list[str]:
    """Where a value does not fit a schema."""
    found = Draft202012Validator(SCHEMAS[name]).iter_errors(value)
    return [f"{name} {one.json_path}: {one.message}" for one in found]


@pytest.fixture
def fits(cli: Cli) -> Callable[..., Any]:
    """Run a command with --json: its output, which fits the schema, and its exit code is the one expected."""

    def check(name: str, *command: str, code: int = 0) -> Any:
        done = cli(*command, "--json")
        assert (done.code, misfits(name, done.json)) == (code, [])
        return done.json

    return check


def fails(repo: Any) -> None:
    """An agent's work that ends badly: two issues, something that is refused, something rejected, and an exception."""
    repo.create_issue("Flaky test")
    repo.create_issue("Slow test")
    with pytest.raises(agentrein.Refused):
        repo.delete()
    with pytest.raises(GithubException):
        repo.create_issue("")
    raise RuntimeError("the model gave up")


def pages(fits: Callable[..., Any], run: str, *, plan: int = 0) -> dict[str, Any]:
    """All that can be asked of a run without changing it."""
    fits("rein")
    fits("runs", "runs")
    shown = fits("show", "show", run)
    for one in shown["actions"]:
        fits("show-action", "show", run, str(one["seq"]))
    fits("error" if plan > 1 else "report", "plan", run, code=plan)
    return shown


def test_the_schemas_are_schemas_and_closed() -> None:
    """Each is valid draft 2020-12, says what every part means, and an object that lists its keys has no others."""

    def parts(node: Any) -> Any:
        if isinstance(node, dict):
            yield node
            yield from (part for value in node.values() for part in parts(value))
        elif isinstance(node, list):
            yield from (part for value in node for part in parts(value))

    for schema in SCHEMAS.values():
        Draft202012Validator.check_schema(schema)
        assert schema["$schema"].endswith("2020-12/schema")
        for part in parts(schema):
            if part.get("type") == "object" and "properties" in part:
                assert part["additionalProperties"] is False
                assert part["description"]
                named = part["properties"].items()
                assert [name for name, one in named if not {"description", "$ref"} & set(one)] == []


def test_each_command_has_a_schema() -> None:
    """No command prints a shape that is not written down, and no schema is nobody's."""
    assert set(OF_COMMAND) == set(COMMANDS)
    assert {"rein", "error"}.union(*OF_COMMAND.values()) == set(SCHEMAS)


def test_a_wrong_shape_is_noticed(fits: Callable[..., Any], agent: Agent, work: SimpleNamespace) -> None:
    """The schemas say something: a key too many, one too few, a state that is none."""
    shown = fits("show", "show", agent(work.opens))
    (action,) = shown["actions"]
    assert misfits("show", shown | {"more": 1})
    assert misfits("show", {key: value for key, value in shown.items() if key != "status"})
    assert misfits("show", shown | {"actions": [action | {"state": "done"}]})
    assert misfits("show", shown | {"actions": [{key: action[key] for key in action if key != "says"}]})


def test_what_landed_and_what_was_reverted(fits: Callable[..., Any], agent: Agent, work: SimpleNamespace) -> None:
    """A completed run, its plan, its revert, and what is left to be seen of it."""
    run = agent(work.triages)
    pages(fits, run)
    fits("report", "revert", run, "--yes")
    pages(fits, run)
    fits("report", "revert", run)
    fits("recover", "recover")
    fits("recover", "recover", run)


def test_what_failed_with_a_refusal_and_a_rejection(fits: Callable[..., Any], agent: Agent) -> None:
    """A run that was left to a person, kept in part, and one that was undone at once."""
    kept = agent(fails, on_failure="keep")
    states = [one["state"] for one in pages(fits, kept)["actions"]]
    assert {"landed", "rejected"} <= set(states)
    fits("report", "revert", kept, "--keep", "2", "--yes")
    pages(fits, kept)
    pages(fits, agent(fails))


def test_conflicts(fits: Callable[..., Any], conflict: str) -> None:
    """A plan with a conflict, a revert that left it, and one that overwrote it."""
    pages(fits, conflict, plan=1)
    fits("report", "revert", conflict, "--yes", code=1)
    assert pages(fits, conflict, plan=1)["actions"][0]["conflicts"]
    fits("report", "revert", conflict, "--yes", "--force", "1")


def test_what_nobody_knows(fits: Callable[..., Any], agent: Agent, sandbox: GitHubSandbox) -> None:
    """A lost answer: the run ended well, and asks; a recovery finds out."""

    def work(repo: Any) -> None:
        sandbox.faults.add("lost", method="POST")
        with pytest.raises(Exception):  # noqa: B017, PT011 - whatever the SDK makes of a lost connection
            repo.create_issue("Flaky test")

    run = agent(work)
    assert pages(fits, run)["actions"][0]["state"] == "unknown"
    assert len(fits("rein")["waiting"]) == 1
    assert fits("recover", "recover")[0]["run"] == run


def test_paused_runs(fits: Callable[..., Any], agent: Agent, work: SimpleNamespace) -> None:
    """A run that waits for its next leg."""

    def waits(repo: Any) -> None:
        work.opens(repo)
        raise Wait

    run = agent(waits, key="thread-9", pauses_on=(Wait,))
    assert pages(fits, run)["status"] == "paused"
    assert fits("rein")["waiting"] == []


def test_pruned_runs(fits: Callable[..., Any], agent: Agent, work: SimpleNamespace) -> None:
    """What is still told of a run whose payloads are gone, and that it cannot be undone."""
    run = agent(work.triages)
    assert fits("prune", "prune", "--older-than", "0h", "--yes") == {"pruned": 1, "kept": 0}
    (first, *_) = pages(fits, run, plan=3)["actions"]
    assert first["state"] == "landed"
    assert re.fullmatch(r"PATCH /repos/\S+ \(payload pruned \S+\)", first["says"])


def test_freezes(fits: Callable[..., Any], agent: Agent, work: SimpleNamespace) -> None:
    """Of all, of a connector and of an account, told by all commands that tell of them."""
    agent(work.opens)
    for name in ([], ["github"], ["github:octocat"]):
        fits("freeze", "freeze", *name, "--why", "stop")
    assert len(fits("rein")["frozen"]) == len(fits("doctor", "doctor")["frozen"]) == 3
    fits("thaw", "thaw", "github:octocat", code=1)
    fits("thaw", "thaw")
    fits("thaw", "thaw")
    fits("thaw", "thaw", "github")


def test_alerts(
    fits: Callable[..., Any], agent: Agent, work: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a sink that was reached and one that was not, told by all commands that tell of them."""
    path = tmp_path / "alerts.toml"
    path.write_text("[alerts.one]\ncommand = ['true']\n[alerts.two]\ncommand = ['nothing-of-this-name']")
    monkeypatch.setenv("AGENTREIN_CONFIG", str(path))
    run = agent(fails, on_failure="keep")
    assert [one["ok"] for one in pages(fits, run)["alerts"]] == [True, False]
    assert [one["ready"] for one in fits("doctor", "doctor", code=1)["alerts"]] == [True, False]
    fits("runs", "runs", "--attention")


def test_tables_and_checks(fits: Callable[..., Any], agent: Agent, work: SimpleNamespace) -> None:
    """The operations, and the doctor with and without a ledger, with and without credentials."""
    fits("ops", "ops")
    fits("ops", "ops", "slack", "chat.delete")
    fits("rein")
    done = fits("doctor", "doctor")
    assert {one["state"] for one in done["clients"]} >= {"ready", "not_configured"}
    agent(work.opens)
    fits("doctor", "doctor")


def test_the_doctor_with_problems(cli: Cli, agent: Agent, work: SimpleNamespace, monkeypatch: Any) -> None:
    """A client that a run needs and that does not work."""
    agent(work.opens)
    monkeypatch.setenv("GITHUB_TOKEN", "token-of-nobody")
    done = cli("doctor", "--json")
    assert (done.code, misfits("doctor", done.json)) == (1, [])


@pytest.mark.parametrize("options", [[], ["--crash"]])
def test_the_demo(process: Cli, options: list[str]) -> None:
    """The story ends in a shape of its own."""
    done = process("demo", *options, "--json")
    assert (done.code, misfits("demo", done.json)) == (0, [])


def test_errors_of_usage_and_of_what_cannot_be_had(
    fits: Callable[..., Any], agent: Agent, work: SimpleNamespace, place: Path
) -> None:
    """Exit 2 and 3."""
    fits("error", "runs", code=3)
    run = agent(work.opens)
    for command in (["bogus"], ["show"], ["show", run, "7"], ["revert", run], ["prune", "--older-than", "old"]):
        fits("error", *command, code=2)
    for command in (["show", "r-00000000"], ["plan", "nobody"], ["runs", "--ledger", str(place.parent / "no")]):
        fits("error", *command, code=3)


def test_errors_of_clients(fits: Callable[..., Any], agent: Agent, work: SimpleNamespace, monkeypatch: Any) -> None:
    """A client that cannot be had is told in the report itself."""
    run = agent(work.opens)
    monkeypatch.delenv("GITHUB_TOKEN")
    assert fits("report", "revert", run, "--yes", code=3)["left"] == [1]


def test_a_bug_of_ours(fits: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 70."""

    def breaks(*args: object, **kwargs: object) -> None:
        raise LookupError("oops")

    monkeypatch.setattr("agentrein.cli.session.open_ledger", breaks)
    fits("error", "runs", code=70)


def test_a_no(agent: Agent, work: SimpleNamespace) -> None:
    """Exit 4, said on a terminal, with JSON in the pipe."""
    terminal = Terminal("revert", agent(work.opens), "--json")
    terminal.wait_for("Enter to stop: ")
    terminal.type("")
    code, out = terminal.ended()
    assert (code, misfits("error", json.loads(out))) == (4, [])


@pytest.mark.parametrize(("command", "method", "code"), [(["revert", "--yes"], "PATCH", 1), (["plan"], "GET", 130)])
def test_ctrl_c(
    agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox, command: list[str], method: str, code: int
) -> None:
    """Exit 1 where an undo was stopped, 130 where it was only reading."""
    run = agent(work.opens)
    sandbox.clear_requests()
    sandbox.faults.add("slow", method=method, seconds=30, times=1)
    name, *options = command
    terminal = Terminal(name, run, *options, "--json")
    while not any(request.method == method for request in sandbox.requests):
        assert terminal.process.poll() is None
        time.sleep(0.02)
    terminal.process.send_signal(signal.SIGINT)
    got, out = terminal.ended()
    assert (got, misfits("error", json.loads(out))) == (code, [])
