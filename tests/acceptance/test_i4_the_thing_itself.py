"""I4 and I5: an undo acts on the very thing that the run made or changed, wherever names and switches moved since."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from github import Github, InputGitTreeElement
from github.GithubException import GithubException
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import plain, sent, states
from agentrein_github.sandbox import GitHubSandbox


@pytest.fixture
def theirs(person: Github) -> Repository:
    """The repository as a person's client has it."""
    return person.get_repo("acme/app")


# --- the branch that a file was written to


@pytest.fixture
def two_branches(theirs: Repository) -> Repository:
    """A repository with a second branch, which is to become the default."""
    theirs.create_git_ref("refs/heads/develop", theirs.get_branch("main").commit.sha)
    return theirs


def test_a_file_leaves_the_branch_that_it_was_written_to(
    sb: GitHubSandbox, gh: Github, two_branches: Repository
) -> None:
    """The default branch that a write went to is named in its undo, whatever the default is by then."""
    with rein.run("A") as run:
        gh.get_repo("acme/app").create_file("notes.txt", "add", "hi")
    two_branches.edit(name="app", default_branch="develop")
    assert states(rein.revert(run.id)) == {1: "compensated"}
    assert sb.writes[-1].body["branch"] == "main"
    with pytest.raises(GithubException):
        two_branches.get_contents("notes.txt", ref="main")


def test_a_changed_file_gets_its_bytes_on_its_own_branch(gh: Github, two_branches: Repository) -> None:
    """A file that was changed on the former default branch is changed back there."""
    repo = gh.get_repo("acme/app")
    before = two_branches.get_contents("README.md", ref="main").sha
    with rein.run("A") as run:
        repo.update_file("README.md", "change", "ours", before)
    two_branches.edit(name="app", default_branch="develop")
    assert states(rein.revert(run.id)) == {1: "compensated"}
    assert two_branches.get_contents("README.md", ref="main").sha == before


def test_a_deleted_file_comes_back_on_its_own_branch(gh: Github, two_branches: Repository) -> None:
    """It is not put on a branch on which a person had deleted it too."""
    known = two_branches.get_contents("README.md", ref="develop").sha
    two_branches.delete_file("README.md", "drop", known, branch="develop")
    with rein.run("A") as run:
        gh.get_repo("acme/app").delete_file("README.md", "remove", known)
    two_branches.edit(name="app", default_branch="develop")
    assert states(rein.revert(run.id)) == {1: "compensated"}
    assert two_branches.get_contents("README.md", ref="main").sha == known
    with pytest.raises(GithubException):
        two_branches.get_contents("README.md", ref="develop")


def test_a_default_that_changes_during_the_run_is_followed(
    sb: GitHubSandbox, gh: Github, two_branches: Repository
) -> None:
    """Each write is undone on the branch that was the default when it was made."""
    start = sb.state()
    repo = gh.get_repo("acme/app")
    with rein.run("A") as run:
        repo.create_file("one.txt", "add", "1")
        two_branches.edit(name="app", default_branch="develop")
        repo.create_file("two.txt", "add", "2")
    two_branches.edit(name="app", default_branch="main")
    assert states(rein.revert(run.id)) == {2: "compensated", 1: "compensated"}
    assert [request.body["branch"] for request in sb.writes[-2:]] == ["develop", "main"]
    assert sb.left(start) == []


# --- commits that only look like ours


def committed(repo: Repository, branch: str, message: str) -> str:
    """A commit without a change on top of a branch."""
    tip = repo.get_git_commit(repo.get_branch(branch).commit.sha)
    made = repo.create_git_commit(message, tip.tree, [tip])
    repo.get_git_ref(f"heads/{branch}").edit(made.sha)
    return made.sha


@pytest.mark.parametrize("worked", [False, True])
def test_a_branch_with_an_empty_commit_of_a_person_stays(
    gh: Github,
    theirs: Repository,
    worked: bool,  # noqa: FBT001 - a parameter
) -> None:
    """A commit that changes no file is a person's work all the same, on top of the run's own commits too."""
    repo = gh.get_repo("acme/app")
    with rein.run("A") as run:
        repo.create_git_ref("refs/heads/feat", theirs.get_branch("main").commit.sha)
        if worked:
            repo.create_file("a.txt", "add", "a", branch="feat")
    marker = committed(theirs, "feat", "release marker")
    assert states(rein.revert(run.id, plan=True))[1] == "conflict"
    assert states(rein.revert(run.id))[1] == "conflict"
    assert marker in [one.sha for one in theirs.get_commits("feat")]


