"""Resuming with the nine real SDKs: each is handed an answer from the ledger as its own type, sync and async."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein.testing import Sandbox
from agentrein.testing.conformance import Example
from faults.agents.vendor import Vendor
from faults.agents.vendors import VENDORS

CHOSEN = {
    "github": (
        "POST /repos/{owner}/{repo}/issues (title only)",
        "PATCH /repos/{owner}/{repo}/issues/{issue_number} (a pull request)",
        "PUT /gists/{gist_id}/star",
        "PUT /repos/{owner}/{repo}/branches/{branch}/protection (a branch that had none)",
        "POST /orgs/{org}/teams (with a team below it)",
    ),
    "slack": (
        "chat.postMessage (text only)",
        "chat.update (everything at once)",
        "conversations.mark",
        "files.completeUploadExternal (without a comment)",
        "usergroups.disable",
    ),
    "notion": (
        "POST /v1/pages (a row)",
        "PATCH /v1/pages/{page_id} (icon and cover)",
        "PATCH /v1/blocks/{block_id}/children (paragraphs)",
        "POST /v1/comments (on a page)",
        "POST /v1/data_sources",
    ),
    "stripe": (
        "POST /v1/products (with a price)",
        "POST /v1/tax_rates/{tax_rate}",
        "POST /v2/core/event_destinations/{id}",
        "POST /v1/plans",
        "DELETE /v1/subscriptions/{subscription}/discount",
    ),
    "hubspot": (
        "POST /crm/v3/properties/{objectType}/groups",
        "POST /crm/v3/lists (active)",
        "PUT /settings/v3/users/{userId} (by id)",
        "PATCH /crm/v3/objects/{objectType}/{objectId}#properties (some properties of a contact)",
    ),
    "salesforce": (
        "POST /sobjects/{sobject} (a contact that a colleague edits)",
        "PATCH /sobjects/{sobject}/{id}",
        "POST /composite",
        "POST /Soap/m#createMetadata",
    ),
    "gmail": (
        "gmail.users.messages.modify",
        "gmail.users.messages.batchModify",
        "gmail.users.drafts.create",
        "gmail.users.labels.patch",
    ),
    "sheets": (
        "sheets.spreadsheets.values.update",
        "sheets.spreadsheets.values.append",
        "sheets.spreadsheets.batchUpdate#addSheet",
    ),
    "drive": (
        "drive.files.create (a folder)",
        "drive.files.create (in a shared drive, asking for the name only)",
        "drive.files.update (metadata)",
        "drive.comments.create",
    ),
}
"""Operations of every form of answer: an object, a part of one that was asked for, no body, items, XML."""


class Wait(Exception):
    """What means to come back."""


@pytest.fixture(params=[pytest.param(one, id=name) for name, one in VENDORS.items()])
def served(
    request: pytest.FixtureRequest, rein_ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Vendor, Sandbox]]:
    """A vendor with its stand-in, the agent's credential in the environment."""
    vendor: Vendor = request.param
    with vendor.sandbox() as sandbox:
        for name, value in vendor.environ(sandbox.url).items():
            monkeypatch.setenv(name, value)
        yield vendor, sandbox


def examples(vendor: Vendor) -> list[Example]:
    """The chosen ones; a title that is no example's any more is told."""
    found = {one.title: one for one in vendor.examples}
    return [found[title] for title in CHOSEN[vendor.name]]


def prepared(vendor: Vendor, sandbox: Sandbox, example: Example) -> None:
    """The vendor as the example needs it."""
    sandbox.reset()
    if example.prepare is not None:
        with vendor.theirs(sandbox.url) as person:
            example.prepare(person)


def plain(value: Any) -> Any:
    """What an SDK gave, with its type, as data that can be compared."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    data = getattr(value, "raw_data", None) or getattr(value, "data", None) or value
    data = value.to_dict() if hasattr(value, "to_dict") else data
    return type(value).__name__, data


def leg(example: Example, number: int) -> rein.Run:
    """One leg of a run that resumes."""
    return rein.run(f"{example.title} {number}", key="1", resume=True, pauses_on=Wait)


def test_each_sdk_is_handed_its_own_answer(served: tuple[Vendor, Sandbox]) -> None:
    """A second leg gives the code what the first one did, and sends no write at all."""
    vendor, sandbox = served
    for number, example in enumerate(examples(vendor)):
        prepared(vendor, sandbox, example)
        with vendor.ours() as client, pytest.raises(Wait), leg(example, number):
            first = plain(example.act(rein.wrap(client)))
            raise Wait
        sent = len(sandbox.writes)
        assert sent, example.title
        with vendor.ours() as client, leg(example, number) as run:
            second = plain(example.act(rein.wrap(client)))
        assert second == first, example.title
        assert sandbox.writes[sent:] == [] or "completeUpload" in example.title, example.title
        assert [one.state for one in run.actions] == ["landed"], example.title


async def post(client: Any) -> Any:
    """A message of Slack's async client."""
    return await client.chat_postMessage(channel="C0AAA", text="Hello")


async def comment(client: Any) -> Any:
    """A comment of Notion's async client."""
    page = next(iter((await client.search())["results"]))
    return await client.comments.create(parent={"page_id": page["id"]}, rich_text=[{"text": {"content": "Hello"}}])


async def customer(client: Any) -> Any:
    """A customer of stripe's async methods."""
    return await client.v1.customers.create_async({"name": "Anna"})


@pytest.mark.filterwarnings("ignore:Use 'content=:DeprecationWarning")  # httpx on how stripe calls it
@pytest.mark.parametrize(("name", "act"), [("slack", post), ("notion", comment), ("stripe", customer)])
def test_async_clients_are_handed_their_own_answers(
    rein_ledger: Path, monkeypatch: pytest.MonkeyPatch, name: str, act: Any
) -> None:
    """The same on an event loop."""
    vendor = VENDORS[name]

    async def story(sandbox: Sandbox) -> tuple[Any, Any, int]:
        told = []
        for _ in range(2):
            async with AsyncExitStack() as held:
                with suppress(Wait):
                    async with rein.run("async", key="1", resume=True, pauses_on=Wait):
                        if vendor.aclient is None:
                            client = held.enter_context(vendor.ours())
                            held.push_async_callback(client._requestor._get_http_client().close_async)
                        else:
                            client = await held.enter_async_context(vendor.aours())
                        told.append(plain(await act(rein.wrap(client))))
                        raise Wait
        return told[0], told[1], len(sandbox.writes)

    with vendor.sandbox() as sandbox:
        for variable, value in vendor.environ(sandbox.url).items():
            monkeypatch.setenv(variable, value)
        first, second, sent = asyncio.run(story(sandbox))
    assert second == first
    assert sent == 1


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the SDK's credentials keep sockets
def test_a_batch_of_answers_stops(rein_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of Google's batch are no data: the resume stops rather than hand back something else."""
    vendor = VENDORS["drive"]
    example = next(one for one in vendor.examples if one.title == "drive.batch")
    with vendor.sandbox() as sandbox:
        for name, value in vendor.environ(sandbox.url).items():
            monkeypatch.setenv(name, value)
        prepared(vendor, sandbox, example)
        with vendor.ours() as client, pytest.raises(Wait), leg(example, 1):
            example.act(rein.wrap(client))
            raise Wait
        sent = len(sandbox.writes)
        with vendor.ours() as client, pytest.raises(rein.ResumeStopped, match="the parts of a batch"):
            with leg(example, 1):
                example.act(rein.wrap(client))
        assert len(sandbox.writes) == sent
