"""One call being answered: who asks, with which arguments; and Slack's ways to say no."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from agentrein.testing import Answer, Stop
from agentrein_slack.sandbox.records import Channel, Grant, Message, User
from agentrein_slack.sandbox.wire import SlackRequest
from agentrein_slack.sandbox.world import World

if TYPE_CHECKING:
    from agentrein_slack.sandbox import SlackSandbox

_T = TypeVar("_T")
_MOST_PER_PAGE = 1000
_KINDS = {"im": "im", "mpim": "mpim"}


def ok(**fields: Any) -> Answer:
    """An answer that says yes."""
    return Answer(200, {"ok": True, **fields})


def fail(error: str, **fields: Any) -> Stop:
    """An error in Slack's form, to be raised: HTTP 200 with `ok: false`.

    https://docs.slack.dev/apis/web-api/
    """
    return Stop(Answer(200, {"ok": False, "error": error, **fields}))


def missing(name: str) -> Stop:
    """The error for an argument that the method needs and did not get."""
    return fail("invalid_arguments", response_metadata={"messages": [f"[ERROR] missing required field: {name}"]})


@dataclass
class Ask:
    """A call on its way through a method."""

    sandbox: SlackSandbox
    world: World
    request: SlackRequest

    @property
    def grant(self) -> Grant:
        """What the token grants; an error if there is no token, or none that Slack takes."""
        grant = self.request.grant
        if grant is None:
            raise fail("invalid_auth" if self.request.credentialed else "not_authed")
        if grant.error:
            raise fail(grant.error)
        return grant

    @property
    def me(self) -> User:
        """Who asks."""
        return self.grant.user

    @property
    def args(self) -> dict[str, Any]:
        """The arguments."""
        arguments: dict[str, Any] = self.request.body
        return arguments

    def allow(self, scope: str) -> None:
        """End with `missing_scope` unless the token has this one; several, separated by commas, are alternatives."""
        scopes = self.grant.scopes
        if scope and scopes is not None and scopes.isdisjoint(scope.split(",")):
            raise fail("missing_scope", needed=scope, provided=",".join(sorted(scopes)))

    def people_only(self) -> None:
        """End with `not_allowed_token_type` for a bot's token."""
        if self.me.bot_id:
            raise fail("not_allowed_token_type")

    # Arguments

    def has(self, name: str) -> bool:
        """Whether an argument was given."""
        return self.args.get(name) is not None

    def text(self, name: str, default: str = "") -> str:
        """An argument as text."""
        value = self.args.get(name)
        return default if value is None else str(value)

    def needed(self, name: str) -> str:
        """An argument as text that must be there and not be empty."""
        if not self.text(name):
            raise missing(name)
        return self.text(name)

    def flag(self, name: str) -> bool:
        """An argument as yes or no, in any of the forms that SDKs send."""
        return self.text(name).lower() in {"1", "true"}

    def number(self, name: str, default: int, error: str = "invalid_arguments") -> int:
        """An argument as a whole number."""
        text = self.text(name).partition(".")[0]
        if not text:
            return default
        if not text.isdecimal():
            raise fail(error)
        return int(text)

    def listed(self, name: str) -> list[str]:
        """An argument as a list: separated by commas, or a JSON array."""
        value = self.args.get(name)
        items = value if isinstance(value, list) else self.text(name).split(",")
        return [str(item).strip() for item in items if str(item).strip()]

    # Things

    def sees(self, channel: Channel) -> bool:
        """Whether who asks may know of a conversation."""
        return not channel.private or self.me.id in channel.members

    def channel(self, name: str = "channel", *, scope: str = "", error: str = "channel_not_found") -> Channel:
        """The conversation of this id; names and user ids are no ids. `scope` is completed by the kind: `*:history`."""
        channel = self.world.channels.get(self.text(name))
        if channel is None or not self.sees(channel):
            raise fail(error)
        self.allow(scope.replace("*", scope_of(channel)))
        return channel

    def member(self, channel: Channel) -> None:
        """End with `not_in_channel` unless who asks is in it."""
        if self.me.id not in channel.members:
            raise fail("not_in_channel")

    def message(self, channel: Channel, name: str = "ts", *, error: str = "message_not_found") -> Message:
        """The message of this time stamp that was not deleted."""
        message = channel.messages.get(self.text(name))
        if message is None or message.subtype == "tombstone":
            raise fail(error)
        return message

    def user(self, id_: str, error: str = "user_not_found") -> User:
        """The person or bot of this id."""
        user = self.world.users.get(id_)
        if user is None:
            raise fail(error)
        return user

    # Pages

    def page(self, name: str, items: Sequence[_T], shape: Callable[[_T], Any], **more: Any) -> Answer:
        """One page of a list with the cursor of the next.

        https://docs.slack.dev/apis/web-api/pagination/
        """
        size = min(self.number("limit", 100, "invalid_limit") or 100, _MOST_PER_PAGE)
        start = int(self.cursor("next").partition(".")[0] or 0)
        rest = start + size < len(items)
        shown = [shape(item) for item in items[start : start + size]]
        metadata = {"next_cursor": cursor("next", str(start + size)) if rest else ""}
        return ok(**{name: shown}, **more, response_metadata=metadata)

    def cursor(self, kind: str) -> str:
        """What a cursor of this kind holds; empty if there is none."""
        if not self.text("cursor"):
            return ""
        try:
            named, _, value = base64.b64decode(self.text("cursor"), validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            raise fail("invalid_cursor") from None
        if named != kind or not value.replace(".", "").isdecimal():
            raise fail("invalid_cursor")
        return value


def cursor(kind: str, value: str) -> str:
    """A cursor for the next page."""
    return base64.b64encode(f"{kind}:{value}".encode()).decode()


def scope_of(channel: Channel) -> str:
    """How the scopes for this kind of conversation begin."""
    return _KINDS.get(channel.kind, "groups" if channel.private else "channels")
