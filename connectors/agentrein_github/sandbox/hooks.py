"""Webhooks of a repository, which only administrators see.

https://docs.github.com/rest/repos/webhooks
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found
from agentrein_github.sandbox.kept import Hook

HOOK = f"{REPO}/hooks/{{hook_id}}"
STARS = "********"
routes = Routes()
_DOCS = f"{DOCS}/repos/webhooks"
_DEFAULTS = {"content_type": "form", "insecure_ssl": "0"}


def _json(ask: Ask, hook: Hook) -> dict[str, Any]:
    here = f"{shapes.repo_url(ask.url, ask.repo)}/hooks/{hook.id}"
    return {
        "type": "Repository",
        "id": hook.id,
        "name": "web",
        "active": hook.active,
        "events": hook.events,
        "config": {name: STARS if name == "secret" else value for name, value in hook.config.items()},
        "updated_at": hook.updated_at,
        "created_at": hook.created_at,
        "url": here,
        "test_url": f"{here}/test",
        "ping_url": f"{here}/pings",
        "deliveries_url": f"{here}/deliveries",
        "last_response": {"code": None, "status": "unused", "message": None},
    }


def _hook(ask: Ask, hook_id: str) -> Hook:
    ask.require("admin")
    hook = ask.repo.hooks.get(int(hook_id)) if hook_id.isdecimal() else None
    if hook is None:
        raise not_found(f"{_DOCS}#get-a-repository-webhook")
    return hook


def _config(ask: Ask) -> dict[str, str]:
    """The whole configuration that a request gives: what it leaves out is as for a new hook, a secret too."""
    config = ask.fields.get("config")
    if not isinstance(config, dict) or not isinstance(config.get("url"), str):
        raise malformed('"config.url" wasn\'t supplied.', _DOCS)
    return {name: str(value) for name, value in {**_DEFAULTS, **config}.items()}


def _events(ask: Ask, name: str, default: list[str]) -> list[str]:
    events = ask.fields.get(name, default)
    if not isinstance(events, list) or not all(isinstance(one, str) for one in events):
        raise malformed(f"For 'properties/{name}', {events!r} is not a list of events.", _DOCS)
    return list(dict.fromkeys(events))


def _require_new(ask: Ask, config: dict[str, str], events: list[str], own: Hook | None = None) -> None:
    for one in ask.repo.hooks.values():
        if one is not own and one.config["url"] == config["url"] and set(one.events) == set(events):
            error = {"resource": "Hook", "code": "custom", "message": "Hook already exists on this repository"}
            raise fail(422, "Validation Failed", _DOCS, [error])


@routes.on(f"GET {REPO}/hooks")
def list_hooks(ask: Ask) -> Answer:
    """The webhooks.

    https://docs.github.com/rest/repos/webhooks#list-repository-webhooks
    """
    ask.require("admin")
    return ask.page(list(ask.repo.hooks.values()), lambda hook: _json(ask, hook))


@routes.on(f"POST {REPO}/hooks")
def create_hook(ask: Ask) -> Answer:
    """Make a webhook, which is pinged at once; 422 for one that is there already.

    https://docs.github.com/rest/repos/webhooks#create-a-repository-webhook
    """
    ask.require("admin")
    config, events, now = _config(ask), _events(ask, "events", ["push"]), ask.world.now()
    _require_new(ask, config, events)
    made = Hook(ask.world.new_id(), config, now, now, events, bool(ask.fields.get("active", True)), deliveries=1)
    ask.repo.hooks[made.id] = made
    return Answer(201, _json(ask, made))


@routes.on(f"GET {HOOK}")
def get_hook(ask: Ask, hook_id: str) -> Answer:
    """One webhook.

    https://docs.github.com/rest/repos/webhooks#get-a-repository-webhook
    """
    return Answer(200, _json(ask, _hook(ask, hook_id)))


@routes.on(f"PATCH {HOOK}")
def edit_hook(ask: Ask, hook_id: str) -> Answer:
    """Change a webhook; a configuration without the secret removes it.

    https://docs.github.com/rest/repos/webhooks#update-a-repository-webhook
    """
    hook = _hook(ask, hook_id)
    config = _config(ask) if "config" in ask.fields else hook.config
    events = _events(ask, "events", hook.events)
    events = list(dict.fromkeys([*events, *_events(ask, "add_events", [])]))
    events = [one for one in events if one not in _events(ask, "remove_events", [])]
    _require_new(ask, config, events, hook)
    hook.config, hook.events, hook.updated_at = config, events, ask.world.now()
    hook.active = bool(ask.fields.get("active", hook.active))
    return Answer(200, _json(ask, hook))


@routes.on(f"DELETE {HOOK}")
def delete_hook(ask: Ask, hook_id: str) -> Answer:
    """Delete a webhook.

    https://docs.github.com/rest/repos/webhooks#delete-a-repository-webhook
    """
    del ask.repo.hooks[_hook(ask, hook_id).id]
    return Answer(204)


@routes.on(f"POST {HOOK}/pings", f"POST {HOOK}/tests")
def deliver(ask: Ask, hook_id: str) -> Answer:
    """Send an event to a webhook.

    https://docs.github.com/rest/repos/webhooks#ping-a-repository-webhook
    """
    _hook(ask, hook_id).deliveries += 1
    return Answer(204)
