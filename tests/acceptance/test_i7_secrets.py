"""I7, scenario 41: credentials planted in every place of the SDKs, searched in all that is stored and shown."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
from github import Auth, Github
from notion_client import Client
from slack_sdk import WebClient

import agentrein as rein
from agentrein.secret import MASK
from agentrein.testing import crash
from agentrein_github.sandbox import GitHubSandbox
from secrets_kit import SECRETS, Watch, fails, tried
from slack_kit import Reply, Stub, armed, workspace

# --- GitHub


@pytest.fixture
def github(rein_sandbox: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, Github]]:
    """The sandbox and an armed client that holds credentials wherever PyGithub takes one."""
    sb = rein_sandbox("github")
    sb.add_user("octocat", SECRETS["token"])
    at = sb.url.replace("http://", f"http://user:{SECRETS['password in the base url']}@")
    monkeypatch.setenv("GITHUB_API_URL", at)
    monkeypatch.setenv("GITHUB_TOKEN", SECRETS["token"])
    client = Github(
        auth=Auth.Token(SECRETS["token"]),
        base_url=at,
        user_agent=f"agent {SECRETS['user agent']}",
        seconds_between_writes=None,
        seconds_between_requests=None,
        retry=None,
    )
    yield sb, rein.wrap(client)
    client.close()


HOOKS = "github: POST /repos/{owner}/{repo}/hooks"
IMPORT = "github: PUT /repos/{owner}/{repo}/import"
VALUES = "github: PUT /repos/{owner}/{repo}/{secret_type}/secrets/{secret_name}"


def github_work(watch: Watch, sb: Any, client: Github) -> rein.Run:
    """A run in which every door of PyGithub is tried with a credential in it, those that a policy opens included."""
    send, host = client.requester.requestJson, client.requester.base_url
    policy = {HOOKS: "allow", VALUES: "allow", IMPORT: "allow"}
    with suppress(RuntimeError), rein.run("triage", policy=policy, on_failure="keep") as run:
        watch.keep(client, client.requester)
        repo = client.get_repo("acme/app")
        repo.create_issue("T")
        repo.get_issue(1).edit(title="New")
        headers = {
            "Authorization": f"Bearer {SECRETS['bearer header']}",
            "Cookie": SECRETS["cookie"],
            "X-Api-Key": SECRETS["raw header"],
        }
        send("POST", "/repos/acme/app/issues/1/labels", input=["security"], headers=headers)
        for name in ("access_token", "client_secret", "key"):
            path = f"/repos/acme/app/issues?{name}={SECRETS[f'query {name}']}"
            tried(watch, functools.partial(send, "POST", path, input={"title": "U"}))
            for address in ("/unheard-of/x", "/repos/acme/app/../x", "/repos/acme/app/hooks"):
                path, body = f"{address}?{name}={SECRETS[f'query {name}']}", {"secret": SECRETS["hook secret"]}
                tried(watch, functools.partial(send, "POST", path, input=body))
        tried(watch, lambda: repo.create_hook("web", {"url": "https://x.test", "secret": SECRETS["hook secret"]}))
        url = f"https://u:{SECRETS['password in the url of an import']}@x.test"
        tried(watch, lambda: repo.create_source_import("git", url, "u", SECRETS["declared field"]))
        body = {"encrypted_value": SECRETS["encrypted value"], "key_id": "1"}
        tried(watch, functools.partial(send, "PUT", "/repos/acme/app/actions/secrets/S", input=body))
        said = {"message": f"Bad token={SECRETS['words of the vendor']}", "token": SECRETS["words of the vendor"]}
        sb.faults.add("error", method="POST", status=422, body=said)
        tried(watch, lambda: repo.create_issue("V"))
        place = {"Location": f"{host}/repositories/9/issues?token={SECRETS['location']}"}
        sb.faults.add("error", method="POST", status=307, body={"message": "Moved Permanently"}, headers=place)
        tried(watch, lambda: repo.create_issue("W"))
        sb.faults.add("lost", method="POST")
        tried(watch, lambda: repo.create_issue("X"))
        fails()
    return run


def test_github(watch: Watch, github: tuple[Any, Github]) -> None:
    """The run is left by its failure; its revert fails too, with the vendor's words, and goes on later."""
    sb, client = github
    run = github_work(watch, sb, client)
    assert {"landed", "rejected", "unknown"} <= {action.state.value for action in run.actions}
    said = {"message": f"Authorization: Bearer {SECRETS['words of the vendor to an undo']} is not allowed"}
    sb.faults.add("error", method="PATCH", status=403, body=said, times=2)
    watch.keep(rein.revert(run.id))
    watch.assert_nothing_shows(run, "github")
    assert run.status == "reverted", "the last of the commands undid what the first revert could not"
    bodies = {action.address: action.planned["call"]["body"] for action in run.actions}
    assert bodies[HOOKS.partition(": ")[2]]["config"]["secret"] == MASK
    masked = {"vcs": "git", "vcs_url": f"https://{MASK}@x.test", "vcs_username": "u", "vcs_password": MASK}
    assert bodies[IMPORT.partition(": ")[2]] == masked


