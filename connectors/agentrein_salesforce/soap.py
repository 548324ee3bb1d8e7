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

KIND, TEXT = "@type", "#text"
"""Under which names an object tells what kind of element it is, and a text that says its kind, its words."""

_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_NAMESPACES = {"u": "urn:partner.soap.sforce.com", "m": "http://soap.sforce.com/2006/04/metadata"}
"""The namespace of each API's messages."""

_XML_NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_NO_TEXT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold."""


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
    if _name(inner.tag) == "readMetadataResponse":
        return {"records": [one for result in results for one in _listed(result)]}
    return {"results": [_result(one) for one in results]}


def _listed(result: Any) -> list[Any]:
    """The components that a read found; one that is not there is told as an empty element."""
    records = result.get("records", []) if isinstance(result, dict) else []
    return [one for one in (records if isinstance(records, list) else [records]) if isinstance(one, dict)]


def message(api: str, operation: str, said: Mapping[str, Any], session: str) -> str:
    """The message that asks an API (`u`, `m`) for this; raises ValueError for what would not stay in its element."""
    listed = "".join(_element(key, one) for key, one in said.items() if key != OPERATION)
    names = f'xmlns="{_NAMESPACES[api]}" xmlns:api="{_NAMESPACES[api]}"'
    return (
        '<?xml version="1.0" encoding="utf-8"?>'
        f'<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/" {names} xmlns:xsi="{_XSI}" '
        'xmlns:xsd="http://www.w3.org/2001/XMLSchema">'
        f"<env:Header><SessionHeader><sessionId>{escape(session)}</sessionId></SessionHeader></env:Header>"
        f"<env:Body><{_named(operation)}>{listed}</{operation}></env:Body></env:Envelope>"
    )


def _element(name: str, value: Any) -> str:
    """An element of a message: a list as several, what an object says of its kind as its type."""
    if isinstance(value, list):
        return "".join(_element(name, one) for one in value)
    if value is None:
        return f'<{_named(name)} xsi:nil="true"/>'
    said: Mapping[str, Any] = value if isinstance(value, Mapping) else {TEXT: value}
    kind = _kind(said[KIND]) if KIND in said else ""
    inner = "".join(_element(key, one) for key, one in said.items() if key not in {KIND, TEXT})
    return f"<{_named(name)}{kind}>{_text_of(said.get(TEXT, ''))}{inner}</{name}>"


def _kind(name: Any) -> str:
    """The attribute that tells a kind: those of XML itself begin with a small letter, those of an API do not."""
    return f' xsi:type="{"xsd" if str(name)[:1].islower() else "api"}:{_named(name)}"'


def _named(name: Any) -> str:
    if not isinstance(name, str) or _XML_NAME.fullmatch(name) is None:
        problem = f"{str(name)[:40]!r} is no name of an element"
        raise ValueError(problem)
    return name


def _text_of(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if _NO_TEXT.search(text) is not None:
        problem = "a text holds characters that no message can"
        raise ValueError(problem)
    return escape(text, {"\r": "&#13;"})


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
    if element.get(f"{{{_XSI}}}nil") in {"true", "1"}:
        return None
    kind = (element.get(f"{{{_XSI}}}type") or "").rpartition(":")[2]
    typed = {KIND: kind} if kind else {}
    if not len(element):
        text = element.text or ""
        text = text if text.strip() else ""
        return {**typed, TEXT: text} if kind else text
    found: dict[str, Any] = {**typed}
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
    """One result, with what it says to be so as such."""
    given: Mapping[str, Any] = one if isinstance(one, Mapping) else {}
    found = {**given, **({"id": given["id"][0]} if isinstance(given.get("id"), list) else {})}
    if "success" not in given:
        return found
    told = {name: given[name] == "true" for name in ("success", "created") if name in given}
    return {**found, **told, "errors": given.get("errors", [])}
