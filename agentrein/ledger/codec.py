"""Payloads as canonical JSON text in ASCII: what is decoded equals what was encoded, to the last bit.

Sorted keys, no spaces, everything beyond ASCII escaped. What JSON cannot say is an object with one key:

    {"$bytes": "<base64>"}      bytes
    {"$float": "nan"}           nan, inf, -inf
    {"$sha256": "<hex> <size>"} long bytes that stand in the planned entry of the action
    {"$str": "<base64>"}        a string with lone surrogates, in UTF-8 (surrogates passed)

A user's own key that begins with `$` gets a second one (`$bytes` is written `$$bytes`); a key with lone surrogates is
written `$str:<base64>`. Tuples come back as lists, other mappings as dicts, enums as their values.
"""

from __future__ import annotations

import json
import math
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

from agentrein.long_bytes import Digest

_ENCODER = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":"), allow_nan=False)
_KEY = "$str:"
_LEAVES = frozenset({str, bool, int, float, type(None)})
_NEEDS_WORK = '"$'


def dumps(value: Any) -> str:
    """The text of a value; `TypeError` for what is neither JSON nor bytes, and for keys that are no strings."""
    try:
        text = _ENCODER.encode(value) if _has_text_keys(value) else _NEEDS_WORK
    except (TypeError, ValueError):  # bytes, mappings of other kinds, floats that are no numbers
        text = _NEEDS_WORK
    if '"$' in text or "\\ud" in text:  # a `$` to be told from ours, or a surrogate, which may be half of a pair
        return _ENCODER.encode(_encode(value))
    return text


def _has_text_keys(value: Any) -> bool:
    """Whether this is plain JSON with texts for keys; JSON's encoder would write other keys as texts without a word."""
    kind = type(value)
    if kind is dict:
        for key, item in value.items():
            if type(key) is not str or not (type(item) in _LEAVES or _has_text_keys(item)):
                return False
        return True
    if kind is list or kind is tuple:
        return all(type(item) in _LEAVES or _has_text_keys(item) for item in value)
    return kind in _LEAVES


def loads(text: str) -> Any:
    """The value of a text that `dumps` wrote."""
    return json.loads(text, object_hook=_decode)


def _encode(value: Any) -> Any:
    if isinstance(value, str):
        return _text(value)
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"$float": str(float(value))}
    if isinstance(value, Mapping):
        return {_key(key): _encode(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_encode(item) for item in value]
    if isinstance(value, bytes | bytearray | memoryview | Digest):
        return _content(value)
    msg = f"a {type(value).__qualname__} cannot be recorded in the ledger: give JSON values or bytes"
    raise TypeError(msg)


def _content(value: bytes | bytearray | memoryview | Digest) -> dict[str, str]:
    if isinstance(value, Digest):
        return {"$sha256": f"{value.sha256} {value.size}"}
    return {"$bytes": b64encode(value).decode("ascii")}


def _text(value: str) -> str | dict[str, str]:
    return {"$str": _surrogates(value)} if _has_surrogates(value) else value


def _key(key: object) -> str:
    if not isinstance(key, str):
        msg = f"a key of type {type(key).__qualname__} cannot be recorded in the ledger: JSON keys are strings"
        raise TypeError(msg)
    if _has_surrogates(key):
        return _KEY + _surrogates(key)
    return "$" + key if key.startswith("$") else key


def _has_surrogates(value: str) -> bool:
    """Whether a JSON text might join what are two halves here."""
    if value.isascii():
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return True
    return False


def _surrogates(value: str) -> str:
    return b64encode(value.encode("utf-8", "surrogatepass")).decode("ascii")


def _from_surrogates(text: str) -> str:
    return b64decode(text).decode("utf-8", "surrogatepass")


def _decode(found: dict[str, Any]) -> Any:
    if len(found) == 1:
        if "$bytes" in found:
            return b64decode(found["$bytes"])
        if "$sha256" in found:
            digest, _, size = found["$sha256"].partition(" ")
            return Digest(digest, int(size))
        if "$float" in found:
            return float(found["$float"])
        if "$str" in found:
            return _from_surrogates(found["$str"])
    if any(key.startswith("$") for key in found):
        return {_plain_key(key): item for key, item in found.items()}
    return found


def _plain_key(key: str) -> str:
    if key.startswith(_KEY):
        return _from_surrogates(key.removeprefix(_KEY))
    return key.removeprefix("$")
