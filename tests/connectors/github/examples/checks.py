"""Statuses of commits, and check runs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, repo, tip

STATUS = f"POST {REPO}/statuses/{{sha}}"
RUN = f"{REPO}/check-runs/{{check_run_id}}"


def commit(gh: Github) -> Any:
    """The tip of main."""
    return repo(gh).get_commit(tip(gh))


def run(gh: Github) -> Any:
    """The newest check run."""
    return next(iter(commit(gh).get_check_runs()))


def started(gh: Github) -> Any:
    """A check run that goes on."""
    return repo(gh).create_check_run("lint", tip(gh), status="in_progress", output={"title": "T", "summary": "S"})


def passed(gh: Github) -> Any:
    """A check run that is done."""
    return repo(gh).create_check_run(
        "lint", tip(gh), conclusion="success", completed_at=datetime(2026, 1, 2, tzinfo=UTC)
    )


EXAMPLES = (
    Example(
        STATUS,
        lambda gh: commit(gh).create_status("success", "https://ci.example/1", "All good", "ci/Build"),
        foreign=lambda gh: commit(gh).create_status("failure", description="theirs", context="ci/build"),
        beside=lambda gh: commit(gh).create_status("success", context="other"),
        name="the first of a context",
    ),
    Example(
        STATUS,
        lambda gh: commit(gh).create_status("success", description="All good"),
        prepare=lambda gh: commit(gh).create_status("failure", "https://ci.example/1", "Broken"),
        foreign=lambda gh: commit(gh).create_status("pending"),
        beside=lambda gh: commit(gh).create_status("success", context="other"),
        name="after another",
    ),
    Example(
        f"POST {REPO}/check-runs",
        lambda gh: repo(gh).create_check_run("lint", tip(gh), status="in_progress", external_id="7"),
        prepare=passed,
        foreign=lambda gh: run(gh).edit(conclusion="success"),
        beside=passed,
        name="that goes on",
    ),
    Example(
        f"POST {REPO}/check-runs",
        lambda gh: repo(gh).create_check_run("lint", tip(gh), conclusion="success"),
        foreign=lambda gh: run(gh).edit(conclusion="failure"),
        beside=passed,
        name="that is done",
    ),
    Example(
        f"PATCH {RUN}",
        lambda gh: run(gh).edit(conclusion="failure", output={"title": "2 errors", "summary": "Lines 1 and 2"}),
        prepare=started,
        foreign=lambda gh: run(gh).edit(conclusion="success"),
        beside=lambda gh: run(gh).edit(external_id="theirs"),
        name="complete it",
    ),
    Example(
        f"PATCH {RUN}",
        lambda gh: run(gh).edit(name="style", conclusion="failure", details_url="https://ci.example/2"),
        prepare=passed,
        foreign=lambda gh: run(gh).edit(name="theirs"),
        name="another verdict",
    ),
)
