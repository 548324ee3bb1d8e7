"""Reactions to issues and comments."""

from __future__ import annotations

from typing import Any

from github import Auth, Github

from agentrein.testing.conformance import Example
from connectors.github.examples.releases import published, release
from connectors.github.examples.things import (
    ISSUE,
    REPO,
    both,
    branch_with_pull,
    comment,
    commented_commit,
    commented_pull,
    commit_comment,
    issue,
    review_comment,
)

AGENT = "octocat"
OWN = "nobody but the account can take its reaction away"


def by_agent(thing: Any) -> int:
    """The agent's reaction to something."""
    return next(one.id for one in thing.get_reactions() if one.user.login == AGENT)


def seeded(gh: Github, thing: Any, content: str) -> None:
    """A reaction of the agent's from before the run: nobody can put it there for them."""
    agent = gh.requester.withAuth(Auth.Token(f"token-{AGENT}"))
    agent.requestJsonAndCheck("POST", f"{thing.url}/reactions", input={"content": content})


def on_release(gh: Github, verb: str, path: str = "", body: Any = None) -> Any:
    """A request about the reactions to the newest release, for which PyGithub has no method."""
    return gh.requester.requestJsonAndCheck(verb, f"{release(gh).url}/reactions{path}", input=body)[1]


def own_on_release(gh: Github) -> int:
    """The agent's reaction to the newest release."""
    return next(one["id"] for one in on_release(gh, "GET") if one["user"]["login"] == AGENT)


EXAMPLES = (
    Example(
        f"POST {ISSUE}/reactions",
        lambda gh: issue(gh).create_reaction("heart"),
        prepare=lambda gh: issue(gh).create_reaction("heart"),
        alone=OWN,
        beside=lambda gh: issue(gh).create_reaction("eyes"),
    ),
    Example(
        f"POST {ISSUE}/reactions",
        lambda gh: issue(gh).create_reaction("heart"),
        prepare=lambda gh: seeded(gh, issue(gh), "heart"),
        nothing=True,
        name="was there",
    ),
    Example(
        f"DELETE {ISSUE}/reactions/{{reaction_id}}",
        lambda gh: issue(gh).delete_reaction(by_agent(issue(gh))),
        prepare=lambda gh: seeded(gh, issue(gh), "heart"),
        alone=OWN,
        beside=lambda gh: issue(gh).create_reaction("heart"),
    ),
    Example(
        f"POST {REPO}/issues/comments/{{comment_id}}/reactions",
        lambda gh: comment(gh).create_reaction("+1"),
        alone=OWN,
        beside=lambda gh: comment(gh).edit("Theirs"),
    ),
    Example(
        f"DELETE {REPO}/issues/comments/{{comment_id}}/reactions/{{reaction_id}}",
        lambda gh: comment(gh).delete_reaction(by_agent(comment(gh))),
        prepare=lambda gh: seeded(gh, comment(gh), "-1"),
        alone=OWN,
        beside=lambda gh: comment(gh).create_reaction("+1"),
    ),
    Example(
        f"POST {REPO}/pulls/comments/{{comment_id}}/reactions",
        lambda gh: review_comment(gh).create_reaction("rocket"),
        prepare=both(branch_with_pull, commented_pull),
        alone=OWN,
        beside=lambda gh: review_comment(gh).create_reaction("rocket"),
    ),
    Example(
        f"DELETE {REPO}/pulls/comments/{{comment_id}}/reactions/{{reaction_id}}",
        lambda gh: review_comment(gh).delete_reaction(by_agent(review_comment(gh))),
        prepare=both(branch_with_pull, commented_pull, lambda gh: seeded(gh, review_comment(gh), "laugh")),
        alone=OWN,
        beside=lambda gh: review_comment(gh).create_reaction("rocket"),
    ),
    Example(
        f"POST {REPO}/comments/{{comment_id}}/reactions",
        lambda gh: commit_comment(gh).create_reaction("confused"),
        prepare=commented_commit,
        alone=OWN,
        beside=lambda gh: commit_comment(gh).edit("Theirs"),
    ),
    Example(
        f"DELETE {REPO}/comments/{{comment_id}}/reactions/{{reaction_id}}",
        lambda gh: commit_comment(gh).delete_reaction(by_agent(commit_comment(gh))),
        prepare=both(commented_commit, lambda gh: seeded(gh, commit_comment(gh), "hooray")),
        alone=OWN,
        beside=lambda gh: commit_comment(gh).create_reaction("eyes"),
    ),
    Example(
        f"POST {REPO}/releases/{{release_id}}/reactions",
        lambda gh: on_release(gh, "POST", "", {"content": "hooray"}),
        prepare=published,
        alone=OWN,
        beside=lambda gh: on_release(gh, "POST", "", {"content": "hooray"}),
    ),
    Example(
        f"DELETE {REPO}/releases/{{release_id}}/reactions/{{reaction_id}}",
        lambda gh: on_release(gh, "DELETE", f"/{own_on_release(gh)}"),
        prepare=both(published, lambda gh: seeded(gh, release(gh), "rocket")),
        alone=OWN,
        beside=lambda gh: on_release(gh, "POST", "", {"content": "rocket"}),
    ),
)
