"""What scripts rely on: the shapes of JSON and the exit codes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agentrein.cli.app import COMMANDS, rein
from agentrein.context import current
from agentrein.ledger import open_ledger
from agentrein_github.sandbox import GitHubSandbox

Cli = Callable[..., Any]
Agent = Callable[..., str]


def test_runs_lists_each_run_newest_first_in_its_shape(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """`runs --json` is a list of id, name, status, actions, started, ended."""
    first, second = agent(work.opens, name="one"), agent(work.triages, name="two")
    done = cli("runs", "--json")
    assert done.code == 0
    assert [row["id"] for row in done.json] == [second, first]
    assert [(row["name"], row["status"], row["actions"]) for row in done.json] == [
        ("two", "completed", 3),
        ("one", "completed", 1),
    ]
    assert all(set(row) == {"id", "name", "status", "actions", "started", "ended"} for row in done.json)


def test_show_tells_each_action_with_what_a_revert_may_send(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """`show --json` has the contract's fields, and a restore's write carries the values from before."""
    run = agent(work.triages)
    shown = cli("show", run, "--json").json
    assert set(shown) == {"id", "name", "status", "actions", "alerts"}
    title, label, issue = shown["actions"]
    assert set(title) == {
        *("seq", "connector", "address", "sdk", "says", "tier", "state"),
        *("object", "inverse", "residue", "where", "by", "conflicts", "message"),
        "approval",
        "mitigations",
    }
    assert (title["seq"], title["connector"], title["state"], title["by"]) == (1, "github", "landed", "tester")
    assert title["inverse"][0]["address"] == "PATCH /repos/{owner}/{repo}/issues/{issue_number}"
    assert title["inverse"][0]["body"] == {"title": "First issue"}
    assert label["inverse"][0]["address"].startswith("DELETE ")
    assert label["inverse"][0]["params"]["name"] == "customer"
    assert issue["inverse"][0]["body"] == {"state": "closed", "state_reason": "not_planned"}
    assert issue["object"] == "github:repo:9/issue:2"
    assert title["where"].startswith("conftest.py:")


def test_show_of_one_action_keeps_the_shape_and_says_more(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """`show RUN N --json` is the same shape with that action alone, its request, images and entries."""
    run = agent(work.triages)
    (one,) = cli("show", run, "1", "--json").json["actions"]
    assert one["request"]["body"] == {"title": "Agent's title"}
    assert one["images"] == [
        {"field": "title", "before": "First issue", "asked": "Agent's title", "after": "Agent's title"}
    ]
    assert [entry["kind"] for entry in one["entries"]] == ["planned", "outcome"]


def test_a_plan_sends_no_write_and_exits_0_when_all_can_go(
    cli: Cli, agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox
) -> None:
    """`plan` tells the calls of a revert and only reads."""
    run = agent(work.triages)
    sandbox.clear_requests()
    done = cli("plan", run, "--json")
    assert done.code == 0
    assert sandbox.writes == []
    assert [action["seq"] for action in done.json["actions"]] == [3, 2, 1]
    parts = {"seq", "state", "sent", "conflicts", "message", "if_stuck", "commands", "mitigations"}
    assert all(set(action) == parts for action in done.json["actions"])
    assert done.json["counts"] == {
        **dict.fromkeys(("conflict", "held", "needs_attention", "kept", "nothing"), 0),
        "reverted": 2,
        "compensated": 1,
    }
    assert (done.json["run"], done.json["left"], done.json["exit"]) == (run, [], 0)


@pytest.mark.parametrize("options", ["", "--force 1", "--keep 1", "--action 1", "--keep 2 --force 1"])
def test_a_plan_with_any_option_sends_no_write(cli: Cli, conflict: str, sandbox: GitHubSandbox, options: str) -> None:
    """Whatever `plan` is asked, nothing is written, at the vendor's or in the ledger."""
    before = len(open_ledger(None).entries(conflict))
    sandbox.clear_requests()
    assert cli("plan", conflict, *options.split()).code in {0, 1}
    assert sandbox.writes == []
    assert len(open_ledger(None).entries(conflict)) == before


