"""I2, the net under the gates: an unarmed client of the same vendor cannot slip a write past the run."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import requests
from github import Github
from github.Requester import HTTPRequestsConnectionClass, HTTPSRequestsConnectionClass, Requester
from notion_client import AsyncClient, Client
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from urllib3 import Retry

import agentrein as rein
from acceptance_kit import AGENT, Boom, entries, plain, python, sent, states
from agentrein_github.sandbox import GitHubSandbox
from github_kit import plain as client_of
from tripwire_kit import DOORS, Door, Proxy, Server, certificate, forget_places

ISSUES = "/repos/acme/app/issues"


@pytest.fixture(autouse=True)
def _nothing_armed(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_places(monkeypatch)


@pytest.fixture
def other(sb: GitHubSandbox) -> Iterator[Github]:
    """A second client of the agent's own, never armed."""
    client = plain(sb)
    yield client
    client.close()


# --- scenario 12


def test_a_second_client_s_write_is_stopped(sb: GitHubSandbox, gh: Github, other: Github, ledger: Path) -> None:
    """Scenario 12: before a byte; the run fails and is reverted, and `rein show` tells what was stopped."""
    start = sb.state()
    with pytest.raises(rein.Tripped, match="/repos/acme/app/issues: it went past the gate"), rein.run("triage"):
        gh.get_repo("acme/app").create_issue("armed")
        other.get_repo("acme/app").create_issue("unarmed")
    assert sent(sb) == [f"POST {ISSUES}", f"PATCH {ISSUES}/2"]
    assert sb.left(start) == []
    [stopped] = entries(ledger, "refused")
    assert stopped["payload"]["where"].startswith("test_i2_tripwire.py:")
    shown = told()
    assert "refused      github: POST 127.0.0.1" in shown
    assert "nothing was sent" in shown


def told() -> str:
    """What `rein show last` prints."""
    done = subprocess.run(
        [sys.executable, "-m", "agentrein.cli", "show", "last"], check=True, capture_output=True, text=True, timeout=60
    )
    return done.stdout


def test_no_except_swallows_it(sb: GitHubSandbox, gh: Github, other: Github) -> None:
    """An agent framework that hands every exception to its model does not get this one."""
    with pytest.raises(rein.Tripped), rein.run("triage"):
        for tool in (gh, other):
            with suppress(Exception):
                tool.get_repo("acme/app").create_issue("T")
    assert sent(sb) == [f"POST {ISSUES}", f"PATCH {ISSUES}/2"]


@pytest.mark.parametrize("door", DOORS)
def test_raw_doors_are_stopped_and_other_apis_are_not(sb: GitHubSandbox, gh: Github, door: Door) -> None:
    """Scenario 12: whatever library the agent's code takes; another vendor's API beside it is undisturbed."""
    with Server() as drive, rein.run("sync", on_failure="keep"):
        assert door("POST", f"{drive.url}/drive/v3/files") == 200
        with pytest.raises(rein.Tripped):
            door("PATCH", f"{sb.url}{ISSUES}/1")
    assert drive.writes == [("POST", "/drive/v3/files")]
    assert sent(sb) == []


def test_outside_lets_it_pass_and_is_shown(sb: GitHubSandbox, gh: Github, other: Github, ledger: Path) -> None:
    """It is recorded with its reason, and no undo touches what was done in it."""
    with pytest.raises(Boom), rein.run("triage"):
        with rein.outside("the nightly report"):
            other.get_repo("acme/app").create_issue("report")
        raise Boom
    assert sent(sb) == [f"POST {ISSUES}"]
    [opened] = entries(ledger, "outside")
    assert opened["payload"]["why"] == "the nightly report"
    assert opened["payload"]["where"].startswith("test_i2_tripwire.py:")
    assert "outside      the nightly report" in told()


def test_unarmed_clients_of_slack_and_notion_are_stopped(rein_sandbox: Callable[[str], Any]) -> None:
    """Scenario 12 for the two: sync and async, while their reads, which are POSTs at Slack, go out of armed ones."""
    slack, notion = rein_sandbox("slack"), rein_sandbox("notion")
    rein.wrap(WebClient("xoxb-other", base_url=f"{slack.url}/"))
    rein.wrap(Client(auth="ntn_other", base_url=notion.url)).close()
    before = len(slack.requests)

    async def unarmed() -> None:
        async with AsyncClient(auth="ntn_other", base_url=notion.url) as client:
            with pytest.raises(rein.Tripped, match=r"POST .*/v1/pages"):
                await client.pages.create(parent={"page_id": "1"}, properties={})
        with pytest.raises(rein.Tripped, match=r"POST .*/chat\.postMessage"):
            await AsyncWebClient("xoxb-other", base_url=f"{slack.url}/").chat_postMessage(channel="C1", text="T")

    with rein.run("triage", on_failure="keep"):
        asyncio.run(unarmed())
        with pytest.raises(rein.Tripped):
            WebClient("xoxb-other", base_url=f"{slack.url}/").chat_postMessage(channel="C1", text="T")
        with Client(auth="ntn_other", base_url=notion.url) as client, pytest.raises(rein.Tripped):
            client.pages.create(parent={"page_id": "1"}, properties={})
        with pytest.raises(SlackApiError):  # the token is nobody's: the request arrived
            rein.wrap(WebClient("xoxb-other", base_url=f"{slack.url}/")).conversations_list()
    assert len(slack.requests) == before + 1
    assert notion.requests == []


