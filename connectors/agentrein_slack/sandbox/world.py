"""One workspace of Slack: everything that is there, its clock, and the ids that it gives."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from agentrein_slack.sandbox.records import Channel, File, Grant, Reminder, Share, User, Usergroup

TEAM, OTHER_TEAM = "T01AB", "T02CD"
MICROS = 1_000_000


class World:
    """Everything there is in one workspace."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.users: dict[str, User] = {}
        self.grants: dict[str, Grant] = {}
        self.channels: dict[str, Channel] = {}
        self.files: dict[str, File] = {}
        self.uploads: dict[str, File] = {}
        self.shares: list[Share] = []
        self.usergroups: dict[str, Usergroup] = {}
        self.reminders: dict[str, Reminder] = {}
        self.views: dict[str, dict[str, Any]] = {}
        self.calls: dict[str, dict[str, Any]] = {}
        self.rows: dict[str, dict[str, Any]] = {}
        self.skills: dict[str, dict[str, Any]] = {}
        self.libraries: dict[str, set[str]] = {}
        self.manifests: dict[str, dict[str, Any]] = {}
        self.name = "Acme"
        self.emoji: dict[str, str] = {}
        self.settings: dict[str, list[str]] = {}
        self.barriers: dict[str, dict[str, Any]] = {}
        self.sessions: dict[str, dict[str, Any]] = {}
        self.configs: dict[str, dict[str, Any]] = {}
        self.teams: dict[str, dict[str, str]] = {}
        self.decisions: dict[tuple[str, str], str] = {}
        self.workflows: dict[str, list[str]] = {}
        self.catalog: set[str] = set()
        self.shared: dict[str, list[str]] = {}
        self.prefs: dict[str, dict[str, bool]] = {}
        self.stars: dict[str, dict[tuple[str, ...], int]] = {}
        self._last_micros = 0
        self._numbers: Iterator[int] = itertools.count(1)
        self._blocks: Iterator[int] = itertools.count(1)
        self._removed: dict[tuple[str, ...], list[str]] = {}

    def now(self) -> int:
        """The clock in whole seconds."""
        return int(self.clock())

    def new_ts(self, at: float | None = None) -> str:
        """A time stamp that no message has yet, later than all before; it is the message's id in its channel."""
        self._last_micros = max(int((self.clock() if at is None else at) * MICROS), self._last_micros + 1)
        return f"{self._last_micros // MICROS}.{self._last_micros % MICROS:06d}"

    def new_number(self) -> int:
        """A number for ids, never given twice."""
        return next(self._numbers)

    def new_id(self, prefix: str) -> str:
        """An id as Slack forms them: a letter or two for the kind, then digits and capitals."""
        return f"{prefix}0{self.new_number():06X}"

    def new_block_id(self) -> str:
        """A block id for a block that came without one."""
        return f"blk{next(self._blocks):03d}"

    def removed(self, key: str, *content: str) -> None:
        """Remember under which key something stood, so that the same made anew can stand there again."""
        self._removed.setdefault(content, []).append(key)

    def key(self, fresh: str, *content: str) -> str:
        """The key of something new: that of its removed equal if there was one. Slack itself gives it a new id."""
        removed = self._removed.get(content)
        return removed.pop() if removed else fresh

    def user_of_bot(self, bot_id: str) -> User | None:
        """The user behind a bot id."""
        return next((user for user in self.users.values() if user.bot_id == bot_id), None)

    def direct(self, one: User, other: User) -> Channel:
        """The direct message of two, made if there was none."""
        pair = sorted((one.id, other.id))
        for channel in self.channels.values():
            if channel.kind == "im" and sorted(channel.members) == pair:
                return channel
        named = f"D{(other if one.bot_id else one).id[1:]}"
        made = Channel(named if named not in self.channels else self.new_id("D"), "", one, self.now(), kind="im")
        made.private, made.members = True, [one.id, other.id]
        self.channels[made.id] = made
        return made