def test_a_person_who_takes_the_message_of_an_undo_is_still_a_person(gh: Github, theirs: Repository) -> None:
    """Whose commit it is, is told by its author as well."""
    with rein.run("A") as run:
        gh.get_repo("acme/app").create_git_ref("refs/heads/feat", theirs.get_branch("main").commit.sha)
    committed(theirs, "feat", "Undone by AgentRein")
    assert states(rein.revert(run.id)) == {1: "conflict"}


def test_a_message_that_the_run_never_sent_is_not_the_runs(sb: GitHubSandbox, gh: Github, theirs: Repository) -> None:
    """The same account may be used by a person beside the agent."""
    with rein.run("A") as run:
        gh.get_repo("acme/app").create_git_ref("refs/heads/feat", theirs.get_branch("main").commit.sha)
    with plain(sb) as same_account:
        committed(same_account.get_repo("acme/app"), "feat", "release marker")
    assert states(rein.revert(run.id)) == {1: "conflict"}


def test_a_moved_branch_with_an_amended_commit_stays(gh: Github, theirs: Repository) -> None:
    """A person who amends only the message made another commit, and the branch is not moved away from it."""
    base = theirs.get_git_commit(theirs.get_branch("main").commit.sha)
    theirs.create_git_ref("refs/heads/feat", base.sha)
    tree = theirs.create_git_tree([InputGitTreeElement("a", "100644", "blob", content="1")], base.tree)
    first = theirs.create_git_commit("first", tree, [base])
    with rein.run("A") as run:
        gh.get_repo("acme/app").get_git_ref("heads/feat").edit(first.sha)
    amended = theirs.create_git_commit("amended", tree, [base])
    theirs.get_git_ref("heads/feat").edit(amended.sha, force=True)
    assert states(rein.revert(run.id)) == {1: "conflict"}
    assert theirs.get_git_ref("heads/feat").object.sha == amended.sha


def test_a_moved_branch_is_not_moved_from_a_commit_that_was_kept(gh: Github, theirs: Repository) -> None:
    """The run's own commit that a person keeps holds the branch where it is."""
    main = theirs.get_branch("main").commit.sha
    theirs.create_git_ref("refs/heads/feat", main)
    theirs.create_file("base.txt", "base", "base", branch="main")
    repo = gh.get_repo("acme/app")
    with rein.run("A") as run:
        repo.get_git_ref("heads/feat").edit(theirs.get_branch("main").commit.sha)
        repo.create_file("a.txt", "add", "a", branch="feat")
    kept = theirs.get_branch("feat").commit.sha
    for plan in (True, False):
        assert states(rein.revert(run.id, keep=[2], plan=plan)) == {2: "kept", 1: "conflict"}
    assert theirs.get_branch("feat").commit.sha == kept


def test_own_commits_and_their_undos_do_not_hold_a_branch(sb: GitHubSandbox, gh: Github, theirs: Repository) -> None:
    """What the run committed and took back is its own, and the plan expects as much."""
    start = sb.state()
    repo = gh.get_repo("acme/app")
    with rein.run("A") as run:
        repo.create_git_ref("refs/heads/feat", theirs.get_branch("main").commit.sha)
        made = repo.create_file("a.txt", "add", "a", branch="feat")
        repo.update_file("a.txt", "change", "b", made["content"].sha, branch="feat")
    wanted = {3: "compensated", 2: "compensated", 1: "reverted"}
    assert states(rein.revert(run.id, plan=True)) == wanted
    assert states(rein.revert(run.id)) == wanted
    assert sb.left(start) == []


