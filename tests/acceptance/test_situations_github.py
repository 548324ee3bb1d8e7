"""What happens at GitHub while an agent works and before its run is undone, and what the undo makes of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import requests
from github import Github, GithubException, GithubRetry
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import Boom, elsewhere, plain, sent, states
from agentrein.testing import Request
from agentrein.testing.crash import no_waiting, run_until_killed
from agentrein_github.sandbox import GitHubSandbox

MERGE = "github: PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge"
ISSUES = "/repos/acme/app/issues"


@pytest.fixture
def patient(sb: GitHubSandbox) -> Iterator[Github]:
    """The agent's armed client with a retry such as PyGithub's own, which alone would repeat what fails."""
    client = rein.wrap(plain(sb, retry=GithubRetry(total=3, backoff_factor=0)))
    yield client
    client.close()


@pytest.fixture
def theirs(person: Github) -> Repository:
    """The repository as a person's client has it."""
    return person.get_repo("acme/app")


def feature(repo: Repository) -> None:
    """A branch with a commit on top of main."""
    repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
    repo.create_file("new.txt", "add", "text", branch="feat")


def message(report: rein.Report, seq: int) -> str:
    """What the report says of one action."""
    return next(action.message for action in report.actions if action.seq == seq)


# --- answers that are lost


def test_an_issue_that_was_made_twice_is_closed_twice(sb: GitHubSandbox, patient: Github) -> None:
    """502 after the effect, and something on the way repeated the POST: both are closed, and the report says 2."""
    start, twin, twins = sb.state(), elsewhere(plain(sb)), list[Request]()

    @sb.before_answer
    def twice(request: Request) -> None:
        if request.method == "POST" and not twins:
            twins.append(request)
            twin.get_repo("acme/app").create_issue("Flaky", body="B")

    sb.faults.add("error_after", method="POST", path="*/issues", status=502, after=1)
    with pytest.raises(GithubException, match="502"), no_waiting(), rein.run("triage") as run:
        patient.get_repo("acme/app").create_issue("Flaky", body="B")
    twin.close()
    assert sent(sb) == [f"POST {ISSUES}", f"POST {ISSUES}", f"PATCH {ISSUES}/3", f"PATCH {ISSUES}/2"]
    assert states(run) == {1: "compensated"}
    assert "found 2 times" in str(run.report)
    assert sb.left(start) == []


def test_a_comment_that_never_arrived_is_not_undone(sb: GitHubSandbox, gh: Github) -> None:
    """The connection drops before GitHub acts and the process is killed: not landed, and no inverse is sent."""
    start = sb.state()
    issue = gh.get_repo("acme/app").get_issue(1)
    sb.faults.add("refuse", method="POST")
    run = run_until_killed(lambda _: issue.create_comment("hello"), "after_answer")
    sb.clear_requests()
    with no_waiting():
        [report] = rein.recover()
    assert (states(report), report.exit, run.status) == ({1: "rejected"}, 0, "reverted")
    assert (sent(sb), sb.left(start)) == ([], [])


def test_a_deletion_whose_answer_was_lost_did_happen(sb: GitHubSandbox, patient: Github) -> None:
    """A repeated DELETE would be answered 404: it goes out once, and the comment that is gone counts as deleted."""
    [comment] = patient.get_repo("acme/app").get_issue(1).get_comments()
    sb.faults.add("lost", method="DELETE")
    with rein.run("clean up", policy={"irreversible": "allow"}) as run, pytest.raises(requests.ConnectionError):
        comment.delete()
    with no_waiting():
        report = rein.revert(run.id)
    assert sent(sb) == [f"DELETE {ISSUES}/comments/{comment.id}"]
    assert (states(report), report.left, report.exit) == ({1: "needs_attention"}, [1], 1)
    assert message(report, 1).startswith("nothing can undo it: The comment is gone for good")


def test_a_merge_whose_answer_was_lost_is_not_called_undone(
    sb: GitHubSandbox, patient: Github, theirs: Repository
) -> None:
    """It went out once, and is found: the run claims no full undo, and says that a revert is another pull request."""
    feature(theirs)
    theirs.create_pull("main", "feat", title="Ready")
    sb.clear_requests()
    sb.faults.add("lost", method="PUT", path="*/merge")
    with rein.run("ship", policy={MERGE: "allow"}) as run:
        patient.get_repo("acme/app").get_issue(1).edit(title="Shipped")
        with pytest.raises(requests.ConnectionError):
            patient.get_repo("acme/app").get_pull(2).merge()
    with no_waiting():
        report = rein.revert(run.id)
    assert sent(sb) == [f"PATCH {ISSUES}/1", "PUT /repos/acme/app/pulls/2/merge", f"PATCH {ISSUES}/1"]
    assert (states(report), report.left, run.status) == ({2: "needs_attention", 1: "reverted"}, [2], "needs_attention")
    assert "cannot un-merge: a revert is another pull request" in message(report, 2)


