"""Dependabot alerts and security advisories where an undo must be careful."""

from __future__ import annotations

from typing import Any

import pytest
from github import Github

import agentrein as rein
from agentrein.connector import Call, Tier
from agentrein_github.operations.security import advisory_tier, alert_tier
from agentrein_github.sandbox import GitHubSandbox

pytestmark = pytest.mark.usefixtures("credential")
HIGH = ("Unsafe reading", "Do not read.", "high")


def told(report: rein.Report) -> list[str]:
    """Where the actions stand, newest first."""
    return [action.state.value for action in report.actions]


@pytest.mark.parametrize("state", ["fixed", "auto_dismissed"])
def test_an_alert_that_nobody_may_set_back_is_not_changed(sb: GitHubSandbox, gh: Github, state: str) -> None:
    """What Dependabot or a rule decided cannot be written, so changing it could not be undone."""
    sb.world.repos[9].alerts[1].state = state
    with rein.run("triage") as run, pytest.raises(rein.Refused):
        gh.get_repo("acme/app").update_dependabot_alert(1, "dismissed", "not_used")
    assert (sb.writes, run.actions) == ([], [])


def test_an_alert_that_was_fixed_meanwhile_is_not_opened_again(sb: GitHubSandbox, gh: Github) -> None:
    """The package was updated after the run dismissed the alert: the undo leaves it."""
    with rein.run("triage") as run:
        gh.get_repo("acme/app").update_dependabot_alert(1, "dismissed", "not_used")
    sb.world.repos[9].alerts[1].state = "fixed"
    report = rein.revert(run.id)
    assert told(report) == ["conflict"]
    assert ("state", "fixed") in {(one.field, one.now) for one in report.actions[0].conflicts}


def test_no_null_is_written_for_a_comment_that_was_none(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """GitHub takes texts only; an alert that was dismissed without a comment is dismissed without one again."""
    person.get_repo("acme/app").update_dependabot_alert(1, "dismissed", "no_bandwidth")
    start = sb.state()
    with rein.run("triage") as run:
        gh.get_repo("acme/app").update_dependabot_alert(1, "open")
    report = rein.revert(run.id)
    body = {"state": "dismissed", "dismissed_reason": "no_bandwidth", "dismissed_comment": ""}
    assert [one.body for one in report.actions[0].sent] == [body]
    assert sb.left(start) == []


def test_several_changes_of_an_alert_go_back_one_by_one(sb: GitHubSandbox, gh: Github) -> None:
    """Dismissed, explained better, opened: each finds the alert as it left it, in the plan too."""
    start, repo = sb.state(), gh.get_repo("acme/app")
    with rein.run("triage") as run:
        repo.update_dependabot_alert(1, "dismissed", "not_used")
        repo.update_dependabot_alert(1, "dismissed", "tolerable_risk", "Only in tests")
        repo.update_dependabot_alert(1, "open")
    planned, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert told(planned) == told(report) == ["reverted"] * 3
    assert [one.sent for one in planned.actions] == [one.sent for one in report.actions]
    assert sb.left(start) == []


def test_a_published_advisory_is_left(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Somebody published the draft: closing it would take back nothing."""
    with rein.run("report") as run:
        made = gh.get_repo("acme/app").create_repository_advisory(*HIGH)
    person.get_repo("acme/app").get_repository_advisory(made.ghsa_id).publish()
    assert told(rein.revert(run.id)) == ["conflict"]
    assert sb.world.repos[9].advisories[made.ghsa_id].state == "published"


def test_an_advisory_with_a_vector_is_closed(sb: GitHubSandbox, gh: Github) -> None:
    """PyGithub sends a vector in place of a severity, and GitHub finds the severity out."""
    start = sb.state()
    with rein.run("report") as run:
        gh.get_repo("acme/app").create_repository_advisory("Unsafe", "Do not.", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U")
    assert told(rein.revert(run.id)) == ["compensated"]
    assert sb.left(start) == []


def test_an_advisory_is_not_published(sb: GitHubSandbox, gh: Github) -> None:
    """Everybody, and other databases, would read it: refused, also for the run's own draft."""
    with rein.run("report"):
        made = gh.get_repo("acme/app").create_repository_advisory(*HIGH)
        with pytest.raises(rein.Refused):
            made.publish()
    assert len(sb.writes) == 1


@pytest.mark.parametrize(
    ("body", "image", "tier"),
    [
        ({"state": "open"}, {"state": "dismissed", "dismissed_reason": "not_used"}, Tier.REVERSIBLE),
        ({"state": "open"}, {"state": "dismissed", "dismissed_reason": None}, Tier.IRREVERSIBLE),
        ({"state": "open"}, {"state": "auto_dismissed"}, Tier.IRREVERSIBLE),
        ({"state": "open"}, None, Tier.IRREVERSIBLE),
        ({"assignees": ["copilot-swe-agent[bot]"]}, {"state": "open"}, Tier.IRREVERSIBLE),
    ],
)
def test_what_an_alert_may_be_set_to(body: dict[str, Any], image: Any, tier: Tier) -> None:
    """Only what can be written back; an agent that is assigned begins to work."""
    assert alert_tier(Call("github", "PATCH", body=body), image, None) is tier


def test_a_private_fork_is_not_started_along() -> None:
    """It is a repository of its own, and stays when the advisory is closed."""
    assert advisory_tier(Call("github", "POST", body={"start_private_fork": True}), None, None) is Tier.IRREVERSIBLE
    assert advisory_tier(Call("github", "POST", body={"start_private_fork": False}), None, None) is Tier.COMPENSABLE
