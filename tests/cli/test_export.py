"""`rein export` and `rein verify`: one run as a file that a third party can check, and checking runs and files."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import agentrein as rein
import agentrein.cli

Agent = Callable[..., str]
Cli = Callable[..., Any]

SCHEMAS = Path(agentrein.cli.__file__).parent / "schemas"


@pytest.fixture
def exported(cli: Cli, agent: Agent, work: SimpleNamespace, tmp_path: Path) -> tuple[str, Path]:
    """A run and the file that it was exported to."""
    run, path = agent(work.triages, because="ticket 812"), tmp_path / "audit.json"
    assert cli("export", run, "--output", str(path)).code == 0
    return run, path


def check(document: Any) -> str:
    """Somebody else's check, by what the page says, with nothing of ours: the head."""
    run, head = document["run"], ""
    for number, entry in enumerate(document["entries"], 1):
        assert (entry["n"], entry["prev"]) == (number, head)
        parts = [head, run["id"], *(entry[name] for name in ("n", "seq", "kind", "at", "epoch", "format", "payload"))]
        head = hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode("ascii")).hexdigest()
        assert entry["digest"] == head
        if entry["text"] is not None:
            assert hashlib.sha256((entry["salt"] + entry["text"]).encode("ascii")).hexdigest() == entry["payload"]
    assert (head, len(document["entries"])) == (run["head"], run["entries"])
    return head


def fits(name: str, value: Any) -> list[str]:
    """Where a value does not fit a schema of the package."""
    schema = json.loads((SCHEMAS / f"{name}.json").read_text())
    return [f"{one.json_path}: {one.message}" for one in Draft202012Validator(schema).iter_errors(value)]


# --- what is exported


def test_an_exported_run_is_checked_by_a_program_that_knows_nothing_of_ours(
    cli: Cli, exported: tuple[str, Path], place: Path
) -> None:
    """Its chain verifies with SHA-256 alone, and its head is the one that `rein verify` prints of the ledger."""
    run, path = exported
    document = json.loads(path.read_text(encoding="ascii"))
    assert fits("export", document) == []
    (told,) = cli("verify", run, "--json").json
    assert check(document) == told["head"]
    assert [one["says"] for one in document["actions"]] == [
        one["says"] for one in cli("show", run, "--json").json["actions"]
    ]
    assert (document["run"]["because"], document["approvals"], document["alerts"]) == ("ticket 812", [], [])
    place.unlink()
    (verified,) = cli("verify", str(path), "--json").json
    assert (verified["verified"], verified["head"], verified["run"]) == (True, told["head"], run)


def test_without_a_file_the_document_goes_to_stdout(cli: Cli, exported: tuple[str, Path]) -> None:
    """Alone there, with `--json` or without it: a pipe gets what a file would."""
    run, path = exported
    for options in ([], ["--json"]):
        document = cli("export", run, *options).json
        assert document["entries"] == json.loads(path.read_text())["entries"]


def test_the_file_is_for_its_owner_only(cli: Cli, exported: tuple[str, Path], tmp_path: Path) -> None:
    """Whatever the umask; and nothing is left beside it."""
    umask = os.umask(0)
    try:
        assert cli("export", exported[0], "--output", str(tmp_path / "open.json")).code == 0
    finally:
        os.umask(umask)
    assert {path.stat().st_mode & 0o777 for path in (exported[1], tmp_path / "open.json")} == {0o600}
    assert list(tmp_path.glob(".*")) == []


def test_a_file_that_is_there_stays(cli: Cli, exported: tuple[str, Path], tmp_path: Path) -> None:
    """Exit 2 and not a byte of it changed, also where the name is a link; `--replace` says that it may go."""
    run, path = exported
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "nowhere")
    path.write_text("mine")
    for name in (path, link):
        done = cli("export", run, "--output", str(name))
        assert (done.code, "is there already; nothing was written" in done.err) == (2, True)
    assert (path.read_text(), (tmp_path / "nowhere").exists()) == ("mine", False)
    assert cli("export", run, "--output", str(path), "--replace").code == 0
    assert check(json.loads(path.read_text()))


