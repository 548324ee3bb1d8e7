"""What is printed: its shape as JSON, its length, and nothing that others wrote or that is secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from agentrein_github.sandbox import GitHubSandbox
from agentrein_slack.sandbox import SlackSandbox
from doctor_kit import BOT, reacts

Cli = Callable[..., Any]


def test_the_shape_of_its_json(cli: Cli, sandbox: GitHubSandbox, agent: Callable[..., str], work: Any) -> None:
    """Ledger, chain and clients, each with what a script would ask for."""
    sandbox.scopes = "repo, user"
    agent(work.opens)
    found = cli("doctor", "--json").json
    assert set(found) == {"ledger", "chain", "frozen", "clients", "alerts", "problems", "notes", "exit"}
    ledger = found["ledger"]
    assert (ledger["state"], ledger["runs"], ledger["actions"], ledger["read_only"]) == ("there", 1, 1, False)
    assert ledger["size"] > 0
    assert ledger["url"].startswith("sqlite:///")
    assert found["chain"] == {"verified": 1, "broken": []}
    clients = ["drive", "github", "gmail", "hubspot", "notion", "salesforce", "sheets", "slack", "stripe"]
    assert [one["connector"] for one in found["clients"]] == clients
    github = found["clients"][1]
    assert (github["state"], github["account"], github["mode"], github["kind"]) == ("ready", "octocat", "live", "token")
    assert github["granted"] == ["repo", "user"]


def test_nothing_of_a_vendor_acts_on_the_screen(cli: Cli, sandbox: GitHubSandbox, monkeypatch: Any) -> None:
    """An account's name is printed with its escapes written out."""
    sandbox.add_user("evil\x1b[2J\u202ename", "token-evil")
    monkeypatch.setenv("GITHUB_TOKEN", "token-evil")
    done = cli("doctor")
    assert r"evil\x1b[2J\u202ename" in done.out
    assert "\x1b" not in done.out


@pytest.mark.parametrize("known", [True, False], ids=["taken", "refused"])
def test_no_credential_is_printed(cli: Cli, sandbox: GitHubSandbox, monkeypatch: Any, known: bool) -> None:  # noqa: FBT001 - a column of the table above
    """Neither a token that works nor one that does not, nor what stands in a URL, is ever printed."""
    token = "token-octocat" if known else "ghp_secretsecretsecret"
    monkeypatch.setenv("GITHUB_TOKEN", token)
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-secret-\x07-secret")
    monkeypatch.setenv("SLACK_API_URL", sandbox.url.replace("//", "//someone:hidden@") + "/nowhere/")
    monkeypatch.setenv("NOTION_TOKEN", "ntn_secret\nsecret")
    for shown in (cli("doctor", "--all"), cli("doctor", "--json")):
        for secret in (token, "secret", "hidden"):
            assert secret not in shown.out + shown.err


def test_the_page_fits_a_screen(cli: Cli, slack: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """With problems and notes of every client the page has no more than 24 lines, and its last is the next command."""
    reacts(slack)
    slack.allow(BOT, ["team:read"])
    monkeypatch.setenv("GITHUB_TOKEN", "token-of-nobody")
    monkeypatch.setenv("NOTION_BASE_URL", "nowhere")
    done = cli("doctor")
    assert done.code == 1
    assert len(done.lines) <= 24
    assert "Chain    1 run verified" in done.out
    assert done.lines[-1].startswith("Next:  ")
