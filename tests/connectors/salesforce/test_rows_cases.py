"""Two cases from the field: an enrichment that is reverted on Monday, and a record whose fields depend on its type."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Request
from agentrein_salesforce.sandbox import LIMIT, SalesforceSandbox
from salesforce_kit import environment, plain

Org = SalesforceSandbox
ROWS, REPAIRED, DELETED = 847, 12, 3


@pytest.fixture
def org(monkeypatch: pytest.MonkeyPatch) -> Iterator[Org]:
    """The organization, with the agent's session in the environment."""
    with SalesforceSandbox() as sandbox:
        for name, value in environment(sandbox.url, Org.AGENT_SESSION).items():
            monkeypatch.setenv(name, value)
        yield sandbox


def enriched(org: Org, rows: int = ROWS) -> tuple[rein.Run, list[str]]:
    """Friday: an agent overwrites two fields of every account, some with nothing; the run completes."""
    before = [(f"+49 {n}" if n % 5 else None, n % 7 + 1.0) for n in range(rows)]
    ids = [org.put("Account", Name="One", Phone=phone, lead_score__c=score) for phone, score in before]
    sf = rein.wrap(plain(org.url, Org.AGENT_SESSION))
    with rein.run("enrich") as run:
        for n, id in enumerate(ids):
            sf.Account.update(id, {"Phone": f"0{n}", "lead_score__c": None if n % 2 else 0.5})
    return run, ids


def the_weekend(org: Org, ids: list[str]) -> None:
    """What people do meanwhile: 12 telephone numbers are repaired, 3 accounts deleted."""
    person = plain(org.url, Org.PERSON_SESSION)
    for id in ids[:REPAIRED]:
        person.Account.update(id, {"Phone": "repaired"})
    for id in ids[20 : 20 + DELETED]:
        person.Account.delete(id)


def in_another_process(*words: str) -> tuple[int, Any]:
    """What `rein` answers on Monday: its exit and its JSON."""
    command = [sys.executable, "-m", "agentrein.cli", *words, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
    return done.returncode, json.loads(done.stdout)


def counted(told: Any) -> tuple[int, int, int]:
    """How many were put back, how many were repaired by a person, and how many are gone."""
    gone = [one for one in told["actions"] if "no longer there" in (one["message"] or "")]
    states = Counter(one["state"] for one in told["actions"])
    return states[State.REVERTED], states[State.CONFLICT] - len(gone), len(gone)


def patches(org: Org) -> list[Request]:
    """The changes of single records that arrived."""
    return [one for one in org.writes if one.method == "PATCH"]


def test_an_enrichment_is_reverted_record_by_record(org: Org) -> None:
    """C03: 847 records, of which people repaired 12 and deleted 3; plan and revert tell the same numbers."""
    run, ids = enriched(org)
    the_weekend(org, ids)
    org.clear_requests()
    exit_code, told = in_another_process("plan", run.id)
    assert (counted(told), org.writes) == ((ROWS - REPAIRED - DELETED, REPAIRED, DELETED), [])
    exit_code, told = in_another_process("revert", run.id, "--yes")
    assert (exit_code, counted(told)) == (1, (ROWS - REPAIRED - DELETED, REPAIRED, DELETED))
    sent = patches(org)
    assert len(sent) == len(org.writes) == ROWS - DELETED
    whole = [one.body for one in sent if set(one.body) == {"Phone", "lead_score__c"}]
    assert len(whole) == ROWS - REPAIRED - DELETED
    assert (whole[0], whole[1]) == ({"Phone": "+49 846", "lead_score__c": 7.0}, {"Phone": None, "lead_score__c": 6.0})
    repaired = org.record(ids[1])
    assert (repaired["Phone"], repaired["lead_score__c"]) == ("repaired", 2.0)
    [conflict] = [one for action in told["actions"] for one in action["conflicts"] if one["ours"] == "01"]
    assert (conflict["field"], conflict["before"], conflict["now"]) == ("Phone", "+49 1", "repaired")
    assert org.record(ids[20])["IsDeleted"]


def test_a_daily_limit_stops_the_undo_and_the_next_revert_does_the_rest(org: Org) -> None:
    """C03, the variant with fewer records: the limit of the day is reached; the rest is sent once, later."""
    run, ids = enriched(org, 60)
    the_weekend(org, ids)
    org.clear_requests()
    fault = org.faults.add("error", method="PATCH", after=30, times=None, status=403, body=LIMIT)
    report = rein.revert(run.id)
    assert (report.exit, len(patches(org)), fault.struck) == (1, 31, 1)
    assert Counter(one.state for one in report.actions) == {State.REVERTED: 30, State.LANDED: 30}
    org.faults.clear()
    report = rein.revert(run.id)
    states = {State.REVERTED: 60 - REPAIRED - DELETED, State.CONFLICT: REPAIRED + DELETED}
    assert (report.exit, Counter(one.state for one in report.actions)) == (1, states)
    landed = Counter(one.path for one in patches(org) if one.status == 204)
    assert (len(landed), set(landed.values())) == (60 - DELETED, {1})


def test_a_record_type_comes_back_with_what_it_allows_in_one_request(org: Org) -> None:
    """C21: the old tier is allowed by the old record type only, so that all four fields go back together."""
    start = org.state()
    sf = rein.wrap(plain(org.url, Org.AGENT_SESSION))
    fields = {"FirstName": "Ann", "MailingCity": "Rom", "RecordTypeId": Org.PARTNER, "Tier__c": "Gold"}
    with rein.run("type") as run:
        sf.Contact.update(Org.BERG, fields)
    org.clear_requests()
    report = rein.revert(run.id)
    assert (report.exit, org.left(start)) == (0, [])
    [sent] = org.writes
    assert sent.body == {"FirstName": None, "MailingCity": "Bonn", "RecordTypeId": Org.RETAIL, "Tier__c": "Basis"}


def test_what_salesforce_refuses_to_take_back_needs_a_person(org: Org) -> None:
    """C21: the record type does not allow the old value any more; the action tells it, and no field is dropped."""
    sf = rein.wrap(plain(org.url, Org.AGENT_SESSION))
    with rein.run("type") as run:
        sf.Contact.update(Org.BERG, {"MailingCity": "Rom", "Tier__c": "Silver"})
    plain(org.url, Org.PERSON_SESSION).Contact.update(Org.BERG, {"RecordTypeId": Org.PARTNER})
    report = rein.revert(run.id)
    [action] = report.actions
    assert action.state is State.NEEDS_ATTENTION
    assert "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST" in action.message
    assert org.record(Org.BERG)["MailingCity"] == "Rom"


@pytest.mark.parametrize("name", ["Name", "Greeting__c", "MailingAddress", "LastModifiedDate", "Badge__c"])
def test_a_field_that_cannot_be_written_back_is_refused(org: Org, name: str) -> None:
    """Compound, computed, stamped and masked fields: nothing is sent, and the reason names the field."""
    sf = rein.wrap(plain(org.url, Org.AGENT_SESSION))
    with rein.run("read-only") as run, pytest.raises(rein.Refused) as refused:
        sf.Contact.update(Org.BERG, {name: "x", "FirstName": "Ann"})
    assert (org.writes, run.actions) == ([], [])
    assert name in str(refused.value)
