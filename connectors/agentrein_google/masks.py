"""Masks of fields, with which a caller says which part of an answer he wants: `id,message(id,labelIds),files/name`.

https://developers.google.com/workspace/drive/api/guides/fields-parameter
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Mask = dict[str, Any]
"""Names with the masks of what is below them; an empty one is all of it."""

_TOKEN = re.compile(r"\s*([A-Za-z_$*][\w$*-]*|[,()./])")


def parsed(text: str) -> Mask:
    """A mask as a tree; raises ValueError for what is none."""
    tokens = list(_tokens(text))
    tree, rest = _list(tokens, 0)
    if rest != len(tokens):
        message = f"Invalid field selection {text}"
        raise ValueError(message)
    return tree


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text.rstrip()):
        found = _TOKEN.match(text, at)
        if found is None:
            message = f"Invalid field selection {text}"
            raise ValueError(message)
        at = found.end()
        yield found[1]


def _list(tokens: list[str], at: int) -> tuple[Mask, int]:
    tree: Mask = {}
    while True:
        at = _one(tokens, at, tree)
        if at >= len(tokens) or tokens[at] != ",":
            return tree, at
        at += 1


def _one(tokens: list[str], at: int, tree: Mask) -> int:
    """One selection such as `a/b(c)`, put into the tree; gives the place behind it."""
    if at >= len(tokens) or tokens[at] in ",()./":
        message = "Invalid field selection"
        raise ValueError(message)
    name, at = tokens[at], at + 1
    below: Mask = {}
    if at < len(tokens) and tokens[at] in "./":
        at = _one(tokens, at + 1, below)
    elif at < len(tokens) and tokens[at] == "(":
        below, at = _list(tokens, at + 1)
        if at >= len(tokens) or tokens[at] != ")":
            message = "Invalid field selection"
            raise ValueError(message)
        at += 1
    _merge(tree, name, below)
    return at


def _merge(tree: Mask, name: str, below: Mask) -> None:
    """Add a selection; all of a thing stays all of it."""
    if name not in tree:
        tree[name] = below
    elif tree[name] and below:
        for inner, more in below.items():
            _merge(tree[name], inner, more)
    else:
        tree[name] = {}


def shown(mask: Mask, value: Any) -> Any:
    """What of a value a mask selects; the entries of lists are looked at one by one."""
    if not mask:
        return value
    if isinstance(value, list):
        return [shown(mask, one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        name: shown(mask[name] if name in mask else mask["*"], one)
        for name, one in value.items()
        if name in mask or "*" in mask
    }
