"""How parameters arrive: forms with keys in brackets, and files. https://docs.stripe.com/api/expanding_objects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any

from agentrein_stripe.sandbox.ask import invalid

_KEY = re.compile(r"(?P<name>[^\[\]]+)(?P<rest>(?:\[[^\[\]]*\])*)")
_STEP = re.compile(r"\[([^\[\]]*)\]")


def nested(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The parameters that pairs such as `items[0][price]=price_1` stand for; `images[]` appends.

    A hash whose keys are 0, 1, 2 … is a list.
    """
    root: dict[str, Any] = {}
    for key, value in pairs:
        found = _KEY.fullmatch(key)
        if found is None:
            raise invalid(f"Invalid parameter name: {key}", key)
        _put(root, [found["name"], *_STEP.findall(found["rest"])], value, key)
    return {name: _lists(name, value) for name, value in root.items()}


def _put(at: dict[str, Any], steps: list[str], value: str, key: str) -> None:
    *way, last = steps
    for step in way:
        at = at.setdefault(step or str(len(at)), {})
        if not isinstance(at, dict):
            raise invalid(f"Invalid object: {key} is given twice, as a value and as a hash", key)
    at[last or str(len(at))] = value


def _lists(name: str, value: Any) -> Any:
    """The value with its lists; the keys of metadata are the caller's own, numbers too."""
    if not isinstance(value, dict) or name == "metadata":
        return value
    inner = {name: _lists(name, one) for name, one in value.items()}
    if inner and all(name.isdecimal() for name in inner):
        return [inner[name] for name in sorted(inner, key=int)]
    return inner


def parts(content: bytes, media: str) -> tuple[list[tuple[str, str]], dict[str, tuple[str, bytes]]]:
    """The fields and the files of a multipart form."""
    message = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + media.encode("latin-1") + b"\r\n\r\n" + content)
    fields: list[tuple[str, str]] = []
    files: dict[str, tuple[str, bytes]] = {}
    for part in message.iter_parts():
        name = str(part.get_param("name", header="content-disposition"))
        data = part.get_payload(decode=True)
        held = data if isinstance(data, bytes) else b""
        if part.get_filename() is not None:
            files[name] = (str(part.get_filename()), held)
        else:
            fields.append((name, held.decode("utf-8", "replace")))
    return fields, files
