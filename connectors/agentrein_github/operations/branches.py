"""Branches that are renamed, or synced with where they were forked: https://docs.github.com/rest/branches/branches."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    actor,
    before,
    depends,
    do,
    join,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import REF, REFS, REPO, REPO_OBJECT, SCOPES

_RENAME = f"{REPO}/branches/{{branch}}/rename"
_NAMES = read(f"GET {REPO}", completed="branch names", given={"old": sent("branch"), "new": sent("new_name")})
_REF = join("heads/", sent("branch"))
_SYNCED = read(
    f"GET {REF}",
    completed="synced branch",
    given={"was": before("sha"), "source": before("source"), "by": actor("account")},
    ref=_REF,
)


@depends(COSTLY, IRREVERSIBLE)
def rename_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Pull requests from the branch are closed by it; that they can be opened again is not documented."""
    return COSTLY if isinstance(image, dict) and image.get("from_old") == [] else IRREVERSIBLE


ROWS = (
    op(
        f"POST {_RENAME}",
        sdk="Repository.rename_branch",
        says="rename the branch {branch} of {owner}/{repo} to {new_name}",
        tier=rename_tier,
        object=path(*REPO_OBJECT, "/ref:heads/", sent("new_name")),
        parents=(path(*REPO_OBJECT, "/ref:heads/", sent("branch")),),
        before=_NAMES,
        inverse=do(
            f"POST {_RENAME}",
            {"new_name": sent("branch")},
            branch=sent("new_name"),
            goal=shows(_NAMES, there="old"),
            still={"there": "new", "from_new": []},
            ok=(201, 202),
        ),
        probe=stands(_NAMES, {"there": "new"}),
        residue="Workflows, raw links and clones that name the branch did not follow; pull requests to it that were "
        "closed or merged meanwhile keep the other name as their base.",
        if_stuck="Look at the branches on the website: rename it there, once nobody uses the new name, then keep the "
        "action.",
        scopes=SCOPES,
        why="The branch is renamed back, with what people pushed to it, which moves rules and the bases of open pull "
        "requests back too. Renaming closes open pull requests from the branch: with one it is not sent, and not "
        "undone once there is one from the new name, in the repository or where that was forked from. GitHub renames "
        "in the background. https://docs.github.com/rest/branches/branches#rename-a-branch",
    ),
    op(
        f"POST {REPO}/merge-upstream",
        sdk="Repository.merge_upstream",
        says="sync the branch {branch} of {owner}/{repo} with the repository that it was forked from",
        tier=COSTLY,
        object=path(*REPO_OBJECT, "/ref:heads/", sent("branch")),
        before=read(f"GET {REPO}", completed="fork", given={"branch": sent("branch")}),
        inverse=do(
            f"PATCH {REFS}",
            {"sha": before("sha"), "force": True},
            ref=_REF,
            goal=shows(_SYNCED, want={"object.sha": before("sha")}),
            still={"synced": True},
            alike={"synced": "own commits on sync"},
        ),
        probe=stands(_SYNCED, {"synced": True}),
        residue="Workflows run again, and reviews of pull requests from this branch may be dismissed.",
        if_stuck="If the source moved on during the sync, look at the newest commits of the branch, and reset it to "
        "where it was unless others need them.",
        scopes=SCOPES,
        why="The branch is forced back to where it was while it stands where its source stood, at the account's merge "
        "of that, or at own commits on top that were undone. The answer names no commit, so the source is read "
        "before; that a sync ends at one of the two is inferred from the kinds of merge that it names. https://docs.github.com/rest/branches/branches#sync-a-fork-branch-with-the-upstream-repository",
    ),
)
