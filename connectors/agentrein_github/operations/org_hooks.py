"""Webhooks of an organisation, as those of a repository: https://docs.github.com/rest/orgs/webhooks."""

from __future__ import annotations

from agentrein.connector import answer, path, sent
from agentrein_github.operations.hooks import create, delete, edit, ping
from agentrein_github.operations.settings_places import ORG, ORG_OBJECT

_HOOKS, _WHERE = f"{ORG}/hooks", "the organisation {org}"
_OBJECT = path(*ORG_OBJECT, "/hook:", sent("hook_id"))
_SCOPES = (("admin:org_hook",),)
_DOCS = "https://docs.github.com/rest/orgs/webhooks"

ROWS = (
    create(
        _HOOKS,
        _WHERE,
        f"{_DOCS}#create-an-organization-webhook",
        sdk="Organization.create_hook",
        object=path(*ORG_OBJECT, "/hook:", answer("id")),
        scopes=_SCOPES,
    ),
    edit(
        _HOOKS,
        _WHERE,
        f"{_DOCS}#update-an-organization-webhook",
        sdk="Organization.edit_hook",
        object=_OBJECT,
        scopes=_SCOPES,
    ),
    delete(
        _HOOKS,
        _WHERE,
        f"{_DOCS}#delete-an-organization-webhook",
        sdk="Organization.delete_hook",
        object=_OBJECT,
        scopes=_SCOPES,
    ),
    ping(_HOOKS, _WHERE, f"{_DOCS}#ping-an-organization-webhook", object=_OBJECT),
)
