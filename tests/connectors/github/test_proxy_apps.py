from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from github import Auth, Github, GithubIntegration
from github.Installation import Installation
from github.Requester import Requester

import agentrein as rein
from agentrein.connector import Refused
from agentrein_github.proxy import GatedRequester
from github_kit import NO_PAUSE, Reply, Stub, armed


class Signed(Auth.AppAuth):
    """An app whose signature the stub does not check."""

    def __init__(self) -> None:
        super().__init__(7, sign_func=lambda payload: "jwt")


def app_server(method: str, path: str, body: Any) -> Reply:
    """As much of GitHub as an app needs."""
    if path == "/app/installations/5/access_tokens":
        return 201, {"token": "minted", "expires_at": "2999-01-01T00:00:00Z"}
    known: dict[tuple[str, str], Reply] = {
        ("GET", "/app/installations/5"): (200, {"id": 5, "url": "/app/installations/5"}),
        ("GET", "/user"): (403, {"message": "Resource not accessible by integration"}),
        ("POST", "/graphql"): (200, {"data": {"viewer": {"login": "triage[bot]"}}}),
        ("GET", "/repos/o/r"): (200, {"id": 9, "name": "r", "owner": {"login": "o"}, "url": "/repos/o/r"}),
        ("POST", "/repos/o/r/issues"): (201, {"number": 7, "title": "T"}),
    }
    return known.get((method, path), (404, {"message": "Not Found"}))


def test_an_app_mints_its_token_and_its_write_is_recorded() -> None:
    """The POST that mints an installation's token is no action; the first write is, under the app's bot."""
    with Stub(app_server) as stub:
        auth = Signed().get_installation_auth(5)
        client = rein.wrap(Github(auth=auth, base_url=stub.url, **NO_PAUSE))
        with rein.run("t") as run:
            client.get_repo("o/r").create_issue("T")
        assert [action.planned["actor"]["account"] for action in run.actions] == ["triage[bot]"]
        assert stub.writes.count(("POST", "/app/installations/5/access_tokens")) == 1
        assert ("POST", "/repos/o/r/issues", "token minted") in stub.seen
        client.close()


@pytest.mark.parametrize(
    "door",
    [
        lambda app: app.get_github_for_installation(5).requester,
        lambda app: app.get_github_for_installation(5).requester.auth.requester,
        lambda app: app.get_github_for_installation(5).withLazy(lazy=True).requester,
        lambda app: app.withLazy(lazy=True).requester,
        lambda app: app.requester,
        lambda app: app.get_app_installation(5).requester,
        lambda app: app.get_app_installation(5).get_github_for_installation().requester,
    ],
)
def test_what_an_armed_integration_hands_out_is_armed(door: Callable[[GithubIntegration], Requester]) -> None:
    """Clients of installations, and the requesters with which they get their tokens, are gated too."""
    with Stub(app_server) as stub:
        app = rein.wrap(GithubIntegration(auth=Signed(), base_url=stub.url, **NO_PAUSE))
        requester = door(app)
        assert isinstance(requester, GatedRequester)
        with pytest.raises(Refused):
            requester.requestJson("DELETE", "/app/installations/5")
        assert not [w for w in stub.writes if w[0] == "DELETE"]
        requester.close()
        app.close()


def test_an_installation_of_a_plain_client_stays_plain() -> None:
    """The seams on the SDK's classes act for armed clients only."""
    with Stub(app_server) as stub:
        app = GithubIntegration(auth=Signed(), base_url=stub.url, **NO_PAUSE)
        assert type(app.get_github_for_installation(5).requester) is Requester
        assert isinstance(app.get_app_installation(5), Installation)
        app.close()


def test_an_enterprise_server_has_its_api_below_a_path() -> None:
    """The base path is no part of the address, and GraphQL stands outside of it."""

    def answer(method: str, path: str, body: Any) -> Reply:
        known: dict[tuple[str, str], Reply] = {
            ("GET", "/api/v3/user"): (200, {"login": "octocat"}),
            ("GET", "/api/v3/repos/o/r"): (200, {"id": 9, "name": "r", "owner": {"login": "o"}}),
            ("POST", "/api/v3/repos/o/r/issues"): (201, {"number": 7, "title": "T"}),
            ("POST", "/api/graphql"): (200, {"data": {"viewer": {"login": "octocat"}}}),
        }
        return known.get((method, path), (404, {"message": "Not Found"}))

    with Stub(answer) as stub, armed(f"{stub.url}/api/v3") as client:
        assert client.requester.graphql_query("query { viewer { login } }", {})[1]["data"]
        with pytest.raises(Refused) as refused:
            client.requester.graphql_named_mutation("minimizeComment", {}, "clientMutationId")
        assert refused.value.operation == "github: POST /graphql#minimizeComment"
        with pytest.raises(Refused, match="outside of the API"):
            client.requester.requestJson("POST", f"{stub.url}/api/other")
        with rein.run("t") as run:
            client.get_repo("o/r").create_issue("T")
        assert run.actions[0].planned["address"] == "POST /repos/{owner}/{repo}/issues"
