"""What further reads complete of workflows' settings: environments with what is in them, chosen repositories."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read

Steps = Generator[Read, Answer, Any]

_A_PAGE = 100
_ENVIRONMENT = "/repos/{owner}/{repo}/environments/{environment_name}"
_SECURITY = "GET /orgs/{org}/code-security/configurations"
_VARIABLE_REPOS = "GET /orgs/{org}/actions/variables/{name}/repositories"


def secret(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Tell whether a secret was set again after it was made: its value is never shown, its dates are."""
    yield from ()
    return {**body, "set_again": body.get("updated_at") != body.get("created_at")}


def environment(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Give the rules of an environment in the form in which they are written."""
    yield from ()
    return {**body, **_rules(body)}


def environment_with_all(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell the variables and secrets of an environment, and give them with its rules."""
    inside: dict[str, Any] = {}
    for kind in ("variables", "secrets"):
        listed = yield from _listed(f"GET {_ENVIRONMENT}/{kind}", kind, given)
        if isinstance(listed, Answer):
            return listed
        inside[kind] = sorted(one["name"] for one in listed)
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


def run(body: Any, given: Mapping[str, Any]) -> Steps:
    """Tell whether a run goes on: it is not completed, or there was another attempt since."""
    yield from ()
    again = int(body.get("run_attempt") or 0) > int(given["attempt"])
    return {**body, "goes_on": again or body.get("status") != "completed"}


def security_configuration(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read that tells to which repositories a code security configuration is attached."""
    answer = yield Read(f"{_SECURITY}/{{configuration_id}}/repositories", {**given, "per_page": _A_PAGE})
    return {**body, "attached": [str(one) for one in answer.body]} if answer.status == 200 else answer


def security_configurations(page: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told it
    """Give the ids of all code security configurations; there are never as many as a page holds."""
    yield from ()
    return {"ids": [one["id"] for one in page]}


def runners(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell the ids of all runners of an organisation."""
    listed = yield from _listed("GET /orgs/{org}/actions/runners", "runners", given, body)
    return listed if isinstance(listed, Answer) else {"ids": [one["id"] for one in listed]}


def org_variable(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell which repositories see an organisation's variable, where they are chosen."""
    if body.get("visibility") != "selected":
        return {**body, "chosen_ids": None}
    listed = yield from _listed(_VARIABLE_REPOS, "repositories", given)
    return listed if isinstance(listed, Answer) else {**body, "chosen_ids": sorted(one["id"] for one in listed)}


def _chosen(address: str) -> Any:
    def chosen(body: Any, given: Mapping[str, Any]) -> Steps:
        """Yield the reads of the further pages of chosen repositories, and give their ids as a path names them."""
        listed = yield from _listed(address, "repositories", given, body)
        return listed if isinstance(listed, Answer) else {"chosen": sorted(str(one["id"]) for one in listed)}

    return chosen


def _listed(address: str, at: str, given: Mapping[str, Any], first: Any = None) -> Steps:
    """Every entry of a list, or the answer at which reading it stopped; `first` is its first page, if it was read."""
    found: list[Any] = list((first or {}).get(at) or [])
    number = 1 if first is None else 2
    more = first is None or len(found) == _A_PAGE
    while more:
        answer = yield Read(address, {**given, "per_page": _A_PAGE, "page": number})
        if answer.status != 200 or not isinstance(answer.body, dict):
            return answer
        page = answer.body.get(at) or []
        found += page
        number, more = number + 1, len(page) == _A_PAGE
    return found


def own_settings(ours: Any, now: Any, own: Own) -> Generator[Read, Answer, bool]:  # noqa: ARG001 - ours was: none
    """Whether the variables or secrets that are there are those of the run, which in a plan are not yet undone."""
    yield from ()
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
    "runners": runners,
    "security configuration": security_configuration,
    "security configurations": security_configurations,
    "chosen variable repositories": _chosen(_VARIABLE_REPOS),
    "chosen actions secret repositories": _chosen("GET /orgs/{org}/actions/secrets/{secret_name}/repositories"),
    "chosen dependabot secret repositories": _chosen("GET /orgs/{org}/dependabot/secrets/{secret_name}/repositories"),
}
COMPARISONS = {"own settings": own_settings}
