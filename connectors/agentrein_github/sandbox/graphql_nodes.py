"""The objects that GraphQL shows.

https://docs.github.com/graphql/reference
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from agentrein_github.sandbox import pull_rules as rules
from agentrein_github.sandbox.ask import Ask
from agentrein_github.sandbox.discussions import Discussion, DiscussionComment
from agentrein_github.sandbox.remarks import CommitComment, ReviewComment
from agentrein_github.sandbox.world import LEVELS, Comment, Issue, Repo, User

INTERFACES = {
    "IssueComment": ("Comment", "Minimizable", "RepositoryNode", "Node"),
    "PullRequestReviewComment": ("Comment", "Minimizable", "RepositoryNode", "Node"),
    "CommitComment": ("Comment", "Minimizable", "RepositoryNode", "Node"),
    "PullRequest": ("RepositoryNode", "Node"),
    "Discussion": ("RepositoryNode", "Node"),
    "DiscussionComment": ("Comment", "Minimizable", "Node"),
}
ROOTS: dict[tuple[str, str], Callable[..., Any]] = {}
_Minimizable = Comment | ReviewComment | CommitComment
_Node = _Minimizable | Issue | Discussion | DiscussionComment
Json = dict[str, Any]


class Problem(Exception):
    """An error of GraphQL's, by its type."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind, self.message = kind, message


def root(kind: str, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register what answers a root field of a query or a mutation."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        ROOTS[kind, name] = function
        return function

    return register


# Nodes


def _all(repo: Repo) -> Iterator[tuple[str, _Node]]:
    """Every node of a repository that GraphQL shows, with its id."""
    for comment in repo.comments.values():
        yield f"IC_kwDO{comment.id}", comment
    for issue in repo.issues.values():
        if issue.pull is not None:
            yield f"PR_kwDO{issue.pull.id}", issue
    for one in repo.remarks.review_comments.values():
        yield f"PRRC_kwDO{one.id}", one
    for remark in repo.remarks.commit_comments.values():
        yield f"CC_kwDO{remark.id}", remark
    for discussion in repo.discussions.values():
        yield f"D_kwDO{discussion.id}", discussion
        yield from ((f"DC_kwDO{said.id}", said) for said in discussion.comments)


def find_node(ask: Ask, id_: Any) -> tuple[Repo, Any]:
    """The node of an id, and the repository that it is in; an error where there is none for this account."""
    for repo in ask.world.repos.values():
        if repo.level(ask.user) < LEVELS.index("pull"):
            continue
        for known, one in _all(repo):
            if known == id_:
                return repo, one
    raise Problem("NOT_FOUND", f"Could not resolve to a node with the global id of '{id_}'")


def _user(user: User | None) -> Json | None:
    return None if user is None else {"__typename": "User", "login": user.login, "id": f"U_kgDO{user.id}"}


def _repository(repo: Repo) -> Json:
    return {"__typename": "Repository", "databaseId": repo.id, "id": f"R_kgDO{repo.id}", "name": repo.name}


def shape(repo: Repo, one: _Node) -> Json:
    """Whatever it is, as GraphQL shows it."""
    if isinstance(one, Issue):
        return pull_json(repo, one)
    if isinstance(one, Discussion):
        return _discussion(repo, one)
    if isinstance(one, DiscussionComment):
        return said_json(repo, one)
    kinds: dict[type, tuple[str, str]] = {
        Comment: ("IssueComment", "IC"),
        ReviewComment: ("PullRequestReviewComment", "PRRC"),
        CommitComment: ("CommitComment", "CC"),
    }
    name, short = kinds[type(one)]
    return {
        "__typename": name,
        "id": f"{short}_kwDO{one.id}",
        "databaseId": one.id,
        "body": one.body,
        "author": _user(one.user),
        "createdAt": one.created_at,
        "isMinimized": one.minimized is not None,
        "minimizedReason": one.minimized,
        "repository": _repository(repo),
    }


def pull_json(repo: Repo, issue: Issue) -> Json:
    """A pull request."""
    pull = rules.pull_of(issue)
    merged = pull.merged_at is not None
    return {
        "__typename": "PullRequest",
        "id": f"PR_kwDO{pull.id}",
        "databaseId": pull.id,
        "number": issue.number,
        "isDraft": pull.draft,
        "merged": merged,
        "state": "MERGED" if merged else issue.state.upper(),
        "autoMergeRequest": None if pull.auto_merge is None else _armed(pull.auto_merge),
        "repository": _repository(repo),
    }


def _armed(armed: Json) -> Json:
    return {"__typename": "AutoMergeRequest", **armed, "enabledBy": _user(armed["enabledBy"])}


def _connection(kind: str, nodes: list[Json]) -> Callable[..., Json]:
    """A list with arguments that say which part of it is wanted: the first, or the last, so many."""

    def part(first: int | None = None, last: int | None = None, **_: Any) -> Json:
        chosen = nodes[:first] if first is not None else nodes[-last:] if last else nodes
        page: Json = {"__typename": "PageInfo", "startCursor": None, "endCursor": None}
        page |= {"hasNextPage": len(chosen) < len(nodes), "hasPreviousPage": False}
        return {"__typename": kind, "totalCount": len(nodes), "nodes": chosen, "pageInfo": page}

    return part


def _discussion(repo: Repo, one: Discussion) -> Json:
    top = [said_json(repo, said) for said in one.comments if said.reply_to is None]
    return {
        "__typename": "Discussion",
        "id": f"D_kwDO{one.id}",
        "databaseId": one.id,
        "number": one.number,
        "title": one.title,
        "body": one.body,
        "author": _user(one.user),
        "repository": _repository(repo),
        "comments": _connection("DiscussionCommentConnection", top),
    }


def said_json(repo: Repo, one: DiscussionComment) -> Json:
    """A comment on a discussion."""
    replies = [said for said in one.discussion.comments if said.reply_to is one]
    return {
        "__typename": "DiscussionComment",
        "id": f"DC_kwDO{one.id}",
        "databaseId": one.id,
        "body": one.body,
        "author": _user(one.user),
        "createdAt": one.created_at,
        "deletedAt": one.deleted_at,
        "discussion": lambda: _discussion(repo, one.discussion),
        "replies": _connection("DiscussionCommentConnection", [said_json(repo, reply) for reply in replies]),
    }


# Queries


@root("query", "viewer")
def viewer(ask: Ask) -> Json:
    """Who asks."""
    return {"__typename": "User", "login": ask.me.login, "id": f"U_kgDO{ask.me.id}", "databaseId": ask.me.id}


@root("query", "node")
def node(ask: Ask, id: str) -> Json:
    """Whatever has this id."""
    return shape(*find_node(ask, id))


@root("query", "repository")
def repository(ask: Ask, owner: str, name: str) -> Json:
    """A repository, with its discussions."""
    repo = ask.world.repo(f"{owner}/{name}")
    if repo is None or repo.level(ask.user) < LEVELS.index("pull"):
        raise Problem("NOT_FOUND", f"Could not resolve to a Repository with the name '{owner}/{name}'.")

    def discussion(number: int) -> Json:
        if number not in repo.discussions:
            raise Problem("NOT_FOUND", f"Could not resolve to a Discussion with the number of {number}.")
        return _discussion(repo, repo.discussions[number])

    return {**_repository(repo), "discussion": discussion}
