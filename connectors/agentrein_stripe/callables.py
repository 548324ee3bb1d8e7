"""What the SDK's own source says of its services: which address each method sends to. Nothing of it is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path


def callables() -> Iterator[tuple[str, str, str]]:
    """Each method of a service that sends: its name, the HTTP method and the path with its placeholders."""
    spec = find_spec("stripe")
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        for file in sorted(Path(folder).rglob("*_service.py")):
            for kind, method in _methods(file):
                yield from ((f"{kind}.{method.name}", verb, path) for verb, path in _sent(method))


def _methods(file: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The methods of a file's classes, each with the name of its class."""
    for kind in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(kind, ast.ClassDef):
            yield from ((kind.name, one) for one in kind.body if isinstance(one, ast.FunctionDef))


def _sent(method: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    for one in ast.walk(method):
        if not (isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == "_request"):
            continue
        verb, path = one.args[0], one.args[1]
        if isinstance(path, ast.Call) and isinstance(path.func, ast.Attribute):  # "/v1/…/{id}".format(id=…)
            path = path.func.value
        if isinstance(verb, ast.Constant) and isinstance(path, ast.Constant):
            yield str(verb.value).upper(), re.sub(r"\{\w+\}", "{id}", str(path.value))
