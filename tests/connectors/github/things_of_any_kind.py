"""An object of every class of PyGithub as GitHub might answer it, and arguments for every method that writes."""

from __future__ import annotations

import base64
import inspect
import io
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from github import Auth, GithubIntegration, InputFileContent, InputGitTreeElement
from github.OrganizationCustomProperty import CustomProperty
from github.Requester import Requester

import agentrein as rein
from connectors.github.written import classes
from github_kit import NO_PAUSE

REPO = "/repos/acme/app"
PLACES = {
    "Artifact": f"{REPO}/actions/artifacts/1",
    "AuthenticatedUser": "/user",
    "Authorization": "/authorizations/1",
    "CheckRun": f"{REPO}/check-runs/1",
    "CheckSuite": f"{REPO}/check-suites/1",
    "Commit": f"{REPO}/commits/c0ffee",
    "CommitComment": f"{REPO}/comments/1",
    "Deployment": f"{REPO}/deployments/1",
    "Download": f"{REPO}/downloads/1",
    "Environment": f"{REPO}/environments/prod",
    "Gist": "/gists/1",
    "GistComment": "/gists/1/comments/1",
    "GitRef": f"{REPO}/git/refs/heads/feat",
    "GitRelease": f"{REPO}/releases/1",
    "GitReleaseAsset": f"{REPO}/releases/assets/1",
    "Hook": f"{REPO}/hooks/1",
    "Issue": f"{REPO}/issues/1",
    "IssueComment": f"{REPO}/issues/comments/1",
    "Label": f"{REPO}/labels/bug",
    "Migration": "/user/migrations/1",
    "Milestone": f"{REPO}/milestones/1",
    "Notification": "/notifications/threads/1",
    "Organization": "/orgs/acme",
    "OrganizationInvitation": "/orgs/acme/invitations/1",
    "OrganizationSecret": "/orgs/acme/actions/secrets/S",
    "OrganizationVariable": "/orgs/acme/actions/variables/V",
    "Project": "/projects/1",
    "ProjectCard": "/projects/columns/cards/1",
    "ProjectColumn": "/projects/columns/1",
    "PullRequest": f"{REPO}/pulls/1",
    "PullRequestComment": f"{REPO}/pulls/comments/1",
    "PullRequestReview": f"{REPO}/pulls/1/reviews/1",
    "Reaction": "/reactions/1",
    "Repository": REPO,
    "RepositoryAdvisory": f"{REPO}/security-advisories/GHSA-1",
    "RepositoryKey": f"{REPO}/keys/1",
    "Secret": f"{REPO}/actions/secrets/S",
    "Team": "/organizations/1/team/1",
    "UserKey": "/user/keys/1",
    "Variable": f"{REPO}/actions/variables/V",
    "Workflow": f"{REPO}/actions/workflows/1",
    "WorkflowRun": f"{REPO}/actions/runs/1",
}
"""Where things of a class lie; a search result lies where what was found does."""

LISTS = {
    "assets": ["id"],
    "assignees": [],
    "blocked_by": [],
    "collaborators": [],
    "comments": [],
    "emails": [],
    "forks": [],
    "invitations": ["repository"],
    "keys": [],
    "labels": [],
    "reactions": ["id"],
    "pulls": [],
    "releases": [],
    "repos": [],
    "repository_invitations": ["repository"],
    "schema": [],
    "statuses": [],
    "sub_issues": ["id"],
    "tags": [],
    "teams": [],
    "values": [],
}
"""The last segments of paths that answer a list, of one thing or of none."""


def shown(url: str, path: str) -> dict[str, Any]:
    """A thing that could be any: whatever a class of PyGithub, or a reading of ours, looks at."""
    person = {"login": "octocat", "id": 1, "type": "User", "url": f"{url}/users/octocat"}
    owner = {"login": "acme", "id": 2, "type": "Organization", "url": f"{url}/orgs/acme"}
    repo = {"id": 9, "name": "app", "full_name": "acme/app", "owner": owner, "url": f"{url}{REPO}"}
    repo |= {"default_branch": "main", "has_issues": True, "archived": False}
    parent = {**repo, "id": 8, "full_name": "upstream/app", "owner": {**owner, "login": "upstream"}}
    side = {"ref": "feat", "sha": "c0ffee", "repo": repo, "user": person}
    return {
        **repo,
        "url": f"{url}{path}",
        "id": 9 if path == REPO else 1,
        "node_id": "N1",
        "number": 1,
        "login": "octocat",
        "name": path.rpartition("/")[2],
        "title": "T",
        "state": "open",
        "ref": "refs/heads/feat",
        "sha": "c0ffee",
        "object": {"sha": "c0ffee", "type": "commit"},
        "user": person,
        "organization": owner,
        "repository": repo,
        "parent": parent,
        "head": side,
        "base": side,
        "issue_url": f"{url}{REPO}/issues/1",
        "pull_request_url": f"{url}{REPO}/pulls/1",
        "protection_url": f"{url}{REPO}/branches/main/protection",
        "upload_url": f"{url}{REPO}/releases/1/assets{{?name,label}}",
        "key": base64.b64encode(b"\x09" + bytes(31)).decode(),
        "key_id": "1",
        "ghsa_id": "GHSA-1",
        "visibility": "selected",
        "content": "heart",
        "role": "direct_member",
        "permissions": "write",
        "invitee": person,
        "items": [],
        "credits": [],
        "vulnerabilities": [],
    }


