"""Variables of organisations, and the repositories that see them: https://docs.github.com/rest/actions/variables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    REVERSIBLE,
    adding,
    before,
    computed,
    do,
    each,
    field,
    members,
    op,
    path,
    read,
    removing,
    restore,
    sent,
    shows,
    together,
)
from agentrein_github.operations.settings_places import ORG, ORG_OBJECT, ORG_SCOPE, chosen_repositories
from agentrein_github.operations.variables import DOCS, NAME, create, delete, delete_made, edit_tier

_ORG_AT = f"{ORG}/actions"
_CHOSEN = f"{_ORG_AT}/variables/{{name}}/repositories"
_ORG_VARIABLE = path(*ORG_OBJECT, "/variable:", NAME)
_ONE_OF_ORG = read(
    f"GET {_ORG_AT}/variables/{{name}}", maybe=True, completed="org variable", given={"name": sent("name")}
)
_REPOS = members(
    "repositories",
    read="chosen[]",
    add=do(f"PUT {_CHOSEN}/{{repository_id}}", repository_id=each, again="safe"),
    remove=do(f"DELETE {_CHOSEN}/{{repository_id}}", repository_id=each, ok=(404,), again="safe"),
    sent=[sent("repository_id")],
)


def variable_again(image: Mapping[str, Any]) -> dict[str, Any]:
    """A variable as it was; GitHub takes a list of repositories only where that says who sees it."""
    was = {"name": image["name"], "value": image["value"], "visibility": image["visibility"]}
    chosen = image.get("chosen_ids")
    return was if chosen is None else {**was, "selected_repository_ids": chosen}


_LISTED = chosen_repositories(_CHOSEN, name=sent("name"))

ROWS = (
    create(
        _ORG_AT,
        "the organisation {org}",
        "create-an-organization-variable",
        sdk="Organization.create_variable",
        object=_ORG_VARIABLE,
        inverse=delete_made(_ORG_AT, str(ORG), visibility=sent("visibility")),
        scopes=ORG_SCOPE,
    ),
    op(
        f"PATCH {_ORG_AT}/variables/{{name}}",
        sdk="OrganizationVariable.edit",
        says="set the variable {name} of the organisation {org} to {value!r}",
        tier=edit_tier,
        ignores=("name",),
        object=_ORG_VARIABLE,
        inverse=restore(
            _ONE_OF_ORG,
            f"PATCH {_ORG_AT}/variables/{{name}}",
            field("value"),
            together(
                field("visibility"), field("selected_repository_ids", read="chosen_ids", clear=[], same=(None, []))
            ),
        ),
        faithful=False,
        scopes=ORG_SCOPE,
        why="Value, visibility and chosen repositories are written back if they still read as the call left them. That "
        "GitHub forgets the chosen ones when others see the variable is inferred; they are read before. "
        f"{DOCS}#update-an-organization-variable",
    ),
    delete(
        _ORG_AT,
        "the organisation {org}",
        "delete-an-organization-variable",
        sdk="OrganizationVariable.delete",
        object=_ORG_VARIABLE,
        before=_ONE_OF_ORG,
        inverse=do(
            f"POST {_ORG_AT}/variables",
            computed(variable_again, before()),
            goal=shows(
                _ONE_OF_ORG,
                value=before("value"),
                visibility=before("visibility"),
                chosen_ids=before("chosen_ids"),
            ),
            still=None,
            changed=(409,),
        ),
        scopes=ORG_SCOPE,
    ),
    op(
        f"PUT {_CHOSEN}/{{repository_id}}",
        sdk="OrganizationVariable.add_repo",
        says="let the repository {repository_id} see the variable {name} of the organisation {org}",
        tier=REVERSIBLE,
        object=_ORG_VARIABLE,
        inverse=restore(_LISTED, None, adding(_REPOS)),
        faithful=False,
        scopes=ORG_SCOPE,
        why="It is taken from the list again if it was not on it before. "
        f"{DOCS}#add-selected-repository-to-an-organization-variable",
    ),
    op(
        f"DELETE {_CHOSEN}/{{repository_id}}",
        sdk="OrganizationVariable.remove_repo",
        says="hide the variable {name} of the organisation {org} from the repository {repository_id}",
        tier=REVERSIBLE,
        object=_ORG_VARIABLE,
        inverse=restore(_LISTED, None, removing(_REPOS)),
        faithful=False,
        scopes=ORG_SCOPE,
        why="It is put on the list again if it was on it before. "
        f"{DOCS}#remove-selected-repository-from-an-organization-variable",
    ),
)
