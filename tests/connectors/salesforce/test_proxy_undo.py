"""What was written through an armed client is undone through it, through its copies, and by another process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
from simple_salesforce.api import Salesforce

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Request
from agentrein_salesforce.sandbox import SalesforceSandbox
from salesforce_kit import To, armed, environment, plain

AGENT, CONTACT = SalesforceSandbox.AGENT_SESSION, SalesforceSandbox.BERG


@pytest.fixture
def sb() -> Iterator[SalesforceSandbox]:
    """Salesforce, as the sandbox plays it."""
    with SalesforceSandbox() as sandbox:
        yield sandbox


def enrich(client: Salesforce) -> None:
    """A new contact, an edit, and a contact that goes."""
    client.Contact.create({"LastName": "Enriched"})
    client.Contact.update(CONTACT, {"Phone": "Enriched"})
    client.Contact.delete(SalesforceSandbox.FALK)


def reverted(run: rein.Run) -> None:
    """Every action of the run is undone."""
    assert {action.state for action in run.actions} == {State.REVERTED}


def test_a_run_that_fails_is_undone(sb: SalesforceSandbox) -> None:
    """The run's own client undoes it, after its session was closed, too."""
    start, client = sb.state(), armed(sb.url, AGENT)
    with pytest.raises(ZeroDivisionError), rein.run("t") as run:
        enrich(client)
        client.session.close()
        raise ZeroDivisionError
    reverted(run)
    assert sb.left(start) == []
    assert {one.actor for one in sb.requests} == {sb.AGENT}


def test_a_run_is_undone_later_from_the_environment(sb: SalesforceSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client of its own, which knows the session alone, finds the place and the version in which the agent wrote."""
    for name, value in environment(sb.url, AGENT).items():
        monkeypatch.setenv(name, value)
    start = sb.state()
    with rein.run("t") as run:
        enrich(armed(sb.url, AGENT, version="60.0"))
    sb.clear_requests()
    report = rein.revert(run.id)
    assert {action.state for action in report.actions} == {State.REVERTED}
    assert sb.left(start) == []
    others = {one.path for one in sb.requests if "60.0" not in one.path}
    assert others == {"/services/data/v59.0/", "/services/data/v59.0/query"}  # who the session is of


def test_the_session_of_another_undoes_nothing(sb: SalesforceSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the agent did is not undone by somebody else's session, to whom a record may only look gone."""
    for name, value in environment(sb.url, SalesforceSandbox.PERSON_SESSION).items():
        monkeypatch.setenv(name, value)
    with rein.run("t") as run:
        armed(sb.url, AGENT).Contact.update(CONTACT, {"Phone": "Enriched"})
    sb.clear_requests()
    report = rein.revert(run.id)
    assert report.exit == 3
    assert [action.state for action in report.actions] == [State.LANDED]
    assert "wrong credentials" in report.actions[0].message
    assert not sb.writes


def test_the_headers_that_metadata_leaves_behind_do_not_reach_an_undo(sb: SalesforceSandbox) -> None:
    """After a look at a deployment the client's own headers say `text/xml`, and the undo says JSON itself."""
    start, client = sb.state(), armed(sb.url, AGENT)
    with pytest.raises(ZeroDivisionError), rein.run("t") as run:
        client.Contact.update(CONTACT, {"Phone": "Enriched"})
        client.headers.update({"Content-Type": "text/xml", "SOAPAction": "checkDeployStatus"})
        raise ZeroDivisionError
    reverted(run)
    assert sb.left(start) == []
    assert {one.headers["content-type"] for one in sb.writes} == {"application/json"}


def login(sb: SalesforceSandbox) -> Salesforce:
    """An armed client that logged in, and can again; what it does comes from another host than the sandbox's."""
    session = requests.Session()
    session.mount("https://acme.my.salesforce.com/", To(sb.url))
    made = Salesforce("agent@widgets.example", "password", "", domain="acme.my", session=session)
    made.sf_instance = "acme.my.salesforce.com"
    made.base_url = made.base_url.replace(made.base_url.split("/")[2], "acme.my.salesforce.com")
    return rein.wrap(made)


def expire(sb: SalesforceSandbox) -> None:
    """Every session of the agent is over; a login gives another one."""
    with sb.lock:
        users = sb.world.sessions
        for session in [one for one, user in users.items() if user == sb.AGENT]:
            del users[session]
        users["session-later"] = sb.AGENT


def test_a_session_that_is_over_at_the_undo_is_renewed(sb: SalesforceSandbox) -> None:
    """Between the run and its undo the session ends: the client logs in as it would for its user, and goes on."""
    start, client = sb.state(), login(sb)
    with pytest.raises(ZeroDivisionError), rein.run("t") as run:
        client.Contact.update(CONTACT, {"Phone": "Enriched"})
        expire(sb)
        raise ZeroDivisionError
    reverted(run)
    assert sb.left(start) == []


WRITES: list[Callable[[Salesforce], Any]] = [
    lambda sf: sf.Contact.create({"LastName": "Lost"}),
    lambda sf: sf.Contact.update(CONTACT, {"Phone": "Lost"}),
]


@pytest.mark.parametrize("write", WRITES)
def test_a_lost_answer_is_found_and_undone(sb: SalesforceSandbox, write: Callable[[Salesforce], Any]) -> None:
    """An answer that never came is looked for, and what it did is undone."""
    start, client = sb.state(), armed(sb.url, AGENT)
    sb.faults.add("lost", writes=True)
    with pytest.raises(requests.ConnectionError), rein.run("t") as run:
        write(client)
    reverted(run)
    assert sb.left(start) == []


def test_an_upsert_is_seen_as_it_was_answered(sb: SalesforceSandbox) -> None:
    """The SDK gives its caller a status; whether the record is new, and its id, are read from the answer."""
    start, client = sb.state(), armed(sb.url, AGENT)
    with pytest.raises(ZeroDivisionError), rein.run("t") as run:
        assert client.Account.upsert("Ext__c/EVERY", {"Name": "New"}) == 201
        raise ZeroDivisionError
    reverted(run)
    assert sb.left(start) == []
    deleted = [one for one in sb.writes if one.method == "DELETE"]
    assert len(deleted) == 1


def test_a_person_in_the_same_process_is_let_alone(sb: SalesforceSandbox) -> None:
    """An unarmed client outside of a run writes as ever, and what it wrote stands."""
    seen: list[Request] = []
    sb.before_answer(seen.append)
    plain(sb.url, SalesforceSandbox.PERSON_SESSION).Contact.update(CONTACT, {"Phone": "Ours"})
    assert [one.method for one in seen] == ["PATCH"]
    assert sb.record(CONTACT)["Phone"] == "Ours"
