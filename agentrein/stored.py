"""Inverses as the ledger holds them: JSON, with a null for each hole and a list of pointers beside it."""

from __future__ import annotations

import dataclasses
from typing import Any

from agentrein.holes import Hole, Join, Source
from agentrein.inverse import FORMS

_NAMES = {form.__name__.lower(): form for form in FORMS}


def store(form: Any) -> dict[str, Any]:
    """A form as JSON, with a null for each hole and the list of (pointer, source, path) beside it."""
    holes: list[list[str]] = []
    return {"form": _store(form, "", holes), "holes": holes}


def _store(node: Any, at: str, holes: list[list[str]]) -> Any:
    if dataclasses.is_dataclass(node) and not isinstance(node, type):
        stored: dict[str, Any] = {"is": type(node).__name__.lower()}
        for f in dataclasses.fields(node):
            value = getattr(node, f.name)
            here = f"{at}/{f.name}"
            stored[f.name] = _store_data(value, here, holes) if "data" in f.metadata else _store(value, here, holes)
        return stored
    if isinstance(node, tuple):
        return [_store(item, f"{at}/{i}", holes) for i, item in enumerate(node)]
    return node


def _store_data(node: Any, at: str, holes: list[list[str]]) -> Any:
    match node:
        case Hole():
            holes.append([at, node.source.value, node.path])
            return None
        case Join():
            holes.append([at, "join", ""])
            return _store_data(list(node.parts), at, holes)
        case dict():
            return {key: _store_data(value, f"{at}/{_escape(key)}", holes) for key, value in node.items()}
        case list() | tuple():
            return [_store_data(value, f"{at}/{i}", holes) for i, value in enumerate(node)]
    return node


def load(stored: dict[str, Any]) -> Any:
    """The form that `store` wrote."""
    holes = {at: (kind, path) for at, kind, path in stored["holes"]}
    return _load(stored["form"], "", holes)


def _load(node: Any, at: str, holes: dict[str, tuple[str, str]]) -> Any:
    if isinstance(node, dict):
        form = _NAMES[node["is"]]
        values = {}
        for f in dataclasses.fields(form):
            if f.name in node:
                take = _load_data if "data" in f.metadata else _load
                values[f.name] = take(node[f.name], f"{at}/{f.name}", holes)
        return form(**values)
    if isinstance(node, list):
        return tuple(_load(item, f"{at}/{i}", holes) for i, item in enumerate(node))
    return node


def _load_data(node: Any, at: str, holes: dict[str, tuple[str, str]]) -> Any:
    kind, path = holes.get(at, ("", ""))
    if kind and kind != "join":
        return Hole(Source(kind), path)
    if isinstance(node, dict):
        return {key: _load_data(value, f"{at}/{_escape(key)}", holes) for key, value in node.items()}
    if isinstance(node, list):
        items = [_load_data(value, f"{at}/{i}", holes) for i, value in enumerate(node)]
        return Join(tuple(items)) if kind == "join" else items
    return node


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
