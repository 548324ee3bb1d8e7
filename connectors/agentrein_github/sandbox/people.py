"""Accounts, collaborators and limits.

https://docs.github.com/rest/users/users
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, not_found
from agentrein_github.sandbox.world import LEVELS, User

LIMIT = 5000
routes = Routes()


@routes.on("GET /user")
def get_me(ask: Ask) -> Answer:
    """The account of the token.

    https://docs.github.com/rest/users/users#get-the-authenticated-user
    """
    return Answer(200, shapes.profile_json(ask.url, ask.me, ask.world.now()))


@routes.on("GET /users/{login}")
def get_user(ask: Ask, login: str) -> Answer:
    """One account.

    https://docs.github.com/rest/users/users#get-a-user
    """
    user = ask.world.user(login)
    if user is None:
        raise not_found(f"{DOCS}/users/users#get-a-user")
    return Answer(200, shapes.profile_json(ask.url, user, ask.world.now()))


@routes.on("GET /rate_limit")
def rate_limit(ask: Ask) -> Answer:
    """The limits, which the sandbox never exhausts by itself.

    https://docs.github.com/rest/rate-limit/rate-limit
    """
    core = {"limit": LIMIT, "used": 0, "remaining": LIMIT, "reset": int(ask.world.clock()) + 3600}
    kinds = ("core", "search", "graphql", "integration_manifest", "code_scanning_upload")
    return Answer(200, {"resources": dict.fromkeys(kinds, core), "rate": core})


@routes.on("GET /meta")
def meta(ask: Ask) -> Answer:  # noqa: ARG001 - every handler takes the request
    """What the installation is.

    https://docs.github.com/rest/meta/meta
    """
    return Answer(200, {"verifiable_password_authentication": False, "hooks": [], "web": [], "api": [], "git": []})


@routes.on(f"GET {REPO}/collaborators", f"GET {REPO}/assignees")
def list_collaborators(ask: Ask) -> Answer:
    """Who may write here.

    https://docs.github.com/rest/collaborators/collaborators
    """
    people = [user for user in map(ask.world.user, ask.repo.access) if user]
    return ask.page(people, lambda user: _collaborator(ask, user))


def _collaborator(ask: Ask, user: User) -> dict[str, Any]:
    level = ask.repo.level(user)
    permissions = {name: level >= LEVELS.index(name) for name in LEVELS[1:]}
    return {**shapes.user_json(ask.url, user), "permissions": permissions, "role_name": LEVELS[level]}


@routes.on(f"GET {REPO}/collaborators/{{login}}", f"GET {REPO}/assignees/{{login}}")
def check_collaborator(ask: Ask, login: str) -> Answer:
    """204 if the account is one, else 404.

    https://docs.github.com/rest/collaborators/collaborators#check-if-a-user-is-a-repository-collaborator
    """
    user = ask.world.user(login)
    if user is None or user.login not in ask.repo.access:
        raise not_found(f"{DOCS}/collaborators/collaborators")
    return Answer(204)


@routes.on(f"GET {REPO}/collaborators/{{login}}/permission")
def get_permission(ask: Ask, login: str) -> Answer:
    """What an account may do.

    https://docs.github.com/rest/collaborators/collaborators#get-repository-permissions-for-a-user
    """
    user = ask.world.user(login)
    if user is None:
        raise not_found(f"{DOCS}/collaborators/collaborators")
    level = LEVELS[ask.repo.level(user)]
    legacy = {"triage": "read", "pull": "read", "push": "write", "maintain": "write"}.get(level, level)
    return Answer(200, {"permission": legacy, "role_name": level, "user": _collaborator(ask, user)})
