"""Pull requests: https://docs.github.com/rest/pulls/pulls."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    actor,
    answer,
    before,
    computed,
    depends,
    do,
    field,
    find,
    join,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import (
    NEWEST_FIRST,
    PULL,
    PULL_OBJECT,
    REF,
    REFS,
    REPO,
    REPO_OBJECT,
    SCOPES,
    body_or_null,
)


@depends(COMPENSABLE, IRREVERSIBLE)
def open_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Closing undoes a new pull request; one made out of an issue cannot be made an issue again."""
    return IRREVERSIBLE if isinstance(call.body, dict) and "issue" in call.body else COMPENSABLE


def branch_of_head(head: str) -> str:
    """The branch of `branch` or `owner:branch`."""
    return head.rpartition(":")[2]


@depends(COSTLY, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A branch of the repository itself can be forced back; that of a fork lies elsewhere."""
    head, base = ((((image or {}).get(side) or {}).get("repo") or {}).get("id") for side in ("head", "base"))
    return COSTLY if head is not None and head == base else IRREVERSIBLE


_HEAD = join("heads/", before("head.ref"))
_HEAD_REF = read(
    f"GET {REF}",
    maybe=True,
    completed="updated branch",
    given={"was": before("head.sha"), "by": actor("account")},
    ref=_HEAD,
)

ROWS = (
    op(
        f"POST {REPO}/pulls",
        sdk="Repository.create_pull",
        says="open pull request {title!r} from {head} to {base} in {owner}/{repo}",
        tier=open_tier,
        takes=body_or_null,
        object=path(*REPO_OBJECT, "/issue:", answer("number")),
        inverse=do(
            f"PATCH {PULL}",
            {"state": "closed"},
            pull_number=answer("number"),
            goal=shows(f"GET {PULL}", id=answer("id"), state="closed", merged=False),
            still={"id": answer("id"), "merged": False},
            ends=True,
        ),
        probe=find(
            f"GET {REPO}/pulls",
            same={
                "title": sent("title"),
                "body": sent("body"),
                "base.ref": sent("base"),
                "head.ref": computed(branch_of_head, sent("head")),
            },
            mine="user.login",
            since="created_at",
            pages="page",
            params=NEWEST_FIRST,
        ),
        residue="The closed pull request keeps its number and its commits; reviewers were asked, workflows ran.",
        scopes=SCOPES,
        why="A pull request cannot be deleted, so it is closed; once merged nothing undoes it. "
        "https://docs.github.com/rest/pulls/pulls#create-a-pull-request",
    ),
    op(
        f"PATCH {PULL}",
        sdk="PullRequest.edit",
        says="edit {fields} of pull request {owner}/{repo}#{pull_number}",
        tier=REVERSIBLE,
        object=PULL_OBJECT,
        inverse=restore(
            f"GET {PULL}",
            f"PATCH {PULL}",
            field("title"),
            field("body", clear="", same=(None, "")),
            field("base", read="base.ref"),
            field("state"),
            field("maintainer_can_modify"),
        ),
        residue="Closing, reopening or changing the base may have dismissed reviews, switched auto-merge off and "
        "started workflows.",
        scopes=SCOPES,
        why="Each field is written back. GitHub refuses (422) to reopen when the head branch is gone or was forced. "
        "https://docs.github.com/rest/pulls/pulls#update-a-pull-request",
    ),
    op(
        f"PUT {PULL}/update-branch",
        sdk="PullRequest.update_branch",
        says="merge the base into the branch of pull request {owner}/{repo}#{pull_number}",
        tier=update_tier,
        object=PULL_OBJECT,
        before=read(f"GET {PULL}"),
        inverse=do(
            f"PATCH {REFS}",
            {"sha": before("head.sha"), "force": True},
            ref=_HEAD,
            goal=shows(_HEAD_REF, want={"object.sha": before("head.sha")}),
            still={"updated": True},
        ),
        probe=stands(_HEAD_REF, {"updated": True}),
        residue="Workflows ran, and reviews may have been dismissed, for the merge and for its undo.",
        if_stuck="Look at the newest commit of the branch: if it is the merge, reset the branch to its first parent.",
        scopes=SCOPES,
        why="GitHub answers 202 and merges a moment later. The branch is forced back to the commit where it was, if "
        "the account's merge of the base is all that came on top of it; that of a fork is not. "
        "https://docs.github.com/rest/pulls/pulls#update-a-pull-request-branch",
    ),
    op(
        f"PUT {PULL}/merge",
        sdk="PullRequest.merge",
        says="merge pull request {owner}/{repo}#{pull_number}",
        tier=IRREVERSIBLE,
        object=PULL_OBJECT,
        probe=stands(read(f"GET {PULL}", completed="merge", given={"by": actor("account")}), {"merged": True}),
        if_stuck="Look at who merged the pull request: if somebody else did, keep the action.",
        mitigation="the button Revert of {owner}/{repo}#{pull_number} opens a pull request that takes it back",
        why="GitHub cannot un-merge: a revert is another pull request. "
        "https://docs.github.com/rest/pulls/pulls#merge-a-pull-request",
    ),
)
