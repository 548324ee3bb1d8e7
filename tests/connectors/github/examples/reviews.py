"""Reviews of pull requests, and who is asked for one."""

from __future__ import annotations

from typing import Any

from github import Auth, Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, both, branch_with_pull, pull

PULL = f"{REPO}/pulls/{{pull_number}}"
AGENT = "octocat"
ON_OFF = "a reviewer is asked or not: whoever changes that back has undone it"


def review(gh: Github) -> Any:
    """The newest review of pull request 2."""
    return list(pull(gh).get_reviews())[-1]


def as_agent(act: Any) -> Any:
    """What the agent's account did before the run."""

    def done(gh: Github) -> None:
        agent = Github(
            auth=Auth.Token(f"token-{AGENT}"),
            base_url=gh.requester.base_url,
            seconds_between_requests=None,
            seconds_between_writes=None,
        )
        act(agent)
        agent.close()

    return done


def line(text: str) -> dict[str, Any]:
    """A comment of a review on the first line that the pull request adds."""
    return {"path": "b.txt", "line": 1, "body": text}


EXAMPLES = (
    Example(
        f"POST {PULL}/requested_reviewers",
        lambda gh: pull(gh).create_review_request([AGENT], ["core"]),
        prepare=branch_with_pull,
        alone=ON_OFF,
        beside=lambda gh: pull(gh).create_review_request(team_reviewers=["docs"]),
        name="a person and a team",
    ),
    Example(
        f"POST {PULL}/requested_reviewers",
        lambda gh: pull(gh).create_review_request(team_reviewers=["core", "docs"]),
        prepare=both(branch_with_pull, lambda gh: pull(gh).create_review_request(team_reviewers=["core"])),
        alone=ON_OFF,
        beside=lambda gh: pull(gh).delete_review_request([], ["core"]),
        name="one asked before",
    ),
    Example(
        f"POST {PULL}/requested_reviewers",
        lambda gh: pull(gh).create_review_request([AGENT.upper()]),
        prepare=both(branch_with_pull, lambda gh: pull(gh).create_review_request([AGENT])),
        nothing=True,
        name="asked before",
    ),
    Example(
        f"DELETE {PULL}/requested_reviewers",
        lambda gh: pull(gh).delete_review_request([AGENT], ["docs"]),
        prepare=both(branch_with_pull, lambda gh: pull(gh).create_review_request([AGENT], ["core"])),
        alone=ON_OFF,
        beside=lambda gh: pull(gh).create_review_request(team_reviewers=["docs"]),
    ),
    Example(
        f"POST {PULL}/reviews",
        lambda gh: pull(gh).create_review(body="Later", comments=[line("Hm")]),
        prepare=branch_with_pull,
        alone="only its author sees a pending review",
        beside=lambda gh: pull(gh).edit(title="Theirs"),
        name="pending",
    ),
    Example(
        f"POST {PULL}/reviews",
        lambda gh: pull(gh).create_review(event="APPROVE"),
        prepare=branch_with_pull,
        foreign=lambda gh: review(gh).edit("Their words"),
        beside=lambda gh: pull(gh).create_issue_comment("Thanks."),
        name="approve",
    ),
    Example(
        f"POST {PULL}/reviews",
        lambda gh: pull(gh).create_review(body="No {x}", event="REQUEST_CHANGES"),
        prepare=both(branch_with_pull, as_agent(lambda gh: pull(gh).create_review(body="No {x}", event="COMMENT"))),
        foreign=lambda gh: review(gh).edit("Their words"),
        beside=lambda gh: pull(gh).create_issue_comment("Why?"),
        name="request changes",
    ),
    Example(
        f"POST {PULL}/reviews",
        lambda gh: pull(gh).create_review(body="I read it.", event="COMMENT"),
        prepare=branch_with_pull,
        foreign=lambda gh: review(gh).edit("Their words"),
        beside=lambda gh: pull(gh).create_review(body="I read it.", event="COMMENT"),
        name="comment",
    ),
    Example(
        f"PUT {PULL}/reviews/{{review_id}}",
        lambda gh: review(gh).edit("Agent's words"),
        prepare=both(branch_with_pull, as_agent(lambda gh: pull(gh).create_review(body="Mine", event="COMMENT"))),
        foreign=lambda gh: review(gh).edit("Their words"),
        beside=lambda gh: pull(gh).create_review(body="Theirs", event="COMMENT"),
    ),
)
