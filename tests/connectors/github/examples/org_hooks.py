"""Webhooks of an organisation."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import org

HOOK = "/orgs/{org}/hooks/{hook_id}"
HERE = "https://ci.example/hook"


def hook(gh: Github) -> Any:
    """The newest webhook."""
    return list(org(gh).get_hooks())[-1]


def with_hook(gh: Github) -> None:
    """A webhook of people's, without a secret."""
    org(gh).create_hook("web", {"url": HERE, "content_type": "json"}, ["push", "repository"])


def other_hook(gh: Github) -> None:
    """Another webhook of people's."""
    org(gh).create_hook("web", {"url": "https://theirs.example/hook"}, ["push"])


def edited(**other: Any) -> Any:
    """The newest webhook, some of it otherwise."""
    return lambda gh: hook(gh).edit("web", {"url": HERE, "content_type": "json"}, **other)


EXAMPLES = (
    Example(
        "POST /orgs/{org}/hooks",
        lambda gh: org(gh).create_hook("web", {"url": HERE, "secret": "hush-hush-hush"}, ["push"]),
        foreign=lambda gh: gh.requester.requestJsonAndCheck("PATCH", hook(gh).url, input={"active": False}),
        beside=other_hook,
    ),
    Example(
        f"PATCH {HOOK}",
        edited(events=["push"], active=False),
        prepare=with_hook,
        foreign=edited(events=["member"]),
        beside=other_hook,
    ),
    Example(
        f"DELETE {HOOK}",
        lambda gh: hook(gh).delete(),
        prepare=with_hook,
        foreign=lambda gh: org(gh).create_hook("web", {"url": HERE}, ["member"]),
        unforced="a webhook of that address stands there again, and another one is made beside it",
        beside=other_hook,
        leaves=("org:*/hook:*",),
    ),
)