def listed(url: str, path: str) -> list[dict[str, Any]] | None:
    """What a list holds; None where a path is none of one."""
    kinds = LISTS.get(path.rpartition("/")[2])
    return None if kinds is None else [shown(url, f"{path}/1") for _ in kinds]


class App(Auth.AppAuth):
    """An app whose signature nobody checks."""

    def __init__(self) -> None:
        super().__init__(7, sign_func=lambda payload: "jwt")


def thing(kind: type, requester: Requester, url: str) -> Any:
    """An object of a class, whose requests go through this requester."""
    if kind is Requester:
        return requester
    if kind is GithubIntegration:
        return rein.wrap(GithubIntegration(auth=App(), base_url=url, **NO_PAUSE))
    if kind.__name__ == "Copilot":
        return kind(requester, "acme")
    place = next((PLACES[one.__name__] for one in kind.__mro__ if one.__name__ in PLACES), "/nowhere")
    links = (name for name, _ in inspect.getmembers(kind, lambda one: isinstance(one, property)))
    linked = {name: f"{url}{place}/{name.removesuffix('_url')}" for name in links if name.endswith("_url")}
    given = {**linked, **shown(url, place), **({"id": "D1"} if "Discussion" in kind.__name__ else {})}
    done = {"completed": True} if "completed" in inspect.signature(kind.__init__).parameters else {}  # type: ignore[misc]
    return kind(requester, {}, given, **done)


# --- arguments

MUTATION = 'mutation { minimizeComment(input: {subjectId: "N1", classifier: SPAM}) { clientMutationId } }'
BY_TYPE: dict[str, Any] = {
    "dict": {"a": "b"},
    "str": "x",
    "int": 1,
    "bool": True,
    "datetime": datetime(2030, 1, 1, tzinfo=UTC),
    "Any": {},
    "BinaryIO": io.BytesIO(b"x"),
    "T_gh": classes()["Issue"],
    "CustomProperty": CustomProperty("p", "string"),
    "InputGitTreeElement": InputGitTreeElement("a.txt", "100644", "blob", content="x"),
}
BY_NAME: dict[str, Any] = {
    "verb": "POST",
    "url": f"{REPO}/issues",
    "query": MUTATION,
    "variables": {},
    "mutation_name": "minimizeComment",
    "mutation_input": {"subjectId": "N1", "classifier": "SPAM"},
    "data_path": ["minimizeComment"],
}
_CONFIG = {"config": {"url": "https://ci.acme.example"}}
_TEAM = {"repo": "acme/app"}
FURTHER: dict[str, dict[str, Any]] = {
    "add_to_repos": _TEAM,
    "create_custom_property_values": {"properties": {"a": "b"}},
    "create_gist": {"files": {"a.txt": InputFileContent("x")}},
    "create_git_release": {"name": "N", "message": "M"},
    "create_hook": _CONFIG,
    "create_migration": {"repos": ["acme/app"]},
    "add_vulnerabilities": {"vulnerabilities": []},
    "create_card": {"note": "N"},
    "create_project": {"body": "B"},
    "offer_credits": {"credited": []},
    "edit_hook": {"id": 1, **_CONFIG},
    "invite_user": {"email": "a@b.test"},
    "remove_from_repos": _TEAM,
    "requestMemoryBlobAndCheck": {"headers": {"Content-Type": "text/plain", "Content-Length": "1"}},
    "set_repo_permission": _TEAM,
    "update_check_suites_preferences": {"auto_trigger_checks": [{"app_id": 1, "setting": False}]},
    "update_custom_properties": {"properties": {"a": "b"}},
    "update_dependabot_alert": {"state": "dismissed", "dismissed_reason": "no_bandwidth"},
    "update_team_repository": _TEAM,
    "upload_asset": {"path": __file__},
    "upload_asset_from_memory": {"file_size": 1},
}
"""What a method needs besides, or in another form than, the types of its required arguments say."""


def arguments(function: Callable[..., Any], made: Callable[[str], Any]) -> dict[str, Any]:
    """Something of the right type for each required argument; `made` makes an object of a class by its name."""
    asked = [one for name, one in inspect.signature(function).parameters.items() if name != "self"]
    needed = [
        one for one in asked if one.default is one.empty and one.kind not in {one.VAR_POSITIONAL, one.VAR_KEYWORD}
    ]
    further = FURTHER.get(function.__name__, {})
    return {
        **{
            one.name: BY_NAME[one.name] if one.name in BY_NAME else fitting(str(one.annotation), made)
            for one in needed
            if one.name not in further
        },
        **further,
    }


def fitting(kind: str, made: Callable[[str], Any]) -> Any:
    """A value for an annotation."""
    inner = re.match(r"(?:Opt\[)?(?:list|Iterable|Sequence)\[(.*)\]", kind)
    if inner:
        return [fitting(inner[1], made)]
    words = re.findall(r"\w+", kind)
    for word, value in BY_TYPE.items():
        if word in words:
            return value
    return made(next(word for word in words if word in classes()))
