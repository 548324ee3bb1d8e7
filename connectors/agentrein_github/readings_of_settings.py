"""What further reads complete of workflows' settings: environments with what is in them, chosen repositories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_github.pages import PAGE, Steps, listed

_ENVIRONMENT = "/repos/{owner}/{repo}/environments/{environment_name}"
_SECURITY = "GET /orgs/{org}/code-security/configurations"
_VARIABLE_REPOS = "GET /orgs/{org}/actions/variables/{name}/repositories"


def secret(body: Any, _given: Mapping[str, Any]) -> Any:
    """Tell whether a secret was set again after it was made: its value is never shown, its dates are."""
    return {**body, "set_again": body.get("updated_at") != body.get("created_at")}


def environment(body: Any, _given: Mapping[str, Any]) -> Any:
    """Give the rules of an environment in the form in which they are written."""
    return {**body, **_rules(body)}


def environment_with_all(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell the variables and secrets of an environment, and give them with its rules."""
    inside: dict[str, Any] = {}
    for kind in ("variables", "secrets"):
        found = yield from listed(f"GET {_ENVIRONMENT}/{kind}", given, at=kind)
        if isinstance(found, Answer):
            return found
        inside[kind] = sorted(one["name"] for one in found)
    return {**body, **_rules(body), **inside}


def _rules(body: Any) -> dict[str, Any]:
    rules = {one.get("type"): one for one in body.get("protection_rules") or []}
    required = rules.get("required_reviewers") or {}
    reviewers = [{"type": one["type"], "id": one["reviewer"]["id"]} for one in required.get("reviewers") or []]
    return {
        "wait_timer": (rules.get("wait_timer") or {}).get("wait_timer") or 0,
        "reviewers": reviewers,
        "prevent_self_review": bool(required.get("prevent_self_review")),
        "deployment_branch_policy": body.get("deployment_branch_policy"),
    }


def run(body: Any, given: Mapping[str, Any]) -> Any:
    """Tell whether a run goes on: it is not completed, or there was another attempt since."""
    again = int(body.get("run_attempt") or 0) > int(given["attempt"])
    return {**body, "goes_on": again or body.get("status") != "completed"}


def security_configuration(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read that tells to which repositories a code security configuration is attached."""
    answer = yield Read(f"{_SECURITY}/{{configuration_id}}/repositories", {**given, "per_page": PAGE})
    return {**body, "attached": [str(one) for one in answer.body]} if answer.status == 200 else answer


def org_variable(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell which repositories see an organisation's variable, where they are chosen."""
    if body.get("visibility") != "selected":
        return {**body, "chosen_ids": None}
    found = yield from listed(_VARIABLE_REPOS, given, at="repositories")
    return found if isinstance(found, Answer) else {**body, "chosen_ids": sorted(one["id"] for one in found)}


def chosen_repositories(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of the further pages of chosen repositories, and give their ids as a path names them."""
    found = yield from listed(given["list"], given["where"], at="repositories", first=body)
    return found if isinstance(found, Answer) else {"chosen": sorted(str(one["id"]) for one in found)}


def own_settings(_ours: Any, now: Any, own: Own) -> bool:
    """Whether the variables or secrets that are there are those of the run, which in a plan are not yet undone."""
    made = {str(name).upper() for one in own.sent for name in _names(one)} if own.plan else set()
    return isinstance(now, list) and all(str(one).upper() in made for one in now)


def _names(call: Any) -> list[Any]:
    body = call.body if isinstance(call.body, Mapping) else {}
    return [name for name in (body.get("name"), call.params.get("secret_name")) if name]


READINGS = {
    "secret": secret,
    "environment": environment,
    "environment with all in it": environment_with_all,
    "org variable": org_variable,
    "run": run,
    "security configuration": security_configuration,
    "chosen repositories": chosen_repositories,
}
COMPARISONS = {"own settings": own_settings}
