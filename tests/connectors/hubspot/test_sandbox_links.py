"""Links of records in HubSpot's stand-in, driven by the real hubspot-api-client over HTTP."""

from __future__ import annotations

from typing import Any

import hubspot
import pytest

from agentrein_hubspot.sandbox import HubSpotSandbox, portal
from hubspot_kit import plain
from hubspot_sandbox_kit import contact, refused, specs

PLAIN, PRIMARY = ("HUBSPOT_DEFINED", 279), ("HUBSPOT_DEFINED", 1)


@pytest.fixture
def links(sb: HubSpotSandbox) -> Any:
    """The agent's calls about links, with a plain client."""
    return plain(sb.url).crm.associations.v4


def types(links: Any, one: str, company: str) -> list[tuple[int, str | None]]:
    """What stands between a contact and a company."""
    found = links.basic_api.get_page("contacts", one, "companies").results
    return [(t.type_id, t.label) for link in found if str(link.to_object_id) == company for t in link.association_types]


def label(links: Any, one: str, company: str, *given: tuple[str, int]) -> Any:
    """Link them."""
    return links.basic_api.create("contacts", one, "companies", company, specs(*given))


def test_a_label_brings_the_unlabelled_type(links: Any) -> None:
    """The first company is the primary one; another that becomes it takes that away."""
    made = label(links, portal.BUYER, portal.ACME, portal.DECISION_MAKER)
    assert made.labels == ["Decision maker"]
    assert types(links, portal.BUYER, portal.ACME) == [(279, None), (1001, "Decision maker")]
    label(links, portal.BUYER, portal.ACME, PRIMARY)
    assert (1, "Primary") in types(links, portal.BUYER, portal.ACME)
    assert types(links, portal.BUYER, portal.GLOBEX) == [(279, None)]


def test_links_are_seen_from_both_sides(sb: HubSpotSandbox, links: Any) -> None:
    """Under the type of each direction; the record itself shows them when it is asked for them."""
    label(links, portal.LEAD, portal.ACME, portal.ADVISOR)
    back = links.basic_api.get_page("0-2", portal.ACME, "contact").results
    assert [t.type_id for t in back[0].association_types] == [280, 2, 1004]
    record = plain(sb.url).crm.contacts.basic_api.get_by_id(portal.LEAD, associations=["companies", "deals", "quotes"])
    assert {name: [one.id for one in held.results] for name, held in record.associations.items()} == {
        "companies": [portal.ACME] * 3,
        "deals": [portal.RENEWAL],
    }


def test_a_link_goes_with_all_its_labels(links: Any) -> None:
    """204 also where there is none; the unlabelled type takes all of them along, another one only itself."""
    label(links, portal.LEAD, portal.ACME, portal.ADVISOR, portal.DECISION_MAKER)
    pair = {"from": {"id": portal.LEAD}, "to": {"id": portal.ACME}}
    archive = links.batch_api.archive_labels
    archive("contacts", "companies", {"inputs": [{**pair, "types": specs(portal.ADVISOR)}]})
    assert (1003, "Advisor") not in types(links, portal.LEAD, portal.ACME)
    archive("contacts", "companies", {"inputs": [{**pair, "types": specs(PLAIN)}]})
    assert types(links, portal.LEAD, portal.ACME) == []
    links.basic_api.archive("contacts", portal.LEAD, "companies", portal.ACME)


def test_a_type_must_be_defined(links: Any) -> None:
    """Between these kinds of records; and both records must be there."""
    with refused(400, "VALIDATION_ERROR", "is not valid between"):
        label(links, portal.LEAD, portal.ACME, ("USER_DEFINED", 7))
    with refused(404, "OBJECT_NOT_FOUND"):
        label(links, portal.LEAD, "999", PLAIN)


def test_what_links_an_archived_record_is_not_shown(sb: HubSpotSandbox, links: Any) -> None:
    """It comes back with the record, which only a person takes out of the bin."""
    sb.things.archive("companies", portal.ACME)
    assert types(links, portal.LEAD, portal.ACME) == []
    sb.things.restore("companies", portal.ACME)
    assert types(links, portal.LEAD, portal.ACME) == [(279, None), (1, "Primary")]


def test_a_new_record_comes_with_its_links(sb: HubSpotSandbox, links: Any) -> None:
    """The types tell of which kind the other record is; a wrong one keeps the record from being made."""
    bare: hubspot.Client = plain(sb.url)
    given = {**contact(email="e@acme.example"), "associations": [{"to": {"id": portal.ACME}, "types": specs(PLAIN)}]}
    made = bare.crm.contacts.basic_api.create(given)
    assert types(links, made.id, portal.ACME) == [(279, None), (1, "Primary")]
    wrong = [{"to": {"id": portal.ACME}, "types": specs(("USER_DEFINED", 7))}]
    with refused(400, "VALIDATION_ERROR"):
        bare.crm.contacts.basic_api.create({**contact(email="f@acme.example"), "associations": wrong})
    assert len(bare.crm.contacts.basic_api.get_page().results) == 3


def test_labels_are_made_in_both_directions(links: Any) -> None:
    """Deleting one takes it off every link; the labels of HubSpot stay."""
    made = links.schema.definitions_api.create(
        "contacts", "companies", {"name": "payer", "label": "Pays", "inverseLabel": "Is paid by"}
    ).results
    assert [one.label for one in made] == ["Pays", "Is paid by"]
    label(links, portal.LEAD, portal.ACME, ("USER_DEFINED", made[0].type_id))
    links.schema.definitions_api.remove("contacts", "companies", made[0].type_id)
    assert types(links, portal.LEAD, portal.ACME) == [(279, None), (1, "Primary")]
    with refused(404, "OBJECT_NOT_FOUND"):
        links.schema.definitions_api.remove("contacts", "companies", 279)
