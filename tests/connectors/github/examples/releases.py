"""Releases and their files."""

from __future__ import annotations

import io
from typing import Any

from github import Github
from github.GitRelease import GitRelease

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, both, repo, spare_branch, tip, write

RELEASE = f"{REPO}/releases/{{release_id}}"


def release(gh: Github) -> GitRelease:
    """The newest release; a draft has no tag by which it could be read."""
    return next(iter(repo(gh).get_releases()))


def asset(gh: Github) -> Any:
    """The first file of the newest release."""
    return next(iter(release(gh).get_assets()))


def published(gh: Github) -> None:
    """A release by people, with the tag v0 that it made."""
    repo(gh).create_git_release("v0", "Zero", "First one")


def drafted(gh: Github) -> None:
    """A draft by people."""
    repo(gh).create_git_release("v0", "Zero", "First one", draft=True)


def upload(gh: Github, name: str = "app.zip", content: bytes = b"bytes", label: str = "") -> None:
    """A file for the newest release."""
    release(gh).upload_asset_from_memory(io.BytesIO(content), len(content), name, "application/zip", label)


def with_file(gh: Github) -> None:
    """A release by people, with a file."""
    published(gh)
    upload(gh, label="The app")


def changed(**fields: Any) -> Any:
    """The newest release, with only these fields changed; PyGithub's own method would send others too."""
    return lambda gh: gh.requester.requestJsonAndCheck("PATCH", release(gh).url, input=fields)


def renamed(gh: Github) -> None:
    """The first file of the newest release under a name of people's."""
    asset(gh).update_asset("theirs.zip")


EXAMPLES = (
    Example(
        f"POST {REPO}/releases",
        lambda gh: repo(gh).create_git_release("v1", "One", "{tag_name} is here"),
        foreign=changed(body="Their notes"),
        beside=lambda gh: write(gh, "theirs.txt", "theirs"),
        name="published, with a new tag",
    ),
    Example(
        f"POST {REPO}/releases",
        lambda gh: repo(gh).create_git_release("v1", "One", "", prerelease=True, target_commitish="spare"),
        prepare=both(spare_branch, published, lambda gh: repo(gh).create_git_ref("refs/tags/v1", tip(gh))),
        foreign=upload,
        beside=lambda gh: repo(gh).create_git_release("v2", "Two", "Theirs"),
        name="published, with a tag that was there",
    ),
    Example(
        f"POST {REPO}/releases",
        lambda gh: repo(gh).create_git_release("v1", generate_release_notes=True, make_latest="false"),
        prepare=published,
        foreign=changed(name="Theirs"),
        name="published, with generated notes",
    ),
    Example(
        f"POST {REPO}/releases",
        lambda gh: repo(gh).create_git_release("v0", "Zero", "First one", draft=True),
        prepare=drafted,
        foreign=changed(draft=False),
        leaves=("repo:*/ref:tags/v0",),
        beside=drafted,
        name="a draft beside one that reads the same",
    ),
    Example(
        f"PATCH {RELEASE}",
        lambda gh: release(gh).update_release("Other", "Other notes"),
        prepare=published,
        foreign=changed(name="Theirs"),
        beside=upload,
        name="name and notes",
    ),
    Example(
        f"PATCH {RELEASE}",
        lambda gh: release(gh).update_release("", "", draft=True, tag_name="v9", target_commitish="spare"),
        prepare=both(spare_branch, drafted),
        foreign=changed(tag_name="v10"),
        beside=lambda gh: write(gh, "theirs.txt", "theirs"),
        name="a draft",
    ),
    Example(
        f"PATCH {RELEASE}",
        lambda gh: release(gh).update_release("Zero", "First one", tag_name="v0.1", prerelease=True),
        prepare=published,
        foreign=changed(tag_name="v0.2"),
        leaves=("repo:*/ref:tags/v0.*",),
        name="another tag",
    ),
    Example(
        f"PATCH {RELEASE}",
        lambda gh: release(gh).update_release("Zero", "First one", draft=True),
        prepare=published,
        alone="a release is a draft or none: who publishes it again undoes it",
        beside=changed(body="Theirs"),
        name="back to a draft",
    ),
    Example(
        f"PATCH {RELEASE}",
        lambda gh: release(gh).update_release("Zero", "First one"),
        prepare=published,
        beside=changed(name="Theirs"),
        nothing=True,
        name="nothing new",
    ),
    Example(
        f"POST {RELEASE}/assets",
        upload,
        prepare=published,
        foreign=renamed,
        beside=lambda gh: upload(gh, "theirs.zip"),
        name="from memory",
    ),
    Example(
        f"POST {RELEASE}/assets",
        lambda gh: upload(gh, "a (b).txt", label="{name}"),
        prepare=both(drafted, upload),
        foreign=lambda gh: list(release(gh).get_assets())[-1].update_asset("theirs.zip"),
        beside=changed(body="Theirs"),
        name="a file, with a name that GitHub changes",
    ),
    Example(
        f"PATCH {REPO}/releases/assets/{{asset_id}}",
        lambda gh: asset(gh).update_asset("other.zip", "Other"),
        prepare=with_file,
        foreign=renamed,
        beside=lambda gh: upload(gh, "theirs.zip"),
        name="name and label",
    ),
    Example(
        f"PATCH {REPO}/releases/assets/{{asset_id}}",
        lambda gh: asset(gh).update_asset("app.zip"),
        prepare=with_file,
        foreign=lambda gh: asset(gh).update_asset("app.zip", "Theirs"),
        name="no label",
    ),
)
