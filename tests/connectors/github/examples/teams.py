"""Teams, their members and repositories, by the address that they show and by the older one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from github import Github
from github.Team import Team

from agentrein.testing.conformance import Example
from connectors.github.examples.things import org, repo

SHOWN, OLD = "/organizations/{org_id}/team/{team_id}", "/teams/{team_id}"
BY_SLUG = "/orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}"
OUTSIDER = ("org:*/invited:monalisa",)
"""Who was invited into the organisation by the way, as the row says."""


def team(gh: Github) -> Team:
    """The newest team."""
    return list(org(gh).get_teams())[-1]


def made(gh: Github) -> Team:
    """A team."""
    return org(gh).create_team("Ops", description="On call", privacy="closed")


def with_hubot(role: str = "maintainer") -> Any:
    """A team with hubot in it."""
    return lambda gh: made(gh).add_membership(gh.get_user("hubot"), role)


def with_repo(role: str = "triage") -> Any:
    """A team with a role in the repository."""
    return lambda gh: made(gh).update_team_repository(repo(gh), role)


def put_hubot(role: str) -> Any:
    """What somebody does who gives hubot a role."""
    return lambda gh: team(gh).add_membership(gh.get_user("hubot"), role)


def put_repo(role: str) -> Any:
    """What somebody does who gives the team a role in the repository."""
    return lambda gh: team(gh).update_team_repository(repo(gh), role)


def octocat(gh: Github) -> None:
    """Octocat in the team."""
    team(gh).add_membership(gh.get_user("octocat"))


def by(at: str, method: str, tail: str, body: Any = None) -> Any:
    """A call below a team by one of its two addresses."""

    def act(gh: Github) -> None:
        one = team(gh)
        root = one.url if at == SHOWN else f"/teams/{one.id}"
        gh.requester.requestJsonAndCheck(method, f"{root}{tail}", input=body)

    return act


def at(where: str) -> Iterator[Example]:
    """The examples of one of the two addresses."""
    member, old = f"{where}/memberships/{{username}}", f"{where}/members/{{username}}"
    in_repo = f"{where}/repos/{{owner}}/{{repo}}"
    hubot, app = "/memberships/hubot", "/repos/acme/app"
    yield Example(
        f"PATCH {where}",
        by(where, "PATCH", "", {"name": "On call", "description": "Always", "privacy": "secret"}),
        prepare=made,
        foreign=lambda gh: team(gh).edit("On call", description="theirs"),
        beside=octocat,
        name="every field",
    )
    yield Example(
        f"PATCH {where}",
        by(where, "PATCH", "", {"name": "Ops", "parent_team_id": None, "permission": "push"}),
        prepare=lambda gh: org(gh).create_team("Ops", parent_team_id=made_parent(gh).id),
        foreign=lambda gh: team(gh).edit("Ops", permission="admin"),
        name="no parent any more",
    )
    yield Example(
        f"PUT {member}",
        by(where, "PUT", hubot, {"role": "member"}),
        prepare=made,
        foreign=put_hubot("maintainer"),
        beside=lambda gh: team(gh).edit("Ops", description="theirs"),
        name="somebody new",
    )
    yield Example(
        f"PUT {member}",
        by(where, "PUT", "/memberships/Monalisa", {"role": "member"}),
        prepare=made,
        foreign=lambda gh: team(gh).add_membership(gh.get_user("monalisa"), "maintainer"),
        leaves=OUTSIDER,
        name="somebody from outside",
    )
    yield Example(
        f"PUT {member}",
        by(where, "PUT", hubot, {"role": "maintainer"}),
        prepare=with_hubot("member"),
        alone="one role or the other: whoever changes it has undone it",
        beside=octocat,
        name="another role",
    )
    yield Example(
        f"DELETE {member}",
        by(where, "DELETE", hubot),
        prepare=with_hubot(),
        foreign=put_hubot("member"),
        beside=octocat,
    )
    yield Example(
        f"PUT {old}",
        by(where, "PUT", "/members/hubot"),
        prepare=made,
        foreign=put_hubot("maintainer"),
        beside=octocat,
    )
    yield Example(
        f"PUT {old}",
        by(where, "PUT", "/members/hubot"),
        prepare=with_hubot("member"),
        nothing=True,
        name="that was in it",
    )
    yield Example(
        f"DELETE {old}",
        by(where, "DELETE", "/members/hubot"),
        prepare=with_hubot(),
        foreign=put_hubot("member"),
        beside=octocat,
    )
    yield Example(
        f"PUT {in_repo}",
        by(where, "PUT", app, {"permission": "push"}),
        prepare=made,
        foreign=put_repo("admin"),
        beside=octocat,
        name="let in",
    )
    yield Example(
        f"PUT {in_repo}",
        by(where, "PUT", app),
        prepare=with_repo("admin"),
        alone="which role the team gives where none is named is not known beforehand",
        name="another role, not named",
    )
    yield Example(
        f"DELETE {in_repo}",
        by(where, "DELETE", app),
        prepare=with_repo("pull"),
        foreign=put_repo("admin"),
        beside=octocat,
    )


def made_parent(gh: Github) -> Team:
    """Another team, above the first."""
    return org(gh).create_team("Everybody", privacy="closed")


EXAMPLES = (
    Example(
        "POST /orgs/{org}/teams",
        lambda gh: org(gh).create_team("Docs", [repo(gh)], "push", description="They write"),
        foreign=lambda gh: team(gh).add_membership(gh.get_user("hubot")),
        untold="a team that somebody joined does not tell who made it",
        beside=made,
        name="with a repository",
    ),
    Example(
        "POST /orgs/{org}/teams",
        lambda gh: org(gh).create_team("Docs"),
        prepare=made,
        foreign=lambda gh: org(gh).create_team("Below", parent_team_id=team(gh).id),
        name="with a team below it",
    ),
    *at(SHOWN),
    *at(OLD),
    Example(
        f"PUT {BY_SLUG}",
        lambda gh: team(gh).update_team_repository(repo(gh), "maintain"),
        prepare=made,
        foreign=put_repo("admin"),
        beside=put_hubot("member"),
        name="let in",
    ),
    Example(
        f"PUT {BY_SLUG}",
        lambda gh: team(gh).update_team_repository(repo(gh), "maintain"),
        prepare=with_repo(),
        foreign=put_repo("admin"),
        name="another role",
    ),
    Example(
        f"DELETE {BY_SLUG}",
        lambda gh: gh.requester.requestJsonAndCheck("DELETE", "/orgs/acme/teams/ops/repos/acme/app"),
        prepare=with_repo(),
        foreign=put_repo("admin"),
        beside=put_hubot("member"),
    ),
)
