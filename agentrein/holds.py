"""Queues on objects: two writes on one thing go one after the other, from before-image to outcome."""

from __future__ import annotations

import os
import threading

from agentrein.errors import UsageError


class _Queue:
    """The lock of one object, how many hold or wait, and the thread in which it is held."""

    __slots__ = ("holder", "lock", "users")

    def __init__(self) -> None:
        self.lock, self.users, self.holder = threading.Lock(), 0, 0


class Holds:
    """One lock per object name, kept only while somebody holds or waits."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._queues: dict[str, _Queue] = {}

    def take(self, name: str, *, wait: bool = True) -> bool:
        """Take the object, waiting for it unless `wait` is False; False if it is held by somebody else.

        Raises UsageError where it is held in this very thread, in which waiting would never end.
        """
        with self._guard:
            queue = self._queues.setdefault(name, _Queue())
            queue.users += 1
        try:
            taken = queue.lock.acquire(blocking=False)
            if not taken and wait:
                _check_elsewhere(queue)
                taken = queue.lock.acquire()
        except BaseException:
            self._leave(name)
            raise
        if not taken:
            self._leave(name)
        else:
            queue.holder = threading.get_ident()
        return taken

    def let_go(self, name: str) -> None:
        """Give the object to the next in line."""
        queue = self._queues[name]
        queue.holder = 0
        queue.lock.release()
        self._leave(name)

    def _leave(self, name: str) -> None:
        with self._guard:
            queue = self._queues[name]
            queue.users -= 1
            if not queue.users:
                del self._queues[name]


def _check_elsewhere(queue: _Queue) -> None:
    if queue.holder == threading.get_ident():
        raise UsageError(
            "another write of this thread to the same thing is still under way, and would have to be waited for",
            now="on an event loop, use the async client, or send it in a thread: await asyncio.to_thread(…)",
        )


HOLDS = Holds()
"""The queues of this process: whichever runs write to a thing, they do so one after the other."""


def _after_fork_in_child() -> None:
    HOLDS.__init__()  # type: ignore[misc] # nobody in the child holds or waits


os.register_at_fork(after_in_child=_after_fork_in_child)
