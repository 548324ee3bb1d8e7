"""What further reads complete about releases: what a new one would change, and whether a tag is still its alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_github.pages import Steps, listed

_RELEASES = "GET /repos/{owner}/{repo}/releases"
_RELEASE = "GET /repos/{owner}/{repo}/releases/{release_id}"
_BY_TAG = "GET /repos/{owner}/{repo}/releases/tags/{tag+}"
_TAG = "GET /repos/{owner}/{repo}/git/ref/{ref+}"
_COMMIT = "GET /repos/{owner}/{repo}/commits/{ref+}"
_IMMUTABLE = "GET /repos/{owner}/{repo}/immutable-releases"
_SPECIAL = re.compile(r"[^A-Za-z0-9._@+-]")


def asset_name(name: str) -> str:
    """The name that GitHub gives to an uploaded file, as far as it says: special characters become periods.

    https://docs.github.com/rest/releases/assets#upload-a-release-asset
    """
    return _SPECIAL.sub(".", name).strip(".")


def ground(repo: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell what a new release changes: tag, its commit, immutability, the releases so far.

    Whether releases are immutable is told to administrators alone; for others, one that is says it of the next.
    https://docs.github.com/rest/repos/repos#check-if-immutable-releases-are-enabled-for-a-repository
    """
    releases = yield from listed(_RELEASES, {})
    if isinstance(releases, Answer):
        return releases
    image = {"releases": [one["id"] for one in releases], "tag": None, "commit": None, "immutable": False}
    if given.get("draft"):
        return image
    tag = yield Read(_TAG, {"ref": f"tags/{given['tag']}"})
    if tag.status not in {200, 404}:
        return tag
    commit = yield Read(_COMMIT, {"ref": given.get("target") or repo["default_branch"]})
    immutable = yield Read(_IMMUTABLE)
    return {
        **image,
        "tag": tag.body["object"]["sha"] if tag.status == 200 else None,
        "commit": commit.body["sha"] if commit.status == 200 else None,
        "immutable": immutable.status == 200 or any(one.get("immutable") for one in releases),
    }


def tag(ref: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell which release stands on a tag: null for none, else what of ours was changed."""
    ours = yield Read(_RELEASE, {"release_id": given["id"]})
    there = yield Read(_BY_TAG, {"tag": given["tag"]})
    for one in (ours, there):
        if one.status not in {200, 404}:
            return one
    if ours.status == there.status == 404:
        return {**ref, "release": None}
    alone = ours.status == 200 and (there.status == 404 or there.body["id"] == given["id"])
    if not alone:
        return {**ref, "release": {"id": None}}
    now = {name: ours.body.get(name) for name in given["left"]}
    changed = {name: value for name, value in now.items() if (value or "") != (given["left"][name] or "")}
    files = [one["name"] for one in ours.body.get("assets") or []]
    return {**ref, "release": {"id": given["id"], "changed": changed, "files": files}}


def own_release(_ours: Any, now: Any, own: Own) -> bool:
    """Whether only the run's own release still stands on a tag, of which a plan expects that it is gone by then."""
    if not own.plan or now["id"] is None:
        return False
    edits = [one.body for one in own.sent if str(one.params.get("release_id")) == str(now["id"])]
    own_edits = [one for one in edits if isinstance(one, Mapping)]
    edited = all(any(one.get(name) == value for one in own_edits) for name, value in now["changed"].items())
    return edited and _are_own(now["files"], own)


def own_files(_ours: Any, now: Any, own: Own) -> bool:
    """Whether only files that the run itself uploaded go with a release, of which a plan expects that they are gone."""
    return _are_own(now, own)


def _are_own(files: Any, own: Own) -> bool:
    named = {asset_name(str(one.params.get("name"))) for one in own.sent if one.address.endswith("/assets")}
    renamed = [one.body for one in own.sent if one.address.endswith("/assets/{asset_id}")]
    named |= {asset_name(str(one.get("name"))) for one in renamed if isinstance(one, Mapping)}
    return not files or (own.planned and set(files) <= named)


READINGS = {"release ground": ground, "tag of a release": tag}
COMPARISONS = {"own release": own_release, "own release files": own_files}
