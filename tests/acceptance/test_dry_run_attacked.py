"""Dry runs under attack: whichever door an agent takes, nothing leaves."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from github import Auth, Github
from slack_sdk import WebClient

import agentrein as rein
from agentrein.testing import Sandbox
from agentrein_github.sandbox import GitHubSandbox
from agentrein_slack.sandbox import SlackSandbox


@pytest.fixture
def vendors(rein_ledger: Path) -> Iterator[tuple[Sandbox, Sandbox]]:
    """GitHub and Slack."""
    with GitHubSandbox() as github, SlackSandbox() as slack:
        yield github, slack


def clients(vendors: tuple[Any, Any], **options: Any) -> tuple[Github, WebClient]:
    """Armed clients of both."""
    github, slack = vendors
    gh = Github(auth=Auth.Token("token-octocat"), base_url=github.url, retry=None)
    return rein.wrap(gh, **options), rein.wrap(WebClient(token="xoxb-agent", base_url=slack.api_url), **options)


def raw(gh: Github, _: WebClient) -> None:
    """The SDK's own raw request."""
    gh.requester.requestJsonAndCheck("POST", "/repos/acme/app/issues", input={"title": "raw"})


def graphql(gh: Github, _: WebClient) -> None:
    """A mutation."""
    gh.requester.graphql_named_mutation("closeIssue", {"issueId": "I_1"}, "issue { id }")


def upload(_: Github, slack: WebClient) -> None:
    """A file: an address is asked for, bytes are posted, the upload is completed."""
    slack.files_upload_v2(channel="C0AAA", content="secret bytes", filename="a.txt")


def thread(gh: Github, _: WebClient) -> None:
    """A thread without a context of its own."""
    with ThreadPoolExecutor() as pool:
        pool.submit(lambda: gh.get_repo("acme/app").create_issue("thread")).result()


def detached(gh: Github, _: WebClient) -> None:
    """A run of its own inside, which asks not to be dry."""
    with rein.run("real", detached=True, dry_run=False):
        gh.get_repo("acme/app").create_issue("detached")


def catching(gh: Github, _: WebClient) -> None:
    """Code that goes on whatever is raised."""
    for number in range(3):
        with suppress(BaseException):
            gh.get_repo("acme/app").get_issue(1).edit(title=f"Number {number}")


@pytest.mark.parametrize("act", [raw, graphql, upload, thread, detached, catching])
def test_nothing_leaves_through_any_door(vendors: tuple[Sandbox, Sandbox], act: Any) -> None:
    """No write, and no request that prepares one, reaches a vendor."""
    gh, slack = clients(vendors)
    with suppress(Exception), rein.run("try", dry_run=True):
        act(gh, slack)
    gh.close()
    assert [one for vendor in vendors for one in vendor.writes] == []


def test_runs_of_writes_outside_are_dry_in_a_dry_process(
    vendors: tuple[Sandbox, Sandbox], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`outside_run="record"` opens a run for a write that has none; that is dry, too, and its end is told."""
    monkeypatch.setenv("AGENTREIN_DRY_RUN", "1")
    gh, _ = clients(vendors, outside_run="record")
    gh.get_repo("acme/app").create_issue("outside")
    with pytest.raises(rein.DryRunEnd, match="the dry run ended at: edit title of issue acme/app#1"):
        gh.get_repo("acme/app").get_issue(1).edit(title="Other")
    gh.close()
    assert vendors[0].writes == []


def test_the_stand_ins_need_no_sandbox_server() -> None:
    """An installation without the extra `sandbox` runs dry all the same: nothing is served."""
    code = """
import sys
for name in ("starlette", "uvicorn", "pytest"):
    sys.modules[name] = None
from agentrein.loading import load
from agentrein.registry import connector, connectors
print(*(name for name in connectors() if connector(name).rehearsal and load(connector(name).rehearsal)("https://a.b")))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"github", "slack", "notion", "stripe", "hubspot", "salesforce", "gmail", "sheets", "drive"} <= set(
        done.stdout.split()
    )
