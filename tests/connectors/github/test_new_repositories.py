"""Repositories that a run made: what is deleted with them, and what keeps them."""

from __future__ import annotations

import pytest
from github import Auth, Github, InputGitAuthor, InputGitTreeElement

import agentrein as rein
from agentrein.connector import Operation, Refused
from agentrein.testing.crash import no_waiting
from agentrein_github import connector
from agentrein_github.operations.new_repositories import has_fork, owner_of, owner_of_fork, repo_name
from agentrein_github.sandbox import GitHubSandbox
from github_kit import NO_PAUSE

pytestmark = pytest.mark.usefixtures("credential")


def states(report: rein.Report) -> list[str]:
    """Where the actions stand, newest first."""
    return [action.state.value for action in report.actions]


def test_a_repository_goes_with_the_run_s_own_work(sb: GitHubSandbox, gh: Github) -> None:
    """Files, an issue and a release of the run are no reason to keep it; plan and undo agree."""
    start = sb.state()
    with rein.run("scaffold") as run:
        repo = gh.get_user().create_repo("tool", auto_init=True)
        repo.create_file("a.txt", "Add a file", "a")
        repo.create_issue("Next steps", body="Many")
        repo.create_git_release("v0", "Zero", "Notes")
    planned, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert states(planned) == states(report) == ["reverted", "compensated", "compensated", "reverted"]
    assert [one.sent for one in planned.actions] == [one.sent for one in report.actions]
    assert sb.left(start) == []


@pytest.mark.parametrize("how", ["issue", "file", "branch", "fork"])
def test_a_repository_with_other_work_stays(sb: GitHubSandbox, gh: Github, itself: Github, how: str) -> None:
    """Whoever did it, with whichever account: words and files that the run did not send are not its own."""
    with rein.run("scaffold") as run:
        gh.get_user().create_repo("tool", auto_init=True)
    repo = itself.get_repo("octocat/tool")
    if how == "issue":
        repo.create_issue("Please keep it")
    elif how == "file":
        repo.create_file("own.txt", "By hand", "x")
    elif how == "branch":
        repo.create_git_ref("refs/heads/mine", repo.get_branch("main").commit.sha)
        repo.create_file("own.txt", "By hand", "x", branch="mine")
    else:
        with Github(auth=Auth.Token("token-helper"), base_url=sb.url, **NO_PAUSE) as other:
            other.get_repo("octocat/tool").create_fork()
    assert states(rein.revert(run.id)) == ["conflict"]
    assert sb.state()["repo:10"]["full_name"] == "octocat/tool"


@pytest.mark.parametrize("auto_init", [False, True])
def test_what_people_push_first_is_not_taken_for_the_first_commit(
    sb: GitHubSandbox,
    gh: Github,
    itself: Github,
    auto_init: bool,  # noqa: FBT001 - a column of the table above
) -> None:
    """Their local history, also called "Initial commit", is theirs: GitHub was not asked for one, or not then."""
    with rein.run("scaffold") as run:
        gh.get_user().create_repo("tool", auto_init=auto_init)
    repo = itself.get_repo("octocat/tool")
    tree = repo.create_git_tree([InputGitTreeElement("all.py", "100644", "blob", content="print()")])
    who = InputGitAuthor("octocat", "octocat@example.com", "2020-01-01T00:00:00Z")
    commit = repo.create_git_commit("Initial commit", tree, [], author=who, committer=who)
    repo.create_git_ref("refs/heads/local", commit.sha)
    assert states(rein.revert(run.id)) == ["conflict"]
    assert "repo:10/branch:local" in sb.state()


def test_a_repository_of_an_organisation_goes_too(sb: GitHubSandbox, gh: Github) -> None:
    """With what the run put into it; another of the same name elsewhere is not meant."""
    sb.add_repo("octocat/tool")
    start = sb.state()
    with rein.run("scaffold") as run:
        repo = gh.get_organization("acme").create_repo("tool", auto_init=True)
        repo.create_file("a.txt", "Add a file", "a")
    planned, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert states(planned) == states(report) == ["compensated", "reverted"]
    assert report.actions[-1].sent[-1].params == {"owner": "acme", "repo": "tool"}
    assert sb.left(start) == []


