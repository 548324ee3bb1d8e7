"""Reviews of pull requests, and who is asked for one.

https://docs.github.com/rest/pulls/reviews
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import remark_shapes as shapes
from agentrein_github.sandbox.ask import DOCS, Ask, fail, malformed, not_found, unprocessable
from agentrein_github.sandbox.issue_fields import assignable
from agentrein_github.sandbox.pull_shapes import pull_json, team_json
from agentrein_github.sandbox.pulls import PULL, find_pull
from agentrein_github.sandbox.remarks import Review
from agentrein_github.sandbox.review_comments import add_comment
from agentrein_github.sandbox.shapes import user_json
from agentrein_github.sandbox.world import Issue, Pull, User

REVIEW = f"{PULL}/reviews/{{review_id}}"
REQUESTED = f"{PULL}/requested_reviewers"
routes = Routes()
_DOCS = f"{DOCS}/pulls/reviews"
_REQUESTS = f"{DOCS}/pulls/review-requests"
_STATES = {"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}


def _review(ask: Ask, number: str, review_id: str) -> Review:
    issue, _ = find_pull(ask, number)
    review = ask.repo.remarks.reviews.get(int(review_id)) if review_id.isdecimal() else None
    if review is None or review.issue is not issue or not _is_visible(ask, review):
        raise not_found(f"{_DOCS}#get-a-review-for-a-pull-request")
    return review


def _is_visible(ask: Ask, review: Review) -> bool:
    return review.state != "PENDING" or review.user is ask.user


def _of(ask: Ask, issue: Issue) -> list[Review]:
    return [one for one in ask.repo.remarks.reviews.values() if one.issue is issue and _is_visible(ask, one)]


@routes.on(f"GET {PULL}/reviews")
def list_reviews(ask: Ask, number: str) -> Answer:
    """The reviews, oldest first; of pending ones only one's own.

    https://docs.github.com/rest/pulls/reviews#list-reviews-for-a-pull-request
    """
    return ask.page(_of(ask, find_pull(ask, number)[0]), lambda one: shapes.review_json(ask, one))


@routes.on(f"POST {PULL}/reviews")
def create_review(ask: Ask, number: str) -> Answer:
    """Review; without an event it stays pending, and an account has one pending review at a time.

    https://docs.github.com/rest/pulls/reviews#create-a-review-for-a-pull-request
    """
    issue, pull = find_pull(ask, number)
    event, body = ask.text("event", _DOCS), ask.text("body", _DOCS) or ""
    _check_event(ask, issue, event, body)
    review = Review(ask.world.new_id(), issue, ask.me, body, _STATES.get(event or "", "PENDING"), pull.head_sha)
    review.commit_sha = ask.text("commit_id", _DOCS) or pull.head_sha
    said = ask.fields.get("comments") or []
    ask.repo.remarks.reviews[review.id] = review
    try:
        for one in said:
            add_comment(ask, number, one, review)
    except Exception:
        _remove(ask, review)
        raise
    if event is not None:
        review.submitted_at = ask.world.now()
        pull.reviewers = [one for one in pull.reviewers if one is not ask.me]
    return Answer(200, shapes.review_json(ask, review))


def _check_event(ask: Ask, issue: Issue, event: str | None, body: str) -> None:
    if event is not None and event not in _STATES:
        raise malformed(f"For 'properties/event', {event!r} is not possible.", _DOCS)
    if event is None and any(one.state == "PENDING" for one in _of(ask, issue)):
        raise fail(422, "User can only have one pending review per pull request", _DOCS)
    if event in {"APPROVE", "REQUEST_CHANGES"} and ask.me is issue.user:
        what = "approve" if event == "APPROVE" else "request changes on"
        raise fail(422, f"Review Can not {what} your own pull request", _DOCS)
    if event in {"REQUEST_CHANGES", "COMMENT"} and not body and not ask.fields.get("comments"):
        raise unprocessable("PullRequestReview", "body", "missing_field", _DOCS)


def _remove(ask: Ask, review: Review) -> None:
    remarks = ask.repo.remarks
    del remarks.reviews[review.id]
    remarks.review_comments = {n: one for n, one in remarks.review_comments.items() if one.review is not review}


@routes.on(f"GET {REVIEW}")
def get_review(ask: Ask, number: str, review_id: str) -> Answer:
    """One review.

    https://docs.github.com/rest/pulls/reviews#get-a-review-for-a-pull-request
    """
    return Answer(200, shapes.review_json(ask, _review(ask, number, review_id)))


@routes.on(f"GET {REVIEW}/comments")
def list_comments_of_review(ask: Ask, number: str, review_id: str) -> Answer:
    """The comments of one review.

    https://docs.github.com/rest/pulls/reviews#list-comments-for-a-pull-request-review
    """
    review = _review(ask, number, review_id)
    found = [one for one in ask.repo.remarks.review_comments.values() if one.review is review]
    return ask.page(found, lambda one: shapes.review_comment_json(ask, one))


@routes.on(f"PUT {REVIEW}")
def edit_review(ask: Ask, number: str, review_id: str) -> Answer:
    """Change the text of a review, which may not be empty (not confirmed against the live service).

    https://docs.github.com/rest/pulls/reviews#update-a-review-for-a-pull-request
    """
    review, body = _review(ask, number, review_id), ask.text("body", _DOCS, needed=True) or ""
    if review.user is not ask.me:
        ask.require("admin", hide=False)
    if not body.strip():
        raise unprocessable("PullRequestReview", "body", "missing_field", _DOCS)
    review.body = body
    return Answer(200, shapes.review_json(ask, review))


@routes.on(f"DELETE {REVIEW}")
def delete_review(ask: Ask, number: str, review_id: str) -> Answer:
    """Delete a review that was not submitted.

    https://docs.github.com/rest/pulls/reviews#delete-a-pending-review-for-a-pull-request
    """
    review = _review(ask, number, review_id)
    if review.state != "PENDING":
        raise fail(422, "Can not delete a non-pending pull request review", _DOCS)
    shown = shapes.review_json(ask, review)
    _remove(ask, review)
    return Answer(200, shown)


@routes.on(f"PUT {REVIEW}/dismissals")
def dismiss_review(ask: Ask, number: str, review_id: str) -> Answer:
    """Dismiss an approval or a request for changes.

    https://docs.github.com/rest/pulls/reviews#dismiss-a-review-for-a-pull-request
    """
    review = _review(ask, number, review_id)
    ask.require("push", hide=False)
    ask.text("message", _DOCS, needed=True)
    if review.state not in {"APPROVED", "CHANGES_REQUESTED"}:
        raise fail(422, f"Can not dismiss a {review.state.lower()} pull request review", _DOCS)
    review.state = "DISMISSED"
    return Answer(200, shapes.review_json(ask, review))


# Who is asked


@routes.on(f"GET {REQUESTED}")
def list_requested(ask: Ask, number: str) -> Answer:
    """Who is asked for a review and has not given one.

    https://docs.github.com/rest/pulls/review-requests#get-all-requested-reviewers-for-a-pull-request
    """
    pull = find_pull(ask, number)[1]
    users = [user_json(ask.url, user) for user in pull.reviewers]
    return Answer(200, {"users": users, "teams": [team_json(ask, slug) for slug in pull.teams]})


@routes.on(f"POST {REQUESTED}", f"DELETE {REQUESTED}")
def change_requested(ask: Ask, number: str) -> Answer:
    """Ask for reviews, or take that back; one name that cannot be asked refuses them all.

    https://docs.github.com/rest/pulls/review-requests#request-reviewers-for-a-pull-request
    """
    issue, pull = find_pull(ask, number)
    ask.require("push")
    if ask.request.method == "DELETE" and "reviewers" not in ask.fields:
        raise malformed('"reviewers" wasn\'t supplied.', _REQUESTS)
    users, teams = _asked(ask, issue), _asked_teams(ask)
    issue.updated_at = ask.world.now()
    if ask.request.method == "POST":
        pull.reviewers = list(dict.fromkeys([*pull.reviewers, *users]))
        pull.teams = list(dict.fromkeys([*pull.teams, *teams]))
        return Answer(201, pull_json(ask, issue))
    _take_back(pull, users, teams)
    return Answer(200, pull_json(ask, issue))


def _take_back(pull: Pull, users: list[User], teams: list[str]) -> None:
    pull.reviewers = [one for one in pull.reviewers if one not in users]
    pull.teams = [one for one in pull.teams if one not in teams]


def _names(ask: Ask, name: str) -> list[str]:
    sent = ask.fields.get(name) or []
    if not isinstance(sent, list):
        raise malformed(f"For 'properties/{name}', {sent!r} is not an array.", _REQUESTS)
    return [str(one) for one in sent]


def _asked(ask: Ask, issue: Issue) -> list[User]:
    found: list[User] = []
    for login in _names(ask, "reviewers"):
        user = ask.world.user(login)
        if user is issue.user:
            raise fail(422, "Review cannot be requested from pull request author.", _REQUESTS)
        if user is None or not assignable(ask.repo, user):
            who = "Reviews may only be requested from collaborators."
            raise fail(422, f"{who} One or more of the users or teams you specified is not a collaborator.", _REQUESTS)
        found.append(user)
    return found


def _asked_teams(ask: Ask) -> list[str]:
    teams = _names(ask, "team_reviewers")
    if not {*teams} <= {*ask.repo.teams}:
        raise fail(422, "Could not resolve to a node with the global id of a team.", _REQUESTS)
    return teams
