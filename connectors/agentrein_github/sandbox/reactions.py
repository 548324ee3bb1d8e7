"""Reactions to issues and comments.

https://docs.github.com/rest/reactions/reactions
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, not_found, unprocessable
from agentrein_github.sandbox.comments import find_comment
from agentrein_github.sandbox.commit_comments import find_commit_comment
from agentrein_github.sandbox.kept import Release
from agentrein_github.sandbox.releases import release_of
from agentrein_github.sandbox.remarks import CommitComment, Reaction, ReviewComment
from agentrein_github.sandbox.review_comments import find_review_comment
from agentrein_github.sandbox.world import Comment, Issue

KINDS = ("+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes")
ON_ISSUE = f"{REPO}/issues/{{number}}/reactions"
ON_COMMENT = f"{REPO}/issues/comments/{{comment_id}}/reactions"
ON_REVIEW_COMMENT = f"{REPO}/pulls/comments/{{review_comment_id}}/reactions"
ON_COMMIT_COMMENT = f"{REPO}/comments/{{commit_comment_id}}/reactions"
ON_RELEASE = f"{REPO}/releases/{{release_id}}/reactions"
routes = Routes()
_DOCS = f"{DOCS}/reactions/reactions"
_Subject = Issue | Comment | CommitComment | ReviewComment | Release


def _subject(ask: Ask, named: dict[str, str]) -> _Subject:
    """What the path names, whichever kind it is."""
    if "number" in named:
        return ask.issue(named["number"])
    if "comment_id" in named:
        return find_comment(ask, named["comment_id"])
    if "release_id" in named:
        return release_of(ask, named["release_id"])
    if "review_comment_id" in named:
        return find_review_comment(ask, named["review_comment_id"])
    return find_commit_comment(ask, named["commit_comment_id"])


def _on(ask: Ask, subject: _Subject) -> list[Reaction]:
    return [one for one in ask.repo.remarks.reactions.values() if one.subject is subject]


def _shown(ask: Ask, one: Reaction) -> shapes.Json:
    return {
        "id": one.id,
        "node_id": f"REA_lADO{one.id}",
        "user": shapes.user_json(ask.url, one.user),
        "content": one.content,
        "created_at": one.created_at,
    }


@routes.on(
    f"GET {ON_ISSUE}", f"GET {ON_COMMENT}", f"GET {ON_REVIEW_COMMENT}", f"GET {ON_COMMIT_COMMENT}", f"GET {ON_RELEASE}"
)
def list_reactions(ask: Ask, **named: str) -> Answer:
    """The reactions to something, of one kind if the query says so, oldest first.

    https://docs.github.com/rest/reactions/reactions#list-reactions-for-an-issue
    """
    wanted = ask.query.get("content")
    found = [one for one in _on(ask, _subject(ask, named)) if wanted in {None, one.content}]
    return ask.page(found, lambda one: _shown(ask, one))


@routes.on(
    f"POST {ON_ISSUE}",
    f"POST {ON_COMMENT}",
    f"POST {ON_REVIEW_COMMENT}",
    f"POST {ON_COMMIT_COMMENT}",
    f"POST {ON_RELEASE}",
)
def create_reaction(ask: Ask, **named: str) -> Answer:
    """React; 200 with the old reaction where the account has put the same one there already.

    https://docs.github.com/rest/reactions/reactions#create-reaction-for-an-issue
    """
    subject, user = _subject(ask, named), ask.me
    content = ask.text("content", _DOCS, needed=True) or ""
    if content not in KINDS:
        raise unprocessable("Reaction", "content", "invalid", _DOCS, value=content)
    for one in _on(ask, subject):
        if one.user is user and one.content == content:
            return Answer(200, _shown(ask, one))
    made = Reaction(ask.world.new_id(), subject, user, content, ask.world.now())
    ask.repo.remarks.reactions[made.id] = made
    return Answer(201, _shown(ask, made))


@routes.on(
    f"DELETE {ON_ISSUE}/{{reaction_id}}",
    f"DELETE {ON_COMMENT}/{{reaction_id}}",
    f"DELETE {ON_REVIEW_COMMENT}/{{reaction_id}}",
    f"DELETE {ON_COMMIT_COMMENT}/{{reaction_id}}",
    f"DELETE {ON_RELEASE}/{{reaction_id}}",
)
def delete_reaction(ask: Ask, reaction_id: str, **named: str) -> Answer:
    """Take a reaction of one's own away; 404 for those of others (not confirmed against the live service).

    https://docs.github.com/rest/reactions/reactions#delete-an-issue-reaction
    """
    subject = _subject(ask, named)
    one = ask.repo.remarks.reactions.get(int(reaction_id)) if reaction_id.isdecimal() else None
    if one is None or one.subject is not subject or one.user is not ask.me:
        raise not_found(f"{_DOCS}#delete-an-issue-reaction")
    del ask.repo.remarks.reactions[one.id]
    return Answer(204)
