"""What happens at Notion while an agent works and before its run is undone, and what the undo makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from notion_client import APIResponseError, Client
from notion_client.client import RetryOptions
from notion_client.errors import RequestTimeoutError

import agentrein as rein
from acceptance_kit import Boom, states
from agentrein.testing import Request
from agentrein.testing.crash import no_waiting
from agentrein_notion.sandbox import NotionSandbox
from notion_kit import armed, paragraph, plain, text

ROWS, TODO, PROJECTS, ARCHIVE = (
    NotionSandbox.INCIDENT_ROWS,
    NotionSandbox.TODO,
    NotionSandbox.PROJECTS,
    NotionSandbox.ARCHIVE,
)
FLAKY: dict[str, Any] = {"parent": {"data_source_id": ROWS}, "properties": {"Name": {"title": text("Flaky")}}}
MOVE = "notion: POST /v1/pages/{page_id}/move"


@pytest.fixture
def workspace(rein_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NotionSandbox]:
    """Notion, with the agent's credential in the environment."""
    with NotionSandbox() as sandbox:
        monkeypatch.setenv("NOTION_TOKEN", "secret_agent")
        monkeypatch.setenv("NOTION_BASE_URL", sandbox.url)
        yield sandbox


@pytest.fixture
def notion(workspace: NotionSandbox) -> Iterator[Client]:
    """The agent's armed client."""
    with armed(workspace.url) as client:
        yield client


@pytest.fixture
def anna(workspace: NotionSandbox) -> Iterator[Client]:
    """Somebody else, through a plain client."""
    with plain(workspace.url, auth="ntn-person") as client:
        yield client


def sent(workspace: NotionSandbox) -> list[str]:
    """The writes that arrived."""
    return [f"{one.method} {one.path}" for one in workspace.writes]


def message(run: rein.Run) -> str:
    """What the report says of a run's only action."""
    assert run.report is not None
    [action] = run.report.actions
    return action.message


# --- answers that are lost


def test_a_page_whose_request_timed_out_is_found(workspace: NotionSandbox) -> None:
    """The SDK gives up though Notion has made the page: one query finds it, and that page alone is trashed."""
    start = workspace.state()
    workspace.faults.add("slow_after", method="POST", writes=True, seconds=30)
    with armed(workspace.url, timeout_ms=1_500) as client:
        with pytest.raises(RequestTimeoutError), no_waiting(), rein.run("triage") as run:
            client.pages.create(**FLAKY)
        assert states(run) == {1: "reverted"}
    [made] = [path.rpartition(":")[2] for path in workspace.state() if path not in start]
    assert sent(workspace) == ["POST /v1/pages", f"PATCH /v1/pages/{made}"]
    assert f"/v1/data_sources/{ROWS}/query" in [one.path for one in workspace.requests]
    assert workspace.left(start) == []


def test_of_two_equal_pages_and_one_lost_answer_none_is_trashed(workspace: NotionSandbox, notion: Client) -> None:
    """The same account made an equal page elsewhere: nothing tells which is the run's, so both stay, named."""
    start = workspace.state()
    workspace.faults.add("lost", method="POST", writes=True)
    with plain(workspace.url) as other, suppress(Boom), no_waiting(), rein.run("triage") as run:
        with suppress(httpx.HTTPError):
            notion.pages.create(**FLAKY)
        with rein.outside("the same account, in another program"):
            other.pages.create(**FLAKY)
        raise Boom
    pages = [path.rpartition(":")[2] for path in workspace.state() if path not in start]
    assert len(pages) == 2
    assert states(run) == {1: "needs_attention"}
    assert [page for page in pages if page not in message(run)] == []
    assert sent(workspace) == ["POST /v1/pages"] * 2


def test_a_deletion_that_was_answered_500_is_taken_back(workspace: NotionSandbox) -> None:
    """The SDK alone would repeat it until 400 says archived: it goes out once, and the block comes back."""
    start = workspace.state()
    workspace.faults.add("error_after", method="DELETE", status=500, times=3)
    with armed(workspace.url, retry=RetryOptions(initial_retry_delay_ms=1)) as client:
        with pytest.raises(APIResponseError) as raised, no_waiting(), rein.run("tidy") as run:
            client.blocks.delete(TODO)
    assert raised.value.status == 500
    assert states(run) == {1: "reverted"}
    assert sent(workspace) == [f"DELETE /v1/blocks/{TODO}", f"PATCH /v1/blocks/{TODO}"]
    assert workspace.left(start) == []


# --- people in between


def test_a_block_that_a_person_deletes_in_the_last_moment_is_done(
    workspace: NotionSandbox, notion: Client, anna: Client
) -> None:
    """Notion answers 400 for what is archived already: that block is done, and the others go."""
    start = workspace.state()
    with rein.run("notes") as run:
        added: Any = notion.blocks.children.append(PROJECTS, children=[paragraph(one) for one in ("1", "2", "3")])
    ids = [one["id"] for one in added["results"]]
    raced: list[Request] = []

    @workspace.before_answer
    def race(request: Request) -> None:
        if request.method == "DELETE" and request.path.endswith(ids[1]) and not raced:
            raced.append(request)
            anna.blocks.delete(ids[1])

    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "reverted"}, 0)
    ours = [one for one in workspace.writes if one.method == "DELETE" and one.actor == raced[0].actor]
    assert [(one.path.rpartition("/")[2], one.status) for one in ours] == [(ids[2], 200), (ids[1], 400), (ids[0], 200)]
    assert workspace.left(start) == []


# --- what cannot be taken back


@pytest.mark.parametrize("allowed", [False, True])
def test_a_page_of_the_workspace_does_not_move_into_a_table(
    workspace: NotionSandbox,
    notion: Client,
    allowed: bool,  # noqa: FBT001 - a parameter
) -> None:
    """Nothing moves it back to the top: refused before it is sent; where a policy lets it out, it is left as such."""
    into = {"type": "data_source_id", "data_source_id": ROWS}
    with rein.run("tidy", policy={MOVE: "allow"} if allowed else {}) as run:
        if allowed:
            notion.pages.move(ARCHIVE, parent=into)
        else:
            with pytest.raises(rein.Refused, match="irreversible"):
                notion.pages.move(ARCHIVE, parent=into)
    report = rein.revert(run.id)
    assert (states(report), report.left) == (({1: "needs_attention"}, [1]) if allowed else ({}, []))
    assert sent(workspace) == ([f"POST /v1/pages/{ARCHIVE}/move"] if allowed else [])
