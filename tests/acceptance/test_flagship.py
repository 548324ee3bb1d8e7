"""Scenario 0: an issue, a message, and a page in a database whose id is mistyped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from notion_client.errors import APIErrorCode, APIResponseError

import agentrein as rein
from acceptance_kit import entries, states
from agentrein_notion.sandbox import NotionSandbox
from faults.agents.stories import MISTYPED, aflagship, flagship
from faults.agents.vendors import FLAGSHIP
from flagship_kit import FORMS, TOKENS, Form, World, aclients, clients, playing

TOLD = ["POST /repos/acme/app/issues", "chat.postMessage", "POST /v1/pages"]
UNDONE = ["chat.update", "PATCH /repos/acme/app/issues/2"]
NO_ID = MISTYPED[:-1]
MISTAKES = {
    "the id of nothing": (MISTYPED, 404, APIErrorCode.ObjectNotFound),
    "no id at all": (NO_ID, 400, APIErrorCode.ValidationError),
}


@pytest.fixture
def world(rein_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """The three vendors; a revert finds them, as the agent's accounts, through the environment."""
    with playing(monkeypatch) as made:
        yield made


@pytest.fixture(params=FORMS.values(), ids=FORMS.keys())
def form(request: pytest.FixtureRequest) -> Form:
    """Sync clients, and async ones on an event loop."""
    chosen: Form = request.param
    return chosen


@pytest.fixture(params=MISTAKES.values(), ids=MISTAKES.keys())
def mistake(request: pytest.FixtureRequest) -> tuple[str, int, APIErrorCode]:
    """A database's id that is wrong, and how Notion answers to it."""
    chosen: tuple[str, int, APIErrorCode] = request.param
    return chosen


def failed(form: Form, database: str) -> tuple[rein.Run, APIResponseError]:
    """The run that failed on this database, and Notion's exception as it arrived."""
    run, raised = rein.run("triage"), list[BaseException]()
    with pytest.raises(APIResponseError) as arrived:
        form(run, database, raised)
    [own] = raised
    assert own is arrived.value
    return run, arrived.value


def test_all_is_taken_back(world: World, form: Form, mistake: tuple[str, int, APIErrorCode]) -> None:
    """Closed as not planned, emptied and edited to the Reverted text, newest first; Notion's call did not happen."""
    run, _ = failed(form, mistake[0])
    assert run.status == "reverted"
    assert states(run) == {1: "compensated", 2: "compensated", 3: "rejected"}
    assert world.sent == TOLD + UNDONE
    world.assert_undone()
    assert world.pages() == []


def test_the_callers_exception_is_notions_own(world: World, form: Form, mistake: tuple[str, int, APIErrorCode]) -> None:
    """The very object that the SDK raised, as it raised it, with the report as a note."""
    _, status, code = mistake
    run, error = failed(form, mistake[0])
    assert type(error) is APIResponseError
    assert (error.status, error.code) == (status, code)
    assert error.__cause__ is None or isinstance(error.__cause__, httpx.HTTPStatusError)
    [note] = error.__notes__
    assert note.splitlines()[0] == f"AgentRein: run {run.id} 'triage' reverted: 2 undone, 0 left"
    assert error.__rein__ is run.report  # type: ignore[attr-defined]


def test_another_revert_sends_nothing(world: World, form: Form) -> None:
    """Not even a read."""
    run, _ = failed(form, MISTYPED)
    asked = world.asked
    assert rein.revert(run.id).exit == 0
    assert rein.revert(run.id, plan=True).exit == 0
    assert world.asked == asked


def test_no_token_is_in_the_ledger(world: World, form: Form, rein_ledger: Path) -> None:
    """Nor in the files beside it, though every call carried one."""
    run, error = failed(form, MISTYPED)
    kept = b"".join(file.read_bytes() for file in sorted(rein_ledger.parent.rglob("*")) if file.is_file())
    assert b"Flaky test" in kept
    said = kept + repr((run, run.report, str(run.report), error.__notes__, entries(rein_ledger))).encode()
    assert [token for token in TOKENS if token.encode() in said] == []
    assert all(request.credentialed for box in world.sandboxes.values() for request in box.writes)


