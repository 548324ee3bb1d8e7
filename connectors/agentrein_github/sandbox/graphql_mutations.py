"""What GraphQL's mutations do.

https://docs.github.com/graphql/reference/mutations
"""

from __future__ import annotations

from typing import Any

from agentrein_github.sandbox import pull_rules as rules
from agentrein_github.sandbox.ask import Ask
from agentrein_github.sandbox.discussions import Discussion, DiscussionComment
from agentrein_github.sandbox.graphql_nodes import ROOTS, Json, Problem, find_node, pull_json, root, said_json, shape
from agentrein_github.sandbox.remarks import CommitComment, ReviewComment
from agentrein_github.sandbox.world import LEVELS, Comment, Issue, Repo

_CLASSIFIERS = ("SPAM", "ABUSE", "OFF_TOPIC", "OUTDATED", "DUPLICATE", "RESOLVED")
_Minimizable = Comment | ReviewComment | CommitComment


def _done(payload: str, given: Json, **more: Any) -> Json:
    return {"__typename": payload, "clientMutationId": given.get("clientMutationId"), **more}


def _pull_of(ask: Ask, given: Json) -> tuple[Repo, Issue]:
    repo, issue = find_node(ask, given.get("pullRequestId"))
    if not isinstance(issue, Issue):
        raise Problem("NOT_FOUND", "Could not resolve to a PullRequest.")
    if ask.me is not issue.user and repo.level(ask.user) < LEVELS.index("push"):
        raise Problem("FORBIDDEN", f"{ask.me.login} does not have permission to do that.")
    return repo, issue


@root("mutation", "convertPullRequestToDraft")
def convert_to_draft(ask: Ask, given: Json) -> Json:
    """Make a draft of an open pull request.

    https://docs.github.com/graphql/reference/mutations#convertpullrequesttodraft
    """
    return _set_draft(ask, given, draft=True)


@root("mutation", "markPullRequestReadyForReview")
def mark_ready(ask: Ask, given: Json) -> Json:
    """Mark a draft as ready.

    https://docs.github.com/graphql/reference/mutations#markpullrequestreadyforreview
    """
    return _set_draft(ask, given, draft=False)


def _set_draft(ask: Ask, given: Json, *, draft: bool) -> Json:
    repo, issue = _pull_of(ask, given)
    if issue.state != "open":
        raise Problem("UNPROCESSABLE", "Pull request is closed.")
    rules.pull_of(issue).draft = draft
    issue.updated_at = ask.world.now()
    return _done("PullRequestPayload", given, pullRequest=pull_json(repo, issue))


@root("mutation", "enablePullRequestAutoMerge")
def enable_auto_merge(ask: Ask, given: Json) -> Json:
    """Arm a merge; refused for a pull request that could be merged now.

    https://docs.github.com/graphql/reference/mutations#enablepullrequestautomerge
    """
    repo, issue = _pull_of(ask, given)
    pull = rules.pull_of(issue)
    if not repo.switches.get("allow_auto_merge", False):
        raise Problem("UNPROCESSABLE", "Auto merge is not allowed for this repository")
    blocked = any(one.issue is issue and one.state == "CHANGES_REQUESTED" for one in repo.remarks.reviews.values())
    if issue.state != "open" or not blocked:
        raise Problem("UNPROCESSABLE", "Pull request Pull request is in clean status")
    pull.auto_merge = {
        "mergeMethod": given.get("mergeMethod") or "MERGE",
        "commitHeadline": given.get("commitHeadline"),
        "commitBody": given.get("commitBody"),
        "authorEmail": given.get("authorEmail"),
        "enabledBy": ask.me,
    }
    return _done("EnablePullRequestAutoMergePayload", given, actor=_actor(ask), pullRequest=pull_json(repo, issue))


@root("mutation", "disablePullRequestAutoMerge")
def disable_auto_merge(ask: Ask, given: Json) -> Json:
    """Disarm; an error where nothing is armed.

    https://docs.github.com/graphql/reference/mutations#disablepullrequestautomerge
    """
    repo, issue = _pull_of(ask, given)
    pull = rules.pull_of(issue)
    if pull.auto_merge is None:
        raise Problem("UNPROCESSABLE", "Can't disable auto-merge for this pull request.")
    pull.auto_merge = None
    return _done("DisablePullRequestAutoMergePayload", given, actor=_actor(ask), pullRequest=pull_json(repo, issue))


