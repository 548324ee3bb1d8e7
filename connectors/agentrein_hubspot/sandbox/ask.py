"""One request on its way through a handler, and the forms in which HubSpot answers.

https://developers.hubspot.com/docs/api-reference/latest/error-handling
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from agentrein.testing import Answer, Request, Stop
from agentrein_hubspot.sandbox.world import Caller, World

_T = TypeVar("_T")


def fail(status: int, category: str, message: str, **more: Any) -> Stop:
    """An error answer in HubSpot's form, to be raised; the id of the request is put in when it leaves."""
    return Stop(Answer(status, error(category, message, **more)))


def error(category: str, message: str, **more: Any) -> dict[str, Any]:
    """The body of an error answer."""
    return {"status": "error", "message": message, "category": category, **more}


def invalid(message: str, **more: Any) -> Stop:
    """400 for what the request says."""
    return fail(400, "VALIDATION_ERROR", message, **more)


def not_found(message: str = "resource not found", **more: Any) -> Stop:
    """404 for what is not there."""
    return fail(404, "OBJECT_NOT_FOUND", message, **more)


def conflict(message: str, **more: Any) -> Stop:
    """409 for what is taken."""
    return fail(409, "CONFLICT", message, **more)


def is_true(text: str | None) -> bool:
    """Whether a parameter of the query says true."""
    return (text or "").lower() == "true"


@dataclass
class Ask:
    """A request with who sent it."""

    world: World
    request: Request
    url: str
    caller: Caller

    @property
    def body(self) -> dict[str, Any]:
        """The JSON object of the body; 400 where there is none."""
        body = self.request.body
        if not isinstance(body, dict):
            raise invalid("Invalid input JSON on line 1, column 1: the body should be an object")
        return body

    @property
    def query(self) -> Mapping[str, str]:
        """The parameters of the query, the last of a name."""
        return self.request.query

    @property
    def archived(self) -> bool:
        """Whether the request asks for what lies in the recycle bin."""
        return is_true(self.query.get("archived"))

    def only(self, *names: str, of: Mapping[str, Any] | None = None) -> None:
        """End with 400 if the body, or this part of it, has a key besides these."""
        for name in self.body if of is None else of:
            if name not in names:
                raise invalid(
                    f'Invalid input JSON on line 1, column 1: Unrecognized field "{name}" '
                    f"({len(names)} known properties: {', '.join(names)})"
                )

    def required(self, *names: str, of: Mapping[str, Any] | None = None) -> None:
        """End with 400 if the body, or this part of it, lacks one of these."""
        missing = [name for name in names if (self.body if of is None else of).get(name) is None]
        if missing:
            fields = ", ".join(missing)
            raise invalid(f"Invalid input JSON on line 1, column 1: Some required fields were not set: [{fields}]")

    def names(self, name: str) -> list[str]:
        """A list in the query: given several times, or with commas."""
        return [part for key, value in self.request.pairs if key == name for part in value.split(",") if part]

    def needs(self, *scopes: str) -> None:
        """End with 403 if the credential has none of these scopes."""
        if self.caller.scopes and not self.caller.scopes & set(scopes):
            raise fail(
                403,
                "MISSING_SCOPES",
                "This app hasn't been granted all required scopes to make this call. Read more about required scopes "
                "here: https://developers.hubspot.com/scopes.",
                errors=[
                    {
                        "message": "One or more of the following scopes are required.",
                        "context": {"requiredGranularScopes": list(scopes)},
                    }
                ],
                links={"scopes": "https://developers.hubspot.com/scopes"},
            )

    def page(self, things: Sequence[_T], shape: Callable[[_T], Any], *, limit: int = 10, most: int = 100) -> Answer:
        """One page of a list, from the cursor on.

        https://developers.hubspot.com/docs/api-reference/latest/overview
        """
        size = self._size(limit, most)
        start = self._cursor()
        body: dict[str, Any] = {"results": [shape(thing) for thing in things[start : start + size]]}
        if start + size < len(things):
            after = str(start + size)
            link = f"{self.url}{self.request.path}?after={after}"
            body["paging"] = {"next": {"after": after, "link": link}}
        return Answer(200, body)

    def _size(self, limit: int, most: int) -> int:
        given = self.query.get("limit", str(limit))
        size = int(given) if given.isdecimal() else 0
        if not 1 <= size <= most:
            raise invalid(f"Invalid limit: {given}. It should be between 1 and {most}.")
        return size

    def _cursor(self) -> int:
        given = self.query.get("after", "0")
        if not given.isdecimal():
            raise invalid(f"The paging cursor {given} is invalid.")
        return int(given)
