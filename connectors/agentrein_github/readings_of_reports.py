"""What further reads complete of what is reported about commits: statuses, check runs, deployments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_github.pages import PAGE, Steps, first_of

_COMPARE = "GET /repos/{owner}/{repo}/compare/{basehead+}"
_DEPLOYMENT_STATUSES = "GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses"
_STATUSES = "GET /repos/{owner}/{repo}/commits/{sha}/statuses"


def status_of_a_context(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find the newest status of a context; GitHub ignores the case of its name."""
    wanted = str(given["context"]).casefold()
    asked = {"sha": given["sha"]}
    found = yield from first_of(page, _STATUSES, asked, lambda one: str(one.get("context")).casefold() == wanted)
    return found if isinstance(found, Answer) else {} if found is None else {"status": found}


def check_run(body: Any, _given: Mapping[str, Any]) -> Any:
    """Tell how a check run stands in one word, its conclusion along with its status."""
    done = body.get("status") == "completed"
    return {**body, "standing": f"completed: {body.get('conclusion')}" if done else body.get("status")}


def behind(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read that tells how many commits of the default branch a ref lacks: null where nothing tells."""
    default, ref = body.get("default_branch"), str(given["ref"])
    if ref.removeprefix("refs/heads/") == default:
        return {"behind_by": 0}
    answer = yield Read(_COMPARE, {"basehead": f"{default}...{ref}"})
    return {"behind_by": answer.body.get("behind_by") if answer.status == 200 else None}


def deployment(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read that tells the state of a deployment and who reported about it."""
    answer = yield Read(_DEPLOYMENT_STATUSES, {**given, "per_page": PAGE})
    if answer.status != 200:
        return answer
    by = sorted({str((one.get("creator") or {}).get("login")) for one in answer.body})
    return {**body, "state": answer.body[0]["state"] if answer.body else None, "by": by}


def own_logins(_ours: Any, now: Any, own: Own) -> bool:
    """Whether nobody but the run's own account is named."""
    return isinstance(now, list) and all(str(one).casefold() == own.actor.account.casefold() for one in now)


READINGS = {
    "status of a context": status_of_a_context,
    "check run": check_run,
    "behind": behind,
    "deployment": deployment,
}
COMPARISONS = {"own logins": own_logins}
