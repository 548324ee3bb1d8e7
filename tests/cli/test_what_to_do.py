"""What a person is told to do: the cause before the list, choices that say what they cost, one next command."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agentrein.cli.needs import told_of
from agentrein.cli.residue import leaves
from agentrein.cli.show_action import joined
from agentrein.context import current
from agentrein.fold import fold
from agentrein.inverse import Do, First, Several
from agentrein.ledger import open_ledger
from agentrein.model import State
from agentrein_github.sandbox import GitHubSandbox

Cli = Callable[..., Any]
Agent = Callable[..., str]


def _branch(repo: Any) -> None:
    repo.create_git_ref("refs/heads/agent", repo.get_branch("main").commit.sha)


@pytest.fixture
def built_upon(agent: Agent, helper: Any) -> str:
    """A run whose branch a colleague committed to since; a revert met the conflict."""
    run = agent(_branch)
    helper.create_file("more.md", "more", "more", branch="agent")
    return run


@pytest.mark.parametrize("command", [["plan"], ["revert", "--yes"]])
def test_missing_credentials_are_told_before_the_list_and_last(
    cli: Cli, conflict: str, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """No row that was not read claims a change or offers force; the variables stand first and in the next step."""
    cli("revert", conflict, "--yes")
    monkeypatch.delenv("GITHUB_TOKEN")
    done = cli(command[0], conflict, *command[1:])
    assert done.code == 3
    assert "CHANGED" not in done.out
    assert "--force" not in done.out
    assert "no credentials for GitHub" in "\n".join(done.lines[:4])
    row = next(line for line in done.lines if re.match(r"  (\? #)?1 ", line) or "? #1 " in line)
    assert "?" in row
    assert "not read" in row
    assert done.lines[-1] == f"Next:  set GITHUB_TOKEN (or GH_TOKEN), then: rein revert {conflict}"


@pytest.mark.parametrize("command", [["plan"], ["revert", "--yes"]])
def test_refused_credentials_name_the_answer_and_the_variables(
    cli: Cli, agent: Agent, work: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """A wrong token: what was answered comes first, and the last line names what to set."""
    run = agent(work.triages)
    monkeypatch.setenv("GITHUB_TOKEN", "token-of-nobody")
    done = cli(command[0], run, *command[1:])
    assert done.code == 3
    assert "401" in "\n".join(done.lines[:4])
    assert done.lines[-1] == f"Next:  set other credentials (GITHUB_TOKEN (or GH_TOKEN)), then: rein revert {run}"


def test_show_repeats_what_the_undo_waits_for(
    cli: Cli, agent: Agent, work: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks later learns why the revert ended early and what to set; no write asks on its own."""
    run = agent(work.triages)
    monkeypatch.delenv("GITHUB_TOKEN")
    cli("revert", run, "--yes")
    shown = cli("show", run)
    assert shown.out.index("no credentials for GitHub") < shown.out.index("WHAT HAPPENED")
    assert "--keep" not in shown.out
    assert shown.lines[-1] == f"Next:  set GITHUB_TOKEN (or GH_TOKEN), then: rein revert {run}"