def test_a_repository_of_an_organisation_with_others_work_stays(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Its members work in it as soon as it is there."""
    with rein.run("scaffold") as run:
        gh.get_organization("acme").create_repo("tool", auto_init=True)
    person.get_repo("acme/tool").create_file("theirs.txt", "By hand", "x")
    assert states(rein.revert(run.id)) == ["conflict"]
    assert "repo:10" in sb.state()


def test_a_repository_that_was_renamed_is_found_by_its_id(sb: GitHubSandbox, gh: Github, itself: Github) -> None:
    """A new one of the old name is not meant."""
    with rein.run("scaffold") as run:
        gh.get_user().create_repo("tool", auto_init=True)
    itself.get_repo("octocat/tool").edit(name="thing")
    itself.get_user().create_repo("tool", auto_init=True)
    assert states(rein.revert(run.id)) == ["reverted"]
    names = {fields["full_name"] for fields in sb.state().values() if "full_name" in fields}
    assert names == {"acme/app", "octocat/tool"}


def test_the_source_of_a_fork_is_not_touched(sb: GitHubSandbox, gh: Github) -> None:
    """The fork is deleted by its own id, never that of the repository which the call names."""
    start = sb.state()
    with rein.run("scaffold") as run:
        fork = gh.get_repo("acme/app").create_fork(name="mine")
        fork.create_file("a.txt", "Add a file", "a")
    deleted = next(one for one in rein.revert(run.id).actions if one.seq == 1).sent[0]
    assert (deleted.params["owner"], deleted.params["repo"]) == ("octocat", "mine")
    assert sb.left(start) == []


def test_a_fork_that_was_there_is_not_deleted(sb: GitHubSandbox, gh: Github, itself: Github) -> None:
    """GitHub answers a second fork with the first one, which is not the run's."""
    itself.get_repo("acme/app").create_fork()
    start = sb.state()
    with rein.run("scaffold") as run:
        gh.get_repo("acme/app").create_fork()
    assert run.actions[0].state.value == "unchanged"
    rein.revert(run.id)
    assert sb.left(start) == []


def test_a_repository_that_may_not_be_deleted_is_a_question(sb: GitHubSandbox, gh: Github) -> None:
    """The token may lack `delete_repo`; the report says what a person does."""
    with rein.run("scaffold") as run:
        gh.get_user().create_repo("tool")
    sb.faults.add("error", method="DELETE", status=403, times=None)
    with no_waiting():
        report = rein.revert(run.id)
    assert states(report) == ["needs_attention"]
    assert "on the website" in report.actions[0].message
    row = connector.table.row("POST /user/repos")
    assert isinstance(row, Operation)
    assert ("delete_repo",) in row.scopes


@pytest.mark.parametrize("path", ["*/branches", "*/releases", "*/forks"])
def test_what_may_not_be_seen_is_not_taken_for_gone(sb: GitHubSandbox, gh: Github, path: str) -> None:
    """GitHub answers 404 to whoever may not see something of a repository: it stays, and a person is asked."""
    with rein.run("scaffold") as run:
        gh.get_user().create_repo("tool")
    sb.faults.add("error", method="GET", path=path, status=404, times=None)
    with no_waiting():
        assert states(rein.revert(run.id)) == ["needs_attention"]
    sb.faults.clear()
    assert states(rein.revert(run.id)) == ["reverted"]


def test_a_repository_is_neither_deleted_nor_transferred(sb: GitHubSandbox, gh: Github) -> None:
    """Nothing brings it back, so both are refused."""
    repo = gh.get_repo("acme/app")
    with rein.run("tidy"):
        with pytest.raises(Refused):
            repo.delete()
        with pytest.raises(Refused):
            repo.transfer_ownership("helper")
    assert not sb.writes


def test_names_and_owners_are_read_as_github_gives_them() -> None:
    """A hyphen stands for what cannot stand in a name; a fork is the account's unless an organisation is named."""
    assert repo_name("my tool (new)") == "my-tool-new-"
    assert owner_of({"owner": "acme"}, "octocat") == "acme"
    assert owner_of_fork({"owner": "acme"}, "octocat") == "octocat"
    assert owner_of_fork({"organization": "acme"}, "octocat") == "acme"
    assert has_fork(["Octocat"], "octocat")
    assert not has_fork([], "octocat")
