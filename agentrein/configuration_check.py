"""Holding what a configuration file says against the schema: the first mistake, where it stands, what to write."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

SCHEMA = Path(__file__).with_name("configuration.schema.json")


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with the value at `path`, and what to write there."""

    path: tuple[str, ...]
    what: str
    now: str


@lru_cache(maxsize=1)
def schema() -> Mapping[str, Any]:
    """The JSON schema of the file."""
    found: Mapping[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return found


def mistake_in(data: Mapping[str, Any]) -> Mistake | None:
    """The first mistake in a file's contents, None if there is none."""
    return _check(schema(), data, (), "")


def _check(node: Mapping[str, Any], value: Any, path: tuple[str, ...], told: str) -> Mistake | None:
    """`told` describes what is to stand there, as far as the nodes around say it."""
    node = _named(node)
    told = node.get("description", told)
    if "anyOf" in node:
        return _check_any(node["anyOf"], value, path, told)
    if not _fits(node, value):
        return _wrong(path, value, told)
    if isinstance(value, dict):
        return _check_table(node, value, path, told)
    return _check_list(node, value, path, told) if isinstance(value, list) else None


def _check_any(options: list[Mapping[str, Any]], value: Any, path: tuple[str, ...], told: str) -> Mistake | None:
    """A table or a list that fits none is told what is wrong inside, where only one of the options is of its kind."""
    found = [(_fits(_named(one), value), _check(one, value, path, told)) for one in options]
    if any(mistake is None for _, mistake in found):
        return None
    inside = [mistake for of_its_kind, mistake in found if of_its_kind]
    return inside[0] if len(inside) == 1 else _wrong(path, value, told)


def _named(node: Mapping[str, Any]) -> Mapping[str, Any]:
    """The node itself, or the definition that it only names."""
    found: Mapping[str, Any] = schema()["$defs"][node["$ref"].rpartition("/")[2]] if "$ref" in node else node
    return found


def _check_table(node: Mapping[str, Any], value: dict[str, Any], path: tuple[str, ...], told: str) -> Mistake | None:
    known, more = node.get("properties", {}), node.get("additionalProperties", True)
    for name in node.get("required", ()):
        if name not in value:
            return Mistake(path, f"{_dotted(path)} lacks {name!r}", f"write {told}")
    if len(value) < node.get("minProperties", 0):
        return _wrong(path, value, told)
    for name, inner in value.items():
        if name in known:
            found = _check(known[name], inner, (*path, name), told)
        elif more is False:
            return _unknown((*path, name), known, told)
        else:
            found = None if more is True else _check(more, inner, (*path, name), told)
        if found is not None:
            return found
    return None


def _check_list(node: Mapping[str, Any], value: list[Any], path: tuple[str, ...], told: str) -> Mistake | None:
    if len(value) < node.get("minItems", 0):
        return _wrong(path, value, told)
    for inner in value:
        found = _check(node.get("items", {}), inner, path, told)
        if found is not None:
            return found
    return None


def _fits(node: Mapping[str, Any], value: Any) -> bool:
    """Whether a value, apart from what is in it, is what a node allows."""
    if "enum" in node and value not in node["enum"]:
        return False
    if "type" in node and not _TYPES[node["type"]](value):
        return False
    if "minimum" in node and value < node["minimum"]:
        return False
    return "pattern" not in node or re.search(node["pattern"], value, re.ASCII) is not None


def _unknown(path: tuple[str, ...], known: Mapping[str, Any], told: str) -> Mistake:
    near = difflib.get_close_matches(path[-1], known, n=1)
    of = f"[{_dotted(path[:-1])}]" if path[:-1] else "the file"
    else_ = f"write {told}" if path[:-1] else f"the file takes {', '.join(known)}"
    return Mistake(path, f"{path[-1]!r} is nothing that {of} takes", f"did you mean {near[0]!r}?" if near else else_)


def _wrong(path: tuple[str, ...], value: Any, told: str) -> Mistake:
    """A text is repeated only where it cannot be a secret, such as the address of a webhook."""
    plain = path[0] in {"policy", "undo"} or not isinstance(value, str)
    shown = _in_toml(value) if plain and not isinstance(value, dict | list) else f"a {_kind(value)}"
    return Mistake(path, f"{_dotted(path)} cannot be {shown}", f"write {told}")


def _dotted(path: tuple[str, ...]) -> str:
    return ".".join(one if re.fullmatch(r"[\w-]+", one, re.ASCII) else json.dumps(one) for one in path) or "the file"


def _in_toml(value: Any) -> str:
    text = json.dumps(value) if isinstance(value, str | bool | int | float) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return "text"
    return "table" if isinstance(value, dict) else "list" if isinstance(value, list) else type(value).__name__


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value  # noqa: PLR0124 - nan


_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: _is_number(value) and isinstance(value, int),
    "number": _is_number,
}
