"""What a connector must be beside its table: each fault is told when it loads, by the name of the part."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from agentrein.errors import TableError

if TYPE_CHECKING:
    from agentrein.connector import Connector

_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_IMPORT_PATH = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
_CLASS = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")
_VERSIONS = re.compile(r">=\d+(\.\d+)*,<\d+(\.\d+)*")

Faults = Iterator[tuple[str, str, str]]


def check_parts(connector: Connector) -> None:
    """Raise TableError, naming the connector and the part, unless each part has the form that it needs."""
    for part, wrong, now in _faults(connector):
        raise TableError(f"{connector.name or 'connector'}: {part}: {wrong}", now=now)


def _faults(connector: Connector) -> Faults:
    if not _NAME.fullmatch(connector.name):
        yield "name", f"{connector.name!r} is no short name in lower case", "such as `memo`, the entry point's name too"
    if not connector.sdk:
        yield "sdk", "is empty", "name the distribution of the vendor's SDK as `pip install` takes it"
    if not _VERSIONS.fullmatch(connector.versions):
        now = "write the tested range of the SDK as `>=1.2,<1.3`: where it begins, and the first version after it"
        yield "versions", f"{connector.versions!r} is no range", now
    yield from _clients(connector)
    if isinstance(connector.modules, str):
        yield "modules", "is one text", "write a tuple, such as `('vendor_sdk',)`"
    for part in ("proxy", "build", *(("sandbox",) if connector.sandbox else ())):
        if not _IMPORT_PATH.fullmatch(path := getattr(connector, part)):
            yield part, f"{path!r} is no import path", f"write `module:name`, such as `my_connector.{part}:{part}`"
    if not inspect.isgeneratorfunction(connector.who):
        now = "write it with `yield Read(...)`, or say `who=whoami('GET /me', 'name')`"
        yield "who", "is no generator function", now
    yield from _objects(connector)


def _clients(connector: Connector) -> Faults:
    if not connector.clients:
        yield "clients", "is empty", "name the SDK's client classes, such as `vendor_sdk.Client`"
    if isinstance(connector.clients, str):
        yield "clients", "is one text", "write a tuple, such as `('vendor_sdk.Client',)`"
    for name in connector.clients:
        if not _CLASS.fullmatch(name):
            yield "clients", f"{name!r} is no dotted name", "write module and class, such as `vendor_sdk.Client`"


def _objects(connector: Connector) -> Faults:
    """Identities of two vendors must not meet in one ledger."""
    for row in connector.operations:
        start = str(row.object.parts[0]) if row.object is not None and row.object.parts else f"{connector.name}:"
        if ":" in start and not start.startswith(f"{connector.name}:"):
            now = f"begin it with `{connector.name}:`, so that no other vendor's object is taken for it"
            yield f"{row.address}: object", f"{start!r} begins with another vendor", now
