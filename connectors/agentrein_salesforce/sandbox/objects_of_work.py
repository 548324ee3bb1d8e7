"""Cases, activities, feeds, and files."""

from __future__ import annotations

from agentrein_salesforce.sandbox.parts import (
    DRAFT,
    FEEDS,
    WHAT,
    WHO,
    is_closed,
)
from agentrein_salesforce.sandbox.schema import Field, long, lookup, picklist, shown, sobject, text

WORK = (
    sobject(
        "Case",
        "500",
        shown("CaseNumber", numbered="{:08d}"),
        text("Subject"),
        picklist("Status", "New", "Working", "Escalated", "Closed", default="New"),
        picklist("Priority", "High", "Medium", "Low", default="Medium"),
        picklist("Origin", "Phone", "Email", "Web"),
        picklist("Reason", "Installation", "Performance", "Other"),
        long("Description"),
        shown("IsClosed", "boolean", is_closed("Closed")),
        lookup("AccountId", "Account", children="Cases", on_delete="restrict"),
        lookup("ContactId", "Contact", children="Cases"),
        lookup("ParentId", "Case", children="Cases"),
        owned=True,
    ),
    sobject(
        "CaseComment",
        "00a",
        lookup("ParentId", "Case", children="CaseComments", on_delete="cascade", needed=True, update=False),
        long("CommentBody"),
        Field("IsPublished", "boolean", default=False),
    ),
    sobject(
        "EmailMessage",
        "02s",
        lookup("ParentId", "Case", children="EmailMessages", on_delete="cascade", update=False),
        text("Subject"),
        long("TextBody"),
        text("FromAddress"),
        text("ToAddress", 4000),
        Field("Incoming", "boolean", default=False),
        picklist("Status", "0", "1", "2", "3", "4", DRAFT, default=DRAFT, restricted=True),
    ),
    sobject(
        "Task",
        "00T",
        text("Subject"),
        picklist("Status", "Not Started", "In Progress", "Completed", default="Not Started"),
        picklist("Priority", "High", "Normal", "Low", default="Normal"),
        Field("ActivityDate", "date"),
        long("Description"),
        shown("IsClosed", "boolean", is_closed("Completed")),
        lookup("WhoId", *WHO, children="Tasks", on_delete="cascade"),
        lookup("WhatId", *WHAT, children="Tasks", on_delete="cascade"),
        owned=True,
    ),
    sobject(
        "Event",
        "00U",
        text("Subject"),
        Field("StartDateTime", "datetime", needed=True),
        Field("EndDateTime", "datetime", needed=True),
        text("Location"),
        lookup("WhoId", *WHO, children="Events", on_delete="cascade"),
        lookup("WhatId", *WHAT, children="Events", on_delete="cascade"),
        owned=True,
    ),
    sobject(
        "FeedItem",
        "0D5",
        lookup("ParentId", *FEEDS, on_delete="cascade", needed=True, update=False),
        long("Body"),
        text("Type", update=False, default="TextPost"),
    ),
    sobject(
        "FeedComment",
        "0D7",
        lookup("FeedItemId", "FeedItem", children="FeedComments", on_delete="cascade", needed=True, update=False),
        long("CommentBody", needed=True),
    ),
)

FILES = (
    sobject(
        "ContentDocument",
        "069",
        text("Title"),
        shown("LatestPublishedVersionId", "reference", to=("ContentVersion",)),
        createable=False,
        owned=True,
    ),
    sobject(
        "ContentVersion",
        "068",
        text("Title"),
        text("PathOnClient", 500, needed=True, update=False),
        Field("VersionData", "base64", update=False),
        shown("Checksum"),
        lookup("ContentDocumentId", "ContentDocument", children="ContentVersions", on_delete="cascade", update=False),
        lookup("FirstPublishLocationId", *FEEDS, update=False),
        shown("IsLatest", "boolean", default=True),
        deletable=False,
        undeletable=False,
        owned=True,
    ),
    sobject(
        "ContentDocumentLink",
        "06A",
        lookup(
            "ContentDocumentId",
            "ContentDocument",
            children="ContentDocumentLinks",
            on_delete="cascade",
            needed=True,
            update=False,
        ),
        lookup(
            "LinkedEntityId", *FEEDS, children="ContentDocumentLinks", on_delete="cascade", needed=True, update=False
        ),
        picklist("ShareType", "V", "C", "I", default="V"),
        undeletable=False,
        bare=True,
        pair=("ContentDocumentId", "LinkedEntityId"),
    ),
    sobject(
        "Attachment",
        "00P",
        text("Name", needed=True),
        Field("Body", "base64", needed=True),
        text("ContentType"),
        lookup("ParentId", *FEEDS, children="Attachments", on_delete="cascade", needed=True, update=False),
        owned=True,
    ),
)
