"""What makes up for a write that nothing undoes: what its row proposes, and what a person notes beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import agentrein.cli
from agentrein_github.sandbox import GitHubSandbox

Cli = Callable[..., Any]
SCHEMAS = Path(agentrein.cli.__file__).parent / "schemas"


def fits(name: str, value: Any) -> Any:
    """A value that fits a schema of the package."""
    schema = json.loads((SCHEMAS / f"{name}.json").read_text())
    assert [one.message for one in Draft202012Validator(schema).iter_errors(value)] == []
    return value


@pytest.fixture
def merged(agent: Callable[..., str], sandbox: GitHubSandbox, helper: Any) -> str:
    """A completed run that merged a pull request."""
    main = helper.get_branch("main").commit.sha
    helper.create_git_ref("refs/heads/topic", main)
    helper.create_file("new.txt", "a change", "content", branch="topic")
    number = helper.create_pull(base="main", head="topic", title="Topic").number
    return agent(lambda repo: repo.get_pull(number).merge(), policy={"irreversible": "allow"})


def test_what_the_row_proposes_is_shown_beside_it(merged: str, cli: Cli) -> None:
    """In show, in the plan, in the revert that leaves it, and in JSON; it is never done by itself."""
    (shown,) = fits("show", cli("show", merged, "--json").json)["actions"]
    (proposed,) = shown["mitigations"]
    assert proposed.startswith("the button Revert of acme/app#")
    assert "in its place: the button Revert of" in cli("show", merged).out
    done = cli("revert", merged, "--yes")
    assert (done.code, "in its place: the button Revert of" in done.out) == (1, True)
    report = fits("report", cli("plan", merged, "--json").json)
    assert report["actions"][0]["mitigations"] == [proposed]
    assert report["actions"][0]["sent"] == []


def test_a_person_notes_what_they_did(merged: str, cli: Cli) -> None:
    """`rein note` keeps it beside the write, which is left all the same until it is kept."""
    done = cli("note", merged, "1", "reverted by hand in #7", "--json")
    assert fits("note", done.json) == {"run": merged, "action": 1, "text": "reverted by hand in #7", "by": "tester"}
    (shown,) = cli("show", merged, "--json").json["actions"]
    assert shown["mitigations"][1] == "reverted by hand in #7 (noted by tester)"
    assert "in its place: reverted by hand in #7 (noted by tester)" in cli("show", merged).out
    assert "reverted by hand in #7 (noted by tester)" in cli("show", merged, "1").out
    assert cli("revert", merged, "--yes").code == 1
    assert cli("revert", merged, "--keep", "1", "--yes").code == 0


def test_a_note_is_printed_literally(merged: str, cli: Cli) -> None:
    """Markup and escapes in it act on no screen."""
    text = "[red]\x1b[2J\u202e\n#9 reverted"
    outs = [cli("note", merged, "1", text).out, cli("show", merged).out, cli("show", merged, "1").out]
    for out in outs:
        assert not {"\x1b", "\u202e"} & set(out)
        assert r"[red]\x1b[2J\u202e\n#9 reverted" in " ".join(out.split())


@pytest.mark.parametrize(
    ("n", "text", "says"), [("7", "x", "has no write 7"), ("1", "  ", "the note is empty"), ("one", "x", "not a valid")]
)
def test_a_note_that_cannot_be(merged: str, cli: Cli, n: str, text: str, says: str) -> None:
    """Exit 2, and nothing is recorded."""
    before = cli("show", merged, "--json").json
    done = cli("note", merged, n, text)
    assert (done.code, says in done.err) == (2, True)
    assert cli("show", merged, "--json").json == before
