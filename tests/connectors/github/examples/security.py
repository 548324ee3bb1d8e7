"""Dependabot alerts and security advisories."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, issue, repo

ALERT = f"PATCH {REPO}/dependabot/alerts/{{alert_number}}"
ADVISORIES = f"POST {REPO}/security-advisories"


def dismissed(reason: str, *comment: str) -> Any:
    """The alert dismissed for a reason."""
    return lambda gh: repo(gh).update_dependabot_alert(1, "dismissed", reason, *comment)


def opened(gh: Github) -> None:
    """The alert open again."""
    repo(gh).update_dependabot_alert(1, "open")


def advisory(gh: Github) -> Any:
    """The newest advisory."""
    return next(iter(repo(gh).get_repository_advisories()))


def drafted(gh: Github) -> None:
    """A draft with all that PyGithub says."""
    affected = {
        "package": {"ecosystem": "pip", "name": "app"},
        "vulnerable_version_range": "< 2",
        "patched_versions": "2",
        "vulnerable_functions": [],
    }
    repo(gh).create_repository_advisory("Unsafe {reading}", "Do not read.", "high", vulnerabilities=[affected])


EXAMPLES = (
    Example(
        ALERT,
        dismissed("not_used", "We never call it"),
        foreign=dismissed("tolerable_risk"),
        beside=lambda gh: issue(gh).create_comment("Elsewhere"),
        name="dismissed",
    ),
    Example(
        ALERT,
        opened,
        prepare=dismissed("no_bandwidth"),
        foreign=dismissed("inaccurate", "Not ours"),
        beside=lambda gh: issue(gh).create_comment("Elsewhere"),
        name="opened again",
    ),
    Example(
        ALERT,
        dismissed("not_used"),
        prepare=dismissed("fix_started", "In progress"),
        foreign=opened,
        beside=lambda gh: issue(gh).create_comment("Elsewhere"),
        name="dismissed for another reason",
    ),
    Example(
        ALERT,
        dismissed("not_used"),
        prepare=dismissed("not_used"),
        nothing=True,
        name="dismissed as it was",
    ),
    Example(
        ADVISORIES,
        drafted,
        foreign=lambda gh: advisory(gh).edit(summary="theirs"),
        beside=lambda gh: issue(gh).create_comment("Elsewhere"),
    ),
)
