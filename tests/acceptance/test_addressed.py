"""I1, I2, I7: what a call acts on is told by its matched path alone; nothing beside it redirects, hides or leaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from github import Auth, Github

import agentrein as rein
from acceptance_kit import AGENT, entries, plain, sent, states
from agentrein_github.sandbox import GitHubSandbox


@pytest.mark.parametrize(
    ("verb", "path", "query", "body"),
    [
        ("POST", "/repos/acme/app/issues", "repo_id", {"title": "T"}),
        ("POST", "/repos/acme/app/issues", "owner", {"title": "T"}),
        ("PUT", "/repos/acme/app/contents/z.txt", "branch", {"message": "m", "content": "aGk="}),
        ("PATCH", "/repos/acme/app/issues/1", "title", {}),
        ("PATCH", "/repositories/9/issues/1", "repo", {"title": "T"}),
    ],
)
def test_a_query_parameter_that_no_row_declares_is_refused(
    sb: GitHubSandbox, gh: Github, verb: str, path: str, query: str, body: dict[str, str]
) -> None:
    """It could name another place, stand for a field of the body, or change what nobody recorded: nothing is sent."""
    with rein.run("triage") as run, pytest.raises(rein.Refused, match=f"query parameter {query!r}") as refused:
        gh.requester.requestJsonAndCheck(verb, path, parameters={query: "1"}, input=body)
    assert refused.value.reason == "unknown"
    assert sent(sb) == []
    assert states(run) == {}


def test_a_query_parameter_cannot_name_the_place_of_a_known_refusal_either(sb: GitHubSandbox, gh: Github) -> None:
    """A line of the long tail that somebody allowed takes a query of its own, but none that is named like its path."""
    rule = {"github: POST /repos/{owner}/{repo}/releases": "allow"}
    with rein.run("triage", policy=rule), pytest.raises(rein.Refused, match="query parameter 'repo_id'"):
        gh.requester.requestJson("POST", "/repos/acme/app/releases", parameters={"repo_id": "1"}, input={})
    assert sent(sb) == []


def test_a_body_field_named_like_the_place_s_names_redirects_nothing(sb: GitHubSandbox, gh: Github) -> None:
    """A call by the place's id whose body holds an owner and a name reads and undoes where its path says."""
    sb.add_repo("acme/other")
    plain(sb).get_repo("acme/other").create_issue("theirs")
    sb.clear_requests()
    start = sb.state()
    body = {"message": "m", "content": "aGk=", "owner": "acme", "repo": "other"}
    with rein.run("triage") as run:
        gh.requester.requestJsonAndCheck("PUT", "/repositories/9/contents/z.txt", input=body)
    assert rein.revert(run.id).exit == 0
    assert [one for one in sb.requests if "other" in one.path] == []
    assert sb.left(start) == []


@pytest.mark.parametrize(
    "name", ["X_HTTP_METHOD_OVERRIDE", "X-HTTP-Method-Override ", "x_http-method", " X-Method_Override"]
)
@pytest.mark.parametrize("verb", ["GET", "POST"])
def test_a_method_override_is_refused_however_its_name_is_written(
    sb: GitHubSandbox, gh: Github, verb: str, name: str
) -> None:
    """Servers read underscores as hyphens and drop blanks, so the gate compares names as they would."""
    with rein.run("triage"), pytest.raises(rein.Refused, match="another method"):
        gh.requester.requestJson(verb, "/repos/acme/app/issues", headers={name: "DELETE"}, input=None)
    assert sb.requests == []


def test_graphql_takes_no_query_parameters(sb: GitHubSandbox, gh: Github) -> None:
    """The document in the body reads, but another could stand in the query: nothing leaves."""
    body = {"query": "{ viewer { login } }"}
    with rein.run("triage"), pytest.raises(rein.Refused, match="query"):
        gh.requester.requestJson("POST", "/graphql?query=mutation{x}", input=body)
    assert sb.requests == []


def test_a_secret_in_the_base_url_is_stored_nowhere(sb: GitHubSandbox, ledger: Path) -> None:
    """Query, fragment and user name of the base URL are no part of the endpoint that the ledger holds."""
    at = sb.url.replace("//", "//bot:SECRET1@") + "?access_token=SECRET2#SECRET3"
    settings = {"seconds_between_requests": None, "seconds_between_writes": None}
    client = rein.wrap(Github(auth=Auth.Token(AGENT), base_url=at, **settings))
    with rein.run("triage"):
        client.get_repo("acme/app").create_issue("T")
    client.close()
    assert entries(ledger, "planned")[0]["payload"]["call"]["endpoint"] == sb.url
    found = b"".join(file.read_bytes() for file in ledger.parent.iterdir() if file.is_file())
    assert b"SECRET" not in found


@pytest.mark.parametrize("value", ["bot:SECRET@ghe.example.com/api/v3", "ftp://bot:SECRET@host", "https://?SECRET"])
def test_a_base_url_that_cannot_be_used_is_not_shown(
    sb: GitHubSandbox, gh: Github, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    """A credential may stand in it: the message says what is wrong, never the value."""
    with rein.run("triage") as run:
        gh.get_repo("acme/app").create_issue("T")
    monkeypatch.setenv("GITHUB_API_URL", value)
    report = rein.revert(run.id)
    assert "GITHUB_API_URL" in str(report)
    assert "SECRET" not in str(report)