# --- proxies


def github(method: str, path: str) -> tuple[int, bytes]:
    """As much of GitHub as one issue needs."""
    answers = {
        ("GET", "/user"): b'{"login": "octocat"}',
        ("GET", "/repos/o/r"): b'{"id": 9, "name": "r", "owner": {"login": "o"}}',
        ("POST", "/repos/o/r/issues"): b'{"id": 70, "number": 7, "title": "T"}',
    }
    return 201 if method == "POST" else 200, answers[method, path]


def test_the_target_counts_through_an_https_proxy(
    rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 12: CONNECT passes, the armed write goes through the tunnel once, the other one does not."""
    key = certificate(tmp_path)
    for name in ("no_proxy", "NO_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with Server(key, github) as server, Proxy() as proxy:
        monkeypatch.setenv("https_proxy", proxy.url)
        with client_of(server.url, verify=str(key)) as other, client_of(server.url, verify=str(key)) as client:
            gh = rein.wrap(client)
            with rein.run("triage", on_failure="keep") as run:
                gh.get_repo("o/r").create_issue("T")
                with pytest.raises(rein.Tripped, match=f"POST {server.at}/repos/o/r/issues"):
                    other.get_repo("o/r").create_issue("T")
                with pytest.raises(rein.Tripped):
                    requests.post(f"{server.url}/repos/o/r/issues", json={}, verify=str(key), timeout=5)
                with rein.outside("to compare"):
                    other.get_repo("o/r").create_issue("T")
        assert states(run) == {1: "landed"}
        assert server.writes == [("POST", "/repos/o/r/issues")] * 2
        assert {line.rpartition(" ")[0] for line in proxy.lines} == {f"CONNECT {server.at}"}


def test_the_target_counts_through_an_http_proxy(rein_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The request line names the host itself then, and the connection is the proxy's."""
    for name in ("no_proxy", "NO_PROXY", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with Server(answer=github) as server, Server() as drive, Proxy() as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        with client_of(server.url) as client:
            gh = rein.wrap(client)
            with rein.run("triage", on_failure="keep") as run:
                gh.get_repo("o/r").create_issue("T")
                assert [door("POST", f"{drive.url}/files") for door in DOORS] == [200] * len(DOORS)
                for door in DOORS:
                    with pytest.raises(rein.Tripped):
                        door("POST", f"{server.url}/repos/o/r/issues")
        assert states(run) == {1: "landed"}
        assert server.writes == [("POST", "/repos/o/r/issues")]
        assert any(line.startswith(f"POST {server.url}/repos/o/r/issues ") for line in proxy.lines)


# --- what the passage let out is what leaves, once


@pytest.fixture
def connections() -> Iterator[Callable[[type[HTTPRequestsConnectionClass]], None]]:
    """Put a connection class of one's own into PyGithub, as its users can."""
    yield lambda made: Requester.injectConnectionClasses(made, HTTPSRequestsConnectionClass)
    Requester.resetConnectionClasses()


class Stubborn(HTTPRequestsConnectionClass):
    """Resends a POST on its own when the connection drops, whatever it was asked."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        adapter = requests.adapters.HTTPAdapter(max_retries=Retry(total=3, allowed_methods=None))
        self.session.mount("http://", adapter)


def test_a_hidden_resend_is_stopped(
    sb: GitHubSandbox, connections: Callable[[type[HTTPRequestsConnectionClass]], None]
) -> None:
    """Scenario 37: the second line does not leave; what the first did is found and undone. In a bare thread too."""
    connections(Stubborn)
    start = sb.state()
    with plain(sb) as client:
        repo = rein.wrap(client).get_repo("acme/app")
        sb.faults.add("lost", method="POST", path=ISSUES)
        raised: list[BaseException] = []

        def tool() -> None:
            try:
                repo.create_issue("T")
            except BaseException as error:  # noqa: BLE001 - looked at below
                raised.append(error)

        with rein.run("triage", on_failure="keep") as run:
            thread = threading.Thread(target=tool)
            thread.start()
            thread.join()
        assert isinstance(raised[0], rein.Tripped)
        assert "a second time under one passage" in str(raised[0])
        assert sent(sb) == [f"POST {ISSUES}"]
        assert states(run) == {1: "unknown"}
    assert states(rein.revert(run.id)) == {1: "compensated"}
    assert sb.left(start) == []


class Astray(HTTPRequestsConnectionClass):
    """Sends a write to another place than it was asked."""

    def request(self, verb: str, url: str, *arguments: Any, **named: Any) -> None:  # noqa: D102 - the SDK's
        super().request(verb, url.replace("/issues", "/labels") if verb == "POST" else url, *arguments, **named)


def test_what_was_not_committed_does_not_leave(
    sb: GitHubSandbox, connections: Callable[[type[HTTPRequestsConnectionClass]], None]
) -> None:
    """The wire would not carry what the entry says: it is stopped, and the action did not happen."""
    connections(Astray)
    with plain(sb) as client:
        repo = rein.wrap(client).get_repo("acme/app")
        with rein.run("triage", on_failure="keep") as run, pytest.raises(rein.Tripped) as tripped:
            repo.create_issue("T")
    assert f"/labels: it is not the call that was committed, POST {sb.url[7:]}{ISSUES}" in str(tripped.value)
    assert sent(sb) == []
    assert states(run) == {1: "rejected"}


def test_paths_compare_decoded(sb: GitHubSandbox, gh: Github) -> None:
    """Names that libraries encode each in their own way are one path."""
    repo = gh.get_repo("acme/app")
    allowed = {"github: POST /repos/{owner}/{repo}/labels": "allow", "irreversible": "allow"}
    with rein.run("files", policy=allowed) as run:
        repo.create_file("docs/größe +%20[a]~'!;=&,$.txt", "add", "text")
        repo.create_label("needs ü?#%", "ffffff").edit("needs ü", "000000")
        repo.get_issue(1).add_to_labels("needs ü")
        repo.get_issue(1).remove_from_labels("needs ü")
    assert set(states(run).values()) == {"landed"}
    assert len(sb.writes) == 5


def test_an_enterprise_server_takes_graphql_beside_its_api(rein_ledger: Path) -> None:
    """A document outside of the endpoint's path is compared with where it goes, and a plain client's is stopped."""

    def server_of(method: str, path: str) -> tuple[int, bytes]:
        if path == "/api/graphql":
            return 200, b'{"data": {"deleteDiscussionComment": {"clientMutationId": "1"}}}'
        return github(method, path.removeprefix("/api/v3"))

    allowed = {"github: POST /graphql#deleteDiscussionComment": "allow"}
    with Server(answer=server_of) as server, client_of(f"{server.url}/api/v3") as client:
        gh = rein.wrap(client)
        with rein.run("t", policy=allowed, on_failure="keep") as run:
            gh.requester.graphql_named_mutation("deleteDiscussionComment", {"id": "1"}, "clientMutationId")
            gh.requester.graphql_query("query { viewer { login } }", {})
            with pytest.raises(rein.Tripped):
                requests.post(f"{server.url}/api/graphql", json={"query": "mutation { x }"}, timeout=5)
    assert states(run) == {1: "landed"}
    assert server.writes == [("POST", "/api/graphql")] * 3  # what was there before, the mutation, the query


# --- other processes

UNPICKLED = """
import os, pickle, sys
import requests
import agentrein as rein
gh = pickle.loads(bytes.fromhex(sys.argv[1]))
with rein.run("child", on_failure="keep"):
    gh.get_repo("acme/app").create_issue("armed")
    try:
        requests.post(sys.argv[2], json={"title": "past the gate"}, headers={"Authorization": "token token-octocat"})
    except rein.Tripped as tripped:
        print(tripped.code)
"""


def test_an_unpickled_client_brings_the_net(sb: GitHubSandbox, gh: Github) -> None:
    """The other process called no `wrap`; its net stands before the client's first request."""
    child = UNPICKLED.replace('    gh.get_repo("acme/app").create_issue("armed")\n', "")
    for code, writes in ((child, []), (UNPICKLED, [f"POST {ISSUES}"])):
        sb.clear_requests()
        out, said = python(code, pickle.dumps(gh).hex(), f"{sb.url}{ISSUES}").communicate(timeout=60)
        assert out == "REIN-T500\n", said
        assert sent(sb) == writes


def test_no_credential_is_told(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """Neither header nor query of what was stopped is in the message or in the ledger."""
    with rein.run("triage", on_failure="keep"), pytest.raises(rein.Tripped) as tripped:
        requests.post(f"{sb.url}{ISSUES}?key=SECRET", headers={"authorization": f"token {AGENT}"}, timeout=5)
    assert "SECRET" not in str(tripped.value)
    found = b"".join(one.read_bytes() for one in ledger.parent.iterdir() if one.is_file())
    assert b"SECRET" not in found
    assert AGENT.encode() not in found