def test_a_plan_exits_1_when_something_would_be_left(cli: Cli, conflict: str) -> None:
    """A conflict gates, with its three values; keeping it does not."""
    done = cli("plan", conflict, "--json")
    assert (done.code, done.json["exit"], done.json["left"]) == (1, 1, [1])
    assert done.json["actions"][-1]["conflicts"] == [
        {"field": "title", "before": "First issue", "ours": "Agent's title", "now": "Helper's title"}
    ]
    assert cli("plan", conflict, "--keep", "1").code == 0


def test_a_revert_exits_by_what_is_left_and_can_be_settled(cli: Cli, conflict: str, helper: Any) -> None:
    """1 while a conflict is open, 0 once it was forced; the report says what was sent."""
    first = cli("revert", conflict, "--yes", "--json")
    assert (first.code, first.json["left"], first.json["status"]) == (1, [1], "needs_attention")
    assert helper.get_issue(1).title == "Helper's title"
    second = cli("revert", conflict, "--yes", "--json", "--force", "1")
    assert (second.code, second.json["left"], second.json["status"]) == (0, [], "reverted")
    assert helper.get_issue(1).title == "First issue"
    assert cli("show", conflict, "--json").json["actions"][0]["by"] == "tester"


def test_a_reverted_run_is_reported_again_without_asking_or_sending(
    cli: Cli, agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox
) -> None:
    """Reverting twice prints the report twice and sends once."""
    run = agent(work.triages)
    cli("revert", run, "--yes")
    sandbox.clear_requests()
    again = cli("revert", run)
    assert again.code == 0
    assert "REVERTED" in again.lines[0]
    assert "nothing was sent" in again.out
    assert sandbox.requests == []


def test_without_terminal_and_without_yes_nothing_is_requested(
    cli: Cli, agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox
) -> None:
    """Exit 2, not one request, and the message says what to add."""
    run = agent(work.triages)
    sandbox.clear_requests()
    done = cli("revert", run)
    assert (done.code, done.out) == (2, "")
    assert "rein: not a terminal, so nobody can be asked; nothing was sent. Use --yes." in done.err
    assert done.err.count("--yes") == 1
    assert sandbox.requests == []
    as_json = cli("revert", run, "--json")
    assert (as_json.code, as_json.json["exit"], as_json.json["error"]["code"]) == (2, 2, "REIN-U200")
    assert as_json.err == ""


def test_keeping_alone_asks_nothing(cli: Cli, agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox) -> None:
    """A revert that can only keep sends nothing, so it needs no --yes."""
    run = agent(work.opens)
    sandbox.clear_requests()
    done = cli("revert", run, "--keep", "1", "--json")
    assert (done.code, done.json["counts"]["kept"]) == (0, 1)
    assert sandbox.writes == []


def test_a_step_or_an_action_is_undone_alone(cli: Cli, agent: Agent, helper: Any) -> None:
    """`--step` and `--action` limit a revert; the rest still stands, and is left."""

    def work(repo: Any) -> None:
        run = current()
        assert run is not None
        with run.step("label it"):
            repo.get_issue(1).add_to_labels("customer")
        with run.step("file it"):
            repo.create_issue("Flaky test")
            repo.create_issue("Slow test")

    run = agent(work)
    plan = cli("plan", run, "--step", "file it", "--json")
    assert [action["seq"] for action in plan.json["actions"]] == [3, 2]
    done = cli("revert", run, "--step", "file it", "--yes", "--json")
    assert [action["state"] for action in done.json["actions"]] == ["compensated", "compensated"]
    assert [label.name for label in helper.get_issue(1).labels] == ["bug", "customer"]
    assert cli("revert", run, "--action", "1", "--yes").code == 0
    assert [label.name for label in helper.get_issue(1).labels] == ["bug"]
    assert cli("plan", run, "--step", "nobody's").code == 2


