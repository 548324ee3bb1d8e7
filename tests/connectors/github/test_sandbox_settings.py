"""The sandbox's alerts, advisories, custom properties, renamed branches and syncs: what GitHub takes, and what not."""

from __future__ import annotations

from typing import Any

import pytest
from github import Auth, Github, GithubException
from github.OrganizationCustomProperty import CustomProperty

from agentrein_github.sandbox import GitHubSandbox
from connectors.github.examples.things import branch_with_pull, tip
from github_kit import NO_PAUSE

HERE, ORG = "/repos/acme/app", "/orgs/acme"
TEAM = CustomProperty("team", "string", values_editable_by="org_actors")
STAGE = CustomProperty("stage", "single_select", allowed_values=["dev", "prod"])


def ask(gh: Github, method: str, path: str, body: Any = None) -> int:
    """The status of an answer that is no good."""
    with pytest.raises(GithubException) as refused:
        gh.requester.requestJsonAndCheck(method, path, input=body)
    return int(refused.value.status)


@pytest.fixture
def defined(person: Github) -> None:
    """Two properties."""
    person.get_organization("acme").create_custom_properties([TEAM, STAGE])


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", f"{HERE}/dependabot/alerts/2", None, 404),
        ("PATCH", f"{HERE}/dependabot/alerts/1", {"state": "dismissed"}, 422),
        ("PATCH", f"{HERE}/dependabot/alerts/1", {"state": "open", "dismissed_comment": None}, 422),
        ("PATCH", f"{HERE}/dependabot/alerts/1", {"state": "fixed"}, 422),
        ("GET", f"{HERE}/security-advisories/GHSA-1", None, 404),
        ("POST", f"{HERE}/security-advisories", {"summary": "Unsafe"}, 422),
        (
            "POST",
            f"{HERE}/security-advisories",
            {"summary": "a", "description": "b", "severity": "low", "cvss_vector_string": "CVSS:3.1/AV:N"},
            422,
        ),
        ("PATCH", f"{HERE}/properties/values", {}, 422),
        ("PATCH", f"{HERE}/properties/values", {"properties": [{"property_name": "none", "value": "a"}]}, 422),
        ("PATCH", f"{HERE}/properties/values", {"properties": [{"property_name": "stage", "value": "test"}]}, 422),
        ("PATCH", f"{ORG}/properties/values", {"repository_names": ["app"] * 31, "properties": []}, 422),
        ("PATCH", f"{ORG}/properties/values", {"repository_names": ["none"], "properties": []}, 404),
        ("PATCH", f"{ORG}/properties/schema", {"properties": []}, 422),
        ("PUT", f"{ORG}/properties/schema/a b", {"value_type": "string"}, 422),
        ("PUT", f"{ORG}/properties/schema/stage", {"value_type": "string"}, 422),
        ("PUT", f"{ORG}/properties/schema/kept", {"value_type": "string", "required": True}, 422),
        ("PUT", f"{ORG}/properties/schema/tags", {"value_type": "multi_select"}, 422),
        ("GET", f"{ORG}/properties/schema/none", None, 404),
        ("DELETE", f"{ORG}/properties/schema/none", None, 404),
        ("POST", f"{HERE}/branches/none/rename", {"new_name": "new"}, 404),
        ("POST", f"{HERE}/branches/main/rename", {"new_name": "a b"}, 422),
        ("POST", f"{HERE}/merge-upstream", {"branch": "main"}, 422),
        ("POST", f"{HERE}/git/tags", {"tag": "v1", "message": "", "object": "0" * 40, "type": "commit"}, 422),
        ("GET", f"{HERE}/git/tags/none", None, 404),
    ],
)
def test_what_github_does_not_take(
    defined: None,
    person: Github,
    method: str,
    path: str,
    body: Any,
    status: int,
) -> None:
    """Each is answered as documented, and changes nothing."""
    assert ask(person, method, path, body) == status


