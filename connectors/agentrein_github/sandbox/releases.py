"""Releases.

https://docs.github.com/rest/releases/releases
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found, unprocessable
from agentrein_github.sandbox.kept import Release
from agentrein_github.sandbox.release_shapes import release_json

RELEASE = f"{REPO}/releases/{{release_id}}"
routes = Routes()
_DOCS = f"{DOCS}/releases/releases"
_LATEST = ("true", "false", "legacy")


def release_of(ask: Ask, release_id: str) -> Release:
    """The release of this id; 404 for drafts where somebody may not push."""
    release = ask.repo.releases.get(int(release_id)) if release_id.isdecimal() else None
    if release is None or (release.draft and not ask.may("push")):
        raise not_found(f"{_DOCS}#get-a-release")
    return release


def _shown(ask: Ask, release: Release, status: int = 200) -> Answer:
    return Answer(status, release_json(ask.url, ask.repo, release))


def _flag(ask: Ask, name: str, *, default: bool) -> bool:
    value = ask.fields.get(name, default)
    if not isinstance(value, bool):
        raise malformed(f"For 'properties/{name}', {value!r} is not a boolean.", _DOCS)
    return value


def _listed(ask: Ask) -> list[Release]:
    return [one for one in reversed(ask.repo.releases.values()) if not one.draft or ask.may("push")]


@routes.on(f"GET {REPO}/releases")
def list_releases(ask: Ask) -> Answer:
    """The releases, newest first, and drafts for those who may push.

    https://docs.github.com/rest/releases/releases#list-releases
    """
    return ask.page(_listed(ask), lambda release: release_json(ask.url, ask.repo, release))


@routes.on(f"GET {REPO}/releases/latest")
def latest_release(ask: Ask) -> Answer:
    """The one that was made the latest, else the newest that is neither a draft nor a prerelease.

    https://docs.github.com/rest/releases/releases#get-the-latest-release
    """
    full = [one for one in reversed(ask.repo.releases.values()) if not one.draft and not one.prerelease]
    if not full:
        raise not_found(f"{_DOCS}#get-the-latest-release")
    return _shown(ask, next((one for one in full if one.id == ask.repo.latest_release), full[0]))


@routes.on(f"GET {REPO}/releases/tags/{{tag+}}")
def release_by_tag(ask: Ask, tag: str) -> Answer:
    """The published release of a tag.

    https://docs.github.com/rest/releases/releases#get-a-release-by-tag-name
    """
    found = next((one for one in ask.repo.releases.values() if one.tag_name == tag and not one.draft), None)
    if found is None:
        raise not_found(f"{_DOCS}#get-a-release-by-tag-name")
    return _shown(ask, found)


@routes.on(f"GET {RELEASE}")
def get_release(ask: Ask, release_id: str) -> Answer:
    """One release.

    https://docs.github.com/rest/releases/releases#get-a-release
    """
    return _shown(ask, release_of(ask, release_id))


@routes.on(f"POST {REPO}/releases")
def create_release(ask: Ask) -> Answer:
    """Make a release; a published one makes its tag if there is none.

    https://docs.github.com/rest/releases/releases#create-a-release
    """
    ask.require("push")
    tag = ask.text("tag_name", _DOCS, needed=True) or ""
    target = ask.text("target_commitish", _DOCS) or ask.repo.default_branch
    made = Release(ask.world.new_id(), tag, target, ask.me, _made_at(ask, target))
    made.name, made.body = ask.text("name", _DOCS), ask.text("body", _DOCS)
    made.draft, made.prerelease = _flag(ask, "draft", default=False), _flag(ask, "prerelease", default=False)
    if _flag(ask, "generate_release_notes", default=False):
        notes = _notes(tag)
        made.name, made.body = made.name or notes["name"], "\n".join(filter(None, (made.body, notes["body"])))
    _latest(ask)
    if not made.draft:
        _publish(ask, made, tag, target)
    ask.repo.releases[made.id] = made
    _follow_up(ask, made, default="true")
    return _shown(ask, made, 201)


@routes.on(f"PATCH {RELEASE}")
def edit_release(ask: Ask, release_id: str) -> Answer:
    """Change a release; a draft that is none any more is published.

    https://docs.github.com/rest/releases/releases#update-a-release
    """
    release = release_of(ask, release_id)
    ask.require("push")
    tag, target = ask.text("tag_name", _DOCS) or release.tag_name, ask.text("target_commitish", _DOCS)
    draft, prerelease = _flag(ask, "draft", default=release.draft), _flag(ask, "prerelease", default=release.prerelease)
    name, body = ask.text("name", _DOCS), ask.text("body", _DOCS)
    _latest(ask)
    if release.immutable and (tag != release.tag_name or draft):
        raise fail(422, "Cannot change the tag of an immutable release", _DOCS)
    if not draft and (release.draft or tag != release.tag_name):
        _publish(ask, release, tag, target or release.target_commitish)
    release.published_at = None if draft else release.published_at
    release.tag_name, release.draft, release.prerelease = tag, draft, prerelease
    release.target_commitish = target or release.target_commitish
    release.name = name if "name" in ask.fields else release.name
    release.body = body if "body" in ask.fields else release.body
    _follow_up(ask, release, default="")
    return _shown(ask, release)


@routes.on(f"DELETE {RELEASE}")
def delete_release(ask: Ask, release_id: str) -> Answer:
    """Delete a release with its assets; its tag stays, and that of an immutable one cannot be used again.

    https://docs.github.com/rest/releases/releases#delete-a-release
    """
    release = release_of(ask, release_id)
    ask.require("push")
    del ask.repo.releases[release.id]
    if release.immutable:
        ask.repo.burned_tags.add(release.tag_name)
    return Answer(204)


@routes.on(f"POST {REPO}/releases/generate-notes")
def generate_notes(ask: Ask) -> Answer:
    """What a release would be called and say; nothing is stored.

    https://docs.github.com/rest/releases/releases#generate-release-notes-content-for-a-release
    """
    ask.require("push")
    return Answer(200, _notes(ask.text("tag_name", _DOCS, needed=True) or ""))


@routes.on(f"GET {REPO}/immutable-releases")
def immutable_releases(ask: Ask) -> Answer:
    """Whether releases of the repository are immutable; 404 if not.

    https://docs.github.com/rest/repos/repos#check-if-immutable-releases-are-enabled-for-a-repository
    """
    ask.require("admin")
    if not ask.repo.immutable_releases:
        raise not_found(f"{DOCS}/repos/repos#check-if-immutable-releases-are-enabled-for-a-repository")
    return Answer(200, {"enabled": True, "enforced_by_owner": False})


def _made_at(ask: Ask, target: str) -> str:
    commit = ask.repo.git.resolve(target)
    return commit.committer.date if commit is not None else ask.world.now()


def _notes(tag: str) -> dict[str, Any]:
    return {"name": tag, "body": f"**Full Changelog**: https://github.com/commits/{tag}"}


def _latest(ask: Ask) -> str | None:
    value = ask.text("make_latest", _DOCS)
    if value not in {None, *_LATEST}:
        raise unprocessable("Release", "make_latest", "invalid", _DOCS)
    return value


def _publish(ask: Ask, release: Release, tag: str, target: str) -> None:
    """Take the tag, making it where there is none."""
    git, ref = ask.repo.git, f"refs/tags/{tag}"
    if any(one.tag_name == tag and not one.draft and one is not release for one in ask.repo.releases.values()):
        raise unprocessable("Release", "tag_name", "already_exists", _DOCS)
    if tag in ask.repo.burned_tags:
        raise unprocessable("Release", "tag_name", "custom", _DOCS, message="tag_name was used by an immutable release")
    if ref not in git.refs:
        commit = git.resolve(target)
        if commit is None:
            raise unprocessable("Release", "target_commitish", "invalid", _DOCS)
        git.refs[ref] = commit.sha
    release.published_at = ask.world.now()
    release.immutable = ask.repo.immutable_releases


def _follow_up(ask: Ask, release: Release, default: str) -> None:
    if ask.text("discussion_category_name", _DOCS) and not release.draft:
        release.discussion = f"https://github.com/{ask.repo.full_name}/discussions/{release.id}"
    if not release.draft and not release.prerelease and (_latest(ask) or default) == "true":
        ask.repo.latest_release = release.id
