"""Reviews of pull requests, and who is asked for one: https://docs.github.com/rest/pulls/reviews."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    adding,
    answer,
    before,
    computed,
    depends,
    do,
    each,
    either,
    field,
    find,
    gone,
    members,
    op,
    path,
    read,
    removing,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, PULL, PULL_OBJECT, REPO_OBJECT, SCOPES, UNDO, all_ids

REVIEWS = f"{PULL}/reviews"
REVIEW = f"{REVIEWS}/{{review_id}}"
REQUESTED = f"{PULL}/requested_reviewers"
_REVIEW_OBJECT = path(*REPO_OBJECT, "/issue:", sent("pull_number"), "/review:", sent("review_id"))
_STATES = {"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}


def review_state(call: Mapping[str, Any]) -> str:
    """How GitHub shows the state of a review that asks for this event; without one it is pending."""
    event = call.get("event")
    return _STATES.get(str(event), str(event)) if event else "PENDING"


@depends(REVERSIBLE, COMPENSABLE, IRREVERSIBLE)
def review_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A pending review is deleted, a verdict dismissed, a plain text replaced; the comments of one stay."""
    body = call.body if isinstance(call.body, dict) else {}
    state = review_state(body)
    if state == "PENDING":
        return REVERSIBLE
    if state == "COMMENTED":
        return COMPENSABLE if body.get("body") and not body.get("comments") else IRREVERSIBLE
    return COMPENSABLE if state in _STATES.values() else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def edit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """The old text is written back; that GitHub takes an empty one is not known."""
    return REVERSIBLE if str((image or {}).get("body") or "").strip() else IRREVERSIBLE


def asked(said: Mapping[str, Any]) -> dict[str, Any]:
    """Everybody whom a request for review names."""
    lists = [said.get(name) for name in ("reviewers", "team_reviewers")]
    return {"who": [one for some in lists if isinstance(some, list) for one in some]}


def verdict(said: Mapping[str, Any]) -> dict[str, Any]:
    """What a review says of the pull request, in one word, and its text."""
    return {"state": review_state(said).lower().replace("_", " "), "text": said.get("body") or ""}


_REVIEWERS = members(
    "reviewers",
    read="requested_reviewers[].login",
    add=do(f"POST {REQUESTED}", {"reviewers": [each]}, again="safe"),
    remove=do(f"DELETE {REQUESTED}", {"reviewers": [each]}, again="safe"),
    folded=True,
)
_TEAMS = members(
    "team_reviewers",
    read="requested_teams[].slug",
    add=do(f"POST {REQUESTED}", {"team_reviewers": [each]}, again="safe"),
    remove=do(f"DELETE {REQUESTED}", {"reviewers": [], "team_reviewers": [each]}, again="safe"),
    folded=True,
)
_OURS = {"id": answer("id"), "state": answer("state"), "body": answer("body")}
_OF_PULL = read(
    f"GET {REVIEW}", completed="review of pull", given={"pull": sent("pull_number")}, review_id=answer("id")
)
_DISMISS = do(
    f"PUT {REVIEW}/dismissals",
    {"message": UNDO},
    review_id=answer("id"),
    goal=shows(_OF_PULL, state="DISMISSED"),
    still={**_OURS, "merged": False},
    ends=True,
)

