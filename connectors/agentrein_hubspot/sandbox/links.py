"""What stands between two records: an unlabelled link, and the labels on it.

Each kind of link has a type id of its own in each direction. With any label comes the unlabelled type; one company of a
record is its primary one. https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from agentrein_hubspot.sandbox.ask import invalid
from agentrein_hubspot.sandbox.records import Record, records_of
from agentrein_hubspot.sandbox.types import ObjectType, types_of
from agentrein_hubspot.sandbox.world import World

HUBSPOT, USER = "HUBSPOT_DEFINED", "USER_DEFINED"
Spec = tuple[str, int]
"""A category and a type id."""


@dataclass(eq=False)
class Definition:
    """One kind of link in one direction; `inverse` is the type id of the other one."""

    spec: Spec
    label: str | None
    name: str
    inverse: int


@dataclass
class Links:
    """Definitions by the ids of two kinds; links by kind and id of two records, in both directions."""

    definitions: dict[tuple[str, str], dict[Spec, Definition]] = field(default_factory=dict)
    limits: dict[tuple[str, str], dict[Spec, int]] = field(default_factory=dict)
    between: dict[tuple[str, str, str, str], dict[Spec, None]] = field(default_factory=dict)


_PLAIN: dict[tuple[str, str], tuple[int, int]] = {
    ("0-1", "0-2"): (279, 280),
    ("0-1", "0-3"): (4, 3),
    ("0-1", "0-5"): (15, 16),
    ("0-1", "0-46"): (201, 202),
    ("0-1", "0-27"): (203, 204),
    ("0-1", "0-48"): (193, 194),
    ("0-1", "0-49"): (197, 198),
    ("0-1", "0-47"): (199, 200),
    ("0-2", "0-3"): (342, 341),
    ("0-2", "0-5"): (340, 339),
    ("0-2", "0-46"): (189, 190),
    ("0-2", "0-27"): (191, 192),
    ("0-3", "0-8"): (19, 20),
    ("0-3", "0-5"): (27, 28),
    ("0-3", "0-14"): (63, 64),
    ("0-3", "0-46"): (213, 214),
    ("0-3", "0-27"): (215, 216),
}
"""The unlabelled type ids between two kinds. https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide"""

_PRIMARY: dict[tuple[str, str], tuple[int, int]] = {
    ("0-1", "0-2"): (1, 2),
    ("0-3", "0-2"): (5, 6),
    ("0-5", "0-2"): (26, 25),
}
"""From the record to its primary company, and back."""


def definitions_of(world: World, one: ObjectType, other: ObjectType) -> dict[Spec, Definition]:
    """The kinds of links from one kind of records to another, the unlabelled one first."""
    links = world.kept(Links)
    if (one.id, other.id) not in links.definitions:
        _define(world, one.id, other.id)
    return links.definitions[one.id, other.id]


def _define(world: World, one: str, other: str) -> None:
    there, back = _PLAIN.get((one, other)) or (_PLAIN.get((other, one)) or (0, 0))[::-1]
    if not there:
        there = world.new_link_type()
        back = there if one == other else world.new_link_type()
    add_definition(world, one, other, HUBSPOT, (there, back), (None, None), "")
    primary = _PRIMARY.get((one, other)) or (_PRIMARY.get((other, one)) or (0, 0))[::-1]
    if primary[0]:
        add_definition(world, one, other, HUBSPOT, primary, ("Primary", "Primary"), "primary")


def add_definition(
    world: World,
    one: str,
    other: str,
    category: str,
    ids: tuple[int, int],
    labels: tuple[str | None, str | None],
    name: str,
) -> None:
    """Make a kind of link in both directions."""
    known = world.kept(Links).definitions
    known.setdefault((one, other), {})[category, ids[0]] = Definition((category, ids[0]), labels[0], name, ids[1])
    if one != other or ids[0] != ids[1]:
        known.setdefault((other, one), {})[category, ids[1]] = Definition((category, ids[1]), labels[1], name, ids[0])


def plain(world: World, one: ObjectType, other: ObjectType) -> Definition:
    """The unlabelled kind of link."""
    return next(iter(definitions_of(world, one, other).values()))


def is_primary(definition: Definition) -> bool:
    """Whether the link makes a company the primary one."""
    return definition.name == "primary"


def types_between(world: World, one: Record, other: Record) -> list[Definition]:
    """What stands between two records, as seen from the first; none if they are not linked."""
    held = world.kept(Links).between.get(_key(one, other), {})
    known = definitions_of(world, one.kind, other.kind)
    return [known[spec] for spec in held if spec in known]


def neighbours(world: World, one: Record, kind: ObjectType) -> list[Record]:
    """The live records of a kind that a record is linked with, in the order of linking."""
    links = world.kept(Links).between
    linked = {key[3] for key, held in links.items() if key[:3] == (one.kind.id, one.id, kind.id) and held}
    return [record for record in records_of(world, kind) if record.id in linked and not record.archived]


def links_of(world: World) -> Iterator[tuple[tuple[str, str, str, str], list[Definition]]]:
    """Every link once, from the lower kind and id to the higher."""
    store = world.kept(Links)
    for key, held in store.between.items():
        if held and key[:2] <= key[2:]:
            known = store.definitions[key[0], key[2]]
            yield key, [known[spec] for spec in held if spec in known]


def connect(world: World, one: Record, other: Record, specs: Iterable[Spec]) -> None:
    """Link two records by these types; 400 for a type that is not defined between their kinds."""
    known = definitions_of(world, one.kind, other.kind)
    asked = list(specs)
    strange = next((spec for spec in asked if spec not in known), None)
    if strange is not None:
        raise invalid(
            f"Association type {strange[0]}:{strange[1]} is not valid between {one.kind.id} and {other.kind.id}"
        )
    is_new = not types_between(world, one, other)
    _put(world, one, other, plain(world, one.kind, other.kind))
    for spec in asked:
        _put(world, one, other, known[spec])
    if is_new:
        _choose_primary(world, one, other)


def primary_of(world: World, holder: Record) -> list[str]:
    """The id of the primary company of a record; none for one that has none."""
    companies = types_of(world)["0-2"]
    if (holder.kind.id, companies.id) not in _PRIMARY:
        return []
    around = neighbours(world, holder, companies)
    return [one.id for one in around if any(map(is_primary, types_between(world, holder, one)))]


def _put(world: World, one: Record, other: Record, definition: Definition) -> None:
    if is_primary(definition):
        _demote(world, *_holder_and_company(one, other), definition)
    between = world.kept(Links).between
    between.setdefault(_key(one, other), {})[definition.spec] = None
    between.setdefault(_key(other, one), {})[definition.spec[0], definition.inverse] = None


def _holder_and_company(one: Record, other: Record) -> tuple[Record, Record]:
    return (other, one) if one.kind.id == "0-2" else (one, other)


def _demote(world: World, holder: Record, company: Record, _definition: Definition) -> None:
    """Whatever was the primary company is it no longer."""
    for kept in neighbours(world, holder, company.kind):
        primary = next((d for d in types_between(world, holder, kept) if is_primary(d)), None)
        if primary is not None:
            drop(world, holder, kept, [primary.spec])


def _choose_primary(world: World, one: Record, other: Record) -> None:
    """The first company of a record becomes its primary one."""
    holder, company = _holder_and_company(one, other)
    known = definitions_of(world, holder.kind, company.kind).values()
    primary = next((definition for definition in known if is_primary(definition)), None)
    if primary is None:
        return
    around = neighbours(world, holder, company.kind)
    if not any(is_primary(d) for kept in around for d in types_between(world, holder, kept)):
        _put(world, holder, company, primary)


def drop(world: World, one: Record, other: Record, specs: Iterable[Spec]) -> None:
    """Take these types away; the unlabelled one takes all of them with it."""
    known = definitions_of(world, one.kind, other.kind)
    asked = [spec for spec in specs if spec in known]
    if plain(world, one.kind, other.kind).spec in asked:
        disconnect(world, one, other)
        return
    between = world.kept(Links).between
    for spec in asked:
        between.get(_key(one, other), {}).pop(spec, None)
        between.get(_key(other, one), {}).pop((spec[0], known[spec].inverse), None)


def disconnect(world: World, one: Record, other: Record) -> None:
    """Take all that stands between two records away."""
    between = world.kept(Links).between
    between.pop(_key(one, other), None)
    between.pop(_key(other, one), None)


def carry(world: World, old: Record, new: Record) -> None:
    """Link a record with everything that another is linked with."""
    links = world.kept(Links).between
    for key, held in list(links.items()):
        if key[:2] == (old.kind.id, old.id) and held:
            links.setdefault((new.kind.id, new.id, *key[2:]), {}).update(held)
            links.setdefault((*key[2:], new.kind.id, new.id), {}).update(links.get((*key[2:], *key[:2]), {}))


def _key(one: Record, other: Record) -> tuple[str, str, str, str]:
    return one.kind.id, one.id, other.kind.id, other.id
