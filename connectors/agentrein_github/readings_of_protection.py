"""A branch's protection in the form in which it is written, and when two such are one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Own
from agentrein_github import protection_shape as shape


def protection(body: Any, _given: Mapping[str, Any]) -> Any:
    """Give all rules as they are written, with the names of the checks."""
    made = shape.shown(body)
    checks = made["required_status_checks"]
    return {**made, "contexts": None if checks is None else [one["context"] for one in checks["checks"]]}


def checks(body: Any, _given: Mapping[str, Any]) -> Any:
    """Give the required checks as they are written."""
    return shape.checks_shown(body)


def reviews(body: Any, _given: Mapping[str, Any]) -> Any:
    """Give the required reviews as they are written."""
    return shape.reviews_shown(body)


def same_checks(ours: Any, now: Any, _own: Own) -> bool:
    """Whether checks differ only in apps that the call left to GitHub."""
    return shape.alike(ours, now)


def own_signatures(_ours: Any, _now: Any, own: Own) -> bool:
    """Whether signed commits are required because the run asked for them, which in a plan is not yet undone."""
    return own.plan and any(one.address.endswith("/required_signatures") for one in own.sent)


READINGS = {"protection": protection, "required checks": checks, "required reviews": reviews}
COMPARISONS = {"same checks": same_checks, "own signatures": own_signatures}
