"""A client for a revert in another process, and who acts where Sheets is all that is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import google.oauth2.service_account
import pytest

import agentrein as rein
from agentrein.connector import Call, ClientError, Options, State
from agentrein_google.gmail.sandbox import GmailSandbox
from agentrein_google.proxy import arm, client_of, drive, gmail, sheets, unknown
from google_kit import (
    AGENT,
    Reply,
    Seen,
    Stub,
    armed,
    authorized,
    error,
    label,
    plain,
    service_account,
    set_environment,
)

ACCOUNT = "agent@acme.example"


@pytest.mark.parametrize("kind", ["service_account", "authorized_user"])
def test_a_revert_finds_its_client(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is reverted with the file of credentials and the root that the environment names."""
    with GmailSandbox() as sb:
        before = sb.state()
        with rein.run("t", on_failure="keep") as run:
            label(armed("gmail", sb.url), "Later").execute()
        set_environment(monkeypatch.setenv, tmp_path, sb.url, ACCOUNT)
        if kind == "authorized_user":
            told = {"type": kind, "client_id": "c", "client_secret": "s", "refresh_token": "1//r", "token": AGENT}
            told["expiry"] = "2099-01-01T00:00:00Z"
            (tmp_path / "service-account.json").write_text(json.dumps(told))
        report = rein.revert(run.id)
        assert [action.state for action in report.actions] == [State.REVERTED]
        assert sb.left(before) == []
        assert {request.path for request in sb.requests if request.path == "/token"} == (
            {"/token"} if kind == "service_account" else set()
        )


@pytest.mark.parametrize(
    ("environ", "told"),
    [
        ({}, "no credentials for Google"),
        ({"GOOGLE_APPLICATION_CREDENTIALS": "/nothing/here.json"}, "no file with credentials"),
        ({"GOOGLE_APPLICATION_CREDENTIALS": "FILE", "GOOGLE_API_ROOT": "ftp://user:s3cret@x"}, "no http"),
        ({"GOOGLE_APPLICATION_CREDENTIALS": "FILE", "GOOGLE_API_ROOT": "http://[s3cret"}, "cannot be read"),
    ],
)
def test_what_is_missing_is_named(environ: dict[str, str], told: str, tmp_path: Path) -> None:
    """The variable is named, and what stands in it is not shown."""
    file = service_account(tmp_path, "http://127.0.0.1:1", ACCOUNT)
    environ = {name: value.replace("FILE", str(file)) for name, value in environ.items()}
    with pytest.raises(ClientError, match=told) as raised:
        drive(environ)
    assert "s3cret" not in str(raised.value)


def test_a_file_that_holds_none_is_named(tmp_path: Path) -> None:
    """Any other JSON is no credential."""
    for content in ("[]", "{}", "no JSON", '{"type": "service_account"}'):
        (tmp_path / "file").write_text(content)
        with pytest.raises(ClientError, match="no file with credentials"):
            sheets({"GOOGLE_APPLICATION_CREDENTIALS": str(tmp_path / "file")})


def test_the_root_is_that_of_all_three(tmp_path: Path) -> None:
    """The paths of each API are kept; without the variable they act at Google."""
    environ = {"GOOGLE_APPLICATION_CREDENTIALS": str(service_account(tmp_path, "http://127.0.0.1:1", ACCOUNT))}
    told = {build(environ | {"GOOGLE_API_ROOT": "http://127.0.0.1:1/x"}).endpoint for build in (gmail, sheets, drive)}
    assert told == {f"http://127.0.0.1:1/x/{path}" for path in ("gmail/v1/users", "v4", "drive/v3")}
    assert drive(environ).endpoint == "https://www.googleapis.com/drive/v3"
    with pytest.raises(ClientError, match="nothing to undo"):
        unknown(environ)


WHO = Call("sheets", "sheets.account")


def asked(stub: Stub, http: Any) -> Any:
    """What tells the account for a client of Sheets."""
    return client_of(arm(plain("sheets", stub.url, http=http), Options())).request(WHO, None)


def test_a_service_account_names_itself(tmp_path: Path) -> None:
    """Nothing is asked: the credentials say whose they are, or for whom they stand."""
    with Stub(lambda seen: error(500, "")) as stub:
        made = google.oauth2.service_account.Credentials.from_service_account_file(
            str(service_account(tmp_path, stub.url, "robot@p.example")), scopes=["s"]
        )
        http = authorized()
        for credentials, account in (
            (made, "robot@p.example"),
            (made.with_subject("ada@acme.example"), "ada@acme.example"),
        ):
            http.credentials = credentials
            told = asked(stub, http)
            assert (told.body, told.headers["x-oauth-scopes"]) == ({"emailAddress": account}, "s")
        assert stub.seen == []


@pytest.mark.parametrize("drives", [True, False])
def test_a_user_is_asked_for_with_the_same_token(*, drives: bool) -> None:
    """Drive tells the user, and where the token is none for Drive, OpenID does."""

    def answer(seen: Seen) -> Reply:
        if seen.path == "/drive/v3/about":
            return (200, {"user": {"emailAddress": ACCOUNT}}) if drives else error(403, "insufficientPermissions")
        return 200, {"sub": "1", "email": ACCOUNT}

    with Stub(answer) as stub:
        assert asked(stub, authorized(scopes=["b", "a"])).body == {"emailAddress": ACCOUNT}
        assert stub.lines == ["GET /drive/v3/about", "GET /oauth2/v3/userinfo"][: 1 if drives else 2]
        assert {seen.token for seen in stub.seen} == {AGENT}
        client = client_of(arm(plain("sheets", stub.url, http=authorized(scopes=["b", "a"])), Options()))
        assert client.granted == {"a", "b"}


@pytest.mark.parametrize("reply", [error(403, "forbidden"), (200, {"sub": "1"}), error(503, "backendError")])
def test_nobody_is_made_up(reply: Reply) -> None:
    """Where neither tells, there is no account in the answer, and nothing is sent."""
    with Stub(lambda seen: reply) as stub:
        client = armed("sheets", stub.url)
        with rein.run("t"), pytest.raises(ClientError, match="does not tell whose credential"):
            client.spreadsheets().values().clear(spreadsheetId="S1", range="A1", body={}).execute()
        assert {seen.verb for seen in stub.seen} == {"GET"}
