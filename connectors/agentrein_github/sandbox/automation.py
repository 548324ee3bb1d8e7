"""Workflows, their runs, and runners of organisations.

https://docs.github.com/rest/actions/workflows
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, not_found, unprocessable
from agentrein_github.sandbox.automation_world import Run, Runner, Workflow
from agentrein_github.sandbox.orgs import require_owner

routes = Routes()
_DOCS = f"{DOCS}/actions/workflows"
_WORKFLOW = f"{REPO}/actions/workflows/{{which}}"
_RUN = f"{REPO}/actions/runs/{{number}}"
_RUNNERS = "/orgs/{org}/actions/runners"


def _workflow(ask: Ask, which: str) -> Workflow:
    """The workflow of an id or a file name."""
    found = [one for one in ask.repo.workflows.values() if which in {str(one.id), one.path.rpartition("/")[2]}]
    if not found:
        raise not_found(f"{_DOCS}#get-a-workflow")
    return found[0]


def _shown(ask: Ask, workflow: Workflow) -> dict[str, Any]:
    here = f"{shapes.repo_url(ask.url, ask.repo)}/actions/workflows/{workflow.id}"
    names = ("id", "name", "path", "state")
    return {**{name: getattr(workflow, name) for name in names}, "node_id": f"W_kwDO{workflow.id}", "url": here}


@routes.on(f"GET {_WORKFLOW}")
def get_workflow(ask: Ask, which: str) -> Answer:
    """One workflow.

    https://docs.github.com/rest/actions/workflows#get-a-workflow
    """
    return Answer(200, _shown(ask, _workflow(ask, which)))


@routes.on(f"PUT {_WORKFLOW}/enable", f"PUT {_WORKFLOW}/disable")
def switch(ask: Ask, which: str) -> Answer:
    """Let a workflow run, or not.

    https://docs.github.com/rest/actions/workflows#disable-a-workflow
    """
    ask.require("push")
    on = ask.request.path.endswith("/enable")
    _workflow(ask, which).state = "active" if on else "disabled_manually"
    return Answer(204)


def _run(ask: Ask, number: str) -> Run:
    run = ask.repo.runs.get(int(number)) if number.isdecimal() else None
    if run is None:
        raise not_found(f"{DOCS}/actions/workflow-runs#get-a-workflow-run")
    return run


@routes.on(f"GET {_RUN}")
def get_run(ask: Ask, number: str) -> Answer:
    """One run.

    https://docs.github.com/rest/actions/workflow-runs#get-a-workflow-run
    """
    run = _run(ask, number)
    here = f"{shapes.repo_url(ask.url, ask.repo)}/actions/runs/{run.id}"
    names = ("id", "name", "status", "conclusion", "run_attempt")
    links = {f"{name}_url": f"{here}/{name}" for name in ("cancel", "rerun", "jobs", "logs")}
    return Answer(200, {**{name: getattr(run, name) for name in names}, "url": here, **links})


@routes.on(f"POST {_RUN}/cancel")
def cancel(ask: Ask, number: str) -> Answer:
    """Stop a run; 409 for one that is done.

    https://docs.github.com/rest/actions/workflow-runs#cancel-a-workflow-run
    """
    ask.require("push")
    run = _run(ask, number)
    if run.status == "completed":
        raise fail(409, "Cannot cancel a workflow run that is completed.", _DOCS)
    run.status, run.conclusion = "completed", "cancelled"
    return Answer(202, {})


@routes.on(f"POST {_RUN}/rerun")
def rerun(ask: Ask, number: str) -> Answer:
    """Begin another attempt of a run that is done.

    https://docs.github.com/rest/actions/workflow-runs#re-run-a-workflow
    """
    ask.require("push")
    run = _run(ask, number)
    if run.status != "completed":
        raise fail(403, "This workflow is already running", _DOCS)
    run.status, run.conclusion, run.run_attempt = "queued", None, run.run_attempt + 1
    return Answer(201, {})


def _runner_json(runner: Runner) -> dict[str, Any]:
    labels = [{"id": n, "name": name, "type": "custom"} for n, name in enumerate(runner.labels)]
    return {
        "id": runner.id,
        "name": runner.name,
        "os": "linux",
        "status": runner.status,
        "busy": False,
        "labels": labels,
    }


@routes.on(f"GET {_RUNNERS}")
def list_runners(ask: Ask, org: str) -> Answer:
    """The runners of an organisation.

    https://docs.github.com/rest/actions/self-hosted-runners#list-self-hosted-runners-for-an-organization
    """
    runners = list(require_owner(ask, org).runners.values())
    listed = ask.page(runners, _runner_json)
    return Answer(200, {"total_count": len(runners), "runners": listed.body}, listed.headers)


@routes.on(f"POST {_RUNNERS}/generate-jitconfig")
def jitconfig(ask: Ask, org: str) -> Answer:
    """Make a runner that may connect once, with the configuration that lets it.

    https://docs.github.com/rest/actions/self-hosted-runners#create-configuration-for-a-just-in-time-runner-for-an-organization
    """
    found, name = require_owner(ask, org), ask.text("name", _DOCS, needed=True) or ""
    if any(one.name == name for one in found.runners.values()):
        raise fail(409, "Already exists - A runner with the name already exists.", _DOCS)
    if not ask.fields.get("labels"):
        raise unprocessable("Runner", "labels", "missing_field", _DOCS)
    made = Runner(ask.world.new_id(), name, list(ask.fields["labels"]))
    found.runners[made.id] = made
    return Answer(201, {"runner": _runner_json(made), "encoded_jit_config": "c2VjcmV0"})


@routes.on(f"GET {_RUNNERS}/{{number}}")
def get_runner(ask: Ask, org: str, number: str) -> Answer:
    """One runner.

    https://docs.github.com/rest/actions/self-hosted-runners#get-a-self-hosted-runner-for-an-organization
    """
    found = require_owner(ask, org)
    runner = found.runners.get(int(number)) if number.isdecimal() else None
    if runner is None:
        raise not_found(_DOCS)
    return Answer(200, _runner_json(runner))


@routes.on(f"DELETE {_RUNNERS}/{{number}}")
def delete_runner(ask: Ask, org: str, number: str) -> Answer:
    """Delete a runner.

    https://docs.github.com/rest/actions/self-hosted-runners#delete-a-self-hosted-runner-from-an-organization
    """
    get_runner(ask, org, number)
    del require_owner(ask, org).runners[int(number)]
    return Answer(204)
