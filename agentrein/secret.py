"""Keeping credentials out of what is recorded and said: secret parts of a call, and texts that others wrote.

A row names the secret parts of its call (`secret=("config.secret",)`). The wire carries them; ledger, sentences and
messages hold `MASK` instead, and nothing that undoes the call may rest on them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from agentrein.paths import Step, parse

if TYPE_CHECKING:
    from agentrein.model import Call
    from agentrein.rows import Operation

MASK = "(secret, not recorded)"
"""What stands where a secret stood."""

SHORT = 5
"""A secret that is no longer may be an ordinary word, and is not searched for in texts."""

BY_NAME = "**"
"""As a row's `secret`: whatever is named like one, wherever it stands; for calls of which nobody said more."""

_WORDS = (
    r"token|secret|passw(?:or)?d|passphrase|api[_-]?key|(?:access|private|license|encryption)[_-]?key|credentials?"
    r"|authorization|cookie|signature|encrypted[_-]value|cvc|cvv"
)
_NAMED = re.compile(rf"(?i)(?:{_WORDS})|^(?:auth|code|key|number|pin|sig)$")
"""Names of fields that are taken for secrets where no row says which are."""

_TEXTS = (
    re.compile(r"(?<=://)[^/@\s\"'<>]*(?=@)"),  # name and password in an address
    re.compile(r"(?i)(?:(?<=[=:\s])|^)(?:bearer|basic)\s+(?=\S*\d|\S{20})\S{6,}"),
    re.compile(
        rf"(?i)(?P<name>[\w-]*(?:{_WORDS})[\w-]*[\"']?\s*(?:=|:\s|:(?=[\"']))\s*[\"']?)(?!\(secret)[^\s\"'&,;)}}\]]+"
    ),
    re.compile(rf"(?i)(?P<name>\b(?:{_WORDS}|key)s?\s+[\"']?)(?=[\w.~+/=-]*\d)[\w.~+/=-]{{8,}}"),
    re.compile(r"(?i)(?P<name>\b(?:auth|code|key|pin|sig)[\"']?=[\"']?)(?!\(secret)[^\s\"'&,;)}\]]+"),
)


def recorded(row: Operation, call: Call) -> Call:
    """The call as it may be written down."""
    if not row.secret:
        return call
    params, body = dict(call.params), call.body
    for path in row.secret:
        params, body = _masked(params, path), _masked(body, path)
    return replace(call, params=params, body=body)


def secrets_in(row: Operation, call: Call) -> list[str]:
    """The secret texts and numbers of a call, longest first."""
    if not row.secret:
        return []
    hidden = recorded(row, call)
    pairs = ((call.params, hidden.params), (call.body, hidden.body))
    found = {str(one) for plain, other in pairs for one in _lost(plain, other)}
    return _longest_first(one for one in found if len(one) > SHORT)


def without(text: str, secrets: list[str]) -> str:
    """A text that others wrote, without these and without whatever it calls a credential itself."""
    for one in secrets:
        text = text.replace(one, MASK)
    return scrubbed(text)


def scrubbed(text: str) -> str:
    """A text that others wrote, without what it shows as a credential: `token=…`, `Bearer …`, `https://name:…@host`."""
    for pattern in _TEXTS if text else ():
        text = pattern.sub(lambda found: f"{found.groupdict().get('name') or ''}{MASK}", text)
    return text


def without_environment(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """A text such as a traceback, without the values of environment variables that are named like a credential."""
    values = [value for name, value in environ.items() if _NAMED.search(name) and len(value) > SHORT]
    return without(text, _longest_first(values))


def _longest_first(texts: Iterable[str]) -> list[str]:
    """So that none of them is a part of one that is taken out after it."""
    return sorted(texts, key=lambda text: (-len(text), text))


# --- trees


def _masked(tree: Any, path: str) -> Any:
    return _by_name(tree) if path == BY_NAME else _at(tree, parse(path))


def _at(tree: Any, steps: tuple[Step, ...]) -> Any:
    """The tree with the mask at a path; what is not there stays away, and so does a null."""
    if not steps:
        return None if tree is None else MASK
    step, rest = steps[0], steps[1:]
    if isinstance(tree, dict):
        names = tree if step.kind == "any" else {step.name} & set(tree)
        return {key: _at(value, rest) if key in names else value for key, value in tree.items()}
    if isinstance(tree, list) and step.kind == "each":
        return [_at(value, rest) for value in tree]
    return tree


def _by_name(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _named(str(key), value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_by_name(value) for value in tree]
    return scrubbed(tree) if isinstance(tree, str) else tree


def _named(key: str, value: Any) -> Any:
    is_secret = _NAMED.search(key) is not None and isinstance(value, str | int | float) and not isinstance(value, bool)
    return MASK if is_secret else _by_name(value)


def _lost(plain: Any, hidden: Any) -> Iterator[Any]:
    """The values that a masked tree lacks."""
    if plain == hidden:
        return
    if isinstance(plain, dict):
        inside = hidden if isinstance(hidden, dict) else {}
        for key, value in plain.items():
            yield from _lost(value, inside.get(key))
    elif isinstance(plain, list):
        inside_list = hidden if isinstance(hidden, list) else [None] * len(plain)
        for value, other in zip(plain, inside_list, strict=True):
            yield from _lost(value, other)
    elif isinstance(plain, str | int | float) and not isinstance(plain, bool):
        yield plain
