"""Variables, secrets and environments where an undo must be careful."""

from __future__ import annotations

from pathlib import Path

import pytest
from github import Auth, Github

import agentrein as rein
from agentrein.connector import Call, Tier
from agentrein_github.operations.environments import environment_body, put_tier
from agentrein_github.operations.variables import edit_tier
from agentrein_github.sandbox import GitHubSandbox
from github_kit import NO_PAUSE


@pytest.fixture(autouse=True)
def environment(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


def test_a_secret_that_exists_is_not_written_over(sb: GitHubSandbox, gh: Github) -> None:
    """Its value could never be brought back, so the write is refused, and none is sent."""
    repo = gh.get_repo("acme/app")
    with rein.run("first", policy={"irreversible": "allow"}):
        repo.create_secret("TOKEN", "old")
    start, writes = sb.state(), len(sb.writes)
    with rein.run("careless") as run, pytest.raises(rein.Refused) as refused:
        repo.create_secret("TOKEN", "new")
    assert (sb.state(), len(sb.writes), run.actions) == (start, writes, [])
    assert "value cannot be read" in str(refused.value)


def test_an_approved_overwritten_secret_is_left(sb: GitHubSandbox, gh: Github) -> None:
    """Once a policy lets it through it stands: the undo does not delete a secret that was there before."""
    repo = gh.get_repo("acme/app")
    with rein.run("first"):
        repo.create_secret("TOKEN", "old")
    with rein.run("rotate", policy={"irreversible": "allow"}) as run:
        repo.create_secret("TOKEN", "new")
    report = rein.revert(run.id)
    assert (report.exit, list(report.left)) == (1, [1])
    assert "repo:9/secret:actions:TOKEN" in sb.state()


def test_the_ledger_never_holds_a_secret(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """Not even in the encrypted form in which it leaves."""
    with rein.run("set") as run:
        gh.get_repo("acme/app").create_secret("TOKEN", "hunter2")
    planned = str(run.actions[0].planned)
    sealed = sb.world.repos[9].vault.secrets["actions"]["TOKEN"].value
    stored = b"".join(path.read_bytes() for path in ledger.parent.iterdir() if path.is_file())
    assert sealed
    assert sealed not in planned
    assert sealed.encode() not in stored
    assert b"hunter2" not in stored


def test_an_environment_that_holds_what_the_run_made_is_deleted(sb: GitHubSandbox, gh: Github) -> None:
    """Its variable and secret are undone first, so that nothing of others is in it; the plan says so too."""
    start = sb.state()
    repo = gh.get_repo("acme/app")
    with rein.run("deploy") as run:
        made = repo.create_environment("prod", 5)
        made.create_variable("REGION", "eu")
        made.create_secret("TOKEN", "new")
    plan = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert [one.state for one in plan.actions] == [one.state for one in report.actions]
    assert (report.exit, sb.left(start)) == (0, [])


def test_an_environment_that_people_use_stays(sb: GitHubSandbox, gh: Github) -> None:
    """A secret that somebody put into it would be lost with it."""
    with rein.run("deploy") as run:
        gh.get_repo("acme/app").create_environment("prod")
    helper = Github(auth=Auth.Token("token-helper"), base_url=sb.url, **NO_PAUSE)
    helper.get_repo("acme/app").get_environment("prod").create_secret("THEIRS", "x")
    helper.close()
    assert rein.revert(run.id).exit == 1
    assert "repo:9/environment:prod" in sb.state()


def test_named_branch_patterns_are_not_given_up() -> None:
    """Which patterns an environment had is not among what its PUT brings back."""
    had = {"deployment_branch_policy": {"protected_branches": False, "custom_branch_policies": True}}
    assert put_tier(Call("github", "PUT", body=environment_body({})), had, None) is Tier.IRREVERSIBLE
    assert put_tier(Call("github", "PUT", body=environment_body(had)), had, None) is Tier.REVERSIBLE


def test_a_variable_with_another_name_is_another_variable() -> None:
    """What is renamed could not be found by the name under which the undo looks."""
    assert edit_tier(Call("github", "PATCH", {"name": "A"}, {"name": "B"}), {}, None) is Tier.IRREVERSIBLE
    assert edit_tier(Call("github", "PATCH", {"name": "a"}, {"name": "A", "value": "1"}), {}, None) is Tier.REVERSIBLE


def test_a_renamed_organisation_is_found_by_its_id(sb: GitHubSandbox, gh: Github) -> None:
    """The undo of a variable goes to the organisation, whatever it is called by now."""
    start = sb.state()
    with rein.run("set") as run:
        gh.get_organization("acme").create_variable("REGION", "eu")
    with sb.lock:
        sb.world.orgs[sb.world.repos[9].owner.id].account.login = "acme-inc"
    assert rein.revert(run.id).exit == 0
    assert not [path for path in sb.state() if "variable" in path]
    assert len(sb.state()) == len(start)
