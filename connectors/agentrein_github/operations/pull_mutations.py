"""What only GraphQL does to a pull request: drafts and auto-merge.

https://docs.github.com/graphql/reference/mutations
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    before,
    computed,
    depends,
    either,
    op,
    sent,
    shows,
    stands,
)
from agentrein_github.graphql import mutation_input
from agentrein_github.operations.nodes import GRAPHQL, PAGE, PULL_LOOKUPS, PULL_NODE, PULL_OBJECT, mutate
from agentrein_github.operations.places import SCOPES

_PULL = {"pullRequestId": sent("input.pullRequestId")}
_THERE = replace(PULL_NODE, maybe=True)


@depends(REVERSIBLE, COSTLY)
def disarm_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Armed again, the pull request is merged in the name of the account, whoever had armed it."""
    by = (((image or {}).get("autoMergeRequest") or {}).get("enabledBy") or {}).get("login")
    own = actor is not None and isinstance(by, str) and by.casefold() == actor.account.casefold()
    return REVERSIBLE if own else COSTLY


def is_armed(pull: Mapping[str, Any]) -> bool:
    """Whether auto-merge was on."""
    return pull.get("autoMergeRequest") is not None


def method(call: Mapping[str, Any]) -> str:
    """The method that auto-merge is to use; without one GitHub makes a merge commit."""
    return str((call.get("input") or {}).get("mergeMethod") or "MERGE")


ROWS = (
    op(
        f"{GRAPHQL}#convertPullRequestToDraft",
        sdk="PullRequest.convert_to_draft",
        says="convert {repo_id}#{number} to a draft",
        tier=COSTLY,
        takes=mutation_input,
        lookups=PULL_LOOKUPS,
        object=PULL_OBJECT,
        before=PULL_NODE,
        inverse=either(
            {
                False: mutate(
                    "markPullRequestReadyForReview", _PULL, goal=shows(_THERE, isDraft=False), still={"isDraft": True}
                ),
                True: None,
            },
            by=before("isDraft"),
        ),
        probe=stands(_THERE, {"isDraft": True}),
        residue="Code owners are asked for a review, and notified, when it is ready again.",
        scopes=SCOPES,
        why=f"A draft is marked as ready again, if it was before. {PAGE}#convertpullrequesttodraft",
    ),
    op(
        f"{GRAPHQL}#markPullRequestReadyForReview",
        sdk="PullRequest.mark_ready_for_review",
        says="mark {repo_id}#{number} as ready for review",
        tier=COSTLY,
        takes=mutation_input,
        lookups=PULL_LOOKUPS,
        object=PULL_OBJECT,
        before=PULL_NODE,
        inverse=either(
            {
                True: mutate(
                    "convertPullRequestToDraft",
                    _PULL,
                    goal=shows(_THERE, isDraft=True),
                    still={"isDraft": False, "merged": False},
                ),
                False: None,
            },
            by=before("isDraft"),
        ),
        probe=stands(_THERE, {"isDraft": False}),
        residue="Code owners were asked for a review, and stay on the list.",
        scopes=SCOPES,
        why="It is converted to a draft again, if it was one before and was not merged. "
        f"{PAGE}#markpullrequestreadyforreview",
    ),
    op(
        f"{GRAPHQL}#disablePullRequestAutoMerge",
        sdk="PullRequest.disable_automerge",
        says="switch auto-merge of {repo_id}#{number} off",
        tier=disarm_tier,
        takes=mutation_input,
        lookups=PULL_LOOKUPS,
        object=PULL_OBJECT,
        before=PULL_NODE,
        inverse=either(
            {
                True: mutate(
                    "enablePullRequestAutoMerge",
                    {
                        **_PULL,
                        "mergeMethod": before("autoMergeRequest.mergeMethod"),
                        "commitHeadline": before("autoMergeRequest.commitHeadline"),
                        "commitBody": before("autoMergeRequest.commitBody"),
                        "authorEmail": before("autoMergeRequest.authorEmail"),
                    },
                    goal=shows(_THERE, want={"autoMergeRequest.mergeMethod": before("autoMergeRequest.mergeMethod")}),
                    still={"autoMergeRequest": None, "state": "OPEN"},
                ),
                False: None,
            },
            by=computed(is_armed, before()),
        ),
        probe=stands(_THERE, {"autoMergeRequest": None}),
        residue="Auto-merge acts in the name of the account that switched it on again.",
        if_stuck="GitHub refuses to switch auto-merge on where a pull request can be merged already: merge it, or keep "
        "the action.",
        scopes=SCOPES,
        why="Auto-merge is switched on again with the method and the texts that it had; one that can be merged by now "
        f"is not, and is left to a person. {PAGE}#disablepullrequestautomerge",
    ),
    op(
        f"{GRAPHQL}#enablePullRequestAutoMerge",
        sdk="PullRequest.enable_automerge",
        says="switch auto-merge of {repo_id}#{number} on",
        tier=IRREVERSIBLE,
        takes=mutation_input,
        lookups=PULL_LOOKUPS,
        object=PULL_OBJECT,
        probe=stands(_THERE, {"autoMergeRequest.mergeMethod": computed(method, sent())}),
        why="GitHub merges the pull request as soon as it may, which can be at once, and a merge cannot be undone. "
        f"{PAGE}#enablepullrequestautomerge",
    ),
)
