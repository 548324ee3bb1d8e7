"""What a test does in Slack as somebody else, and how it looks at what is there, without a request."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from agentrein_slack.sandbox import scheduled, shapes
from agentrein_slack.sandbox.records import Channel, Grant, Message, User
from agentrein_slack.sandbox.world import World

if TYPE_CHECKING:
    from collections.abc import Iterable


class Played:
    """The part of the sandbox for tests: other people's acts, tokens, the clock, and single messages."""

    world: World
    lock: threading.RLock
    _ahead: float

    # The clock

    def ahead(self, seconds: float) -> None:
        """Let time pass: what was scheduled meanwhile gets posted."""
        with self.lock:
            self._ahead += seconds
            scheduled.post_due(self.world)

    # Tokens

    def add_token(self, token: str, user: str, scopes: Iterable[str] | None = None) -> None:
        """A token of this person or bot with these scopes (None: all), in place of its former meaning if it had one."""
        with self.lock:
            self.world.grants[token] = Grant(self.world.users[user], _scopes(scopes))

    def allow(self, token: str, scopes: Iterable[str] | None) -> None:
        """From now on this token has these scopes only (None: all)."""
        with self.lock:
            self.world.grants[token].scopes = _scopes(scopes)

    def revoke_token(self, token: str, error: str = "token_revoked") -> None:
        """From now on this token is answered with this error."""
        with self.lock:
            self.world.grants[token].error = error

    # People

    def add_user(self, user: str, name: str, token: str = "", *, admin: bool = False) -> None:
        """A person, with a token if one is given, in no channel yet."""
        with self.lock:
            self.world.users[user] = User(user, name, admin=admin)
            if token:
                self.world.grants[token] = Grant(self.world.users[user])

    def post_as(self, user: str, channel: str, text: str = "", **fields: Any) -> str:
        """A message of this person or bot, with further fields (`blocks`, `thread_ts` …). Gives its ts."""
        with self.lock:
            message = Message(self.world.new_ts(), self.world.users[user], text, **fields)
            self.world.channels[channel].messages[message.ts] = message
            return message.ts

    def reply_as(self, user: str, channel: str, ts: str, text: str, **fields: Any) -> str:
        """A reply in the thread of a message. Gives its ts."""
        return self.post_as(user, channel, text, thread_ts=ts, **fields)

    def edit_as(self, user: str, channel: str, ts: str, text: str, **fields: Any) -> None:
        """An edit of a message by whoever may; fields that are not given stay."""
        with self.lock:
            message = self._message(channel, ts)
            message.text = text
            for name, value in fields.items():
                setattr(message, name, value)
            message.edited = {"user": self.world.users[user].id, "ts": f"{self.world.now()}.000000"}

    def react_as(self, user: str, channel: str, ts: str, name: str) -> None:
        """A reaction of this person."""
        with self.lock:
            self._message(channel, ts).reactions.setdefault(name, []).append(self.world.users[user].id)

    def delete_message(self, channel: str, ts: str) -> None:
        """Somebody who may deletes a message, whoever wrote it."""
        from agentrein_slack.sandbox.chat import remove

        with self.lock:
            remove(self.world.channels[channel], self._message(channel, ts))

    # What is there

    def channel(self, channel: str) -> Channel:
        """A conversation by its id."""
        return self.world.channels[channel]

    def message(self, channel: str, ts: str) -> dict[str, Any] | None:
        """A message as Slack shows it, metadata included; None if there is none."""
        with self.lock:
            found = self.world.channels[channel].messages.get(ts)
            return shapes.message(self.world.channels[channel], found, metadata=True) if found is not None else None

    def messages(self, channel: str) -> list[dict[str, Any]]:
        """The messages of a channel and of its threads as Slack shows them, oldest first."""
        with self.lock:
            scheduled.post_due(self.world)
            here = self.world.channels[channel]
            return [shapes.message(here, here.messages[ts], metadata=True) for ts in sorted(here.messages)]

    def _message(self, channel: str, ts: str) -> Message:
        return self.world.channels[channel].messages[ts]


def _scopes(scopes: Iterable[str] | None) -> frozenset[str] | None:
    return None if scopes is None else frozenset(scopes)
