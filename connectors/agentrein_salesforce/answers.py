"""What Salesforce's answers mean, which requests only read, and who acts.

https://developer.salesforce.com/docs/platform/api-rest/guide/errorcodes.html
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Generator, Mapping
from typing import Any
from urllib.parse import unquote

from agentrein.connector import Actor, Answer, Call, ClientError, Read, State, Verdict
from agentrein_salesforce.addresses import canonical

_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_ASKS = re.compile(
    r"/(?:jobs/query|parameterizedSearch|analytics/reports/[^/]+|composite/sobjects/[^/]+"
    r"|oauth2/(?:token|introspect|userinfo))/?"
)
"""Paths that take a question in the body of a POST and change nothing."""

_EXECUTES = re.compile(r"/tooling/(?:executeanonymous|runtests(?:a|)synchronous)(?:/.*)?|/apexrest(?:/.*)?")
"""Paths, in small letters, at which a GET runs code of the org."""

_PARAMETERS = re.compile(r";[^/]*")
"""What servers leave out of the segments of a path."""

_ASKED_APART = re.compile(r"/oauth2/(?:userinfo|introspect)/?")
"""What may be asked of the place that gives credentials."""

ACCOUNT = r"005[a-zA-Z0-9]{12}(?:[a-zA-Z0-9]{3})?"
"""The id of a user."""

CREDENTIALS = ("POST /services/oauth2/token",)
"""What only gives a credential. The login by SOAP shares its path with operations that write, so it is not here."""

EXPIRED = frozenset({"INVALID_SESSION_ID", "InvalidSessionId"})
"""How REST and SOAP, and how the first Bulk API, say that a session is over."""

_LATER = frozenset({"PATCH /jobs/ingest/{job}#UploadComplete", "POST /async/job/{job}/batch#records"})
"""Calls that are only taken: what becomes of each row is told when the job is done."""

PENDING = "it is not done yet"
"""What is said of a check of something that is done later, which is asked again then."""

_CHECKS = frozenset({"checkDeployStatus", "checkRetrieveStatus"})
_SECONDS = 15.0
"""How long it is waited between two such checks."""

_LIMITS = frozenset({"REQUEST_LIMIT_EXCEEDED", "API_DISABLED_FOR_ORG", "API_CURRENTLY_DISABLED"})
_BUSY = frozenset({"UNABLE_TO_LOCK_ROW"})
_UNTOLD = frozenset({302, 303, 408})
"""Statuses below 500 after which it may have been done."""

_IDENTITY = re.compile(rf".*/id/(?P<org>00D[a-zA-Z0-9]{{12,15}})/(?P<user>{ACCOUNT})/?")


def line(method: str, path: str) -> tuple[str, str]:
    """A request line as method and path of an address."""
    return method, canonical(path)[0]


def executes(method: str, path: str) -> bool:  # noqa: ARG001 - a connector's function takes both
    """Whether a GET runs code: anonymous Apex, tests, and an org's own REST classes, of which no verb tells anything.

    https://developer.salesforce.com/docs/atlas.en-us.api_tooling.meta/api_tooling/intro_rest_resources.htm
    """
    arrives = posixpath.normpath(_PARAMETERS.sub("", _decoded(path)).lower())
    return _EXECUTES.fullmatch(canonical(arrives)[0] or arrives) is not None


def _decoded(path: str) -> str:
    """A path as a server reads it that decodes as often as there is something to decode."""
    further = unquote(path)
    return path if further == path else _decoded(further)


def reads(method: str, path: str) -> bool:
    """Whether a request only reads: every GET of the API but those that execute, and a few POSTs that ask."""
    if method in _READS:
        apart = path.startswith("/oauth2")
        return bool(path) and not executes(method, path) and (not apart or _ASKED_APART.fullmatch(path) is not None)
    return method == "POST" and _ASKS.fullmatch(path) is not None


def code(answer: Answer) -> int | str | None:
    """What names an answer in `ok` and `changed`: Salesforce's error code, else the status."""
    return error_code(answer) or answer.status


def error_code(answer: Answer) -> str:
    """The code of the first error that the answer lists; empty if it lists none, or if a record did not fail."""
    results = _results(answer.body)
    if results and not any(one.get("success") for one in results):
        return _first(results[0].get("errors"), "statusCode", "errorCode")
    return _first(answer.body, "errorCode", "exceptionCode") if (answer.status or 0) >= 300 else ""


