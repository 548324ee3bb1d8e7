"""Dry runs with the nine real SDKs: nothing leaves, and each SDK has invented answers of its own type to go on with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein.dry_report import DryReport
from agentrein.rehearsal import INVENTED, PREFIX
from agentrein.testing import Sandbox
from agentrein_google.drive.sandbox import DriveSandbox
from faults.agents.vendor import Vendor
from faults.agents.vendors import VENDORS


def github(gh: Any) -> Any:
    """An issue in a repository that the stand-in is told of, a comment on it, and a read of both."""
    issue = gh.get_repo("acme/app").create_issue("Flaky test", body="It fails.")
    issue.create_comment("Again")
    issue.edit(title="Flaky tests")
    issue.update()
    assert (issue.title, [one.body for one in issue.get_comments()]) == ("Flaky tests", ["Again"])
    return issue.number


def slack(client: Any) -> Any:
    """A message and a reply, which the thread shows."""
    posted = client.chat_postMessage(channel="C0AAA", text="Hello")
    client.chat_postMessage(channel="C0AAA", text="Reply", thread_ts=posted["ts"])
    client.reactions_add(channel="C0AAA", timestamp=posted["ts"], name="eyes")
    read = client.conversations_replies(channel="C0AAA", ts=posted["ts"])
    assert [one["text"] for one in read["messages"]] == ["Hello", "Reply"]
    return posted["ts"]


def notion(client: Any) -> Any:
    """A page in a page, changed and read again."""
    title = {"title": {"title": [{"text": {"content": "Notes"}}]}}
    page = client.pages.create(parent={"page_id": "f0000000-0000-4000-8000-000000000001"}, properties=title)
    client.pages.update(page["id"], icon={"type": "emoji", "emoji": "🎯"})
    assert client.pages.retrieve(page["id"])["icon"]["emoji"] == "🎯"
    return page["id"]


def stripe(client: Any) -> Any:
    """A product with a price of it."""
    product = client.v1.products.create({"name": "Plan"})
    price = client.v1.prices.create({"product": product.id, "currency": "usd", "unit_amount": 900})
    assert client.v1.prices.retrieve(price.id).product == product.id
    return price.id


def hubspot(client: Any) -> Any:
    """A company, changed and read again."""
    api = client.crm.companies.basic_api
    made = api.create({"properties": {"name": "Acme"}})
    api.update(made.id, {"properties": {"name": "Acme Inc."}})
    assert api.get_by_id(made.id).properties["name"] == "Acme Inc."
    return made.id


def salesforce(client: Any) -> Any:
    """An account with a contact."""
    account = client.Account.create({"Name": "Acme"})["id"]
    contact = client.Contact.create({"LastName": "Roe", "AccountId": account})["id"]
    assert client.Contact.get(contact)["AccountId"] == account
    return contact


def gmail(client: Any) -> Any:
    """A label, renamed."""
    labels = client.users().labels()
    made = labels.create(userId="me", body={"name": "Triage"}).execute()
    labels.patch(userId="me", id=made["id"], body={"name": "Done"}).execute()
    assert labels.get(userId="me", id=made["id"]).execute()["name"] == "Done"
    return made["id"]


def sheets(client: Any) -> Any:
    """A spreadsheet with values in it."""
    books = client.spreadsheets()
    book = books.create(body={"properties": {"title": "Numbers"}}).execute()["spreadsheetId"]
    body = {"values": [["a", "b"]]}
    books.values().update(spreadsheetId=book, range="A1:B1", valueInputOption="RAW", body=body).execute()
    assert books.values().get(spreadsheetId=book, range="A1:B1").execute()["values"] == [["a", "b"]]
    return book


def drive(client: Any) -> Any:
    """A folder, renamed."""
    kind = "application/vnd.google-apps.folder"
    made = client.files().create(body={"name": "New", "mimeType": kind}).execute()["id"]
    client.files().update(fileId=made, body={"name": "Newer"}).execute()
    assert client.files().get(fileId=made).execute()["name"] == "Newer"
    return made


STORIES: dict[str, Callable[[Any], Any]] = {
    "github": github,
    "slack": slack,
    "notion": notion,
    "stripe": stripe,
    "hubspot": hubspot,
    "salesforce": salesforce,
    "gmail": gmail,
    "sheets": sheets,
    "drive": drive,
}


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


def report_of(run: rein.Run) -> DryReport:
    """The report of a dry run."""
    assert isinstance(run.report, DryReport)
    return run.report


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # an SDK's credentials keep sockets
def test_the_code_goes_on_with_invented_answers(served: tuple[Vendor, Sandbox]) -> None:
    """A story of several calls, each standing on what the one before made, to its end; the vendor hears of none."""
    vendor, sandbox = served
    start, told = sandbox.state(), None
    with vendor.ours() as client, rein.run("try", dry_run=True) as run:
        told = STORIES[vendor.name](rein.wrap(client))
    report = report_of(run)
    assert report.ended is None, str(report)
    assert told is not None
    assert (isinstance(told, int) and told >= INVENTED) or str(told).startswith(PREFIX)
    assert all(one.invented and one.says and one.tier for one in report.calls)
    assert sandbox.writes == []
    assert sandbox.state() == start
    assert not any(str(told) in request.decoded or PREFIX in str(request.query) for request in sandbox.requests)


def test_each_address_of_an_inverse_is_named_once(rein_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A post that is edited to say so, else edited otherwise, else answered."""
    vendor = VENDORS["slack"]
    with vendor.sandbox() as sandbox:
        for name, value in vendor.environ(sandbox.url).items():
            monkeypatch.setenv(name, value)
        with vendor.ours() as client, rein.run("try", dry_run=True) as run:
            rein.wrap(client).chat_postMessage(channel="C0AAA", text="Hello")
    assert report_of(run).calls[0].undone_by == ("chat.update", "chat.postMessage")
    assert str(report_of(run)).count("chat.update") == 1


