"""SOAP messages as data: what a request asks for, what an answer tells, and the messages that an undo needs.

The header of a message, in which the session stands, is never part of what is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

OPERATION = "operation"
"""Under which name the body of a decoded request tells its operation."""

_ENVELOPE = "{http://schemas.xmlsoap.org/soap/envelope/}"
_ID = re.compile(r"[a-zA-Z0-9]{15}(?:[a-zA-Z0-9]{3})?")
_OTHER_CODE = re.compile(r"(?i)\s*<\?xml\b[^>]*\bencoding\s*=\s*[\"'](?!utf-8[\"'])")
"""The beginning of a message that says that it is not written in UTF-8."""

_MANY = frozenset({"ids", "id", "metadata", "fullNames", "sObjects", "errors", "result", "queries"})
"""Elements that the API's description lets stand several times."""


_SESSIONS = frozenset({"sessionId", "sessionIds"})
"""Elements that hold the sessions to be ended, which nobody records."""


def request_of(content: bytes | str) -> dict[str, Any] | None:
    """What a message asks for, with its operation; None where it cannot be read as exactly one."""
    inner = _inner(content)
    if inner is None:
        return None
    value = _value(inner)
    said = value if isinstance(value, dict) else {}
    return {**{name: one for name, one in said.items() if name not in _SESSIONS}, OPERATION: _name(inner.tag)}


def answer_of(content: bytes | str) -> Any:
    """What an answer tells, in the form of the REST API's: `results`, or the one error as a list."""
    inner = _inner(content)
    if inner is None:
        return None
    value = _value(inner)
    if _name(inner.tag) == "Fault":
        fault = value if isinstance(value, dict) else {}
        named = str(fault.get("faultcode", "")).rpartition(":")[2]
        return [{"errorCode": named, "message": fault.get("faultstring", "")}]
    results = value.get("result", []) if isinstance(value, dict) else []
    return {"results": [_result(one) for one in results]}


def undelete(ids: Any, session: str) -> str:
    """The message that takes records out of the Recycle Bin; raises ValueError for what is no id of a record."""
    given = ids if isinstance(ids, list) else [ids]
    if not given or not all(isinstance(one, str) and _ID.fullmatch(one) for one in given):
        raise ValueError(f"{ids!r} are no ids of records")
    listed = "".join(f"<urn:ids>{one}</urn:ids>" for one in given)
    return (
        '<?xml version="1.0" encoding="utf-8"?>'
        '<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/" xmlns:urn="urn:partner.soap.sforce.com">'
        f"<env:Header><urn:SessionHeader><urn:sessionId>{escape(session)}</urn:sessionId></urn:SessionHeader>"
        f"</env:Header><env:Body><urn:undelete>{listed}</urn:undelete></env:Body></env:Envelope>"
    )


def results(found: Any, operation: str) -> str:
    """The answer that tells these results, as the server would write it."""
    name = operation.strip('"') or "undelete"
    told = "".join(_written("result", one) for one in found)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" '
        f'xmlns="urn:partner.soap.sforce.com"><soapenv:Body><{name}Response>{told}</{name}Response>'
        "</soapenv:Body></soapenv:Envelope>"
    )


def _written(name: str, value: Any) -> str:
    if isinstance(value, list):
        return "".join(_written(name, one) for one in value)
    if isinstance(value, Mapping):
        return f"<{name}>{''.join(_written(key, one) for key, one in value.items())}</{name}>"
    text = str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)
    return f"<{name}>{escape(text)}</{name}>"


def session_in(content: bytes | str) -> str:
    """The session that a message carries; empty if none."""
    root = _root(content)
    found = None if root is None else root.find(f"{_ENVELOPE}Header/{{*}}SessionHeader/{{*}}sessionId")
    return "" if found is None else (found.text or "").strip()


def _root(content: bytes | str) -> ET.Element | None:
    """A message as it can be read in one way only: in UTF-8, and without entities of its own."""
    try:
        text = content if isinstance(content, str) else content.decode("utf-8")
        if "<!DOCTYPE" in text or _OTHER_CODE.match(text) is not None:
            return None
        return ET.fromstring(text)  # noqa: S314 - without a document type there is nothing to expand
    except (UnicodeDecodeError, ET.ParseError):
        return None


def _inner(content: bytes | str) -> ET.Element | None:
    root = _root(content)
    if root is None or root.tag != f"{_ENVELOPE}Envelope":
        return None
    bodies = root.findall(f"{_ENVELOPE}Body")
    return bodies[0][0] if len(bodies) == 1 and len(bodies[0]) == 1 else None


def _value(element: ET.Element) -> Any:
    """An element as data: a text, or an object whose lists are those that the API's description knows."""
    if not len(element):
        return (element.text or "").strip()
    found: dict[str, Any] = {}
    for child in element:
        name, value = _name(child.tag), _value(child)
        if name in _MANY:
            found.setdefault(name, []).append(value)
        elif name in found:
            found[name] = [*(found[name] if isinstance(found[name], list) else [found[name]]), value]
        else:
            found[name] = value
    return found


def _name(tag: str) -> str:
    return tag.rpartition("}")[2]


def _result(one: Any) -> dict[str, Any]:
    given: Mapping[str, Any] = one if isinstance(one, Mapping) else {}
    ids = given.get("id")
    found = {**given, "id": ids[0] if isinstance(ids, list) and ids else None}
    return {**found, "success": given.get("success") == "true", "errors": given.get("errors", [])}
