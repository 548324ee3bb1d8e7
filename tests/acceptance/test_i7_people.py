"""I7, scenarios 41 and 42, with encrypted payloads: what a person wrote is not in the file, and no undo is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from github import Github

import agentrein as rein
from agentrein.cli import main
from agentrein.ledger import open_ledger
from agentrein.testing import crash
from agentrein_github.sandbox import GitHubSandbox
from secrets_kit import stored

TITLE, BODY, EDITED, BECAUSE = "Grandmother is ill", "She wrote on Monday", "A title of the agent's", "ticket of Ada L."
SAID = {"title": TITLE, "body": BODY, "edit": EDITED, "because": BECAUSE, "person": "A title of a person's"}


def fresh() -> str:
    """A new key."""
    return b64encode(os.urandom(32)).decode()


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> str:
    """The process has a key."""
    made = fresh()
    monkeypatch.setenv("AGENTREIN_KEY", made)
    return made


def shown(ledger: Path) -> list[str]:
    """What of that which was said stands in a byte of the ledger's folder, plain or as JSON or base64 write it."""
    found = stored(ledger)
    assert {"ledger.sqlite3", "ledger.sqlite3-wal"} <= set(found)
    forms = [(name, form) for name, one in SAID.items() for form in (one.encode(), b64encode(one.encode())[:-4])]
    return [f"{name} in {place}" for name, form in forms for place, data in found.items() if form in data]


def works(gh: Github) -> None:
    """An agent's work that is about people."""
    repo = gh.get_repo("acme/app")
    repo.create_issue(TITLE, body=BODY)
    repo.get_issue(1).edit(title=EDITED)


def command(*arguments: str) -> Any:
    """A command of `rein` in a process of its own, with the environment as it is."""
    return subprocess.run(
        [sys.executable, "-m", "agentrein.cli", *arguments], capture_output=True, text=True, check=False
    )


def test_nothing_that_was_said_is_in_the_file(
    sb: GitHubSandbox, gh: Github, person: Github, ledger: Path, key: str
) -> None:
    """Neither while the run is open, nor after its revert, a conflict with a person's words included."""
    with rein.run("triage", because=BECAUSE) as run:
        works(gh)
        run.note(BODY)
        assert shown(ledger) == []
    person.get_repo("acme/app").get_issue(1).edit(title=SAID["person"])
    report = rein.revert(run.id)
    assert [conflict.now for one in report.actions for conflict in one.conflicts] == [SAID["person"]]
    assert report.counts["compensated"] == 1
    assert shown(ledger) == []
    assert open_ledger(str(ledger)).run(run.id).because == BECAUSE


def test_the_search_would_find_it(gh: Github, ledger: Path) -> None:
    """Without a key the same words are there: the test above is no test of the search alone."""
    with rein.run("triage", because=BECAUSE):
        works(gh)
    assert {one.partition(" ")[0] for one in shown(ledger)} == {"title", "body", "edit", "because"}


@pytest.mark.parametrize("given", ["", "wrong", "broken"])
def test_a_wrong_key_is_never_half_a_revert(
    sb: GitHubSandbox, gh: Github, ledger: Path, key: str, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    """Exit 3 from every command that needs payloads, no request at the vendor, the run as it was; then it works."""
    with rein.run("triage", because=BECAUSE) as run:
        works(gh)
    monkeypatch.setenv("AGENTREIN_KEY", {"": "", "wrong": fresh(), "broken": "no key"}[given])
    sb.clear_requests()
    before = open_ledger(str(ledger)).run(run.id)
    for name in ("revert", "plan", "recover", "show", "export"):
        done = command(name, run.id, "--json", *(["--yes"] if name == "revert" else []))
        assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (3, "REIN-L411"), name
        assert TITLE not in done.stdout + done.stderr
    assert sb.requests == []
    assert open_ledger(str(ledger)).run(run.id) == before
    assert [command(*one).returncode for one in (["runs"], ["verify"], ["export", run.id, "--sealed"])] == [0, 0, 0]
    monkeypatch.setenv("AGENTREIN_KEY", key)
    done = command("revert", run.id, "--yes", "--json")
    assert (done.returncode, json.loads(done.stdout)["status"]) == (0, "reverted")


def test_no_run_opens_without_the_key(sb: GitHubSandbox, gh: Github, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent, and no plain payload follows encrypted ones."""
    with rein.run("triage"):
        works(gh)
    monkeypatch.delenv("AGENTREIN_KEY")
    sb.clear_requests()
    with pytest.raises(rein.ReinError) as refused, rein.run("next"):
        works(gh)
    assert (refused.value.code, sb.requests) == ("REIN-L411", [])


@pytest.mark.parametrize("point", ["after_plan", "after_send", "after_outcome"])
def test_a_killed_run_is_recovered_from_encrypted_entries(
    sb: GitHubSandbox, gh: Github, ledger: Path, key: str, point: str
) -> None:
    """Whatever was committed when the process died is read back with the key, and undone."""
    run = crash.run_until_killed(lambda _: works(gh), point)
    assert shown(ledger) == []
    (report,) = rein.recover()
    assert (report.run, report.exit) == (run.id, 0)
    assert shown(ledger) == []


def test_pruned_exported_verified(
    gh: Github,
    ledger: Path,
    key: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An export opens each entry with a key of its own, and never shows the key; verifying needs none at all."""
    with rein.run("triage", because=BECAUSE) as run:
        works(gh)
    folder = tmp_path_factory.mktemp("audit")
    audit, sealed = folder / "audit.json", folder / "sealed.json"
    assert main(["export", run.id, "--output", str(audit)]) == 0
    assert main(["export", run.id, "--sealed", "--output", str(sealed)]) == 0
    document = json.loads(audit.read_text())
    assert (TITLE in audit.read_text(), TITLE in sealed.read_text(), key in audit.read_text()) == (True, False, False)
    assert len({one["unsealed"]["key"] for one in document["entries"]}) == len(document["entries"])
    monkeypatch.delenv("AGENTREIN_KEY")
    assert [main(["verify", str(path)]) for path in (audit, sealed)] == [0, 0]
    unsealed = document["entries"][1]["unsealed"]
    unsealed["text"] = unsealed["text"].replace(TITLE, "Nobody is ill")
    audit.write_text(json.dumps(document))
    assert main(["verify", str(audit)]) == 3
    assert main(["prune", "--older-than", "0h", "--yes"]) == 0
    assert (main(["verify"]), main(["show", run.id]), main(["export", run.id])) == (0, 0, 0)
    assert shown(ledger) == []
    assert "POST /repos/{owner}/{repo}/issues" in capsys.readouterr().out


def test_old_plain_runs_are_pruned_to_the_last_byte(gh: Github, ledger: Path, make_key: Callable[[], None]) -> None:
    """Encryption that begins later does not reach back: pruning does."""
    with rein.run("triage", because=BECAUSE):
        works(gh)
    make_key()
    with rein.run("triage", because=BECAUSE):
        works(gh)
    assert "title in ledger.sqlite3-wal" in shown(ledger)
    assert main(["prune", "--older-than", "0h", "--yes"]) == 0
    assert shown(ledger) == []


@pytest.fixture
def make_key(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Give the process a key, when it is called."""
    return lambda: monkeypatch.setenv("AGENTREIN_KEY", fresh())
