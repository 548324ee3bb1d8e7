"""Environments of a repository.

https://docs.github.com/rest/deployments/environments
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found
from agentrein_github.sandbox.settings import Environment

ENVIRONMENT = f"{REPO}/environments/{{environment}}"
routes = Routes()
_DOCS = f"{DOCS}/deployments/environments"
_MOST_MINUTES = 43_200


def environment_of(ask: Ask, name: str) -> Environment:
    """The environment of this name, whatever its case."""
    found = ask.repo.environments.get(name.lower())
    if found is None:
        raise not_found(f"{_DOCS}#get-an-environment")
    return found


def _shown(ask: Ask, environment: Environment) -> dict[str, Any]:
    here = f"{shapes.repo_url(ask.url, ask.repo)}/environments/{environment.name}"
    names = ("id", "name", "created_at", "updated_at")
    return {
        **{name: getattr(environment, name) for name in names},
        "node_id": f"EN_kwDO{environment.id}",
        "url": here,
        "html_url": f"{shapes.SITE}/{ask.repo.full_name}/deployments/{environment.name}",
        "protection_rules": _rules(ask, environment),
        "deployment_branch_policy": environment.branch_policy,
    }


def _rules(ask: Ask, environment: Environment) -> list[dict[str, Any]]:
    """Only rules that are set are listed."""
    rules: list[dict[str, Any]] = []
    if environment.wait_timer:
        rules.append({"type": "wait_timer", "wait_timer": environment.wait_timer})
    if environment.reviewers:
        shown = [_reviewer(ask, kind, number) for kind, number in environment.reviewers]
        own = environment.prevent_self_review
        rules.append({"type": "required_reviewers", "prevent_self_review": own, "reviewers": shown})
    if environment.branch_policy:
        rules.append({"type": "branch_policy"})
    return [{"id": environment.id * 10 + n, "node_id": f"GA_kwDO{n}", **rule} for n, rule in enumerate(rules)]


def _reviewer(ask: Ask, kind: str, number: int) -> dict[str, Any]:
    user = next((one for one in ask.world.users.values() if one.id == number), None)
    return {"type": kind, "reviewer": shapes.user_json(ask.url, user) if user else {"id": number}}


@routes.on(f"GET {REPO}/environments")
def list_environments(ask: Ask) -> Answer:
    """Every environment.

    https://docs.github.com/rest/deployments/environments#list-environments
    """
    found = list(ask.repo.environments.values())
    listed = ask.page(found, lambda one: _shown(ask, one))
    return Answer(200, {"total_count": len(found), "environments": listed.body}, listed.headers)


@routes.on(f"GET {ENVIRONMENT}")
def get_environment(ask: Ask, environment: str) -> Answer:
    """One environment.

    https://docs.github.com/rest/deployments/environments#get-an-environment
    """
    return Answer(200, _shown(ask, environment_of(ask, environment)))


@routes.on(f"PUT {ENVIRONMENT}")
def put_environment(ask: Ask, environment: str) -> Answer:
    """Make an environment or change its rules; what the call leaves out is reset.

    https://docs.github.com/rest/deployments/environments#create-or-update-an-environment
    """
    ask.require("admin", hide=False)
    wait, policy = ask.fields.get("wait_timer") or 0, ask.fields.get("deployment_branch_policy")
    if not isinstance(wait, int) or not 0 <= wait <= _MOST_MINUTES:
        raise malformed("For 'properties/wait_timer', it is not between 0 and 43200.", _DOCS)
    if policy is not None and policy.get("protected_branches") == policy.get("custom_branch_policies"):
        raise fail(422, "protected_branches and custom_branch_policies cannot have the same value.", _DOCS)
    reviewers = [(one["type"], int(one["id"])) for one in ask.fields.get("reviewers") or []]
    now = ask.world.now()
    made = ask.repo.environments.setdefault(environment.lower(), Environment(ask.world.new_id(), environment, now, now))
    made.wait_timer, made.reviewers, made.branch_policy, made.updated_at = wait, reviewers, policy, now
    made.prevent_self_review = bool(reviewers) and bool(ask.fields.get("prevent_self_review"))
    return Answer(200, _shown(ask, made))


@routes.on(f"DELETE {ENVIRONMENT}")
def delete_environment(ask: Ask, environment: str) -> Answer:
    """Delete an environment with its secrets and variables.

    https://docs.github.com/rest/deployments/environments#delete-an-environment
    """
    ask.require("admin", hide=False)
    del ask.repo.environments[environment_of(ask, environment).name.lower()]
    return Answer(204)
