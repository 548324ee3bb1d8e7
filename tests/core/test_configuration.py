"""Configuration files: where they are found, which is pinned, and what a mistake in one is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import agentrein as rein
from agentrein import configuration
from agentrein.configuration import read
from agentrein.configuration_check import SCHEMA, schema
from agentrein.configuration_lines import parse


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of the machine's own file, in which nothing stands yet, and a working directory apart from it."""
    place = tmp_path / "etc" / "agentrein.toml"
    place.parent.mkdir()
    (tmp_path / "work" / "deep").mkdir(parents=True)
    monkeypatch.setattr(configuration, "MACHINE", place)
    monkeypatch.delenv("AGENTREIN_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path / "work" / "deep")
    return place


def mistake(text: str, tmp_path: Path) -> rein.ConfigurationError:
    """The error for a found file that says this."""
    (tmp_path / "work" / "agentrein.toml").write_text(text)
    with pytest.raises(rein.ConfigurationError) as error:
        read()
    return error.value


def test_nothing_is_needed(machine: Path) -> None:
    """Without any file there is no configuration, and no section says anything."""
    assert read().files == ()
    assert read().sections("policy") == ()


def test_the_nearest_file_above_the_working_directory_is_found(machine: Path, tmp_path: Path) -> None:
    """It is looked for in the working directory and the folders above it; the nearest counts, and is not pinned."""
    (tmp_path / "agentrein.toml").write_text('policy = {slack = "refuse"}')
    (tmp_path / "work" / "agentrein.toml").write_text('[policy]\nslack = "ask"\n')
    (section,) = read().sections("policy")
    assert (section.values, section.pinned) == ({"slack": "ask"}, False)
    assert section.at("slack") == f"{tmp_path / 'work' / 'agentrein.toml'}:2"


def test_pinned_files_come_first(machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's file is the strongest, then the one that is named, then the one that is found."""
    named = tmp_path / "named.toml"
    for path, way in ((machine, "a"), (named, "b"), (tmp_path / "work" / "agentrein.toml", "c")):
        path.write_text(f'clients = {{github = "my.{way}:client"}}')
    monkeypatch.setenv("AGENTREIN_CONFIG", str(named))
    found = read().sections("clients")
    assert [one.values["github"] for one in found] == ["my.a:client", "my.b:client", "my.c:client"]
    assert [one.pinned for one in found] == [True, True, False]


def test_a_named_file_that_is_found_too_is_read_once(
    machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Naming the file of the working directory pins it."""
    here = tmp_path / "work" / "agentrein.toml"
    here.write_text("plan_only = true")
    monkeypatch.setenv("AGENTREIN_CONFIG", str(here))
    assert [file.pinned for file in read().files] == [True]


def test_a_changed_file_is_read_again(machine: Path, tmp_path: Path) -> None:
    """What was read before is not kept when the file has changed, nor when it has gone."""
    here = tmp_path / "work" / "agentrein.toml"
    for text, says in (("plan_only = true", True), ("plan_only = false", False)):
        here.write_text(text)
        assert [one.values for one in read().sections("plan_only")] == [says]
    here.unlink()
    assert read().files == ()


@pytest.mark.parametrize("given", ["agentrein.toml", "/nowhere/agentrein.toml"])
def test_a_named_file_must_be_there(machine: Path, monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    """A path that is relative, or that leads nowhere, is an error: the process would run without its rules."""
    monkeypatch.setenv("AGENTREIN_CONFIG", given)
    with pytest.raises(rein.ConfigurationError, match="AGENTREIN_CONFIG"):
        read()


def test_what_the_process_was_started_with_stays_pinned(machine: Path, tmp_path: Path) -> None:
    """Code that changes or deletes AGENTREIN_CONFIG in its own environment does not get rid of the file, and adds one.

    On systems that do not tell what a process was started with, what counts is the variable at the first import.
    """
    ours, theirs = tmp_path / "ours.toml", tmp_path / "theirs.toml"
    ours.write_text('policy = {irreversible = "refuse"}')
    theirs.write_text('policy = {irreversible = "allow"}')
    code = f"""
import os
os.environ["AGENTREIN_CONFIG"] = {str(theirs)!r}
from agentrein.configuration import read
print([str(one.file.path) for one in read().sections("policy")])
del os.environ["AGENTREIN_CONFIG"]
print([str(one.file.path) for one in read().sections("policy")])
"""
    environ = {**os.environ, "AGENTREIN_CONFIG": str(ours)}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    expected = [[str(ours), str(theirs)], [str(ours)]] if sys.platform == "linux" else [[str(theirs)], [str(theirs)]]
    assert done.stdout.splitlines() == [str(one) for one in expected]


def test_a_pinned_file_that_all_may_write_is_refused(machine: Path) -> None:
    """Whatever it says, anybody on the machine may say something else."""
    machine.write_text('policy = {irreversible = "allow"}')
    machine.chmod(0o666)
    with pytest.raises(rein.ConfigurationError, match="can be written by everybody"):
        read()


def test_a_found_file_of_another_user_makes_this_process_run_nothing(
    machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rules still hold, for they only tighten; clients and alerts that it names are an error, until it is named."""
    here = tmp_path / "work" / "agentrein.toml"
    here.write_text('policy = {slack = "refuse"}\n[clients]\ngithub = "their:code"\n')
    if os.geteuid() == 0:
        os.chown(here, 12345, 12345)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert read().sections("policy")[0].values == {"slack": "refuse"}
    with pytest.raises(rein.ConfigurationError) as error:
        read().sections("clients")
    assert (error.value.where, error.value.now) == (f"{here}:2", f"if you trust it, name it: AGENTREIN_CONFIG={here}")
    monkeypatch.setenv("AGENTREIN_CONFIG", str(here))
    assert read().sections("clients")[0].values == {"github": "their:code"}


def test_whether_a_pinned_file_guards_is_told(machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that this user owns, or whose folder they may write, guards against mistakes only; a found one never."""
    machine.write_text("plan_only = true")
    (tmp_path / "work" / "agentrein.toml").write_text("plan_only = true")
    assert [file.guards for file in read().files] == [False, False]
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert [file.guards for file in read().files] == [True, False]
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) == machine.parent)
    assert [file.guards for file in read().files] == [False, False]


@pytest.mark.parametrize(
    ("text", "line", "what", "now"),
    [
        ('[policy]\nslack = "ask"\nslack = "ask"\n', 3, "no TOML: Cannot overwrite a value", "a line reads"),
        ('[policy]\nslack = "as', 2, "no TOML", "a line reads"),
        ('\n[polcy]\nslack = "ask"\n', 2, "'polcy' is nothing that the file takes", "did you mean 'policy'?"),
        ("[weather]\n", 1, "'weather' is nothing", "the file takes policy, undo, approvals, clients"),
        (
            '[policy]\n# so\nirreversible = "alow"\n',
            3,
            'policy.irreversible cannot be "alow"',
            'write "allow", "ask" or',
        ),
        ("[policy]\ngmail = 3\n", 2, "policy.gmail cannot be 3", 'write "allow", "ask" or'),
        (
            '[policy]\n"gmail: users.messages.batchModify" = {over = "x", then = "ask"}\n',
            2,
            'policy."gmail: users.messages.batchModify".over cannot be "x"',
            "write a number of things",
        ),
        ('[policy]\ngmail = [\n  {over = 1, then = "ask"},\n  {over = 2}]\n', 2, "lacks 'then'", "write {over = 50"),
        ("[policy]\ngmail = {over = {eur = -1}, then = 'ask'}\n", 2, "policy.gmail.over", "write a number of things"),
        ('[approvals]\nkeys = "ed25519:AA"\n', 2, "approvals.keys cannot be a text", "write a list of public keys"),
        ('[approvals]\nrequire = "signd"\n', 2, "approvals.require cannot be a text", 'write "signed" with one'),
        ('[approvals]\nexpires = "1 hour"\n', 2, "approvals.expires cannot be a text", '"30m"'),
        ("[approvals]\nexpires = 0\n", 2, "approvals.expires cannot be 0", "1 or more"),
        ("[approvals]\nexpires = 0.5\n", 2, "approvals.expires cannot be 0.5", "1 or more"),
        ('[approvals]\nexpires = "0s"\n', 2, "approvals.expires cannot be a text", "1 or more"),
        ('[clients]\ngithub = "not a path"\n', 2, "clients.github cannot be a text", "myapp.clients:github"),
        ("plan_only = 3\n", 1, "plan_only cannot be 3", "write true to send no write"),
    ],
)
def test_a_mistake_is_told_with_its_line(
    machine: Path, tmp_path: Path, text: str, line: int, what: str, now: str
) -> None:
    """What is wrong, in which file and line, and what to write instead."""
    error = mistake(text, tmp_path)
    assert error.where == f"{tmp_path / 'work' / 'agentrein.toml'}:{line}"
    assert what in error.what
    assert now in error.now
    assert (error.code, error.exit) == ("REIN-U204", 2)


def test_what_may_be_a_secret_is_not_repeated(machine: Path, tmp_path: Path) -> None:
    """A webhook's address that stands in the wrong place is not printed in the error."""
    error = mistake('[clients]\nslack = "https://hooks.example/T0/s3cr3t"\n', tmp_path)
    assert "s3cr3t" not in str(error)


def test_each_key_has_its_line() -> None:
    """Over headers, dotted keys, inline tables, values of several lines, and texts that look like headers."""
    text = """a = 1
b.c = 2

[policy]  # rules
x = '''
[not a header]
y = 3'''
"slack: chat.*" = [
  {over = 1, then = "ask"},
]
[[list]]
d = 1
"""
    data, lines = parse(text)
    assert data == tomllib.loads(text)
    assert dict(lines) == {
        ("a",): 1,
        ("b",): 2,
        ("b", "c"): 2,
        ("policy",): 4,
        ("policy", "x"): 5,
        ("policy", "slack: chat.*"): 8,
        ("policy", "slack: chat.*", "over"): 8,
        ("policy", "slack: chat.*", "then"): 8,
        ("list",): 11,
        ("list", "d"): 12,
    }


def test_the_schema_is_one_that_editors_read(machine: Path, tmp_path: Path) -> None:
    """It is valid JSON schema, and a full validator finds what ours takes right, and what ours refuses wrong."""
    Draft202012Validator.check_schema(schema())
    full = Draft202012Validator(json.loads(SCHEMA.read_text()))
    right = """
plan_only = true
[policy]
irreversible = "ask"
gmail = {over = 50, then = "ask", else = "allow"}
stripe = [{over = {eur = 100.5}, then = "ask"}, {over = {eur = 1000}, then = "refuse"}]
[undo]
"slack: chat.postMessage" = "delete"
[approvals]
require = "signed"
keys = ["ed25519:AAAA"]
expires = "30m"
wait = 20
[clients]
"github:work" = "myapp.clients:github"
"""
    assert list(full.iter_errors(tomllib.loads(right))) == []
    (tmp_path / "work" / "agentrein.toml").write_text(right)
    assert len(read().files) == 1
    for wrong in ('[policy]\na = "alow"', "[policy]\na = {over = 1}", "[approvals]\nwait = true", "[clients]\na = 1"):
        assert list(full.iter_errors(tomllib.loads(wrong)))
        mistake(wrong, tmp_path)


def test_a_working_directory_that_is_gone_is_no_trouble(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be found from there, and nothing is."""

    def gone() -> Path:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "cwd", gone)
    assert read().files == ()
