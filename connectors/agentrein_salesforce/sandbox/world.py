"""What the organization remembers: its records, its bin, its people, and the mails that its automation sent."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from xml.etree.ElementTree import Element

from agentrein_salesforce.ids import long_id
from agentrein_salesforce.sandbox.objects import OBJECTS
from agentrein_salesforce.sandbox.schema import Field, Record, SObject

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@dataclass
class Mail:
    """A mail that the organization sent by itself; nothing takes it back."""

    to: str
    about: str


@dataclass
class Job:
    """A bulk job; `rows` are the records that were uploaded, `results` what became of each."""

    id: str
    sobject: str
    operation: str
    by: str
    state: str = "Open"
    external: str = ""
    rows: list[dict[str, Any]] = field(default_factory=list)
    results: list[dict[str, Any]] = field(default_factory=list)
    batches: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    query: str = ""


@dataclass
class Component:
    """A component of metadata: its definition as it was given, who made it, and who changed it last."""

    kind: str
    name: str
    definition: Element
    maker: str
    made: str
    editor: str
    edited: str


@dataclass
class File:
    """A file of a component, as a deployment left it."""

    kind: str
    name: str
    content: bytes
    editor: str
    edited: str


class World:
    """Everything behind the API, with its clock and its ids."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.objects: Mapping[str, SObject] = dict(OBJECTS)
        self.components: dict[tuple[str, str], Component] = {}
        """Components of metadata, by their kind and their name in small letters."""
        self.records: dict[str, Record] = {}
        """By id, those in the bin too."""
        self.files: dict[str, File] = {}
        """Files of components, by their path in a package."""
        self.deployments: dict[str, Any] = {}
        """Deployments and retrievals, by their ids."""
        self.looks = 0
        """How many looks at a deployment say that it is under way."""
        self.sessions: dict[str, str] = {}
        """The user of each session id."""
        self.mails: list[Mail] = []
        self.jobs: dict[str, Job] = {}
        self.assigns: dict[str, str] = {}
        """Whom the active assignment rule of an object gives its records to."""
        self.along: dict[str, list[str]] = {}
        """What went into the bin along with a record."""
        self.hidden: set[str] = set()
        """Records that only people with all rights see."""
        self.queries: dict[str, tuple[str, bool]] = {}
        """The text of each query that has further pages, and whether it is one of everything."""
        self._numbers = {name: itertools.count(1) for name in self.objects}
        self._counts = {name: itertools.count(1000) for name in self.objects}

    def count(self, sobject: str) -> None:
        """Begin to count the records of a new object."""
        self._numbers.setdefault(sobject, itertools.count(1))
        self._counts.setdefault(sobject, itertools.count(1000))

    def new_id(self, sobject: str) -> str:
        """An id that nothing else has; the same ones come in each life of a sandbox."""
        number, text = next(self._numbers[sobject]), ""
        while number:
            number, digit = divmod(number, 62)
            text = _DIGITS[digit] + text
        return str(long_id(f"{self.objects[sobject].prefix}gl{text:0>10}"))

    def next_number(self, sobject: str) -> int:
        """What an auto-numbered field of a new record shows."""
        return next(self._counts[sobject])

    def moment(self) -> str:
        """The present as Salesforce writes it, in whole seconds."""
        return datetime.fromtimestamp(int(self.clock()), UTC).strftime("%Y-%m-%dT%H:%M:%S.000+0000")

    def sobject(self, name: str) -> SObject | None:
        """The object of this name, in any case."""
        return self.objects.get(name) or next((o for n, o in self.objects.items() if n.lower() == name.lower()), None)

    def of(self, sobject: str, *, deleted: bool = False) -> Iterator[Record]:
        """The records of an object in the order in which they were made, those in the bin only if asked for."""
        return (
            one for one in list(self.records.values()) if one["type"] == sobject and (deleted or not one["IsDeleted"])
        )

    def get(self, id: Any) -> Record | None:
        """A record that is not in the bin."""
        found = self.records.get(long_id(id))
        return found if found is not None and not found["IsDeleted"] else None

    def children(self, record: Record, *, deleted: bool = False) -> Iterator[tuple[Field, Record]]:
        """The records that refer to this one, with the field by which they do."""
        for kind in self.objects.values():
            for one in kind.fields.values():
                if record["type"] not in one.to or one.name in {"CreatedById", "LastModifiedById"}:
                    continue
                for other in self.of(kind.name, deleted=deleted):
                    if other.get(one.name) == record["Id"]:
                        yield one, other

    def saved(self) -> Any:
        """What a transaction goes back to when it fails."""
        return deepcopy(self.records), list(self.mails), deepcopy(self.along)

    def go_back(self, saved: Any) -> None:
        """Forget what was done since."""
        self.records, self.mails, self.along = saved

    def touch(self, record: Record, by: str) -> None:
        """Note who changed a record last, and when."""
        record |= {"LastModifiedDate": self.moment(), "LastModifiedById": by, "SystemModstamp": self.moment()}
