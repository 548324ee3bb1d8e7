"""Branches and tags as git refs: https://docs.github.com/rest/git/refs."""

from __future__ import annotations

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    before,
    do,
    each,
    either,
    field,
    gone,
    items,
    join,
    maybe,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import (
    NEW_BRANCH,
    NEW_REF,
    NOTHING_THERE,
    PULL,
    REF,
    REFS,
    REPO,
    REPO_OBJECT,
    SCOPES,
    not_renamed,
)

_REF_OBJECT = path(*REPO_OBJECT, "/ref:", sent("ref"))

ROWS = (
    op(
        f"POST {REPO}/git/refs",
        sdk="Repository.create_git_ref / PullRequest.restore_branch",
        says="create {ref} in {owner}/{repo} at {sha}",
        tier=REVERSIBLE,
        object=path(*REPO_OBJECT, "/ref:", NEW_REF),
        before=maybe(f"GET {REF}", ref=NEW_REF),
        inverse=either(
            {
                201: do(
                    f"DELETE {REFS}",
                    ref=NEW_REF,
                    goal=gone(f"GET {REF}", parent=not_renamed(NEW_BRANCH), ref=NEW_REF),
                    still={"object.sha": sent("sha")},
                    alike={"object.sha": "own commits"},
                ),
                200: None,
            }
        ),
        probe=stands(f"GET {REF}", {"ref": sent("ref")}, status=(201, 200), ref=NEW_REF),
        residue="Workflows that start on a new branch or tag may have run.",
        scopes=SCOPES,
        why="The ref is deleted while it still points to the commit that it was made for, or to own commits on top of "
        "it that were undone: by author, message and files. GitHub answers 422 if it "
        "exists; 200 stands for a probe that finds it there before. https://docs.github.com/rest/git/refs#create-a-reference",
    ),
    op(
        f"PATCH {REFS}",
        sdk="GitRef.edit",
        says="move {ref} in {owner}/{repo} to {sha}",
        tier=COSTLY,
        object=_REF_OBJECT,
        ignores=("force",),
        inverse=restore(
            f"GET {REF}",
            f"PATCH {REFS}",
            field("sha", read="object.sha", alike="own commits"),
            plus={"force": True},
        ),
        residue="Workflows run again, and reviews of pull requests from this branch may be dismissed.",
        scopes=SCOPES,
        why="Going back is never a fast-forward, so the undo forces it, and only while the ref points to our commit, "
        "or to own commits on top of it that were undone. "
        "https://docs.github.com/rest/git/refs#update-a-reference",
    ),
    op(
        f"DELETE {REFS}",
        sdk="GitRef.delete / PullRequest.delete_branch",
        says="delete {ref} in {owner}/{repo}",
        tier=COSTLY,
        object=_REF_OBJECT,
        before=read(f"GET {REF}", completed="ref with pulls", given={"ref": sent("ref")}),
        inverse=items(
            do(
                f"PATCH {PULL}",
                {"state": "open"},
                pull_number=each,
                goal=shows(f"GET {PULL}", state="open"),
                still={"state": "closed", "merged": False},
            ),
            over=before("pulls"),
        ),
        also=do(
            f"POST {REPO}/git/refs",
            {"ref": join("refs/", sent("ref")), "sha": before("object.sha")},
            goal=shows(maybe(f"GET {REF}"), want={"object.sha": before("object.sha")}),
            still=None,
            alike={"object.sha": "own commits"},
            changed=(422,),
        ),
        probe=stands(f"GET {REF}", NOTHING_THERE),
        residue="Pull requests of other repositories that the deletion closed stay closed; those that are opened "
        "again may have lost reviews and auto-merge.",
        scopes=SCOPES,
        why="The ref is made again at the commit that it pointed to, and then the pull requests that were open from "
        "it or into it are opened again, which GitHub refuses where somebody made the branch anew at another commit. "
        "https://docs.github.com/rest/git/refs#delete-a-reference",
    ),
)
