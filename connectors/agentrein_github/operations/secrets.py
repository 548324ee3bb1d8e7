"""Secrets of repositories, environments and organisations: https://docs.github.com/rest/actions/secrets."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    adding,
    computed,
    depends,
    do,
    each,
    gone,
    members,
    op,
    path,
    read,
    removing,
    restore,
    sent,
    stands,
)
from agentrein_github.operations.places import REPO, REPO_OBJECT
from agentrein_github.operations.settings_places import (
    ENVIRONMENT,
    ENVIRONMENT_OBJECT,
    ORG,
    ORG_OBJECT,
    ORG_SCOPE,
    REPO_SCOPE,
    capitals,
    chosen_repositories,
)

_DOCS = "https://docs.github.com/rest/actions/secrets"
_NAME = computed(capitals, sent("secret_name"))


@depends(REVERSIBLE, IRREVERSIBLE)
def put_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A new secret can be deleted; the value of one that was there can never be read."""
    return REVERSIBLE if image is None else IRREVERSIBLE


def _put(at: Any, parent: Any, where: str, page: str, **row: Any) -> Operation:
    """The row that sets a secret at a place; `where` says which place, for people."""
    one = f"{at}/secrets/{{secret_name}}"
    return op(
        f"PUT {one}",
        says=f"set the secret {{secret_name}} of {where}",
        tier=put_tier,
        secret=("encrypted_value",),
        before=read(f"GET {one}", maybe=True),
        inverse=do(
            f"DELETE {one}",
            goal=gone(read(f"GET {one}", maybe=True, completed="secret"), parent=f"GET {parent}"),
            still={"set_again": False},
            ok=(404,),
        ),
        probe=stands(f"GET {one}", {"name": _NAME}),
        residue="Workflows that ran meanwhile had the secret.",
        why="A new secret is deleted while GitHub shows no later date of change than that of its creation, to the "
        f"second. One that was there is irreversible: its value cannot be read. {page}",
        **row,
    )


def _delete(at: Any, where: str, page: str, sdk: str) -> Operation:
    """The row that deletes a secret of a place."""
    return op(
        f"DELETE {at}/secrets/{{secret_name}}",
        sdk=sdk,
        says=f"delete the secret {{secret_name}} of {where}",
        tier=IRREVERSIBLE,
        why=f"The value of a secret can never be read, so an undo could not set it again. {page}",
    )


def _chosen_repositories(kind: str) -> tuple[Operation, ...]:
    """The rows of the repositories that may use an organisation's secret of a kind."""
    at = f"{ORG}/{kind}/secrets/{{secret_name}}/repositories"
    docs = f"https://docs.github.com/rest/{kind}/secrets"
    repositories = members(
        "repositories",
        read="chosen[]",
        add=do(f"PUT {at}/{{repository_id}}", repository_id=each, again="safe"),
        remove=do(f"DELETE {at}/{{repository_id}}", repository_id=each, ok=(404,), again="safe"),
        sent=[sent("repository_id")],
    )
    listed = chosen_repositories(at, secret_name=sent("secret_name"))
    secret = path(*ORG_OBJECT, f"/secret:{kind}:", _NAME)
    return (
        op(
            f"PUT {at}/{{repository_id}}",
            sdk="OrganizationSecret.add_repo",
            says="let the repository {repository_id} use the secret {secret_name} of the organisation {org}",
            tier=REVERSIBLE,
            object=secret,
            inverse=restore(listed, None, adding(repositories)),
            faithful=False,
            residue="Workflows that ran meanwhile had the secret.",
            scopes=ORG_SCOPE,
            why="It is taken from the list again if it was not on it before. "
            f"{docs}#add-selected-repository-to-an-organization-secret",
        ),
        op(
            f"DELETE {at}/{{repository_id}}",
            sdk="OrganizationSecret.remove_repo",
            says="keep the secret {secret_name} of the organisation {org} from the repository {repository_id}",
            tier=REVERSIBLE,
            object=secret,
            inverse=restore(listed, None, removing(repositories)),
            faithful=False,
            residue="Workflows that ran meanwhile did not have the secret.",
            scopes=ORG_SCOPE,
            why="It is put on the list again if it was on it before. "
            f"{docs}#remove-selected-repository-from-an-organization-secret",
        ),
    )


_IN_REPO = path(*REPO_OBJECT, "/secret:", sent("secret_type"), ":", _NAME)
_IN_ENVIRONMENT = path(*ENVIRONMENT_OBJECT, "/secret:", _NAME)
_OF_REPO, _OF_ENVIRONMENT = "{owner}/{repo}", "the environment {environment_name} of {owner}/{repo}"
_OF_ORG = "the organisation {org}"
_DEPENDABOT = "https://docs.github.com/rest/dependabot/secrets"

ROWS = (
    _put(
        f"{REPO}/{{secret_type}}",
        REPO,
        _OF_REPO,
        f"{_DOCS}#create-or-update-a-repository-secret",
        sdk="Repository.create_secret",
        object=_IN_REPO,
        scopes=REPO_SCOPE,
    ),
    _delete(
        f"{REPO}/{{secret_type}}",
        _OF_REPO,
        f"{_DOCS}#delete-a-repository-secret",
        "Repository.delete_secret / Secret.delete",
    ),
    _put(
        ENVIRONMENT,
        REPO,
        _OF_ENVIRONMENT,
        f"{_DOCS}#create-or-update-an-environment-secret",
        sdk="Environment.create_secret",
        object=_IN_ENVIRONMENT,
        scopes=REPO_SCOPE,
    ),
    _delete(
        ENVIRONMENT,
        _OF_ENVIRONMENT,
        f"{_DOCS}#delete-an-environment-secret",
        "Environment.delete_secret / Secret.delete",
    ),
    _put(
        f"{ORG}/actions",
        ORG,
        _OF_ORG,
        f"{_DOCS}#create-or-update-an-organization-secret",
        sdk="Organization.create_secret / OrganizationSecret.edit",
        object=path(*ORG_OBJECT, "/secret:actions:", _NAME),
        scopes=ORG_SCOPE,
    ),
    _delete(f"{ORG}/actions", _OF_ORG, f"{_DOCS}#delete-an-organization-secret", "OrganizationSecret.delete"),
    *_chosen_repositories("actions"),
    _put(
        f"{ORG}/dependabot",
        ORG,
        _OF_ORG,
        f"{_DEPENDABOT}#create-or-update-an-organization-secret",
        sdk="Organization.create_secret / OrganizationSecret.edit",
        object=path(*ORG_OBJECT, "/secret:dependabot:", _NAME),
        scopes=ORG_SCOPE,
    ),
    _delete(f"{ORG}/dependabot", _OF_ORG, f"{_DEPENDABOT}#delete-an-organization-secret", "OrganizationSecret.delete"),
    *_chosen_repositories("dependabot"),
)
