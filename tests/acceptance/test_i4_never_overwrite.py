"""I4: an undo never overwrites what somebody else changed since; it says so with three values."""

from __future__ import annotations

from pathlib import Path

import pytest
from github import Github

import agentrein as rein
from acceptance_kit import Boom, entries, sent, states
from agentrein.report import Conflict
from agentrein_github.sandbox import GitHubSandbox


@pytest.fixture
def edited(sb: GitHubSandbox, gh: Github, person: Github) -> rein.Run:
    """A completed run that edited three fields of issue 1; a person changed one of them since."""
    with rein.run("triage") as run:
        gh.get_repo("acme/app").get_issue(1).edit(title="Agent's", body="Agent's text", assignees=["octocat"])
    person.get_repo("acme/app").get_issue(1).edit(title="Person's")
    sb.clear_requests()
    return run


def test_a_field_that_a_person_changed_is_a_conflict_and_the_others_go_back(
    sb: GitHubSandbox, edited: rein.Run
) -> None:
    """Scenario 25: the title stays the person's and is shown with three values; body and assignees are restored."""
    report = rein.revert(edited.id)
    assert states(report) == {1: "conflict"}
    assert report.actions[0].conflicts == (Conflict("title", "First issue", "Agent's", "Person's"),)
    assert (report.exit, edited.status) == (1, "needs_attention")
    now = sb.state()["repo:9/issue:1"]
    assert (now["title"], now["body"], now["assignees"]) == ("Person's", "It does not work.", [])
    assert "title" not in sb.writes[0].body


