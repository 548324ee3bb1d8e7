"""What counts as state of what a repository and an account keep besides: see `state`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agentrein_github.sandbox.kept import Gist
from agentrein_github.sandbox.world import Repo, User, World

Named = tuple[str, dict[str, Any]]


def kept_by(here: str, repo: Repo) -> Iterator[Named]:
    """What a repository keeps beside code and conversations."""
    for release in repo.releases.values():
        place = f"{here}/release:{release.id}"
        names = ("tag_name", "target_commitish", "name", "body", "draft", "prerelease")
        yield place, {name: getattr(release, name) for name in names}
        for asset in release.assets.values():
            yield f"{place}/asset:{asset.id}", {"name": asset.name, "label": asset.label, "size": len(asset.content)}
    for hook in repo.hooks.values():
        yield f"{here}/hook:{hook.config['url']}", {**hook.config, "events": sorted(hook.events), "active": hook.active}
    for deploy_key in repo.keys.values():
        fields = {"title": deploy_key.title, "read_only": deploy_key.read_only}
        yield f"{here}/key:{deploy_key.key}", fields
    for link in repo.autolinks.values():
        yield (
            f"{here}/autolink:{link.key_prefix}",
            {"url_template": link.url_template, "is_alphanumeric": link.is_alphanumeric},
        )


def kept_by_accounts(world: World) -> Iterator[Named]:
    """What accounts keep beside repositories."""
    for user in world.users.values():
        yield from _account(f"user:{user.login}", user)
    for gist in world.gists.values():
        yield from _gist(f"gist:{gist.id}", gist)


def _account(here: str, user: User) -> Iterator[Named]:
    yield from ((f"{here}/profile:{name}", {"said": value}) for name, value in user.profile.items() if value)
    yield from ((f"{here}/email:{email.lower()}", {}) for email in user.emails)
    yield from ((f"{here}/key:{key.key}", {"title": key.title}) for key in user.keys.values())
    yield from ((f"{here}/star:{repo}", {}) for repo in sorted(user.starred))
    yield from ((f"{here}/following:{followed}", {}) for followed in sorted(user.following))
    for repo, watch in user.watched.items():
        yield f"{here}/watching:{repo}", {"subscribed": watch.subscribed, "ignored": watch.ignored}


def _gist(here: str, gist: Gist) -> Iterator[Named]:
    yield here, {"description": gist.description or None, "public": gist.public, "stars": sorted(gist.starred_by)}
    yield from ((f"{here}/file:{name}", {"content": content}) for name, content in gist.files.items())
    yield from ((f"{here}/comment:{one.id}", {"body": one.body}) for one in gist.comments.values())
