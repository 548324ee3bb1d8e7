"""What a write costs besides time: syncs, SQL statements, and requests that the vendor's server sees.

Figures that jitter are measured by `make bench`, and no test asserts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from github import Github
from notion_client import Client
from slack_sdk import WebClient

import agentrein as rein
from agentrein.testing import Sandbox
from github_kit import armed as armed_github
from notion_kit import armed as armed_notion
from notion_kit import text, titled

CHANNEL = "C0AAA"
WHO = {"github": "GET /user", "slack": "POST /api/auth.test", "notion": "GET /v1/users/me"}
"""The read that tells who acts."""

WHERE = {"github": ["GET /repos/acme/app"], "slack": [], "notion": []}
"""The lookups of a create: GitHub's paths name a repository by what it is called now."""

AGAIN = {"github": ["GET /repositories/9"], "slack": [], "notion": []}
"""What an undo looks up once: how the repository is called by then."""

VENDORS = tuple(WHO)


class Vendor:
    """One vendor's sandbox with an armed client of its SDK: a create, an update of it, and what the server saw."""

    def __init__(self, name: str, sandbox: Sandbox, client: Any) -> None:
        self.name, self.sandbox, self.client = name, sandbox, client
        self.create: Callable[[], Any] = getattr(self, f"_{name}")
        self.repo = client.get_repo("acme/app") if name == "github" else None

    def _github(self) -> Any:
        return self.repo.create_issue("Flaky test")

    def _slack(self) -> Any:
        return self.client.chat_postMessage(channel=CHANNEL, text="Build 41 failed")

    def _notion(self) -> Any:
        return self.client.comments.create(parent={"page_id": self.page}, rich_text=text("Seen."))

    @property
    def page(self) -> str:
        """A page that is there."""
        return next(name.partition(":")[2] for name in self.sandbox.state() if name.startswith("page:"))

    def seen(self, act: Callable[[], Any]) -> list[str]:
        """Method and path of each request that the server saw during `act`."""
        self.sandbox.clear_requests()
        act()
        return [f"{one.method} {one.path}" for one in self.sandbox.requests]


@contextmanager
def armed(name: str, sandbox: Any) -> Iterator[Github | WebClient | Client]:
    """An armed client of the sandbox, as its SDK makes it."""
    with ExitStack() as opened:
        if name == "github":
            yield opened.enter_context(armed_github(sandbox.url))
        elif name == "notion":
            yield opened.enter_context(armed_notion(sandbox.url))
        else:
            yield rein.wrap(WebClient("xoxb-agent", base_url=sandbox.api_url, retry_handlers=[]))


@pytest.fixture(params=VENDORS)
def vendor(
    request: pytest.FixtureRequest, rein_sandbox: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Vendor]:
    """Each of the three vendors in turn, its credentials in the environment."""
    name, sandbox = request.param, rein_sandbox(request.param)
    places = {
        "github": {"GITHUB_API_URL": sandbox.url, "GITHUB_TOKEN": "token-octocat"},
        "slack": {"SLACK_API_URL": getattr(sandbox, "api_url", ""), "SLACK_BOT_TOKEN": "xoxb-agent"},
        "notion": {"NOTION_BASE_URL": sandbox.url, "NOTION_TOKEN": "secret_agent"},
    }
    for variable, value in places[name].items():
        monkeypatch.setenv(variable, value)
    with armed(name, sandbox) as client:
        yield Vendor(name, sandbox, client)


def only(name: str) -> pytest.MarkDecorator:
    """The test is about one vendor."""
    return pytest.mark.parametrize("vendor", [name], indirect=True)


# --- requests


def test_create_sends_nothing_besides_itself(vendor: Vendor) -> None:
    """The first write of a run also asks who acts and where, once; a create without before-image adds nothing."""
    with rein.run("triage"):
        first, second = vendor.seen(vendor.create), vendor.seen(vendor.create)
    assert first[:-1] == [WHO[vendor.name], *WHERE[vendor.name]]
    assert second == first[-1:]


@only("github")
def test_github_update_reads_once_before(vendor: Vendor) -> None:
    """GitHub answers an edit with the issue as it then reads: one read before it, none after."""
    with rein.run("triage"):
        issue = vendor.create()
        at = f"/repos/acme/app/issues/{issue.number}"
        assert vendor.seen(lambda: issue.edit(title="T")) == [f"GET {at}", f"PATCH {at}"]
        assert vendor.seen(lambda: issue.edit(body="B")) == [f"GET {at}", f"PATCH {at}"]


