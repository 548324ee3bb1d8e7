"""Variables of repositories and environments: https://docs.github.com/rest/actions/variables."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    before,
    computed,
    depends,
    do,
    either,
    field,
    gone,
    maybe,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REPO, REPO_OBJECT
from agentrein_github.operations.settings_places import (
    ENVIRONMENT,
    ENVIRONMENT_OBJECT,
    REPO_SCOPE,
    capitals,
)

DOCS = "https://docs.github.com/rest/actions/variables"
NAME = computed(capitals, sent("name"))
AGAIN = "The variable has another creation date."
NAMED = "GitHub keeps names in capitals, whatever is sent"


def variable_body(body: Any) -> Any:
    """The request with its name in capitals, as GitHub shows it."""
    named = isinstance(body, dict) and isinstance(body.get("name"), str)
    return {**body, "name": capitals(body["name"])} if named else body


@depends(REVERSIBLE, IRREVERSIBLE)
def edit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A variable that gets another name is another variable: PyGithub sends the name that it has."""
    name = call.body.get("name") if isinstance(call.body, dict) else None
    return REVERSIBLE if name is None or capitals(name) == capitals(call.params["name"]) else IRREVERSIBLE


def create(at: Any, where: str, anchor: str, **row: Any) -> Operation:
    """The row that makes a variable at a place; `where` says which place, for people."""
    one = f"GET {at}/variables/{{name}}"
    return op(
        f"POST {at}/variables",
        says=f"set the new variable {{name}} of {where}",
        tier=REVERSIBLE,
        takes=variable_body,
        before=maybe(one, name=NAME),
        probe=stands(one, {"name": NAME}, status=(201, 200), name=NAME),
        why="The variable is deleted while it reads as it was made. GitHub answers 409 if there is one of the name; "
        f"200 stands for a probe that finds it there before. {DOCS}#{anchor}",
        **row,
    )


def delete_made(at: Any, parent: str, **still: Any) -> Any:
    """What undoes a new variable."""
    one = f"{at}/variables/{{name}}"
    undo = do(
        f"DELETE {one}",
        name=NAME,
        goal=gone(f"GET {one}", parent=f"GET {parent}", name=NAME),
        still={"value": sent("value"), **still},
        ok=(404,),
    )
    return either({201: undo, 200: None})


def delete(at: Any, where: str, anchor: str, **row: Any) -> Operation:
    """The row that deletes a variable of a place."""
    return op(
        f"DELETE {at}/variables/{{name}}",
        says=f"delete the variable {{name}} of {where}",
        tier=REVERSIBLE,
        probe=stands(f"GET {at}/variables/{{name}}", NOTHING_THERE),
        residue=AGAIN,
        why="The variable is made again with its value, which GitHub shows, if none of the name is there by now. "
        f"{DOCS}#{anchor}",
        **row,
    )


def make_again(at: Any) -> Any:
    """What undoes the deletion of a variable that has nothing but a name and a value."""
    return do(
        f"POST {at}/variables",
        {"name": before("name"), "value": before("value")},
        goal=shows(maybe(f"GET {at}/variables/{{name}}", name=before("name")), value=before("value")),
        still=None,
        changed=(409,),
    )


_REPO_AT = f"{REPO}/actions"
_REPO_VARIABLE = path(*REPO_OBJECT, "/variable:", NAME)
_ENVIRONMENT_VARIABLE = path(*ENVIRONMENT_OBJECT, "/variable:", NAME)
ROWS = (
    create(
        _REPO_AT,
        "{owner}/{repo}",
        "create-a-repository-variable",
        sdk="Repository.create_variable",
        object=_REPO_VARIABLE,
        inverse=delete_made(_REPO_AT, str(REPO)),
        scopes=REPO_SCOPE,
    ),
    op(
        f"PATCH {_REPO_AT}/variables/{{name}}",
        sdk="Variable.edit",
        says="set the variable {name} of {owner}/{repo} to {value!r}",
        tier=edit_tier,
        ignores=("name",),
        object=_REPO_VARIABLE,
        inverse=restore(f"GET {_REPO_AT}/variables/{{name}}", f"PATCH {_REPO_AT}/variables/{{name}}", field("value")),
        faithful=False,
        scopes=REPO_SCOPE,
        why=f"The value is written back if it still reads as the call left it. {NAMED}; a call that gives another "
        f"name is irreversible. {DOCS}#update-a-repository-variable",
    ),
    delete(
        _REPO_AT,
        "{owner}/{repo}",
        "delete-a-repository-variable",
        sdk="Repository.delete_variable / Variable.delete",
        object=_REPO_VARIABLE,
        before=read(f"GET {_REPO_AT}/variables/{{name}}"),
        inverse=make_again(_REPO_AT),
        scopes=REPO_SCOPE,
    ),
    create(
        ENVIRONMENT,
        "the environment {environment_name} of {owner}/{repo}",
        "create-an-environment-variable",
        sdk="Environment.create_variable",
        object=_ENVIRONMENT_VARIABLE,
        inverse=delete_made(ENVIRONMENT, str(REPO)),
        scopes=REPO_SCOPE,
    ),
    op(
        f"PATCH {ENVIRONMENT}/variables/{{name}}",
        sdk="Variable.edit",
        says="set the variable {name} of the environment {environment_name} of {owner}/{repo} to {value!r}",
        tier=edit_tier,
        ignores=("name",),
        object=_ENVIRONMENT_VARIABLE,
        inverse=restore(
            f"GET {ENVIRONMENT}/variables/{{name}}", f"PATCH {ENVIRONMENT}/variables/{{name}}", field("value")
        ),
        faithful=False,
        scopes=REPO_SCOPE,
        why=f"The value is written back if it still reads as the call left it. {NAMED}; a call that gives another "
        f"name is irreversible. {DOCS}#update-an-environment-variable",
    ),
    delete(
        ENVIRONMENT,
        "the environment {environment_name} of {owner}/{repo}",
        "delete-an-environment-variable",
        sdk="Environment.delete_variable / Variable.delete",
        object=_ENVIRONMENT_VARIABLE,
        before=read(f"GET {ENVIRONMENT}/variables/{{name}}"),
        inverse=make_again(ENVIRONMENT),
        scopes=REPO_SCOPE,
    ),
)