ROWS = (
    op(
        f"POST {REQUESTED}",
        sdk="PullRequest.create_review_request",
        says="ask {who} to review {owner}/{repo}#{pull_number}",
        names=asked,
        tier=REVERSIBLE,
        object=PULL_OBJECT,
        inverse=restore(f"GET {PULL}", None, adding(_REVIEWERS), adding(_TEAMS)),
        residue="Those who were asked were notified.",
        scopes=SCOPES,
        why="Only those who were not asked before are taken back; who has reviewed meanwhile is on the list no more. "
        "https://docs.github.com/rest/pulls/review-requests#request-reviewers-for-a-pull-request",
    ),
    op(
        f"DELETE {REQUESTED}",
        sdk="PullRequest.delete_review_request",
        says="no longer ask {who} to review {owner}/{repo}#{pull_number}",
        names=asked,
        tier=COSTLY,
        object=PULL_OBJECT,
        inverse=restore(f"GET {PULL}", None, removing(_REVIEWERS), removing(_TEAMS)),
        residue="Those who are asked again are notified again.",
        scopes=SCOPES,
        why="Those who were asked before are asked again. "
        "https://docs.github.com/rest/pulls/review-requests#remove-requested-reviewers-from-a-pull-request",
    ),
    op(
        f"POST {REVIEWS}",
        sdk="PullRequest.create_review",
        says="review {owner}/{repo}#{pull_number} ({state}): {text!r}",
        names=verdict,
        tier=review_tier,
        object=path(*REPO_OBJECT, "/issue:", sent("pull_number"), "/review:", answer("id")),
        before=all_ids(f"GET {REVIEWS}"),
        inverse=either(
            {
                "PENDING": do(
                    f"DELETE {REVIEW}",
                    review_id=answer("id"),
                    goal=gone(f"GET {REVIEW}", parent=f"GET {PULL}"),
                    still=_OURS,
                    ok=(404,),
                ),
                "APPROVED": _DISMISS,
                "CHANGES_REQUESTED": _DISMISS,
                "COMMENTED": do(
                    f"PUT {REVIEW}",
                    {"body": UNDO},
                    review_id=answer("id"),
                    goal=shows(f"GET {REVIEW}", body=UNDO),
                    still=_OURS,
                    ends=True,
                ),
            },
            by=computed(review_state, sent()),
        ),
        probe=find(
            f"GET {REVIEWS}",
            same={"body": sent("body"), "state": computed(review_state, sent())},
            mine="user.login",
            since="submitted_at",
            key="id",
            unless=before("ids"),
            pages="page",
            params={"per_page": 100},
        ),
        residue="A submitted review stays, dismissed or with another text, and so do its comments on lines; people "
        "were notified of it.",
        scopes=SCOPES,
        why="A pending review can be deleted, an approval or a request for changes dismissed, by those who may. A "
        "plain text can only be replaced, and its comments on lines stay, so with such it is irreversible. What was "
        "merged on an approval is left to a person. "
        "https://docs.github.com/rest/pulls/reviews#create-a-review-for-a-pull-request",
    ),
    op(
        f"PUT {REVIEW}",
        sdk="PullRequestReview.edit",
        says="edit review {review_id} of {owner}/{repo}#{pull_number}",
        tier=edit_tier,
        object=_REVIEW_OBJECT,
        inverse=restore(f"GET {REVIEW}", f"PUT {REVIEW}", field("body")),
        residue='The review is marked "edited", and its history shows both texts.',
        scopes=SCOPES,
        why="The old text is written back; whether GitHub takes an empty one is not said, so where there was none it "
        "counts as irreversible. https://docs.github.com/rest/pulls/reviews#update-a-review-for-a-pull-request",
    ),
    op(
        f"DELETE {REVIEW}",
        sdk="PullRequestReview.delete",
        says="delete pending review {review_id} of {owner}/{repo}#{pull_number}",
        tier=IRREVERSIBLE,
        object=_REVIEW_OBJECT,
        probe=stands(f"GET {REVIEW}", NOTHING_THERE),
        why="The draft is gone for good, with its comments on lines. "
        "https://docs.github.com/rest/pulls/reviews#delete-a-pending-review-for-a-pull-request",
    ),
    op(
        f"PUT {REVIEW}/dismissals",
        sdk="PullRequestReview.dismiss",
        says="dismiss review {review_id} of {owner}/{repo}#{pull_number}: {message!r}",
        tier=IRREVERSIBLE,
        object=_REVIEW_OBJECT,
        probe=stands(f"GET {REVIEW}", {"state": "DISMISSED"}),
        why="GitHub cannot take a dismissal back: the reviewer has to review again. "
        "https://docs.github.com/rest/pulls/reviews#dismiss-a-review-for-a-pull-request",
    ),
)
