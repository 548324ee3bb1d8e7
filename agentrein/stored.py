"""Inverses as the ledger holds them: JSON, with a null for each hole and a list of pointers beside it."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any

from agentrein.holes import LEAVES, Hole, Join, Source
from agentrein.inverse import FORMS

_NAMES = {form.__name__.lower(): form for form in FORMS}


def store(form: Any) -> dict[str, Any]:
    """A form as JSON, with a null for each hole and the list of (pointer, source, path) beside it."""
    holes: list[list[str]] = []
    return {"form": _store(form, "", holes), "holes": holes}


@cache
def _parts(kind: type) -> tuple[str, tuple[tuple[str, bool], ...]] | None:
    """The name of a form, and of each of its fields with whether that holds data; None for what is no form."""
    if not dataclasses.is_dataclass(kind):
        return None
    return kind.__name__.lower(), tuple((field.name, "data" in field.metadata) for field in dataclasses.fields(kind))


def _store(node: Any, at: str, holes: list[list[str]]) -> Any:
    kind: Any = type(node)
    if kind in LEAVES:
        return node
    if kind is tuple:
        return [_store(item, f"{at}/{i}", holes) for i, item in enumerate(node)]
    parts = _parts(kind)
    if parts is None:
        return node
    stored: dict[str, Any] = {"is": parts[0]}
    for name, is_data in parts[1]:
        stored[name] = (_store_data if is_data else _store)(getattr(node, name), f"{at}/{name}", holes)
    return stored


def _store_data(node: Any, at: str, holes: list[list[str]]) -> Any:
    kind: Any = type(node)
    if kind in LEAVES:
        return node
    if kind is Hole:
        holes.append([at, node.source.value, node.path])
        return None
    if kind is dict:
        return {key: _store_data(value, f"{at}/{_escape(key)}", holes) for key, value in node.items()}
    if kind is list or kind is tuple:
        return [_store_data(value, f"{at}/{i}", holes) for i, value in enumerate(node)]
    if kind is Join:
        holes.append([at, "join", ""])
        return _store_data(list(node.parts), at, holes)
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
