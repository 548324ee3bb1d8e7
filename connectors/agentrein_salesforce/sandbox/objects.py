"""The objects of the stand-in's organization.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_list.htm
"""

from __future__ import annotations

from agentrein_salesforce.sandbox.objects_of_sales import SALES
from agentrein_salesforce.sandbox.objects_of_work import FILES, WORK
from agentrein_salesforce.sandbox.parts import (
    WHAT,
    person_name,
)
from agentrein_salesforce.sandbox.schema import Field, SObject, lookup, named, picklist, shown, sobject, text

_ORG = (
    sobject(
        "User",
        "005",
        shown("Name", formula=person_name, parts=("FirstName", "LastName")),
        text("FirstName", 40),
        text("LastName", 80, needed=True),
        text("Username", 80, needed=True, unique=True),
        text("Alias", 8, needed=True),
        Field("Email", "email", needed=True),
        lookup("ProfileId", "Profile", needed=True),
        Field("IsActive", "boolean", default=True),
        *(
            text(name, needed=True)
            for name in ("TimeZoneSidKey", "LocaleSidKey", "EmailEncodingKey", "LanguageLocaleKey")
        ),
        text("Title"),
        deletable=False,
        undeletable=False,
    ),
    sobject("Profile", "00e", text("Name"), createable=False, updateable=False, deletable=False, undeletable=False),
    sobject("PermissionSet", "0PS", text("Name"), undeletable=False),
    sobject(
        "PermissionSetAssignment",
        "0Pa",
        lookup("AssigneeId", "User", needed=True, update=False),
        lookup("PermissionSetId", "PermissionSet", needed=True, update=False),
        undeletable=False,
        bare=True,
        pair=("AssigneeId", "PermissionSetId"),
    ),
    sobject("Group", "00G", text("Name"), text("Type"), undeletable=False),
    sobject(
        "RecordType",
        "012",
        text("Name"),
        text("SobjectType"),
        text("DeveloperName"),
        createable=False,
        deletable=False,
        undeletable=False,
    ),
    sobject(
        "Organization",
        "00D",
        text("Name"),
        Field("IsSandbox", "boolean"),
        createable=False,
        deletable=False,
        undeletable=False,
    ),
    sobject(
        "ProcessInstance",
        "04g",
        lookup("TargetObjectId", *WHAT, children="ProcessInstances", on_delete="cascade"),
        text("Status"),
        lookup("LastActorId", "User"),
        createable=False,
        updateable=False,
        deletable=False,
        undeletable=False,
    ),
    sobject(
        "ProcessInstanceWorkitem",
        "04i",
        lookup("ProcessInstanceId", "ProcessInstance", children="Workitems", on_delete="cascade"),
        createable=False,
        updateable=False,
        deletable=False,
        undeletable=False,
    ),
)

_CUSTOM = (
    sobject(
        "Project__c",
        "a01",
        text("Name", 80),
        shown("Number__c", numbered="P-{:04d}"),
        text("Key__c", external=True, unique=True),
        text("Batch__c", external=True),
        Field("Budget__c", "currency"),
        Field("Due__c", "date"),
        picklist("Phase__c", "Plan", "Build", "Done", restricted=True),
        lookup("Account__c", "Account", children="Projects__r"),
        owned=True,
    ),
    sobject("Notice__e", "e01", text("Text__c"), updateable=False, deletable=False, undeletable=False),
)

OBJECTS: dict[str, SObject] = named((*SALES, *WORK, *FILES, *_ORG, *_CUSTOM))
"""Every object by its name."""