def test_a_basic_password(watch: Watch, github: tuple[Any, Github]) -> None:
    """A client that signs in with name and password, killed in the middle of a write and recovered."""
    sb, _ = github
    sb.add_user("octocat", SECRETS["basic password"])
    auth = Auth.Login("user", SECRETS["basic password"])
    with Github(auth=auth, base_url=sb.url, seconds_between_requests=None, seconds_between_writes=None) as plain:
        client = rein.wrap(plain)
        run = crash.run_until_killed(lambda _: client.get_repo("acme/app").create_issue("T"), "after_answer")
        watch.assert_nothing_shows(run, "github")


def test_a_request_past_the_gate(watch: Watch, github: tuple[Any, Github]) -> None:
    """The tripwire stops it, and notes where it went, without what it carried; `rein.outside` notes nothing of it."""
    sb, client = github
    host = sb.url.replace("http://", f"http://user:{SECRETS['password in the base url']}@")
    url = f"{host}/repos/acme/app/issues?access_token={SECRETS['query access_token']}"
    headers = {"Authorization": f"Bearer {SECRETS['bearer header']}", "Cookie": SECRETS["cookie"]}
    with pytest.raises(rein.Tripped) as tripped, rein.run("triage") as run:
        client.get_repo("acme/app").create_issue("T")
        with rein.outside("a call that we know"):
            requests.post(url, headers=headers, json={"title": "U"}, timeout=5)
        requests.post(url, headers=headers, json={"title": "V"}, timeout=5)
    watch.keep(tripped.value)
    watch.assert_nothing_shows(run, "github")


# --- Slack


