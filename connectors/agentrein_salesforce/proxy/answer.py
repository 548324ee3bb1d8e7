"""Answers between the wire and plain data, in both directions."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from typing import Any

from requests import PreparedRequest, Response
from requests.cookies import RequestsCookieJar
from requests.structures import CaseInsensitiveDict

from agentrein.connector import Answer
from agentrein_salesforce import soap

_OF_THE_BYTES = frozenset({"content-encoding", "content-length", "transfer-encoding"})
"""Headers that spoke of the bytes on the wire."""


_BLOB = re.compile(
    r"(?i).*/sobjects/[^/]+/[a-zA-Z0-9]{15,18}/(?:Binary|Body|Content|ContentData|Document|LogFile|VersionData)/?"
)
"""Where a field holds a file, whose kind is that of the file: it may be JSON as well.

https://developer.salesforce.com/docs/platform/api-rest/guide/resources-sobject-blob-retrieve.html
"""


def body_of(response: Response) -> Any:
    """The body as data; None where there is none or nobody can read it, an empty object where it is empty."""
    content, kind = response.content, response.headers.get("content-type", "").lower()
    if not content:
        return None if response.status_code == 204 else {}
    if response.status_code == 200 and _BLOB.fullmatch(response.url.partition("?")[0]) is not None:
        return {"base64": base64.b64encode(content).decode("ascii")}
    if "xml" in kind:
        return soap.answer_of(content)
    if "csv" in kind:
        return {"rows": list(csv.DictReader(io.StringIO(content.decode("utf-8"))))}
    try:
        return json.loads(content)
    except ValueError:
        return None


def lack_of(response: Response, body: Any) -> str:
    """What of an answer `response_of` could not make again of its data; empty for what it can."""
    kind = response.headers.get("content-type", "").lower()
    if "xml" in kind:
        results = body.get("results") if isinstance(body, dict) else None
        whole = isinstance(results, list) and all(isinstance(one, dict) and "success" in one for one in results)
        return "" if whole else "XML of another form"
    return "content that is no JSON" if response.content and (body is None or "csv" in kind) else ""


def response_of(answer: Answer, request: PreparedRequest) -> Response:
    """The answer as `requests` gives it: the one that came, or one that is made where none was sent for."""
    if isinstance(answer.native, Response):
        return answer.native
    made = Response()
    made.status_code = answer.status or 0
    made.headers = CaseInsensitiveDict({n: v for n, v in answer.headers.items() if n.lower() not in _OF_THE_BYTES})
    made.url, made.request, made.cookies = request.url or "", request, RequestsCookieJar()
    made.encoding = "utf-8"
    made._content = _content(answer, request)
    return made


def _content(answer: Answer, request: PreparedRequest) -> bytes:
    if answer.body is None:
        return b""
    if "xml" in str(request.headers.get("content-type", "")) and isinstance(answer.body, dict):
        return soap.results(answer.body.get("results", []), str(request.headers.get("soapaction", ""))).encode()
    return json.dumps(answer.body).encode()
