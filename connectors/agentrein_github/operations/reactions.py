"""Reactions to issues and comments: https://docs.github.com/rest/reactions/reactions."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    actor,
    answer,
    before,
    depends,
    do,
    either,
    find,
    gone,
    now,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.commit_comments import COMMIT_COMMENT
from agentrein_github.operations.places import (
    COMMENT,
    HAS_ISSUES,
    ISSUE,
    NOTHING_THERE,
    REPO,
    REPO_OBJECT,
    SCOPES,
    all_ids,
)
from agentrein_github.operations.releases import RELEASE
from agentrein_github.operations.review_comments import REVIEW_COMMENT

_PAGE = "https://docs.github.com/rest/reactions/reactions"


@depends(REVERSIBLE, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Only a reaction of one's own can be put there again."""
    by = ((image or {}).get("user") or {}).get("login")
    own = actor is not None and isinstance(by, str) and by.casefold() == actor.account.casefold()
    return REVERSIBLE if own else IRREVERSIBLE


def _rows(on: str, stands_on: Any, parent: Any, sdk: str, what: str, pages: tuple[str, str]) -> tuple[Operation, ...]:
    """The two rows of one kind of thing that has reactions; `parent` tells a gone reaction from a hidden thing."""
    listed = f"GET {on}/reactions"

    def found(**given: Any) -> Any:
        return read(
            listed, at="reaction", maybe=True, completed="reaction", given={"list": listed, **given}, per_page=100
        )

    made = found(id=answer("id"), by=actor("account"), content=answer("content"))
    again = found(by=actor("account"), content=before("content"))
    return (
        op(
            f"POST {on}/reactions",
            sdk=f"{sdk}.create_reaction" if sdk else "-",
            says=f"react with {{content}} to {what}",
            tier=REVERSIBLE,
            object=path(*stands_on, "/reaction:", answer("id")),
            before=all_ids(listed),
            inverse=either(
                {
                    201: do(
                        f"DELETE {on}/reactions/{{reaction_id}}",
                        reaction_id=now(made, "id"),
                        goal=gone(made, parent=parent),
                        still={"id": answer("id")},
                        alike={"id": "made again"},
                        ok=(404,),
                    ),
                    200: None,
                }
            ),
            probe=find(
                listed,
                same=("content",),
                mine="user.login",
                since="created_at",
                key="id",
                unless=before("ids"),
                pages="page",
                status=201,
                params={"per_page": 100},
            ),
            residue="The author was notified.",
            scopes=SCOPES,
            why="GitHub answers 201 for a new reaction, and 200 with the old one where the account had reacted so "
            f"already, which stays. {_PAGE}#{pages[0]}",
        ),
        op(
            f"DELETE {on}/reactions/{{reaction_id}}",
            sdk=f"{sdk}.delete_reaction" if sdk else "-",
            says=f"take reaction {{reaction_id}} from {what}",
            tier=delete_tier,
            object=path(*stands_on, "/reaction:", sent("reaction_id")),
            before=read(
                listed,
                at="reaction",
                completed="reaction",
                given={"list": listed, "id": sent("reaction_id")},
                per_page=100,
            ),
            inverse=do(
                f"POST {on}/reactions", {"content": before("content")}, goal=shows(again, content=before("content"))
            ),
            probe=stands(found(id=sent("reaction_id")), NOTHING_THERE),
            residue="The reaction has another id and date, and comes last.",
            scopes=SCOPES,
            why=f"The account's own reaction is put there again, nobody puts back another's. {_PAGE}#{pages[1]}",
        ),
    )


ROWS = (
    *_rows(
        ISSUE,
        (*REPO_OBJECT, "/issue:", sent("issue_number")),
        HAS_ISSUES,
        "Issue",
        "{owner}/{repo}#{issue_number}",
        ("create-reaction-for-an-issue", "delete-an-issue-reaction"),
    ),
    *_rows(
        COMMENT,
        (*REPO_OBJECT, "/comment:", sent("comment_id")),
        f"GET {REPO}",
        "IssueComment",
        "comment {comment_id} in {owner}/{repo}",
        ("create-reaction-for-an-issue-comment", "delete-an-issue-comment-reaction"),
    ),
    *_rows(
        REVIEW_COMMENT,
        (*REPO_OBJECT, "/review_comment:", sent("comment_id")),
        f"GET {REPO}",
        "PullRequestComment",
        "review comment {comment_id} in {owner}/{repo}",
        ("create-reaction-for-a-pull-request-review-comment", "delete-a-pull-request-comment-reaction"),
    ),
    *_rows(
        COMMIT_COMMENT,
        (*REPO_OBJECT, "/commit_comment:", sent("comment_id")),
        f"GET {REPO}",
        "CommitComment",
        "commit comment {comment_id} in {owner}/{repo}",
        ("create-reaction-for-a-commit-comment", "delete-a-commit-comment-reaction"),
    ),
    *_rows(
        RELEASE,
        (*REPO_OBJECT, "/release:", sent("release_id")),
        f"GET {REPO}",
        "",
        "release {release_id} of {owner}/{repo}",
        ("create-reaction-for-a-release", "delete-a-release-reaction"),
    ),
)