def test_killed_in_the_middle_it_leaves_no_half_file(exported: tuple[str, Path], tmp_path: Path) -> None:
    """A process that dies before its bytes are on disk leaves nothing under the name, and an old file as it was."""
    run, path = exported
    before, new = path.read_bytes(), tmp_path / "new.json"
    code = """
import os, signal, sys
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
from agentrein.cli import main
main(sys.argv[1:])
"""
    for options in (["--output", str(path), "--replace"], ["--output", str(new)]):
        died = subprocess.run([sys.executable, "-c", code, "export", run, *options], check=False)
        assert died.returncode == -signal.SIGKILL
    assert (path.read_bytes(), new.exists()) == (before, False)
    assert {part.stat().st_mode & 0o777 for part in tmp_path.glob(".*.part")} == {0o600}


def test_hostile_text_is_escaped(cli: Cli, agent: Agent, tmp_path: Path) -> None:
    """A title with escape codes cannot act on a screen, in the file or in what is printed about it."""

    def hostile(repo: Any) -> None:
        repo.create_issue("\x1b[2J\u202e[bold]x")

    run = agent(hostile, name="\x1b[31mtriage")
    done = cli("export", run, "--output", str(tmp_path / "a.json"))
    raw = (tmp_path / "a.json").read_bytes()
    assert {b"\x1b", "\u202e".encode()} & {raw[i : i + n] for i in range(len(raw)) for n in (1, 3)} == set()
    assert "\x1b" not in done.out + cli("verify", str(tmp_path / "a.json")).out
    assert json.loads(raw)["actions"][0]["says"].count("\x1b[2J") == 1


def test_a_pruned_run_is_exported_as_what_is_left(
    cli: Cli, agent: Agent, work: SimpleNamespace, tmp_path: Path
) -> None:
    """Payloads are absent, their digests are there; which actions there were is told by the summary."""
    run, path = agent(work.opens), tmp_path / "pruned.json"
    assert cli("prune", "--older-than", "0h", "--yes").code == 0
    assert cli("export", run, "--output", str(path), "--json").json["pruned"] > 3
    document = json.loads(path.read_text())
    assert (check(document) != "", fits("export", document)) == (True, [])
    assert b"Flaky" not in path.read_bytes()
    assert [(one["state"], one["address"]) for one in document["actions"]] == [
        ("landed", "POST /repos/{owner}/{repo}/issues")
    ]
    assert cli("verify", str(path)).code == 0


