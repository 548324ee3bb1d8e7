"""I7: no credential is ever stored or logged."""

from __future__ import annotations

import base64
import functools
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from github import Auth, Github

import agentrein as rein
from acceptance_kit import Boom, states
from agentrein_github.sandbox import GitHubSandbox

SECRETS = {
    "token": "ghp-planted-token",
    "bearer header": "planted-bearer-4711",
    "raw header": "planted-raw-header",
    "cookie": "planted-cookie-value",
    "exception of the agent": "planted-in-exception",
    "exception of the vendor": "planted-in-answer",
    "base url password": "planted-url-password",
    "query token": "planted-access-token",
    "query secret": "planted-client-secret",
    "refused body": "planted-hook-secret",
    "secret value": "planted-actions-secret",
    "user agent": "planted-user-agent",
    "basic password": "planted-basic-password",
    "location": "planted-in-location",
}


def work(sb: GitHubSandbox, client: Github) -> rein.Run:
    """A run in which every door of the SDK is tried with a credential in it."""
    send, host = client.requester.requestJson, client.requester.base_url
    with pytest.raises(RuntimeError), rein.run("triage") as run:
        repo = client.get_repo("acme/app")
        repo.create_issue("T")
        repo.get_issue(1).edit(title="New")
        headers = {
            "Authorization": f"Bearer {SECRETS['bearer header']}",
            "Cookie": SECRETS["cookie"],
            "X-Api-Key": SECRETS["raw header"],
        }
        send("POST", "/repos/acme/app/issues/1/labels", input=["security"], headers=headers)
        for name, value in (("access_token", "query token"), ("client_secret", "query secret")):
            path = f"/repos/acme/app/issues?{name}={SECRETS[value]}"
            tried(functools.partial(send, "POST", path, input={"title": "U"}))
        tried(lambda: repo.create_hook("web", {"url": "https://x.test", "secret": SECRETS["refused body"]}))
        body = {"encrypted_value": SECRETS["secret value"]}
        tried(functools.partial(send, "PUT", "/repos/acme/app/actions/secrets/S", input=body))
        said = {"message": "no", "token": SECRETS["exception of the vendor"]}
        sb.faults.add("error", method="POST", status=422, body=said)
        tried(lambda: repo.create_issue("V"))
        place = {"Location": f"{host}/repositories/9/issues?token={SECRETS['location']}"}
        sb.faults.add("error", method="POST", status=307, body={"message": "Moved Permanently"}, headers=place)
        tried(lambda: repo.create_issue("W"))
        raise RuntimeError(f"the agent failed with {SECRETS['exception of the agent']}")
    return run


def tried(call: Callable[[], object]) -> None:
    """A call that may fail."""
    with suppress(Exception):
        call()


@pytest.fixture
def client(sb: GitHubSandbox) -> Github:
    """An armed client whose settings hold credentials in every place where PyGithub takes one."""
    sb.add_user("octocat", SECRETS["token"])
    at = sb.url.replace("http://", f"http://user:{SECRETS['base url password']}@")
    made = Github(
        auth=Auth.Token(SECRETS["token"]),
        base_url=at,
        user_agent=f"agent {SECRETS['user agent']}",
        seconds_between_writes=None,
        seconds_between_requests=None,
        retry=None,
    )
    return rein.wrap(made)


def test_no_credential_reaches_ledger_logs_or_reports(
    sb: GitHubSandbox,
    client: Github,
    ledger: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Scenario 41: a byte search of ledger, WAL, logs at DEBUG, texts and JSON finds none of those planted."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("GITHUB_TOKEN", SECRETS["token"])
    run = work(sb, client)
    report = rein.revert(run.id)
    errors = [str(error) for error in refusals(client)]
    told = [repr(run), str(run), repr(run.actions), str(report), repr(report), json.dumps(report.to_json()), *errors]
    told += [repr(action.planned) for action in run.actions]
    haystacks = {file.name: file.read_bytes() for file in ledger.parent.rglob("*") if file.is_file()}
    haystacks |= {
        "logs": "\n".join(ours(record) for record in caplog.records).encode(),
        "texts": "\n".join(told).encode(),
    }
    assert {"ledger.sqlite3", "ledger.sqlite3-wal"} <= set(haystacks)
    found = [
        f"{name} in {place}"
        for name, secret in SECRETS.items()
        for place, data in haystacks.items()
        for form in forms(secret)
        if form in data
    ]
    assert found == [], "\n".join(found)
    assert states(run)[1] == "compensated", "the run did what it should meanwhile"
    client.close()


def forms(secret: str) -> list[bytes]:
    """A secret as it is, and as Basic authentication writes it."""
    return [
        secret.encode(),
        base64.b64encode(f"user:{secret}".encode()),
        base64.b64encode(secret.encode()).rstrip(b"="),
    ]


def ours(record: logging.LogRecord) -> str:
    """What was logged, but not by the HTTP libraries: they log the addresses of any client, and of the sandbox."""
    return "" if record.name.startswith(("urllib3", "uvicorn", "asyncio")) else record.getMessage()


def refusals(client: Github) -> list[Exception]:
    """The errors of calls that never leave."""
    caught: list[Exception] = []
    requests = [
        ("POST", f"/repos/acme/app/hooks?secret={SECRETS['query secret']}"),
        ("POST", f"/repos/acme/app/unheard-of?access_token={SECRETS['query token']}"),
        ("POST", f"/repos/acme/app/../x?access_token={SECRETS['query token']}"),
    ]
    for verb, path in requests:
        with pytest.raises(rein.Refused) as refused:
            client.requester.requestJson(verb, path, input={"secret": SECRETS["refused body"]})
        caught.append(refused.value)
    return caught


def test_a_basic_password_is_not_stored(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenario 41 for a client that signs in with a password."""
    sb.add_user("octocat", SECRETS["basic password"])
    client = rein.wrap(
        Github(
            auth=Auth.Login("user", SECRETS["basic password"]),
            base_url=sb.url,
            seconds_between_requests=None,
            seconds_between_writes=None,
        )
    )
    with pytest.raises(Boom), rein.run("triage") as run:
        client.get_repo("acme/app").create_issue("T")
        raise Boom
    assert states(run) == {1: "compensated"}
    data = b"".join(file.read_bytes() for file in ledger.parent.rglob("*") if file.is_file())
    assert not any(form in data for form in forms(SECRETS["basic password"]))
    assert b"open issue" in data, "the search would find what is stored"
    client.close()


def test_the_ledger_is_the_owner_s_alone(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """What the ledger must hold about people can be read by nobody else."""
    with rein.run("triage"):
        gh.get_repo("acme/app").create_issue("T")
    assert {file.stat().st_mode & 0o077 for file in ledger.parent.glob("ledger*")} == {0}
