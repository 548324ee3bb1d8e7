"""Google's form of an error: https://developers.google.com/workspace/drive/api/guides/handle-errors."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Stop

_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    409: "ABORTED",
    412: "FAILED_PRECONDITION",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    501: "UNIMPLEMENTED",
    503: "UNAVAILABLE",
}


def error_body(status: int, reason: str, message: str, **where: str) -> dict[str, Any]:
    """The body of an error."""
    one = {"message": message, "domain": "global", "reason": reason, **where}
    return {"error": {"code": status, "message": message, "errors": [one], "status": _STATUS.get(status, "UNKNOWN")}}


def failure(status: int, reason: str, message: str, **where: str) -> Stop:
    """One of Google's errors, to be raised anywhere below a handler."""
    return Stop(Answer(status, error_body(status, reason, message, **where)))
