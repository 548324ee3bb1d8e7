"""Deployments and their statuses."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, branch_ahead, repo

STATUSES = f"POST {REPO}/deployments/{{deployment_id}}/statuses"


def deployment(gh: Github) -> Any:
    """The newest deployment."""
    return next(iter(repo(gh).get_deployments()))


def deployed(gh: Github) -> Any:
    """A deployment without a status."""
    return repo(gh).create_deployment("main", environment="staging")


def running(gh: Github) -> None:
    """A deployment that runs."""
    deployed(gh).create_status("in_progress", "https://ci.example/1", "Going", environment_url="https://app.example")


EXAMPLES = (
    Example(
        f"POST {REPO}/deployments",
        lambda gh: repo(gh).create_deployment("main", environment="staging", description="Ship it"),
        prepare=running,
        foreign=lambda gh: deployment(gh).create_status("success"),
        beside=lambda gh: list(repo(gh).get_deployments())[-1].create_status("failure"),
        name="of the default branch",
    ),
    Example(
        f"POST {REPO}/deployments",
        lambda gh: repo(gh).create_deployment("feat", required_contexts=[]),
        prepare=branch_ahead,
        foreign=lambda gh: deployment(gh).create_status("in_progress"),
        beside=deployed,
        name="of a branch that is not behind",
    ),
    Example(
        STATUSES,
        lambda gh: deployment(gh).create_status("success", "https://ci.example/1", "Done"),
        prepare=deployed,
        foreign=lambda gh: deployment(gh).create_status("failure", description="theirs"),
        beside=deployed,
        name="the first",
    ),
    Example(
        STATUSES,
        lambda gh: deployment(gh).create_status("success"),
        prepare=running,
        foreign=lambda gh: deployment(gh).create_status("failure", description="theirs"),
        beside=deployed,
        name="after another",
    ),
)
