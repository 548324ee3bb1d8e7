"""One request on its way through the stand-in, and the errors that Salesforce answers with.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/errorcodes.htm
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from agentrein.testing import Answer, Request, Stop
from agentrein_salesforce.sandbox.schema import SObject
from agentrein_salesforce.sandbox.world import World


@dataclass(frozen=True)
class Ask:
    """A request with the world, the id of the user whose session it is, and the version of the API that it names."""

    world: World
    request: Request
    user: str
    version: float = 59.0

    @property
    def body(self) -> dict[str, Any]:
        """The body, which must be an object."""
        if self.request.raw or not isinstance(self.request.body, dict):
            raise fail(400, "JSON_PARSER_ERROR", "The request body is no JSON object")
        return self.request.body

    def header(self, name: str) -> str:
        """A header of the request, empty if it has none."""
        return self.request.headers.get(name.lower(), "")

    def sobject(self, name: str) -> SObject:
        """The object of an address; 404 if there is none."""
        found = self.world.sobject(name)
        if found is None:
            raise NOT_FOUND
        return found

    def sees(self, record: dict[str, Any]) -> bool:
        """Whether the record is shared with the user."""
        return record["Id"] not in self.world.hidden or self.user != record.get("CreatedById")


def error(code: str, message: str, fields: Iterable[str] = ()) -> dict[str, Any]:
    """One error as Salesforce lists it."""
    named = list(fields)
    return {"message": message, "errorCode": code, **({"fields": named} if named else {})}


def fail(status: int, code: str, message: str, fields: Iterable[str] = ()) -> Stop:
    """An answer with one error."""
    return Stop(Answer(status, [error(code, message, fields)]))


class Broken(Exception):
    """A rule that a write breaks: for a single call an answer, for one of many a result."""

    def __init__(self, code: str, message: str, fields: Iterable[str] = (), status: int = 400) -> None:
        super().__init__(message)
        self.code, self.message, self.fields, self.status = code, message, tuple(fields), status

    @property
    def stop(self) -> Stop:
        """The answer to a single call."""
        return fail(self.status, self.code, self.message, self.fields)

    @property
    def result(self) -> dict[str, Any]:
        """The result in a collection, which names its code otherwise."""
        listed = {"statusCode": self.code, "message": self.message, "fields": list(self.fields)}
        return {"success": False, "errors": [listed]}


NOT_FOUND = fail(404, "NOT_FOUND", "The requested resource does not exist")
LOCKED = [error("UNABLE_TO_LOCK_ROW", "unable to obtain exclusive access to this record")]
"""The body of a 400 for a record that another transaction holds."""
LIMIT = [error("REQUEST_LIMIT_EXCEEDED", "TotalRequests Limit exceeded.")]
"""The body of a 403 for an organization that used up its requests of the day."""
