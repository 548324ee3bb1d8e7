"""Releases and their files where more than one thing happened to them, and uploads through every place."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import responses
from github import Auth, Github
from github.GitRelease import GitRelease

import agentrein as rein
from agentrein.connector import Refused
from agentrein.testing.crash import no_waiting
from agentrein_github.sandbox import GitHubSandbox
from agentrein_github.sandbox.kept import Asset
from github_kit import NO_PAUSE, armed

BYTES = b"not for the ledger \x00\xff"


@pytest.fixture(autouse=True)
def environment(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


@pytest.fixture
def person(sb: GitHubSandbox) -> Iterator[Github]:
    """Somebody else's plain client."""
    with Github(auth=Auth.Token("token-helper"), base_url=sb.url, lazy=True, **NO_PAUSE) as client:
        yield client


def states(report: rein.Report) -> list[str]:
    """Where the actions stand, newest first."""
    return [action.state.value for action in report.actions]


def upload(release: GitRelease, name: str = "app.bin") -> Any:
    """A file for a release."""
    return release.upload_asset_from_memory(io.BytesIO(BYTES), len(BYTES), name, "application/octet-stream")


def newest(client: Github) -> GitRelease:
    """The newest release."""
    return next(iter(client.get_repo("acme/app").get_releases()))


def test_a_release_goes_with_the_run_s_own_files(sb: GitHubSandbox, gh: Github) -> None:
    """Files that the run uploaded go first; release and tag follow, as the plan says."""
    start = sb.state()
    with rein.run("ship") as run:
        release = gh.get_repo("acme/app").create_git_release("v1", "One", "Notes")
        upload(release).update_asset("other.bin")
        release.update_release("One", "More notes")
    planned, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert states(planned) == states(report) == ["reverted"] * 4
    assert [one.sent for one in planned.actions] == [one.sent for one in report.actions]
    assert sb.left(start) == []


def test_a_release_with_a_file_of_people_stays_and_so_does_its_tag(
    sb: GitHubSandbox, gh: Github, person: Github
) -> None:
    """Without its tag GitHub would make a draft of the release that could not be deleted."""
    with rein.run("ship") as run:
        gh.get_repo("acme/app").create_git_release("v1", "One", "Notes")
    upload(newest(person), "theirs.bin")
    planned, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert states(planned) == states(report) == ["conflict"]
    assert "assets[].name" in {one.field for one in report.actions[0].conflicts}
    assert "repo:9/ref:tags/v1" in sb.state()


def test_a_tag_waits_for_a_release_that_cannot_be_deleted(sb: GitHubSandbox, gh: Github) -> None:
    """While GitHub refuses to delete the release, its tag is left; the next revert deletes both."""
    start = sb.state()
    with rein.run("ship") as run:
        gh.get_repo("acme/app").create_git_release("v1", "One", "Notes")
    sb.faults.add("error", method="DELETE", path="*/releases/*", times=None)
    with no_waiting():
        assert states(rein.revert(run.id)) == ["needs_attention"]
        assert "repo:9/ref:tags/v1" in sb.state()
        sb.faults.clear()
        assert states(rein.revert(run.id)) == ["reverted"]
    assert sb.left(start) == []