def test_who_is_no_member_sees_and_makes_nothing(sb: GitHubSandbox) -> None:
    """Definitions are for members, repositories of the organisation too; org actors alone set what is theirs."""
    sb.world.orgs[sb.world.repos[9].owner.id].properties["team"] = {**TEAM.to_dict(), "allowed_values": None}
    sb.add_collaborator("acme/app", "monalisa", "admin")
    with_token = Github(auth=Auth.Token("token-monalisa"), base_url=sb.url, **NO_PAUSE)
    values = {"properties": [{"property_name": "team", "value": "core"}]}
    assert ask(with_token, "GET", f"{ORG}/properties/schema") == 404
    assert ask(with_token, "PATCH", f"{HERE}/properties/values", values) == 403
    assert ask(with_token, "POST", f"{ORG}/repos", {"name": "tool"}) == 403
    with_token.close()


def test_where_no_organisation_is_there_are_no_properties(sb: GitHubSandbox, itself: Github) -> None:
    """A person's own repository shows none, and takes none."""
    sb.add_repo("octocat/tool")
    assert itself.get_repo("octocat/tool").get_custom_properties() == {}
    assert ask(itself, "PATCH", "/repos/octocat/tool/properties/values", {"properties": []}) == 404


def test_lists_show_what_was_made(defined: None, person: Github) -> None:
    """Alerts, advisories newest first, definitions, values of every repository, and a tag by its id."""
    repo, org = person.get_repo("acme/app"), person.get_organization("acme")
    first = repo.create_repository_advisory("First", "One", "low")
    second = repo.create_repository_advisory("Second", "Two", "low")
    repo.update_custom_properties({"team": "core"})
    tag = repo.create_git_tag("v1", "One", tip(person), "commit")
    assert [one.number for one in repo.get_dependabot_alerts()] == [1]
    assert [one.ghsa_id for one in repo.get_repository_advisories()] == [second.ghsa_id, first.ghsa_id]
    assert [one.property_name for one in org.get_custom_properties()] == ["team", "stage"]
    assert [one.properties for one in org.list_custom_property_values()] == [{"team": "core"}]
    assert repo.get_git_tag(tag.sha).object.sha == tip(person)
    org.remove_custom_property("team")
    assert repo.get_custom_properties() == {}


def test_a_published_advisory_stays_published(person: Github) -> None:
    """GitHub takes no other state of it."""
    made = person.get_repo("acme/app").create_repository_advisory("Unsafe", "Do not.", "low")
    made.publish()
    with pytest.raises(GithubException):
        made.close()


def test_a_value_that_is_no_longer_allowed_goes(defined: None, person: Github) -> None:
    """The sandbox takes the worst that may become of it."""
    repo = person.get_repo("acme/app")
    repo.update_custom_properties({"stage": "dev"})
    person.get_organization("acme").create_custom_property(
        CustomProperty("stage", "single_select", allowed_values=["prod"])
    )
    assert repo.get_custom_properties() == {}


def test_a_renamed_branch_takes_rules_and_bases_along(sb: GitHubSandbox, person: Github) -> None:
    """Open pull requests to it follow, those from it are closed."""
    branch_with_pull(person)
    repo = person.get_repo("acme/app")
    repo.get_branch("main").edit_protection(enforce_admins=True)
    assert repo.rename_branch("main", "trunk")
    state = sb.state()
    assert (state["repo:9"]["default_branch"], state["repo:9/pull:2"]["base"]) == ("trunk", "trunk")
    assert "repo:9/protection:trunk" in state
    assert repo.rename_branch("feat", "topic")
    assert sb.state()["repo:9/pull:2"]["state"] == "closed"


def test_a_sync_may_conflict(itself: Github, person: Github) -> None:
    """Where both changed one file, GitHub answers 409."""
    fork = itself.get_repo("acme/app").create_fork()
    for repo in (fork, person.get_repo("acme/app")):
        readme = repo.get_contents("README.md")
        repo.update_file("README.md", "Change", repo.full_name, readme.sha)
    assert ask(itself, "POST", f"/repos/{fork.full_name}/merge-upstream", {"branch": "main"}) == 409
