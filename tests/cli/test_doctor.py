"""`rein doctor`: clients, accounts, scopes, the ledger, its modes and its chains."""

from __future__ import annotations

import contextlib
import os
import socket
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from slack_sdk import WebClient

import agentrein as rein
from agentrein import clash, doctor_clients, doctor_ledger
from agentrein.ledger import health, open_ledger
from agentrein_github.sandbox import GitHubSandbox
from agentrein_notion.sandbox import NotionSandbox
from agentrein_slack.sandbox import SlackSandbox

Cli = Callable[..., Any]
BOT = "xoxb-agent"


@pytest.fixture(autouse=True)
def nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a test sets is configured."""
    for name in ("SLACK_BOT_TOKEN", "SLACK_USER_TOKEN", "SLACK_API_URL", "NOTION_TOKEN", "NOTION_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def slack(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlackSandbox]:
    """A stand-in for Slack, with the agent's token in the environment."""
    with SlackSandbox() as sb:
        monkeypatch.setenv("SLACK_BOT_TOKEN", BOT)
        monkeypatch.setenv("SLACK_API_URL", sb.api_url)
        yield sb


@pytest.fixture
def notion(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NotionSandbox]:
    """A stand-in for Notion, with the agent's token in the environment."""
    with NotionSandbox() as sb:
        monkeypatch.setenv("NOTION_TOKEN", "ntn-agent")
        monkeypatch.setenv("NOTION_BASE_URL", sb.url)
        yield sb


def client_in(done: Any, name: str) -> dict[str, Any]:
    """A connector's client in the JSON."""
    (found,) = [one for one in done.json["clients"] if one["connector"] == name]
    return dict(found)


def reacts(slack: SlackSandbox) -> str:
    """A completed run that reacts to a message; its id."""
    ts = slack.post_as("U0BOB", "C0AAA", "Build 41 failed")
    armed = rein.wrap(WebClient(BOT, base_url=slack.api_url))
    with rein.run("react") as run:
        armed.reactions_add(channel="C0AAA", timestamp=ts, name="eyes")
    return run.id


