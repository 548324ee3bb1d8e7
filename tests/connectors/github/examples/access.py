"""Collaborators of a repository, and invitations."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, repo

ONE = f"{REPO}/collaborators/{{username}}"


def invited(permission: str) -> Any:
    """Monalisa with a pending invitation."""
    return lambda gh: repo(gh).add_to_collaborators("monalisa", permission)


def collaborating(permission: str) -> Any:
    """Hubot, a member of the organisation, as a collaborator."""
    return lambda gh: repo(gh).add_to_collaborators("hubot", permission)


EXAMPLES = (
    Example(
        f"PUT {ONE}",
        lambda gh: repo(gh).add_to_collaborators("Monalisa", "triage"),
        foreign=invited("admin"),
        beside=lambda gh: repo(gh).create_variable("THEIRS", "1"),
        name="somebody from outside",
    ),
    Example(
        f"PUT {ONE}",
        lambda gh: repo(gh).add_to_collaborators("hubot"),
        foreign=collaborating("admin"),
        beside=lambda gh: repo(gh).create_variable("THEIRS", "1"),
        name="a member",
    ),
    Example(
        f"PUT {ONE}",
        lambda gh: repo(gh).add_to_collaborators("hubot", "admin"),
        prepare=collaborating("pull"),
        foreign=collaborating("maintain"),
        name="a collaborator",
    ),
    Example(
        f"DELETE {ONE}",
        lambda gh: repo(gh).remove_from_collaborators("hubot"),
        prepare=collaborating("triage"),
        foreign=collaborating("push"),
        name="a member",
    ),
    Example(
        f"DELETE {REPO}/invitations/{{invitation_id}}",
        lambda gh: repo(gh).remove_invitation(next(iter(repo(gh).get_pending_invitations())).id),
        prepare=invited("triage"),
        foreign=invited("admin"),
    ),
)