def test_a_read_only_ledger_is_exported(
    cli: Cli, exported: tuple[str, Path], place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be a copy that nobody can write."""
    run, _ = exported
    place.chmod(0o400)
    place.parent.chmod(0o500)
    try:
        assert cli("export", run, "--output", str(tmp_path / "ro.json")).code == 0
        assert cli("verify").code == 0
    finally:
        place.parent.chmod(0o700)
    assert check(json.loads((tmp_path / "ro.json").read_text()))


def test_child_runs_and_undos_are_in_it(cli: Cli, agent: Agent, tmp_path: Path) -> None:
    """A child is exported with its root, whose chain it shares; so is what a revert did, and when it ended."""
    inner: list[str] = []

    def nested(repo: Any) -> None:
        with rein.run("inner") as run:
            inner.append(run.id)
            repo.create_issue("Flaky test")

    root = agent(nested)
    assert cli("revert", root, "--yes").code == 0
    document = cli("export", inner[0]).json
    assert (document["run"]["id"], [one["id"] for one in document["children"]]) == (root, inner)
    assert (document["run"]["status"], document["actions"][0]["state"]) == ("reverted", "compensated")
    assert fits("export", document) == []
    (tmp_path / "a.json").write_text(json.dumps(document))
    assert cli("verify", str(tmp_path / "a.json")).code == 0


def test_a_broken_chain_is_exported_as_evidence(
    cli: Cli, exported: tuple[str, Path], place: Path, tmp_path: Path
) -> None:
    """Exit 3, the file is written, and it does not verify either."""
    run, _ = exported
    with closing(sqlite3.connect(place)) as db, db:
        db.execute("DROP TRIGGER entries_update")
        db.execute("UPDATE entries SET at = '2020-01-01T00:00:00.000000Z' WHERE n = 2")
    path = tmp_path / "broken.json"
    done = cli("export", run, "--output", str(path))
    assert (done.code, "DOES NOT VERIFY" in done.out, "entry 2" in done.err) == (3, True, True)
    assert cli("verify", str(path)).code == 3


# --- verifying a file


def _entry(document: Any, n: int, **changes: Any) -> None:
    document["entries"][n - 1].update(changes)


def _swap(document: Any) -> None:
    document["entries"][2], document["entries"][3] = document["entries"][3], document["entries"][2]


def _hide_payload(document: Any) -> None:
    _entry(document, 3, text=None, salt=None)


def _hide_as_pruned(document: Any) -> None:
    document["run"]["pruned"] = "2026-01-01T00:00:00.000000Z"
    _hide_payload(document)


def _rewrite(document: Any) -> None:
    """Another text with a digest that fits it, in a chain that was not computed anew."""
    entry = next(one for one in document["entries"] if one["kind"] == "planned")
    text = entry["text"].replace("edit title", "edit nothing")
    assert text != entry["text"]
    entry.update(text=text, payload=hashlib.sha256((entry["salt"] + text).encode()).hexdigest())


ATTACKS: dict[str, Callable[[Any], object]] = {
    "a payload": lambda d: _entry(d, 3, text=d["entries"][2]["text"].replace("landed", "reject")),
    "a payload with its digest": _rewrite,
    "a time": lambda d: _entry(d, 2, at="2020-01-01T00:00:00.000000Z"),
    "an entry less": lambda d: d["entries"].pop(3),
    "the last entry less": lambda d: d["entries"].pop(),
    "two entries swapped": _swap,
    "a payload hidden": _hide_payload,
    "a payload hidden as pruned": _hide_as_pruned,
    "the state of an action": lambda d: d["actions"][0].update(state="reverted"),
    "an action less": lambda d: d["actions"].pop(),
    "an approval more": lambda d: d["approvals"].append({"n": 1, "seq": 1, "kind": "approval", "at": ""}),
    "another reason": lambda d: d["run"].update(because="ticket 813"),
    "another person": lambda d: d["run"].update(by="grace"),
    "fewer writes": lambda d: d["run"].update(actions=1),
    "another run's id": lambda d: d["run"].update(id="r-00000000"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_changed_export_is_found_out(cli: Cli, exported: tuple[str, Path], attack: str) -> None:
    """Whatever is changed, left out, swapped or put in: exit 3, and what does not fit."""
    path = exported[1]
    document = json.loads(path.read_text())
    ATTACKS[attack](document)
    path.write_text(json.dumps(document))
    done = cli("verify", str(path))
    assert (done.code, done.lines[0]) == (3, "1 of 1 chain BROKEN")
    (told,) = cli("verify", str(path), "--json").json
    assert (told["verified"], told["head"], told["error"]["code"]) == (False, None, "REIN-L403")


def test_a_chain_computed_anew_is_found_out_by_its_head(cli: Cli, exported: tuple[str, Path]) -> None:
    """Whoever writes the file can make a chain that fits; the head that was kept elsewhere does not fit it."""
    run, path = exported
    (before,) = cli("verify", run, "--json").json
    document = json.loads(path.read_text())
    _rewrite(document)
    head = ""
    for entry in document["entries"]:
        parts = [head, run, *(entry[name] for name in ("n", "seq", "kind", "at", "epoch", "format", "payload"))]
        entry["prev"], head = head, hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()
        entry["digest"] = head
    document["run"]["head"] = head
    path.write_text(json.dumps(document))
    assert "actions" in cli("verify", str(path)).out  # the folded actions were forgotten
    document["actions"] = json.loads(json.dumps(document["actions"]).replace("edit title", "edit nothing"))
    path.write_text(json.dumps(document))
    assert cli("verify", str(path)).code == 0
    done = cli("verify", str(path), "--head", before["head"])
    assert (done.code, "never had the head" in done.out) == (3, True)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "[" * 100_000, '{"format": "agentrein.export"}'])
def test_what_is_no_export_is_said_to_be_none(cli: Cli, place: Path, tmp_path: Path, text: str) -> None:
    """Exit 3, no traceback."""
    path = tmp_path / "x.json"
    path.write_text(text)
    assert cli("verify", str(path)).code == 3
    assert cli("verify", str(tmp_path / "missing.json")).code == 3


def test_parts_of_another_shape_are_no_export(cli: Cli, exported: tuple[str, Path]) -> None:
    """Whatever part of it is replaced by something else: exit 3, never a bug of ours."""
    _, path = exported
    whole = json.loads(path.read_text())
    for name in [*whole, *(f"run.{one}" for one in whole["run"]), *(f"entries.{one}" for one in whole["entries"][0])]:
        for value in (None, 7, "x", [], {}):
            document = json.loads(json.dumps(whole))
            part, _, inner = name.partition(".")
            target = document if not inner else document["run"] if part == "run" else document["entries"][2]
            if target[inner or part] == value or name.startswith("made"):
                continue
            target[inner or part] = value
            path.write_text(json.dumps(document))
            done = cli("verify", str(path), "--json")
            uncovered = name in {"run.status", "run.key", "run.started", "run.ended", "run.epoch", "run.owner"}
            assert done.code == (0 if uncovered else 3), (name, value, done.out)


# --- verifying runs


def test_every_run_is_verified_and_its_head_printed(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """All without a target, those that are named with one; the heads are whole, so that they can be kept."""
    first, second = agent(work.opens), agent(work.triages)
    done = cli("verify")
    assert (done.code, done.lines[0]) == (0, "2 chains verified")
    told = cli("verify", first, "last", "--json").json
    assert [(one["run"], one["verified"], one["error"]) for one in told] == [(first, True, None), (second, True, None)]
    assert all(any(one["head"] in line for line in done.lines) for one in told)
    assert fits("verify", told) == []


def test_a_broken_run_does_not_stop_the_others(cli: Cli, agent: Agent, work: SimpleNamespace, place: Path) -> None:
    """It stands first, the others verify, and the exit code is 3."""
    broken, whole = agent(work.opens), agent(work.opens)
    with closing(sqlite3.connect(place)) as db, db:
        db.execute("DROP TRIGGER entries_delete")
        db.execute("DELETE FROM entries WHERE run = ? AND n = 2", (broken,))
    done = cli("verify")
    assert (done.code, done.lines[0], f"entry 2 of run {broken}" in done.lines[1]) == (3, "1 of 2 chains BROKEN", True)
    told = cli("verify", "--json").json
    assert {one["run"]: one["verified"] for one in told} == {broken: False, whole: True}
    assert fits("verify", told) == []


def test_entries_cut_off_at_the_end_are_missed_by_the_head(
    cli: Cli, agent: Agent, work: SimpleNamespace, place: Path
) -> None:
    """The summary set back with them, the chain alone fits; the head that was kept tells. One that grew is no fault."""
    run = agent(work.opens)
    (told,) = cli("verify", run, "--json").json
    cli("revert", run, "--yes")
    grown = cli("verify", run, "--head", told["head"], "--json")
    assert (grown.code, grown.json[0]["head_of"], grown.json[0]["entries"] > told["entries"]) == (
        0,
        told["entries"],
        True,
    )
    head = grown.json[0]["head"]
    with closing(sqlite3.connect(place)) as db, db:
        db.execute("DROP TRIGGER entries_delete")
        db.execute("DELETE FROM payloads WHERE entry IN (SELECT id FROM entries WHERE n > ?)", (told["entries"],))
        db.execute("DELETE FROM entries WHERE n > ?", (told["entries"],))
        db.execute("UPDATE runs SET entries = ?, head = ?", (told["entries"], told["head"]))
    assert cli("verify", run).code == 0
    done = cli("verify", run, "--head", head)
    assert (done.code, "never had the head" in done.out) == (3, True)


@pytest.mark.parametrize("head", ["", "38df…d325", "38df", "g" * 64, "A" * 64])
def test_a_head_is_given_whole(cli: Cli, agent: Agent, work: SimpleNamespace, head: str) -> None:
    """Somebody could make a chain whose head fits a few digits."""
    run = agent(work.opens)
    assert cli("verify", run, "--head", head).code == 2
    assert cli("verify", "--head", "0" * 64).code == 2
    assert cli("verify", run, run, "--head", "0" * 64).code == 2


def test_runs_that_there_are_not(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """Exit 3 for a run that cannot be had."""
    agent(work.opens)
    assert cli("verify", "r-00000000").code == 3
    assert cli("export", "r-00000000").code == 3


def test_approvals_and_alerts_are_told_as_the_entries_tell_them(
    cli: Cli, agent: Agent, place: Path, tmp_path: Path
) -> None:
    """Who was asked what, and by which approval a write was let out; somebody who puts in another is found out."""

    def asks(repo: Any) -> None:
        issue = repo.get_issue(1)
        issue.lock("spam")

    lock = "github: PUT /repos/{owner}/{repo}/issues/{issue_number}/lock"
    run = agent(asks, policy={lock: "ask"}, approvals=lambda _: True)
    document = cli("export", run).json
    assert [one["event"] for one in document["approvals"]] == ["asked", "approved"]
    assert document["actions"][0]["approval"]["id"] == document["approvals"][0]["id"]
    assert fits("export", document) == []
    path = tmp_path / "a.json"
    for change in (None, "A-9"):
        document["approvals"][0]["id"] = change or document["approvals"][0]["id"]
        path.write_text(json.dumps(document))
        assert cli("verify", str(path)).code == (3 if change else 0)
