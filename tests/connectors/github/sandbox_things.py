"""What the tests of the stand-in for GitHub share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import requests
from github import Github
from github.Issue import Issue

from agentrein_github.sandbox import GitHubSandbox

Connect = Callable[..., Github]


def labels_of(issue: Issue) -> list[str]:
    """The names of an issue's labels as a fresh read shows them."""
    return sorted(label.name for label in issue.get_labels())


def raw(sb: GitHubSandbox, method: str, path: str, *, timeout: float = 5, **options: Any) -> requests.Response:
    """A request without PyGithub, with its status and body visible."""
    headers = {"Authorization": "token token-octocat", **options.pop("headers", {})}
    return requests.request(method, sb.url + path, headers=headers, timeout=timeout, allow_redirects=False, **options)
