"""People's access where an undo must be careful: invitations that were accepted, teams in use, organisations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from github import Auth, Github

import agentrein as rein
from agentrein.connector import Actor, Call, Tier
from agentrein_github.operations.access import add_tier, remove_tier
from agentrein_github.operations.org_people import cancel_tier, invite_tier
from agentrein_github.operations.team_repos import old_let_in, old_taken
from agentrein_github.sandbox import GitHubSandbox
from github_kit import NO_PAUSE


@pytest.fixture(autouse=True)
def environment(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


@pytest.fixture
def monalisa(sb: GitHubSandbox) -> Iterator[Github]:
    """A person from outside."""
    client = Github(auth=Auth.Token("token-monalisa"), base_url=sb.url, **NO_PAUSE)
    yield client
    client.close()


def test_whoever_accepted_is_removed(sb: GitHubSandbox, gh: Github, monalisa: Github) -> None:
    """An invitation that was accepted since cannot be taken back, but the collaborator can be removed."""
    start = sb.state()
    with rein.run("onboard") as run:
        gh.get_repo("acme/app").add_to_collaborators("monalisa", "triage")
    pending = next(iter(sb.world.repos[9].invitations))
    monalisa.requester.requestJsonAndCheck("PATCH", f"/user/repository_invitations/{pending}")
    assert sb.world.repos[9].access["monalisa"] == "triage"
    assert rein.revert(run.id).exit == 0
    assert sb.left(start) == []


def test_a_role_that_somebody_raised_since_stays(sb: GitHubSandbox, gh: Github, monalisa: Github) -> None:
    """Whoever was made an administrator meanwhile is not removed."""
    with rein.run("onboard") as run:
        gh.get_repo("acme/app").add_to_collaborators("monalisa", "triage")
    pending = next(iter(sb.world.repos[9].invitations))
    monalisa.requester.requestJsonAndCheck("PATCH", f"/user/repository_invitations/{pending}")
    with sb.lock:
        sb.world.repos[9].access["monalisa"] = "admin"
    assert rein.revert(run.id).exit == 1
    assert sb.world.repos[9].access["monalisa"] == "admin"


def test_what_cannot_be_undone_about_collaborators() -> None:
    """A pending invitation, and leaving oneself, have no way back that is known."""
    call = Call("github", "PUT", {"username": "Octocat"})
    assert add_tier(call, {"role": None, "invited": "push"}, None) is Tier.IRREVERSIBLE
    assert add_tier(call, {"role": None, "invited": None}, None) is Tier.COSTLY
    assert remove_tier(call, {"role": "push"}, Actor("octocat")) is Tier.IRREVERSIBLE
    assert remove_tier(call, {"role": "push"}, Actor("helper")) is Tier.COMPENSABLE


def test_an_invitation_by_mail_is_irreversible() -> None:
    """Nothing tells who accepted it, and a new one would go to the same address."""
    assert invite_tier(Call("github", "POST", body={"email": "a@example"}), None, None) is Tier.IRREVERSIBLE
    assert invite_tier(Call("github", "POST", body={"invitee_id": 7}), None, None) is Tier.COSTLY
    assert cancel_tier(Call("github", "DELETE"), {"login": None}, None) is Tier.IRREVERSIBLE
    assert cancel_tier(Call("github", "DELETE"), {"login": "ada", "teams": 1}, None) is Tier.IRREVERSIBLE
    assert cancel_tier(Call("github", "DELETE"), {"login": "ada", "teams": 0}, None) is Tier.COSTLY


def test_the_older_address_of_a_team_knows_three_roles() -> None:
    """What it could not give back is not taken away through it."""
    call = Call("github", "PUT")
    assert [old_let_in(call, {"role": one}, None) for one in (None, "admin")] == [Tier.REVERSIBLE, Tier.REVERSIBLE]
    assert [old_taken(call, {"role": one}, None) for one in ("pull", "triage")] == [Tier.COSTLY, Tier.IRREVERSIBLE]
    assert old_let_in(call, {"role": "maintain"}, None) is Tier.IRREVERSIBLE


def test_whoever_joined_the_organisation_stays(sb: GitHubSandbox, gh: Github) -> None:
    """An invitation that was accepted is a person's own act: the undo says so and removes nobody."""
    with rein.run("hire") as run:
        gh.get_organization("acme").invite_user(gh.get_user("monalisa"))
    org = next(iter(sb.world.orgs.values()))
    with sb.lock:
        org.invitations.clear()
        org.members["monalisa"].state = "active"
    assert rein.revert(run.id).exit == 1
    assert org.members["monalisa"].state == "active"


def test_a_team_with_what_the_run_put_into_it_is_deleted(sb: GitHubSandbox, gh: Github) -> None:
    """Members and repositories are undone first, so the team is again as it was made; the plan says so too."""
    start = sb.state()
    with rein.run("organise") as run:
        team = gh.get_organization("acme").create_team("Docs")
        team.add_membership(gh.get_user("hubot"))
        team.update_team_repository("acme/app", "push")
    plan = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert [one.state for one in plan.actions] == [one.state for one in report.actions]
    assert (report.exit, sb.left(start)) == (0, [])


def test_a_workflow_that_github_disabled_stays_enabled(sb: GitHubSandbox, gh: Github) -> None:
    """Inactivity is a reason that no call can give again, so enabling is refused."""
    with sb.lock:
        sb.world.repos[9].workflows[60001].state = "disabled_inactivity"
    with rein.run("wake") as run, pytest.raises(rein.Refused):
        gh.get_repo("acme/app").get_workflow("ci.yml").enable()
    assert run.actions == []
