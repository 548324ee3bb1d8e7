"""Teams and their members: https://docs.github.com/rest/teams/teams.

PyGithub goes by the address that a team shows: `/organizations/{org_id}/team/{team_id}`, or the older
`/teams/{team_id}`.
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Operation,
    answer,
    before,
    computed,
    do,
    either,
    field,
    find,
    gone,
    looked,
    maybe,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
    together,
)
from agentrein_github.operations.places import NOTHING_THERE, WAS_THERE, all_ids
from agentrein_github.operations.settings_places import ORG, ORG_SCOPE, folded

BY_ID = "/organizations/{org_id}/team/{team_id}"
BY_OLD_ID = "/teams/{team_id}"
BY_SLUG = f"{ORG}/teams/{{team_slug}}"
DOCS = "https://docs.github.com/rest/teams"
TEAM = ("github:team:", sent("team_id"))
_INVITED = "Whoever is no member of the organisation was invited into it, and that invitation stays."
FORKS = "Private forks of those who lost access meanwhile may be gone."


def role_body(body: Any) -> Any:
    """The request with the role that GitHub gives where it names none."""
    asked = body if isinstance(body, dict) else {}
    return {**asked, "role": asked.get("role") or "member"}


_NOTIFIED = "notifications_enabled"
"""The setting of a team for which no other was chosen; servers that do not know it yet show none."""

_FIELDS = (
    field("name"),
    field("description", clear="", same=(None, "")),
    field("privacy"),
    field("permission"),
    field("notification_setting", clear=_NOTIFIED, same=(None, _NOTIFIED)),
    field("parent_team_id", read="parent.id"),
)


def _team(at: str, *fields: Any) -> tuple[Operation, ...]:
    """The rows of a team itself."""
    return (
        op(
            f"PATCH {at}",
            sdk="Team.edit",
            says="edit {fields} of the team {team_id}",
            tier=REVERSIBLE,
            object=path(*TEAM),
            inverse=restore(f"GET {at}", f"PATCH {at}", *fields),
            residue="A team with another name had another address meanwhile.",
            scopes=ORG_SCOPE,
            why="Each field is written back if it still reads as the call left it; null takes the parent away. The "
            "older address demands the name with each change, so there the fields are written back all together or not "
            f"at all. {DOCS}/teams#update-a-team",
        ),
        op(
            f"DELETE {at}",
            sdk="Team.delete",
            says="delete the team {team_id}",
            tier=IRREVERSIBLE,
            why=f"Its id, members, access and child teams are lost. {DOCS}/teams#delete-a-team",
        ),
    )


def _members(at: str) -> tuple[Operation, ...]:
    """The rows of who is in a team, the older form of both calls among them."""
    one, old = f"{at}/memberships/{{username}}", f"{at}/members/{{username}}"
    read_it = f"GET {one}"
    shared: Any = {
        "tier": COSTLY,
        "object": path(*TEAM, "/member:", computed(folded, sent("username"))),
        "scopes": ORG_SCOPE,
    }
    out = do(
        f"DELETE {one}",
        goal=gone(read_it, parent=f"GET {at}"),
        still={"role": sent("role")},
        ok=(404,),
    )
    again = do(f"PUT {one}", {"role": before("role")}, goal=shows(maybe(read_it), role=before("role")), still=None)
    role = do(
        f"PUT {one}", {"role": before("role")}, goal=shows(read_it, role=before("role")), still={"role": sent("role")}
    )
    out_again = do(f"DELETE {one}", goal=gone(read_it, parent=f"GET {at}"), still={"role": "member"}, ok=(404,))
    return (
        op(
            f"PUT {one}",
            sdk="Team.add_membership",
            says="make {username} a {role} of the team {team_id}",
            takes=role_body,
            before=maybe(read_it),
            inverse=either({True: role, False: out}, by=WAS_THERE),
            probe=stands(maybe(read_it), {"role": sent("role")}),
            residue=_INVITED,
            why="Whoever was no member is taken out again, the others get their role back. An owner of the "
            "organisation is a maintainer whatever is asked, and is left then. "
            f"{DOCS}/members#add-or-update-team-membership-for-a-user",
            **shared,
        ),
        op(
            f"DELETE {one}",
            sdk="Team.remove_membership",
            says="take {username} out of the team {team_id}",
            before=read(read_it),
            inverse=again,
            probe=stands(maybe(read_it), NOTHING_THERE),
            residue=FORKS,
            why=f"They are put back with their role. {DOCS}/members#remove-team-membership-for-a-user",
            **shared,
        ),
        op(
            f"PUT {old}",
            sdk="Team.add_to_members",
            says="put {username} into the team {team_id}",
            before=maybe(read_it),
            inverse=either({True: None, False: out_again}, by=WAS_THERE),
            probe=stands(maybe(read_it), {"role": "member"}),
            residue=_INVITED,
            why=f"Whoever was no member is taken out again. {DOCS}/members#add-team-member-legacy",
            **shared,
        ),
        op(
            f"DELETE {old}",
            sdk="Team.remove_from_members",
            says="take {username} out of the team {team_id}",
            before=read(read_it),
            inverse=again,
            probe=stands(maybe(read_it), NOTHING_THERE),
            residue=FORKS,
            why=f"They are put back with their role. {DOCS}/members#remove-team-member-legacy",
            **shared,
        ),
    )


_MADE = read(
    f"GET {BY_ID}",
    maybe=True,
    completed="team",
    given={"org_id": looked("org_id"), "team_id": answer("id")},
    org_id=looked("org_id"),
    team_id=answer("id"),
)
_UNCHANGED = ("name", "description", "privacy", "members_count", "repos_count")

ROWS = (
    op(
        f"POST {ORG}/teams",
        sdk="Organization.create_team",
        says="create the team {name!r} of the organisation {org}",
        tier=REVERSIBLE,
        object=path("github:team:", answer("id")),
        before=all_ids(f"GET {ORG}/teams"),
        inverse=do(
            f"DELETE {BY_ID}",
            org_id=looked("org_id"),
            team_id=answer("id"),
            goal=gone(_MADE, parent=f"GET {ORG}"),
            still={**{name: answer(name) for name in _UNCHANGED}, "children": []},
            alike={"members_count": "own team", "repos_count": "own team"},
            ok=(404,),
        ),
        probe=find(
            f"GET {ORG}/teams",
            same=("name", "description", "privacy"),
            key="id",
            unless=before("ids"),
            pages="page",
            params={"per_page": 100},
        ),
        scopes=ORG_SCOPE,
        why="The team is deleted unless people changed it, joined it or put teams below it. "
        f"{DOCS}/teams#delete-a-team",
    ),
    *(*_team(BY_ID, *_FIELDS), *_members(BY_ID)),
    *(*_team(BY_OLD_ID, *together(*_FIELDS)), *_members(BY_OLD_ID)),
)
