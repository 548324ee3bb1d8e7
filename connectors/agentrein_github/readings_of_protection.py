"""A branch's protection in the form in which it is written, and when two such are one."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_github import protection_shape as shape
from agentrein_github.pages import Steps


def protection(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Give all rules as they are written, with the names of the checks."""
    yield from ()
    made = shape.shown(body)
    checks = made["required_status_checks"]
    return {**made, "contexts": None if checks is None else [one["context"] for one in checks["checks"]]}


def checks(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Give the required checks as they are written."""
    yield from ()
    return shape.checks_shown(body)


def reviews(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Give the required reviews as they are written."""
    yield from ()
    return shape.reviews_shown(body)


def same_checks(ours: Any, now: Any, own: Own) -> Generator[Read, Answer, bool]:  # noqa: ARG001 - whoever set them
    """Whether checks differ only in apps that the call left to GitHub."""
    yield from ()
    return shape.alike(ours, now)


def own_signatures(ours: Any, now: Any, own: Own) -> Generator[Read, Answer, bool]:  # noqa: ARG001 - ours was: not
    """Whether signed commits are required because the run asked for them, which in a plan is not yet undone."""
    yield from ()
    return own.plan and any(one.address.endswith("/required_signatures") for one in own.sent)


READINGS = {"protection": protection, "required checks": checks, "required reviews": reviews}
COMPARISONS = {"same checks": same_checks, "own signatures": own_signatures}