@only("notion")
def test_notion_update_reads_once_before(vendor: Vendor) -> None:
    """Notion answers an update with the page as it then reads: one read before it, none after."""
    at = f"/v1/pages/{vendor.page}"
    with rein.run("triage"):
        vendor.create()
        update = vendor.seen(lambda: vendor.client.pages.update(vendor.page, properties=titled("T")))
    assert update == [f"GET {at}", f"PATCH {at}"]


@only("slack")
def test_slack_update_reads_before_and_after(vendor: Vendor) -> None:
    """Slack's answer to an edit is not what a read shows: one read before it, one after."""
    with rein.run("triage"):
        ts = vendor.create()["ts"]
        update = vendor.seen(lambda: vendor.client.chat_update(channel=CHANNEL, ts=ts, text="Build 42"))
    read = "POST /api/conversations.history"
    assert update == [read, "POST /api/chat.update", read]


def test_undo_call_reads_before_and_after(vendor: Vendor) -> None:
    """An undo asks once who acts and where, then reads each thing before its call and after it."""
    with rein.run("triage") as run:
        vendor.create()
        vendor.create()
    seen = vendor.seen(lambda: rein.revert(run.id))
    once = [WHO[vendor.name], *AGAIN[vendor.name]]
    assert seen[: len(once)] == once
    calls = seen[len(once) :]
    assert len(calls) == 2 * 3
    for before, call, after in (calls[:3], calls[3:]):
        assert before == after
        assert call != before


# --- the ledger


def statements(run: rein.Run, act: Callable[[], object]) -> list[str]:
    """What SQLite executes for the run's ledger during `act`."""
    said: list[str] = []
    ledger: Any = run.ledger
    with ledger._connection.reading() as db:
        db.set_trace_callback(said.append)
    act()
    with ledger._connection.reading() as db:
        db.set_trace_callback(None)
    return said


def test_write_is_synced_to_disk_once(vendor: Vendor) -> None:
    """Of the two commits of a write only that of the plan waits for the disk; it moves no WAL into the file."""
    with rein.run("triage") as run:
        vendor.create()
        said = statements(run, vendor.create)
    assert [one for one in said if one.startswith(("PRAGMA", "COMMIT"))] == [
        "PRAGMA synchronous = FULL",
        "PRAGMA wal_autocheckpoint = 0",
        "COMMIT",
        "PRAGMA synchronous = NORMAL",
        "PRAGMA wal_autocheckpoint = 1000",
        "COMMIT",
    ]


def test_write_takes_few_statements(vendor: Vendor) -> None:
    """A write is two transactions, each a look at the head and a row in five tables, and one look at the epoch.

    What is frozen is looked for twice: before anything is read, and in the transaction of the plan.
    Where only the answer names what a create made, the plan has no row in the fifth.
    """
    with rein.run("triage") as run:
        vendor.create()
        said = statements(run, vendor.create)
    entry = ["INSERT", "INSERT", "UPDATE", "INSERT"]
    touched = ["INSERT"] if vendor.name == "notion" else []
    assert [one.split(" ")[0] for one in said if not one.startswith("PRAGMA")] == [
        "SELECT",
        *["BEGIN", "SELECT", "SELECT", *entry, *touched, "COMMIT"],
        *["BEGIN", "SELECT", *entry, "INSERT", "COMMIT"],
        "SELECT",
    ]


def test_later_write_takes_no_more_statements_than_an_early_one(vendor: Vendor) -> None:
    """The fortieth write of a run costs the ledger what the second one cost, statement by statement."""
    with rein.run("triage") as run:
        vendor.create()
        early = statements(run, vendor.create)
        for _ in range(37):
            vendor.create()
        late = statements(run, vendor.create)
    assert [one.split(" ")[:2] for one in late] == [one.split(" ")[:2] for one in early]


def test_read_leaves_the_ledger_alone(vendor: Vendor) -> None:
    """A declared read in a run executes no SQL."""
    reads: dict[str, Callable[[], Any]] = {
        "github": lambda: vendor.client.get_repo("acme/app"),
        "slack": lambda: vendor.client.conversations_info(channel=CHANNEL),
        "notion": lambda: vendor.client.pages.retrieve(vendor.page),
    }
    with rein.run("triage") as run:
        vendor.create()
        assert statements(run, reads[vendor.name]) == []
        assert len(vendor.seen(reads[vendor.name])) == 1
