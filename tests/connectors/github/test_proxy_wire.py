from __future__ import annotations

import pytest
import requests
from github import GithubRetry
from github.Artifact import Artifact

import agentrein as rein
from agentrein.connector import State
from agentrein_github.sandbox import GitHubSandbox
from github_kit import armed, plain, states


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


def test_a_method_that_answers_false_did_nothing(sb: GitHubSandbox) -> None:
    """Where the SDK turns a 404 into False instead of an exception, the record says that it did not happen."""
    operation = "github: DELETE /repos/{owner}/{repo}/actions/artifacts/{artifact_id}"
    with armed(sb.url) as client:
        url = f"{sb.url}/repos/acme/app/actions/artifacts/404"
        artifact = Artifact(client.requester, {}, {"id": 404, "url": url})
        with rein.run("t", policy={operation: "allow"}) as run:
            assert artifact.delete() is False
        assert states(run) == [State.REJECTED]
