"""Webhooks of an organisation, which only its owners see.

https://docs.github.com/rest/orgs/webhooks
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox.ask import DOCS, Ask, fail, malformed, not_found
from agentrein_github.sandbox.kept import Hook
from agentrein_github.sandbox.orgs import require_owner

HOOK = "/orgs/{org}/hooks/{number}"
routes = Routes()
_DOCS = f"{DOCS}/orgs/webhooks"
_DEFAULTS = {"content_type": "form", "insecure_ssl": "0"}
_STARS = "********"


def _json(ask: Ask, org: str, hook: Hook) -> dict[str, Any]:
    here = f"{ask.url}/orgs/{org}/hooks/{hook.id}"
    names = ("id", "active", "events", "created_at", "updated_at")
    config = {name: _STARS if name == "secret" else value for name, value in hook.config.items()}
    about = {"type": "Organization", "name": "web", "config": config, "url": here, "ping_url": f"{here}/pings"}
    return {**{name: getattr(hook, name) for name in names}, **about}


def _hook(ask: Ask, org: str, number: str) -> Hook:
    found = require_owner(ask, org).hooks.get(int(number)) if number.isdecimal() else None
    if found is None:
        raise not_found(f"{_DOCS}#get-an-organization-webhook")
    return found


def _config(ask: Ask) -> dict[str, str]:
    """The whole configuration that a request gives."""
    config = ask.fields.get("config")
    if not isinstance(config, dict) or not isinstance(config.get("url"), str):
        raise malformed('"config.url" wasn\'t supplied.', _DOCS)
    return {name: str(value) for name, value in {**_DEFAULTS, **config}.items()}


@routes.on("GET /orgs/{org}/hooks")
def list_hooks(ask: Ask, org: str) -> Answer:
    """The webhooks.

    https://docs.github.com/rest/orgs/webhooks#list-organization-webhooks
    """
    return ask.page(list(require_owner(ask, org).hooks.values()), lambda hook: _json(ask, org, hook))


@routes.on("POST /orgs/{org}/hooks")
def create_hook(ask: Ask, org: str) -> Answer:
    """Make a webhook, which is pinged at once; 422 for one that is there already.

    https://docs.github.com/rest/orgs/webhooks#create-an-organization-webhook
    """
    found, config, now = require_owner(ask, org), _config(ask), ask.world.now()
    events = list(ask.fields.get("events") or ["push"])
    if any(one.config["url"] == config["url"] and set(one.events) == set(events) for one in found.hooks.values()):
        raise fail(422, "Validation Failed", _DOCS, [{"resource": "Hook", "code": "custom"}])
    made = Hook(ask.world.new_id(), config, now, now, events, bool(ask.fields.get("active", True)), deliveries=1)
    found.hooks[made.id] = made
    return Answer(201, _json(ask, org, made))


@routes.on(f"GET {HOOK}")
def get_hook(ask: Ask, org: str, number: str) -> Answer:
    """One webhook.

    https://docs.github.com/rest/orgs/webhooks#get-an-organization-webhook
    """
    return Answer(200, _json(ask, org, _hook(ask, org, number)))


@routes.on(f"PATCH {HOOK}")
def edit_hook(ask: Ask, org: str, number: str) -> Answer:
    """Change a webhook; a configuration without the secret removes it.

    https://docs.github.com/rest/orgs/webhooks#update-an-organization-webhook
    """
    hook = _hook(ask, org, number)
    hook.config = _config(ask) if "config" in ask.fields else hook.config
    hook.events = list(ask.fields.get("events") or hook.events)
    hook.active = bool(ask.fields.get("active", hook.active))
    hook.updated_at = ask.world.now()
    return Answer(200, _json(ask, org, hook))


@routes.on(f"DELETE {HOOK}")
def delete_hook(ask: Ask, org: str, number: str) -> Answer:
    """Delete a webhook.

    https://docs.github.com/rest/orgs/webhooks#delete-an-organization-webhook
    """
    del require_owner(ask, org).hooks[_hook(ask, org, number).id]
    return Answer(204)