def test_a_merge_by_a_person_is_not_taken_for_the_agents(
    sb: GitHubSandbox, patient: Github, theirs: Repository
) -> None:
    """The agent's merge got no answer, and somebody merged since: whether ours landed a person is asked."""
    feature(theirs)
    made = theirs.create_pull("main", "feat", title="Ready")
    sb.faults.add("refuse", method="PUT", path="*/merge")
    with rein.run("ship", policy={MERGE: "allow"}) as run, pytest.raises(requests.ConnectionError):
        patient.get_repo("acme/app").get_pull(2).merge()
    made.merge()
    with no_waiting():
        report = rein.revert(run.id)
    assert (states(report), report.left) == ({1: "needs_attention"}, [1])
    assert "who merged the pull request" in message(report, 1)


# --- people in between


def test_a_repository_renamed_in_mid_run_loses_no_undo(sb: GitHubSandbox, gh: Github) -> None:
    """The stale object's POST is answered 307 and did not land; what came before is undone by the repository's id."""
    repo = gh.get_repo("acme/app")
    with pytest.raises(Boom), rein.run("triage") as run:
        repo.get_issue(1).edit(title="Ours")
        sb.rename_repo("acme/app", "acme/new")
        assert repo.create_issue("T").raw_data["message"] == "Moved Permanently"
        raise Boom
    assert states(run) == {1: "reverted", 2: "rejected"}
    assert run.actions[1].reason.startswith("answered 307, nothing was created")
    assert sent(sb) == [f"PATCH {ISSUES}/1", f"POST {ISSUES}", "PATCH /repos/acme/new/issues/1"]
    assert sb.state()["repo:9/issue:1"]["title"] == "First issue"


def test_a_label_of_a_person_survives_the_undo_of_an_edit(sb: GitHubSandbox, gh: Github, theirs: Repository) -> None:
    """`edit(labels=[...])` replaced the set: its undo takes away what it added, and does not write the old set back."""
    with rein.run("triage") as run:
        gh.get_repo("acme/app").get_issue(1).edit(labels=["bug", "triaged"])
    theirs.get_issue(1).add_to_labels("security")
    sb.clear_requests()
    assert states(rein.revert(run.id)) == {1: "reverted"}
    assert sent(sb) == [f"DELETE {ISSUES}/1/labels/triaged"]
    assert sb.state()["repo:9/issue:1"]["labels"] == ["bug", "security"]


def test_a_title_that_a_person_set_stays_and_the_other_steps_are_undone(
    sb: GitHubSandbox, gh: Github, theirs: Repository
) -> None:
    """The run is undone in part: a conflict with three values for the title, everything around it taken back."""
    with rein.run("triage") as run:
        issue = gh.get_repo("acme/app").get_issue(1)
        issue.add_to_labels("security")
        issue.edit(title="Agent's")
        issue.create_comment("renamed it")
    theirs.get_issue(1).edit(title="Person's")
    report = rein.revert(run.id)
    assert states(report) == {3: "reverted", 2: "conflict", 1: "reverted"}
    [conflict] = report.actions[1].conflicts
    assert (conflict.before, conflict.ours, conflict.now) == ("First issue", "Agent's", "Person's")
    assert (report.left, report.exit, run.status) == ([2], 1, "needs_attention")
    now = sb.state()["repo:9/issue:1"]
    assert (now["title"], now["labels"]) == ("Person's", ["bug"])


def test_everything_on_a_deleted_issue_is_moot(sb: GitHubSandbox, gh: Github) -> None:
    """An admin deleted it, 410: whatever the run made or changed there is done, and nothing is sent."""
    with rein.run("triage") as run:
        issue = gh.get_repo("acme/app").get_issue(1)
        issue.edit(title="Ours", labels=["security"])
        issue.add_to_assignees("helper")
        issue.create_comment("more")
        issue.lock("spam")
        issue.create_reaction("eyes")
    sb.disable_issues("acme/app")
    assert set(states(rein.revert(run.id)).values()) == {"needs_attention", "held"}
    sb.disable_issues("acme/app", disabled=False)
    sb.delete_issue("acme/app", 1)
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (set(states(report).values()), report.exit, sent(sb)) == ({"reverted"}, 0, [])


def test_a_pull_request_that_cannot_be_reopened_stops_nothing(
    sb: GitHubSandbox, gh: Github, theirs: Repository
) -> None:
    """Its branch was forced by a person: GitHub answers 422 once, that is reported, and the older write is undone."""
    feature(theirs)
    theirs.create_pull("main", "feat", title="Ready")
    with rein.run("triage") as run:
        gh.get_repo("acme/app").get_issue(1).edit(title="Ours")
        gh.get_repo("acme/app").get_pull(2).edit(state="closed")
    main = theirs.get_git_commit(theirs.get_branch("main").commit.sha)
    tree = theirs.get_git_commit(theirs.get_branch("feat").commit.sha).tree
    theirs.get_git_ref("heads/feat").edit(theirs.create_git_commit("anew", tree, [main]).sha, force=True)
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (states(report), report.left) == ({2: "needs_attention", 1: "reverted"}, [2])
    assert "answered 422" in message(report, 2)
    assert [(one.path, one.status) for one in sb.writes] == [
        ("/repos/acme/app/pulls/2", 422),
        (f"{ISSUES}/1", 200),
    ]


