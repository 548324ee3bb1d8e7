"""What sentences for people name of a record: its own name, by whatever field an object has one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_salesforce.values import set_fields

_NAMES = ("Name", "Subject", "Title", "PathOnClient", "Body", "CommentBody", "Username")


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """What a new record is called (` "Acme"`, or nothing), and which fields a call sets."""
    said = set_fields(call)
    person = " ".join(str(said[name]) for name in ("FirstName", "LastName") if said.get(name))
    named = next((str(said[name]) for name in _NAMES if said.get(name)), person)
    return {"named": f' "{named[:60]}"' if named else "", "set": ", ".join(said) or "nothing"}
