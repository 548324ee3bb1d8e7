"""Webhooks, deploy keys and autolinks."""

from __future__ import annotations

from typing import Any

from github import Github
from github.Hook import Hook

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, repo

HOOK = f"{REPO}/hooks/{{hook_id}}"
HERE, THEIRS = "https://ci.example/hook", "https://theirs.example/hook"
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBx ci@example"
OTHER_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBy other@example"


def hook(gh: Github) -> Hook:
    """The newest webhook."""
    return list(repo(gh).get_hooks())[-1]


def with_hook(gh: Github) -> None:
    """A webhook of people's, without a secret."""
    repo(gh).create_hook("web", {"url": HERE, "content_type": "json"}, ["push", "release"])


def patched(**fields: Any) -> Any:
    """The newest webhook with only these fields changed; PyGithub's own method would send the configuration too."""
    return lambda gh: gh.requester.requestJsonAndCheck("PATCH", hook(gh).url, input=fields)


def configured(**config: str) -> Any:
    """The newest webhook with this configuration."""
    return lambda gh: hook(gh).edit("web", {"url": HERE, "content_type": "json", **config})


def other_hook(gh: Github) -> None:
    """Another webhook of people's."""
    repo(gh).create_hook("web", {"url": THEIRS}, ["push"])


def with_key(gh: Github) -> None:
    """A deploy key of people's."""
    repo(gh).create_key("ci", KEY, read_only=True)


def with_autolink(gh: Github) -> None:
    """An autolink of people's."""
    repo(gh).create_autolink("TICKET-", "https://tickets.example/<num>")


EXAMPLES = (
    Example(
        f"POST {REPO}/hooks",
        lambda gh: repo(gh).create_hook("web", {"url": HERE, "secret": "hush-hush-hush"}, ["push", "issues"]),
        prepare=other_hook,
        foreign=patched(active=False),
        beside=lambda gh: next(iter(repo(gh).get_hooks())).edit("web", {"url": THEIRS, "content_type": "json"}),
        name="with a secret",
    ),
    Example(
        f"POST {REPO}/hooks",
        lambda gh: repo(gh).create_hook("web", {"url": HERE, "content_type": "json", "insecure_ssl": "1"}),
        foreign=configured(secret="theirs-theirs"),
        beside=other_hook,
        name="without one",
    ),
    Example(
        f"PATCH {HOOK}",
        configured(url="https://new.example/hook", content_type="form"),
        prepare=with_hook,
        foreign=configured(url=THEIRS),
        beside=other_hook,
        name="another address",
    ),
    Example(
        f"PATCH {HOOK}",
        configured(insecure_ssl="1"),
        prepare=with_hook,
        foreign=configured(insecure_ssl="1", secret="theirs-theirs"),
        beside=patched(active=False),
        name="a configuration to which people give a secret",
    ),
    Example(
        f"PATCH {HOOK}",
        patched(active=False, events=["push"]),
        prepare=lambda gh: repo(gh).create_hook("web", {"url": HERE, "secret": "hush-hush-hush"}, ["push", "release"]),
        foreign=patched(events=["issues"]),
        beside=other_hook,
        name="events and activity of one with a secret",
    ),
    Example(
        f"PATCH {HOOK}",
        patched(add_events=["issues", "push"], remove_events=["release"]),
        prepare=with_hook,
        alone="events are undone one by one, so that nobody's are touched",
        beside=patched(add_events=["fork"]),
        name="events added and removed",
    ),
    Example(
        f"PATCH {HOOK}", configured(), prepare=with_hook, beside=patched(active=False), nothing=True, name="nothing new"
    ),
    Example(
        f"DELETE {HOOK}",
        lambda gh: hook(gh).delete(),
        prepare=with_hook,
        foreign=lambda gh: repo(gh).create_hook("web", {"url": HERE}, ["issues"]),
        unforced="webhooks with the same address may stand beside each other, and then it is not told which is meant",
        beside=other_hook,
    ),
    Example(
        f"POST {REPO}/keys",
        lambda gh: repo(gh).create_key("ci", KEY),
        alone="a deploy key cannot be edited",
        beside=lambda gh: repo(gh).create_key("ci", OTHER_KEY),
    ),
    Example(
        f"DELETE {REPO}/keys/{{key_id}}",
        lambda gh: next(iter(repo(gh).get_keys())).delete(),
        prepare=with_key,
        foreign=lambda gh: repo(gh).create_key("theirs", KEY),
        unforced="GitHub takes a key once",
        beside=lambda gh: repo(gh).create_key("ci", OTHER_KEY),
    ),
    Example(
        f"POST {REPO}/autolinks",
        lambda gh: repo(gh).create_autolink("JOB-", "https://jobs.example/<num>", is_alphanumeric=False),
        prepare=with_autolink,
        alone="an autolink cannot be edited",
        beside=lambda gh: repo(gh).create_autolink("DOC-", "https://docs.example/<num>"),
    ),
    Example(
        f"DELETE {REPO}/autolinks/{{autolink_id}}",
        lambda gh: repo(gh).remove_autolink(next(iter(repo(gh).get_autolinks()))),
        prepare=with_autolink,
        foreign=lambda gh: repo(gh).create_autolink("TICKET-", "https://theirs.example/<num>"),
        unforced="there is one autolink for a prefix",
        beside=lambda gh: repo(gh).create_autolink("DOC-", "https://docs.example/<num>"),
    ),
)
