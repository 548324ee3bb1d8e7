"""I5: a report's values and reasons are true: what was before, which attempt undid it, what force can do."""

from __future__ import annotations

import pytest
from github import Github

import agentrein as rein
from acceptance_kit import sent, states
from agentrein.testing.crash import Killed, abandon, killed_at
from agentrein_github.sandbox import GitHubSandbox


def test_what_was_there_before_is_shown(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """A conflict about a file that the run overwrote shows the blob that stood there, the run's, and a person's."""
    repo, theirs = gh.get_repo("acme/app"), person.get_repo("acme/app")
    theirs.create_file("old.txt", "old", "old")
    was = repo.get_contents("old.txt")
    assert not isinstance(was, list)
    with rein.run("triage") as run:
        ours = repo.update_file("old.txt", "ours", "ours", was.sha)["content"]
    now = theirs.update_file("old.txt", "theirs", "theirs", ours.sha)["content"]
    (conflict,) = rein.revert(run.id).actions[0].conflicts
    assert (conflict.field, conflict.before, conflict.ours, conflict.now) == ("sha", was.sha, ours.sha, now.sha)


@pytest.mark.parametrize("how", ["by a call", "field by field"])
def test_what_an_earlier_attempt_sent_is_not_called_sent_by_nobody(sb: GitHubSandbox, gh: Github, how: str) -> None:
    """After a crash between the inverse and its record, the next revert says that ours undid it."""
    with rein.run("triage") as run:
        if how == "by a call":
            gh.get_repo("acme/app").create_issue("T")
        else:
            gh.get_repo("acme/app").get_issue(1).edit(title="Agent's")
    with pytest.raises(Killed), killed_at("undo_after_send"):
        rein.revert(run.id)
    abandon(run)
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (report.exit, sent(sb)) == (0, [])
    assert report.actions[0].message == "undone by an earlier attempt"


def test_a_field_of_a_thing_that_is_gone_cannot_be_forced(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """The conflict says so: there is nothing to put the value into."""
    with rein.run("triage") as run:
        comment = person.get_repo("acme/app").get_issue(1).create_comment("theirs")
        gh.get_repo("acme/app").get_issue(1).get_comment(comment.id).edit("ours")
    comment.delete()
    sb.clear_requests()
    for report in (rein.revert(run.id), rein.revert(run.id, force=[1])):
        assert states(report) == {1: "conflict"}
        assert report.actions[0].message == "it is no longer there, so --force cannot help"
    assert sent(sb) == []
