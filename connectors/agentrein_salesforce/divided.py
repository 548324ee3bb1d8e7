"""Addresses whose body holds the real operation: SOAP, jobs of the bulk APIs, approvals.

Each function names the operation, None where it only asks. What cannot be read has a name that no row has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agentrein_salesforce.credentials import holds_credentials
from agentrein_salesforce.soap import OPERATION

UNREADABLE = "unreadable"
"""The operation of a body that does not tell any; no row has it."""

_PARTNER_READS = frozenset(
    {
        "login",
        "query",
        "queryAll",
        "queryMore",
        "search",
        "retrieve",
        "describeGlobal",
        "describeSObject",
        "describeSObjects",
        "getDeleted",
        "getServerTimestamp",
        "getUpdated",
        "getUserInfo",
    }
)
_METADATA_READS = frozenset(
    {
        "checkDeployStatus",
        "checkRetrieveStatus",
        "describeMetadata",
        "describeValueType",
        "listMetadata",
        "readMetadata",
        "retrieve",
    }
)


_OF_COMPONENTS = frozenset({"createMetadata", "updateMetadata", "upsertMetadata"})

SEVERAL = "+"
"""What stands behind the operation of a message that does it to several components at once."""


def partner(body: Any) -> str | None:
    """The operation of a SOAP message; `login` only gives a credential."""
    named = _text(body, OPERATION)
    return None if named in _PARTNER_READS else named


def metadata(body: Any) -> str | None:
    """The operation of a message to the Metadata API; a deployment that only checks deploys nothing."""
    named = _text(body, OPERATION)
    if named in _OF_COMPONENTS:
        return _of_components(named, body.get("metadata"))
    options = body.get("DeployOptions") if isinstance(body, Mapping) else None
    if named == "deploy" and isinstance(options, Mapping) and str(options.get("checkOnly")).lower() == "true":
        return None
    return None if named in _METADATA_READS else named


def _of_components(named: str, components: Any) -> str:
    """The operation of a message by how many components it holds; one without any has none."""
    count = len(components) if isinstance(components, list) else 0
    return {0: UNREADABLE, 1: named}.get(count, named + SEVERAL)


def bulk_job(body: Any) -> str | None:
    """The operation of a new job of the first Bulk API."""
    named = ingest_job(body)
    return None if named in {"query", "queryAll"} else named


def bulk_job_state(body: Any) -> str | None:
    """The new state of such a job; one that is closed takes no further batch, which changes no record."""
    named = _text(body, "state")
    return None if named == "Closed" else named


def bulk_batch(body: Any) -> str | None:
    """Whether a batch of the first Bulk API holds records; a job that queries gets a query."""
    if isinstance(body, Mapping) and "soql" in body:
        return None
    return "records" if isinstance(body, list) else UNREADABLE


def ingest_job(body: Any) -> str | None:
    """The operation of a new job of Bulk API 2.0; rows that are credentials would be recorded when they come."""
    taken = isinstance(body, Mapping) and not holds_credentials(body.get("object"))
    return _text(body, OPERATION) if taken else UNREADABLE


def ingest_state(body: Any) -> str | None:
    """The new state of such a job."""
    return _text(body, "state")


def approval(body: Any) -> str | None:
    """What is done about approvals; several things at once are named together."""
    requests = body.get("requests") if isinstance(body, Mapping) else None
    kinds = sorted({_text(one, "actionType") for one in requests}) if isinstance(requests, list) else []
    return "+".join(kinds) or UNREADABLE


def _text(body: Any, name: str) -> str:
    found = body.get(name) if isinstance(body, Mapping) else None
    return found if isinstance(found, str) and found.isidentifier() else UNREADABLE


DIVIDED: dict[str, Callable[[Any], str | None]] = {
    "POST /Soap/u": partner,
    "POST /Soap/m": metadata,
    "POST /async/job": bulk_job,
    "POST /async/job/{job}": bulk_job_state,
    "POST /async/job/{job}/batch": bulk_batch,
    "POST /jobs/ingest": ingest_job,
    "PATCH /jobs/ingest/{job}": ingest_state,
    "POST /process/approvals": approval,
}
