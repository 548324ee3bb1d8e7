"""Gists where more than one thing happened to them, and what of them cannot come back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from github import Auth, Github, InputFileContent

import agentrein as rein
from agentrein.connector import Refused
from agentrein_github.operations.gists import edited_gist
from agentrein_github.sandbox import GitHubSandbox
from connectors.github.examples.gists import create, files, gist, of_helper
from github_kit import NO_PAUSE


@pytest.fixture(autouse=True)
def environment(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


@pytest.fixture
def person(sb: GitHubSandbox) -> Iterator[Github]:
    """Somebody else's plain client."""
    with Github(auth=Auth.Token("token-helper"), base_url=sb.url, lazy=True, **NO_PAUSE) as client:
        yield client


def states(report: rein.Report) -> list[str]:
    """Where the actions stand, newest first."""
    return [action.state.value for action in report.actions]


def test_a_gist_goes_with_the_run_s_own_edits_and_comments(sb: GitHubSandbox, gh: Github) -> None:
    """Comments and edits are undone first; the gist follows, as the plan says."""
    with rein.run("paste") as run:
        create(gh)
        gist(gh).edit("Other words", {"a.txt": InputFileContent("Changed"), "c.txt": InputFileContent("Added")})
        gist(gh).create_comment("So it is.")
    planned, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert states(planned) == states(report) == ["reverted"] * 3
    assert [one.sent for one in planned.actions] == [one.sent for one in report.actions]
    assert not any(path.startswith("gist:") for path in sb.state())


def test_a_gist_with_words_of_people_stays(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Deleting it would delete their comment too."""
    with rein.run("paste") as run:
        create(gh)
    person.get_gist(gist(gh).id).create_comment("Thank you!")
    report = rein.revert(run.id)
    assert states(report) == ["conflict"]
    assert report.actions[0].conflicts[0].now == ["helper"]
    assert any(path.startswith("gist:") for path in sb.state())


def test_a_file_that_github_cuts_is_not_changed(sb: GitHubSandbox, gh: Github) -> None:
    """Over a megabyte the before-image lacks the rest; files beside it can be changed."""
    with Github(auth=Auth.Token("token-octocat"), base_url=sb.url, **NO_PAUSE) as itself:
        create(itself)
        gist(itself).edit(files={"a.txt": InputFileContent("x" * 1_000_001)})
    start = sb.state()
    with rein.run("paste") as run:
        with pytest.raises(Refused):
            gist(gh).edit(files={"a.txt": InputFileContent("short")})
        gist(gh).edit(files={"b.txt": InputFileContent("Other")})
    assert states(rein.revert(run.id)) == ["reverted"]
    assert sb.left(start) == []


def test_a_name_by_which_nothing_could_be_read_is_refused(gh: Github) -> None:
    """Brackets in a file's name would make another reading path of it."""
    with rein.run("paste"):
        create(gh)
        with pytest.raises(Refused, match="no reading is declared"):
            gist(gh).edit(files={"a[0].txt": InputFileContent("x")})


def test_a_second_fork_is_refused(gh: Github, person: Github) -> None:
    """GitHub may give the one that is there, which is not the run's to delete."""
    create(person)
    with rein.run("paste") as run:
        of_helper(gh).create_fork()
        with pytest.raises(Refused):
            of_helper(gh).create_fork()
    assert states(rein.revert(run.id)) == ["reverted"]


def test_an_edit_is_read_as_it_leaves_the_files() -> None:
    """A new name is one file gone and another one there, and no files are no change."""
    assert edited_gist({"files": {"a": {"filename": "b", "content": "x"}}}) == {
        "files": {"a": None, "b": {"content": "x"}}
    }
    assert edited_gist({"files": {"a": {"filename": "b"}}}) == {"files": {"a": None, "b": {}}}
    assert edited_gist({"files": {"a": {"filename": "a", "content": "x"}, "c": None}}) == {
        "files": {"a": {"content": "x"}, "c": None}
    }
    assert edited_gist({"files": {}, "description": "D"}) == {"description": "D"}


def test_a_rename_alone_comes_back(sb: GitHubSandbox, gh: Github) -> None:
    """The file stands under its old name again, with what was in it."""
    with rein.run("paste") as outer:
        gh.get_user().create_gist(public=False, files=files(a_txt="A"))
        start = sb.state()
        with pytest.raises(ZeroDivisionError), rein.run("tidy"):
            address = f"/gists/{gist(gh).id}"
            gh.requester.requestJsonAndCheck("PATCH", address, input={"files": {"a.txt": {"filename": "z.txt"}}})
            raise ZeroDivisionError
        assert sb.left(start) == []
    assert outer.status.value == "completed"