def test_force_restores_the_field_and_records_who(
    sb: GitHubSandbox, edited: rein.Run, ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 25: whoever forces an action is named in the intent and in the outcome."""
    rein.revert(edited.id)
    monkeypatch.setenv("AGENTREIN_USER", "maria")
    report = rein.revert(edited.id, force=[1])
    assert (states(report), report.exit, edited.status) == ({1: "reverted"}, 0, "reverted")
    assert sb.state()["repo:9/issue:1"]["title"] == "First issue"
    [*_, intent] = entries(ledger, "undo_intent")
    assert (intent["payload"]["by"], intent["payload"]["forced"]) == ("maria", True)
    assert entries(ledger, "undo_outcome")[-1]["payload"]["by"] == "maria"
    assert edited.actions[0].by == "maria"


def test_keep_leaves_the_action_on_purpose_and_records_who(
    sb: GitHubSandbox, edited: rein.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who keeps theirs settles the question; nothing is sent for it."""
    monkeypatch.setenv("AGENTREIN_USER", "maria")
    report = rein.revert(edited.id, keep=[1])
    assert (states(report), report.exit, edited.status) == ({1: "kept"}, 0, "reverted")
    assert sent(sb) == []
    assert (edited.actions[0].state, edited.actions[0].by) == ("kept", "maria")


def test_a_conflict_that_the_person_took_back_is_undone_by_the_next_revert(
    sb: GitHubSandbox, edited: rein.Run, person: Github
) -> None:
    """A conflict stays retriable: once the field reads as the action left it, it is restored."""
    rein.revert(edited.id)
    person.get_repo("acme/app").get_issue(1).edit(title="Agent's")
    assert rein.revert(edited.id).exit == 0
    assert sb.state()["repo:9/issue:1"]["title"] == "First issue"


def test_a_field_that_reads_as_before_needs_nothing(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """A person who undid the change themselves is no conflict: it is already so, and nothing is sent."""
    with rein.run("triage") as run:
        gh.get_repo("acme/app").get_issue(1).edit(title="Agent's")
    person.get_repo("acme/app").get_issue(1).edit(title="First issue")
    sb.clear_requests()
    report = rein.revert(run.id)
    assert states(report) == {1: "reverted"}
    assert "already so" in report.actions[0].message
    assert sent(sb) == []


def test_labels_that_were_there_before_stay(sb: GitHubSandbox, gh: Github) -> None:
    """Scenarios 27 and 30: of two labels that were added only the new one is removed."""
    with pytest.raises(Boom), rein.run("triage"):
        gh.get_repo("acme/app").get_issue(1).add_to_labels("bug", "security")
        raise Boom
    assert sent(sb)[1:] == ["DELETE /repos/acme/app/issues/1/labels/security"]
    assert sb.state()["repo:9/issue:1"]["labels"] == ["bug"]


def test_a_label_in_other_letters_is_the_same_label(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 27: GitHub ignores case in labels, so `BUG` was there and nothing is undone."""
    with pytest.raises(Boom), rein.run("triage") as run:
        gh.get_repo("acme/app").get_issue(1).add_to_labels("BUG")
        raise Boom
    assert states(run) == {1: "unchanged"}
    assert len(sent(sb)) == 1


def test_assignees_that_were_there_before_stay(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Scenario 27: assigning somebody who was assigned changes nothing, and the undo leaves them."""
    person.get_repo("acme/app").get_issue(1).add_to_assignees("helper")
    sb.clear_requests()
    with pytest.raises(Boom), rein.run("triage") as run:
        issue = gh.get_repo("acme/app").get_issue(1)
        issue.add_to_assignees("helper")
        issue.add_to_assignees("helper", "octocat")
        raise Boom
    assert states(run) == {1: "unchanged", 2: "reverted"}
    assert [request.body for request in sb.writes[2:]] == [{"assignees": ["octocat"]}]
    assert sb.state()["repo:9/issue:1"]["assignees"] == ["helper"]


def test_an_issue_that_another_run_commented_on_is_not_closed(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 28: reverting A names B and its action, and sends nothing; force closes the issue all the same."""
    with rein.run("A") as a:
        issue = gh.get_repo("acme/app").create_issue("T")
    with rein.run("B") as b:
        issue.create_comment("from B")
    sb.clear_requests()
    report = rein.revert(a.id)
    assert (states(report), report.exit) == ({1: "conflict"}, 1)
    assert f"run {b.id} #1" in report.actions[0].message
    assert sent(sb) == []
    assert issue.update() or issue.state == "open"

    forced = rein.revert(a.id, force=[1])
    assert (states(forced), forced.exit) == ({1: "compensated"}, 0)
    issue.update()
    assert (issue.state, issue.comments) == ("closed", 1)


def test_once_the_other_run_is_undone_nothing_stands_in_the_way(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 28, the other order: B reverted first, then A."""
    start = sb.state()
    with rein.run("A") as a:
        issue = gh.get_repo("acme/app").create_issue("T")
    with rein.run("B") as b:
        issue.create_comment("from B")
    assert (rein.revert(b.id).exit, rein.revert(a.id).exit) == (0, 0)
    assert sb.left(start) == []


def test_a_field_that_a_later_run_set_is_left_to_it(sb: GitHubSandbox, gh: Github) -> None:
    """A later live action on the same field is a conflict that names it, even where the value reads as ours."""
    issue = gh.get_repo("acme/app").get_issue(1)
    with rein.run("A") as a:
        issue.edit(title="one")
    with rein.run("B") as b:
        issue.edit(title="two")
        issue.edit(title="one")
    report = rein.revert(a.id)
    assert states(report) == {1: "conflict"}
    assert b.id in report.actions[0].message
    assert issue.update() or issue.title == "one"


def test_a_field_that_a_kept_later_action_set_is_left(sb: GitHubSandbox, gh: Github) -> None:
    """Keeping the later of two writes of one field holds the earlier one, by number."""
    issue = gh.get_repo("acme/app").get_issue(1)
    with rein.run("A") as run:
        issue.edit(title="one")
        issue.edit(title="two")
    sb.clear_requests()
    report = rein.revert(run.id, keep=[2])
    assert states(report) == {2: "kept", 1: "held"}
    assert report.actions[1].message == "held by kept #2"
    assert sent(sb) == []


def test_a_comment_that_a_person_edited_is_not_deleted(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """What the undo would delete is compared first."""
    with rein.run("A") as run:
        comment = gh.get_repo("acme/app").get_issue(1).create_comment("hello")
    person.get_repo("acme/app").get_issue(1).get_comment(comment.id).edit("hello, and thanks")
    sb.clear_requests()
    report = rein.revert(run.id)
    assert states(report) == {1: "conflict"}
    assert report.actions[0].conflicts[0].now == "hello, and thanks"
    assert sent(sb) == []


def test_a_plan_sees_the_conflict_and_sends_nothing(sb: GitHubSandbox, edited: rein.Run) -> None:
    """The plan tells what the revert would: the same calls, the same conflict, and no write, in the ledger neither."""
    written = len(edited.ledger.entries(edited.id))
    plan = rein.revert(edited.id, plan=True)
    assert sent(sb) == []
    assert len(edited.ledger.entries(edited.id)) == written
    assert plan.plan
    report = rein.revert(edited.id)
    assert [a.sent for a in plan.actions] == [a.sent for a in report.actions]
    assert (states(plan), plan.exit) == (states(report), 1)
    assert plan.actions[0].conflicts == report.actions[0].conflicts


def test_work_of_others_is_not_in_the_way_of_a_switch(gh: Github) -> None:
    """Switching something of a repository off again does not end the repository, whatever others opened there."""
    repo = gh.get_repo("acme/app")
    with rein.run("settings") as settings:
        repo.enable_vulnerability_alert()
    with rein.run("triage"):
        repo.create_issue("Theirs")
    report = rein.revert(settings.id)
    assert (states(report), report.exit) == ({1: "reverted"}, 0)
    assert not repo.get_vulnerability_alert()
