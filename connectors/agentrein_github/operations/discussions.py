"""Comments of discussions, which only GraphQL writes.

https://docs.github.com/graphql/guides/using-the-graphql-api-for-discussions
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    before,
    find,
    found,
    gone,
    look,
    looked,
    op,
    path,
    sent,
    shows,
    stands,
    when,
)
from agentrein_github.graphql import mutation_input
from agentrein_github.operations.nodes import GRAPHQL, PAGE, mutate, node
from agentrein_github.operations.places import NOTHING_THERE, SCOPES


def _lookups(id_: Any, at: str) -> tuple[Any, ...]:
    body = node(id_).body
    return (
        look("repo_id", GRAPHQL, f"data.node.{at}repository.databaseId", body=body),
        look("number", GRAPHQL, f"data.node.{at}number", body=body),
    )


def _listed(id_: Any, at: str) -> Any:
    """The newest hundred comments below a node."""
    return find(
        GRAPHQL,
        at=f"data.node.{at}.nodes",
        body=node(id_).body,
        same={"body": sent("input.body")},
        mine="author.login",
        since="createdAt",
        effect={"data": {"addDiscussionComment": {"comment": {"id": found("id")}}}},
    )


_DISCUSSION = ("github:repo:", looked("repo_id"), "/discussion:", looked("number"))
_NEW = answer("data.addDiscussionComment.comment.id")
_THERE = node(sent("input.commentId"), maybe=True)

ROWS = (
    op(
        f"{GRAPHQL}#addDiscussionComment",
        sdk="RepositoryDiscussion.add_comment",
        says="comment on discussion {number} of repository {repo_id}",
        tier=REVERSIBLE,
        takes=mutation_input,
        lookups=_lookups(sent("input.discussionId"), ""),
        object=path(*_DISCUSSION, "/comment:", _NEW),
        inverse=mutate(
            "deleteDiscussionComment",
            {"id": _NEW},
            goal=gone(node(_NEW, maybe=True), parent=node(sent("input.discussionId"))),
            still={"body": sent("input.body"), "replies.nodes": []},
            alike={"replies.nodes": "own replies"},
        ),
        probe=when(
            sent("input.replyToId"),
            _listed(sent("input.replyToId"), "replies"),
            _listed(sent("input.discussionId"), "comments"),
        ),
        residue="Mails with the text of the comment were sent to people who follow the discussion.",
        scopes=SCOPES,
        why="A comment can be deleted by its author; one that others replied to is left, since GitHub would only "
        f"wipe it. {PAGE}#adddiscussioncomment",
    ),
    op(
        f"{GRAPHQL}#updateDiscussionComment",
        sdk="RepositoryDiscussionComment.edit",
        says="edit a comment on discussion {number} of repository {repo_id}",
        tier=REVERSIBLE,
        takes=mutation_input,
        lookups=_lookups(sent("input.commentId"), "discussion."),
        object=path(*_DISCUSSION, "/comment:", sent("input.commentId")),
        before=node(sent("input.commentId")),
        inverse=mutate(
            "updateDiscussionComment",
            {"commentId": sent("input.commentId"), "body": before("body")},
            goal=shows(_THERE, body=before("body")),
            still={"body": sent("input.body")},
        ),
        probe=stands(_THERE, {"body": sent("input.body")}),
        residue='The comment is marked "edited", and its history shows both texts.',
        scopes=SCOPES,
        why=f"The old text is written back. {PAGE}#updatediscussioncomment",
    ),
    op(
        f"{GRAPHQL}#deleteDiscussionComment",
        sdk="RepositoryDiscussionComment.delete",
        says="delete a comment on discussion {number} of repository {repo_id}",
        tier=IRREVERSIBLE,
        takes=mutation_input,
        lookups=_lookups(sent("input.id"), "discussion."),
        object=path(*_DISCUSSION, "/comment:", sent("input.id")),
        probe=stands(node(sent("input.id"), maybe=True), NOTHING_THERE),
        why="The comment is gone for good: posting its text again makes another one, with a new author, date and id. "
        f"{PAGE}#deletediscussioncomment",
    ),
)
