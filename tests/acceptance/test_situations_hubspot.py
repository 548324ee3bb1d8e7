"""What happens at HubSpot while an agent works and before its run is undone, and what the undo makes of it.

What these situations say is proven elsewhere, in tests/connectors/hubspot:
1, 2, 3, 4, 5, 6, 8, 9, 11, 12 and scenario 25: test_rows_records.py; 12 once more in test_proxy_undo.py;
7 and the rest of scenario 27, members who were in a list before: test_rows_content.py;
scenario 13, `async_req`, and 16, every callable: test_proxy_doors.py and test_proxy_every.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import hubspot
import pytest
from urllib3.exceptions import HTTPError

import agentrein as rein
from acceptance_kit import Boom, entries, states
from agentrein.testing.crash import no_waiting
from agentrein_hubspot.sandbox import HubSpotSandbox, portal
from hubspot_kit import ALLOW, armed, plain
from hubspot_sandbox_kit import contact


@pytest.fixture
def sb(rein_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubSpotSandbox]:
    """HubSpot, a ledger, and the agent's token in the environment."""
    with HubSpotSandbox() as sandbox:
        monkeypatch.setenv("HUBSPOT_ACCESS_TOKEN", "pat-agent")
        monkeypatch.setenv("HUBSPOT_BASE_URL", sandbox.url)
        yield sandbox


@pytest.fixture
def agent(sb: HubSpotSandbox) -> hubspot.Client:
    """The agent's armed client."""
    return armed(sb.url)


@pytest.fixture
def anna(sb: HubSpotSandbox) -> hubspot.Client:
    """Somebody else, through a plain client."""
    return plain(sb.url, access_token="pat-person")


def shown(anna: hubspot.Client, *properties: str) -> list[Any]:
    """What the lead's record shows."""
    record = anna.crm.contacts.basic_api.get_by_id(portal.LEAD, properties=list(properties))
    return [record.properties[name] for name in properties]


# --- a batch of which a part fails


def test_four_of_seven_new_contacts_are_four_to_archive(sb: HubSpotSandbox, agent: hubspot.Client) -> None:
    """Scenario 36: HubSpot answers 207, each of the four is archived, and the report counts them."""
    start = sb.state()
    mails = ["a@acme.example", "no address", "b@acme.example", "none", "c@acme.example", "neither", "d@acme.example"]
    inputs = [{**contact(email=mail), "objectWriteTraceId": f"t{at}"} for at, mail in enumerate(mails)]
    with suppress(Boom), rein.run("import") as run:
        answer = agent.crm.contacts.batch_api.create({"inputs": inputs})
        assert (len(answer.results), answer.num_errors, len(sb.left(start)) >= 4) == (4, 3, True)
        raise Boom
    assert (states(run), sb.left(start)) == ({1: "reverted"}, [])
    undo = sb.writes[1:]
    assert [one.path for one in undo] == ["/crm/v3/objects/contacts/batch/archive"] * 4
    archived = [one.body["inputs"][0]["id"] for one in undo if len(one.body["inputs"]) == 1]
    assert archived == [one.id for one in answer.results][::-1]
    assert run.report is not None
    assert run.report.actions[0].message == "4 of 7 items landed"


# --- values that HubSpot keeps in another form


def test_a_value_that_hubspot_wrote_otherwise_is_no_conflict(
    sb: HubSpotSandbox, agent: hubspot.Client, anna: hubspot.Client
) -> None:
    """Scenario 26: an address in lower case and options in their order are still what the action wrote."""
    start = sb.state()
    with suppress(Boom), rein.run("clean up") as run:
        values = {"email": "New.Lead@ACME.example", "languages": "fr;de"}
        agent.crm.contacts.basic_api.update(portal.LEAD, {"properties": values})
        assert shown(anna, "email", "languages") != list(values.values())
        raise Boom
    assert (states(run), sb.left(start)) == ({1: "reverted"}, [])


# --- what was so before


