"""Members of organisations and invitations into them."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import org

MEMBERSHIP = "/orgs/{org}/memberships/{username}"
PUBLIC = "/orgs/{org}/public_members/{username}"
INVITED_AGAIN = ("org:*/member:hubot", "org:*/invited:hubot")
"""Whoever was removed has to accept an invitation, as the row says."""


def put(login: str, role: str) -> Any:
    """What somebody does who gives an account a role in the organisation."""
    return lambda gh: org(gh).add_to_members(gh.get_user(login), role)


def raw(method: str, tail: str) -> Any:
    """A call below the organisation."""
    return lambda gh: gh.requester.requestJsonAndCheck(method, f"/orgs/acme/{tail}")


def cancel(gh: Github) -> None:
    """Take back the only invitation: PyGithub takes it for a user, whose id is the invitation's."""
    org(gh).cancel_invitation(next(iter(org(gh).invitations())))


def described(gh: Github) -> None:
    """What somebody else says about the organisation."""
    org(gh).edit(description="theirs")


EXAMPLES = (
    Example(
        f"PUT {MEMBERSHIP}",
        put("Monalisa", "member"),
        foreign=put("monalisa", "admin"),
        beside=described,
        name="somebody from outside",
    ),
    Example(
        f"PUT {MEMBERSHIP}",
        put("hubot", "admin"),
        alone="one role or the other: whoever changes it has undone it",
        beside=described,
        name="a member",
    ),
    *(
        Example(
            address,
            raw(method, tail),
            foreign=put("hubot", "admin"),
            beside=described,
            leaves=INVITED_AGAIN,
        )
        for address, method, tail in (
            (f"DELETE {MEMBERSHIP}", "DELETE", "memberships/hubot"),
            ("DELETE /orgs/{org}/members/{username}", "DELETE", "members/hubot"),
            ("PUT /orgs/{org}/outside_collaborators/{username}", "PUT", "outside_collaborators/hubot"),
        )
    ),
    Example(
        "POST /orgs/{org}/invitations",
        lambda gh: org(gh).invite_user(gh.get_user("monalisa"), role="direct_member"),
        foreign=put("monalisa", "admin"),
        beside=described,
    ),
    Example(
        "DELETE /orgs/{org}/invitations/{invitation_id}",
        cancel,
        prepare=put("monalisa", "member"),
        foreign=put("monalisa", "admin"),
        beside=described,
    ),
    Example(
        f"PUT {PUBLIC}",
        lambda gh: org(gh).add_to_public_members(gh.get_user("octocat")),
        alone="each shows its own membership alone",
        beside=described,
    ),
    Example(
        f"DELETE {PUBLIC}",
        lambda gh: org(gh).remove_from_public_members(gh.get_user("octocat")),
        alone="each shows its own membership alone",
        nothing=True,
        name="that was hidden",
    ),
    Example(
        "PATCH /orgs/{org}",
        lambda gh: org(gh).edit(description="We build it", location="Vienna"),
        prepare=lambda gh: org(gh).edit(description="They build it"),
        foreign=described,
        beside=lambda gh: org(gh).edit(company="theirs"),
    ),
)
