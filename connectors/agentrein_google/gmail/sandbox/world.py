"""A mailbox: everything that is in it, its clock, and the ids that it gives."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from agentrein_google.gmail.sandbox import letters

SYSTEM = (
    *("INBOX", "SENT", "DRAFT", "TRASH", "SPAM", "UNREAD", "STARRED", "IMPORTANT", "CHAT"),
    *(f"CATEGORY_{name}" for name in ("PERSONAL", "SOCIAL", "PROMOTIONS", "UPDATES", "FORUMS")),
)
FIXED = frozenset({"SENT", "DRAFT", "CHAT"})
"""Labels that nobody applies or takes away: https://developers.google.com/workspace/gmail/api/guides/labels."""


@dataclass
class Message:
    """One mail; `labels` are ids, in the order in which they came."""

    id: str
    thread: str
    content: bytes
    labels: list[str]
    made: int
    history: int
    classified: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Draft:
    """A draft keeps its id; the message in it is another one after each change."""

    id: str
    message: str
    key: str


@dataclass
class Label:
    """A label of the user's."""

    id: str
    key: str
    fields: dict[str, Any]


@dataclass(frozen=True)
class Grant:
    """Whose token it is, and what it may."""

    actor: str
    scopes: frozenset[str]


class World:
    """Everything that there is in one mailbox."""

    def __init__(self, clock: Callable[[], float], account: str) -> None:
        self.clock, self.account = clock, account
        self.grants: dict[str, Grant] = {}
        self.messages: dict[str, Message] = {}
        self.drafts: dict[str, Draft] = {}
        self.labels: dict[str, Label] = {}
        self.filters: dict[str, dict[str, Any]] = {}
        self.filter_keys: dict[str, str] = {}
        self.history: list[dict[str, Any]] = []
        self.forgotten = 0
        self.settings: dict[str, dict[str, Any]] = {}
        self.send_as: dict[str, dict[str, Any]] = {}
        self.forwarding: dict[str, dict[str, Any]] = {}
        self.delegates: dict[str, dict[str, Any]] = {}
        self.certificates: dict[str, dict[str, dict[str, Any]]] = {}
        self.key_pairs: dict[str, dict[str, Any]] = {}
        self.identities: dict[str, dict[str, Any]] = {}
        self.watch: dict[str, Any] | None = None
        self.mailed: list[bytes] = []
        self._history = 1000
        self._numbers: Iterator[int] = itertools.count(1)
        self._messages: Iterator[int] = itertools.count(1)
        self._labels: Iterator[int] = itertools.count(1)
        self._removed: dict[tuple[str, ...], list[str]] = {}

    # --- ids

    def number(self) -> int:
        """A number that was not given before."""
        return next(self._numbers)

    def new_id(self) -> str:
        """An id as messages and threads have them: sixteen hexadecimal digits."""
        return f"18c{next(self._messages):013x}"

    def new_label_id(self) -> str:
        """An id as labels of users have them."""
        return f"Label_{next(self._labels)}"

    def removed(self, key: str, *content: str) -> None:
        """Remember under which key something stood, so that its equal made anew can stand there again."""
        self._removed.setdefault(content, []).append(key)

    def key(self, fresh: str, *content: str) -> str:
        """The key of something new: that of its removed equal if there was one. Gmail itself gives it a new id."""
        removed = self._removed.get(content)
        return removed.pop() if removed else fresh

    # --- history

    @property
    def history_id(self) -> int:
        """The number of the mailbox's last change."""
        return self._history

    def note(self, kind: str, message: Message, labels: Iterable[str] = ()) -> None:
        """Write down a change of a message; what is no longer there has no number of its own."""
        self._history += 1
        told: dict[str, Any] = {"message": {"id": message.id, "threadId": message.thread}}
        if message.labels:
            told["message"]["labelIds"] = list(message.labels)
        if labels:
            told["labelIds"] = list(labels)
        self.history.append({"id": self._history, kind: [told]})
        message.history = self._history

    def forget_history(self) -> None:
        """As after a week or more: what happened so far is no longer listed."""
        self.forgotten = self._history
        self.history.clear()

    # --- messages

    def add(self, content: bytes, labels: Iterable[str], *, thread: str = "", made: float | None = None) -> Message:
        """Put a mail into the mailbox."""
        id = self.new_id()
        at = int((self.clock() if made is None else made) * 1000)
        message = Message(id, thread or id, content, list(labels), at, 0)
        self.messages[id] = message
        self.note("messagesAdded", message)
        return message

    def drop(self, message: Message) -> None:
        """Take a mail out of the mailbox for good."""
        del self.messages[message.id]
        self.note("messagesDeleted", message)

    def thread_of(self, id: str) -> list[Message]:
        """The messages of a thread, the oldest first."""
        return [one for one in self.messages.values() if one.thread == id]

    def relabel(self, message: Message, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Change the labels of a message, as far as they are not so already."""
        came = [one for one in dict.fromkeys(add) if one not in message.labels]
        went = [one for one in dict.fromkeys(remove) if one in message.labels]
        message.labels = [one for one in message.labels if one not in went] + came
        if came:
            self.note("labelsAdded", message, came)
        if went:
            self.note("labelsRemoved", message, went)

    def is_draft(self, message: Message) -> bool:
        """Whether a message is the content of a draft."""
        return "DRAFT" in message.labels

    def complete(self, content: bytes, *, keeps_id: bool = True) -> bytes:
        """A mail with the headers that Gmail adds."""
        return letters.completed(content, self.account, self.number(), self.clock(), keeps_id=keeps_id)

    def name_of(self, label: str) -> str:
        """The name of a label, whatever its id is by now; the id of one that is not there."""
        return str(self.labels[label].fields["name"]) if label in self.labels else label
