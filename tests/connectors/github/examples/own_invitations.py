"""Invitations that the agent's own account was sent."""

from __future__ import annotations

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import org, repo


def invited(gh: Github) -> None:
    """Octocat, from outside by now, with an invitation into the repository."""
    org(gh).remove_from_membership(gh.get_user("octocat"))
    repo(gh).remove_from_collaborators("octocat")
    repo(gh).add_to_collaborators("octocat", "push")


EXAMPLES = (
    Example(
        "PATCH /user/repository_invitations/{invitation_id}",
        lambda gh: gh.get_user().accept_invitation(next(iter(gh.get_user().get_invitations()))),
        prepare=invited,
        alone="in or out: whoever removes the account has undone it",
        beside=lambda gh: repo(gh).create_variable("THEIRS", "1"),
        leaves=("repo:*/invitation:octocat",),
    ),
)
