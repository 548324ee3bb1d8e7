"""Webhooks of an organisation: https://docs.github.com/rest/orgs/webhooks."""

from __future__ import annotations

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    before,
    do,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.hooks import delete_tier, edit_tier, hook_body
from agentrein_github.operations.places import NOTHING_THERE
from agentrein_github.operations.settings_places import ORG, ORG_OBJECT

_HOOKS = f"{ORG}/hooks"
_HOOK = f"{_HOOKS}/{{hook_id}}"
_OBJECT = path(*ORG_OBJECT, "/hook:", sent("hook_id"))
_SCOPES = (("admin:org_hook",),)
_SECRET = ("config.secret",)
_DOCS = "https://docs.github.com/rest/orgs/webhooks"
_SAME_URL = read(
    f"GET {_HOOKS}",
    at="hook",
    maybe=True,
    completed="org hook",
    given={"url": before("config.url")},
    per_page=100,
)
_LIKE_BEFORE = {"config": before("config"), "events": before("events"), "active": before("active")}

ROWS = (
    op(
        f"POST {_HOOKS}",
        sdk="Organization.create_hook",
        says="create a webhook of the organisation {org} for {events}",
        tier=REVERSIBLE,
        takes=hook_body,
        object=path(*ORG_OBJECT, "/hook:", answer("id")),
        inverse=do(
            f"DELETE {_HOOK}",
            hook_id=answer("id"),
            goal=gone(f"GET {_HOOK}", parent=f"GET {_HOOKS}"),
            still={"config": answer("config"), "events": answer("events"), "active": answer("active")},
            ok=(404,),
        ),
        probe=find(
            f"GET {_HOOKS}",
            same={"config.url": sent("config.url"), "config.content_type": sent("config.content_type")},
            since="created_at",
            pages="page",
            params={"per_page": 100},
        ),
        residue="A ping, and the events that happened meanwhile, were delivered to its address.",
        scopes=_SCOPES,
        secret=_SECRET,
        why="The webhook is deleted while it is as the call made it. Its secret is sent, never recorded; that it was "
        f"replaced since does not show. {_DOCS}#create-an-organization-webhook",
    ),
    op(
        f"PATCH {_HOOK}",
        sdk="Organization.edit_hook",
        says="edit {fields} of webhook {hook_id} of the organisation {org}",
        tier=edit_tier,
        takes=hook_body,
        object=_OBJECT,
        ignores=("name",),
        inverse=restore(f"GET {_HOOK}", f"PATCH {_HOOK}", field("active"), field("events"), field("config")),
        residue="Events that happened meanwhile were delivered, or not, as the change asked.",
        scopes=_SCOPES,
        secret=_SECRET,
        why="A configuration is replaced as a whole, and one without the secret removes it. A secret reads as stars, "
        "so a configuration is changed only where there is none, before and after; PyGithub sends one each time. "
        f"{_DOCS}#update-an-organization-webhook",
    ),
    op(
        f"DELETE {_HOOK}",
        sdk="Organization.delete_hook",
        says="delete webhook {hook_id} of the organisation {org}",
        tier=delete_tier,
        object=_OBJECT,
        before=read(f"GET {_HOOK}"),
        inverse=do(
            f"POST {_HOOKS}",
            {"name": "web", **_LIKE_BEFORE},
            goal=shows(_SAME_URL, want=_LIKE_BEFORE),
            still=None,
            changed=(422,),
        ),
        probe=stands(f"GET {_HOOK}", NOTHING_THERE),
        residue="The webhook has another id and no log of deliveries; what happened meanwhile was not delivered, a "
        "ping was.",
        scopes=_SCOPES,
        why=f"A webhook without a secret is made again as it was. {_DOCS}#delete-an-organization-webhook",
    ),
    op(
        f"POST {_HOOK}/pings",
        sdk="Hook.ping",
        says="ping webhook {hook_id} of the organisation {org}",
        tier=IRREVERSIBLE,
        object=_OBJECT,
        why=f"A delivery was sent; it does no harm. {_DOCS}#ping-an-organization-webhook",
    ),
)
