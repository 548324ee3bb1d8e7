"""Single records."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.salesforce.examples.things import (
    KEYED,
    OBJECT,
    RECORD,
    UNDELETED,
    Org,
    change,
    make,
    on_newest,
)

NEW_USER = {
    "LastName": "Iver",
    "Username": "iver@widgets.example",
    "Email": "iver@widgets.example",
    "Alias": "iver",
    "ProfileId": "00egl0000000001AAA",
    **dict.fromkeys(("TimeZoneSidKey", "LocaleSidKey", "EmailEncodingKey", "LanguageLocaleKey"), "x"),
}
FILE = {"Title": "Plan", "PathOnClient": "plan.txt", "VersionData": "cGxhbg==", "FirstPublishLocationId": Org.ACME}

EXAMPLES = (
    Example(
        f"POST {OBJECT}",
        make("Account", Name="Umbrella", Phone="1", AnnualRevenue="5.50"),
        prepare=make("Account", Name="Umbrella", Phone="1", AnnualRevenue="5.50"),
        foreign=on_newest("Account", lambda sf, id: sf.Contact.create({"LastName": "Theirs", "AccountId": id})),
        name="an account that holds a colleague's contact",
    ),
    Example(
        f"POST {OBJECT}",
        make("Contact", LastName="Iver", AccountId=Org.ACME),
        foreign=on_newest("Contact", lambda sf, id: sf.Contact.update(id, {"Phone": "2"})),
        name="a contact that a colleague edits",
    ),
    Example(
        f"POST {OBJECT}",
        make("User", **NEW_USER),
        foreign=on_newest("User", lambda sf, id: sf.User.update(id, {"Title": "Theirs"})),
        name="a user",
    ),
    Example(
        f"POST {OBJECT}",
        make("ContentVersion", **FILE),
        foreign=on_newest("ContentDocument", lambda sf, id: sf.ContentDocument.update(id, {"Title": "Theirs"})),
        leaves=("ContentVersion:*",),
        name="a file",
    ),
    Example(
        f"POST {OBJECT}/Id",
        lambda sf: sf.restful("sobjects/Task/Id", method="POST", json={"Subject": "Mine"}),
        foreign=on_newest("Task", lambda sf, id: sf.Task.update(id, {"Subject": "Theirs"})),
    ),
    Example(
        f"PATCH {RECORD}",
        change("Account", Org.ACME, Phone="2", lead_score__c=None, Industry=""),
        foreign=change("Account", Org.ACME, Phone="3"),
        beside=change("Account", Org.ACME, Website="theirs.example"),
    ),
    Example(
        f"PATCH {RECORD}",
        change("Opportunity", Org.DEAL, StageName="Proposal"),
        foreign=change("Opportunity", Org.DEAL, StageName="Closed Won"),
        beside=change("Opportunity", Org.DEAL, NextStep="theirs"),
        name="a stage",
    ),
    Example(
        f"PATCH {RECORD}",
        change("Attachment", Org.ATTACHMENT, Body="bmV3"),
        foreign=change("Attachment", Org.ATTACHMENT, Body="dGhlaXJz"),
        beside=change("Attachment", Org.ATTACHMENT, Name="theirs.txt"),
        untold="a person's bytes and the call's are told apart by what they are",
        name="bytes",
    ),
    Example(
        f"DELETE {RECORD}",
        lambda sf: sf.Account.delete(Org.ACME),
        alone=UNDELETED,
        name="an account with contacts",
    ),
    Example(
        f"DELETE {KEYED}",
        lambda sf: sf.Contact.delete("Ext__c/C-1"),
        alone=UNDELETED,
    ),
    Example(
        f"PATCH {KEYED}",
        lambda sf: sf.Project__c.upsert("Key__c/P-9", {"Name": "Mine", "Phase__c": "Plan"}),
        foreign=on_newest("Project__c", lambda sf, id: sf.Project__c.update(id, {"Name": "Theirs"})),
        name="a new record",
    ),
    Example(
        f"PATCH {KEYED}",
        lambda sf: sf.Project__c.upsert("Key__c/P-1", {"Phase__c": "Done", "Budget__c": 7}),
        foreign=change("Project__c", Org.PROJECT, Phase__c="Build"),
        beside=change("Project__c", Org.PROJECT, Name="theirs"),
        name="a record that was there",
    ),
)