def test_a_link_that_was_there_before_stays(sb: HubSpotSandbox, agent: hubspot.Client) -> None:
    """Scenario 27: a call that links what is linked already has nothing to take away."""
    start = sb.state()
    with suppress(Boom), rein.run("link") as run:
        agent.crm.associations.v4.basic_api.create_default("contacts", portal.LEAD, "companies", portal.ACME)
        raise Boom
    assert (len(sb.writes), sb.left(start)) == (1, [])
    assert run.report is not None
    assert run.report.exit == 0


def test_an_upsert_that_only_updated_archives_nothing(
    sb: HubSpotSandbox, agent: hubspot.Client, anna: hubspot.Client
) -> None:
    """Scenario 27: the contact was there before, so its values come back, and it stays."""
    start = sb.state()
    one = {"id": "lead@acme.example", "idProperty": "email", "properties": {"firstname": "Leader"}}
    with suppress(Boom), rein.run("sync") as run:
        assert agent.crm.contacts.batch_api.upsert({"inputs": [one]}).results[0].new is False
        raise Boom
    assert (states(run), sb.left(start)) == ({1: "reverted"}, [])
    assert [one.method for one in sb.writes] == ["POST", "PATCH"]
    assert shown(anna, "firstname") == ["Lead"]


# --- what others put into what the run made


def test_a_folder_that_holds_a_colleagues_file_is_kept(
    sb: HubSpotSandbox, agent: hubspot.Client, anna: hubspot.Client, tmp_path: Path
) -> None:
    """Scenario 29: deleting the folder would take the file with it; once that is moved away, the folder goes."""
    start = sb.state()
    with rein.run("campaign") as run:
        folder = agent.files.folders_api.create({"name": "campaign"}).id
    place = tmp_path / "plan.txt"
    place.write_text("hers")
    hers = anna.files.files_api.upload(file=str(place), folder_id=folder, options='{"access": "PRIVATE"}').id
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (states(report), report.exit, sb.writes) == ({1: "conflict"}, 1, [])
    assert report.actions[0].conflicts[0].now == [hers]
    anna.files.files_api.archive(hers)
    assert rein.revert(run.id).exit == 0
    assert not [one for one in sb.left(start) if "folder" in one]


# --- answers that are lost


def test_a_delete_without_answer_is_sent_once_and_found_in_the_bin(
    sb: HubSpotSandbox, agent: hubspot.Client, rein_ledger: Path
) -> None:
    """Situation 10: the pool would have sent it four times; one entry, unknown, and the recycle bin shows it."""
    lost = sb.faults.add("lost", method="DELETE", times=None)
    with no_waiting(), suppress(Boom), rein.run("tidy", policy=ALLOW) as run:
        with pytest.raises(HTTPError):
            agent.crm.contacts.basic_api.archive(portal.LEAD)
        assert states(run) == {1: "unknown"}
        raise Boom
    assert (lost.struck, [one.method for one in sb.writes]) == (1, ["DELETE"])
    assert [entry["seq"] for entry in entries(rein_ledger, "planned")] == [1]
    assert [one["payload"]["outcome"] for one in entries(rein_ledger, "outcome")] == ["unknown", "landed"]
    assert (states(run), sb.requests[-1].query["archived"]) == ({1: "needs_attention"}, "true")
    assert run.report is not None
    assert run.report.exit == 1


def test_a_search_that_lags_behind_is_no_proof(sb: HubSpotSandbox, agent: hubspot.Client) -> None:
    """Situation 12: a deal whose answer is lost is found though no search would show it yet; none is asked."""
    start = sb.state()
    sb.faults.add("lost", method="POST", writes=True)
    with no_waiting(), suppress(Boom), rein.run("deal") as run:
        with pytest.raises(HTTPError):
            agent.crm.deals.basic_api.create({"properties": {"dealname": "Upgrade", "amount": "7"}})
        raise Boom
    assert (states(run), sb.left(start)) == ({1: "reverted"}, [])
    assert not [one for one in sb.requests if one.path.endswith("/search")]
