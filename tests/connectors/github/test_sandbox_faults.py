"""The faults of the stand-in for GitHub, and what a test sees of its requests."""

from __future__ import annotations

import threading

import pytest
import requests
from github import GithubException, RateLimitExceededException
from github.Repository import Repository

from agentrein.testing import Request
from agentrein_github.sandbox import GitHubSandbox
from connectors.github.sandbox_things import Connect, raw

# Faults


def test_refuse_closes_the_connection_before_the_effect(sb: GitHubSandbox, repo: Repository) -> None:
    """The client sees a broken connection, nothing happened, and the request is recorded without a status."""
    start = sb.state()
    sb.faults.add("refuse", method="POST")
    with pytest.raises(requests.exceptions.ConnectionError):
        repo.create_issue("T")
    assert (sb.left(start), [request.status for request in sb.writes]) == ([], [None])
    assert repo.create_issue("T").number == 2


def test_lost_closes_the_connection_after_the_effect(sb: GitHubSandbox, repo: Repository) -> None:
    """The client sees a broken connection although the issue is there."""
    sb.faults.add("lost", path="/repos/*/issues")
    with pytest.raises(requests.exceptions.ConnectionError):
        repo.create_issue("T")
    assert (repo.get_issue(2).title, sb.writes[0].status) == ("T", None)


@pytest.mark.parametrize(("kind", "issues"), [("error", 1), ("error_after", 2)])
def test_server_errors(sb: GitHubSandbox, repo: Repository, kind: str, issues: int) -> None:
    """A 5xx comes without the effect or after it."""
    sb.faults.add(kind, method="POST", status=502)
    with pytest.raises(GithubException) as failed:
        repo.create_issue("T")
    assert failed.value.status == 502
    assert repo.get_issues(state="all").totalCount == issues


def test_rate_limits(sb: GitHubSandbox, repo: Repository) -> None:
    """429 with Retry-After by default; 403 in GitHub's words raises PyGithub's own exception; nothing happens."""
    sb.faults.add("rate_limited", method="POST", retry_after=7)
    sb.faults.add("rate_limited", method="POST", status=403)
    with pytest.raises(GithubException) as limited:
        repo.create_issue("T")
    assert (limited.value.status, (limited.value.headers or {})["retry-after"]) == (429, "7")
    with pytest.raises(RateLimitExceededException):
        repo.create_issue("T")
    assert repo.get_issues().totalCount == 1


@pytest.mark.parametrize(("kind", "issues"), [("slow", 1), ("slow_after", 2)])
def test_slowness(sb: GitHubSandbox, repo: Repository, kind: str, issues: int) -> None:
    """While a slow answer is awaited, the effect has not happened yet (slow) or has (slow_after)."""
    arrived = threading.Event()
    sb.before_answer(lambda request: arrived.set() if request.is_write else None)
    sb.faults.add(kind, method="POST", seconds=30)
    with pytest.raises(requests.exceptions.ReadTimeout):
        raw(sb, "POST", "/repos/acme/app/issues", json={"title": "T"}, timeout=0.2)
    assert arrived.is_set()
    assert repo.get_issues().totalCount == issues


def test_a_slow_request_is_answered_in_the_end(sb: GitHubSandbox, repo: Repository) -> None:
    """Slow answers are the normal ones."""
    sb.faults.add("slow", seconds=0.01)
    sb.faults.add("slow_after", seconds=0.01)
    assert [repo.create_issue("T").number for _ in range(2)] == [2, 3]


def test_faults_count_and_skip(sb: GitHubSandbox, repo: Repository) -> None:
    """`after` lets requests pass first, `times` bounds the strikes, `clear` ends them, unknown kinds are refused."""
    fault = sb.faults.add("error", method="POST", after=1, times=2, body={"message": "mine"}, headers={"X-Mine": "1"})
    assert repo.create_issue("T").number == 2
    for _ in range(2):
        with pytest.raises(GithubException, match="mine") as failed:
            repo.create_issue("T")
        assert (failed.value.headers or {})["x-mine"] == "1"
    assert (repo.create_issue("T").number, fault.struck) == (3, 2)
    sb.faults.add("error", times=None)
    sb.faults.clear()
    assert repo.create_issue("T").number == 4
    with pytest.raises(ValueError, match="unknown fault 'explode'"):
        sb.faults.add("explode")


