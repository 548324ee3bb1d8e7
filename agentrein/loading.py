"""Importing what others wrote: connectors by their entry points, their parts by import path. What fails says where."""

from __future__ import annotations

import importlib
import os
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agentrein.errors import ReinError, TableError
from agentrein.installed import GROUP

if TYPE_CHECKING:
    from agentrein.connector import Connector

_OURS = f"{Path(__file__).parent}{os.sep}"


def load_connector(entry: EntryPoint) -> Connector:
    """The connector behind an entry point, its table checked; raises TableError naming the place of the mistake."""
    from agentrein.connector import Connector

    try:
        found = entry.load()
    except ReinError as error:  # a row that cannot be built
        error.where = error.where or _place(error)
        raise
    except Exception as error:
        raise _cannot(f"the connector {entry.name!r} cannot be loaded", error, entry.value) from error
    if not isinstance(found, Connector):
        raise TableError(
            f"the entry point {entry.name!r} leads to {type(found).__name__}, which is no Connector",
            where=entry.value,
            now=f"name the Connector in the group {GROUP}: {entry.name} = {entry.module}:connector",
        )
    if found.name != entry.name:
        raise TableError(
            f"the entry point {entry.name!r} leads to the connector {found.name!r}",
            where=entry.value,
            now=f"give both one name: {found.name} = {entry.value}",
        )
    _ = found.table
    return found


def load(path: str) -> Any:
    """The object at an import path `module:name`; raises TableError where nothing can be imported from there."""
    module, _, name = path.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except ReinError:
        raise
    except Exception as error:
        raise _cannot(f"a connector names {path!r}, which cannot be imported", error, path) from error


def _cannot(what: str, error: Exception, path: str) -> TableError:
    said = f"{what}: {type(error).__name__}: {error}"
    return TableError(said, where=_place(error) or path, now="mend it there, then load it again; no vendor was asked")


def _place(error: BaseException) -> str:
    """`package/file.py:12` of the innermost line that is neither ours nor the import system's; empty if none is."""
    found, trace = "", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if not name.startswith((_OURS, "<")) and not name.startswith(str(Path(importlib.__file__).parent)):
            found = f"{'/'.join(Path(name).parts[-2:])}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found
