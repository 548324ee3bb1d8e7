"""One request as a handler sees it, and Gmail's errors: https://developers.google.com/workspace/gmail/api/guides/handle-errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from agentrein.testing import Answer, Routes, Stop
from agentrein_google.gmail.sandbox.letters import decoded
from agentrein_google.gmail.sandbox.world import FIXED, SYSTEM, Grant, Label, Message, World
from agentrein_google.sandbox.errors import failure

FULL = "https://mail.google.com/"
GOOGLE = "https://www.googleapis.com/auth/"
MODIFY, READONLY, METADATA = (f"{GOOGLE}gmail.{name}" for name in ("modify", "readonly", "metadata"))
COMPOSE, SEND, INSERT, LABELS = (f"{GOOGLE}gmail.{name}" for name in ("compose", "send", "insert", "labels"))
BASIC, SHARING = (f"{GOOGLE}gmail.settings.{name}" for name in ("basic", "sharing"))
EVERYTHING = frozenset({FULL, MODIFY, READONLY, COMPOSE, SEND, INSERT, LABELS, BASIC, SHARING})

READS = (FULL, MODIFY, READONLY, METADATA)
CONTENTS = (FULL, MODIFY, READONLY)
SETTINGS = (*CONTENTS, BASIC)
USER = "/gmail/v1/users/{userId}"

MOST_LABELS = 100


@dataclass(frozen=True)
class Ask:
    """Who asks for what: query parameters as they came, the JSON body, the mail that was uploaded."""

    world: World
    settings: Any
    grant: Grant
    query: Mapping[str, str] = field(default_factory=dict)
    pairs: Sequence[tuple[str, str]] = ()
    body: Mapping[str, Any] = field(default_factory=dict)
    media: bytes | None = None

    def flag(self, name: str) -> bool:
        """A query parameter that is true or false."""
        return self.query.get(name, "false") == "true"

    def every(self, name: str) -> list[str]:
        """A query parameter that may come several times."""
        return [value for key, value in self.pairs if key == name]

    def message(self, id: str) -> Message:
        """The message; 404 where there is none."""
        found = self.world.messages.get(id)
        if found is None:
            raise not_found()
        return found

    def label(self, id: str) -> Label:
        """The label of the user's; 404 where there is none, 400 for one of Gmail's own."""
        if id in SYSTEM:
            raise invalid("Invalid update request")
        if id not in self.world.labels:
            raise not_found()
        return self.world.labels[id]

    def labels(self, name: str) -> list[str]:
        """The labels that a body lists to apply or to take away."""
        ids = list(self.body.get(name) or ())
        if len(ids) > MOST_LABELS:
            raise invalid(f"Too many label ids in {name}")
        for id in ids:
            if id in FIXED or not self.has_label(id):
                raise invalid(f"Invalid label: {id}")
        return ids

    def has_label(self, id: str) -> bool:
        """Whether there is such a label, Gmail's own included."""
        return id in SYSTEM or id in self.world.labels

    def mail(self, message: Mapping[str, Any]) -> bytes:
        """The mail of a body, uploaded or as base64url."""
        content = self.media if self.media is not None else decoded(str(message.get("raw") or ""))
        if not content:
            raise invalid("'raw' RFC822 payload message string or uploading message via /upload/* URL required")
        return content


Handler = Callable[..., Answer]
_H = TypeVar("_H", bound=Handler)


class Methods(Routes):
    """Routes of Gmail's, each with the scopes of which one is enough."""

    def granted(self, address: str, *scopes: str) -> Callable[[_H], _H]:
        """Register a function for an address below the user, for whoever has one of these scopes."""
        method, _, path = address.partition(" ")

        def register(handler: _H) -> _H:
            def guarded(ask: Ask, **names: str) -> Answer:
                if ask.grant.scopes.isdisjoint(scopes):
                    raise lacking()
                if names.pop("userId") not in {"me", ask.world.account}:
                    raise failure(403, "forbidden", f"Delegation denied for {ask.world.account}")
                return handler(ask, **names)

            self.on(f"{method} {USER}{path}")(guarded)
            return handler

        return register


def invalid(message: str) -> Stop:
    """A request that Gmail does not take."""
    return failure(400, "invalidArgument", message)


def not_found(message: str = "Requested entity was not found.") -> Stop:
    """Nothing is there."""
    return failure(404, "notFound", message)


def taken(message: str) -> Stop:
    """It is there already."""
    return failure(409, "aborted", message)


def lacking() -> Stop:
    """The token was not granted what this needs."""
    return failure(403, "insufficientPermissions", "Request had insufficient authentication scopes.")


def done() -> Answer:
    """Done, and nothing to say."""
    return Answer(204)
