"""Repositories that come and go: https://docs.github.com/rest/repos/repos."""

from __future__ import annotations

import re
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    Operation,
    actor,
    answer,
    before,
    computed,
    do,
    either,
    find,
    gone,
    join,
    op,
    path,
    read,
    sent,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REPO, REPO_OBJECT, SCOPES
from agentrein_github.operations.settings_places import ORG

_SCOPES = (*SCOPES, ("delete_repo",))
_UNSAID = re.compile(r"[^A-Za-z0-9._-]+")
_RESIDUE = "Followers may have seen it; for a while, an owner can restore it on the website."
_STUCK = "Delete the repository on the website if nobody needs what is in it, then keep the action."


def repo_name(name: str) -> str:
    """The name that GitHub gives to a new repository: a hyphen stands for what cannot stand in one."""
    return _UNSAID.sub("-", name)


def owner_of(said: Any, account: str) -> str:
    """Whose a new repository will be: the owner that the call names, else the account's."""
    return said.get("owner") or account


def owner_of_fork(said: Any, account: str) -> str:
    """Whose a fork will be: the organisation that the call names, else the account's."""
    return said.get("organization") or account


def has_fork(owners: Any, owner: str) -> bool:
    """Whether there is a fork of this owner already, which GitHub gives instead of another one."""
    return owner.casefold() in {str(one).casefold() for one in owners}


def _by_name(owner: Any) -> Any:
    name = computed(repo_name, sent("name"))
    given = {"full_name": join(owner, "/", name)}
    return read(f"GET {REPO}", maybe=True, completed="named", given=given, owner=owner, repo=name)


_DELETE = do(
    f"DELETE {REPO}",
    owner=answer("owner.login"),
    repo=answer("name"),
    repo_id=answer("id"),
    goal=gone(read(f"GET {REPO.by_id}", maybe=True, completed="work", repo_id=answer("id")), parent="GET /user"),
    still={"id": answer("id"), "work": []},
    alike={"work": "own work"},
)
_FORK_OWNER = computed(owner_of_fork, sent(), actor("account"))


def _new(address: str, owner: Any, **row: Any) -> Operation:
    """The row that makes a repository of this owner's by its name, unless there is one of the name."""
    there = _by_name(owner)
    return op(
        address,
        tier=COSTLY,
        object=path("github:repo:", answer("id")),
        before=there,
        inverse=either({201: _DELETE, 200: None}),
        probe=stands(there, {"name": computed(repo_name, sent("name"))}, status=(201, 200)),
        residue=_RESIDUE,
        if_stuck=_STUCK,
        scopes=_SCOPES,
        **row,
    )


ROWS = (
    _new(
        "POST /user/repos",
        actor("account"),
        sdk="AuthenticatedUser.create_repo",
        says="create the repository {name}",
        why="The repository is deleted while everything in it is what the run put there, by author and words, and "
        "nobody forked it. GitHub answers 422 if there is one of the name; 200 stands for a probe that finds it there "
        "before. https://docs.github.com/rest/repos/repos#create-a-repository-for-the-authenticated-user",
    ),
    _new(
        f"POST {ORG}/repos",
        sent("org"),
        sdk="Organization.create_repo",
        says="create the repository {name} of the organisation {org}",
        why="As for the account's own, by the organisation's name; what the call grants a team, or sets as custom "
        "properties, goes with it. An organisation may let only its owners delete repositories: then a person is "
        "asked. https://docs.github.com/rest/repos/repos#create-an-organization-repository",
    ),
    _new(
        "POST /repos/{template_owner}/{template_repo}/generate",
        computed(owner_of, sent(), actor("account")),
        sdk="AuthenticatedUser.create_repo_from_template",
        says="create the repository {name} from {template_owner}/{template_repo}",
        why="As for a new repository; the files of the template are its first commit. "
        "https://docs.github.com/rest/repos/repos#create-a-repository-using-a-template",
    ),
    op(
        f"POST {REPO}/forks",
        sdk="AuthenticatedUser.create_fork / Repository.create_fork",
        says="fork {owner}/{repo}",
        tier=COSTLY,
        object=path("github:repo:", answer("id")),
        before=read(f"GET {REPO}/forks", sort="newest", per_page=100),
        inverse=either({True: None, False: _DELETE}, by=computed(has_fork, before("[].owner.login"), _FORK_OWNER)),
        probe=find(
            f"GET {REPO}/forks",
            same={"owner.login": _FORK_OWNER},
            since="created_at",
            newest=True,
            pages="page",
            params={"sort": "newest", "per_page": 100},
        ),
        residue=_RESIDUE,
        if_stuck=_STUCK,
        scopes=_SCOPES,
        why="The fork is deleted while it holds nothing that its source lacks but the run's own work. Who has a fork "
        "is given that one, so the forks are read before; of more than a hundred, the newest. GitHub answers 202 with "
        "the new repository, and copies the commits later. "
        "https://docs.github.com/rest/repos/forks#create-a-fork",
    ),
    op(
        f"DELETE {REPO}",
        sdk="Repository.delete",
        says="delete the repository {owner}/{repo}",
        tier=IRREVERSIBLE,
        object=path(*REPO_OBJECT),
        probe=stands(f"GET {REPO}", NOTHING_THERE),
        why="Nothing restores it by API; owners can restore some repositories on the website for 90 days. "
        "https://docs.github.com/rest/repos/repos#delete-a-repository",
    ),
)