def test_anothers_credentials_name_whose_are_wanted(
    cli: Cli, agent: Agent, work: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token of another account: the next step names the account that acted."""
    run = agent(work.triages)
    monkeypatch.setenv("GITHUB_TOKEN", "token-helper")
    assert cli("plan", run).lines[-1] == f"Next:  set the credentials of octocat, then: rein revert {run}"


def test_force_says_what_it_costs(cli: Cli, conflict: str, built_upon: str) -> None:
    """Over a field it overwrites; over a thing that the run made it takes what others added along."""
    for run in (conflict, built_upon):
        cli("revert", run, "--yes")
    field, thing = cli("show", conflict).out, cli("show", built_upon).out
    assert f"overwrite theirs:  rein revert {conflict} --force 1" in field
    assert "undo it all the same (what others added goes too):" in thing
    assert f"rein revert {built_upon} --force 1" in thing
    for text in (field, thing):
        assert "keep theirs:" in text
        assert "put it back" not in text


def test_force_is_not_proposed_where_it_cannot_help(cli: Cli, agent: Agent, helper: Any) -> None:
    """What a colleague deleted cannot be overwritten; the only choice is to leave it so."""
    comment = helper.get_issue(1).create_comment("before")
    run = agent(lambda repo: repo.get_issue(1).get_comment(comment.id).edit("Agent's"))
    comment.delete()
    out = cli("revert", run, "--yes").out
    assert "no longer there" in out
    assert f"leave it so:       rein revert {run} --keep 1" in out
    assert f"{run} --force" not in out
    assert cli("revert", run, "--keep", "1", "--yes").code == 0


def test_a_broken_chain_proposes_nothing(cli: Cli, conflict: str, place: Path) -> None:
    """What cannot be trusted is no ground for a revert: no command to undo anything is printed."""
    cli("revert", conflict, "--yes")
    with sqlite3.connect(place) as db:
        for name in [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]:
            db.execute(f'DROP TRIGGER "{name}"')
        db.execute("UPDATE entries SET at = '2020-01-01T00:00:00.000000Z' WHERE n = 1 AND run = ?", (conflict,))
    db.close()
    for command in (["show", conflict], ["show", conflict, "1"]):
        done = cli(*command)
        assert done.code == 3
        assert "BROKEN" in done.out
        assert "rein revert" not in done.out
        assert "rein plan" not in done.out


def test_conflicts_stand_where_one_looks(cli: Cli, conflict: str) -> None:
    """Plan, the end of a revert, show and its JSON all hold the field's values."""
    assert re.search(r'title +before +"First issue"', cli("plan", conflict).out)
    for out in (cli("revert", conflict, "--yes").out, cli("show", conflict).out, cli("show", conflict, "--all").out):
        assert re.search(r'title +before +"First issue"\n +agent +"Agent\'s title"\n +now +"Helper\'s title"', out)
    one = cli("show", conflict, "--json").json["actions"][0]
    assert one["conflicts"][0]["now"] == "Helper's title"
    assert one["message"] == "somebody changed it since"


def test_folded_conflicts_still_tell_field_and_value(cli: Cli, agent: Agent, helper: Any) -> None:
    """Where there is no room for three values, a row still says what is there now."""

    def work(repo: Any) -> None:
        for number in range(12):
            repo.create_issue(f"Issue {number}").edit(title=f"Retitled {number}")

    run = agent(work)
    for number in range(2, 14):
        helper.get_issue(number).edit(title=f"Helper's {number}")
    told = r'title  before "Issue \d+"?…?  agent "Retitled \d*"?…?  now "Helper\'s \d*"?…?$'
    for command in (["plan", run], ["revert", run, "--yes"], ["show", run]):
        assert len(re.findall(told, cli(*command).out, re.MULTILINE)) >= 3


def test_all_wraps_long_values(cli: Cli, agent: Agent, helper: Any) -> None:
    """With --all every character of a conflict's value is printed."""
    long = "".join(f"{number:04d}" for number in range(200))
    run = agent(lambda repo: repo.get_issue(1).edit(title="Agent's title"))
    helper.get_issue(1).edit(title=long)
    cli("revert", run, "--yes")
    assert long not in re.sub(r"\s", "", cli("show", run).out)
    assert long in re.sub(r"\s", "", cli("show", run, "--all").out)
    assert long in re.sub(r"\s", "", cli("show", run, "1", "--all").out)


def test_only_what_was_undone_leaves_something_behind(cli: Cli, agent: Agent, helper: Any) -> None:
    """Nothing was undone yet: a revert would leave it; a write that is still in conflict has left nothing behind."""

    def work(repo: Any) -> None:
        repo.create_issue("Flaky test")
        repo.get_issue(1).edit(title="Agent's title")
        raise RuntimeError

    run = agent(work, on_failure="keep")
    assert "A REVERT LEAVES BEHIND" in cli("show", run).out
    helper.get_issue(1).edit(title="Helper's title")
    cli("revert", run, "--yes")
    behind = cli("show", run, "--all").out.partition("STAYS BEHIND")[2]
    assert "#1" in behind
    assert "#2" not in behind


@pytest.mark.parametrize(
    ("reason", "left"),
    [("", True), ("it was already so; nothing was sent", True), ("it is no longer there; nothing was sent", False)],
)
def test_what_is_gone_leaves_nothing_behind(agent: Agent, reason: str, *, left: bool) -> None:
    """An undo that found the thing gone has left nothing of it."""
    (action,) = fold(open_ledger(None).entries(agent(_branch)))
    assert leaves(replace(action, state=State.REVERTED, reason=reason), undone=True) is left


def test_a_call_that_is_cut_in_a_plan_says_so(cli: Cli, agent: Agent) -> None:
    """In a folded plan a call takes one line, which ends in `…` where some of it is missing."""

    def work(repo: Any) -> None:
        for number in range(20):
            repo.create_issue(f"Issue {number}")

    calls = [line for line in cli("plan", agent(work)).lines if "PATCH" in line]
    assert len(calls) > 4
    assert all(line.endswith("…") and len(line) <= 80 for line in calls[1:])


def test_an_alternative_reads_as_one() -> None:
    """Of several ways the first is named first, and the others only as what follows a refusal."""
    delete, update = Do("chat.delete"), Do("chat.update")
    ways = First((delete, update), ())
    assert list(joined(ways)) == [("first: ", delete), ("if that is refused: ", update)]
    assert list(joined(Several((delete, ways))))[-1] == ("", delete)
    assert list(joined(First((delete,), ()))) == [("", delete)]


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("held by #2", "waits for #2; goes by itself once #2 is settled"),
        ("#3 stands on it", "#3 stands on it; goes by itself once #3 is settled"),
    ],
)
def test_what_is_held_says_for_what_it_waits(reason: str, told: str) -> None:
    """A person learns that nothing is to be done about it."""
    assert told_of(State.HELD, reason) == told
    assert told_of(State.CONFLICT, reason) == reason