# What a test sees


def test_requests_are_recorded_without_the_token(sb: GitHubSandbox, repo: Repository) -> None:
    """A record has method, raw path, query, body, status and actor, and nothing of the credential."""
    repo.get_issue(1).remove_from_labels("bug")
    raw(sb, "POST", "/repos/acme/app/issues/1/labels?a=b", json=["area/ui"])
    raw(sb, "DELETE", "/repos/acme/app/issues/1/labels/area%2Fui")
    last, sent = sb.requests[-1], sb.requests[-2]
    assert (last.method, last.path, last.status, last.actor) == (
        "DELETE",
        "/repos/acme/app/issues/1/labels/area%2Fui",
        200,
        "octocat",
    )
    assert (sent.query, sent.body) == ({"a": "b"}, ["area/ui"])
    assert [request.method for request in sb.writes] == ["DELETE", "POST", "DELETE"]
    assert "token-octocat" not in repr([vars(request) for request in sb.requests])
    sb.clear_requests()
    assert (sb.requests, sb.writes) == ([], [])


def test_a_hook_sees_a_write_before_its_effect(sb: GitHubSandbox, repo: Repository) -> None:
    """When the hook runs, the issue does not exist yet; the hook may read the sandbox over HTTP."""
    seen: list[tuple[str, int]] = []

    @sb.before_answer
    def look(request: Request) -> None:
        if request.is_write:
            seen.append((request.path, len(raw(sb, "GET", "/repos/acme/app/issues").json())))

    repo.create_issue("T")
    assert seen == [("/repos/acme/app/issues", 1)]


def test_a_failing_hook_fails_the_block() -> None:
    """What a hook asserts in the server's thread is raised at the end of the block."""

    def refuse(request: Request) -> None:
        raise AssertionError(request.path)

    with pytest.raises(AssertionError, match="/meta"):
        with GitHubSandbox() as sb:
            sb.before_answer(refuse)
            assert requests.get(f"{sb.url}/meta", timeout=5).status_code == 500


def test_a_bug_of_the_sandbox_fails_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception in a route is answered 500 and raised at the end of the block."""
    with pytest.raises(ZeroDivisionError):
        with GitHubSandbox() as sb:
            monkeypatch.setattr(sb, "answer", lambda request: 1 // 0)
            assert requests.get(f"{sb.url}/meta", timeout=5).status_code == 500


def test_a_port_can_be_chosen() -> None:
    """A sandbox serves on the port that it is given, and a taken port is an error at once."""
    with GitHubSandbox() as sb:
        port = int(sb.url.rpartition(":")[2])
        with pytest.raises(OSError, match="in use"):
            GitHubSandbox(port=port).start()
    with GitHubSandbox(port=port) as again:
        assert again.url == f"http://127.0.0.1:{port}"


def test_reset_restores_the_seed(sb: GitHubSandbox, repo: Repository) -> None:
    """After a reset state, requests, faults and order are as at the start, on the same address."""
    start, url = sb.state(), sb.url
    repo.create_issue("T")
    sb.faults.add("error")
    sb.order.watch()
    sb.reset()
    assert (sb.state(), sb.requests, sb.order.watching, sb.url) == (start, [], False, url)
    assert repo.create_issue("T").number == 2


def test_a_stopped_sandbox_comes_back_with_its_state(sb: GitHubSandbox, repo: Repository) -> None:
    """A vendor that is down refuses connections, and is at the same address afterwards."""
    repo.create_issue("T")
    url = sb.url
    sb.stop()
    with pytest.raises(requests.exceptions.ConnectionError):
        repo.get_issue(2)
    with pytest.raises(RuntimeError, match="not running"):
        sb.url  # noqa: B018 - reading it is the test
    sb.start()
    assert (sb.url, repo.get_issue(2).title) == (url, "T")


def test_many_clients_at_once(sb: GitHubSandbox, connect: Connect) -> None:
    """Writes from several threads each happen once, with numbers of their own."""
    numbers: list[int] = []
    clients = [connect().get_repo("acme/app") for _ in range(8)]
    threads = [threading.Thread(target=lambda r=r: numbers.append(r.create_issue("T").number)) for r in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(2, 10))
