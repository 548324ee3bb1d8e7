"""Deployments and their statuses: https://docs.github.com/rest/deployments/deployments."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    depends,
    do,
    gone,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_github.operations.places import REPO, REPO_OBJECT
from agentrein_github.operations.statuses import report_before, reported

DEPLOYMENT = f"{REPO}/deployments/{{deployment_id}}"
_STATUSES = f"{DEPLOYMENT}/statuses"
_SCOPE = (("repo", "repo_deployment"),)
_SAID = ("state", "description", "environment_url", "log_url")


@depends(COMPENSABLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A ref that lacks commits of the default branch gets them merged in, unless the call forbids it."""
    merges = (call.body or {}).get("auto_merge", True) is not False and (image or {}).get("behind_by") != 0
    return IRREVERSIBLE if merges else COMPENSABLE


def status_body(body: Any) -> Any:
    """The request as GitHub shows it: the old name of the log's address goes, and what is not said is empty."""
    asked = body if isinstance(body, dict) else {}
    log = asked.get("log_url") or asked.get("target_url") or ""
    rest = {name: value for name, value in asked.items() if name != "target_url"}
    return {"description": "", "environment_url": "", **rest, "log_url": log}


def _with_statuses() -> Any:
    """The deployment with its state and who reported it."""
    given = {"deployment_id": answer("id")}
    return read(f"GET {DEPLOYMENT}", maybe=True, completed="deployment", given=given, deployment_id=answer("id"))


_NEWEST = read(f"GET {_STATUSES}", at="0", maybe=True, per_page=1)
_UNTOUCHED: dict[str, list[str]] = {"by": []}

ROWS = (
    op(
        f"POST {REPO}/deployments",
        sdk="Repository.create_deployment",
        says="deploy {ref} of {owner}/{repo}",
        tier=create_tier,
        object=path(*REPO_OBJECT, "/deployment:", answer("id")),
        before=read(f"GET {REPO}", completed="behind", given={"ref": sent("ref")}),
        inverse=do(
            f"DELETE {DEPLOYMENT}",
            deployment_id=answer("id"),
            goal=gone(_with_statuses(), parent=f"GET {REPO}"),
            still=_UNTOUCHED,
            alike={"by": "own logins"},
            ok=(404,),
        ),
        also=do(
            f"POST {_STATUSES}",
            {"state": "inactive"},
            deployment_id=answer("id"),
            goal=shows(_with_statuses(), state="inactive", parent=f"GET {REPO}"),
            still=_UNTOUCHED,
            alike={"by": "own logins"},
            ok=(404,),
        ),
        probe=reported(f"{REPO}/deployments", "ref", "task", "environment", "description"),
        residue="Whoever deploys may have done so already. An environment of the name that did not exist may stay.",
        scopes=_SCOPE,
        why="The deployment is made inactive, because GitHub deletes no active one, and deleted, if nobody else "
        "reported about it. With auto_merge, the default, a branch behind the default one is merged instead: "
        "irreversible. "
        "https://docs.github.com/rest/deployments/deployments#delete-a-deployment",
    ),
    op(
        f"DELETE {DEPLOYMENT}",
        sdk="-",
        says="delete the deployment {deployment_id} of {owner}/{repo}",
        tier=IRREVERSIBLE,
        why="Its statuses and their dates are lost. "
        "https://docs.github.com/rest/deployments/deployments#delete-a-deployment",
    ),
    op(
        f"POST {_STATUSES}",
        sdk="Deployment.create_status",
        says="report the deployment {deployment_id} of {owner}/{repo} as {state}",
        tier=COMPENSABLE,
        takes=status_body,
        object=path(*REPO_OBJECT, "/deployment:", sent("deployment_id"), "/status"),
        before=_NEWEST,
        inverse=report_before(_STATUSES, _NEWEST, _SAID, {"state": "inactive"}, auto_inactive=False),
        probe=reported(_STATUSES, *_SAID),
        residue="Every status stays listed; earlier deployments that a success made inactive stay so.",
        scopes=_SCOPE,
        why="GitHub deletes no status and goes by the newest, so the one before is reported again, or inactive. "
        "https://docs.github.com/rest/deployments/statuses#create-a-deployment-status",
    ),
)
