from __future__ import annotations

import copy
import io
import json
import pickle
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

import pytest
import requests
import responses
from github import Auth, BadCredentialsException, Github, GithubIntegration, GithubRetry, UnknownObjectException
from github.GitRelease import GitRelease
from github.Installation import Installation
from github.Requester import Requester

import agentrein as rein
from agentrein.connector import ClientError, Options, Refused, State, UsageError, Verdict
from agentrein_github.proxy import GatedRequester, arm, client_of, from_environment
from agentrein_github.sandbox import GitHubSandbox

NO_PAUSE: dict[str, Any] = {"seconds_between_requests": None, "seconds_between_writes": None}
Reply = tuple[int, Any] | tuple[int, Any, dict[str, str]] | None


class Stub:
    """A loopback server that counts what reaches it and answers by method and path; None drops the connection."""

    def __init__(self, answer: Callable[[str, str, Any], Reply]) -> None:
        self.seen: list[tuple[str, str, str]] = []
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                stub.seen.append((self.command, self.path, self.headers.get("authorization", "")))
                reply = answer(self.command, self.path, json.loads(body) if body else None)
                if reply is None:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                status, content, *more = reply
                data = json.dumps(content).encode()
                self.send_response(status)
                for name, value in {**(more[0] if more else {}), "content-length": str(len(data))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do  # noqa: N815 - http.server asks for these names

            def log_message(self, *args: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def writes(self) -> list[tuple[str, str]]:
        """Method and path of what was no GET."""
        return [(method, path) for method, path, _ in self.seen if method != "GET"]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of its own for each test."""
    place = tmp_path / "ledger.db"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(place))
    return place


@pytest.fixture
def sb() -> Iterator[GitHubSandbox]:
    """GitHub, as the sandbox plays it."""
    with GitHubSandbox() as sandbox:
        yield sandbox


def plain(url: str, **settings: Any) -> Github:
    """A client of the SDK as a user makes it."""
    return Github(auth=Auth.Token("token-octocat"), base_url=url, **{**NO_PAUSE, **settings})


@contextmanager
def armed(url: str, **settings: Any) -> Iterator[Github]:
    """An armed client, closed at the end."""
    client = rein.wrap(plain(url, **settings))
    try:
        yield client
    finally:
        client.close()


@pytest.fixture
def gh(sb: GitHubSandbox) -> Iterator[Github]:
    """An armed client of the sandbox."""
    with armed(sb.url) as client:
        yield client


def states(run: rein.Run) -> list[State]:
    """The states of a run's actions."""
    return [action.state for action in run.actions]


# --- the client stays what it was


def test_the_client_stays_itself(sb: GitHubSandbox) -> None:
    """Wrapping gives the same object back: same class, same requester, no new attributes on the client."""
    client = plain(sb.url)
    requester, attributes = client.requester, set(vars(client))
    assert rein.wrap(client) is client
    assert type(client) is Github
    assert client.requester is requester
    assert isinstance(requester, Requester)
    assert set(vars(client)) == attributes
    client.close()


def test_arming_twice_is_harmless(sb: GitHubSandbox) -> None:
    """The same options once more change nothing; others are an error that leaves the first in force."""
    client = plain(sb.url)
    arm(arm(client, Options()), Options())
    with pytest.raises(UsageError, match="other options"):
        arm(client, Options(account="somebody"))
    assert client_of(client).options == Options()
    client.close()


def test_a_subclass_of_the_client_works(sb: GitHubSandbox) -> None:
    """A user's own Github class is armed like the SDK's."""

    class Mine(Github):
        pass

    client = rein.wrap(Mine(auth=Auth.Token("token-octocat"), base_url=sb.url, **NO_PAUSE))
    assert type(client) is Mine
    with pytest.raises(Refused):
        client.get_repo("acme/app").create_issue("T")
    client.close()


def test_a_requester_of_the_user_s_is_refused(sb: GitHubSandbox) -> None:
    """A class of its own below the SDK could go around the gate, so it is refused and the client left alone."""

    class Mine(Requester):
        pass

    client = plain(sb.url)
    client.requester.__class__ = Mine
    with pytest.raises(UsageError, match="Requester of PyGithub's own"):
        rein.wrap(client)
    assert type(client.requester) is Mine
    client.close()


def test_objects_made_before_wrap_are_covered(sb: GitHubSandbox) -> None:
    """A repository fetched from the plain client writes through the gate once that client is armed."""
    client = plain(sb.url)
    repo = client.get_repo("acme/app")
    rein.wrap(client)
    with pytest.raises(Refused):
        repo.create_issue("T")
    with rein.run("t") as run:
        repo.create_issue("T")
    assert states(run) == [State.LANDED]
    client.close()


def test_unmarked_clients_are_untouched(sb: GitHubSandbox) -> None:
    """Another client in the same process writes as ever."""
    with armed(sb.url):
        other = plain(sb.url)
        assert type(other.requester) is Requester
        assert type(other.withLazy(lazy=True).requester) is Requester
        other.get_repo("acme/app").create_issue("T")
        other.close()


def duplicates(client: Github) -> list[Github]:
    """The client, copied in every way that Python knows."""
    return [copy.copy(client), copy.deepcopy(client), pickle.loads(pickle.dumps(client))]  # noqa: S301 - our own bytes


@pytest.mark.parametrize("way", [0, 1, 2])
def test_a_copy_with_another_token_is_gated(sb: GitHubSandbox, way: int) -> None:
    """A copied client is armed, and the wire carries the token that the copy was given."""
    with armed(sb.url) as client:
        client.get_repo("acme/app")
        clone = duplicates(client)[way]
        clone.requester._Requester__auth = Auth.Token("token-helper")  # type: ignore[attr-defined]
        with pytest.raises(Refused):
            clone.get_repo("acme/app").create_issue("T")
        sb.clear_requests()
        with rein.run("t") as run:
            clone.get_repo("acme/app").create_issue("T")
        assert [w.actor for w in sb.writes] == ["helper"]
        assert states(run) == [State.LANDED]
        clone.close()


def test_a_pickle_is_armed_in_another_process(sb: GitHubSandbox, tmp_path: Path) -> None:
    """Unpickling the client where nobody called wrap installs the gate with it."""
    with armed(sb.url) as client:
        (tmp_path / "client").write_bytes(pickle.dumps(client))
    code = (
        "import pickle, sys; gh = pickle.load(open(sys.argv[1], 'rb'))\n"
        "try: gh.withLazy(lazy=True).get_repo('acme/app').create_issue('T')\n"
        "except Exception as error: print(type(error).__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "client"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "Refused"
    assert not sb.writes


def test_reads_of_an_armed_client_are_the_sdk_s(gh: Github, sb: GitHubSandbox) -> None:
    """Reads need no run and leave no record; the SDK's own exceptions come out unchanged."""
    assert gh.get_user().login == "octocat"
    with pytest.raises(UnknownObjectException):
        gh.get_repo("acme/none")
    gh.requester._Requester__auth = Auth.Token("nobody")  # type: ignore[attr-defined]
    with pytest.raises(BadCredentialsException):
        gh.get_user().login  # noqa: B018 - reading it sends
    assert not sb.writes


def test_it_works_under_responses() -> None:
    """A test double that patches the transport sees the SDK's requests as before."""
    with responses.RequestsMock() as mock, armed("https://api.github.com") as client:
        mock.get("https://api.github.com:443/repos/o/r", json={"id": 9, "name": "r", "url": "/repos/o/r"})
        mock.get("https://api.github.com:443/user", json={"login": "octocat"})
        mock.post("https://api.github.com:443/repos/o/r/issues", json={"number": 7, "title": "T"}, status=201)
        with rein.run("t") as run:
            assert client.get_repo("o/r").create_issue("T").number == 7
        assert states(run) == [State.LANDED]


# --- every door


@pytest.mark.parametrize(
    "door",
    [
        lambda gh: gh.get_repo("acme/app").create_issue("T"),
        lambda gh: gh.withLazy(lazy=True).get_repo("acme/app").create_issue("T"),
        lambda gh: gh.get_repo("acme/app").get_issue(1).edit(title="T"),
        lambda gh: next(iter(gh.get_repo("acme/app").get_issues())).create_comment("T"),
        lambda gh: gh.requester.requestJsonAndCheck("POST", "/repos/acme/app/issues", input={"title": "T"}),
        lambda gh: gh.requester.requestJson(
            "POST", f"{gh.requester.base_url}/repositories/9/issues", input={"title": "T"}
        ),
        lambda gh: gh.requester.withAuth(gh.requester.auth).requestJson("DELETE", "/repos/acme/app/issues/comments/1"),
        lambda gh: gh.requester.withLazy(lazy=True).requestJson("DELETE", "/repos/acme/app"),
        lambda gh: gh.requester.withApiVersion("2022-11-28").requestJson("PATCH", "/repos/acme/app", input={}),
        lambda gh: gh.requester.requestMultipart("POST", "/repos/acme/app/issues", input={"title": "T"}),
        lambda gh: gh.requester.requestBlob("PUT", "/repos/acme/app/contents/a", input=__file__),
        lambda gh: gh.requester.requestMemoryBlobAndCheck(
            "PUT", "/repos/acme/app/contents/a", None, {"Content-Type": "text/plain"}, io.BytesIO(b"x")
        ),
        lambda gh: gh.requester.graphql_named_mutation("minimizeComment", {"subjectId": "1"}, "clientMutationId"),
        lambda gh: gh.requester.graphql_query("mutation { deleteIssue(input: {}) { id } }", {}),
        lambda gh: gh.create_from_raw_data(type(gh.get_repo("acme/app")), {"url": "/repos/acme/app"}).create_issue("T"),
    ],
)
def test_no_door_leads_around_the_gate(gh: Github, sb: GitHubSandbox, door: Callable[[Github], Any]) -> None:
    """Raw methods, siblings, returned objects, uploads and GraphQL are refused outside of a run; nothing is sent."""
    with pytest.raises(Refused):
        door(gh)
    assert not sb.writes


@pytest.mark.parametrize(
    "door",
    [
        lambda gh: gh.requester.requestMultipart("POST", "/repos/acme/app/issues", input={"title": "T"}),
        lambda gh: gh.requester.requestBlob("PUT", "/repos/acme/app/contents/a", input=__file__),
        lambda gh: gh.requester.requestJson("POST", "/repos/acme/app/unheard-of"),
        lambda gh: gh.requester.graphql_query("mutation { deleteIssue(input: {}) { id } }", {}),
    ],
)
def test_what_no_row_knows_is_refused_in_a_run(gh: Github, sb: GitHubSandbox, door: Callable[[Github], Any]) -> None:
    """An address without a row, or a body that cannot be read, does not leave within a run either."""
    with rein.run("t") as run, pytest.raises(Refused) as refused:
        door(gh)
    assert refused.value.reason == "unknown"
    assert not sb.writes
    assert not run.actions


def test_a_raw_write_is_recorded_like_the_method_s(gh: Github, sb: GitHubSandbox) -> None:
    """A write through the requester, by name or by id, has its entry and is undone."""
    start = sb.state()
    with pytest.raises(ZeroDivisionError), rein.run("t") as run:
        gh.requester.requestJsonAndCheck("POST", "/repositories/9/issues/1/labels", input=["security"])
        gh.requester.requestJsonAndCheck("POST", "/repos/acme/app/issues/1/labels", input={"labels": ["customer"]})
        raise ZeroDivisionError
    assert states(run) == [State.REVERTED, State.REVERTED]
    assert {a.planned["address"] for a in run.actions} == {"POST /repos/{owner}/{repo}/issues/{issue_number}/labels"}
    assert sb.state() == start


@pytest.mark.parametrize("path", ["../pulls/1/merge", "%2e%2e/pulls/1/merge", "a/../../pulls/1/merge", "a//b"])
def test_a_file_that_would_arrive_as_a_merge_is_refused(gh: Github, sb: GitHubSandbox, path: str) -> None:
    """A path that shows another address than it reaches is refused, and the message shows where it would arrive."""
    repo = gh.get_repo("acme/app")
    with rein.run("t"), pytest.raises(Refused, match="arrive") as refused:
        gh.requester.requestJson("PUT", f"{repo.url}/contents/{path}", input={"message": "m", "content": ""})
    assert refused.value.reason == "address"
    assert not sb.writes


def test_create_file_with_dots_is_refused(gh: Github, sb: GitHubSandbox) -> None:
    """The SDK's own method lets the dots through, the gate does not."""
    with rein.run("t"), pytest.raises(Refused, match="/repos/acme/app/pulls/1/merge"):
        gh.get_repo("acme/app").create_file("../pulls/1/merge", "m", "x")
    with rein.run("t"), pytest.raises(Refused, match="/repos/acme/app/releases/5"):
        gh.get_repo("acme/app").delete_file("../releases/5", "m", "sha")
    assert not sb.writes


@pytest.mark.parametrize("verb", ["GET", "POST"])
def test_a_method_override_is_refused(gh: Github, sb: GitHubSandbox, verb: str) -> None:
    """A header that asks to be read as another method would make a delete of a read."""
    seen = len(sb.requests)
    with pytest.raises(Refused) as refused:
        gh.requester.requestJson(verb, "/repos/acme/app", headers={"X-Http-Method-Override": "DELETE"})
    assert refused.value.reason == "address"
    assert len(sb.requests) == seen


@pytest.mark.parametrize("query", ["_method=DELETE", "a=b#/x"])
def test_a_query_that_changes_the_address_is_refused(gh: Github, sb: GitHubSandbox, query: str) -> None:
    """The method may not hide in the query, and there is no fragment in an address."""
    with pytest.raises(Refused) as refused:
        gh.requester.requestJson("POST", f"/repos/acme/app/issues?{query}", input={"title": "T"})
    assert refused.value.reason == "address"
    assert not sb.writes


def test_an_upload_is_refused_by_name(tmp_path: Path) -> None:
    """A release asset goes to another host; it is known, and refused before anything is opened there."""
    asset = tmp_path / "a.txt"
    asset.write_text("x")
    upload = "https://uploads.github.com/repos/o/r/releases/1/assets{?name,label}"
    with armed("https://api.github.com") as client:
        release = client.create_from_raw_data(GitRelease, {"upload_url": upload, "url": "/repos/o/r/releases/1"})
        with rein.run("t"), pytest.raises(Refused) as refused:
            release.upload_asset(str(asset))
        assert refused.value.operation == "github: POST /repos/{owner}/{repo}/releases/{release_id}/assets"
        with rein.run("t"), pytest.raises(Refused, match=r"gist\.github\.com"):
            client.requester.requestJsonAndCheck("POST", "https://gist.github.com/repos/o/r/issues", input={})


def test_a_request_that_computes_needs_no_run(gh: Github, sb: GitHubSandbox) -> None:
    """Rendering Markdown is a POST that stores nothing: it leaves at once."""
    gh.render_markdown("*x*")
    assert [w.path for w in sb.writes] == ["/markdown"]


# --- one request on the wire


@pytest.mark.parametrize(("kind", "expected"), [("lost", 1), ("refuse", 0)])
def test_a_dropped_post_leaves_once(sb: GitHubSandbox, kind: str, expected: int) -> None:
    """The SDK alone sends a dropped POST ten times; through the gate it goes once, and the undo finds what landed."""
    with armed(sb.url) as client:
        repo = client.get_repo("acme/app")
        sb.faults.add(kind, method="POST", path="*/issues")
        with pytest.raises(requests.exceptions.ConnectionError), rein.run("t") as run:
            repo.create_issue("T", body="B")
        assert len([w for w in sb.writes if w.method == "POST"]) == 1
        assert run.report is not None
        closed = [i for i in plain(sb.url).get_repo("acme/app").get_issues(state="closed") if i.title == "T"]
        assert len(closed) == expected


def test_a_server_error_is_not_repeated(sb: GitHubSandbox) -> None:
    """GitHub answers 5xx after creating, so the gate does not send again, whatever the user's retry says."""
    with armed(sb.url, retry=GithubRetry(total=3)) as client:
        repo = client.get_repo("acme/app")
        sb.faults.add("error_after", method="POST", path="*/issues", status=502)
        with pytest.raises(Exception, match="502"), rein.run("t") as run:
            repo.create_issue("T")
        assert len([w for w in sb.writes if w.method == "POST"]) == 1
        assert states(run) == [State.COMPENSATED]


def test_a_rate_limit_is_waited_out_as_the_user_asked(sb: GitHubSandbox) -> None:
    """A request that GitHub did not execute is sent once more if the user's retry would; the record counts it."""
    with armed(sb.url, retry=GithubRetry(total=3)) as client:
        repo = client.get_repo("acme/app")
        sb.faults.add("rate_limited", method="POST", path="*/issues", status=403, retry_after=0)
        with rein.run("t") as run:
            assert repo.create_issue("T").number == 2
        assert states(run) == [State.LANDED]
        assert len(sb.writes) == 2


def test_a_rate_limit_without_retry_reaches_the_caller(sb: GitHubSandbox) -> None:
    """A user who set no retry gets GitHub's answer at once."""
    with armed(sb.url, retry=None) as client:
        repo = client.get_repo("acme/app")
        sb.faults.add("rate_limited", method="POST", path="*/issues", status=403, retry_after=0)
        with rein.run("t", on_failure="keep") as run, pytest.raises(Exception, match="secondary rate limit"):
            repo.create_issue("T")
        assert states(run) == [State.REJECTED]
        assert len(sb.writes) == 1


def test_nothing_left_when_nobody_listens(sb: GitHubSandbox) -> None:
    """A refused connection is certain not to have happened: rejected, not unknown."""
    with armed(sb.url, retry=None) as client:
        repo = client.get_repo("acme/app")
        with pytest.raises(requests.exceptions.ConnectionError), rein.run("t", on_failure="keep") as run:
            repo.create_issue("T")
            sb.stop()
            client.requester.close()
            repo.create_issue("U")
        assert states(run) == [State.LANDED, State.REJECTED]


def test_a_renamed_repository_creates_nothing() -> None:
    """A write to the old name is answered 307: the caller gets what the SDK gives, the record says what happened."""
    with GitHubSandbox() as sb, armed(sb.url) as client:
        repo = client.get_repo("acme/app")
        sb.rename_repo("acme/app", "acme/new")
        with rein.run("t") as run:
            repo.create_issue("T")
        assert states(run) == [State.REJECTED]
        assert "nothing was created" in run.actions[0].reason
        assert len(sb.writes) == 1


def test_a_followed_redirect_is_a_second_write() -> None:
    """The SDK follows 301 with a second write: the first is rejected, the second has its own entry and is undone."""
    with GitHubSandbox(moved_status=301) as sb, armed(sb.url) as client:
        repo = client.get_repo("acme/app")
        sb.rename_repo("acme/app", "acme/new")
        start = sb.state()
        with pytest.raises(ZeroDivisionError), rein.run("t") as run:
            assert repo.create_issue("T").number == 2
            raise ZeroDivisionError
        assert states(run) == [State.REJECTED, State.COMPENSATED]
        assert [w.method for w in sb.writes] == ["POST", "POST", "PATCH"]
        assert set(sb.state()) >= set(start)


# --- GitHub Apps and Enterprise


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


# --- the client as the core sees it


def test_the_identity_follows_the_credential(sb: GitHubSandbox) -> None:
    """Another token is another identity, the same one is the same, and none of them shows the token."""
    with armed(sb.url) as one, armed(sb.url) as two:
        assert client_of(one).identity == client_of(two).identity
        two.requester._Requester__auth = Auth.Token("token-helper")  # type: ignore[attr-defined]
        assert client_of(one).identity != client_of(two).identity
        assert "token" not in client_of(one).identity
        assert client_of(one).kind == "token"


LIMITED = Verdict(State.REJECTED, "limit", not_executed=True, transient=True, retry_after=5.0)


@pytest.mark.parametrize(
    ("retry", "attempt", "seconds"),
    [
        (None, 0, None),
        (0, 0, None),
        (3, 0, 5.0),
        (3, 3, None),
        (GithubRetry(total=2), 1, 5.0),
        (GithubRetry(total=2), 2, None),
        (GithubRetry(max_rate_limit_wait=4.0), 0, None),
    ],
)
def test_it_waits_as_the_user_s_retry_says(sb: GitHubSandbox, retry: Any, attempt: int, seconds: float | None) -> None:
    """How often and how long a request that was not executed is repeated is the user's own setting."""
    with armed(sb.url, retry=retry) as client:
        assert client_of(client).wait(LIMITED, attempt) == seconds


def test_it_never_waits_longer_than_a_quarter_of_an_hour(sb: GitHubSandbox) -> None:
    """Beyond that the answer goes to the caller."""
    long = Verdict(State.REJECTED, "limit", not_executed=True, transient=True, retry_after=1000.0)
    with armed(sb.url) as client:
        assert client_of(client).wait(long, 0) is None


def test_a_client_is_built_from_the_environment(sb: GitHubSandbox) -> None:
    """The usual variables make an armed client that paces nothing on this machine itself."""
    found = from_environment({"GH_TOKEN": "token-octocat", "GITHUB_API_URL": sb.url})
    assert (found.endpoint, found.kind) == (sb.url, "token")
    assert found._requester.kwargs["seconds_between_writes"] is None
    real = from_environment({"GITHUB_TOKEN": "x"})
    assert (real.endpoint, real._requester.kwargs["seconds_between_writes"]) == ("https://api.github.com", 1.0)


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({}, "GITHUB_TOKEN"),
        ({"GITHUB_APP_ID": "7", "GITHUB_APP_PRIVATE_KEY": "secret"}, "GITHUB_APP_INSTALLATION_ID"),
        (
            {"GITHUB_APP_ID": "7", "GITHUB_APP_PRIVATE_KEY": "secret", "GITHUB_APP_INSTALLATION_ID": "x"},
            "GITHUB_APP_INSTALLATION_ID",
        ),
        ({"GITHUB_TOKEN": "secret", "GITHUB_API_URL": "api.github.com"}, "GITHUB_API_URL"),
    ],
)
def test_what_is_missing_is_named(environ: dict[str, str], named: str) -> None:
    """A client that cannot be built says which variable to set, and never shows a secret."""
    with pytest.raises(ClientError, match=named) as error:
        from_environment(environ)
    assert "secret" not in str(error.value)


def test_an_app_is_built_from_the_environment() -> None:
    """Three variables name an installation of an app."""
    names = ("GITHUB_APP_ID", "GITHUB_APP_PRIVATE_KEY", "GITHUB_APP_INSTALLATION_ID")
    found = from_environment(dict(zip(names, ("7", "-----BEGIN KEY-----", "5"), strict=True)))
    assert found.kind == "installation"
    assert isinstance(found._requester.auth.requester, GatedRequester)  # type: ignore[union-attr]
