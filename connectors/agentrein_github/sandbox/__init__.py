"""A stand-in for GitHub's REST API on loopback: stateful, and as documented in status codes, bodies, ids and headers.

Written from the public documentation (https://docs.github.com/rest); one module per area beside this one.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import hashlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlencode

from agentrein.testing import Answer, Fault, Request, Routes, Sandbox, Stop
from agentrein_github.sandbox import (
    access,
    accounts,
    activity,
    assets,
    automation,
    branches,
    checks,
    code_security,
    comments,
    commit_comments,
    contents,
    copilot,
    custom_properties,
    deploy_keys,
    deployments,
    environments,
    gist_comments,
    gists,
    git,
    git_tags,
    graphql,
    history,
    hooks,
    issue_links,
    issues,
    labels,
    milestones,
    new_repos,
    org_hooks,
    org_people,
    orgs,
    people,
    protection,
    pulls,
    reactions,
    releases,
    repo_settings,
    repos,
    review_comments,
    reviews,
    secrets,
    security,
    seed,
    teams,
    variables,
)
from agentrein_github.sandbox.ask import DOCS, Ask, fail, not_found
from agentrein_github.sandbox.state import is_compensated, state_of
from agentrein_github.sandbox.world import LEVELS, Repo, World

_REDIRECTS = f"{DOCS}/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects"
_LIMITS = "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api"
_SECONDARY = (
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again. "
    "If you reach out to GitHub Support for help, please include the request ID."
)


ALL_SCOPES = ("admin:org", "admin:org_hook", "admin:public_key", "delete_repo", "gist", "repo", "user", "workflow")
"""What a classic token may be given: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps."""


class GitHubSandbox(Sandbox):
    """A stand-in for GitHub; clients take `base_url=sb.url` and a seeded token.

    It starts with the users octocat (`token-octocat`) and helper (`token-helper`), both administrators of the
    repository `acme/app` (id 9): branch main with README.md and docs/guide.md, labels bug, customer, security,
    the teams core and docs, discussion 1001,
    milestone 1 "v1", issue 1 "First issue" with label bug and one comment, both by helper; the workflow `ci.yml` with
    the run 70001, which goes on; the open Dependabot alert 1. Both own the organisation acme, hubot is
    a member of it, monalisa (`token-monalisa`) is not.
    `scopes` are those that answers name, of every token alike; None for tokens that have permissions instead.
    `moved_status` is what writes to a renamed repository's old name are answered with (307, or 301 for older servers).
    `enterprise` puts the API below `/api/v3`, and uploads below `/api/uploads`, as Enterprise Server does.
    """

    world: World
    table = Routes(
        people.routes,
        repos.routes,
        issues.routes,
        issue_links.routes,
        comments.routes,
        labels.routes,
        milestones.routes,
        contents.routes,
        git.routes,
        history.routes,
        pulls.routes,
        graphql.routes,
        environments.routes,
        orgs.routes,
        variables.routes,
        secrets.routes,
        reviews.routes,
        review_comments.routes,
        reactions.routes,
        commit_comments.routes,
        releases.routes,
        assets.routes,
        hooks.routes,
        new_repos.routes,
        accounts.routes,
        gist_comments.routes,
        gists.routes,
        activity.routes,
        repo_settings.routes,
        deploy_keys.routes,
        checks.routes,
        deployments.routes,
        protection.routes,
        access.routes,
        teams.routes,
        org_people.routes,
        automation.routes,
        org_hooks.routes,
        code_security.routes,
        copilot.routes,
        security.routes,
        custom_properties.routes,
        branches.routes,
        git_tags.routes,
    )

    def __init__(self, *, port: int = 0, moved_status: int = 307, enterprise: bool = False) -> None:
        self.moved_status = moved_status
        self._base = "/api/v3" if enterprise else ""
        super().__init__(port=port)

    def seed(self) -> None:
        """Put GitHub to its start."""
        self.scopes: str | None = ", ".join(ALL_SCOPES)
        self.world = seed.world(self.now)

    def state(self) -> dict[str, dict[str, Any]]:
        """Repositories, branches, refs, labels, milestones, issues, pulls and comments by path."""
        with self.lock:
            return state_of(self.world)

    def compensated(self, snapshot: Mapping[str, Any]) -> bool:
        """A closed pull request, and an issue closed as not planned, count as undone: GitHub deletes neither."""
        return is_compensated(snapshot)

    # Other people and the vendor, played by a test

    def add_user(self, login: str, token: str) -> None:
        """An account with a token (a further one if the account exists); it is no collaborator of any repository."""
        with self.lock:
            self.world.add_user(login)
            self.world.tokens[token] = login

    def revoke_token(self, token: str) -> None:
        """From now on this token is answered 401 Bad credentials."""
        with self.lock:
            del self.world.tokens[token]

    def add_collaborator(self, full_name: str, login: str, permission: str = "push") -> None:
        """Give an account access (`pull`, `triage`, `push`, `maintain`, `admin`), or take it away with `none`."""
        with self.lock:
            repo, user = self._repo(full_name), self.world.add_user(login)
            LEVELS.index(permission)
            repo.access.pop(user.login, None)
            if permission != "none":
                repo.access[user.login] = permission

    def add_repo(
        self,
        full_name: str,
        *,
        private: bool = False,
        has_issues: bool = True,
        files: Mapping[str, bytes | str] | None = None,
        collaborators: Mapping[str, str] | None = None,
    ) -> int:
        """A new repository with one commit, administered by octocat and helper unless said otherwise; returns its id.

        It may take a name that redirects so far: the redirect ends then. ValueError if a repository has the name now.
        """
        with self.lock:
            repo = self.world.add_repo(full_name)
            repo.private, repo.switches["has_issues"] = private, has_issues
            repo.access = dict(collaborators or dict.fromkeys(("octocat", "helper"), "admin"))
            seed.first_commit(self.world, repo, files or {"README.md": b"hello\n"})
            return repo.id

    def rename_repo(self, full_name: str, new_name: str) -> None:
        """Rename (or transfer) a repository; the old name redirects until another repository takes it."""
        with self.lock:
            repo = self._repo(full_name)
            owner, _, repo.name = new_name.partition("/")
            repo.owner = self.world.user(owner) or self.world.add_user(owner, "Organization")
            self.world.names[new_name.lower()] = repo.id

    def archive_repo(self, full_name: str, *, archived: bool = True) -> None:
        """Make a repository read-only, or writable again."""
        with self.lock:
            self._repo(full_name).archived = archived

    def disable_issues(self, full_name: str, *, disabled: bool = True) -> None:
        """Switch a repository's issues off, or on again: meanwhile the API answers 410 for each of them."""
        with self.lock:
            self._repo(full_name).switches["has_issues"] = not disabled

    def delete_issue(self, full_name: str, number: int) -> None:
        """Delete an issue as an administrator can on the web site; the API answers 410 for it from now on."""
        with self.lock:
            self._repo(full_name).issues[number].deleted = True

    def _repo(self, full_name: str) -> Repo:
        repo = self.world.repo(full_name)
        if repo is None:
            raise KeyError(f"no repository {full_name} in the sandbox")
        return repo

    # One request

    def understood(self, request: Request, headers: Mapping[str, str], content: bytes) -> Request:  # noqa: ARG002
        """A request without the prefix of an Enterprise server; an upload is bytes, whatever they look like."""
        path = request.path
        for prefix in (self._base, "/api/uploads") if self._base else ():
            path = path.removeprefix(prefix)
        request = dataclasses.replace(request, path=path)
        return dataclasses.replace(request, body=None, raw=content) if assets.takes_bytes(request) else request

    def is_write(self, request: Request) -> bool:
        """Every request but a GET, and a GraphQL query."""
        return super().is_write(request) and not (request.path.endswith("/graphql") and graphql.is_query(request))

    def actor_of(self, headers: Mapping[str, str]) -> str | None:
        """The login that the token belongs to.

        https://docs.github.com/rest/authentication/authenticating-to-the-rest-api
        """
        return self.world.tokens.get(_token(headers.get("authorization", "")))

    def answer(self, request: Request) -> Answer:
        """Act on a request as GitHub's REST API would."""
        try:
            answer = self._routed(request)
        except Stop as stop:
            answer = stop.answer
        return self._with_headers(request, answer)

    def fault_body(self, fault: Fault) -> Any:
        """GitHub's body for an injected error: its secondary rate limit, or a bare server error."""
        if fault.kind == "rate_limited":
            return {"message": _SECONDARY, "documentation_url": _LIMITS, "status": str(fault.status)}
        return {"message": "Server Error"}

    def _routed(self, request: Request) -> Answer:
        if request.credentialed and request.actor is None:
            raise fail(401, "Bad credentials")
        if request.raw and not assets.takes_bytes(request):
            raise fail(400, "Problems parsing JSON")
        user = self.world.user(request.actor) if request.actor else None
        ask = Ask(self.world, request, self.url + self._base, user)
        found = self.table.find(request.method, self._place(ask))
        if found is None:
            raise not_found()
        handler, variables = found
        if ask.place is not None:
            if handler is not repos.edit_repo:
                _require_unarchived(ask)
            variables = {name: value for name, value in variables.items() if name not in {"owner", "repo"}}
        return handler(ask, **variables)

    def _place(self, ask: Ask) -> str:
        """Note the repository that the path names; return the path under that repository's present name."""
        head, *parts = ask.request.path.lstrip("/").split("/")
        taken = {"repos": 2, "repositories": 1}.get(head)
        if taken is None or len(parts) < taken:
            return ask.request.path
        name, rest = unquote("/".join(parts[:taken])), "".join(f"/{part}" for part in parts[taken:])
        repo = self.world.repo(name) if head == "repos" else self.world.repos.get(int(name) if name.isdecimal() else 0)
        if repo is None or repo.level(ask.user) < LEVELS.index("pull"):
            raise not_found()
        if head == "repos" and name.lower() != repo.full_name.lower():
            raise self._moved(ask.request, repo, rest)
        ask.place = repo
        return f"/repos/{repo.full_name}{rest}"

    def _moved(self, request: Request, repo: Repo, rest: str) -> Stop:
        """Reads of an old name are answered 301, writes 307, both with the address by id."""
        address = f"{self.url}{self._base}/repositories/{repo.id}{rest}"
        body = {"message": "Moved Permanently", "url": address, "documentation_url": _REDIRECTS}
        query = f"?{urlencode(request.pairs)}" if request.pairs else ""
        status = self.moved_status if request.is_write else 301
        return Stop(Answer(status, body, {"Location": address + query}))

    def _with_headers(self, request: Request, answer: Answer) -> Answer:
        """Add the headers that every answer carries; 304 for a read whose ETag the client has."""
        headers = {
            "X-GitHub-Media-Type": "github.v3; format=json",
            "X-GitHub-Request-Id": f"SB:{request.n}",
            **({} if self.scopes is None else {"X-OAuth-Scopes": self.scopes}),
            "X-RateLimit-Limit": str(people.LIMIT),
            "X-RateLimit-Remaining": str(people.LIMIT - 1),
            "X-RateLimit-Used": "1",
            "X-RateLimit-Reset": str(int(self.now()) + 3600),
            "X-RateLimit-Resource": "core",
            **answer.headers,
        }
        if request.is_write or answer.status != 200:
            return dataclasses.replace(answer, headers=headers)
        headers["ETag"] = f'W/"{hashlib.sha256(answer.content).hexdigest()}"'
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Answer(304, None, headers)
        return dataclasses.replace(answer, headers=headers)


def _token(authorization: str) -> str:
    """The token in an Authorization header: `token X`, `Bearer X`, or the password of Basic."""
    scheme, _, credential = authorization.partition(" ")
    if scheme.lower() != "basic":
        return credential.strip() if scheme.lower() in {"token", "bearer"} else ""
    try:
        return base64.b64decode(credential).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _require_unarchived(ask: Ask) -> None:
    """An archived repository refuses every write but the edit of itself, which can unarchive it."""
    if ask.repo.archived and ask.request.is_write:
        raise fail(403, repos.ARCHIVED)
