"""Reference pages: one heading for each public name of a module, with its signature as Python has it."""

from __future__ import annotations

import dataclasses
import inspect
import re
from types import MappingProxyType, ModuleType
from typing import Any

from docs_kit import blocks

_HEADING = re.compile(r"^### `(?P<shown>(?P<name>\w+)[^`]*)`\n\n(?P<text>.*?)(?=^#{1,3} |\Z)", re.DOTALL | re.MULTILINE)


def entries(page: str) -> dict[str, tuple[str, str]]:
    """What the page says, by name: how it shows it, and the text below."""
    return {found["name"]: (found["shown"], found["text"]) for found in _HEADING.finditer(page)}


def examples(text: str) -> list[str]:
    """The Python of an entry."""
    return [block.text for block in blocks(text) if block.kind == "python"]


def public(module: ModuleType) -> dict[str, Any]:
    """The public names of a module and what they are."""
    return {name: getattr(module, name) for name in module.__all__}


def shown(name: str, thing: Any) -> str:
    """How a heading shows a name: with its parameters where it is called."""
    if not callable(thing) or (inspect.isclass(thing) and not dataclasses.is_dataclass(thing)):
        return name
    parts, marked = [], False
    for one in inspect.signature(thing).parameters.values():
        if one.kind is one.KEYWORD_ONLY and not marked:
            parts, marked = [*parts, "*"], True
        marked = marked or one.kind is one.VAR_POSITIONAL
        parts.append(_parameter(one))
    return f"{name}({', '.join(parts)})"


def _parameter(one: inspect.Parameter) -> str:
    stars = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
    return f"{stars}{one.name}" + ("" if one.default is one.empty else f"={_value(one.default)}")


def _value(default: Any) -> str:
    if isinstance(default, MappingProxyType) or type(default).__name__ == "_HAS_DEFAULT_FACTORY_CLASS":
        return "{}"
    return default.__name__ if inspect.isroutine(default) else repr(default).replace("'", '"')
