"""Armed GitHub clients behind the doubles with which people, and PyGithub itself, test their code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any, ClassVar
from unittest.mock import patch

import pytest
import responses
from github import Auth, Github, GithubException
from github.Requester import Requester

import agentrein as rein
from agentrein.connector import State
from github_kit import NO_PAUSE, armed, states

API = "https://api.github.com"
REPO = {"id": 9, "name": "r", "full_name": "o/r", "url": "/repos/o/r", "owner": {"login": "o"}}
ISSUE = {"id": 5, "number": 7, "title": "T", "state": "open", "url": "/repos/o/r/issues/7"}
ASSET = {"id": 3, "name": "a.txt", "state": "uploaded", "size": 1, "url": "/repos/o/r/releases/assets/3"}
RELEASE = {
    "id": 1,
    "url": "/repos/o/r/releases/1",
    "upload_url": "https://uploads.github.com/repos/o/r/releases/1/assets",
}


def agent(client: Github) -> rein.Run:
    """A read, a write, and a write that GitHub rejects."""
    with rein.run("t") as run:
        repo = client.get_repo("o/r")
        assert repo.create_issue("T").number == 7
        with pytest.raises(GithubException, match="422"):
            repo.create_issue("U")
    return run


def test_responses_sees_what_it_always_saw() -> None:
    """Registered answers reach reads and writes, and a failed run is undone through them as well."""
    at = f"{API}:443"
    with responses.RequestsMock() as mock, armed(API) as client:
        mock.get(f"{at}/user", json={"login": "octocat"})
        mock.get(f"{at}/repos/o/r", json=REPO)
        made = mock.post(f"{at}/repos/o/r/issues", json=ISSUE, status=201)
        mock.get(f"{at}/repos/o/r/issues/7", json=ISSUE)
        closed = {**ISSUE, "state": "closed", "state_reason": "not_planned"}
        undone = mock.patch(f"{at}/repos/o/r/issues/7", json=closed)
        mock.get(f"{at}/repos/o/r/issues/7", json=closed)
        mock.get(f"{at}/repositories/9", json=REPO)
        mock.assert_all_requests_are_fired = False
        with pytest.raises(RuntimeError), rein.run("t") as run:
            client.get_repo("o/r").create_issue("T")
            raise RuntimeError
    assert states(run) == [State.COMPENSATED]
    assert (made.call_count, undone.call_count) == (1, 1)


class Double:
    """A connection as PyGithub's own tests put it into a `Requester`: it shows its host and nothing else."""

    sent: ClassVar[list[tuple[str, str, str]]] = []

    def __init__(self, host: str, port: int | None = None, *_: Any, **__: Any) -> None:
        self.host, self._port = host, port

    def request(self, verb: str, url: str, body: Any, headers: dict[str, str], stream: bool = False) -> None:  # noqa: FBT001, FBT002 - as the SDK calls it
        """Note what would leave."""
        self._asked = verb, url, json.loads(body) if isinstance(body, str) else None
        self.sent.append((verb, self.host, url))

    def getresponse(self) -> Any:
        """What GitHub would answer to the agent above."""
        verb, url, body = self._asked
        status, content = _answered(verb, url, body or {})
        return Answered(status, json.dumps(content))

    def close(self) -> None:
        """Nothing is open."""


class Secure(Double):
    """The double for https."""


class Answered:
    """A response as PyGithub reads it."""

    def __init__(self, status: int, text: str) -> None:
        self.status, self._text = status, text

    def getheaders(self) -> dict[str, str]:
        """None that matters."""
        return {}

    def read(self) -> str:
        """The body."""
        return self._text


def _answered(verb: str, url: str, body: dict[str, Any]) -> tuple[int, Any]:
    if verb == "GET":
        shown = {"/user": {"login": "octocat"}, "/repos/o/r": REPO, "/repos/o/r/releases/1": RELEASE}
        return 200, shown[url.partition("?")[0]]
    if "/assets" in url:
        return 201, ASSET
    if url == "/login/oauth/access_token":
        return 200, {"access_token": "t", "token_type": "bearer", "scope": ""}
    return (201, ISSUE) if body.get("title") == "T" else (422, {"message": "no"})


@pytest.fixture
def doubles() -> Iterator[list[tuple[str, str, str]]]:
    """Put the doubles in the place of the SDK's connections, by the SDK's own means."""
    Requester.injectConnectionClasses(Double, Secure)  # type: ignore[arg-type]
    Double.sent.clear()
    yield Double.sent
    Requester.resetConnectionClasses()


@pytest.fixture
def client(doubles: list[tuple[str, str, str]]) -> Github:
    """An armed client that sends through the doubles."""
    return rein.wrap(Github(auth=Auth.Token("token-octocat"), retry=None, **NO_PAUSE))


def test_injected_connections_see_what_they_always_saw(client: Github, doubles: list[tuple[str, str, str]]) -> None:
    """Connection classes that are put into the SDK answer reads and writes, each write once."""
    assert states(agent(client)) == [State.LANDED, State.REJECTED]
    assert [one for one in doubles if one[0] == "POST"] == [("POST", "api.github.com", "/repos/o/r/issues")] * 2


def test_an_upload_goes_to_its_host_through_an_injected_connection(
    client: Github, doubles: list[tuple[str, str, str]]
) -> None:
    """A connection that does not show its port is still told apart by its host, and the write is recorded with it."""
    with rein.run("t", policy={"irreversible": "allow"}, on_failure="keep") as run:
        release = client.get_repo("o/r").get_release(1)
        asset = release.upload_asset_from_memory(BytesIO(b"x"), 1, "a.txt", content_type="text/plain")
    assert asset.id == 3
    assert states(run) == [State.LANDED]
    assert [one[:2] for one in doubles if one[0] == "POST"] == [("POST", "uploads.github.com")]


def test_a_token_is_fetched_through_an_injected_connection(client: Github, doubles: list[tuple[str, str, str]]) -> None:
    """A sign-in is no action, and reaches the double without a run."""
    token = client.get_oauth_application("id", "secret").get_access_token("code")
    assert token.token == "t"
    assert doubles == [("POST", "github.com", "/login/oauth/access_token")]


def test_another_host_is_refused_before_an_injected_connection_sees_it(
    client: Github, doubles: list[tuple[str, str, str]]
) -> None:
    """A double changes nothing about where a write may go."""
    with rein.run("t"), pytest.raises(rein.Refused, match=r"not the API's host"):
        client.requester.requestJsonAndCheck(
            "POST", "https://uploads.github.com/repos/o/r/issues", input={"title": "T"}
        )
    assert doubles == []


def test_the_sdk_s_methods_can_be_mocks(client: Github, doubles: list[tuple[str, str, str]]) -> None:
    """A mock of a method of the requester answers without the gate, on an armed client as on any other."""
    with patch.object(client.requester, "requestJsonAndCheck", return_value=({}, REPO)), rein.run("t") as run:
        assert client.get_repo("o/r").full_name == "o/r"
    assert states(run) == []
    assert doubles == []
