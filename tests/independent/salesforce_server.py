"""Salesforce as `simple-mockforce` plays it, behind a recorder that answers the reads which the stand-in lacks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.independent import standing
from tests.independent.recorder import Recorded, Recorder, recording

ORG, USER = "00D000000000001AAA", "005000000000001AAA"
SESSION = f"{ORG[:15]}!session.of.the.agent"
ROOT = "/services/data/v59.0"

FIELDS = ("Name", "Phone", "Website", "FirstName", "LastName", "Email", "AccountId")
"""Those that the story writes."""


@contextmanager
def serving(folder: Path) -> Iterator[Recorder]:
    """A freshly started stand-in."""
    with standing.mockforce(folder) as url, recording(url, own=own) as made:
        yield made


def own(request: Recorded) -> bytes | None:
    """Whose session it is, the org, and what the standard objects are made of."""
    told: Any = None
    if request.method == "GET" and request.path.rstrip("/") == ROOT:
        told = {"identity": f"https://login.salesforce.com/id/{ORG}/{USER}"}
    elif "Organization" in request.query:
        told = {"totalSize": 1, "done": True, "records": [{"Id": ORG, "IsSandbox": True}]}
    elif found := re.fullmatch(rf"{ROOT}/sobjects/(\w+)/describe/?", request.path):
        writable = {"updateable": True, "createable": True, "calculated": False, "autoNumber": False, "nillable": True}
        fields = [{"name": name, "type": "string", "compoundFieldName": None, **writable} for name in FIELDS]
        told = {"name": found[1], "undeletable": True, "fields": fields, "childRelationships": []}
    return None if told is None else json.dumps(told).encode()
