"""The SOAP calls of the Metadata API about components.

https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_calls_intro.htm
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree  # noqa: ICN001 - the parser, by its name
from xml.sax.saxutils import escape

from agentrein.testing import Answer, Routes
from agentrein_salesforce.sandbox import definitions, deployments
from agentrein_salesforce.sandbox.ask import Ask, Broken, fail
from agentrein_salesforce.sandbox.definitions import NAMESPACE, Element, kind_of, local, said
from agentrein_salesforce.sandbox.world import Component

routes = Routes()
MOST, MOST_OF_SOME = 10, 200
_SOME = frozenset({"CustomMetadata", "CustomApplication"})
READS = frozenset(
    {
        "checkDeployStatus",
        "checkRetrieveStatus",
        "describeMetadata",
        "describeValueType",
        "listMetadata",
        "readMetadata",
        "retrieve",
    }
)
MOST_QUERIES = 3

_OPEN = (
    '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope '
    f'xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns="{NAMESPACE}" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body>'
)
_CLOSE = "</soapenv:Body></soapenv:Envelope>"


def read_call(content: bytes) -> tuple[dict[str, Any], str]:
    """What an envelope asks for, as its own element in text, and the session id that stood beside it."""
    try:
        root = ElementTree.fromstring(content)  # noqa: S314 - the stand-in's own tests write what it reads
    except ElementTree.ParseError:
        return {}, ""
    session = next((one.text or "" for one in root.iter() if local(one.tag) == "sessionId"), "")
    body = next((one for one in root if local(one.tag) == "Body"), None)
    if body is None or not len(body):
        return {}, session
    names = [said(one, "fullName") for one in body[0] if local(one.tag) == "metadata"]
    asked = {"operation": local(body[0].tag), "message": ElementTree.tostring(body[0], "unicode")}
    options = {local(one.tag): one.text or "" for part in body[0] if local(part.tag) == "DeployOptions" for one in part}
    told = {"metadata": names, "DeployOptions": options}
    return {**asked, **{name: one for name, one in told.items() if one}}, session


@routes.on("GET /services/data/{version}/tooling/query")
def requests(ask: Ask) -> Answer:
    """The deployments, as far as a client of the stand-in asks the Tooling API."""
    text = ask.request.query.get("q", "")
    if "FROM DeployRequest" not in text:
        raise fail(400, "INVALID_TYPE", "the stand-in knows DeployRequest alone")
    rows = deployments.requests(ask, text)
    return Answer(200, {"size": len(rows), "totalSize": len(rows), "done": True, "records": rows})


@routes.on("POST /services/Soap/m/{version}", "POST /services/Soap/m/{version}/deployRequest")
def metadata(ask: Ask) -> Answer:
    """One call."""
    asked = ask.request.body if isinstance(ask.request.body, dict) else {}
    act = _CALLS.get(str(asked.get("operation")))
    if not ask.user:
        return fault("INVALID_SESSION_ID", "Invalid Session ID found in SessionHeader")
    if act is None:
        return fault("UNKNOWN_EXCEPTION", f"the stand-in knows no {asked.get('operation')}")
    call = ElementTree.fromstring(asked["message"])  # noqa: S314 - as above
    try:
        told = act(ask, call)
    except Broken as broken:
        return fault(broken.code, broken.message)
    name = f"{asked['operation']}Response"
    return _xml(f"<{name}>{told}</{name}>")


def _all(call: Element, name: str) -> list[str]:
    return [one.text or "" for one in call if local(one.tag) == name]


def _one(call: Element, name: str) -> str:
    return next(iter(_all(call, name)), "")


def _check_count(kinds: set[str], count: int) -> None:
    if len(kinds) > 1:
        raise Broken("INVALID_TYPE", "all components of a call are of one type")
    most = MOST_OF_SOME if kinds <= _SOME else MOST
    if count > most:
        raise Broken("LIMIT_EXCEEDED", f"Limit exceeded: at most {most} components in one call")


# --- reads


def _read(ask: Ask, call: Element) -> str:
    kind, names = _one(call, "type"), _all(call, "fullNames")
    _check_count({kind}, len(names))
    found = [ask.world.components.get((kind, name.casefold())) for name in names]
    shown = "".join(_record(one) for one in found)
    return f"<result>{shown}</result>"


def _record(one: Component | None) -> str:
    return '<records xsi:nil="true"/>' if one is None else definitions.xml(one.definition, "records")


def _list(ask: Ask, call: Element) -> str:
    queries = [one for one in call if local(one.tag) == "queries"]
    if len(queries) > MOST_QUERIES:
        raise Broken("EXCEEDED_ID_LIMIT", f"at most {MOST_QUERIES} queries")
    kinds = {said(one, "type") for one in queries}
    return "".join(_properties(one) for one in ask.world.components.values() if one.kind in kinds)


def _properties(one: Component) -> str:
    told = {
        "createdById": one.maker,
        "createdByName": "name",
        "createdDate": one.made.replace("+0000", "Z"),
        "fileName": f"{one.kind}/{one.name}",
        "fullName": one.name,
        "id": "",
        "lastModifiedById": one.editor,
        "lastModifiedByName": "name",
        "lastModifiedDate": one.edited.replace("+0000", "Z"),
        "type": one.kind,
    }
    return f"<result>{''.join(f'<{name}>{escape(text)}</{name}>' for name, text in told.items())}</result>"


def _describe(ask: Ask, call: Element) -> str:  # noqa: ARG001 - a call takes both
    return "<result><organizationNamespace/><partialSaveAllowed>true</partialSaveAllowed></result>"


# --- writes


def _each(does: Callable[[Ask, Element], bool | None]) -> Callable[[Ask, Element], str]:
    """A call that does something to several components, each on its own."""

    def act(ask: Ask, call: Element) -> str:
        given = [one for one in call if local(one.tag) == "metadata"]
        _check_count({kind_of(one) for one in given}, len(given))
        return "".join(_result(said(one, "fullName") or "", lambda one=one: does(ask, one)) for one in given)  # type: ignore[misc] # mypy infers no type for it

    return act


def _result(name: str, act: Callable[[], bool | None]) -> str:
    """What became of one component; of an upsert, whether it is new."""
    try:
        new = act()
    except Broken as broken:
        error = f"<message>{escape(broken.message)}</message><statusCode>{broken.code}</statusCode>"
        return f"<result><errors>{error}</errors><fullName>{escape(name)}</fullName><success>false</success></result>"
    created = "" if new is None else f"<created>{str(new).lower()}</created>"
    return f"<result>{created}<fullName>{escape(name)}</fullName><success>true</success></result>"


def _upsert(ask: Ask, given: Element) -> bool:
    new = (kind_of(given), (said(given, "fullName") or "").casefold()) not in ask.world.components
    (definitions.create if new else definitions.update)(ask, given)
    return new


def _delete(ask: Ask, call: Element) -> str:
    kind, names = _one(call, "type"), _all(call, "fullNames")
    _check_count({kind}, len(names))
    return "".join(_result(name, lambda name=name: definitions.delete(ask, kind, name)) for name in names)  # type: ignore[misc] # mypy infers no type for it


def _rename(ask: Ask, call: Element) -> str:
    kind, old, new = (_one(call, name) for name in ("type", "oldFullName", "newFullName"))
    return _result(new, lambda: definitions.rename(ask, kind, old, new))


_CALLS: dict[str, Callable[[Ask, Element], str]] = {
    "createMetadata": _each(definitions.create),
    "updateMetadata": _each(definitions.update),
    "upsertMetadata": _each(_upsert),
    "deleteMetadata": _delete,
    "renameMetadata": _rename,
    "readMetadata": _read,
    "listMetadata": _list,
    "describeMetadata": _describe,
    "deploy": deployments.deploy,
    "checkDeployStatus": deployments.status,
    "retrieve": deployments.retrieve,
    "checkRetrieveStatus": deployments.retrieved,
}


def fault(code: str, message: str) -> Answer:
    """A SOAP fault."""
    text = re.sub(rf"^{code}: ", "", message)
    inner = f"<faultcode>sf:{code}</faultcode><faultstring>{code}: {escape(text)}</faultstring>"
    return _xml(f"<soapenv:Fault>{inner}</soapenv:Fault>", 500)


def _xml(inner: str, status: int = 200) -> Answer:
    return Answer(status, f"{_OPEN}{inner}{_CLOSE}".encode(), media="text/xml;charset=UTF-8")
