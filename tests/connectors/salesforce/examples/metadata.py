"""Components of metadata, by zeep."""

from __future__ import annotations

from typing import Any

from simple_salesforce.api import Salesforce

from agentrein.testing.conformance import Example
from connectors.salesforce.examples.things import Act
from salesforce_kit import metadata

FIELD = "Project__c.Mine__c"


def field(name: str, **parts: Any) -> Any:
    """A definition of a custom field."""
    return lambda of: of.CustomField(fullName=name, **{"label": "Mine", "type": "Text", "length": 20, **parts})


def put(verb: str, *made: Any, kind: str = "CustomField") -> Act:
    """A call about components of one kind."""

    def act(sf: Salesforce) -> Any:
        of = metadata(sf)
        return getattr(getattr(of, kind), verb)([one(of) for one in made])

    return act


def site(**parts: Any) -> Any:
    """A definition of a remote site."""
    said = {"disableProtocolSecurity": False, "isActive": True, "url": "https://mine.example", **parts}
    return lambda of: of.RemoteSiteSetting(**{"fullName": "Docs", **said})


THEIRS = put("update", field(FIELD, label="Theirs"))
BATCH, KEY = "Project__c.Batch__c", "Project__c.Key__c"
BOTH = (field(BATCH, length=255), field(KEY, length=80))

EXAMPLES = (
    Example("POST /Soap/m#createMetadata", put("create", field(FIELD)), foreign=THEIRS),
    Example(
        "POST /Soap/m#updateMetadata",
        put("update", site(), kind="RemoteSiteSetting"),
        foreign=put("update", site(url="https://theirs.example"), kind="RemoteSiteSetting"),
    ),
    Example("POST /Soap/m#upsertMetadata", put("upsert", field(FIELD)), foreign=THEIRS, name="new"),
    Example(
        "POST /Soap/m#upsertMetadata",
        put("upsert", field(BATCH, length=255)),
        foreign=put("update", field(BATCH, label="Theirs", length=255)),
    ),
    Example(
        "POST /Soap/m#createMetadata+",
        put("create", field(FIELD), field("Project__c.More__c")),
        foreign=THEIRS,
    ),
    Example(
        "POST /Soap/m#updateMetadata+", put("update", *BOTH), foreign=put("update", field(BATCH, label="T", length=255))
    ),
    Example("POST /Soap/m#upsertMetadata+", put("upsert", *BOTH, field(FIELD)), foreign=THEIRS),
    Example(
        "POST /Soap/m#renameMetadata",
        lambda sf: metadata(sf).RemoteSiteSetting.rename("Docs", "Mine"),
        foreign=lambda sf: metadata(sf).RemoteSiteSetting.rename("Mine", "Theirs"),
        unforced="what has another name by then cannot be found under the one that the call gave",
    ),
)
