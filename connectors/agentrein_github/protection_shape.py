"""The two forms of a branch's protection: as GitHub shows it, and as it is written.

https://docs.github.com/rest/branches/branch-protection
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SWITCHES = (
    "enforce_admins",
    "required_linear_history",
    "allow_force_pushes",
    "allow_deletions",
    "block_creations",
    "required_conversation_resolution",
    "lock_branch",
    "allow_fork_syncing",
)
RULES = (*SWITCHES, "required_status_checks", "required_pull_request_reviews", "restrictions")
_WHO = {"users": "login", "teams": "slug", "apps": "slug"}
_REVIEW_SWITCHES = ("dismiss_stale_reviews", "require_code_owner_reviews", "require_last_push_approval")
_GROUPS = ("dismissal_restrictions", "bypass_pull_request_allowances")
ANY_APP = -1


def shown(body: Any) -> dict[str, Any]:
    """The rules that GitHub shows, in the form in which they are written, and whether commits must be signed."""
    checks = body.get("required_status_checks")
    reviews, restrictions = body.get("required_pull_request_reviews"), body.get("restrictions")
    made: dict[str, Any] = {name: _is_on(body.get(name)) for name in SWITCHES}
    made |= {"required_status_checks": None if checks is None else checks_shown(checks)}
    made |= {"required_pull_request_reviews": None if reviews is None else reviews_shown(reviews)}
    made |= {"restrictions": None if restrictions is None else people(restrictions)}
    return {**made, "required_signatures": _is_on(body.get("required_signatures"))}


def checks_shown(checks: Any) -> dict[str, Any]:
    """The required checks; one that any app may report is written with -1."""
    listed = [{"context": one["context"], "app_id": one.get("app_id") or ANY_APP} for one in checks.get("checks") or []]
    return {"strict": bool(checks.get("strict")), "checks": _sorted(listed)}


def reviews_shown(reviews: Any) -> dict[str, Any]:
    """The required reviews; a restriction or allowance that is not there is written as an empty object."""
    groups = {name: people(reviews[name]) if reviews.get(name) else {} for name in _GROUPS}
    switches = {name: bool(reviews.get(name)) for name in _REVIEW_SWITCHES}
    return {
        **switches,
        "required_approving_review_count": reviews.get("required_approving_review_count") or 0,
        **groups,
    }


def people(group: Any) -> dict[str, list[str]]:
    """Users, teams and apps by their names, whatever their case and order."""
    return {kind: sorted(_name(one, at) for one in group.get(kind) or []) for kind, at in _WHO.items()}


def _name(one: Any, at: str) -> str:
    return str(one[at] if isinstance(one, Mapping) else one).casefold()


def _is_on(rule: Any) -> bool:
    return bool(rule.get("enabled")) if isinstance(rule, Mapping) else bool(rule)


def _sorted(checks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(checks, key=lambda one: str(one["context"]))


def protection_body(body: Any) -> Any:
    """The request with every rule, because GitHub resets what it leaves out; contexts become checks."""
    asked = body if isinstance(body, dict) else {}
    checks, reviews, restrictions = (asked.get(name) for name in RULES[len(SWITCHES) :])
    return {
        **asked,
        **{name: bool(asked.get(name)) for name in SWITCHES},
        "required_status_checks": None if checks is None else checks_body(checks),
        "required_pull_request_reviews": None if reviews is None else reviews_shown(reviews),
        "restrictions": None if restrictions is None else people(restrictions),
    }


def checks_body(checks: Any) -> dict[str, Any]:
    """The required checks of a request; which app GitHub takes for one that names none is not known."""
    if checks.get("checks") is None and checks.get("contexts") is not None:
        checks = {"strict": checks.get("strict"), "checks": [{"context": one} for one in checks["contexts"]]}
    listed = {"checks": _sorted(checks["checks"])} if checks.get("checks") is not None else {}
    return {"strict": bool(checks.get("strict")), **listed}


def reviews_body(body: Any) -> Any:
    """A request about reviews alone, with the people of each group by their names."""
    asked = body if isinstance(body, dict) else {}
    return {**asked, **{name: people(asked[name]) if asked[name] else {} for name in _GROUPS if name in asked}}


def some_checks_body(body: Any) -> Any:
    """A request about checks alone, its checks in order."""
    asked = body if isinstance(body, dict) else {}
    return {**asked, **({"checks": _sorted(asked["checks"])} if asked.get("checks") else {})}


def alike(ours: Any, now: Any) -> bool:
    """Whether checks are those of a call, but for apps that it left to GitHub."""
    if isinstance(ours, Mapping) and isinstance(now, Mapping):
        return ours.get("strict") == now.get("strict") and alike(ours.get("checks"), now.get("checks"))
    if not isinstance(ours, list) or not isinstance(now, list) or len(ours) != len(now):
        return bool(ours == now)
    return all(
        one["context"] == other["context"] and one.get("app_id", other["app_id"]) == other["app_id"]
        for one, other in zip(ours, now, strict=True)
    )
