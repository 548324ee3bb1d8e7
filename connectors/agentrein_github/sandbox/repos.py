"""Repositories: read and edit.

https://docs.github.com/rest/repos/repos
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, unprocessable

ARCHIVED = "Repository was archived so is read-only."
routes = Routes()
_DOCS = f"{DOCS}/repos/repos#update-a-repository"


@routes.on(f"GET {REPO}")
def get_repo(ask: Ask) -> Answer:
    """One repository.

    https://docs.github.com/rest/repos/repos#get-a-repository
    """
    shown = shapes.repo_json(ask.url, ask.repo, ask.user)
    source = ask.world.repos.get(ask.repo.fork_of or 0)
    if source is not None:
        shown |= dict.fromkeys(("parent", "source"), shapes.repo_json(ask.url, source, ask.user))
    return Answer(200, shown)


@routes.on(f"PATCH {REPO}")
def edit_repo(ask: Ask) -> Answer:
    """Change a repository; an archived one must be unarchived first.

    https://docs.github.com/rest/repos/repos#update-a-repository
    """
    ask.require("admin", hide=False)
    repo = ask.repo
    archived = _flag(ask, "archived", default=repo.archived)
    if repo.archived and archived:
        raise fail(403, ARCHIVED, _DOCS)
    name, branch = ask.text("name", _DOCS) or repo.name, ask.text("default_branch", _DOCS) or repo.default_branch
    description, homepage = ask.text("description", _DOCS), ask.text("homepage", _DOCS)
    private = _private(ask)
    switches = {field: _flag(ask, field, default=False) for field in shapes.SWITCHES if field in ask.fields}
    choices, security = _choices(ask), _security(ask)
    if repo.git.tip(branch) is None:
        raise unprocessable("Repository", "default_branch", "invalid", _DOCS)
    _rename(ask, name)
    if "description" in ask.fields:
        repo.description = description
    if "homepage" in ask.fields:
        repo.homepage = homepage
    repo.archived, repo.private, repo.default_branch = archived, private, branch
    repo.switches |= switches
    repo.choices |= choices
    repo.security = security
    repo.updated_at = ask.world.now()
    return get_repo(ask)


def _choices(ask: Ask) -> dict[str, str]:
    """The words for merge commits that a request chooses."""
    return {name: ask.text(name, _DOCS) or normal for name, normal in shapes.CHOICES.items() if name in ask.fields}


def _security(ask: Ask) -> set[str]:
    """The security features that are on after a request."""
    wanted = ask.fields.get("security_and_analysis") or {}
    if not isinstance(wanted, dict) or not set(wanted) <= set(shapes.SECURITY):
        raise malformed("For 'properties/security_and_analysis', that is no feature.", _DOCS)
    enabled = {name for name, said in wanted.items() if said.get("status") == "enabled"}
    return (ask.repo.security - set(wanted)) | enabled


def _flag(ask: Ask, name: str, *, default: bool) -> bool:
    value = ask.fields.get(name, default)
    if not isinstance(value, bool):
        raise malformed(f"For 'properties/{name}', {value!r} is not a boolean.", _DOCS)
    return value


def _private(ask: Ask) -> bool:
    visibility = ask.text("visibility", _DOCS)
    return visibility != "public" if visibility else _flag(ask, "private", default=ask.repo.private)


def _rename(ask: Ask, name: str) -> None:
    full_name = f"{ask.repo.owner.login}/{name}"
    taken = ask.world.repo(full_name)
    if taken is not None and taken is not ask.repo and taken.full_name.lower() == full_name.lower():
        raise unprocessable("Repository", "name", "custom", _DOCS, message="name already exists on this account")
    ask.repo.name = name
    ask.world.names[full_name.lower()] = ask.repo.id
