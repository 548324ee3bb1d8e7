"""What teams may do in repositories: https://docs.github.com/rest/teams/teams."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    Operation,
    before,
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


def _repos(at: str, sdk: str, team: str, **more: Any) -> tuple[Operation, ...]:
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
            tier=REVERSIBLE,
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
            why="The role that the team had is given back, or the repository is taken from it. "
            f"{DOCS}/teams#add-or-update-team-repository-permissions",
            **shared,
        ),
        op(
            f"DELETE {one}",
            sdk="Team.remove_from_repos",
            says=f"take {{owner}}/{{repo}} from the team {team}",
            tier=COSTLY,
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
    *_repos(BY_OLD_ID, "Team.add_to_repos / Team.set_repo_permission", "{team_id}", object=_IN_REPOS),
    *_repos(
        BY_SLUG,
        "Team.update_team_repository",
        "{team_slug}",
        object=path("github:team:", looked("team_id"), "/repo:", sent("owner"), "/", sent("repo")),
        lookups=(look("team_id", f"GET {BY_SLUG}", "id"),),
    ),
)