def test_an_agent_that_goes_on_keeps_what_it_did(world: World, rein_ledger: Path) -> None:
    """Where the agent handles Notion's error the run completes, and a later revert takes back what there is."""
    run = rein.run("triage")
    with clients() as made, run, suppress(APIResponseError):
        flagship(made, MISTYPED)
    assert (run.status, states(run)) == ("completed", {1: "landed", 2: "landed", 3: "rejected"})
    assert world.sent == TOLD
    assert rein.revert(run.id).exit == 0
    assert world.sent == TOLD + UNDONE
    world.assert_undone()


def test_a_page_whose_answer_is_lost_is_found(world: World, form: Form) -> None:
    """The connection drops after Notion made the page: it was sent once, is found, and goes to the trash."""
    world.notion.faults.add("lost", method="POST", path="/v1/pages")
    run, raised = rein.run("triage"), list[BaseException]()
    with pytest.raises(httpx.RemoteProtocolError) as arrived:
        form(run, NotionSandbox.INCIDENTS, raised)
    assert raised[0] is arrived.value
    assert states(run) == {1: "compensated", 2: "compensated", 3: "reverted"}
    assert world.sent[:3] == TOLD
    assert [one.partition("/v1/pages")[0] for one in world.sent[3:]] == ["PATCH ", *UNDONE]
    [page] = world.pages()
    assert page["in_trash"]
    world.assert_undone()


def past_github(unarmed: SimpleNamespace) -> object:
    """An issue by a client that nobody armed."""
    return unarmed.github.get_repo("acme/app").create_issue("Unarmed")


def past_slack(unarmed: SimpleNamespace) -> object:
    """A message by a client that nobody armed."""
    return unarmed.slack.chat_postMessage(channel="C0AAA", text="Unarmed")


def past_notion(unarmed: SimpleNamespace) -> object:
    """A page by a client that nobody armed."""
    return unarmed.notion.pages.create(parent={"page_id": NotionSandbox.PROJECTS}, properties={})


PAST = {"github": past_github, "slack": past_slack, "notion": past_notion}


@pytest.mark.parametrize("vendor", FLAGSHIP)
def test_a_client_that_is_not_armed_is_stopped(world: World, vendor: str, rein_ledger: Path) -> None:
    """Before a byte, though everything else went through the gate; the run fails and all of it is undone."""
    run = rein.run("triage")

    def act(made: SimpleNamespace, database: str) -> None:
        flagship(made, database)
        with clients(arm=False) as unarmed:
            PAST[vendor](unarmed)

    with pytest.raises(rein.Tripped, match="it went past the gate"):
        FORMS["sync"](run, NotionSandbox.INCIDENTS, [], act)
    assert states(run) == {1: "compensated", 2: "compensated", 3: "reverted"}
    assert world.sent[:3] == TOLD
    assert [one.partition("/v1/pages")[0] for one in world.sent[3:]] == ["PATCH ", *UNDONE]
    assert len(entries(rein_ledger, "refused")) == 1
    world.assert_undone()


@pytest.mark.parametrize("vendor", ["slack", "notion"])
def test_an_async_client_that_is_not_armed_is_stopped(world: World, vendor: str, rein_ledger: Path) -> None:
    """The same on an event loop, by aiohttp and by httpx."""
    run = rein.run("triage")

    async def act(made: SimpleNamespace, database: str) -> None:
        await aflagship(made, database)
        async with aclients(arm=False) as unarmed:
            await PAST[vendor](unarmed)  # type: ignore[misc] # an async client's method gives a coroutine

    with pytest.raises(rein.Tripped, match="it went past the gate"):
        FORMS["async"](run, NotionSandbox.INCIDENTS, [], act)
    assert states(run) == {1: "compensated", 2: "compensated", 3: "reverted"}
    assert [one.partition("/v1/pages")[0] for one in world.sent[3:]] == ["PATCH ", *UNDONE]
    assert len(entries(rein_ledger, "refused")) == 1
    world.assert_undone()
