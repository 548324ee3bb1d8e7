"""One request on its way through a handler, and the forms in which Stripe answers.

https://docs.stripe.com/api/errors
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agentrein.testing import Answer, Request, Stop
from agentrein_stripe.sandbox.world import Thing, World, other_mode

DOCS = "https://docs.stripe.com/error-codes"


class Failure(Stop):
    """An error answer; `began` says that the endpoint began to execute, so that an idempotency key keeps the answer.

    https://docs.stripe.com/api/idempotent_requests
    """

    def __init__(self, answer: Answer, *, began: bool = False) -> None:
        super().__init__(answer)
        self.began = began


def fail(
    status: int,
    message: str,
    *,
    code: str | None = None,
    param: str | None = None,
    kind: str = "invalid_request_error",
    began: bool = False,
    **more: Any,
) -> Failure:
    """An error answer in the form of API v1, to be raised; `more` are further keys, such as the intent behind a 402."""
    error: dict[str, Any] = {"message": message, "type": kind, **more}
    if code is not None:
        error |= {"code": code, "doc_url": f"{DOCS}/{code.replace('_', '-')}"}
    if param is not None:
        error["param"] = param
    return Failure(Answer(status, {"error": error}), began=began)


def invalid(message: str, param: str | None = None, code: str | None = None, **more: Any) -> Failure:
    """400 for parameters that are not valid: nothing began, so no key keeps it."""
    return fail(400, message, code=code, param=param, **more)


def conflict(message: str, code: str | None = None, param: str | None = None, **more: Any) -> Failure:
    """400 for what the state of the object does not admit: the endpoint had begun, so a key keeps it."""
    return fail(400, message, code=code, param=param, began=True, **more)


def missing(param: str) -> Failure:
    """400 for a parameter that must be given."""
    return invalid(f"Missing required param: {param}.", param, "parameter_missing")


def unknown(param: str) -> Failure:
    """400 for a parameter that there is not."""
    return invalid(f"Received unknown parameter: {param}", param, "parameter_unknown")


@dataclass
class Ask:
    """A request, decoded, with the world that its key and headers choose.

    `given` are the parameters of the body, or of the query of a GET; `id` is the id of the request itself.
    """

    world: World
    request: Request
    url: str
    given: dict[str, Any]
    id: str
    key: str | None = None
    """The idempotency key of a POST."""
    by: str = "agent"
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    """Uploaded files: name and bytes."""

    @property
    def now(self) -> int:
        """The vendor's clock, whole seconds."""
        return int(self.request.at)

    # What the path or the body names

    def find(self, kind: str, id: str, *, param: str = "id", deleted: bool = False) -> Thing:
        """The object of this id that the path names; 404 if there is none, with a hint if the other mode has one."""
        found = self.world.of(kind).get(id)
        if found is not None and (deleted or not found.get("deleted")):
            return found
        raise self._no_such(kind, id, param, 404)

    def named(self, kind: str, id: Any, param: str) -> Thing:
        """The object that a parameter names; 400 if there is none."""
        found = self.world.of(kind).get(str(id))
        if found is None or found.get("deleted"):
            raise self._no_such(kind, str(id), param, 400)
        return found

    def _no_such(self, kind: str, id: str, param: str, status: int) -> Failure:
        message = f"No such {kind.replace('.', ' ').replace('_', ' ').rpartition(' ')[2]}: '{id}'"
        twin = self.world.twin
        if twin is not None and id in twin.of(kind):
            here, there = (other_mode(mode) for mode in (twin.mode, self.world.mode))
            message += (
                f"; a similar object exists in {there} mode, but a {here} mode key was used to make this request."
            )
        return fail(status, message, code="resource_missing", param=param)

    # What happens

    def emit(self, kind: str, thing: Thing, previous: dict[str, Any] | None = None) -> None:
        """Write an event about what this request did. https://docs.stripe.com/api/events/object."""
        if previous is not None and not previous:
            return
        self.world.emit(kind, thing, previous, created=self.now, request={"id": self.id, "idempotency_key": self.key})
