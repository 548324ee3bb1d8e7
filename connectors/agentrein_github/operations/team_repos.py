"""What teams may do in repositories: https://docs.github.com/rest/teams/teams."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    before,
    depends,
    do,
    either,
    gone,
    look,
    looked,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, WAS_THERE
from agentrein_github.operations.settings_places import ORG_SCOPE
from agentrein_github.operations.teams import BY_ID, BY_OLD_ID, BY_SLUG, DOCS, FORKS, TEAM

_IN_REPOS = path(*TEAM, "/repo:", sent("owner"), "/", sent("repo"))


_OLD_ROLES = (None, "pull", "push", "admin")
"""What the older address takes; None stands for a team that was not let in."""


@depends(REVERSIBLE, IRREVERSIBLE)
def old_let_in(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """The older address gives only back what it knows."""
    return REVERSIBLE if (image or {}).get("role") in _OLD_ROLES else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def old_taken(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """The older address gives only back what it knows."""
    return COSTLY if (image or {}).get("role") in _OLD_ROLES else IRREVERSIBLE


def _repos(at: str, sdk: str, team: str, tiers: Any = (REVERSIBLE, COSTLY), **more: Any) -> tuple[Operation, ...]:
    """The rows of what a team may do in a repository; `team` is how it is called."""
    one = f"{at}/repos/{{owner}}/{{repo}}"
    given = {name: sent(name) for name in ("org_id", "team_id", "team_slug", "owner", "repo") if f"{{{name}}}" in one}
    listed = read(
        f"GET {at}/repos",
        at="entry",
        maybe=True,
        completed="team repository",
        given={**given, "address": f"GET {at}/repos"},
        per_page=100,
    )
    shared: Any = {"scopes": ORG_SCOPE, "before": listed, **more}
    return (
        op(
            f"PUT {one}",
            sdk=sdk,
            says=f"let the team {team} into {{owner}}/{{repo}}",
            tier=tiers[0],
            inverse=either(
                {
                    False: do(
                        f"DELETE {one}",
                        goal=gone(listed, parent=f"GET {at}"),
                        still={"role": sent("permission")},
                        ok=(404,),
                    ),
                    True: do(
                        f"PUT {one}",
                        {"permission": before("role")},
                        goal=shows(listed, role=before("role")),
                        still={"role": sent("permission")},
                    ),
                },
                by=WAS_THERE,
            ),
            probe=stands(listed, {"there": True, "role": sent("permission")}),
            residue="What its members did meanwhile stays.",
            why="The role that the team had is given back, or the repository is taken from it. The older address takes "
            "three roles, so a team that has another one keeps it there: that is irreversible. "
            f"{DOCS}/teams#add-or-update-team-repository-permissions",
            **shared,
        ),
        op(
            f"DELETE {one}",
            sdk="Team.remove_from_repos",
            says=f"take {{owner}}/{{repo}} from the team {team}",
            tier=tiers[1],
            inverse=either(
                {
                    False: None,
                    True: do(
                        f"PUT {one}",
                        {"permission": before("role")},
                        goal=shows(listed, role=before("role")),
                        still=None,
                    ),
                },
                by=WAS_THERE,
            ),
            probe=stands(listed, NOTHING_THERE),
            residue=FORKS,
            why=f"The role that the team had is given again. {DOCS}/teams#remove-a-repository-from-a-team",
            **shared,
        ),
    )


ROWS = (
    *_repos(BY_ID, "Team.add_to_repos / Team.set_repo_permission", "{team_id}", object=_IN_REPOS),
    *_repos(
        BY_OLD_ID,
        "Team.add_to_repos / Team.set_repo_permission",
        "{team_id}",
        (old_let_in, old_taken),
        object=_IN_REPOS,
    ),
    *_repos(
        BY_SLUG,
        "Team.update_team_repository",
        "{team_slug}",
        object=path("github:team:", looked("team_id"), "/repo:", sent("owner"), "/", sent("repo")),
        lookups=(look("team_id", f"GET {BY_SLUG}", "id"),),
    ),
)