@pytest.fixture
def slack(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    """A workspace that takes any token, and is its own proxy; it repeats secrets when it refuses."""

    def post(args: dict[str, Any]) -> Reply:
        if args["text"] == "refused":
            return 200, {"ok": False, "error": f"invalid_arguments token={SECRETS['words of the vendor']}"}
        return 200, {"ok": True, "channel": "C1", "ts": "1700000000.000100", "message": {"text": args["text"]}}

    def update(args: dict[str, Any]) -> Reply:
        return 200, {"ok": False, "error": f"cant_update_message Bearer {SECRETS['words of the vendor to an undo']}"}

    url = {"upload_url": f"/upload/{SECRETS['upload url']}?k={SECRETS['upload url']}", "file_id": "F1", "ok": True}
    place = lambda args: (200, {**url, "upload_url": stub.url + str(url["upload_url"])})  # noqa: E731
    stub = workspace(chat_postMessage=post, chat_update=update, files_getUploadURLExternal=place)
    with stub:
        monkeypatch.setenv("SLACK_API_URL", f"{stub.url}/api/")
        monkeypatch.setenv("SLACK_BOT_TOKEN", SECRETS["token"])
        yield stub


def test_slack(watch: Watch, slack: Stub) -> None:
    """Tokens of clients and of single calls, a proxy's password, arguments, headers, the URL of an upload."""
    client = armed(
        slack.url,
        SECRETS["token"],
        headers={"X-Api-Key": SECRETS["raw header"], "Cookie": SECRETS["cookie"]},
        proxy=slack.url.replace("http://", f"http://user:{SECRETS['password of the proxy']}@"),
        user_agent_prefix=SECRETS["user agent"],
    )
    with suppress(RuntimeError), rein.run("announce", policy={"slack: *": "allow"}, on_failure="keep") as run:
        watch.keep(client)
        slack_work(watch, slack, client)
        fails()
    assert {"chat.postMessage", "apps.uninstall", "files.completeUploadExternal"} <= set(slack.methods)
    assert [one.token for one in slack.seen if one.args.get("text") == "second"] == [SECRETS["token of one call"]]
    watch.keep(rein.revert(run.id))
    watch.assert_nothing_shows(run, "slack")


def slack_work(watch: Watch, slack: Stub, client: WebClient) -> None:
    """Every door of the SDK, with a credential in it."""
    client.chat_postMessage(channel="C1", text="first")
    client.chat_postMessage(channel="C1", text="second", token=SECRETS["token of one call"])
    given = {"channel": "C1", "text": "third"}
    tried(watch, lambda: client.api_call("chat.postMessage", json={**given, "token": SECRETS["query key"]}))
    query = f"?token={SECRETS['query access_token']}"
    tried(watch, lambda: client.api_call(f"chat.postMessage{query}", json=given))
    oauth = {"client_id": "c", "client_secret": SECRETS["argument client_secret"]}
    tried(watch, lambda: client.apps_uninstall(**oauth))
    tried(watch, lambda: client.oauth_v2_access(**oauth, code=SECRETS["oauth code"]))
    upload = f"{slack.url}/upload/{SECRETS['upload url']}?k={SECRETS['upload url']}"
    sending: dict[str, Any] = {"data": b"x", "logger": logging.getLogger(), "timeout": 5, "proxy": None, "ssl": None}
    tried(watch, lambda: client._upload_file(url=upload, **sending))
    tried(watch, lambda: client.files_upload_v2(channel="C1", content="x", filename="a.txt"))
    tried(watch, lambda: client.chat_postMessage(channel="C1", text="refused"))


# --- Notion


def test_notion(watch: Watch, rein_sandbox: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The client's token, another one for a single call, headers of its own, queries, the vendor's words."""
    sb = rein_sandbox("notion")
    sb.world.connections[SECRETS["token"]] = sb.world.connections["ntn-agent"]
    monkeypatch.setenv("NOTION_BASE_URL", sb.url)
    monkeypatch.setenv("NOTION_TOKEN", SECRETS["token"])
    headers = {"X-Api-Key": SECRETS["raw header"], "Cookie": SECRETS["cookie"], "User-Agent": SECRETS["user agent"]}
    quiet = logging.getLogger("notion_client.quiet")
    settings = {"auth": SECRETS["token"], "base_url": sb.url, "logger": quiet, "log_level": logging.CRITICAL}
    with Client(client=httpx.Client(headers=headers), **settings) as plain:
        client = rein.wrap(plain)
        page = client.search(filter={"property": "object", "value": "page"})["results"][0]["id"]
        with suppress(RuntimeError), rein.run("tidy", on_failure="keep") as run:
            watch.keep(client)
            client.comments.create(parent={"page_id": page}, rich_text=[{"text": {"content": "T"}}])
            client.pages.update(page, icon={"type": "emoji", "emoji": "🌱"})
            send = functools.partial(client.request, method="PATCH", body={"archived": True})
            tried(watch, lambda: send(path=f"pages/{page}", auth=SECRETS["token of one call"]))
            for name in ("access_token", "client_secret", "key"):
                tried(watch, functools.partial(send, path=f"pages/{page}", query={name: SECRETS[f"query {name}"]}))
            oauth = {
                "client_id": "c",
                "client_secret": SECRETS["argument client_secret"],
                "code": SECRETS["oauth code"],
            }
            tried(watch, lambda: client.oauth.token(**oauth, grant_type="authorization_code"))
            error = {"object": "error", "status": 400, "code": "validation_error"}
            said = {**error, "message": f"secret: {SECRETS['words of the vendor']} is no secret"}
            sb.faults.add("error", method="PATCH", status=400, body=said)
            tried(watch, lambda: client.pages.update(page, archived=True))
            fails()
        said = {**error, "message": f"API token {SECRETS['words of the vendor to an undo']} is invalid"}
        sb.faults.add("error", method="PATCH", status=400, body=said, times=2)
        watch.keep(rein.revert(run.id))
        watch.assert_nothing_shows(run, "notion")


# --- people


def test_the_ledger_is_the_owner_s_alone(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """What the ledger must hold about people can be read by nobody else."""
    with rein.run("triage"):
        gh.get_repo("acme/app").create_issue("T")
    assert {file.stat().st_mode & 0o077 for file in ledger.parent.glob("ledger*")} == {0}
