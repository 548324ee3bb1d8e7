"""The proxy for PyGithub: `arm` puts the gate into a client; importing this installs the seams on the SDK's classes.

Five methods of the SDK make a client or an object from the settings of another one, so that it would stand outside of
the gate. Their seams arm what comes out of an armed one and leave everything else alone.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, TypeVar

from github import Github, GithubIntegration
from github.Installation import Installation

from agentrein.connector import Options, UsageError
from agentrein_github.proxy.client import GitHubClient
from agentrein_github.proxy.environment import github
from agentrein_github.proxy.requester import GatedRequester, arm_requester, options_of

T = TypeVar("T")

_SEAMS: tuple[tuple[type, str], ...] = (
    (Github, "withLazy"),
    (Github, "get_app"),
    (GithubIntegration, "withLazy"),
    (GithubIntegration, "get_github_for_installation"),
    (Installation, "get_github_for_installation"),
)


def arm(client: T, options: Options) -> T:
    """Put the gate into a `Github` or `GithubIntegration`; raises UsageError if it is armed with other options."""
    if not isinstance(client, Github | GithubIntegration):
        raise UsageError(
            f"{type(client).__qualname__} is no client of PyGithub", now="wrap a Github or GithubIntegration"
        )
    arm_requester(client.requester, options)
    return client


def client_of(client: Github | GithubIntegration) -> GitHubClient:
    """An armed client as the core sees it; raises UsageError if it is not armed."""
    if not isinstance(client.requester, GatedRequester):
        raise UsageError("this client is not armed", now="rein.wrap(client)")
    return GitHubClient(client.requester)


def from_environment(environ: Mapping[str, str]) -> GitHubClient:
    """An armed client for a revert, from the usual variables; raises ClientError naming those that are missing."""
    return client_of(arm(github(environ), Options()))


def _install(owner: type, name: str) -> None:
    original = getattr(owner, name)
    if hasattr(original, "__rein_seam__"):
        return

    @functools.wraps(original)
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        made = original(self, *args, **kwargs)
        options = options_of(self.requester)
        if options is not None:
            arm_requester(made.requester, options)
        return made

    method.__rein_seam__ = True  # type: ignore[attr-defined]
    setattr(owner, name, method)


for _owner, _name in _SEAMS:
    _install(_owner, _name)

__all__ = ["GatedRequester", "GitHubClient", "arm", "client_of", "from_environment"]
