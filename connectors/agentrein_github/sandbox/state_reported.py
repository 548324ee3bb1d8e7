"""What counts as state of statuses, check runs and deployments: see `state`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from agentrein_github.operations.places import UNDO
from agentrein_github.sandbox.world import Repo

Named = tuple[str, dict[str, Any]]


def reported_in(here: str, repo: Repo) -> Iterator[Named]:
    """The newest status of each context, the check runs, the deployments with their newest status."""
    for status in repo.statuses:
        fields = {"status": status.state, "description": status.description, "target_url": status.target_url}
        yield f"{here}/commit:{status.sha}/status:{status.context.lower()}", fields
    for run in repo.check_runs.values():
        fields = {name: value for name, value in run.fields.items() if name not in {"output", "completed_at"}}
        yield f"{here}/check:{run.id}", {**fields, "output": str(run.fields["output"])}
    for deployment in repo.deployments.values():
        yield f"{here}/deployment:{deployment.id}", deployment.fields
        if deployment.statuses:
            newest = deployment.statuses[-1]
            fields = {"deployed": newest["state"], "description": newest["description"], "url": newest["log_url"]}
            yield f"{here}/deployment:{deployment.id}/status", fields


def is_taken_back(snapshot: Mapping[str, Any]) -> bool:
    """A status, check run or deployment that says that it no longer stands."""
    if "deployed" in snapshot:
        return bool(snapshot["deployed"] == "inactive")
    if "head_sha" in snapshot:
        return bool(snapshot["conclusion"] == "cancelled")
    return snapshot.get("status") == "error" and snapshot.get("description") == UNDO
