"""What the SDK's own source says of its endpoints: which address each method sends to. Nothing of it is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path


def callables() -> Iterator[tuple[str, str, str]]:
    """Each method of an endpoint that sends: its name, the HTTP method and the path with its placeholders."""
    spec = find_spec("notion_client")
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        for kind, method in _methods(Path(folder) / "api_endpoints.py"):
            yield from ((f"{kind}.{method.name}", verb, path) for verb, path in _sent(method))


def _methods(file: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The methods of a file's classes, each with the name of its class."""
    for kind in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(kind, ast.ClassDef):
            yield from ((kind.name, one) for one in kind.body if isinstance(one, ast.FunctionDef))


def _sent(method: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    for one in ast.walk(method):
        given = {word.arg: word.value for word in one.keywords} if isinstance(one, ast.Call) else {}
        if "path" in given and "method" in given:
            yield _text(given["method"]), f"/v1/{_text(given['path'])}"


def _text(node: ast.expr) -> str:
    """A literal, with a placeholder for each value of an f-string."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else "{id}"
