"""`rein freeze` and `rein thaw`: what they say, what they exit with, and that a freeze is seen wherever one looks."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import agentrein as rein
from agentrein.ledger import open_ledger
from agentrein_github.sandbox import GitHubSandbox

Cli = Callable[..., Any]
Agent = Callable[..., str]


@pytest.fixture
def ran(agent: Agent, work: SimpleNamespace) -> str:
    """A run of an agent, so that there is a ledger and an account on record."""
    return agent(work.opens)


def test_a_freeze_stops_the_next_run_of_another_process(
    cli: Cli, ran: str, agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox, process: Cli
) -> None:
    """Typed in one process, met in another: nothing is sent, and the reason is what the person said."""
    done = process("freeze", "github", "--why", "ticket 812: it spams")
    assert (done.code, done.err) == (0, "")
    sandbox.clear_requests()
    with pytest.raises(rein.Refused, match="ticket 812: it spams"):
        agent(work.opens)
    assert sandbox.writes == []
    assert cli("thaw", "github").code == 0
    agent(work.opens)
    assert [one.method for one in sandbox.writes] == ["POST"]


@pytest.mark.usefixtures("ran")
def test_it_says_what_is_stopped_and_how_to_lift_it(cli: Cli) -> None:
    """What, by whom, since when, why; the next command is the one that ends it."""
    done = cli("freeze", "github:octocat", "--why", "ticket 812")
    assert done.code == 0
    assert done.lines[0].startswith("FROZEN   github:octocat   by tester ")
    assert done.lines[0].endswith("(0 s ago): ticket 812")
    assert done.lines[1] == "Writes of github:octocat are refused from now on, before anything is sent."
    assert done.lines[-1] == "Next:  rein thaw github:octocat"
    again = cli("freeze", "github:octocat", "--why", "another")
    assert "It was frozen before: who and why stay as they are on record." in again.out
    assert again.lines[0].endswith("ticket 812")


@pytest.mark.usefixtures("ran")
def test_everything_is_frozen_without_a_name(cli: Cli) -> None:
    """In one short command."""
    done = cli("freeze", "--why", "stop")
    assert done.lines[0].startswith("FROZEN   everything   by tester ")
    assert done.lines[1].startswith("Every write is refused from now on")
    assert done.lines[-1] == "Next:  rein thaw"


@pytest.mark.usefixtures("ran")
def test_an_account_that_never_wrote_is_told(cli: Cli) -> None:
    """It is frozen all the same, for it may write soon; a typo would show so."""
    done = cli("freeze", "github:octcat", "--why", "stop")
    assert done.code == 0
    said = " ".join(done.out.split())
    assert "No account octcat wrote in the newest runs; on record: octocat. Is the name right?" in said


def test_runs_at_work_are_named(cli: Cli, agent: Agent) -> None:
    """Whoever freezes sees whom that stops."""
    seen: list[Any] = []

    def work(repo: Any) -> None:
        repo.create_issue("Flaky test")
        seen.append(cli("freeze", "--why", "stop"))
        seen.append(cli("freeze", "--why", "stop", "--json").json["at_work"])

    run = agent(work)
    assert f"1 run at work now: {run} triage." in seen[0].out
    assert seen[1] == [run]


@pytest.mark.parametrize("arguments", [[], ["github"], ["--why", ""], ["githbu", "--why", "x"], [":x", "--why", "x"]])
@pytest.mark.usefixtures("ran")
def test_what_cannot_be_meant_is_a_usage_error(cli: Cli, place: Path, arguments: list[str]) -> None:
    """Exit 2, and nothing is frozen."""
    assert cli("freeze", *arguments).code == 2
    assert open_ledger(str(place)).freezes() == []


def test_no_ledger_is_made_by_it(cli: Cli, place: Path) -> None:
    """Whoever is in the wrong place, or the wrong user, would freeze nothing: exit 3."""
    done = cli("freeze", "--why", "stop")
    assert (done.code, place.exists()) == (3, False)
    assert "there is no ledger here" in done.err


@pytest.mark.usefixtures("ran")
def test_it_is_seen_wherever_one_looks(cli: Cli) -> None:
    """`rein` alone and `rein doctor` begin with it, or say it right below their verdict; both in JSON, too."""
    assert cli("--json").json["frozen"] == []
    cli("freeze", "github", "--why", "stop")
    bare, doctor = cli(), cli("doctor")
    assert bare.lines[0].startswith("FROZEN   github   by tester ")
    assert bare.lines[-1].strip() == "rein thaw github"
    assert doctor.lines[1].startswith("FROZEN   github   by tester ")
    for command in ([], ["doctor"]):
        (one,) = cli(*command, "--json").json["frozen"]
        at = one.pop("at")
        assert at.endswith("Z")
        assert one == {"connector": "github", "account": None, "why": "stop", "by": "tester"}


@pytest.mark.usefixtures("ran")
def test_thawing_says_what_is_still_frozen(cli: Cli) -> None:
    """The freeze of everything is another one: exit 1 while it still stops what was named."""
    cli("freeze", "--why", "all of it")
    cli("freeze", "github", "--why", "github")
    done = cli("thaw", "github")
    assert done.code == 1
    assert done.lines[0] == "THAWED   github   github"
    assert done.lines[1].startswith("FROZEN   everything")
    assert done.lines[2] == "Next:  rein thaw"
    assert cli("thaw", "github").code == 1
    last = cli("thaw", "--json")
    assert (last.code, last.json["thawed"]["why"], last.json["frozen"]) == (0, "all of it", [])
    none = cli("thaw")
    assert (none.code, none.lines[0]) == (0, "Nothing to thaw: everything is not frozen by this name.")


@pytest.mark.usefixtures("ran")
def test_hostile_reasons_are_printed_literally(cli: Cli) -> None:
    """By every command that repeats one; a name is quoted for the shell."""
    why = "\x1b[2J[bold]x[/bold] \u202e; rm -rf"
    name = "github:a$(touch x)"
    for done in (cli("freeze", name, "--why", why), cli(), cli("doctor"), cli("thaw", name)):
        assert "\x1b" not in done.out
        assert "\u202e" not in done.out
        assert r"\x1b[2J[bold]x[/bold]" in done.out
    assert cli("freeze", name, "--why", "stop").lines[-1] == f"Next:  rein thaw '{name}'"
    assert cli().lines[-1].strip() == f"rein thaw '{name}'"


@pytest.mark.parametrize("key", [None, "another"])
@pytest.mark.parametrize("name", ["", "github", "github:octocat", "github:bob", "own", "zzz", "zzz:ada"])
@pytest.mark.parametrize("as_json", [False, True])
def test_a_freeze_needs_no_key(
    agent: Agent,
    work: SimpleNamespace,
    cli: Cli,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    key: str | None,
    name: str,
    *,
    as_json: bool,
) -> None:
    """Where the ledger is encrypted and the key is not at hand, what is in force is told to be in force: exit 0."""
    keys = {name: b64encode(bytes(range(at, at + 32))).decode() for name, at in (("right", 0), ("another", 200))}
    monkeypatch.setenv("AGENTREIN_KEY", keys["right"])
    agent(work.opens)
    monkeypatch.setenv("AGENTREIN_KEY", keys[key] if key else "")
    done = cli("freeze", *([name] if name else []), "--why", "stop", *(["--json"] if as_json else []))
    assert (done.code, done.err) == (0, "")
    assert [one.name for one in open_ledger(str(place)).freezes()] == [name]
    if not as_json:
        assert done.lines[0].startswith(f"FROZEN   {name or 'everything'}   by tester ")
        said = " ".join(done.out.split())
        assert ("ever wrote cannot be told here: the ledger's payloads are encrypted" in said) is (":" in name)
        assert ("No connector zzz is installed here" in said) is name.startswith("zzz")
    assert cli("thaw", *([name] if name else [])).code == 0