# --- what took the number's place


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens in these tests happens within the moment for which a lookup counts."""
    monkeypatch.setattr("agentrein.reads.FRESH", 3600.0)


@pytest.mark.usefixtures("hasty")
def test_what_took_the_number_of_ours_is_not_closed(sb: GitHubSandbox, gh: Github, theirs: Repository) -> None:
    """An issue of a repository that took over the name is another one, whatever its number."""
    known = theirs.create_issue("a person's").number
    with rein.run("A") as run:
        repo = gh.get_repo("acme/app")
        repo.get_issue(1).create_comment("hi")
        sb.rename_repo("acme/app", "acme/legacy")
        sb.add_repo("acme/app")
        repo.create_issue("one")
        assert repo.create_issue("two").number == known
    report = rein.revert(run.id)
    assert states(report)[3] == "conflict"
    assert report.actions[0].conflicts[0].field == "id"
    with plain(sb) as gone:
        assert gone.get_repo("acme/legacy").get_issue(known).state == "open"


@pytest.mark.usefixtures("hasty")
def test_what_took_the_number_of_ours_and_is_closed_is_no_undo(
    sb: GitHubSandbox, gh: Github, theirs: Repository
) -> None:
    """Another issue that happens to be closed does not say that ours is."""
    theirs.create_issue("a person's").edit(state="closed")
    with rein.run("A") as run:
        repo = gh.get_repo("acme/app")
        repo.get_issue(1).create_comment("hi")
        sb.rename_repo("acme/app", "acme/legacy")
        sb.add_repo("acme/app")
        repo.create_issue("one")
        repo.create_issue("two")
    assert states(rein.revert(run.id))[3] == "conflict"


# --- two servers


@pytest.fixture
def elsewhere() -> Iterator[GitHubSandbox]:
    """A second server, whose repository has the id of the first one's."""
    with GitHubSandbox() as other:
        yield other


def test_what_happened_on_another_server_stands_in_no_way(
    sb: GitHubSandbox, gh: Github, elsewhere: GitHubSandbox
) -> None:
    """A comment on issue 2 of another server's repository 9 does not hold issue 2 of this one's."""
    start = sb.state()
    with rein.run("A") as run:
        gh.get_repo("acme/app").create_issue("one")
    with plain(elsewhere) as other, rein.run("B"):
        repo = rein.wrap(other).get_repo("acme/app")
        repo.create_issue("two").create_comment("elsewhere")
    assert states(rein.revert(run.id)) == {1: "compensated"}
    assert sb.left(start) == []


def test_what_was_made_on_another_server_claims_nothing(
    sb: GitHubSandbox, gh: Github, elsewhere: GitHubSandbox
) -> None:
    """An issue whose answer was lost is found, though another server has one of its number."""
    start = sb.state()
    with plain(elsewhere) as other, rein.run("B"):
        rein.wrap(other).get_repo("acme/app").create_issue("one")
    repo = gh.get_repo("acme/app")
    sb.faults.add("lost", method="POST")
    with pytest.raises(OSError), rein.run("A") as run:  # noqa: PT011 - whatever the transport raises
        repo.create_issue("one")
    assert states(run) == {1: "compensated"}
    assert sb.left(start) == []


# --- switched off is not deleted


def test_switched_off_is_not_gone(sb: GitHubSandbox, gh: Github) -> None:
    """While a repository's issues are switched off they are answered 410, and so are those that still stand."""
    start = sb.state()
    repo = gh.get_repo("acme/app")
    with rein.run("A") as run:
        repo.create_issue("one")
        repo.get_issue(1).create_comment("hi")
    sb.disable_issues("acme/app")
    sb.clear_requests()
    for plan in (True, False):
        report = rein.revert(run.id, plan=plan)
        assert (states(report), report.exit) == ({2: "needs_attention", 1: "needs_attention"}, 1)
        assert "has_issues" in report.actions[0].message
    assert sent(sb) == []
    sb.disable_issues("acme/app", disabled=False)
    assert states(rein.revert(run.id)) == {2: "reverted", 1: "compensated"}
    assert sb.left(start) == []


def test_deleted_is_done(sb: GitHubSandbox, gh: Github) -> None:
    """An issue that somebody deleted, in a repository that has issues, needs nothing."""
    with rein.run("A") as run:
        number = gh.get_repo("acme/app").create_issue("one").number
    sb.delete_issue("acme/app", number)
    assert states(rein.revert(run.id)) == {1: "compensated"}