def test_a_missing_ledger_is_exit_3_and_is_not_made(cli: Cli, place: Path) -> None:
    """Reading commands name the ledger that is not there, and leave it so."""
    named = (["show", "last"], ["plan", "last"], ["revert", "last", "--yes"], ["recover", "last"])
    for command in (["runs"], *named, ["prune", "--older-than=1d"]):
        done = cli(*command)
        assert (done.code, done.out) == (3, "")
        assert str(place) in done.err
        assert "the first rein.run(...) makes it; or name another one: --ledger PATH, AGENTREIN_LEDGER" in done.err
    error = cli("runs", "--json")
    assert error.code == error.json["exit"] == 3
    assert set(error.json["error"]) == {"code", "what", "where", "now"}
    assert not place.parent.exists()


def test_bare_rein_without_a_ledger_is_one_helpful_line(cli: Cli, place: Path) -> None:
    """The first `rein` of a new user is no error and makes nothing."""
    done = cli()
    assert (done.code, len(done.lines)) == (0, 1)
    assert "rein demo" in done.out
    assert not place.parent.exists()


def test_runs_are_found_by_prefix_and_last(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """A unique beginning, with or without `r-`, and `last` name a run; an unknown or ambiguous one is exit 3."""
    first = agent(work.opens)
    others = [agent(work.opens) for _ in range(2)]
    shown = [cli("show", name, "--json").json["id"] for name in (first, first[:9], first[2:9], "last")]
    assert shown == [first, first, first, others[-1]]
    unknown = cli("show", "r-00000000", "--json")
    assert (unknown.code, unknown.json["error"]["code"]) == (3, "REIN-L404")
    for nothing in ("r-", "", " "):
        done = cli("show", nothing)
        assert done.code == 3
        assert f"{nothing!r} names no run: it takes an id, the beginning of one, or last" in done.err


def test_an_ambiguous_beginning_names_the_candidates(cli: Cli, place: Path) -> None:
    """Two runs that begin alike are both named."""
    for run in ("r-aaaabbbb", "r-aaaacccc"):
        open_ledger(str(place)).open_run(run, "twin", because=None, by="tester", owner={"pid": 1, "host": "here"})
    done = cli("show", "r-aaaa", "--json")
    assert (done.code, done.json["error"]["code"]) == (3, "REIN-L405")
    assert "r-aaaabbbb" in done.json["error"]["what"]
    assert "r-aaaacccc" in done.json["error"]["what"]


def test_usage_errors_are_exit_2_in_both_forms(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """An unknown command, a missing argument, an unknown action and contradicting wishes are usage errors."""
    run = agent(work.opens)
    wrong = (["bogus"], ["show"], ["show", run, "7"], ["plan", run, "--action", "7"], ["ops", "nobody"])
    for command in (*wrong, ["revert", run, "--keep", "1", "--force", "1", "--yes"]):
        assert cli(*command).code == 2
        done = cli(*command, "--json")
        assert (done.code, done.json["exit"]) == (2, 2)


def test_an_unknown_command_names_the_nearest(cli: Cli) -> None:
    """A slip of the finger costs no look at the help."""
    done = cli("revrt", "last")
    assert (done.code, done.err.splitlines()) == (2, ["rein: there is no command 'revrt'", "  now    rein revert"])
    assert "rein --help" in cli("zzz").err


@pytest.mark.parametrize("words", [[], ["show"], ["ops"]])
def test_help_has_a_short_name(process: Callable[..., Any], words: list[str]) -> None:
    """`-h` is `--help`, of every command."""
    assert process(*words, "-h") == process(*words, "--help")
    assert process(*words, "-h").code == 0


def test_without_credentials_a_revert_is_exit_3_and_changes_nothing(
    cli: Cli, agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that cannot be built is named, nothing is sent, and the run can be reverted later."""
    run = agent(work.triages)
    monkeypatch.delenv("GITHUB_TOKEN")
    sandbox.clear_requests()
    done = cli("revert", run, "--yes")
    assert done.code == 3
    assert "GITHUB_TOKEN" in done.out
    assert sandbox.writes == []
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    assert cli("revert", run, "--yes").code == 0


def test_the_ledger_option_works_before_and_after_the_command(
    cli: Cli, agent: Agent, work: SimpleNamespace, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`rein --ledger X runs` and `rein runs --ledger X` are one."""
    run = agent(work.opens)
    monkeypatch.delenv("AGENTREIN_LEDGER")
    for command in (["--ledger", str(place), "runs", "--json"], ["--json", "runs", "--ledger", str(place)]):
        assert [row["id"] for row in cli(*command).json] == [run]


def test_ops_lists_every_row_and_the_refused_tail(cli: Cli) -> None:
    """`ops --json` has one object per known address, with the tiers of a row that decides by function."""
    rows = cli("ops", "--json").json
    needed = {"connector", "address", "sdk", "tier", "inverse", "residue", "why"}
    assert all(needed <= set(row) for row in rows)
    assert len({(row["connector"], row["address"]) for row in rows}) == len(rows) > 100
    by_address = {row["address"]: row for row in rows}
    merge = by_address["PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge"]
    assert (merge["tier"], merge["inverse"]) == ("irreversible", [])
    edit = by_address["PATCH /repos/{owner}/{repo}/issues/{issue_number}"]
    assert edit["inverse"][0] == "PATCH /repos/{owner}/{repo}/issues/{issue_number}"
    assert all(row["tier"] == "depends" for row in rows if "tiers" in row)
    later = by_address["chat.scheduleMessage"]
    assert later["limits"] == ["chat.deleteScheduledMessage works until 1 minute before post_at of the call"]
    assert later["if_stuck"].startswith("In the minute before its time")
    assert cli("ops", "github", "--json").json == [row for row in rows if row["connector"] == "github"]
    assert all(row["address"] in cli("ops").out for row in rows[:40])


def test_every_command_has_help_and_json(cli: Cli) -> None:
    """No command without a sentence about itself and the shared options."""
    help_of_all = cli("--help")
    assert help_of_all.code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in help_of_all.out
        done = cli(name, "--help")
        assert done.code == 0
        assert all(option in done.out for option in ("--json", "--ledger", "--debug"))
        command = rein.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        assert command.help
        assert all(getattr(one, "help", None) for one in command.params if one.param_type_name == "option")


def test_a_bug_of_ours_is_one_line_and_exit_70(cli: Cli, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that nobody expected shows no traceback unless --debug asks for it."""

    def breaks(*args: object, **kwargs: object) -> None:
        raise LookupError("oops")

    monkeypatch.setattr("agentrein.cli.session.open_ledger", breaks)
    done = cli("runs")
    assert (done.code, len(done.err.splitlines())) == (70, 1)
    assert "LookupError: oops" in done.err
    assert "Traceback" in cli("runs", "--debug").err
    assert cli("runs", "--json").json["exit"] == 70


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("words", [["runs"], ["runs", "--json"], [], ["--help"], ["revert", "last", "--yes"]])
def test_a_full_stdout_is_no_bug(agent: Agent, work: SimpleNamespace, words: list[str]) -> None:
    """Exit 3 and one line that says why; what the command does is done all the same."""
    run = agent(work.opens)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "agentrein.cli", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr.splitlines()[-1] == "rein: the result cannot be written: No space left on device"
    assert "bug" not in done.stderr
    assert open_ledger(None).run(run).status == ("reverted" if "revert" in words else "completed")


def test_the_help_names_every_exit_code() -> None:
    """As docs/commands.md lists them."""
    told = " ".join(str(rein.epilog).split())
    assert [code for code in (0, 1, 2, 3, 4, 70, 130) if f" {code} " not in told] == []
