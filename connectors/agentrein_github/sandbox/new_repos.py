"""Repositories that come and go: made, made from a template, forked, deleted.

https://docs.github.com/rest/repos/repos
"""

from __future__ import annotations

import copy
import re

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, unprocessable
from agentrein_github.sandbox.git_shapes import commit_json
from agentrein_github.sandbox.orgs import org_of
from agentrein_github.sandbox.store import FILE_MODE
from agentrein_github.sandbox.world import Repo, User

routes = Routes()
_DOCS = f"{DOCS}/repos/repos"
_UNSAID = re.compile(r"[^A-Za-z0-9._-]+")


def _shown(ask: Ask, repo: Repo, status: int) -> Answer:
    return Answer(status, shapes.repo_json(ask.url, repo, ask.user))


def _made(ask: Ask, owner: User, name: str) -> Repo:
    """A repository of this name, in which GitHub puts a hyphen where a character cannot stand; 422 if it is taken."""
    full_name = f"{owner.login}/{_UNSAID.sub('-', name)}"
    taken = ask.world.repo(full_name)
    if taken is not None and taken.full_name.lower() == full_name.lower():
        message = "name already exists on this account"
        raise unprocessable("Repository", "name", "custom", _DOCS, message=message)
    repo = ask.world.add_repo(full_name)
    repo.private = ask.fields.get("private") is True
    repo.access = {ask.me.login: "admin"}
    return repo


def _first_commit(ask: Ask, repo: Repo, files: dict[str, tuple[str, str]]) -> None:
    git = repo.git
    commit = git.commit(git.write_files(files), (), "Initial commit", ask.world.signature(ask.me), login=ask.me.login)
    git.refs[f"refs/heads/{repo.default_branch}"] = commit.sha


@routes.on("POST /user/repos")
def create_repo(ask: Ask) -> Answer:
    """Make a repository of the account's own.

    https://docs.github.com/rest/repos/repos#create-a-repository-for-the-authenticated-user
    """
    return _created(ask, ask.me)


@routes.on("POST /orgs/{org}/repos")
def create_org_repo(ask: Ask, org: str) -> Answer:
    """Make a repository of an organisation, whose owners administer it.

    https://docs.github.com/rest/repos/repos#create-an-organization-repository
    """
    found = org_of(ask, org)
    if not found.role(ask.me):
        raise fail(403, "You need to be a member of the organization.", _DOCS)
    answer = _created(ask, found.account)
    owners = [one.user.login for one in found.members.values() if found.role(one.user) == "admin"]
    ask.world.repos[answer.body["id"]].access |= dict.fromkeys(owners, "admin")
    return answer


def _created(ask: Ask, owner: User) -> Answer:
    repo = _made(ask, owner, ask.text("name", _DOCS, needed=True) or "")
    repo.description, repo.homepage = ask.text("description", _DOCS), ask.text("homepage", _DOCS)
    repo.switches |= {name: ask.fields[name] is True for name in shapes.SWITCHES if name in ask.fields}
    if ask.fields.get("auto_init") is True:
        _first_commit(ask, repo, {"README.md": (FILE_MODE, repo.git.blob(f"# {repo.name}\n".encode()))})
    return _shown(ask, repo, 201)


@routes.on(f"POST {REPO}/generate")
def generate_repo(ask: Ask) -> Answer:
    """Make a repository with the files of a template.

    https://docs.github.com/rest/repos/repos#create-a-repository-using-a-template
    """
    template = ask.repo
    if not template.switches.get("is_template"):
        raise fail(404, "Not Found", f"{_DOCS}#create-a-repository-using-a-template")
    owner = ask.world.user(ask.text("owner", _DOCS) or ask.me.login)
    repo = _made(ask, owner or ask.me, ask.text("name", _DOCS, needed=True) or "")
    repo.description, repo.git = ask.text("description", _DOCS), copy.deepcopy(template.git)
    tip = template.git.tip(template.default_branch)
    repo.git.refs.clear()
    if tip is not None:
        _first_commit(ask, repo, template.git.files(tip.tree))
    return _shown(ask, repo, 201)


@routes.on(f"GET {REPO}/forks")
def list_forks(ask: Ask) -> Answer:
    """The forks, newest first.

    https://docs.github.com/rest/repos/forks#list-forks
    """
    forks = [one for one in reversed(ask.world.repos.values()) if one.fork_of == ask.repo.id]
    return ask.page(forks, lambda one: shapes.repo_json(ask.url, one, ask.user))


@routes.on(f"POST {REPO}/forks")
def fork_repo(ask: Ask) -> Answer:
    """Fork a repository, which takes a while; who has a fork of it already is given that one.

    https://docs.github.com/rest/repos/forks#create-a-fork
    """
    source = ask.repo
    owner = ask.world.user(ask.text("organization", _DOCS) or ask.me.login) or ask.me
    known = next((one for one in ask.world.repos.values() if one.fork_of == source.id and one.owner is owner), None)
    if known is None:
        known = _made(ask, owner, ask.text("name", _DOCS) or source.name)
        known.git, known.fork_of, known.private = copy.deepcopy(source.git), source.id, source.private
        known.description, known.default_branch = source.description, source.default_branch
        known.updated_at = source.updated_at
    return _shown(ask, known, 202)


@routes.on(f"DELETE {REPO}")
def delete_repo(ask: Ask) -> Answer:
    """Delete a repository with everything in it.

    https://docs.github.com/rest/repos/repos#delete-a-repository
    """
    ask.require("admin", hide=False)
    del ask.world.repos[ask.repo.id]
    ask.world.names = {name: number for name, number in ask.world.names.items() if number != ask.repo.id}
    return Answer(204)


@routes.on(f"GET {REPO}/compare/{{basehead+}}")
def compare(ask: Ask, basehead: str) -> Answer:
    """The commits of the head that the base lacks; the base may be a branch of the repository that this one forks.

    https://docs.github.com/rest/commits/commits#compare-two-commits
    """
    base, _, head = basehead.partition("...")
    owner, _, branch = base.rpartition(":")
    source = ask.world.repos.get(ask.repo.fork_of or 0)
    there = source if source is not None and source.owner.login.lower() == owner.lower() else ask.repo
    old, new = there.git.resolve(branch), ask.repo.git.resolve(head)
    if old is None or new is None:
        raise fail(404, "Not Found", f"{DOCS}/commits/commits#compare-two-commits")
    here, others = ask.repo.git.history(new.sha), there.git.history(old.sha)
    ahead = [one for one in reversed(here) if one.sha not in {other.sha for other in others}]
    behind = len([one for one in others if one.sha not in {other.sha for other in here}])
    status = {(True, False): "ahead", (False, True): "behind", (False, False): "identical"}
    said = status.get((bool(ahead), bool(behind)), "diverged")
    counts = {"status": said, "ahead_by": len(ahead), "behind_by": behind, "total_commits": len(ahead)}
    return Answer(200, {**counts, "commits": [commit_json(ask, one) for one in ahead]})
