"""Teams, their members and what they may do in repositories.

https://docs.github.com/rest/teams/teams
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, Ask, malformed, not_found, unprocessable
from agentrein_github.sandbox.org_world import Membership, Org, Team
from agentrein_github.sandbox.orgs import org_json, org_of, require_owner
from agentrein_github.sandbox.world import LEVELS, Repo

routes = Routes()
_DOCS = f"{DOCS}/teams/teams"
_BY_ID = ("/teams/{team}", "/organizations/{number}/team/{team}")
_ONE = (*_BY_ID, "/orgs/{org}/teams/{slug}")
_ROLES = {"pull": "read", "push": "write"}


def _found(ask: Ask, team: str = "", number: str = "", org: str = "", slug: str = "") -> tuple[Org, Team]:
    """The team of these variables of a path, to its organisation's owners and members."""
    for one in ask.world.orgs.values():
        if not one.role(ask.me) or (org and org_of(ask, org) is not one) or (number and number != str(one.account.id)):
            continue
        for made in one.teams.values():
            if str(made.id) == team or (slug and made.slug == slug.lower()):
                return one, made
    raise not_found(f"{_DOCS}#get-a-team-by-name")


def _owned(ask: Ask, **where: str) -> tuple[Org, Team]:
    org, team = _found(ask, **where)
    require_owner(ask, org.account.login)
    return org, team


def team_json(ask: Ask, org: Org, team: Team, *, whole: bool = False) -> dict[str, Any]:
    """A team; by itself with counts and its organisation."""
    here = f"{ask.url}/organizations/{org.account.id}/team/{team.id}"
    names = ("id", "name", "slug", "description", "privacy", "permission", "notification_setting")
    parent = team_json(ask, org, team.parent) if team.parent else None
    body = {**{name: getattr(team, name) for name in names}, "node_id": f"T_kwDO{team.id}", "url": here}
    body |= {"members_url": f"{here}/members{{/member}}", "repositories_url": f"{here}/repos", "parent": parent}
    counts = {"members_count": len(team.members), "repos_count": len(team.repos)}
    return {**body, **counts, "organization": org_json(ask, org)} if whole else body


@routes.on("GET /orgs/{org}/teams")
def list_teams(ask: Ask, org: str) -> Answer:
    """The teams of an organisation.

    https://docs.github.com/rest/teams/teams#list-teams
    """
    found = org_of(ask, org)
    return ask.page(list(found.teams.values()), lambda team: team_json(ask, found, team))


@routes.on("POST /orgs/{org}/teams")
def create_team(ask: Ask, org: str) -> Answer:
    """Make a team, whose first maintainer is the account that makes it.

    https://docs.github.com/rest/teams/teams#create-a-team
    """
    found = require_owner(ask, org)
    made = Team(ask.world.new_id(), ask.text("name", _DOCS, needed=True) or "", privacy="secret")
    _apply(ask, found, made)
    made.members[ask.me.login.lower()] = Membership(ask.me, "maintainer")
    for name in ask.fields.get("repo_names") or []:
        repo = ask.world.repo(name)
        if repo is None:
            raise unprocessable("Team", "repo_names", "invalid", _DOCS)
        made.repos[repo.id] = made.permission
    found.teams[made.id] = made
    return Answer(201, team_json(ask, found, made, whole=True))


def _apply(ask: Ask, org: Org, team: Team) -> None:
    name = ask.text("name", _DOCS) or team.name
    if any(one is not team and one.name.lower() == name.lower() for one in org.teams.values()):
        raise unprocessable("Team", "name", "already_exists", _DOCS, message="Name must be unique for this org")
    parent = ask.fields.get("parent_team_id")
    if parent is not None and parent not in org.teams:
        raise unprocessable("Team", "parent_team_id", "invalid", _DOCS)
    team.name = name
    if "parent_team_id" in ask.fields:
        team.parent = org.teams.get(parent) if parent is not None else None
    if "description" in ask.fields:
        team.description = ask.text("description", _DOCS)
    for field in ("privacy", "permission", "notification_setting"):
        setattr(team, field, ask.text(field, _DOCS) or getattr(team, field))


@routes.on(*(f"GET {one}" for one in _ONE))
def get_team(ask: Ask, **where: str) -> Answer:
    """One team.

    https://docs.github.com/rest/teams/teams#get-a-team-by-name
    """
    return Answer(200, team_json(ask, *_found(ask, **where), whole=True))


@routes.on(*(f"PATCH {one}" for one in _ONE))
def edit_team(ask: Ask, **where: str) -> Answer:
    """Change a team.

    https://docs.github.com/rest/teams/teams#update-a-team
    """
    org, team = _owned(ask, **where)
    _apply(ask, org, team)
    return Answer(200, team_json(ask, org, team, whole=True))


@routes.on(*(f"DELETE {one}" for one in _ONE))
def delete_team(ask: Ask, **where: str) -> Answer:
    """Delete a team with its child teams.

    https://docs.github.com/rest/teams/teams#delete-a-team
    """
    org, team = _owned(ask, **where)
    for one in [one for one in org.teams.values() if one is team or one.parent is team]:
        del org.teams[one.id]
    return Answer(204)


