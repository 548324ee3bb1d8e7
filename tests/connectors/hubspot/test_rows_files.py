"""Files of HubSpot: what comes back byte for byte, and what is refused because it could not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import hubspot
import pytest

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Answer, Request
from agentrein_hubspot.readings import READINGS
from agentrein_hubspot.sandbox import HubSpotSandbox
from agentrein_hubspot.sandbox.files import Files
from connectors.hubspot.examples.files import fetch
from hubspot_kit import Echo, armed, plain, states, written

Act = Callable[[hubspot.Client, str], Any]
PICTURE = b"\x89PNG\r\n\x1a\n\x00\xff mine"
TOO_MUCH = b"7" * (10 * 1024 * 1024 + 1)
OVER = '{"access": "PRIVATE", "overwrite": true}'
EXISTING = '{"access": "PRIVATE", "duplicateValidationStrategy": "RETURN_EXISTING"}'
ENDING = '{"access": "PRIVATE", "expiresAt": 1900000000000}'


@pytest.fixture(autouse=True)
def environment(sb: HubSpotSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for what is reverted later."""
    monkeypatch.setenv("HUBSPOT_ACCESS_TOKEN", "pat-agent")
    monkeypatch.setenv("HUBSPOT_BASE_URL", sb.url)


@pytest.fixture
def place(tmp_path: Path) -> str:
    """A picture on the disk, of the name of the file 8101."""
    (tmp_path / "logo.png").write_bytes(PICTURE)
    return str(tmp_path / "logo.png")


def test_the_bytes_are_asked_for_without_a_credential(
    sb: HubSpotSandbox, hs: hubspot.Client, place: str, ledger: Path
) -> None:
    """Whoever has the signed address has the file: no token goes there, and the address is kept nowhere."""
    with rein.run("t", on_failure="keep") as run:
        hs.files.files_api.replace("8101", file=place)
    [fetched] = [one for one in sb.requests if one.path.startswith("/signed/")]
    assert (fetched.method, fetched.credentialed) == ("GET", False)
    assert rein.revert(run.id).exit == 0
    assert b"Signature" not in written(ledger)
    assert hs.files.files_api.get_by_id("8101").file_md5 == "acbd18db4cc2f85cedef654fccc4a4d8"


def test_the_entry_says_which_bytes_left(sb: HubSpotSandbox, hs: hubspot.Client, place: str) -> None:
    """Of what was uploaded the record has size and digest, and not the bytes themselves."""
    with rein.run("t") as run:
        answered = hs.files.files_api.replace("8101", file=place)
    said = run.actions[0].planned["call"]["body"]["file"]
    assert (said["name"], said["size"], said["md5"]) == ("logo.png", len(PICTURE), answered.file_md5)
    assert PICTURE not in repr(run.actions[0].planned["call"]).encode("latin-1", "replace")
    assert PICTURE in sb.writes[0].raw


@pytest.mark.parametrize(
    "act",
    [
        lambda hs, place: hs.files.files_api.upload(file=place, folder_path="/images", options=EXISTING),
        lambda hs, place: hs.files.files_api.replace("8101", file=place, options=ENDING),
        lambda hs, place: hs.files.files_api.replace("8101", file=place, options="no JSON"),
        lambda hs, _: hs.cms.source_code.content_api.archive("draft", "acme/templates"),
        lambda hs, _: hs.files.files_api.import_from_url({"url": "https://a.example/p.png", "name": None}),
        lambda hs, _: hs.files.files_api.import_from_url(
            {"url": "https://a.example/p.png", "name": "p.png", "overwrite": True}
        ),
    ],
)
def test_what_could_not_come_back_is_refused(sb: HubSpotSandbox, hs: hubspot.Client, place: str, act: Act) -> None:
    """A file that was there, an end that nothing clears, a folder, an import that nothing would tell from others."""
    with rein.run("careful") as run, pytest.raises(rein.Refused):
        act(hs, place)
    assert (sb.writes, run.actions) == ([], [])