def classify(call: Call, answer: Answer) -> Verdict:
    """What an answer means, by its error code rather than by the class of the exception."""
    status, named = answer.status, error_code(answer)
    if status is None:
        return _without_answer(answer)
    if named in EXPIRED | _LIMITS:  # a session that is over is known before anything is done, and can be had anew
        return Verdict(State.REJECTED, _said(answer), not_executed=named in EXPIRED, client_wide=True)
    if named in _BUSY or status == 429:
        wait = _asked_wait(answer)
        return Verdict(State.REJECTED, _said(answer), not_executed=True, transient=True, retry_after=wait)
    if status in _UNTOLD or (status >= 500 and not _is_fault(call, named)):
        return Verdict(State.UNKNOWN, _said(answer), transient=True, retry_after=_asked_wait(answer))
    if status >= 300:
        transient = named == "REQUEST_RUNNING_TOO_LONG"  # it was stopped, and the transaction with it
        transient |= status == 412  # it was changed a moment ago: an undo reads it again
        return Verdict(State.REJECTED, _said(answer), transient=transient, client_wide=status == 401)
    taken = _taken(call, answer)
    later = call.address in _LATER and taken.state is State.LANDED
    return Verdict(State.ACCEPTED, "the job does its rows later") if later else taken


def _is_pending(call: Call, answer: Answer) -> bool:
    """Whether a check of a deployment or a retrieval says that it is still under way."""
    asked = call.body.get("operation") if isinstance(call.body, Mapping) else None
    told = answer.body.get("results") if isinstance(answer.body, Mapping) else None
    return asked in _CHECKS and isinstance(told, list) and [one.get("done") for one in told] == ["false"]


def _is_fault(call: Call, named: str) -> bool:
    """Whether SOAP says what was wrong with a call; its status is 500 whatever that was."""
    return call.address.startswith("POST /Soap/") and named not in {"", "UNKNOWN_EXCEPTION", "SERVER_UNAVAILABLE"}


def _taken(call: Call, answer: Answer) -> Verdict:
    """What an answer means that is none of an error: records that all failed are listed in one as well."""
    if _is_pending(call, answer):
        return Verdict(State.REJECTED, PENDING, not_executed=True, transient=True, retry_after=_SECONDS)
    if answer.status != 204 and answer.body is None:
        return Verdict(State.UNKNOWN, f"answered {answer.status}, but nothing that can be read", transient=True)
    results = _results(answer.body)
    if results and not any(one.get("success") for one in results):
        return Verdict(State.REJECTED, _said(answer))
    return Verdict(State.ACCEPTED, "answered 202: it lands later") if answer.status == 202 else Verdict(State.LANDED)


def _results(body: Any) -> list[Mapping[str, Any]]:
    """What an answer tells of each record; empty where it tells of none."""
    listed = body.get("results") if isinstance(body, Mapping) else body
    found = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    return found if all("success" in one for one in found) else []


def _without_answer(answer: Answer) -> Verdict:
    kind = type(answer.error).__name__
    if not answer.sent:
        return Verdict(State.REJECTED, f"it was never sent ({kind})", transient=isinstance(answer.error, Exception))
    return Verdict(State.UNKNOWN, f"no answer came ({kind})", transient=True)


def _said(answer: Answer) -> str:
    """The status with Salesforce's own code and message."""
    results = _results(answer.body)
    errors = results[0].get("errors") if results else answer.body
    words = [error_code(answer), _first(errors, "message", "exceptionMessage")]
    return f"answered {answer.status} {': '.join(word for word in words if word)}".rstrip()


def _first(body: Any, *names: str) -> str:
    """A text of the first error in a list of them, or in the one error that stands there alone."""
    one = body[0] if isinstance(body, list) and body else body
    found = [one[name] for name in names if name in one] if isinstance(one, Mapping) else []
    return str(found[0] or "") if found else ""


def _asked_wait(answer: Answer) -> float | None:
    asked = answer.headers.get("retry-after", "")
    return float(asked) if asked.replace(".", "", 1).isdigit() else None


def who(kind: str) -> Generator[Read, Answer, Actor]:
    """Yield the reads that tell the user and the org; raises ClientError when Salesforce does not tell.

    The org stands in the mode because the users of a sandbox have the ids that they have in production.
    https://developer.salesforce.com/docs/platform/api-rest/guide/dome-discoveryresource.html
    """
    resources = yield Read("GET /")
    told = _IDENTITY.fullmatch(_first(resources.body, "identity"))
    if resources.status != 200 or told is None:
        raise _untold(resources)
    org = yield Read("GET /query", {"q": "SELECT Id, IsSandbox FROM Organization LIMIT 1"})
    records = org.body.get("records") if isinstance(org.body, Mapping) else None
    if org.status != 200 or not records:
        raise _untold(org)
    mode = "sandbox" if records[0].get("IsSandbox") else "production"
    return Actor(told["user"], f"{mode} {told['org']}", kind)


def _untold(answer: Answer) -> ClientError:
    said = _said(answer) if answer.error is None else type(answer.error).__name__
    return ClientError(
        f"Salesforce does not tell whose session this is (it {said}), so nothing was sent",
        now="check the session id, or name the user yourself: rein.wrap(client, account=...)",
    )
