"""Statuses of commits, and check runs.

https://docs.github.com/rest/commits/statuses and https://docs.github.com/rest/checks/runs

GitHub lets only apps make check runs; here any token may, because the sandbox has no installations.
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found
from agentrein_github.sandbox.reported import CheckRun, Status

routes = Routes()
_STATUSES, _CHECKS = f"{DOCS}/commits/statuses", f"{DOCS}/checks/runs"
_STATES = ("error", "failure", "pending", "success")
_RUN_STATES = ("queued", "in_progress", "completed", "waiting", "requested", "pending")
_CONCLUSIONS = ("action_required", "cancelled", "failure", "neutral", "success", "skipped", "stale", "timed_out")
_NEW_RUN: dict[str, Any] = {
    "name": None,
    "head_sha": None,
    "status": "queued",
    "conclusion": None,
    "started_at": None,
    "completed_at": None,
    "external_id": "",
    "details_url": "https://ci.example",
    "output": {"title": None, "summary": None, "text": None, "annotations_count": 0},
}


def _status_json(ask: Ask, status: Status) -> dict[str, Any]:
    names = ("id", "state", "description", "target_url", "context", "created_at")
    return {
        **{name: getattr(status, name) for name in names},
        "url": f"{shapes.repo_url(ask.url, ask.repo)}/statuses/{status.sha}",
        "node_id": f"SC_kwDO{status.id}",
        "avatar_url": None,
        "updated_at": status.created_at,
        "creator": shapes.user_json(ask.url, status.creator),
    }


@routes.on(f"POST {REPO}/statuses/{{sha}}")
def create_status(ask: Ask, sha: str) -> Answer:
    """Say how a commit does in a context.

    https://docs.github.com/rest/commits/statuses#create-a-commit-status
    """
    ask.require("push")
    state, context = ask.text("state", _STATUSES, needed=True) or "", ask.text("context", _STATUSES) or "default"
    if state not in _STATES:
        raise malformed(f"For 'properties/state', {state!r} is not one of: {', '.join(_STATES)}.", _STATUSES)
    if sha not in ask.repo.git.commits:
        raise fail(422, f"No commit found for SHA: {sha}", _STATUSES)
    description, target = ask.text("description", _STATUSES), ask.text("target_url", _STATUSES)
    made = Status(ask.world.new_id(), sha, ask.me, state, context, ask.world.now(), description, target)
    ask.repo.statuses.append(made)
    return Answer(201, _status_json(ask, made))


@routes.on(f"GET {REPO}/commits/{{sha}}/statuses")
def list_statuses(ask: Ask, sha: str) -> Answer:
    """The statuses of a commit, newest first.

    https://docs.github.com/rest/commits/statuses#list-commit-statuses-for-a-reference
    """
    commit = ask.repo.git.resolve(sha)
    if commit is None:
        raise not_found(_STATUSES)
    found = [one for one in reversed(ask.repo.statuses) if one.sha == commit.sha]
    return ask.page(found, lambda one: _status_json(ask, one))


def _run_json(ask: Ask, run: CheckRun) -> dict[str, Any]:
    here = f"{shapes.repo_url(ask.url, ask.repo)}/check-runs/{run.id}"
    return {"id": run.id, "node_id": f"CR_kwDO{run.id}", "url": here, "html_url": here, **run.fields}


def _run(ask: Ask, number: str) -> CheckRun:
    run = ask.repo.check_runs.get(int(number)) if number.isdecimal() else None
    if run is None:
        raise not_found(f"{_CHECKS}#get-a-check-run")
    return run


def _apply(ask: Ask, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a run once the call's are set: a conclusion completes it, and a run that goes on has none."""
    sent = {name: value for name, value in ask.fields.items() if name in _NEW_RUN}
    if "conclusion" in sent:
        sent = {**sent, "status": "completed"}
    if sent.get("status", "queued") not in _RUN_STATES or sent.get("conclusion", "success") not in _CONCLUSIONS:
        raise malformed("status or conclusion is none that there is.", _CHECKS)
    if sent.get("status") == "completed" and not (sent.get("conclusion") or fields["conclusion"]):
        raise malformed("A completed check run needs a conclusion.", _CHECKS)
    output = {**fields["output"], **(sent.pop("output", None) or {})}
    output["annotations_count"] = fields["output"]["annotations_count"] + len(output.pop("annotations", []))
    made = {**fields, **sent, "output": output}
    if made["status"] != "completed":
        return {**made, "conclusion": None, "completed_at": None}
    return {**made, "completed_at": made["completed_at"] or ask.world.now()}


@routes.on(f"POST {REPO}/check-runs")
def create_run(ask: Ask) -> Answer:
    """Begin a check of a commit.

    https://docs.github.com/rest/checks/runs#create-a-check-run
    """
    ask.require("push")
    for name in ("name", "head_sha"):
        ask.text(name, _CHECKS, needed=True)
    made = CheckRun(ask.world.new_id(), _apply(ask, {**_NEW_RUN, "started_at": ask.world.now()}))
    ask.repo.check_runs[made.id] = made
    return Answer(201, _run_json(ask, made))


@routes.on(f"GET {REPO}/check-runs/{{number}}")
def get_run(ask: Ask, number: str) -> Answer:
    """One check run.

    https://docs.github.com/rest/checks/runs#get-a-check-run
    """
    return Answer(200, _run_json(ask, _run(ask, number)))


@routes.on(f"PATCH {REPO}/check-runs/{{number}}")
def update_run(ask: Ask, number: str) -> Answer:
    """Change a check run; annotations are added to those that are there.

    https://docs.github.com/rest/checks/runs#update-a-check-run
    """
    ask.require("push")
    run = _run(ask, number)
    run.fields = _apply(ask, run.fields)
    return Answer(200, _run_json(ask, run))


@routes.on(f"GET {REPO}/commits/{{sha}}/check-runs")
def list_runs(ask: Ask, sha: str) -> Answer:
    """The check runs of a commit, newest first; `check_name` chooses.

    https://docs.github.com/rest/checks/runs#list-check-runs-for-a-git-reference
    """
    commit = ask.repo.git.resolve(sha)
    if commit is None:
        raise not_found(_CHECKS)
    name = ask.query.get("check_name")
    runs = [one for one in reversed(ask.repo.check_runs.values()) if one.fields["head_sha"] == commit.sha]
    found = [one for one in runs if name in {None, one.fields["name"]}]
    listed = ask.page(found, lambda one: _run_json(ask, one))
    return Answer(200, {"total_count": len(found), "check_runs": listed.body}, listed.headers)
