"""The SOAP calls that a client of the stand-in sends: undelete, decisions about approvals, and login.

https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_undelete.htm
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree  # noqa: ICN001 - the parser, by its name
from xml.sax.saxutils import escape

from agentrein.testing import Answer, Routes
from agentrein_salesforce.ids import long_id
from agentrein_salesforce.sandbox.approvals import decide
from agentrein_salesforce.sandbox.ask import Ask, Broken
from agentrein_salesforce.sandbox.writes import undelete

routes = Routes()
MOST_IDS = 200
_OPEN = (
    '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope '
    'xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns="urn:partner.soap.sforce.com" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body>'
)
_CLOSE = "</soapenv:Body></soapenv:Envelope>"


def read_call(content: bytes) -> tuple[dict[str, Any], str]:
    """What an envelope asks for, and the session id in it; nothing of that stays in what is asked."""
    try:
        # the stand-in's own tests write what it reads
        root = ElementTree.fromstring(content)  # noqa: S314
    except ElementTree.ParseError:
        return {}, ""
    session, call = "", dict[str, Any]()
    for one in root.iter():
        name = re.sub(r"^\{.*\}", "", one.tag)
        if name == "sessionId":
            session = one.text or ""
        if name == "Body" and len(one):
            inside = one[0]
            said: dict[str, list[Any]] = {}
            for part in inside:
                said.setdefault(re.sub(r"^\{.*\}", "", part.tag), []).append(_said(part))
            call = {"operation": re.sub(r"^\{.*\}", "", inside.tag), **said}
    return call, session


def _said(part: Any) -> Any:
    return {re.sub(r"^\{.*\}", "", one.tag): one.text or "" for one in part} if len(part) else part.text or ""


@routes.on("POST /services/Soap/u/{version}")
def soap(ask: Ask) -> Answer:
    """One call."""
    said = ask.request.body if isinstance(ask.request.body, dict) else {}
    if said.get("operation") == "undelete":
        return _undelete(ask, said.get("ids", []))
    if said.get("operation") == "process":
        return _xml(
            f"<processResponse>{''.join(_processed(ask, one) for one in said.get('actions', []))}</processResponse>"
        )
    return fault("UNSUPPORTED_API_VERSION", f"the stand-in knows no {said.get('call')}")


def _processed(ask: Ask, one: dict[str, Any]) -> str:
    """What became of one action about an approval."""
    try:
        told = decide(ask, one.get("workitemId"), str(one.get("action")))
    except Broken as broken:
        said = f"<message>{escape(broken.message)}</message><statusCode>{broken.code}</statusCode>"
        return f'<result><errors>{said}</errors><instanceId xsi:nil="true"/><success>false</success></result>'
    names = ("entityId", "instanceId", "instanceStatus")
    shown = "".join(f"<{name}>{escape(str(told[name]))}</{name}>" for name in names)
    return f"<result>{shown}<success>true</success></result>"


def _undelete(ask: Ask, ids: list[str]) -> Answer:
    if len(ids) > MOST_IDS:
        return fault("EXCEEDED_ID_LIMIT", f"at most {MOST_IDS} ids")
    results = "".join(f"<result>{_one(ask, id)}</result>" for id in ids)
    return _xml(f"<undeleteResponse>{results}</undeleteResponse>")


def _one(ask: Ask, id: str) -> str:
    try:
        undelete(ask, id)
    except Broken as broken:
        said = f"<message>{escape(broken.message)}</message><statusCode>{broken.code}</statusCode>"
        return f'<errors>{said}</errors><id xsi:nil="true"/><success>false</success>'
    return f"<id>{long_id(id)}</id><success>true</success>"


def fault(code: str, message: str) -> Answer:
    """A SOAP fault."""
    inner = f"<faultcode>sf:{code}</faultcode><faultstring>{code}: {escape(message)}</faultstring>"
    return _xml(f"<soapenv:Fault>{inner}</soapenv:Fault>", 500)


def session(user: str, id: str, url: str) -> Answer:
    """What a login answers."""
    inner = f"<serverUrl>{url}/services/Soap/u/59.0</serverUrl><sessionId>{id}</sessionId><userId>{user}</userId>"
    return _xml(f"<loginResponse><result>{inner}</result></loginResponse>")


def _xml(inner: str, status: int = 200) -> Answer:
    return Answer(status, f"{_OPEN}{inner}{_CLOSE}".encode(), media="text/xml;charset=UTF-8")
