"""What rows of GraphQL mutations share: the documents that read and undo, and the objects they touch.

https://docs.github.com/graphql/reference/mutations
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import computed, do, look, looked, path, read, sent

GRAPHQL = "POST /graphql"
PAGE = "https://docs.github.com/graphql/reference/mutations"
_PLACE = "__typename ... on RepositoryNode { repository { databaseId } }"
_READ = f"""query Q($id: ID!) {{ node(id: $id) {{ {_PLACE}
  ... on IssueComment {{ databaseId isMinimized minimizedReason }}
  ... on PullRequestReviewComment {{ databaseId isMinimized minimizedReason }}
  ... on CommitComment {{ databaseId isMinimized minimizedReason }}
  ... on PullRequest {{ number isDraft merged state
    autoMergeRequest {{ mergeMethod commitHeadline commitBody authorEmail enabledBy {{ login }} }} }}
  ... on Discussion {{ number repository {{ databaseId }}
    comments(last: 100) {{ nodes {{ id body createdAt author {{ login }} }} }} }}
  ... on DiscussionComment {{ databaseId body deletedAt author {{ login }}
    discussion {{ id number repository {{ databaseId }} }}
    replies(last: 100) {{ nodes {{ id body createdAt author {{ login }} }} }} }}
}} }}"""
_KINDS = {"IssueComment": "comment", "PullRequestReviewComment": "review_comment", "CommitComment": "commit_comment"}


def kind_of(typename: Any) -> str:
    """The kind of a comment, as its object is named in rows of REST."""
    return _KINDS.get(str(typename), str(typename))


def node(id_: Any, *, maybe: bool = False) -> Any:
    """What GraphQL shows of the node of this id; a comment that was wiped, since it has replies, counts as gone."""
    return read(
        GRAPHQL, at="data.node", maybe=maybe, completed="wiped", body={"query": _READ, "variables": {"id": id_}}
    )


def _looked(name: str, id_: Any, at: str) -> Any:
    return look(name, GRAPHQL, f"data.node.{at}", body={"query": _READ, "variables": {"id": id_}})


def mutate(name: str, said: dict[str, Any], **words: Any) -> Any:
    """The call of a mutation, by a document that asks for nothing but its end."""
    kind = f"{name[0].upper()}{name[1:]}Input!"
    document = f"mutation Undo($input: {kind}) {{ {name}(input: $input) {{ clientMutationId }} }}"
    return do(f"{GRAPHQL}#{name}", {"query": document, "variables": {"input": said}}, **words)


COMMENT_LOOKUPS = (
    _looked("repo_id", sent("input.subjectId"), "repository.databaseId"),
    _looked("kind", sent("input.subjectId"), "__typename"),
    _looked("comment_id", sent("input.subjectId"), "databaseId"),
)
COMMENT_OBJECT = path(
    "github:repo:", looked("repo_id"), "/", computed(kind_of, looked("kind")), ":", looked("comment_id")
)
PULL_LOOKUPS = (
    _looked("repo_id", sent("input.pullRequestId"), "repository.databaseId"),
    _looked("number", sent("input.pullRequestId"), "number"),
)
PULL_OBJECT = path("github:repo:", looked("repo_id"), "/issue:", looked("number"))
PULL_NODE = node(sent("input.pullRequestId"))
