"""Deployments and their statuses.

https://docs.github.com/rest/deployments/deployments
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found
from agentrein_github.sandbox.reported import Deployment

routes = Routes()
_DOCS = f"{DOCS}/deployments/deployments"
_ONE = f"{REPO}/deployments/{{number}}"
_STATES = ("error", "failure", "inactive", "in_progress", "queued", "pending", "success")
_NEW: dict[str, Any] = {
    "ref": None,
    "task": "deploy",
    "payload": {},
    "environment": "production",
    "description": None,
    "transient_environment": False,
    "production_environment": True,
}
_NEW_STATUS: dict[str, Any] = {"state": None, "description": "", "environment_url": "", "log_url": "", "target_url": ""}


def _shown(ask: Ask, deployment: Deployment) -> dict[str, Any]:
    here = f"{shapes.repo_url(ask.url, ask.repo)}/deployments/{deployment.id}"
    return {
        "id": deployment.id,
        "node_id": f"DE_kwDO{deployment.id}",
        "url": here,
        "statuses_url": f"{here}/statuses",
        "repository_url": shapes.repo_url(ask.url, ask.repo),
        "sha": deployment.sha,
        "creator": shapes.user_json(ask.url, deployment.creator),
        "original_environment": deployment.fields["environment"],
        "created_at": deployment.created_at,
        "updated_at": deployment.created_at,
        **deployment.fields,
    }


def _deployment(ask: Ask, number: str) -> Deployment:
    found = ask.repo.deployments.get(int(number)) if number.isdecimal() else None
    if found is None:
        raise not_found(f"{_DOCS}#get-a-deployment")
    return found


@routes.on(f"GET {REPO}/deployments")
def list_deployments(ask: Ask) -> Answer:
    """The deployments, newest first; `sha`, `ref`, `task` and `environment` choose.

    https://docs.github.com/rest/deployments/deployments#list-deployments
    """
    wanted = {name: ask.query[name] for name in ("sha", "ref", "task", "environment") if name in ask.query}
    shown = [_shown(ask, one) for one in reversed(ask.repo.deployments.values())]
    found = [one for one in shown if all(one[name] == value for name, value in wanted.items())]
    return ask.page(found, dict)


@routes.on(f"POST {REPO}/deployments")
def create_deployment(ask: Ask) -> Answer:
    """Ask for a deployment; with `auto_merge`, a branch that lacks commits of the default one gets them instead.

    https://docs.github.com/rest/deployments/deployments#create-a-deployment
    """
    ask.require("push")
    ref, git = ask.text("ref", _DOCS, needed=True) or "", ask.repo.git
    commit, main = git.resolve(ref), git.tip(ask.repo.default_branch)
    if commit is None or main is None:
        raise fail(422, f"No ref found for: {ref}", _DOCS)
    if ask.fields.get("auto_merge", True) and git.tip(ref) is not None and git.between(commit.sha, main.sha):
        return Answer(202, {"message": f"Auto-merged {ask.repo.default_branch} into {ref} on deployment."})
    sent = {name: value for name, value in ask.fields.items() if name in _NEW}
    made = Deployment(ask.world.new_id(), ask.me, commit.sha, ask.world.now(), {**_NEW, **sent})
    ask.repo.deployments[made.id] = made
    return Answer(201, _shown(ask, made))


@routes.on(f"GET {_ONE}")
def get_deployment(ask: Ask, number: str) -> Answer:
    """One deployment.

    https://docs.github.com/rest/deployments/deployments#get-a-deployment
    """
    return Answer(200, _shown(ask, _deployment(ask, number)))


@routes.on(f"DELETE {_ONE}")
def delete_deployment(ask: Ask, number: str) -> Answer:
    """Delete a deployment: an active one only where it is the only one.

    https://docs.github.com/rest/deployments/deployments#delete-a-deployment
    """
    deployment = _deployment(ask, number)
    ask.require("push")
    if deployment.state != "inactive" and len(ask.repo.deployments) > 1:
        raise fail(422, "We cannot delete an active deployment unless it is the only deployment.", _DOCS)
    del ask.repo.deployments[deployment.id]
    return Answer(204)


@routes.on(f"GET {_ONE}/statuses")
def list_statuses(ask: Ask, number: str) -> Answer:
    """The statuses of a deployment, newest first.

    https://docs.github.com/rest/deployments/statuses#list-deployment-statuses
    """
    return ask.page(list(reversed(_deployment(ask, number).statuses)), dict)


@routes.on(f"POST {_ONE}/statuses")
def create_status(ask: Ask, number: str) -> Answer:
    """Say how a deployment does.

    https://docs.github.com/rest/deployments/statuses#create-a-deployment-status
    """
    deployment = _deployment(ask, number)
    ask.require("push")
    if ask.text("state", _DOCS, needed=True) not in _STATES:
        raise malformed(f"For 'properties/state', it is not one of: {', '.join(_STATES)}.", _DOCS)
    here = f"{shapes.repo_url(ask.url, ask.repo)}/deployments/{deployment.id}"
    sent = {name: value for name, value in ask.fields.items() if name in _NEW_STATUS and value is not None}
    log = sent.get("log_url") or sent.get("target_url") or ""
    identity = ask.world.new_id()
    made = {
        **_NEW_STATUS,
        "id": identity,
        "node_id": f"DES_kwDO{identity}",
        "url": f"{here}/statuses/{identity}",
        "deployment_url": here,
        "creator": shapes.user_json(ask.url, ask.me),
        "environment": ask.fields.get("environment") or deployment.fields["environment"],
        "created_at": ask.world.now(),
        "updated_at": ask.world.now(),
        **sent,
        "log_url": log,
        "target_url": log,
    }
    deployment.statuses.append(made)
    return Answer(201, made)
