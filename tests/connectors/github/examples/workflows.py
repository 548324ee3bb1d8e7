"""Workflows, their runs and runners."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, org, repo

WORKFLOW = f"{REPO}/actions/workflows/{{workflow_id}}"
ALONE = "on or off: whoever switches it back has undone it"


def workflow(gh: Github) -> Any:
    """The workflow that the sandbox starts with, by its file's name."""
    return repo(gh).get_workflow("ci.yml")


EXAMPLES = (
    Example(
        f"PUT {WORKFLOW}/disable",
        lambda gh: workflow(gh).disable(),
        alone=ALONE,
        beside=lambda gh: repo(gh).create_variable("THEIRS", "1"),
    ),
    Example(
        f"PUT {WORKFLOW}/disable",
        lambda gh: workflow(gh).disable(),
        prepare=lambda gh: workflow(gh).disable(),
        nothing=True,
        name="that was off",
    ),
    Example(
        f"PUT {WORKFLOW}/enable",
        lambda gh: workflow(gh).enable(),
        prepare=lambda gh: workflow(gh).disable(),
        alone=ALONE,
        beside=lambda gh: repo(gh).create_variable("THEIRS", "1"),
    ),
    Example(
        f"POST {REPO}/actions/runs/{{run_id}}/cancel",
        lambda gh: repo(gh).get_workflow_run(70001).cancel(),
        alone="cancelled, whoever runs it again has undone it",
        beside=lambda gh: workflow(gh).disable(),
    ),
    Example(
        "POST /orgs/{org}/actions/runners/generate-jitconfig",
        lambda gh: org(gh).create_self_hosted_runner_jitconfig("builder", 1, ["linux"]),
        alone="nobody changes a runner that is not connected",
        beside=lambda gh: org(gh).create_self_hosted_runner_jitconfig("theirs", 1, ["linux"]),
    ),
)