def test_a_tag_that_people_moved_stays(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """The release is deleted; the tag points to a commit of theirs by now."""
    with rein.run("ship") as run:
        gh.get_repo("acme/app").create_git_release("v1", "One", "Notes")
    theirs = person.get_repo("acme/app")
    sha = theirs.create_file("x.txt", "theirs", "x")["commit"].sha
    next(iter(theirs.get_git_matching_refs("tags/v1"))).edit(sha, force=True)
    assert states(rein.revert(run.id)) == ["conflict"]
    assert sb.state()["repo:9/ref:tags/v1"] == {"sha": sha}
    assert not any("/release:" in path for path in sb.state())


def test_a_release_that_people_made_of_its_tag_keeps_the_tag(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """They deleted ours and made one of their own with the same tag."""
    with rein.run("ship") as run:
        gh.get_repo("acme/app").create_git_release("v1", "One", "Notes")
    newest(person).delete_release()
    person.get_repo("acme/app").create_git_release("v1", "Theirs", "")
    assert states(rein.revert(run.id)) == ["conflict"]
    assert "repo:9/ref:tags/v1" in sb.state()


def test_an_edit_that_would_publish_a_draft_is_refused(sb: GitHubSandbox, gh: Github) -> None:
    """PyGithub's `update_release` publishes a draft unless told otherwise; nothing calls that back."""
    with rein.run("ship") as run:
        draft = gh.get_repo("acme/app").create_git_release("v1", "One", "Notes", draft=True)
        with pytest.raises(Refused, match="release"):
            draft.update_release("One", "Other notes")
        draft.update_release("One", "Other notes", draft=True)
    assert [one.planned["tier"] for one in run.actions] == ["reversible", "reversible"]
    assert not any("/ref:tags" in path for path in sb.state())


@pytest.mark.parametrize("fields", [{"make_latest": "true"}, {"discussion_category_name": "News"}])
def test_what_a_release_does_not_show_is_not_set(gh: Github, person: Github, fields: dict[str, str]) -> None:
    """Which release is the latest, and a discussion, cannot be put back."""
    person.get_repo("acme/app").create_git_release("v0", "Zero", "")
    with rein.run("ship"), pytest.raises(Refused):
        gh.requester.requestJsonAndCheck("PATCH", newest(gh).url, input=fields)


def test_an_immutable_release_is_refused_and_a_draft_of_it_is_not(sb: GitHubSandbox, gh: Github) -> None:
    """Where releases are immutable a tag's name can be used once for ever."""
    with sb.lock:
        sb.world.repos[9].immutable_releases = True
    start, repo = sb.state(), gh.get_repo("acme/app")
    with rein.run("ship") as run:
        with pytest.raises(Refused):
            repo.create_git_release("v1", "One", "Notes")
        repo.create_git_release("v1", "One", "Notes", draft=True)
    rein.revert(run.id)
    assert sb.left(start) == []


def test_who_may_not_ask_learns_of_immutable_releases_from_the_last_one(sb: GitHubSandbox, gh: Github) -> None:
    """Only administrators are told the setting; a release that is immutable says it of the next."""
    repo = gh.get_repo("acme/app")
    sb.add_collaborator("acme/app", "octocat", "push")
    with rein.run("ship", policy={"irreversible": "refuse"}):
        repo.create_git_release("v1", "One", "Notes")
        with sb.lock:
            next(iter(sb.world.repos[9].releases.values())).immutable = True
        with pytest.raises(Refused):
            repo.create_git_release("v2", "Two", "Notes")


def test_an_empty_file_that_a_broken_upload_left_is_deleted(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """A 502 may leave a file without bytes; it is found by its name."""
    person.get_repo("acme/app").create_git_release("v0", "Zero", "")
    start = sb.state()

    def leave(request: Any) -> None:
        if request.method == "POST":
            with sb.lock:
                held = next(iter(sb.world.repos[9].releases.values()))
                user = sb.world.add_user("octocat")
                held.assets[5] = Asset(5, "app.bin", user, b"", "application/octet-stream", sb.world.now())

    sb.before_answer(leave)
    sb.faults.add("error", method="POST", status=502)
    with no_waiting(), rein.run("ship") as run:
        with pytest.raises(Exception, match="502"):
            upload(newest(gh))
        run.fail("no file")
    assert sb.left(start) == []


def test_an_upload_to_an_enterprise_server_passes_gate_and_tripwire(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Uploads lie beside the API there; what is recorded of a file is its size, type and digest, never its bytes."""
    file = tmp_path / "app.json"
    file.write_bytes(b'{"name": "not the name of the file"}')
    with GitHubSandbox(enterprise=True) as server:
        monkeypatch.setenv("GITHUB_API_URL", f"{server.url}/api/v3")
        with armed(f"{server.url}/api/v3") as client, rein.run("ship") as run:
            release = client.get_repo("acme/app").create_git_release("v1", "One", "Notes", draft=True)
            assert "/api/uploads/repos/" in release.upload_url
            made = release.upload_asset(str(file), content_type="application/json")
            assert (made.name, made.size) == ("app.json", file.stat().st_size)
            with pytest.raises(rein.Tripped):  # the tripwire knows the place, for whoever goes there without the client
                requests.post(release.upload_url.partition("{")[0], data=b"x", timeout=5)
        body = run.actions[1].planned["call"]["body"]
        assert body == {"content_type": "application/json", "size": made.size, "digest": made.raw_data["digest"]}
        assert states(rein.revert(run.id)) == ["reverted", "reverted"]
        assert not any("/release:" in path for path in server.state())


def test_bytes_of_an_upload_are_nowhere_in_the_ledger(gh: Github, ledger: Path) -> None:
    """A file may hold whatever; a byte search of the ledger finds none of it."""
    with rein.run("ship"):
        upload(gh.get_repo("acme/app").create_git_release("v1", "One", "Notes", draft=True))
    written = b"".join(path.read_bytes() for path in ledger.parent.glob("ledger.db*") if path.is_file())
    assert BYTES[:18] not in written
    assert b"app.bin" in written


@responses.activate
def test_an_upload_to_github_s_other_host_passes_the_gate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bytes go to uploads.github.com, once, after they were recorded; the undo goes to the API's own host."""
    api, shown = "https://api.github.com:443", {"id": 7, "name": "app.bin", "label": None}
    repo = {"id": 9, "name": "app", "owner": {"login": "acme"}}
    monkeypatch.setenv("GITHUB_API_URL", "https://api.github.com")
    responses.get(f"{api}/user", json={"login": "octocat"})
    for place in ("repos/acme/app", "repositories/9"):
        responses.get(f"{api}/{place}", json=repo)
    sent = responses.post("https://uploads.github.com:443/repos/acme/app/releases/1/assets", json=shown, status=201)
    responses.get(f"{api}/repos/acme/app/releases/assets/7", json=shown)
    responses.get(f"{api}/repos/acme/app/releases/assets/7", status=404, json={})
    responses.get(f"{api}/repos/acme/app/releases/1", json={"id": 1})
    deleted = responses.delete(f"{api}/repos/acme/app/releases/assets/7", status=204)
    url = "https://uploads.github.com/repos/acme/app/releases/1/assets{?name,label}"
    with armed(api) as client:
        release = client.create_from_raw_data(
            GitRelease, {"upload_url": url, "url": f"{api}/repos/acme/app/releases/1"}
        )
        with pytest.raises(Refused):
            upload(release)
        with rein.run("ship") as run:
            upload(release)
        assert states(rein.revert(run.id)) == ["reverted"]
    assert (sent.call_count, deleted.call_count) == (1, 1)
    assert sent.calls[0].request.url.endswith("?label=&name=app.bin")
    assert run.actions[0].planned["call"]["params"]["name"] == "app.bin"


def test_a_raw_upload_of_json_is_recorded_as_a_file(gh: Github) -> None:
    """Its words are the file's, not the call's: they cannot stand for its name."""
    with rein.run("ship") as run:
        release = gh.get_repo("acme/app").create_git_release("v1", "One", "Notes", draft=True)
        url = f"{release.url}/assets?name=a.json"
        gh.requester.requestJsonAndCheck("POST", url, input={"name": "b.json"})
    call = run.actions[1].planned["call"]
    assert (call["params"]["name"], "name" in call["body"]) == ("a.json", False)
    assert json.loads('{"name": "b.json"}') != call["body"]


def test_generated_notes_need_no_run(gh: Github) -> None:
    """GitHub computes them and stores nothing."""
    assert gh.get_repo("acme/app").generate_release_notes("v1").name == "v1"
