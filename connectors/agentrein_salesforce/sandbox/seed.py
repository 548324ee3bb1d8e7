"""What is there at the start: an organization with people, and some records of theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agentrein_salesforce.ids import long_id
from agentrein_salesforce.sandbox.definitions import element
from agentrein_salesforce.sandbox.parts import PARTNER, RETAIL
from agentrein_salesforce.sandbox.schema import Record
from agentrein_salesforce.sandbox.world import Component, File, World

_A_DAY = 86_400.0


def _nth(prefix: str, number: int) -> str:
    """The id of the n-th record of an object."""
    return str(long_id(f"{prefix}gl{number:010}"))


AGENT, ANNA, BEN = (_nth("005", n) for n in (1, 2, 3))
SUPPORT = _nth("00G", 1)
ACME, GLOBEX = _nth("001", 1), _nth("001", 2)
BERG, DORN, FALK = (_nth("003", n) for n in (1, 2, 3))
GOLD, HART = _nth("00Q", 1), _nth("00Q", 2)
DEAL, LINE, PRICE = _nth("006", 1), _nth("00k", 1), _nth("01u", 1)
SPRING, MEMBER_OF_TEAM = _nth("701", 1), _nth("01M", 1)
CASE, COMMENT, DRAFT_MAIL = _nth("500", 1), _nth("00a", 1), _nth("02s", 1)
TASK, EVENT, POST = _nth("00T", 1), _nth("00U", 1), _nth("0D5", 1)
ATTACHMENT, DOCUMENT, VERSION = _nth("00P", 1), _nth("069", 1), _nth("068", 1)
PROJECT, SECOND_PROJECT = _nth("a01", 1), _nth("a01", 2)


class Seed:
    """Puts records into a world, and notes the ids that tests name."""

    def __init__(self, world: World) -> None:
        self.world = world

    def put(self, sobject: str, by: str = "", **values: Any) -> str:
        """A record as it was made some time ago, with no rule asked."""
        world = self.world
        kind = world.objects[sobject]
        blank: dict[str, Any] = {one.name: None if one.default == "me" else one.default for one in kind.fields.values()}
        record: Record = {
            **blank,
            "type": sobject,
            "Id": values.pop("Id", None) or world.new_id(sobject),
            "IsDeleted": False,
        }
        for one in kind.fields.values():
            if one.numbered:
                record[one.name] = one.numbered.format(world.next_number(sobject))
        record |= {"CreatedDate": world.moment(), "CreatedById": by or record["Id"], **values}
        if "OwnerId" in kind.fields and record["OwnerId"] is None:
            record["OwnerId"] = by
        world.touch(record, by or record["Id"])
        world.records[record["Id"]] = record
        return str(record["Id"])


def world(clock: Callable[[], float]) -> World:
    """The organization; its records are a day old."""
    made = World(lambda: clock() - _A_DAY)
    seed = Seed(made)
    _people(seed)
    _sales(seed)
    _work(seed)
    _metadata(made)
    made.clock = clock
    return made


def _people(seed: Seed) -> None:
    put, settings = seed.put, {"TimeZoneSidKey": "UTC", "LocaleSidKey": "en_US", "EmailEncodingKey": "UTF-8"}
    settings["LanguageLocaleKey"] = "en_US"
    put("Organization", Name="Widgets", IsSandbox=True)
    profile = put("Profile", Name="Standard User")
    for name in ("Agent", "Anna", "Ben"):
        login = f"{name.lower()}@widgets.example"
        put("User", LastName=name, Username=login, Email=login, Alias=name.lower(), ProfileId=profile, **settings)
    users = [one["Id"] for one in seed.world.of("User")]
    seed.world.sessions = {"session-agent": users[0], "session-person": users[1]}
    put("Group", users[1], Name="Support", Type="Queue")
    put("PermissionSet", users[1], Name="Exports")
    for id, name in ((RETAIL, "Retail"), (PARTNER, "Partner")):
        put("RecordType", users[1], Id=id, Name=name, SobjectType="Contact", DeveloperName=name)


def _sales(seed: Seed) -> None:
    put, anna = seed.put, next(u["Id"] for u in seed.world.of("User") if u["LastName"] == "Anna")
    acme = put(
        "Account", anna, Name="Acme", Phone="1", Industry="Energy", BillingCity="Bonn", lead_score__c=7.0, Ext__c="A-1"
    )
    globex = put("Account", anna, Name="Globex", Ext__c="A-2")
    put(
        "Contact",
        anna,
        LastName="Berg",
        Email="berg@acme.example",
        MailingCity="Bonn",
        AccountId=acme,
        RecordTypeId=RETAIL,
        Tier__c="Basis",
        Ext__c="C-1",
        Badge__c="1234",
    )
    put("Contact", anna, FirstName="Cleo", LastName="Dorn", AccountId=acme, Tier__c="Silver")
    put("Contact", anna, FirstName="Emil", LastName="Falk", AccountId=globex, Tier__c="Silver")
    put("Lead", anna, LastName="Gold", Company="Hooli", Status="Open - Not Contacted", Ext__c="L-1")
    put("Lead", anna, LastName="Hart", Company="Initech", Status="Closed - Not Converted", IsConverted=True)
    deal = put(
        "Opportunity",
        anna,
        Name="Turbines",
        StageName="Prospecting",
        CloseDate="2030-01-31",
        Amount=1000.0,
        Probability=15.0,
        ForecastCategoryName="Pipeline",
        AccountId=acme,
    )
    product = put("Product2", anna, Name="Turbine", ProductCode="T-1", IsActive=True)
    price = put("PricebookEntry", anna, Product2Id=product, UnitPrice=500.0, IsActive=True)
    put("OpportunityLineItem", anna, OpportunityId=deal, PricebookEntryId=price, Quantity=2.0, UnitPrice=500.0)
    seed.world.records[deal]["own amount"] = 900.0
    put("Campaign", anna, Name="Spring", Status="Planned")
    put("AccountTeamMember", anna, AccountId=acme, UserId=anna, TeamMemberRole="Sales Rep")
    for number, phase in ((1, "Plan"), (2, "Build")):
        put(
            "Project__c",
            anna,
            Name=f"Project {number}",
            Key__c=f"P-{number}",
            Batch__c="b",
            Phase__c=phase,
            Account__c=acme,
            Budget__c=100.0 * number,
        )


def _metadata(world: World) -> None:
    """The definitions of what the organization made itself, as far as tests look at them."""
    anna = next(u["Id"] for u in world.of("User") if u["LastName"] == "Anna")
    for path in ("classes/Rates.cls", "classes/Rates.cls-meta.xml"):
        world.files[path] = File("ApexClass", "Rates", f"{path} at first\n".encode(), anna, world.moment())
    for kind, name, parts in (
        ("CustomObject", "Project__c", {"label": "Project", "pluralLabel": "Projects", **_DEPLOYED}),
        ("CustomField", "Project__c.Batch__c", {"label": "Batch", "length": "255", **_UNREQUIRED, "type": "Text"}),
        ("CustomField", "Project__c.Key__c", {"label": "Key", "length": "80", **_UNREQUIRED, "type": "Text"}),
        (
            "RemoteSiteSetting",
            "Docs",
            {"disableProtocolSecurity": "false", "isActive": "true", "url": "https://d.example"},
        ),
    ):
        made = (anna, world.moment())
        world.components[kind, name.casefold()] = Component(kind, name, element(kind, name, **parts), *made, *made)


_DEPLOYED: dict[str, Any] = {
    "deploymentStatus": "Deployed",
    "nameField": {"label": "Name", "type": "Text"},
    "sharingModel": "ReadWrite",
}
_UNREQUIRED = {"externalId": "false", "required": "false"}


def _work(seed: Seed) -> None:
    world, put = seed.world, seed.put
    anna = next(u["Id"] for u in world.of("User") if u["LastName"] == "Anna")
    support, globex = next(world.of("Group"))["Id"], next(a["Id"] for a in world.of("Account") if a["Name"] == "Globex")
    world.assigns = {"Case": support, "Lead": next(u["Id"] for u in world.of("User") if u["LastName"] == "Ben")}
    for lead in world.of("Lead"):
        lead["OwnerId"] = world.assigns["Lead"]
    case = put("Case", anna, Subject="It hums", Status="New", AccountId=globex, OwnerId=support, Origin="Web")
    put("CaseComment", anna, ParentId=case, CommentBody="Which one?", IsPublished=False)
    put("EmailMessage", anna, ParentId=case, Subject="Re: It hums", ToAddress="falk@globex.example", Status="5")
    put("Task", anna, Subject="Call", WhatId=globex, Priority="Normal", Status="Not Started")
    put(
        "Event",
        anna,
        Subject="Visit",
        WhatId=globex,
        StartDateTime="2030-01-01T09:00:00.000+0000",
        EndDateTime="2030-01-01T10:00:00.000+0000",
    )
    put("FeedItem", anna, ParentId=globex, Body="Good news")
    put("Attachment", anna, ParentId=globex, Name="plan.txt", Body="cGxhbg==", ContentType="text/plain")
    document = put("ContentDocument", anna, Title="Offer")
    version = put(
        "ContentVersion",
        anna,
        Title="Offer",
        PathOnClient="offer.txt",
        VersionData="b2ZmZXI=",
        ContentDocumentId=document,
    )
    world.records[document]["LatestPublishedVersionId"] = version
