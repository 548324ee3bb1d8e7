"""Workflows, their runs and runners: https://docs.github.com/rest/actions/workflows."""

from __future__ import annotations

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Operation,
    answer,
    before,
    do,
    either,
    find,
    found,
    gone,
    look,
    looked,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import REPO, REPO_OBJECT, all_ids
from agentrein_github.operations.settings_places import ORG, ORG_OBJECT, ORG_SCOPE, REPO_SCOPE

_WORKFLOW = f"{REPO}/actions/workflows/{{workflow_id}}"
_RUN = f"{REPO}/actions/runs/{{run_id}}"
_RUNNERS = f"{ORG}/actions/runners"
_ON, _OFF = ("enable", "active"), ("disable", "disabled_manually")
_DOCS = "https://docs.github.com/rest/actions"


def _switch(this: tuple[str, str], other: tuple[str, str], says: str) -> Operation:
    """The row that lets a workflow run, or not: what it was before decides, and no call disables for another reason."""
    back = do(
        f"PUT {_WORKFLOW}/{other[0]}",
        goal=shows(f"GET {_WORKFLOW}", state=other[1]),
        still={"state": this[1]},
    )
    return op(
        f"PUT {_WORKFLOW}/{this[0]}",
        sdk=f"Workflow.{this[0]}",
        says=says,
        tier=REVERSIBLE,
        lookups=(look("workflow", f"GET {_WORKFLOW}", "id"),),
        object=path(*REPO_OBJECT, "/workflow:", looked("workflow")),
        before=read(f"GET {_WORKFLOW}"),
        inverse=either({other[1]: back, this[1]: None}, by=before("state")),
        probe=stands(f"GET {_WORKFLOW}", {"state": this[1]}),
        residue="What happened meanwhile started it, or did not.",
        scopes=REPO_SCOPE,
        why="It is switched back to what it was. A workflow that GitHub itself disabled, for inactivity or in a fork, "
        f"cannot be disabled so again: irreversible. {_DOCS}/workflows#{this[0]}-a-workflow",
    )


ROWS = (
    _switch(_ON, _OFF, "enable the workflow {workflow_id} of {owner}/{repo}"),
    _switch(_OFF, _ON, "disable the workflow {workflow_id} of {owner}/{repo}"),
    op(
        f"POST {_RUN}/cancel",
        sdk="WorkflowRun.cancel",
        says="cancel the run {run_id} of {owner}/{repo}",
        tier=COMPENSABLE,
        object=path(*REPO_OBJECT, "/run:", sent("run_id")),
        before=read(f"GET {_RUN}"),
        inverse=do(
            f"POST {_RUN}/rerun",
            goal=shows(
                read(f"GET {_RUN}", completed="run", given={"attempt": before("run_attempt")}),
                goes_on=True,
            ),
            still={"run_attempt": before("run_attempt"), "conclusion": "cancelled"},
        ),
        probe=stands(f"GET {_RUN}", {"run_attempt": before("run_attempt"), "conclusion": "cancelled"}),
        residue="The cancelled attempt stays listed; the new one begins from the start.",
        if_stuck="A run that is still stopping cannot be run again: revert once more when it has stopped.",
        scopes=REPO_SCOPE,
        why="The run is run again, as another attempt, if it was cancelled and not finished on its own. "
        f"{_DOCS}/workflow-runs#cancel-a-workflow-run",
    ),
    op(
        f"POST {_RUN}/rerun",
        sdk="WorkflowRun.rerun",
        says="run {run_id} of {owner}/{repo} again",
        tier=IRREVERSIBLE,
        why="What its jobs do is done, and the result of the attempt before no longer counts. "
        f"{_DOCS}/workflow-runs#re-run-a-workflow",
    ),
    op(
        f"POST {_RUNNERS}/generate-jitconfig",
        sdk="Organization.create_self_hosted_runner_jitconfig",
        says="make the runner {name!r} of the organisation {org}",
        tier=REVERSIBLE,
        object=path(*ORG_OBJECT, "/runner:", answer("runner.id")),
        before=all_ids(f"GET {_RUNNERS}", "runners"),
        inverse=do(
            f"DELETE {_RUNNERS}/{{runner_id}}",
            runner_id=answer("runner.id"),
            goal=gone(f"GET {_RUNNERS}/{{runner_id}}", parent=f"GET {ORG}"),
            still={"name": sent("name"), "status": "offline"},
            ok=(404,),
        ),
        probe=find(
            f"GET {_RUNNERS}",
            same={"name": sent("name")},
            key="id",
            unless=before("ids"),
            at="runners",
            pages="page",
            params={"per_page": 100},
            effect={"runner": {"id": found("id")}},
        ),
        residue="Its configuration is void, whoever has it.",
        scopes=ORG_SCOPE,
        why="The runner is deleted unless it connected by now. "
        f"{_DOCS}/self-hosted-runners#delete-a-self-hosted-runner-from-an-organization",
    ),
    op(
        f"DELETE {_RUNNERS}/{{runner_id}}",
        sdk="Organization.delete_self_hosted_runner",
        says="delete the runner {runner_id} of the organisation {org}",
        tier=IRREVERSIBLE,
        why="The host must register again. "
        f"{_DOCS}/self-hosted-runners#delete-a-self-hosted-runner-from-an-organization",
    ),
)
