"""The connector for GitHub, through PyGithub. Only `proxy` imports the SDK, so the table can be read without it."""

from __future__ import annotations

import re
from pathlib import Path

from agentrein.connector import Connector, load_refused
from agentrein_github.answers import BEYOND, classify, code, granted, status, who
from agentrein_github.graphql import graphql_root
from agentrein_github.operations import OPERATIONS
from agentrein_github.operations.places import REPO
from agentrein_github.operations.settings_places import ORG
from agentrein_github.readings import COMPARISONS, READINGS

_COMPUTES = re.compile(r"/markdown(/raw)?/?|(/repos/[^/]+/[^/]+|/repositories/\d+)/releases/generate-notes/?")
"""Paths that answer a POST with something computed and store nothing."""


def reads(method: str, path: str) -> bool:
    """Whether a request only reads: every GET and HEAD, because none of GitHub's executes, and two that compute."""
    return method in {"GET", "HEAD"} or (method == "POST" and _COMPUTES.fullmatch(path) is not None)


connector = Connector(
    name="github",
    title="GitHub",
    sdk="PyGithub",
    versions=">=2.10,<2.11",
    clients=("github.MainClass.Github", "github.GithubIntegration.GithubIntegration"),
    proxy="agentrein_github.proxy:arm",
    build="agentrein_github.proxy:from_environment",
    sandbox="agentrein_github.sandbox:GitHubSandbox",
    rehearsal="agentrein_github.sandbox.rehearsal:stand_in",
    callables="agentrein_github.callables:callables",
    operations=OPERATIONS,
    refused=load_refused(Path(__file__).with_name("refused.tsv")),
    reads=reads,
    classify=classify,
    who=who,
    code=code,
    status=status,
    places=(REPO, ORG),
    divided={"POST /graphql": graphql_root},
    comparisons=COMPARISONS,
    readings=READINGS,
    hosts=("uploads.github.com", "/api/graphql", "/api/uploads"),
    credentials=("POST /app/installations/{installation_id}/access_tokens", "POST /login/oauth/access_token"),
    granted=granted,
    beyond=BEYOND,
    shown_at="GitHub shows the permissions of a fine-grained token and of an app in their settings",
)

__all__ = ["connector", "reads"]
