"""Templates of an app's timeline events: https://developers.hubspot.com/docs/api-reference/legacy/crm/timeline/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    before,
    computed,
    do,
    find,
    gone,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_hubspot.operations.app_settings import EVERYWHERE, NOTHING_THERE, said

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/crm/timeline/guide"
TEMPLATES = "/integrators/timeline/v3/{appId}/event-templates"
TEMPLATE = f"{TEMPLATES}/{{eventTemplateId}}"
TOKENS = f"{TEMPLATE}/tokens"
TOKEN = f"{TOKENS}/{{tokenName}}"
_THIS = path("hubspot:app:", sent("appId"), "/event_template:", sent("eventTemplateId"))
_TEXTS = ("name", "headerTemplate", "detailTemplate")
_TOKEN_FIELDS = ("name", "label", "type", "options", "objectPropertyName")


def _one(name: Any) -> Any:
    """The read of one token of the template."""
    return read(f"GET {TEMPLATE}", at="entry", maybe=True, completed="token", given={"name": name})


def _shown(source: Any, *names: str) -> dict[str, Any]:
    return {name: source(name) for name in names}


_WRITTEN = ("name", "headerTemplate", "detailTemplate", "tokens")
_CHANGED = ("label", "options", "objectPropertyName")
_TOKEN = path("hubspot:app:", sent("appId"), "/event_template:", sent("eventTemplateId"), "/token:", sent("tokenName"))

ROWS = (
    op(
        f"POST {TEMPLATES}",
        sdk="crm.timeline.templates_api.create",
        says="make event template {name!r} of app {appId}",
        tier=REVERSIBLE,
        object=path("hubspot:app:", sent("appId"), "/event_template:", answer("id")),
        inverse=do(
            f"DELETE {TEMPLATE}",
            eventTemplateId=answer("id"),
            goal=gone(f"GET {TEMPLATE}", parent=read(f"GET {TEMPLATES}")),
            still={**_shown(answer, *_TEXTS), "tokens": answer("tokens")},
            ok=(404,),
        ),
        probe=find(read(f"GET {TEMPLATES}", at="results"), same=("name", "objectType"), since="createdAt"),
        residue=f"{EVERYWHERE} Events that the app made with it meanwhile vanish with it.",
        why=f"A template is deleted again while it is as it was made. {DOCS}",
    ),
    op(
        f"PUT {TEMPLATE}",
        sdk="crm.timeline.templates_api.update",
        says="change event template {eventTemplateId} of app {appId}",
        tier=REVERSIBLE,
        object=_THIS,
        before=read(f"GET {TEMPLATE}"),
        inverse=do(
            f"PUT {TEMPLATE}",
            {"id": before("id"), **_shown(before, *_WRITTEN)},
            goal=shows(f"GET {TEMPLATE}", want=_shown(before, *_WRITTEN)),
            still=_shown(answer, *_WRITTEN),
        ),
        probe=stands(f"GET {TEMPLATE}", _shown(sent, *_TEXTS)),
        residue=EVERYWHERE,
        why=f"The template is written again as a whole. {DOCS}",
    ),
    op(
        f"DELETE {TEMPLATE}",
        sdk="crm.timeline.templates_api.archive",
        says="delete event template {eventTemplateId} of app {appId} with all of its events",
        tier=IRREVERSIBLE,
        object=_THIS,
        why=f"All events of the template are deleted with it, and nothing brings them back. {DOCS}",
    ),
    op(
        f"POST {TOKENS}",
        sdk="crm.timeline.tokens_api.create",
        says="add token {name!r} to event template {eventTemplateId}",
        tier=REVERSIBLE,
        object=path(
            "hubspot:app:", sent("appId"), "/event_template:", sent("eventTemplateId"), "/token:", sent("name")
        ),
        before=_one(sent("name")),
        inverse=do(
            f"DELETE {TOKEN}",
            tokenName=sent("name"),
            goal=gone(_one(sent("name")), parent=read(f"GET {TEMPLATE}")),
            still=_shown(answer, *_CHANGED),
            ok=(404,),
        ),
        probe=stands(_one(sent("name")), {"name": sent("name"), "label": sent("label")}),
        residue=EVERYWHERE,
        why=f"The token is taken out again while it is as it was made. {DOCS}",
    ),
    op(
        f"PUT {TOKEN}",
        sdk="crm.timeline.tokens_api.update",
        says="change token {tokenName!r} of event template {eventTemplateId}",
        tier=REVERSIBLE,
        object=_TOKEN,
        before=_one(sent("tokenName")),
        inverse=do(
            f"PUT {TOKEN}",
            _shown(before, *_CHANGED),
            goal=shows(_one(sent("tokenName")), want=_shown(before, *_CHANGED)),
            still=_shown(answer, *_CHANGED),
        ),
        probe=stands(_one(sent("tokenName")), {"label": sent("label"), "options": sent("options")}),
        residue=EVERYWHERE,
        why=f"The token is written again as it was. {DOCS}",
    ),
    op(
        f"DELETE {TOKEN}",
        sdk="crm.timeline.tokens_api.archive",
        says="take token {tokenName!r} out of event template {eventTemplateId}",
        tier=COSTLY,
        object=_TOKEN,
        before=_one(sent("tokenName")),
        inverse=do(
            f"POST {TOKENS}",
            computed(said, before(), list(_TOKEN_FIELDS)),
            goal=shows(_one(sent("tokenName")), want=_shown(before, "name", *_CHANGED)),
            still=None,
        ),
        probe=stands(_one(sent("tokenName")), NOTHING_THERE),
        residue="Lists and reports that use it had nothing meanwhile.",
        why=f"The token is added again as it was. {DOCS}",
    ),
)