def _actor(ask: Ask) -> Json:
    page = {"avatarUrl": "", "resourcePath": f"/{ask.me.login}", "url": f"https://github.com/{ask.me.login}"}
    return {"__typename": "User", "login": ask.me.login, **page}


def _minimizable(ask: Ask, given: Json) -> tuple[Repo, _Minimizable]:
    repo, one = find_node(ask, given.get("subjectId"))
    if not isinstance(one, Comment | ReviewComment | CommitComment):
        raise Problem("NOT_FOUND", "Could not resolve to a comment that can be minimized.")
    if ask.me is not one.user and repo.level(ask.user) < LEVELS.index("push"):
        raise Problem("FORBIDDEN", f"{ask.me.login} does not have permission to do that.")
    return repo, one


@root("mutation", "minimizeComment")
def minimize(ask: Ask, given: Json) -> Json:
    """Hide a comment for a reason, which is shown in another form.

    https://docs.github.com/graphql/reference/mutations#minimizecomment
    """
    repo, one = _minimizable(ask, given)
    if given.get("classifier") not in _CLASSIFIERS:
        raise Problem("argumentLiteralsIncompatible", "Expected classifier to be a ReportedContentClassifiers.")
    one.minimized = str(given["classifier"]).lower().replace("_", "-")
    return _done("MinimizeCommentPayload", given, minimizedComment=shape(repo, one))


@root("mutation", "unminimizeComment")
def unminimize(ask: Ask, given: Json) -> Json:
    """Show a hidden comment.

    https://docs.github.com/graphql/reference/mutations#unminimizecomment
    """
    repo, one = _minimizable(ask, given)
    one.minimized = None
    return _done("UnminimizeCommentPayload", given, unminimizedComment=shape(repo, one))


def _text(given: Json) -> str:
    if not str(given.get("body") or "").strip():
        raise Problem("UNPROCESSABLE", "Body can't be blank")
    return str(given["body"])


@root("mutation", "addDiscussionComment")
def add_discussion_comment(ask: Ask, given: Json) -> Json:
    """Comment on a discussion, or reply to a comment that is no reply itself.

    https://docs.github.com/graphql/reference/mutations#adddiscussioncomment
    """
    repo, one = find_node(ask, given.get("discussionId"))
    above = None if given.get("replyToId") is None else find_node(ask, given["replyToId"])[1]
    if not isinstance(one, Discussion) or not (above is None or isinstance(above, DiscussionComment)):
        raise Problem("NOT_FOUND", "Could not resolve to a Discussion.")
    if above is not None and above.reply_to is not None:
        raise Problem("UNPROCESSABLE", "Parent comment is already in a thread, cannot reply to it")
    said = DiscussionComment(ask.world.new_id(), one, ask.me, _text(given), ask.world.now(), above)
    one.comments.append(said)
    return _done("AddDiscussionCommentPayload", given, comment=said_json(repo, said))


def _own(ask: Ask, id_: Any) -> tuple[Repo, DiscussionComment]:
    repo, one = find_node(ask, id_)
    if not isinstance(one, DiscussionComment):
        raise Problem("NOT_FOUND", "Could not resolve to a DiscussionComment.")
    if ask.me is not one.user and repo.level(ask.user) < LEVELS.index("push"):
        raise Problem("FORBIDDEN", f"{ask.me.login} does not have permission to do that.")
    return repo, one


@root("mutation", "updateDiscussionComment")
def update_discussion_comment(ask: Ask, given: Json) -> Json:
    """Change a comment.

    https://docs.github.com/graphql/reference/mutations#updatediscussioncomment
    """
    repo, one = _own(ask, given.get("commentId"))
    one.body = _text(given)
    return _done("UpdateDiscussionCommentPayload", given, comment=said_json(repo, one))


@root("mutation", "deleteDiscussionComment")
def delete_discussion_comment(ask: Ask, given: Json) -> Json:
    """Delete a comment for good; one with replies is wiped instead.

    https://docs.github.com/graphql/reference/mutations#deletediscussioncomment
    """
    repo, one = _own(ask, given.get("id"))
    shown, comments = said_json(repo, one), one.discussion.comments
    if any(said.reply_to is one for said in comments):
        one.body, one.deleted_at = "", ask.world.now()
    else:
        comments.remove(one)
    return _done("DeleteDiscussionCommentPayload", given, comment=shown)


__all__ = ["ROOTS"]
