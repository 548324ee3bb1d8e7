"""The stand-in for GitHub, driven by the real PyGithub over real HTTP: who asks, and repositories."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
import requests
from github import Auth, BadCredentialsException, Github, GithubException
from github import UnknownObjectException as Unknown
from github.Repository import Repository

from agentrein_github.sandbox import GitHubSandbox
from connectors.github.sandbox_things import Connect, raw

# Who asks


@pytest.mark.parametrize("scheme", ["token token-helper", "Bearer token-helper", "Basic aGVscGVyOnRva2VuLWhlbHBlcg=="])
def test_every_way_to_send_a_token_is_understood(sb: GitHubSandbox, scheme: str) -> None:
    """A token is the same account as `token`, `Bearer` or the password of Basic."""
    assert raw(sb, "GET", "/user", headers={"Authorization": scheme}).json()["login"] == "helper"
    assert sb.requests[-1].actor == "helper"


def test_credentials_are_checked(sb: GitHubSandbox, connect: Connect) -> None:
    """An unknown or revoked token is 401 Bad credentials; a write without any is 401 too; a public read needs none."""
    with pytest.raises(BadCredentialsException):
        connect("wrong").get_user().login  # noqa: B018 - reading it sends the request
    sb.revoke_token("token-helper")
    with pytest.raises(BadCredentialsException):
        connect("helper").get_repo("acme/app")
    anonymous = requests.post(f"{sb.url}/repos/acme/app/issues", json={"title": "T"}, timeout=5)
    assert (anonymous.status_code, anonymous.json()["message"]) == (401, "Requires authentication")
    assert requests.get(f"{sb.url}/repos/acme/app", timeout=5).status_code == 200


def test_a_private_repository_is_hidden_from_strangers(sb: GitHubSandbox, connect: Connect) -> None:
    """Without access a private repository is 404; with push access it is there, and administration is refused."""
    sb.add_user("stranger", "token-stranger")
    sb.add_repo("acme/secret", private=True)
    stranger = connect("stranger")
    with pytest.raises(Unknown):
        stranger.get_repo("acme/secret")
    sb.add_collaborator("acme/secret", "stranger", "push")
    secret = stranger.get_repo("acme/secret")
    assert (secret.private, secret.permissions.push, secret.permissions.admin) == (True, True, False)
    with pytest.raises(GithubException, match="Must have admin rights"):
        secret.edit(description="mine")


def test_people_limits_and_graphql_viewer(connect: Connect) -> None:
    """Accounts, collaborators, rate limits and `viewer{login}` are answered; other GraphQL is an error."""
    gh = connect()
    repo = gh.get_repo("acme/app")
    assert (gh.get_user().login, gh.get_user("helper").login) == ("octocat", "helper")
    assert (gh.get_rate_limit().rate.limit, gh.rate_limiting) == (5000, (4999, 5000))
    assert sorted(user.login for user in repo.get_collaborators()) == ["helper", "octocat"]
    assert (repo.has_in_collaborators("helper"), repo.has_in_collaborators("nobody")) == (True, False)
    assert repo.get_collaborator_permission("helper") == "admin"
    assert gh.requester.graphql_query("query{viewer{login}}", {})[1]["data"] == {"viewer": {"login": "octocat"}}
    with pytest.raises(GithubException):
        gh.requester.graphql_query("mutation{deleteIssue(input:{issueId:1}){clientMutationId}}", {})


def test_what_is_not_built_is_not_found(sb: GitHubSandbox) -> None:
    """An address outside the sandbox answers 404 in GitHub's form."""
    answer = raw(sb, "POST", "/repos/acme/app/unheard-of", json={})
    assert (answer.status_code, answer.json()["message"], answer.json()["status"]) == (404, "Not Found", "404")
    assert raw(sb, "POST", "/repos/acme/app/issues", data=b"{").json()["message"] == "Problems parsing JSON"


# Repositories


def test_repository_edit_and_archive(sb: GitHubSandbox, repo: Repository) -> None:
    """Fields can be edited; an archived repository is read-only until it is unarchived."""
    repo.edit(description="new", has_wiki=False)
    assert (repo.description, repo.has_wiki) == ("new", False)
    repo.edit(archived=True)
    with pytest.raises(GithubException, match="archived so is read-only") as refused:
        repo.create_issue("T")
    assert refused.value.status == 403
    with pytest.raises(GithubException, match="archived so is read-only"):
        raw_edit(repo, description="newer")
    raw_edit(repo, archived=False)
    assert repo.create_issue("T").number == 2
    sb.archive_repo("acme/app")
    assert raw(sb, "GET", "/repos/acme/app").json()["archived"] is True


def raw_edit(repo: Repository, **fields: Any) -> None:
    """A PATCH of exactly these fields; PyGithub's own edit always sends the name too."""
    repo.requester.requestJsonAndCheck("PATCH", repo.url, input=fields)


def test_a_renamed_repository_redirects(sb: GitHubSandbox, repo: Repository, connect: Connect) -> None:
    """Reads of the old name are followed by id; writes are answered 307, which PyGithub takes for an empty issue."""
    sb.rename_repo("acme/app", "acme/app2")
    found = raw(sb, "GET", "/repos/acme/app/issues?state=all")
    assert (found.status_code, found.headers["location"]) == (301, f"{sb.url}/repositories/9/issues?state=all")
    written = raw(sb, "POST", "/repos/acme/app/issues", json={"title": "T"})
    assert (written.status_code, written.json()["message"]) == (307, "Moved Permanently")
    assert written.headers["location"] == written.json()["url"] == f"{sb.url}/repositories/9/issues"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert repo.create_issue("T")._number.value is None
    fresh = connect().get_repo("acme/app")
    assert (fresh.full_name, fresh.url) == ("acme/app2", f"{sb.url}/repos/acme/app2")
    assert connect().get_repo(9).full_name == "acme/app2"
    assert raw(sb, "PATCH", "/repositories/9/issues/1", json={"state": "closed"}).json()["state"] == "closed"


def test_a_new_repository_takes_the_old_name(sb: GitHubSandbox, connect: Connect) -> None:
    """The redirect ends when another repository takes the name; the renamed one stays reachable by its id."""
    sb.rename_repo("acme/app", "acme/app2")
    assert sb.add_repo("acme/app") == 10
    assert connect().get_repo("acme/app").id == 10
    assert connect().get_repo(9).get_issue(1).repository_url == f"{sb.url}/repos/acme/app2"


def test_writes_can_be_answered_301_too() -> None:
    """`moved_status=301` answers writes to an old name the way that PyGithub follows."""
    with GitHubSandbox(moved_status=301) as sb:
        sb.rename_repo("acme/app", "acme/app2")
        gh = Github(auth=Auth.Token("token-octocat"), base_url=sb.url, retry=None, lazy=True)
        assert gh.get_repo("acme/app").create_issue("T").number == 2
        assert [request.status for request in sb.writes] == [301, 201]
        gh.close()
