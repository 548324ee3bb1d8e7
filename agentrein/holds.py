"""Queues on objects: two writes on one thing go one after the other, from before-image to outcome."""

from __future__ import annotations

import os
import threading


class Holds:
    """One lock per object name, kept only while somebody holds or waits."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: dict[str, tuple[threading.Lock, int]] = {}

    def take(self, name: str, *, wait: bool = True) -> bool:
        """Take the object, waiting for it unless `wait` is False; False if it is held by somebody else."""
        with self._guard:
            lock, users = self._locks.get(name, (threading.Lock(), 0))
            self._locks[name] = (lock, users + 1)
        try:
            taken = lock.acquire(blocking=wait)
        except BaseException:
            self._leave(name)
            raise
        if not taken:
            self._leave(name)
        return taken

    def let_go(self, name: str) -> None:
        """Give the object to the next in line."""
        self._locks[name][0].release()
        self._leave(name)

    def _leave(self, name: str) -> None:
        with self._guard:
            lock, users = self._locks[name]
            if users == 1:
                del self._locks[name]
            else:
                self._locks[name] = (lock, users - 1)


HOLDS = Holds()
"""The queues of this process: whichever runs write to a thing, they do so one after the other."""


def _after_fork_in_child() -> None:
    HOLDS.__init__()  # type: ignore[misc] # nobody in the child holds or waits


os.register_at_fork(after_in_child=_after_fork_in_child)
