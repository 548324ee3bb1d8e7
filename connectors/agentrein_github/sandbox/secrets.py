"""Secrets of repositories, environments and organisations: their values are written and never shown.

https://docs.github.com/rest/actions/secrets
"""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found
from agentrein_github.sandbox.environments import environment_of
from agentrein_github.sandbox.orgs import org_of, require_owner, selected_answer, selected_ids
from agentrein_github.sandbox.settings import Secret

routes = Routes()
_DOCS = f"{DOCS}/actions/secrets"
_PLACES = (f"{REPO}/{{kind}}", f"{REPO}/environments/{{environment}}", "/orgs/{org}/{kind}")
_ONE = [f"{place}/secrets/{{name}}" for place in _PLACES]
_CHOSEN = "/orgs/{org}/{kind}/secrets/{name}/repositories"
_KINDS = ("actions", "dependabot", "codespaces")
_KEY = {"key_id": "568250167242549743", "key": base64.b64encode(bytes(range(1, 33))).decode()}
"""A public key with which clients encrypt; the sandbox never opens what they send."""


def _secrets(ask: Ask, kind: str, environment: str, org: str) -> dict[str, Secret]:
    if kind not in _KINDS:
        raise not_found()
    if org:
        require_owner(ask, org)
        vault = org_of(ask, org).vault
    else:
        ask.require("push")
        vault = environment_of(ask, environment).vault if environment else ask.repo.vault
    return vault.secrets.setdefault(kind, {})


def _secret(secrets: dict[str, Secret], name: str) -> Secret:
    """Names are kept, and found, in capitals."""
    secret = secrets.get(name.upper())
    if secret is None:
        raise not_found(f"{_DOCS}#get-a-repository-secret")
    return secret


def _shown(ask: Ask, secret: Secret, kind: str, org: str) -> dict[str, Any]:
    body = {name: getattr(secret, name) for name in ("name", "created_at", "updated_at")}
    if not org:
        return body
    chosen = f"{ask.url}/orgs/{org}/{kind}/secrets/{secret.name}/repositories"
    shown = {"selected_repositories_url": chosen} if secret.visibility == "selected" else {}
    return {**body, "visibility": secret.visibility, **shown}


@routes.on(*(f"GET {place}/secrets/public-key" for place in _PLACES))
def public_key(ask: Ask, kind: str = "actions", environment: str = "", org: str = "") -> Answer:
    """The key that a value is encrypted with.

    https://docs.github.com/rest/actions/secrets#get-a-repository-public-key
    """
    _secrets(ask, kind, environment, org)
    return Answer(200, _KEY)


@routes.on(*(f"GET {place}/secrets" for place in _PLACES))
def list_secrets(ask: Ask, kind: str = "actions", environment: str = "", org: str = "") -> Answer:
    """Every secret, without its value.

    https://docs.github.com/rest/actions/secrets#list-repository-secrets
    """
    secrets = list(_secrets(ask, kind, environment, org).values())
    listed = ask.page(secrets, lambda one: _shown(ask, one, kind, org))
    return Answer(200, {"total_count": len(secrets), "secrets": listed.body}, listed.headers)


@routes.on(*(f"GET {address}" for address in _ONE))
def get_secret(ask: Ask, name: str, kind: str = "actions", environment: str = "", org: str = "") -> Answer:
    """One secret, without its value.

    https://docs.github.com/rest/actions/secrets#get-a-repository-secret
    """
    return Answer(200, _shown(ask, _secret(_secrets(ask, kind, environment, org), name), kind, org))


@routes.on(*(f"PUT {address}" for address in _ONE))
def put_secret(ask: Ask, name: str, kind: str = "actions", environment: str = "", org: str = "") -> Answer:
    """Make a secret (201), or write over the one that is there (204).

    https://docs.github.com/rest/actions/secrets#create-or-update-a-repository-secret
    """
    secrets, now = _secrets(ask, kind, environment, org), ask.world.now()
    value, key = ask.text("encrypted_value", _DOCS, needed=True) or "", ask.text("key_id", _DOCS, needed=True)
    if key != _KEY["key_id"]:
        raise fail(422, "The key_id is no longer valid.", _DOCS)
    old = secrets.get(name.upper())
    made = old or Secret(name.upper(), value, now, now)
    if org:
        _choose(ask, org, made)
    made.value = value
    if old is not None:
        made.updated_at = _later(made.updated_at, now)
    secrets[made.name] = made
    return Answer(204) if old else Answer(201, {})


def _later(last: str, now: str) -> str:
    """Now, at least a second after the last time: that two writes fall into one second is left to chance elsewhere."""
    earliest = datetime.fromisoformat(last) + timedelta(seconds=1)
    return max(earliest, datetime.fromisoformat(now)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _choose(ask: Ask, org: str, secret: Secret) -> None:
    visibility = ask.text("visibility", _DOCS, needed=True)
    if visibility not in {"all", "private", "selected"}:
        raise malformed(f"For 'properties/visibility', {visibility!r} is not one of: all, private, selected.", _DOCS)
    ids = selected_ids(ask, org, secret.repos)
    secret.visibility, secret.repos = visibility, ids if visibility == "selected" else []


@routes.on(*(f"DELETE {address}" for address in _ONE))
def delete_secret(ask: Ask, name: str, kind: str = "actions", environment: str = "", org: str = "") -> Answer:
    """Delete a secret; its value is gone for good.

    https://docs.github.com/rest/actions/secrets#delete-a-repository-secret
    """
    secrets = _secrets(ask, kind, environment, org)
    del secrets[_secret(secrets, name).name]
    return Answer(204)


@routes.on(f"GET {_CHOSEN}")
def list_selected(ask: Ask, org: str, kind: str, name: str) -> Answer:
    """The repositories that may use a secret.

    https://docs.github.com/rest/actions/secrets#list-selected-repositories-for-an-organization-secret
    """
    return selected_answer(ask, _chosen(ask, org, kind, name).repos)


def _chosen(ask: Ask, org: str, kind: str, name: str) -> Secret:
    secret = _secret(_secrets(ask, kind, "", org), name)
    if secret.visibility != "selected":
        raise fail(409, "Visibility is not set to selected", _DOCS)
    return secret


@routes.on(f"PUT {_CHOSEN}/{{repository}}")
def add_selected(ask: Ask, org: str, kind: str, name: str, repository: str) -> Answer:
    """Let one more repository use a secret.

    https://docs.github.com/rest/actions/secrets#add-selected-repository-to-an-organization-secret
    """
    secret = _chosen(ask, org, kind, name)
    secret.repos = list(dict.fromkeys([*secret.repos, *selected_ids(ask, org, [], [repository])]))
    return Answer(204)


@routes.on(f"DELETE {_CHOSEN}/{{repository}}")
def remove_selected(ask: Ask, org: str, kind: str, name: str, repository: str) -> Answer:
    """Keep a secret from a repository.

    https://docs.github.com/rest/actions/secrets#remove-selected-repository-from-an-organization-secret
    """
    secret = _chosen(ask, org, kind, name)
    secret.repos = [one for one in secret.repos if str(one) != repository]
    return Answer(204)
