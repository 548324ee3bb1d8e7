"""`rein run --dry-run`: a whole script, listed and never sent; what the other commands say of dry runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from agentrein_github.sandbox import GitHubSandbox
from cli.test_json_schemas import SCHEMAS

Cli = Callable[..., Any]

SCRIPT = """
import os, sys
from github import Auth, Github
import agentrein as rein

gh = rein.wrap(Github(auth=Auth.Token(os.environ["GITHUB_TOKEN"]), base_url=os.environ["GITHUB_API_URL"]))
print("the script says", sys.argv[1:])
with rein.run("triage"):
    repo = gh.get_repo("acme/app")
    issue = repo.create_issue("Flaky test")
    issue.create_comment("see the log")
    if "real" in sys.argv:
        repo.get_issue(1).edit(title="Other")
    if "merge" in sys.argv:
        try:
            repo.delete()
        except rein.Refused:
            pass
    if "fail" in sys.argv:
        raise ValueError("the script's own")
gh.close()
"""


@pytest.fixture
def script(tmp_path: Path) -> str:
    """An agent's script."""
    path = tmp_path / "agent.py"
    path.write_text(SCRIPT)
    return str(path)


def test_a_script_is_listed_and_not_sent(cli: Cli, sandbox: GitHubSandbox, script: str) -> None:
    """Each write with its tier and what would undo it; what the script prints stays."""
    done = cli("run", "--dry-run", script, "a", "--b")
    assert (done.code, sandbox.writes) == (0, [])
    assert "the script says ['a', '--b']" in done.out
    assert "DRY RUN, nothing sent   triage" in done.out
    assert 'compensable  github: open issue "Flaky test" in acme/app' in done.out
    assert "undone by PATCH /repos/{owner}/{repo}/issues/{issue_number}" in done.out


@pytest.mark.parametrize(
    ("word", "shows"), [("real", "It ended at #3"), ("merge", "refused: "), ("fail", "ValueError")]
)
def test_what_needs_a_look_exits_1(cli: Cli, sandbox: GitHubSandbox, script: str, word: str, shows: str) -> None:
    """A refusal, an early end and a failure, so that CI can gate."""
    done = cli("run", "--dry-run", script, word)
    assert (done.code, sandbox.writes) == (1, [])
    assert shows in done.out


@pytest.mark.parametrize("word", ["", "real", "merge", "fail"])
def test_json_is_alone_on_stdout(cli: Cli, sandbox: GitHubSandbox, script: str, word: str) -> None:
    """What the script prints goes to stderr; the shape is that of the schema."""
    done = cli("run", "--dry-run", "--json", script, word)
    assert list(Draft202012Validator(SCHEMAS["run"]).iter_errors(done.json)) == []
    (run,) = done.json["runs"]
    assert run["actions"][0]["says"] == 'open issue "Flaky test" in acme/app'
    assert "the script says" in done.err


def test_without_the_option_or_the_script_it_says_what_to_do(cli: Cli, sandbox: GitHubSandbox, script: str) -> None:
    """It is for dry runs only."""
    done = cli("run", script)
    assert done.code == 2
    assert "rein run --dry-run" in done.err
    assert cli("run", "--dry-run", "nowhere.py").code == 2


def test_other_commands_say_dry_run(cli: Cli, sandbox: GitHubSandbox, script: str) -> None:
    """Runs and show name it; revert and recover have nothing to do; bare rein asks nobody for anything."""
    cli("run", "--dry-run", script)
    assert "DRY RUN" in cli("runs").out
    shown = cli("show", "last")
    assert (shown.code, "DRY RUN, nothing was sent" in shown.out, "NEEDS YOU" in shown.out) == (0, True, False)
    assert [one["state"] for one in cli("show", "last", "--json").json["actions"]] == ["planned", "planned"]
    for command in (("revert", "last", "--yes"), ("plan", "last"), ("recover",)):
        assert cli(*command).code == 0
    assert sandbox.writes == []


@pytest.mark.parametrize(
    "way",
    [
        "os.environ.clear()",
        "os.environ['AGENTREIN_DRY_RUN'] = '0'",
        "from agentrein import dry; os.environ.clear()",
    ],
)
def test_a_script_with_an_environment_of_its_own_is_dry(
    process: Cli, sandbox: GitHubSandbox, tmp_path: Path, way: str
) -> None:
    """The command makes it so, and no variable that the script may clear."""
    path = tmp_path / "agent.py"
    path.write_text(
        "import os\nkept = {name: os.environ[name] for name in os.environ if name != 'AGENTREIN_DRY_RUN'}\n"
        f"{way}\nos.environ.update({{**kept, **os.environ}})\n{SCRIPT}"
    )
    done = process("run", "--dry-run", str(path))
    assert (done.code, sandbox.writes) == (0, [])
    assert "DRY RUN, nothing sent   triage" in done.out


LATE = """
import atexit, threading, time

def work():
    time.sleep(0.5)
    with rein.run("late"):
        repo.create_issue("Late")

{how}
"""


@pytest.mark.parametrize("how", ["threading.Thread(target=work).start()", "atexit.register(work)"])
def test_what_a_script_leaves_behind_is_dry(process: Cli, sandbox: GitHubSandbox, tmp_path: Path, how: str) -> None:
    """A thread that goes on when the script has ended, and what runs at the end of the process."""
    path = tmp_path / "agent.py"
    path.write_text(SCRIPT.replace("gh.close()\n", LATE.format(how=how)))
    done = process("run", "--dry-run", str(path))
    assert (done.code, sandbox.writes) == (0, [])
    assert [one["name"] for one in process("runs", "--json").json] == ["late", "triage"]