def flat(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


# --- clients


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


def installed(folder: Path, name: str, *, entries: str = "", brings: str = "") -> None:
    """A distribution's metadata in a folder, as an installer leaves it."""
    info = folder / f"{name.replace('-', '_')}-9.9.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 9.9\n")
    (info / "entry_points.txt").write_text(entries)
    if brings:
        (info / "top_level.txt").write_text(f"{brings}\n")


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
from agentrein_github import connector as github
connector = replace(github, name="elsewhere", sdk="no-such-sdk", operations=(), refused=(), places=(), divided=None)
"""


def test_connectors_of_other_packages(process: Callable[..., Any], tmp_path: Path) -> None:
    """One whose SDK is not installed is not configured; one that cannot be loaded is a finding, and stops nothing."""
    entries = "[agentrein.connectors]\nelsewhere = elsewhere_of_others:connector\nbroken = broken_of_others:connector\n"
    installed(tmp_path, "of-others", entries=entries)
    (tmp_path / "elsewhere_of_others.py").write_text(_ELSEWHERE)
    (tmp_path / "broken_of_others.py").write_text("raise ImportError('half of it is missing')\n")
    shown = process("doctor", "--json", environ={"PYTHONPATH": str(tmp_path)})
    assert (shown.code, shown.err) == (1, "")
    assert client_in(shown, "elsewhere")["state"] == "not_installed"
    assert client_in(shown, "elsewhere")["now"] == "pip install 'no-such-sdk>=2.10,<2.11'"
    assert client_in(shown, "broken")["state"] == "failing"
    assert [one["connector"] for one in shown.json["problems"]] == ["broken"]
    assert client_in(shown, "github")["state"] == "ready"


# --- scopes


def test_a_missing_scope_that_a_run_needs_is_a_problem(cli: Cli, slack: SlackSandbox) -> None:
    """A run reacted; its undo needs a scope that the token lost since."""
    run = reacts(slack)
    slack.allow(BOT, ["chat:write", "reactions:read"])
    done = cli("doctor")
    assert done.code == 1
    needs = "slack: the undo of reactions.add needs reactions:write, which the credential lacks"
    assert f"{needs}, and run {run} did that; grant it reactions:write" in flat(done.out)
    lacks = {one["address"]: one["needs"] for one in client_in(cli("doctor", "--json"), "slack")["lacks"]}
    assert lacks["reactions.add"] == [["reactions:write"]]
    assert "chat.postMessage" not in lacks


def test_a_missing_scope_is_good_to_know_before_a_run_needs_it(cli: Cli, slack: SlackSandbox) -> None:
    """No run needs it yet, so it is a note, and all is well; in short where there is little room."""
    slack.allow(BOT, ["chat:write"])
    done = cli("doctor", "--all")
    assert done.code == 0
    assert "the undo of reactions.add, reactions.remove needs reactions:write and reactions:read" in flat(done.out)
    assert "one of channels:history, groups:history" in flat(done.out)
    short = cli("doctor")
    assert "rein doctor --all" in short.out
    assert len(short.lines) <= 24


def test_one_of_several_scopes_is_enough(cli: Cli, slack: SlackSandbox, sandbox: GitHubSandbox) -> None:
    """What a kind of conversation, or of repository, needs is granted by any of its alternatives."""
    sandbox.scopes = "public_repo"
    slack.allow(BOT, ["channels:manage", "groups:read"])
    assert client_in(cli("doctor", "--json"), "github")["lacks"] == []
    lacks = {one["address"] for one in client_in(cli("doctor", "--json"), "slack")["lacks"]}
    assert "conversations.rename" not in lacks
    assert "chat.update" in lacks
    sandbox.scopes = "gist"
    done = cli("doctor", "--all")
    assert "needs one of repo, public_repo, which the credential lacks" in flat(done.out)


def test_scopes_that_cannot_be_read_are_named(cli: Cli, sandbox: GitHubSandbox, notion: NotionSandbox) -> None:
    """A vendor that does not tell what a credential may do is no problem, and what the undo needs is said."""
    sandbox.scopes = None
    done = cli("doctor")
    assert done.code == 0
    said = "what the credential may do cannot be read; the undo needs"
    assert f"{said} one of repo, public_repo" in flat(done.out)
    assert f"{said} read content and update content and insert comments" in flat(done.out)
    found = client_in(cli("doctor", "--json"), "github")
    assert (found["granted"], found["lacks"]) == (None, None)


# --- the ledger


def test_a_broken_chain_is_named(cli: Cli, agent: Callable[..., str], work: Any, place: Path) -> None:
    """Each run is verified: the one whose record was changed is named with what to do, and the others are fine."""
    agent(work.opens)
    broken = agent(work.opens)
    with contextlib.closing(sqlite3.connect(place)) as db:
        for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        db.execute("UPDATE entries SET kind = 'note' WHERE run = ? AND kind = 'planned'", (broken,))
        db.commit()
    done = cli("doctor")
    assert done.code == 1
    assert done.lines[0].startswith("1 problem ")
    assert f"the chain of run {broken} is broken" in flat(done.out)
    assert "compare it with a backup" in flat(done.out)
    assert "BROKEN in 1 of 2 runs" in done.out
    assert done.lines[-1] == f"Next:  rein show {broken}"
    found = cli("doctor", "--json").json["chain"]
    assert (found["verified"], [one["run"] for one in found["broken"]]) == (1, [broken])


def test_who_else_can_read_the_ledger(cli: Cli, agent: Callable[..., str], work: Any, place: Path) -> None:
    """A file that others can read is a problem with the command that mends it; a folder that they see into, a note."""
    agent(work.opens)
    place.chmod(0o644)
    place.parent.chmod(0o755)
    done = cli("doctor")
    assert done.code == 1
    assert f"chmod 600 {place}" in flat(done.out)
    assert f"chmod 700 {place.parent}" in flat(done.out)
    place.chmod(0o600)
    done = cli("doctor")
    assert done.code == 0
    assert f"chmod 700 {place.parent}" in flat(done.out)
    exposed = cli("doctor", "--json").json["ledger"]["exposed"]
    assert exposed == [{"path": str(place.parent), "mode": "0755", "wants": "0700"}]
    place.parent.chmod(0o777)
    assert cli("doctor").code == 1
    place.parent.chmod(0o700)
    assert cli("doctor", "--json").json["ledger"]["exposed"] == []


def test_what_stands_beside_the_ledger_is_looked_at(agent: Callable[..., str], work: Any, place: Path) -> None:
    """The files of SQLite's and the folder of the locks hold as much as the ledger itself."""
    agent(work.opens)
    with contextlib.closing(sqlite3.connect(place)) as db:
        db.execute("SELECT count(*) FROM runs").fetchall()
        wal, locks = place.with_name(place.name + "-wal"), place.with_name(place.name + ".locks")
        wal.chmod(0o640)
        locks.chmod(0o770)
        found = {one.path: one for one in health.health(open_ledger(str(place))).exposed}
    assert (found[wal].wants, found[wal].severe) == (0o600, True)
    assert (found[locks].wants, found[locks].severe) == (0o700, True)


def test_a_ledger_that_cannot_be_had(cli: Cli, place: Path) -> None:
    """Something else lies where the ledger should be: exit code 3, and the clients are shown all the same."""
    place.parent.mkdir()
    place.write_text("this is no ledger, and long enough to be read as a file of another kind than SQLite's" * 20)
    done = cli("doctor")
    assert done.code == 3
    assert "the ledger cannot be had" in flat(done.out)
    assert "acts for octocat" in done.out
    shown = cli("doctor", "--json")
    assert (shown.code, shown.json["exit"], shown.json["ledger"]["state"]) == (3, 3, "unusable")