def test_pull_requests_that_a_deleted_branch_closed_are_opened_again(
    sb: GitHubSandbox, gh: Github, theirs: Repository
) -> None:
    """The branch stands again at its commit, then the pull requests from it and into it are open, as they were."""
    feature(theirs)
    theirs.create_git_ref("refs/heads/on-top", theirs.get_branch("feat").commit.sha)
    theirs.create_file("on-top.txt", "more", "more", branch="on-top")
    theirs.create_pull("main", "feat", title="From it")
    theirs.create_pull("feat", "on-top", title="Into it")
    theirs.create_pull("main", "on-top", title="Beside it").edit(state="closed")
    start = sb.state()
    with rein.run("clean up") as run:
        gh.get_repo("acme/app").get_git_ref("heads/feat").delete()
    assert [theirs.get_pull(number).state for number in (2, 3)] == ["closed", "closed"]
    assert states(rein.revert(run.id)) == {1: "reverted"}
    assert sb.left(start) == []


def test_a_branch_that_a_person_made_again_is_not_forced(sb: GitHubSandbox, gh: Github, theirs: Repository) -> None:
    """The deleted branch stands again at a commit of theirs: that is a conflict, and nothing is sent."""
    feature(theirs)
    with rein.run("clean up") as run:
        gh.get_repo("acme/app").get_git_ref("heads/feat").delete()
    main = theirs.get_branch("main").commit.sha
    theirs.create_git_ref("refs/heads/feat", main)
    sb.clear_requests()
    assert states(rein.revert(run.id)) == {1: "conflict"}
    assert sent(sb) == []
    assert theirs.get_git_ref("heads/feat").object.sha == main


def test_a_file_that_a_person_changed_in_the_last_moment_keeps_their_bytes(
    sb: GitHubSandbox, gh: Github, theirs: Repository
) -> None:
    """The undo names our blob, so GitHub answers 409 to it where somebody committed between its read and its PUT."""
    repo = gh.get_repo("acme/app")
    with rein.run("docs") as run:
        ours = repo.update_file("README.md", "ours", "ours", repo.get_contents("README.md").sha)["content"]  # type: ignore[union-attr]
    raced: list[Request] = []

    @sb.before_answer
    def race(request: Request) -> None:
        if request.method == "PUT" and not raced:
            raced.append(request)
            theirs.update_file("README.md", "theirs", "theirs", ours.sha)

    report = rein.revert(run.id)
    assert states(report) == {1: "conflict"}
    assert "409" in message(report, 1)
    assert raced[0].body["sha"] == ours.sha
    assert repo.get_contents("README.md").decoded_content == b"theirs"  # type: ignore[union-attr]


def test_a_lost_change_of_a_file_is_found_under_a_person_s_commit(
    sb: GitHubSandbox, gh: Github, theirs: Repository
) -> None:
    """The tip of the branch is theirs by now; the file itself is as the run wrote it, and goes back."""
    repo = gh.get_repo("acme/app")
    before = repo.get_contents("README.md").sha  # type: ignore[union-attr]
    sb.faults.add("lost", method="PUT")
    with rein.run("docs") as run, pytest.raises(requests.ConnectionError):
        repo.update_file("README.md", "ours", "ours", before)
    theirs.create_file("theirs.txt", "theirs", "theirs")
    with no_waiting():
        assert states(rein.revert(run.id)) == {1: "compensated"}
    assert repo.get_contents("README.md").sha == before  # type: ignore[union-attr]
    assert theirs.get_contents("theirs.txt")


def test_what_an_archive_locks_stays_pending(sb: GitHubSandbox, gh: Github) -> None:
    """May the agent not unarchive any more, each older write fails with GitHub's 403 or waits; none is called done."""
    start = sb.state()
    repo = gh.get_repo("acme/app")
    with rein.run("retire") as run:
        repo.get_issue(1).edit(title="Last words")
        repo.get_issue(1).create_comment("Good-bye")
        repo.edit(archived=True)
    sb.add_collaborator("acme/app", "octocat", "push")
    report = rein.revert(run.id)
    assert states(report) == {3: "needs_attention", 2: "needs_attention", 1: "held"}
    assert "403: Repository was archived" in message(report, 2)
    assert (report.left, run.status) == ([1, 2, 3], "needs_attention")
    sb.add_collaborator("acme/app", "octocat", "admin")
    sb.clear_requests()
    assert states(rein.revert(run.id)) == {3: "reverted", 2: "reverted", 1: "reverted"}
    assert (sb.writes[0].body, sb.left(start)) == ({"archived": False}, [])
