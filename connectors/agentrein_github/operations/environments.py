"""Environments of a repository: https://docs.github.com/rest/deployments/environments."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    before,
    depends,
    do,
    either,
    gone,
    maybe,
    op,
    read,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import REPO, WAS_THERE
from agentrein_github.operations.settings_places import (
    ENVIRONMENT,
    ENVIRONMENT_ITSELF,
    REPO_SCOPE,
)

_RULES = ("wait_timer", "reviewers", "prevent_self_review", "deployment_branch_policy")
_GIVEN = {"environment_name": sent("environment_name")}
_RULED = read(f"GET {ENVIRONMENT}", maybe=True, completed="environment", given=_GIVEN)
_HOLDING = read(f"GET {ENVIRONMENT}", maybe=True, completed="environment with all in it", given=_GIVEN)


def environment_body(body: Any) -> Any:
    """The request with all rules: what it leaves out is reset, and without reviewers none is kept from reviewing."""
    asked = body if isinstance(body, dict) else {}
    reviewers = asked.get("reviewers") or []
    return {
        **asked,
        "wait_timer": asked.get("wait_timer") or 0,
        "reviewers": reviewers,
        "prevent_self_review": bool(reviewers) and bool(asked.get("prevent_self_review")),
        "deployment_branch_policy": asked.get("deployment_branch_policy"),
    }


@depends(REVERSIBLE, IRREVERSIBLE)
def put_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Rules are written back; the patterns of branches that an environment names one by one are not among them."""
    asked, had = (call.body or {}).get("deployment_branch_policy"), (image or {}).get("deployment_branch_policy")
    loses_patterns = bool((had or {}).get("custom_branch_policies")) and asked != had
    return IRREVERSIBLE if loses_patterns or not set(call.body or {}) <= set(_RULES) else REVERSIBLE


ROWS = (
    op(
        f"PUT {ENVIRONMENT}",
        sdk="Repository.create_environment",
        says="set the rules of the environment {environment_name} of {owner}/{repo}",
        tier=put_tier,
        takes=environment_body,
        object=ENVIRONMENT_ITSELF,
        before=_RULED,
        inverse=either(
            {
                False: do(
                    f"DELETE {ENVIRONMENT}",
                    goal=gone(_HOLDING, parent=f"GET {REPO}"),
                    still={**{rule: sent(rule) for rule in _RULES}, "variables": [], "secrets": []},
                    alike={"variables": "own settings", "secrets": "own settings"},
                    ok=(404,),
                ),
                True: do(
                    f"PUT {ENVIRONMENT}",
                    {rule: before(rule) for rule in _RULES},
                    goal=shows(_RULED, want={rule: before(rule) for rule in _RULES}),
                    still={rule: sent(rule) for rule in _RULES},
                ),
            },
            by=WAS_THERE,
        ),
        probe=stands(maybe(f"GET {ENVIRONMENT}"), {"name": sent("environment_name")}),
        residue="Deployments that waited for a rule may have gone on meanwhile.",
        scopes=REPO_SCOPE,
        why="A new environment is deleted unless others changed it or put variables or secrets into it; else its rules "
        "are written as they were, all together, since GitHub resets what a call leaves out. Giving up named branch "
        "patterns is irreversible, as they may be lost (not confirmed). "
        "https://docs.github.com/rest/deployments/environments#create-or-update-an-environment",
    ),
    op(
        f"DELETE {ENVIRONMENT}",
        sdk="Repository.delete_environment",
        says="delete the environment {environment_name} of {owner}/{repo}",
        tier=IRREVERSIBLE,
        why="Its secrets go with it, and their values can never be read. "
        "https://docs.github.com/rest/deployments/environments#delete-an-environment",
    ),
)
