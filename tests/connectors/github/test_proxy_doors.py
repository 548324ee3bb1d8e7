from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from github import Github
from github.GitRelease import GitRelease

import agentrein as rein
from agentrein.connector import Refused, State
from agentrein_github.sandbox import GitHubSandbox
from github_kit import armed, states


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
    """A release asset goes to another host; it is known, and refused outside of a run before anything is opened."""
    asset = tmp_path / "a.txt"
    asset.write_text("x")
    upload = "https://uploads.github.com/repos/o/r/releases/1/assets{?name,label}"
    with armed("https://api.github.com") as client:
        release = client.create_from_raw_data(GitRelease, {"upload_url": upload, "url": "/repos/o/r/releases/1"})
        with pytest.raises(Refused) as refused:
            release.upload_asset(str(asset))
        assert refused.value.operation == "github: POST /repos/{owner}/{repo}/releases/{release_id}/assets"
        with rein.run("t"), pytest.raises(Refused, match=r"gist\.github\.com"):
            client.requester.requestJsonAndCheck("POST", "https://gist.github.com/repos/o/r/issues", input={})


def test_a_request_that_computes_needs_no_run(gh: Github, sb: GitHubSandbox) -> None:
    """Rendering Markdown is a POST that stores nothing: it leaves at once."""
    gh.render_markdown("*x*")
    assert [w.path for w in sb.writes] == ["/markdown"]
