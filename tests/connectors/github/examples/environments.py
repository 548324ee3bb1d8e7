"""Environments of a repository."""

from __future__ import annotations

from typing import Any

from github import Github
from github.EnvironmentDeploymentBranchPolicy import EnvironmentDeploymentBranchPolicyParams
from github.EnvironmentProtectionRuleReviewer import ReviewerParams

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, repo
from connectors.github.examples.variables import environment

ENVIRONMENT = f"{REPO}/environments/{{environment_name}}"
PROTECTED = EnvironmentDeploymentBranchPolicyParams(protected_branches=True, custom_branch_policies=False)


def guarded(gh: Github) -> Any:
    """The environment with a wait, a reviewer and a policy."""
    reviewer = ReviewerParams("User", gh.get_user("helper").id)
    return repo(gh).create_environment(
        "prod", 30, [reviewer], prevent_self_review=True, deployment_branch_policy=PROTECTED
    )


EXAMPLES = (
    Example(
        f"PUT {ENVIRONMENT}",
        guarded,
        foreign=lambda gh: environment(gh).create_variable("THEIRS", "1"),
        beside=lambda gh: repo(gh).create_environment("staging"),
        name="new, used by people",
    ),
    Example(
        f"PUT {ENVIRONMENT}",
        lambda gh: repo(gh).create_environment("Prod"),
        foreign=lambda gh: repo(gh).create_environment("prod", 5),
        name="new, changed by people",
    ),
    Example(
        f"PUT {ENVIRONMENT}",
        lambda gh: repo(gh).create_environment("prod", 5),
        prepare=guarded,
        foreign=lambda gh: repo(gh).create_environment("prod", 10),
        beside=lambda gh: environment(gh).create_variable("THEIRS", "1"),
        name="there before",
    ),
    Example(f"PUT {ENVIRONMENT}", guarded, prepare=guarded, nothing=True, name="as it was"),
)
