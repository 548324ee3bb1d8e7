"""Statuses of commits and check runs: https://docs.github.com/rest/commits/statuses, https://docs.github.com/rest/checks/runs."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    field,
    find,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    together,
)
from agentrein_github.operations.places import REPO, REPO_OBJECT, UNDO, all_ids
from agentrein_github.operations.settings_places import REPO_SCOPE, folded
from agentrein_github.operations.statuses import report_before, reported

_STATUS_SCOPE = (("repo", "repo:status"),)
_STATUSES = f"{REPO}/statuses/{{sha}}"
_LISTED = f"{REPO}/commits/{{sha}}/statuses"
_RUN = f"{REPO}/check-runs/{{check_run_id}}"
_RUNS = f"GET {REPO}/commits/{{sha}}/check-runs"
_OF_THE_NAME: dict[str, Any] = {"sha": sent("head_sha"), "check_name": sent("name"), "filter": "all"}
_CONTEXT = computed(folded, sent("context"))
_LATEST = read(
    f"GET {_LISTED}",
    at="status",
    maybe=True,
    completed="status of a context",
    given={"sha": sent("sha"), "context": sent("context")},
    per_page=100,
)
_SAID = ("state", "description", "target_url")


def status_body(body: Any) -> Any:
    """The request with what GitHub takes where it says nothing."""
    asked = body if isinstance(body, dict) else {}
    empty = {"context": asked.get("context") or "default", "description": None, "target_url": None}
    return {**empty, **asked, "context": empty["context"]}


def run_body(body: Any) -> Any:
    """The request with the status that a conclusion brings along."""
    return {**body, "status": "completed"} if isinstance(body, dict) and body.get("conclusion") else body


@depends(COSTLY, IRREVERSIBLE)
def edit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A run that was completed gets its conclusion back; annotations and actions are never shown whole."""
    unread = {"actions", "head_sha"} & set(call.body or {})
    return IRREVERSIBLE if unread else COSTLY


def verdict(body: Any, image: Any) -> tuple[Any, ...]:
    """How a run stood: its conclusion is written only where it had one, since a run that goes on takes none."""
    if not {"status", "conclusion", "completed_at"} & set(body):
        return ()
    if (image or {}).get("status") != "completed":
        return (field("status", read="standing", same=("completed", f"completed: {body.get('conclusion')}")),)
    return together(field("status"), field("conclusion"), field("completed_at"))


ROWS = (
    op(
        f"POST {_STATUSES}",
        sdk="Commit.create_status",
        says="set the status {context} of {sha} in {owner}/{repo} to {state}",
        tier=COMPENSABLE,
        takes=status_body,
        object=path(*REPO_OBJECT, "/commit:", sent("sha"), "/status:", _CONTEXT),
        before=_LATEST,
        inverse=report_before(
            _STATUSES, _LATEST, _SAID, {"state": "error", "description": UNDO}, context=sent("context")
        ),
        probe=reported(_LISTED, "context", *_SAID),
        residue="The commit shows every status that it ever had; a green one may have let a merge through.",
        scopes=_STATUS_SCOPE,
        why="GitHub deletes no status and shows the newest of a context, so the one before is posted again, or an "
        "error that says that it was undone. https://docs.github.com/rest/commits/statuses#create-a-commit-status",
    ),
    op(
        f"POST {REPO}/check-runs",
        sdk="Repository.create_check_run",
        says="report the check {name!r} of {head_sha} in {owner}/{repo}",
        tier=COMPENSABLE,
        takes=run_body,
        object=path(*REPO_OBJECT, "/check:", answer("id")),
        before=all_ids(_RUNS, "check_runs", **_OF_THE_NAME),
        inverse=do(
            f"PATCH {_RUN}",
            {"status": "completed", "conclusion": "cancelled"},
            check_run_id=answer("id"),
            goal=shows(f"GET {_RUN}", status="completed", conclusion="cancelled"),
            still={
                "status": answer("status"),
                "conclusion": answer("conclusion"),
                "output.title": answer("output.title"),
            },
        ),
        probe=find(
            _RUNS,
            same={"name": sent("name"), "head_sha": sent("head_sha"), "external_id": sent("external_id")},
            key="id",
            unless=before("ids"),
            at="check_runs",
            pages="page",
            params={**_OF_THE_NAME, "per_page": 100},
        ),
        residue="The check run stays, as cancelled; a green one may have let a merge through.",
        scopes=REPO_SCOPE,
        why="A check run cannot be deleted; it is completed as cancelled if it still stands as it was reported. Only "
        "apps may make one. https://docs.github.com/rest/checks/runs#create-a-check-run",
    ),
    op(
        f"PATCH {_RUN}",
        sdk="CheckRun.edit",
        says="change {fields} of the check run {check_run_id} in {owner}/{repo}",
        tier=edit_tier,
        takes=run_body,
        ignores=("conclusion", "completed_at", "status"),
        object=path(*REPO_OBJECT, "/check:", sent("check_run_id")),
        inverse=restore(
            read(f"GET {_RUN}", completed="check run"),
            f"PATCH {_RUN}",
            field("name"),
            field("details_url"),
            field("external_id", clear="", same=(None, "")),
            field("started_at"),
            field("title", inside="output"),
            field("summary", inside="output"),
            field("text", inside="output"),
            verdict,
        ),
        faithful=False,
        residue="What waited for the check may have gone on meanwhile.",
        scopes=REPO_SCOPE,
        why="Each field is written back if it still reads as the call left it; a run that was not completed is put "
        "back to its status, which takes its conclusion away (inferred). Annotations only add, and are irreversible. "
        "https://docs.github.com/rest/checks/runs#update-a-check-run",
    ),
)
