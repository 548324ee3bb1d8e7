"""What an object and its fields are to Salesforce: what may be written, what is computed, what a record refers to.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/access_for_fields.htm
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Record = dict[str, Any]
Formula = Callable[[Record], Any]

UNFILTERABLE = {"textarea", "base64", "encryptedstring", "address"}
"""Types that a WHERE cannot name."""


@dataclass(frozen=True)
class Field:
    """A field: `kind` is its type in a describe, `to` the objects that a reference may lead to.

    `children` is what the parent calls its records, `on_delete` what becomes of a record when its parent goes: it goes
    along (`cascade`), its field is emptied (`clear`), or it keeps the parent (`restrict`). `values` are those of a
    picklist, `restricted` says that there are no others; `parts` are the fields of a compound one.
    """

    name: str
    kind: str = "string"
    create: bool = True
    update: bool = True
    needed: bool = False
    default: Any = None
    formula: Formula | None = None
    numbered: str = ""
    external: bool = False
    unique: bool = False
    to: tuple[str, ...] = ()
    children: str = ""
    on_delete: str = "clear"
    values: tuple[str, ...] = ()
    restricted: bool = False
    length: int = 255
    parts: tuple[str, ...] = ()

    @property
    def writable(self) -> bool:
        """Whether any call may set it."""
        return self.create or self.update

    @property
    def relation(self) -> str:
        """What a query calls the record that a reference leads to: `Account` for `AccountId`."""
        return self.name.removesuffix("Id") if not self.name.endswith("__c") else f"{self.name[:-1]}r"

    @property
    def filterable(self) -> bool:
        """Whether a query may compare it."""
        return self.kind not in UNFILTERABLE and not self.parts


@dataclass(frozen=True)
class SObject:
    """An object: the first three characters of its ids, its fields, what may be done with its records.

    `types` pairs the ids of its record types with the values that each allows, by picklist.
    """

    name: str
    prefix: str
    fields: Mapping[str, Field]
    createable: bool = True
    updateable: bool = True
    deletable: bool = True
    undeletable: bool = True
    types: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    pair: tuple[str, ...] = ()
    """Fields that no two records have alike."""

    def field(self, name: str) -> Field | None:
        """The field of this name, in any case, as Salesforce takes it."""
        return self.fields.get(name) or next((f for n, f in self.fields.items() if n.lower() == name.lower()), None)


def text(name: str, length: int = 255, **more: Any) -> Field:
    """A line of text."""
    return Field(name, length=length, **more)


def long(name: str, **more: Any) -> Field:
    """A long text, which no query filters by."""
    return Field(name, "textarea", length=32_000, **more)


def lookup(name: str, *to: str, children: str = "", on_delete: str = "clear", **more: Any) -> Field:
    """A reference to a record of one of these objects."""
    return Field(name, "reference", to=to, children=children, on_delete=on_delete, length=18, **more)


def picklist(name: str, *values: str, **more: Any) -> Field:
    """A choice."""
    return Field(name, "picklist", values=values, **more)


def shown(name: str, kind: str = "string", formula: Formula | None = None, **more: Any) -> Field:
    """A field that Salesforce alone sets: a formula where one is given."""
    return Field(name, kind, create=False, update=False, formula=formula, **more)


SYSTEM = (
    shown("Id", "id"),
    shown("IsDeleted", "boolean"),
    shown("CreatedDate", "datetime"),
    shown("CreatedById", "reference", to=("User",)),
    shown("LastModifiedDate", "datetime"),
    shown("LastModifiedById", "reference", to=("User",)),
    shown("SystemModstamp", "datetime"),
)
"""Fields that every record has."""


BARE = tuple(one for one in SYSTEM if one.name in {"Id", "IsDeleted", "SystemModstamp"})
"""Those of objects that do not tell who made or changed their records."""


def sobject(name: str, prefix: str, *fields: Field, owned: bool = False, bare: bool = False, **more: Any) -> SObject:
    """An object with the system's fields, all or the bare ones; `owned` ones have an owner, too."""
    owner = (lookup("OwnerId", "User", "Group", default="me"),) if owned else ()
    return SObject(name, prefix, {one.name: one for one in (*(BARE if bare else SYSTEM), *fields, *owner)}, **more)


def named(objects: Iterable[SObject]) -> dict[str, SObject]:
    """Objects by their names."""
    return {one.name: one for one in objects}
