"""What Slack remembers, thing by thing: people and bots, tokens, conversations, messages, files, groups, reminders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class User:
    """A person, or the user behind a bot."""

    id: str
    name: str
    bot_id: str = ""
    app_id: str = ""
    admin: bool = False
    profile: dict[str, Any] = field(default_factory=dict)
    away: bool = False
    snoozed_until: int = 0
    quiet_hours: tuple[int, int] = (0, 0)


@dataclass(eq=False)
class Grant:
    """What a token stands for: whose it is, which scopes it has (None: all), and the error that it meets."""

    user: User
    scopes: frozenset[str] | None = None
    error: str = ""


@dataclass(eq=False)
class Words:
    """A topic or a purpose with who set it, and when."""

    value: str = ""
    creator: str = ""
    last_set: int = 0


@dataclass(eq=False)
class File:
    """An uploaded file; `shown` once its upload was completed."""

    id: str
    name: str
    user: User
    size: int
    created: int
    title: str = ""
    content: bytes | None = None
    shown: bool = False
    public: bool = False
    deleted: bool = False
    kind: str = "text"
    tab_of: str = ""
    key: str = ""
    external: tuple[str, str] | None = None


@dataclass(eq=False)
class Pin:
    """Who pinned a message, and when."""

    user: User
    created: int


@dataclass(eq=False)
class Message:
    """A message; system messages have a subtype and further fields of their own in `more`.

    `rendered` is the block of rich text that Slack shows for a message that came with text alone.
    """

    ts: str
    user: User
    text: str = ""
    subtype: str = ""
    username: str = ""
    blocks: list[dict[str, Any]] = field(default_factory=list)
    rendered: dict[str, Any] | None = None
    attachments: list[dict[str, Any]] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)
    thread_ts: str = ""
    broadcast: bool = False
    reactions: dict[str, list[str]] = field(default_factory=dict)
    edited: dict[str, str] | None = None
    files: list[File] = field(default_factory=list)
    pin: Pin | None = None
    streaming: bool = False
    title: str = ""
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def is_reply(self) -> bool:
        """Whether it stands in a thread that another message began."""
        return bool(self.thread_ts) and self.thread_ts != self.ts


@dataclass(eq=False)
class Bookmark:
    """A bookmark of a channel; `key` is what it is called in the sandbox's state."""

    id: str
    key: str
    title: str
    link: str
    emoji: str
    kind: str
    created: int
    updated: int
    user: User


@dataclass(eq=False)
class Scheduled:
    """A message that waits for its time; `key` is what it is called in the sandbox's state."""

    number: int
    key: str
    post_at: int
    created: int
    draft: Message


@dataclass(eq=False)
class Channel:
    """A conversation: a channel, or a direct message between two people or several."""

    id: str
    name: str
    creator: User
    created: int
    kind: str = "channel"
    private: bool = False
    general: bool = False
    archived: bool = False
    members: list[str] = field(default_factory=list)
    topic: Words = field(default_factory=Words)
    purpose: Words = field(default_factory=Words)
    previous_names: list[str] = field(default_factory=list)
    messages: dict[str, Message] = field(default_factory=dict)
    bookmarks: dict[str, Bookmark] = field(default_factory=dict)
    scheduled: dict[int, Scheduled] = field(default_factory=dict)
    last_read: dict[str, str] = field(default_factory=dict)
    ephemeral: set[str] = field(default_factory=set)
    canvas: str = ""
    featured: list[str] = field(default_factory=list)
    opened: set[str] = field(default_factory=set)
    talked: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)

    @property
    def direct(self) -> bool:
        """Whether it is a direct message, between two or several."""
        return self.kind != "channel"

    def is_open(self, user: str) -> bool:
        """Whether a direct message is in this person's list: opened, or talked in, and not closed since."""
        return user in self.opened or user in self.talked

    def replies(self, ts: str) -> list[Message]:
        """The replies to a message, oldest first."""
        found = [m for m in self.messages.values() if m.thread_ts == ts and m.is_reply]
        return sorted(found, key=lambda message: message.ts)


@dataclass(eq=False)
class Share:
    """A file's message that Slack posts a while after the upload was completed."""

    channel: Channel
    files: list[File]
    draft: Message
    due: float
    polls: int


@dataclass(eq=False)
class Usergroup:
    """A user group, which can be disabled but not deleted."""

    id: str
    name: str
    handle: str
    description: str
    user: User
    created: int
    updated: int
    updated_by: User
    users: list[str] = field(default_factory=list)
    channels: list[str] = field(default_factory=list)
    disabled: int = 0


@dataclass(eq=False)
class Reminder:
    """A reminder; `key` is what it is called in the sandbox's state."""

    id: str
    key: str
    creator: User
    user: User
    text: str
    time: int
    completed: int = 0
    recurring: bool = False