@pytest.mark.parametrize(
    "act",
    [
        lambda hs, place: hs.files.files_api.replace("8101", file=place),
        lambda hs, place: hs.files.files_api.upload(file=place, folder_path="/images", options=OVER),
        lambda hs, place: hs.cms.source_code.content_api.create_or_update("draft", "acme/logo.png", file=place),
        lambda hs, _: hs.cms.source_code.content_api.archive("draft", "acme/logo.png"),
    ],
)
def test_more_than_may_be_recorded_is_refused(
    sb: HubSpotSandbox, hs: hubspot.Client, place: str, tmp_path: Path, act: Act
) -> None:
    """One byte over 10 MB has no before-image, so nothing would bring it back."""
    large = tmp_path / "large.png"
    large.write_bytes(TOO_MUCH)
    person = plain(sb.url, access_token="pat-person")
    person.files.files_api.replace("8101", file=str(large))
    person.cms.source_code.content_api.create_or_update("draft", "acme/logo.png", file=str(large))
    sb.clear_requests()
    with rein.run("careful") as run, pytest.raises(rein.Refused) as refused:
        act(hs, place)
    assert (sb.writes, run.actions) == ([], [])
    assert "10 MB" in str(refused.value)


THING: dict[str, Any] = {"id": "7", "name": "a", "extension": "png", "fileMd5": "x", "createdAt": "", "updatedAt": ""}


@pytest.mark.parametrize(
    "url", ["http://files.example/7", "https://name:secret@files.example/7", "file:///etc/passwd", None]
)
def test_bytes_are_fetched_from_no_other_place(place: str, url: str | None, ledger: Path) -> None:
    """An address that is not encrypted, or holds a name and a password, is not asked, and is not shown."""

    def answered(request: Request) -> Answer | None:
        if request.path.endswith("/details"):
            return None
        return Answer(200, {"url": url} if request.path.endswith("/signed-url") else THING)

    with Echo(answered) as echo:
        hs = armed(echo.url)
        with rein.run("t", on_failure="keep") as run, pytest.raises(OSError, match="could not be fetched") as error:
            hs.files.files_api.replace("7", file=place)
        assert (echo.writes, run.actions) == ([], [])
    assert "files.example" not in f"{error.value!r}{error.value.__context__!r}"
    assert b"files.example" not in written(ledger)


@pytest.mark.parametrize(("edited", "new"), [("2026-01-02T03:04:05.1Z", True), ("2026-01-02T03:09:05Z", False)])
def test_what_an_upload_met_is_not_deleted(edited: str, *, new: bool) -> None:
    """A file that is older than its last change was there before, whatever was found at its place."""
    given = {"made": "2026-01-02T03:04:05Z", "edited": edited}
    assert READINGS["new or older file"]({"id": "7"}, given)["was_new"] is new


def test_an_import_that_is_under_way_is_no_import_that_never_was(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """Nothing is claimed while the task has no file yet; once it has one, that is deleted."""
    start, files = sb.state(), sb.world.kept(Files)
    with rein.run("t") as run:
        fetch(hs, name="fetched.png")
    files.busy = True
    first = rein.revert(run.id)
    assert [(one.state, one.sent) for one in first.actions] == [(State.NEEDS_ATTENTION, ())]
    files.busy = False
    assert (rein.revert(run.id).exit, sb.left(start)) == (0, [])


def test_a_person_s_edit_of_a_template_stays(sb: HubSpotSandbox, hs: hubspot.Client, place: str) -> None:
    """Conflict, with what they wrote left as it is."""
    at = ("draft", "acme/logo.png")
    with rein.run("t") as run:
        hs.cms.source_code.content_api.create_or_update(*at, file=place)
    Path(place).write_bytes(b"theirs")
    plain(sb.url, access_token="pat-person").cms.source_code.content_api.create_or_update(*at, file=place)
    report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [State.CONFLICT]
    assert sb.state()["source:draft/acme/logo.png"] == {"holds": b"theirs".hex()}


def test_a_function_s_source_arrives_as_it_was(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """Plain text, with what is beyond ASCII, there and back."""
    old = "exports.main = () => 'Gr\N{LATIN SMALL LETTER U WITH DIAERESIS}\N{LATIN SMALL LETTER SHARP S}e';"
    write = hs.automation.actions.functions_api.create_or_replace_by_function_type
    with rein.run("t", on_failure="keep") as run:
        write("7901", "PRE_FETCH_OPTIONS", 4711, old)
        write("7901", "PRE_FETCH_OPTIONS", 4711, "1")
    with rein.run("u", on_failure="keep") as other, pytest.raises(rein.Refused):
        write("7901", "PRE_FETCH_OPTIONS", 4711, "as JSON", _content_type="application/json")
    assert [one.planned["call"]["body"] for one in run.actions] == [{"functionSource": old}, {"functionSource": "1"}]
    assert (states(other), rein.revert(run.id).exit) == ([], 0)
    assert [one.raw.decode() for one in sb.writes][-2:] == [old, "exports.main = () => 'PRE_FETCH_OPTIONS';"]
    assert {one.headers["content-type"] for one in sb.writes} == {"text/plain"}
