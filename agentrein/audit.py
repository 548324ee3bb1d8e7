"""Whether a connector's table knows every write of the installed SDK, by what the SDK's own source says it sends.

Nothing is sent, and nothing of the SDK is run. The gate does not rest on this: what no table knows is refused there.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from agentrein.address import NotCanonical
from agentrein.connector import Connector
from agentrein.errors import UntestedVersion, UsageError
from agentrein.loading import load
from agentrein.model import Tier
from agentrein.rows import Operation
from agentrein.table import READ, Match, Refusal

DEPENDS = "depends"


@dataclass(frozen=True, slots=True)
class Written:
    """One callable of the SDK that writes, and one address that it writes to; no tier where the table has no row."""

    sdk: str
    address: str
    tier: str = ""


@dataclass(frozen=True, slots=True)
class Audit:
    """What an SDK of a version can write, and what of that its connector's table does not know."""

    connector: str
    sdk: str
    version: str
    writes: tuple[Written, ...]
    uncovered: tuple[Written, ...]


def audit(connector: Connector) -> Audit:
    """Look at every callable; raises UntestedVersion without the SDK, UsageError where the connector cannot tell."""
    if not connector.callables:
        raise UsageError(
            f"the connector {connector.name} does not say where its SDK's callables are read",
            now="ask its author for the column `callables`; the gate refuses what its table does not know all the same",
        )
    try:
        installed = version(connector.sdk)
    except PackageNotFoundError as error:
        install = f'pip install "{connector.sdk}{connector.versions}"'
        raise UntestedVersion(f"{connector.sdk} is not installed, so there is nothing to audit", now=install) from error
    found: dict[tuple[str, str], Written] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a compiler has to say of the SDK's source is not asked here
        told = list(load(connector.callables)())
    for sdk, method, path in told:
        for one in _judged(connector, sdk, method, path):
            found.setdefault((one.sdk, one.address), one)
    return Audit(
        connector.name,
        connector.sdk,
        installed,
        tuple(one for one in found.values() if one.tier),
        tuple(one for one in found.values() if not one.tier),
    )


def _judged(connector: Connector, sdk: str, method: str, path: str) -> Iterable[Written]:
    """The write that a callable is, or none: a declared read, or a request that only gives a credential."""
    address = f"{method} {path}".strip()
    concrete = re.sub(r"\{[^}]*\}", "1", path.partition("#")[0])
    try:
        known = connector.table.match(method, concrete) if method else None
    except NotCanonical:
        known = None
    if isinstance(known, Match):
        return [Written(sdk, known.address, _tier(connector, known.address, known.row))]
    if known is READ or (method and connector.reads(method, concrete)) or _gives_credential(connector, address):
        return []
    rows = _alike(connector, address) or _named(connector, sdk)
    return [Written(sdk, row.address, _tier_of(row)) for row in rows] or [Written(sdk, address)]


def _tier(connector: Connector, address: str, row: Operation | Refusal) -> str:
    """The tier, where it does not depend on the arguments; an address of parts has those of its parts."""
    whole = address.partition("#")[0]
    parts = [one for one in _rows(connector) if one.address.partition("#")[0] == whole]
    tiers = {_tier_of(one) for one in (parts or [row])}
    return tiers.pop() if len(tiers) == 1 else DEPENDS


def _tier_of(row: Operation | Refusal) -> str:
    return str(row.tier) if isinstance(row.tier, Tier) else DEPENDS


def _rows(connector: Connector) -> tuple[Operation | Refusal, ...]:
    return (*connector.table.operations, *connector.table.refused)


def _alike(connector: Connector, address: str) -> list[Operation | Refusal]:
    """Rows of this address, whatever its placeholders are called, and those of its parts."""
    wanted = _shape(address)
    return [one for one in _rows(connector) if wanted in {_shape(one.address), _shape(one.address.partition("#")[0])}]


def _shape(address: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", address)


def _named(connector: Connector, sdk: str) -> list[Operation | Refusal]:
    """Rows that name the callable, where the SDK does not say, or says wrongly, where it sends."""
    return [one for one in _rows(connector) if sdk in re.split(r" / |, ", one.sdk)]


def _gives_credential(connector: Connector, address: str) -> bool:
    return any(_shape(address).endswith(_shape(one).partition(" ")[2]) for one in connector.credentials)