REAL: dict[str, Callable[[Any], Any]] = {
    "github": lambda gh: gh.get_repo("acme/app").get_issue(1).edit(title="Other"),
    "slack": lambda client: client.reactions_add(channel="C0AAA", timestamp="1700000000.000100", name="eyes"),
    "stripe": lambda client: (
        client.v1.customers.create({"name": "A"}) and client.v1.payment_links.update("plink_1", {})
    ),
}


def test_a_write_on_a_real_thing_ends_it(rein_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a stand-in would say of a thing that the vendor has would be a guess."""
    vendor = VENDORS["github"]
    with vendor.sandbox() as sandbox:
        for name, value in vendor.environ(sandbox.url).items():
            monkeypatch.setenv(name, value)
        went_on = False
        with vendor.ours() as client, rein.run("try", dry_run=True) as run:
            REAL["github"](rein.wrap(client))
            went_on = True
        assert not went_on
        assert report_of(run).ended == (1, "nothing can stand in for GitHub's answer to it")
        assert sandbox.writes == []


def read_slack(client: Any) -> None:
    """The channel that was posted to, and another one."""
    client.chat_postMessage(channel="C0AAA", text="Hello")
    client.conversations_info(channel="C0AAA")
    client.conversations_info(channel="C0GEN")


def read_drive(client: Any) -> None:
    """The folder that a file was made in, and another one."""
    client.files().create(body={"name": "New", "parents": [DriveSandbox.PROJECTS]}).execute()
    for folder in (DriveSandbox.PROJECTS, DriveSandbox.ARCHIVE):
        client.files().list(q=f"'{folder}' in parents").execute()


READS = {"slack": (read_slack, "conversations.info"), "drive": (read_drive, "drive.files.list")}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # an SDK's credentials keep sockets
@pytest.mark.parametrize("name", READS)
def test_a_read_that_names_what_was_written_to_is_stale(
    name: str, rein_ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where calls have no paths, it names the thing, or a query does; reads of other things are not."""
    vendor, (story, read) = VENDORS[name], READS[name]
    with vendor.sandbox() as sandbox:
        for variable, value in vendor.environ(sandbox.url).items():
            monkeypatch.setenv(variable, value)
        with vendor.ours() as client, rein.run("try", dry_run=True) as run:
            story(rein.wrap(client))
    assert report_of(run).stale == ((read, 1),)


async def aslack(client: Any) -> Any:
    """As the sync client."""
    posted = await client.chat_postMessage(channel="C0AAA", text="Hello")
    read = await client.conversations_replies(channel="C0AAA", ts=posted["ts"])
    assert [one["text"] for one in read["messages"]] == ["Hello"]
    return posted["ts"]


async def anotion(client: Any) -> Any:
    """As the sync client."""
    title = {"title": {"title": [{"text": {"content": "Notes"}}]}}
    page = await client.pages.create(parent={"page_id": "f0000000-0000-4000-8000-000000000001"}, properties=title)
    assert (await client.pages.retrieve(page["id"]))["id"] == page["id"]
    return page["id"]


async def astripe(client: Any) -> Any:
    """As the sync methods."""
    product = await client.v1.products.create_async({"name": "Plan"})
    assert (await client.v1.products.retrieve_async(product.id)).name == "Plan"
    return product.id


@pytest.mark.filterwarnings("ignore:Use 'content=:DeprecationWarning")  # httpx on how stripe calls it
@pytest.mark.parametrize(("name", "story"), [("slack", aslack), ("notion", anotion), ("stripe", astripe)])
def test_async_clients_go_on_too(rein_ledger: Path, monkeypatch: pytest.MonkeyPatch, name: str, story: Any) -> None:
    """The same on an event loop."""
    vendor = VENDORS[name]

    async def played() -> tuple[rein.Run, Any]:
        async with AsyncExitStack() as held:
            if vendor.aclient is None:
                client = held.enter_context(vendor.ours())
                held.push_async_callback(client._requestor._get_http_client().close_async)
            else:
                client = await held.enter_async_context(vendor.aours())
            told = None
            async with rein.run("try", dry_run=True) as run:
                told = await story(rein.wrap(client))
        return run, told

    with vendor.sandbox() as sandbox:
        for variable, value in vendor.environ(sandbox.url).items():
            monkeypatch.setenv(variable, value)
        run, told = asyncio.run(played())
        assert report_of(run).ended is None, str(run.report)
        assert str(told).startswith(PREFIX)
        assert sandbox.writes == []
