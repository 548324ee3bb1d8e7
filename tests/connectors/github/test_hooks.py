"""Webhooks, whose secrets nobody can read, and keys, where a token may lose its right to see them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from github import Auth, Github
from github.Hook import Hook

import agentrein as rein
from agentrein.connector import Refused
from agentrein.testing.crash import no_waiting
from agentrein_github.operations.hooks import hook_body
from agentrein_github.sandbox import GitHubSandbox
from connectors.github.examples.hooks import HERE, KEY
from github_kit import NO_PAUSE

SECRET = "hush-hush-hush"


@pytest.fixture(autouse=True)
def environment(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


@pytest.fixture
def person(sb: GitHubSandbox) -> Iterator[Github]:
    """Somebody else's plain client."""
    with Github(auth=Auth.Token("token-helper"), base_url=sb.url, lazy=True, **NO_PAUSE) as client:
        yield client


def hook(client: Github) -> Hook:
    """The newest webhook."""
    return list(client.get_repo("acme/app").get_hooks())[-1]


def make(client: Github, **config: str) -> None:
    """A webhook with this in its configuration."""
    client.get_repo("acme/app").create_hook("web", {"url": HERE, **config}, ["push"])


@pytest.mark.parametrize("extra", [{}, {"secret": "********"}, {"secret": "another-one"}])
def test_the_configuration_of_a_webhook_with_a_secret_is_not_touched(
    sb: GitHubSandbox, gh: Github, person: Github, extra: dict[str, str]
) -> None:
    """Scenario 31: its secret reads as stars and could not be put back: not without, not with the stars or another."""
    make(person, secret=SECRET)
    theirs, sent = hook(gh), len(sb.writes)
    config = {name: value for name, value in theirs.config.items() if name != "secret"}
    with rein.run("ci"), pytest.raises(Refused):
        theirs.edit("web", {**config, **extra}, active=False)
    assert len(sb.writes) == sent
    assert sb.state()[f"repo:9/hook:{HERE}"]["secret"] == SECRET


def test_a_secret_is_not_given_to_a_webhook_that_has_none(gh: Github, person: Github) -> None:
    """What is not recorded cannot be compared, so it could not be told from one that people set since."""
    make(person)
    with rein.run("ci"), pytest.raises(Refused, match=r"config\.secret"):
        hook(gh).edit("web", {"url": HERE, "secret": SECRET})


def test_the_secret_of_a_new_webhook_is_nowhere_in_the_ledger(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """It is sent, never recorded; the undo needs none of it."""
    start = sb.state()
    with rein.run("ci") as run:
        make(gh, secret=SECRET)
    assert sb.state()[f"repo:9/hook:{HERE}"]["secret"] == SECRET
    rein.revert(run.id)
    assert sb.left(start) == []
    written = b"".join(path.read_bytes() for path in ledger.parent.glob("ledger.db*") if path.is_file())
    assert SECRET.encode() not in written
    assert HERE.encode() in written


@pytest.mark.parametrize("owner", ["repository", "organisation"])
def test_an_address_with_a_password_is_refused_and_nowhere_in_the_ledger(
    sb: GitHubSandbox, gh: Github, ledger: Path, owner: str
) -> None:
    """The undo would have to find the webhook by its address, and so to record the password."""
    place = gh.get_repo("acme/app") if owner == "repository" else gh.get_organization("acme")
    sent = len(sb.writes)
    with rein.run("ci"), pytest.raises(Refused):
        place.create_hook("web", {"url": "https://ci:planted-password@hooks.example/x"}, ["push"])
    assert len(sb.writes) == sent
    assert not any(
        b"planted-password" in path.read_bytes() for path in ledger.parent.glob(f"{ledger.name}*") if path.is_file()
    )


def test_a_webhook_with_a_secret_is_not_deleted(gh: Github, person: Github) -> None:
    """It could be made again without the secret only, and its receiver would refuse what it sends."""
    make(person, secret=SECRET)
    with rein.run("ci"), pytest.raises(Refused):
        hook(gh).delete()


def test_what_is_hidden_is_not_gone(sb: GitHubSandbox, gh: Github) -> None:
    """GitHub answers 404 to who may not see webhooks and keys any more; that does not say that they were deleted."""
    with rein.run("ci") as run:
        make(gh)
        gh.get_repo("acme/app").create_key("ci", KEY)
    sb.add_collaborator("acme/app", "octocat", "push")
    with no_waiting():
        report = rein.revert(run.id)
    assert [one.state.value for one in report.actions] == ["needs_attention", "needs_attention"]
    assert f"repo:9/hook:{HERE}" in sb.state()
    sb.add_collaborator("acme/app", "octocat", "admin")
    assert rein.revert(run.id).exit == 0


def test_a_key_comes_back_without_its_comment(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """GitHub shows the public part only; a key that is used elsewhere meanwhile needs a person."""
    person.get_repo("acme/app").create_key("ci", KEY, read_only=True)
    sb.add_repo("acme/other")
    with rein.run("ci") as run:
        next(iter(gh.get_repo("acme/app").get_keys())).delete()
    person.get_repo("acme/other").create_key("ci", KEY)
    with no_waiting():
        assert rein.revert(run.id).exit == 1
    next(iter(person.get_repo("acme/other").get_keys())).delete()
    assert rein.revert(run.id).exit == 0
    assert sb.state()[f"repo:9/key:{KEY.rpartition(' ')[0]}"] == {"title": "ci", "read_only": True}


def test_a_configuration_is_read_as_github_completes_it() -> None:
    """What a request leaves out is as for a new webhook, and flags are texts."""
    assert hook_body({"config": {"url": HERE, "insecure_ssl": 1}}) == {
        "config": {"url": HERE, "insecure_ssl": "1", "content_type": "form"}
    }
    assert hook_body({"active": False}) == {"active": False}