def test_a_connector_that_is_gone(cli: Cli, agent: Callable[..., str], work: Any, place: Path) -> None:
    """Runs that acted through a connector which is not installed any more need it."""
    agent(work.opens)
    found = doctor_ledger.look(None, lambda done, of: None)
    assert set(found.needs) == {"github"}
    with contextlib.closing(sqlite3.connect(place)) as db:
        db.execute("UPDATE actions SET connector = 'elsewhere'")
        db.commit()
    done = cli("doctor")
    assert done.code == 1
    assert "elsewhere: run" in flat(done.out)


def test_little_room_on_the_disk_is_a_problem(cli: Cli, agent: Any, work: Any, monkeypatch: Any) -> None:
    """A full disk refuses every write, so it is said before it is full."""
    agent(work.opens)
    monkeypatch.setattr("agentrein.doctor.SCARCE", 2**62)
    done = cli("doctor")
    assert done.code == 1
    assert "free some space" in flat(done.out)


# --- what is printed


def test_the_shape_of_its_json(cli: Cli, agent: Callable[..., str], work: Any) -> None:
    """Ledger, chain and clients, each with what a script would ask for."""
    agent(work.opens)
    found = cli("doctor", "--json").json
    assert set(found) == {"ledger", "chain", "clients", "problems", "notes", "exit"}
    ledger = found["ledger"]
    assert (ledger["state"], ledger["runs"], ledger["actions"], ledger["read_only"]) == ("there", 1, 1, False)
    assert ledger["size"] > 0
    assert ledger["url"].startswith("sqlite:///")
    assert found["chain"] == {"verified": 1, "broken": []}
    assert [one["connector"] for one in found["clients"]] == ["github", "notion", "slack"]
    github = found["clients"][0]
    assert (github["state"], github["account"], github["mode"], github["kind"]) == ("ready", "octocat", "live", "token")
    assert github["granted"] == ["repo", "user"]


def test_nothing_of_a_vendor_acts_on_the_screen(cli: Cli, sandbox: GitHubSandbox, monkeypatch: Any) -> None:
    """An account's name is printed with its escapes written out."""
    sandbox.add_user("evil\x1b[2J\u202ename", "token-evil")
    monkeypatch.setenv("GITHUB_TOKEN", "token-evil")
    done = cli("doctor")
    assert r"evil\x1b[2J\u202ename" in done.out
    assert "\x1b" not in done.out


@pytest.mark.parametrize("known", [True, False], ids=["taken", "refused"])
def test_no_credential_is_printed(cli: Cli, sandbox: GitHubSandbox, monkeypatch: Any, known: bool) -> None:  # noqa: FBT001 - a column of the table above
    """Neither a token that works nor one that does not, nor what stands in a URL, is ever printed."""
    token = "token-octocat" if known else "ghp_secretsecretsecret"
    monkeypatch.setenv("GITHUB_TOKEN", token)
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-secret-\x07-secret")
    monkeypatch.setenv("SLACK_API_URL", sandbox.url.replace("//", "//someone:hidden@") + "/nowhere/")
    monkeypatch.setenv("NOTION_TOKEN", "ntn_secret\nsecret")
    for shown in (cli("doctor", "--all"), cli("doctor", "--json")):
        for secret in (token, "secret", "hidden"):
            assert secret not in shown.out + shown.err


def test_the_page_fits_a_screen(cli: Cli, slack: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """With problems and notes of every client the page has no more than 24 lines, and its last is the next command."""
    reacts(slack)
    slack.allow(BOT, ["team:read"])
    monkeypatch.setenv("GITHUB_TOKEN", "token-of-nobody")
    monkeypatch.setenv("NOTION_BASE_URL", "nowhere")
    done = cli("doctor")
    assert done.code == 1
    assert len(done.lines) <= 24
    assert "Chain    1 run verified" in done.out
    assert done.lines[-1].startswith("Next:  ")


# --- what is installed


def test_one_agentrein_is_installed() -> None:
    """Where ours alone is installed, nothing clashes."""
    assert clash.clashes() == []


def test_a_clash_of_names_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two installations, another package of our name, and one that brings an import package of our name."""
    installed(tmp_path / "second", "agentrein", entries="[console_scripts]\nrein = agentrein.cli:main\n")
    installed(tmp_path / "foreign", "rein-of-others", brings="agentrein")
    monkeypatch.syspath_prepend(tmp_path / "second")
    monkeypatch.syspath_prepend(tmp_path / "foreign")
    told = " ".join(what for what, _ in clash.clashes())
    assert "agentrein is installed more than once" in told
    assert "rein-of-others brings an import package agentrein too" in told


def test_an_unrelated_package_of_our_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only the package of the public index is installed, that is said."""
    installed(tmp_path / "only", "agentrein")
    monkeypatch.setattr("sys.path", [str(tmp_path / "only")])
    (found,) = clash.clashes()
    assert "is another package of the name agentrein" in found[0]