@routes.on(*(f"GET {one}/teams" for one in _ONE))
def list_children(ask: Ask, **where: str) -> Answer:
    """The teams below a team.

    https://docs.github.com/rest/teams/teams#list-child-teams
    """
    org, team = _found(ask, **where)
    return ask.page([one for one in org.teams.values() if one.parent is team], lambda one: team_json(ask, org, one))


def _member(ask: Ask, team: Team, login: str) -> dict[str, Any]:
    found = team.members.get(login.lower())
    if found is None:
        raise not_found(f"{DOCS}/teams/members")
    return {"url": f"{ask.url}/teams/{team.id}/memberships/{login}", "role": found.role, "state": found.state}


@routes.on(*(f"GET {one}/memberships/{{login}}" for one in _ONE))
def get_membership(ask: Ask, login: str, **where: str) -> Answer:
    """Somebody's part in a team.

    https://docs.github.com/rest/teams/members#get-team-membership-for-a-user
    """
    return Answer(200, _member(ask, _found(ask, **where)[1], login))


@routes.on(*(f"PUT {one}/memberships/{{login}}" for one in _ONE))
def put_membership(ask: Ask, login: str, **where: str) -> Answer:
    """Put somebody into a team, or give another role; whoever is no member of the organisation is invited into it.

    https://docs.github.com/rest/teams/members#add-or-update-team-membership-for-a-user
    """
    _add(ask, login, ask.text("role", _DOCS) or "member", where)
    return get_membership(ask, login, **where)


@routes.on(*(f"PUT {one}/members/{{login}}" for one in _BY_ID))
def add_member(ask: Ask, login: str, **where: str) -> Answer:
    """Put somebody into a team, the old way.

    https://docs.github.com/rest/teams/members#add-team-member-legacy
    """
    _add(ask, login, "member", where)
    return Answer(204)


def _add(ask: Ask, login: str, role: str, where: dict[str, str]) -> None:
    org, team = _owned(ask, **where)
    user = ask.world.user(login)
    if user is None:
        raise not_found(f"{DOCS}/teams/members")
    if role not in {"member", "maintainer"}:
        raise malformed(f"For 'properties/role', {role!r} is not one of: member, maintainer.", _DOCS)
    part = org.members.setdefault(user.login.lower(), Membership(user, "member", "pending"))
    team.members[user.login.lower()] = Membership(user, role, part.state)


@routes.on(
    *(f"DELETE {one}/memberships/{{login}}" for one in _ONE), *(f"DELETE {one}/members/{{login}}" for one in _BY_ID)
)
def remove_member(ask: Ask, login: str, **where: str) -> Answer:
    """Take somebody out of a team.

    https://docs.github.com/rest/teams/members#remove-team-membership-for-a-user
    """
    _, team = _owned(ask, **where)
    _member(ask, team, login)
    del team.members[login.lower()]
    return Answer(204)


@routes.on(*(f"GET {one}/repos" for one in _ONE))
def list_repos(ask: Ask, **where: str) -> Answer:
    """The repositories of a team, with its role in each.

    https://docs.github.com/rest/teams/teams#list-team-repositories
    """
    _, team = _found(ask, **where)

    def shown(given: tuple[int, str]) -> dict[str, Any]:
        level = LEVELS.index(given[1])
        permissions = {name: level >= LEVELS.index(name) for name in LEVELS[1:]}
        body = shapes.repo_json(ask.url, ask.world.repos[given[0]], ask.user)
        return {**body, "permissions": permissions, "role_name": _ROLES.get(given[1], given[1])}

    return ask.page(list(team.repos.items()), shown)


def _repo(ask: Ask, owner: str, repo: str) -> Repo:
    found = ask.world.repo(f"{owner}/{repo}")
    if found is None:
        raise not_found(_DOCS)
    return found


@routes.on(*(f"PUT {one}/repos/{{owner}}/{{repo}}" for one in _ONE))
def put_repo(ask: Ask, owner: str, repo: str, **where: str) -> Answer:
    """Let a team into a repository, or give it another role there.

    https://docs.github.com/rest/teams/teams#add-or-update-team-repository-permissions
    """
    _, team = _owned(ask, **where)
    role = ask.text("permission", _DOCS) or team.permission
    if role not in LEVELS[1:]:
        raise malformed(f"For 'properties/permission', {role!r} is no role.", _DOCS)
    team.repos[_repo(ask, owner, repo).id] = role
    return Answer(204)


@routes.on(*(f"DELETE {one}/repos/{{owner}}/{{repo}}" for one in _ONE))
def remove_repo(ask: Ask, owner: str, repo: str, **where: str) -> Answer:
    """Take a repository from a team.

    https://docs.github.com/rest/teams/teams#remove-a-repository-from-a-team
    """
    _, team = _owned(ask, **where)
    team.repos.pop(_repo(ask, owner, repo).id, None)
    return Answer(204)
