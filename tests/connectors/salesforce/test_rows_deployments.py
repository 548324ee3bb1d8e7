"""Deployments: what is put back, what is waited for, and which packages are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from simple_salesforce.api import Salesforce

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import no_waiting
from agentrein_salesforce.sandbox import SalesforceSandbox
from connectors.salesforce.examples.deployments import deploy, package
from salesforce_kit import ALLOW, environment, plain

Org = SalesforceSandbox
Act = Callable[[Salesforce], Any]


@pytest.fixture
def org(monkeypatch: pytest.MonkeyPatch) -> Iterator[Org]:
    """The organization, with the agent's session in the environment."""
    with SalesforceSandbox() as sandbox:
        for name, value in environment(sandbox.url, Org.AGENT_SESSION).items():
            monkeypatch.setenv(name, value)
        yield sandbox


@pytest.fixture
def sf(org: Org) -> Salesforce:
    """The agent's client."""
    return rein.wrap(plain(org.url, Org.AGENT_SESSION))


def classes(*names: str) -> str:
    """The members of a manifest."""
    return f"<types>{''.join(f'<members>{name}</members>' for name in names)}<name>ApexClass</name></types>"


def test_what_takes_a_while_is_waited_for(org: Org, sf: Salesforce) -> None:
    """Before the deployment, at its undo and after that, retrievals and deployments are only done at the third look."""
    start = org.state()
    org.world.looks = 2
    with no_waiting():
        with rein.run("deploy") as run:
            deploy(package("Rates", "Taxes"))(sf)
        report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [State.COMPENSATED], str(report)
    assert org.left(start) == []


def test_what_does_not_end_asks_a_person(org: Org, sf: Salesforce) -> None:
    """A deployment that is still under way is not undone, nor called so."""
    with rein.run("deploy") as run:
        deploy(package("Rates"))(sf)
    org.world.looks = 1000
    with no_waiting():
        report = rein.revert(run.id)
    assert (report.exit, len(org.writes)) == (1, 1)


def test_a_deployment_that_failed_left_nothing(org: Org, sf: Salesforce) -> None:
    """Production rolls back: the members read as before, so that nothing is sent."""
    start = org.state()
    with rein.run("deploy") as run:
        deploy(package("Rates", types=classes("Rates", "Lost")))(sf)
    report = rein.revert(run.id)
    assert (report.exit, org.left(start), len(org.writes)) == (0, [], 1)


def test_a_deployment_that_only_checks_is_a_question(org: Org, sf: Salesforce) -> None:
    """Nothing is recorded, and nothing changes."""
    start = org.state()
    with rein.run("check") as run:
        deploy(package("Rates"), checkOnly=True)(sf)
    assert (run.actions, org.state()) == ([], start)


@pytest.mark.parametrize(
    "content",
    [
        b"no package",
        package("Rates", types=classes("*")),
        package("Rates", **{"destructiveChanges.xml": "<Package/>"}),
        package("Rates", types="<types><members>Mine__c</members><name>CustomObject</name></types>"),
        package("Rates", types="<types><members>Case</members><name>CaseSettings</name></types>"),
        package("Rates", types="<!DOCTYPE x>"),
        package(types=" "),
        package("Rates", **{"classes/Large.cls": "".join(f"{n:x}" for n in range(5_000_000))}),
    ],
    ids=["unreadable", "wildcard", "deletes", "data", "settings", "type", "empty", "large"],
)
def test_a_package_that_nothing_puts_back_is_refused(org: Org, sf: Salesforce, content: bytes) -> None:
    """Nothing was sent, nor recorded."""
    with rein.run("bad") as run, pytest.raises(rein.Refused):
        deploy(content)(sf)
    assert (run.actions, org.writes) == ([], [])


def test_a_package_with_a_credential_is_not_recorded(org: Org, sf: Salesforce) -> None:
    """Not even where a person allows what nothing undoes."""
    secret = package("Rates", **{"namedCredentials/Bank.namedCredential": "<password>planted</password>"})
    with rein.run("secret", policy=ALLOW) as run, pytest.raises(rein.Refused, match="credentials"):
        deploy(secret)(sf)
    assert (run.actions, org.writes) == ([], [])


UNREADABLE = (
    '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Header><SessionHeader><sessionId>{}</sessionId>'
    '</SessionHeader></Header><Body><deploy xmlns="http://soap.sforce.com/2006/04/metadata">'
    "<ZipFile>bm90IGEgemlwOiBodW50ZXIy</ZipFile><DeployOptions/></deploy></Body></Envelope>"
)
"""A deployment of bytes that are no package."""


def test_a_package_that_cannot_be_read_is_recorded_by_its_digest(org: Org, sf: Salesforce) -> None:
    """It may hold anything: let out by a policy it is sent as it is, and nothing of it is written down."""
    allow = {"salesforce: POST /Soap/m#deploy": "allow"}
    with rein.run("deploy", policy=allow) as run:
        sf.session.post(
            f"https://{sf.sf_instance}/services/Soap/m/59.0",
            data=UNREADABLE.format(sf.session_id),
            headers={"Content-Type": "text/xml", "SOAPAction": "deploy"},
        )
    [action] = run.actions
    assert action.planned["call"]["body"]["ZipFile"].startswith("sha256:")
