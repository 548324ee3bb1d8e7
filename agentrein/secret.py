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

from agentrein.address import variables
from agentrein.paths import Step, parse
from agentrein.secret_paths import places
from agentrein.secret_texts import MASK, WORDS, scrubbed

if TYPE_CHECKING:
    from agentrein.model import Call
    from agentrein.rows import Operation

SHORT = 5
"""A secret that is no longer may be an ordinary word, and is not searched for in texts."""

BY_NAME = "**"
"""As a row's `secret`: whatever is named like one, wherever it stands; for calls of which nobody said more."""

_LONG = 12
"""Digits from which a number may be that of a card or an account."""

_NAMED = re.compile(
    rf"(?i)(?:{WORDS}|iban|account[_-]?number|id[_-]?number|ssn|encrypted[_-]number)|^(?:auth|code|key|number|pin|sig)$"
)
"""Names of fields that are taken for secrets where no row says which are."""

_TELLING = re.compile(r"(?i)[_-](?:name|id|type|prefix)$|(?-i:Name|Id|Type|Prefix)$")
"""Endings of names that say something about a secret: which one, not what it is."""

_COUNTING = re.compile(r"(?i)^(?:code|key|number|pin)$")
"""Names that are secrets, or tell how many and which one in numbers."""


def recorded(row: Operation, call: Call) -> Call:
    """The call as it may be written down."""
    if not row.secret:
        return call
    params, body = dict(call.params), call.body
    for path in row.secret:
        if path == BY_NAME:
            params, body = _query_by_name(row, params), _by_name(body)
        else:
            params, body = _at(params, parse(path)), _at(body, parse(path))
    return replace(call, params=params, body=body)


def masked_by_name(tree: Any) -> Any:
    """A tree that nobody described, with the mask wherever something is named like a credential, or reads like one."""
    return _by_name(tree)


def secrets_in(row: Operation, call: Call) -> list[str]:
    """The secret texts and numbers of a call, longest first."""
    if not row.secret:
        return []
    hidden = recorded(row, call)
    pairs = ((call.params, hidden.params), (call.body, hidden.body))
    found = {str(one) for plain, other in pairs for one in _lost(plain, other)}
    return _longest_first(one for one in found if len(one) > SHORT)


def hidden_in(row: Operation, call: Call) -> list[Any]:
    """All that is not written down of a call, short or long, in its order."""
    hidden = recorded(row, call)
    return [
        one for plain, other in ((call.params, hidden.params), (call.body, hidden.body)) for one in _lost(plain, other)
    ]


def without(text: str, secrets: list[str]) -> str:
    """A text that others wrote, without these and without whatever it calls a credential itself."""
    for one in secrets:
        text = text.replace(one, MASK)
    return scrubbed(text)


def without_environment(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """A text such as a traceback, without the values of environment variables that are named like a credential."""
    named = ((name.endswith("_KEY") or _NAMED.search(name), value) for name, value in environ.items())
    values = [value for secret, value in named if secret and len(value) > SHORT]
    return without(text, _longest_first(values))


def _longest_first(texts: Iterable[str]) -> list[str]:
    """So that none of them is a part of one that is taken out after it."""
    return sorted(texts, key=lambda text: (-len(text), text))


# --- trees


def _at(tree: Any, steps: tuple[Step, ...]) -> Any:
    """The tree with the mask at a path; what is not there stays away, and so does a null."""
    if not steps:
        return None if tree is None else MASK
    masked = {key: _at(value, steps[1:]) for key, value in places(tree, steps[0]).items()}
    if isinstance(tree, dict):
        return {**tree, **masked}
    return list(masked.values()) if masked else tree


def _query_by_name(row: Operation, params: dict[str, Any]) -> dict[str, Any]:
    """Variables of the address stay as they are: they say which thing it was that the call was about."""
    of_the_path = variables(row.address)
    return {name: value if name in of_the_path else _named(name, value) for name, value in params.items()}


def _by_name(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _named(str(key), value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_by_name(value) for value in tree]
    return scrubbed(tree) if isinstance(tree, str) else tree


def _named(key: str, value: Any) -> Any:
    return MASK if _is_secret(key, value) else _by_name(value)


def _is_secret(key: str, value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, str | int | float) or _TELLING.search(key):
        return False
    if _COUNTING.search(key) and len(str(value)) < _LONG:
        counts = not isinstance(value, str) or (key.casefold() == "number" and value.isdecimal())
        return not counts
    return _NAMED.search(key) is not None


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


__all__ = ["BY_NAME", "MASK", "masked_by_name", "recorded", "scrubbed", "secrets_in", "without", "without_environment"]
