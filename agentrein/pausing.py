"""Exceptions that are no failure: a framework's way of waiting for a person, or of going on elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from agentrein.errors import UsageError

Classes = tuple[type[BaseException], ...]

CONTROL_FLOW = frozenset(
    {
        ("agentrein", "ResumeStopped"),  # a person answers its question first
        ("langgraph", "GraphBubbleUp"),  # the base of its interrupts and jumps
        ("pydantic_ai", "ApprovalRequired"),
        ("pydantic_ai", "CallDeferred"),
    }
)
"""Package and class name, so that no framework has to be imported to know its exceptions."""


def pauses(error: BaseException | None, classes: Classes) -> bool:
    """Whether an exception that leaves a run means to come back: one of `classes`, or a framework's control flow.

    A group of exceptions does if each one in it does.
    """
    if error is None:
        return False
    if isinstance(error, classes):
        return True
    if isinstance(error, BaseExceptionGroup):
        return all(pauses(one, classes) for one in error.exceptions)
    return any((kind.__module__.partition(".")[0], kind.__name__) in CONTROL_FLOW for kind in type(error).__mro__)


def checked(classes: object) -> Classes:
    """`pauses_on` as a tuple of exception classes; raises UsageError for anything else."""
    given = (classes,) if isinstance(classes, type) or not isinstance(classes, Iterable) else tuple(classes)
    for one in given:
        if not (isinstance(one, type) and issubclass(one, BaseException)):
            raise UsageError(f"pauses_on={one!r} is no exception class", now="pauses_on=(WaitForPerson,)")
    return given
