"""Deploy keys and autolinks of a repository, which only administrators see.

https://docs.github.com/rest/deploy-keys/deploy-keys
https://docs.github.com/rest/repos/autolinks
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, not_found, unprocessable
from agentrein_github.sandbox.kept import Autolink, DeployKey

KEY = f"{REPO}/keys/{{key_id}}"
AUTOLINK = f"{REPO}/autolinks/{{autolink_id}}"
routes = Routes()
_DOCS = f"{DOCS}/deploy-keys/deploy-keys"
_LINK_DOCS = f"{DOCS}/repos/autolinks"


def public_key(ask: Ask, docs: str, taken: list[str]) -> str:
    """The key of a request without its comment, as GitHub keeps it; 422 for no key, and for one in use."""
    parts = (ask.text("key", docs, needed=True) or "").split()
    if len(parts) < 2 or not parts[0].startswith(("ssh-", "ecdsa-", "sk-")):
        error = {"resource": "PublicKey", "code": "custom", "field": "key", "message": "key is invalid"}
        raise fail(422, "Validation Failed", docs, [error])
    key = " ".join(parts[:2])
    if key in taken:
        error = {"resource": "PublicKey", "code": "custom", "field": "key", "message": "key is already in use"}
        raise fail(422, "Validation Failed", docs, [error])
    return key


def keys_in_use(ask: Ask) -> list[str]:
    """Every key that somebody or something has already: each is used once in all of GitHub."""
    deployed = [one.key for repo in ask.world.repos.values() for one in repo.keys.values()]
    return [*deployed, *(one.key for user in ask.world.users.values() for one in user.keys.values())]


def _key_json(ask: Ask, key: DeployKey) -> dict[str, Any]:
    return {
        "id": key.id,
        "key": key.key,
        "url": f"{shapes.repo_url(ask.url, ask.repo)}/keys/{key.id}",
        "title": key.title,
        "verified": True,
        "created_at": key.created_at,
        "read_only": key.read_only,
        "added_by": key.added_by.login,
        "last_used": None,
        "enabled": True,
    }


def _key(ask: Ask, key_id: str) -> DeployKey:
    ask.require("admin")
    key = ask.repo.keys.get(int(key_id)) if key_id.isdecimal() else None
    if key is None:
        raise not_found(f"{_DOCS}#get-a-deploy-key")
    return key


@routes.on(f"GET {REPO}/keys")
def list_keys(ask: Ask) -> Answer:
    """The deploy keys.

    https://docs.github.com/rest/deploy-keys/deploy-keys#list-deploy-keys
    """
    ask.require("admin")
    return ask.page(list(ask.repo.keys.values()), lambda key: _key_json(ask, key))


@routes.on(f"POST {REPO}/keys")
def create_key(ask: Ask) -> Answer:
    """Make a deploy key.

    https://docs.github.com/rest/deploy-keys/deploy-keys#create-a-deploy-key
    """
    ask.require("admin")
    key, title = public_key(ask, _DOCS, keys_in_use(ask)), ask.text("title", _DOCS) or ""
    made = DeployKey(ask.world.new_id(), title, key, ask.world.now(), ask.me, bool(ask.fields.get("read_only")))
    ask.repo.keys[made.id] = made
    return Answer(201, _key_json(ask, made))


@routes.on(f"GET {KEY}")
def get_key(ask: Ask, key_id: str) -> Answer:
    """One deploy key.

    https://docs.github.com/rest/deploy-keys/deploy-keys#get-a-deploy-key
    """
    return Answer(200, _key_json(ask, _key(ask, key_id)))


@routes.on(f"DELETE {KEY}")
def delete_key(ask: Ask, key_id: str) -> Answer:
    """Delete a deploy key.

    https://docs.github.com/rest/deploy-keys/deploy-keys#delete-a-deploy-key
    """
    del ask.repo.keys[_key(ask, key_id).id]
    return Answer(204)


# Autolinks


def _link_json(link: Autolink) -> dict[str, Any]:
    names = ("id", "key_prefix", "url_template", "is_alphanumeric")
    return {name: getattr(link, name) for name in names}


def _link(ask: Ask, autolink_id: str) -> Autolink:
    ask.require("admin")
    link = ask.repo.autolinks.get(int(autolink_id)) if autolink_id.isdecimal() else None
    if link is None:
        raise not_found(f"{_LINK_DOCS}#get-an-autolink-reference-of-a-repository")
    return link


@routes.on(f"GET {REPO}/autolinks")
def list_autolinks(ask: Ask) -> Answer:
    """The autolinks, all at once.

    https://docs.github.com/rest/repos/autolinks#get-all-autolinks-of-a-repository
    """
    ask.require("admin")
    return Answer(200, [_link_json(link) for link in ask.repo.autolinks.values()])


@routes.on(f"POST {REPO}/autolinks")
def create_autolink(ask: Ask) -> Answer:
    """Make an autolink; 422 if the prefix has one.

    https://docs.github.com/rest/repos/autolinks#create-an-autolink-reference-for-a-repository
    """
    ask.require("admin")
    prefix = ask.text("key_prefix", _LINK_DOCS, needed=True) or ""
    template = ask.text("url_template", _LINK_DOCS, needed=True) or ""
    if any(one.key_prefix == prefix for one in ask.repo.autolinks.values()):
        raise unprocessable("KeyLink", "key_prefix", "already_exists", _LINK_DOCS)
    if "<num>" not in template:
        raise unprocessable("KeyLink", "url_template", "invalid", _LINK_DOCS)
    made = Autolink(ask.world.new_id(), prefix, template, bool(ask.fields.get("is_alphanumeric", True)))
    ask.repo.autolinks[made.id] = made
    return Answer(201, _link_json(made))


@routes.on(f"GET {AUTOLINK}")
def get_autolink(ask: Ask, autolink_id: str) -> Answer:
    """One autolink.

    https://docs.github.com/rest/repos/autolinks#get-an-autolink-reference-of-a-repository
    """
    return Answer(200, _link_json(_link(ask, autolink_id)))


@routes.on(f"DELETE {AUTOLINK}")
def delete_autolink(ask: Ask, autolink_id: str) -> Answer:
    """Delete an autolink.

    https://docs.github.com/rest/repos/autolinks#delete-an-autolink-reference-from-a-repository
    """
    del ask.repo.autolinks[_link(ask, autolink_id).id]
    return Answer(204)