def test_steps_and_notes_stand_among_the_writes(cli: Cli, agent: Agent) -> None:
    """A write names its step, and what the model noted stands where it was noted."""

    def work(repo: Any) -> None:
        run = current()
        assert run is not None
        with run.step("label it"):
            repo.get_issue(1).add_to_labels("customer")
        run.note("the model chose the template")
        repo.create_issue("Flaky test")

    out = cli("show", agent(work), "--all").out
    issue, note, label = (out.index(text) for text in ("#2", "the model chose the template", "#1"))
    assert issue < note < label
    assert re.search(r"#1 .*label it", out)


def test_forcing_what_is_undone_is_said(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """--force and --keep of a write that needs neither do not pass in silence."""
    run = agent(work.opens)
    cli("revert", run, "--yes")
    for option in ("--force", "--keep"):
        assert f"#1 is already undone: {option} 1 changed nothing" in cli("revert", run, option, "1", "--yes").out
        assert f"#1 is already undone: {option} 1 changes nothing" in cli("plan", run, option, "1").out


def test_times_name_their_zone_once(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """Clock times are local, and each page that has some says in which zone."""
    run = agent(work.opens)
    for command in (["show", run], ["show", run, "1"], ["runs"]):
        assert len(re.findall(r"times are (UTC\b|local \(UTC[+-]\d\d:\d\d\))", cli(*command).out)) == 1


@pytest.mark.parametrize(
    ("fault", "told"),
    [({"kind": "error", "status": 503}, "wait"), ({"kind": "refuse"}, "see whether github can be reached")],
)
def test_a_vendor_that_is_down_is_not_ours_to_mend(
    cli: Cli, agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox, fault: dict[str, Any], told: str
) -> None:
    """What nobody here can mend is waited for, and what may be a wrong address is looked at."""
    run = agent(work.opens)
    sandbox.faults.add(times=None, **fault)
    assert cli("plan", run).lines[-1] == f"Next:  {told}, then: rein revert {run}"


def test_a_part_that_is_undone_as_asked_is_called_so(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """A revert of one write leaves the others because nobody asked for them; the whole then is REVERTED."""
    run = agent(work.triages)
    assert cli("revert", run, "--action", "3", "--yes").out.startswith("PARTLY REVERTED, AS ASKED ")
    assert cli("revert", run, "--yes").out.startswith("REVERTED ")


def test_a_part_with_a_conflict_is_not_as_asked(cli: Cli, conflict: str) -> None:
    """What was asked for and is left still needs a person."""
    assert cli("revert", conflict, "--action", "1", "--yes").out.startswith("NOT REVERTED ")


def test_nobody_is_asked_about_a_ledger_that_cannot_be_written(
    cli: Cli, agent: Agent, work: SimpleNamespace, place: Path, sandbox: GitHubSandbox
) -> None:
    """A revert of a read-only ledger says so before it asks and before it reads; what is settled can be looked at."""
    run, done = agent(work.opens), agent(work.opens)
    cli("revert", done, "--yes")
    place.chmod(0o400)
    sandbox.clear_requests()
    refused = cli("revert", run)
    assert (refused.code, sandbox.requests) == (3, [])
    assert "read-only; nothing was sent" in refused.err
    assert "chmod u+w" in refused.err
    assert cli("revert", done).code == 0
