"""Custom workflow actions: https://developers.hubspot.com/docs/api-reference/legacy/automation/actions-v4/guide."""

from __future__ import annotations

from agentrein.connector import (
    COSTLY,
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
)

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/automation/actions-v4/guide"
ACTIONS = "/automation/v4/actions/{appId}"
ACTION = f"{ACTIONS}/{{definitionId}}"
_FIELDS = (
    "actionUrl",
    "published",
    "labels",
    "inputFields",
    "outputFields",
    "inputFieldDependencies",
    "executionRules",
    "objectTypes",
    "objectRequestOptions",
)
_THIS = path("hubspot:app:", sent("appId"), "/action:", sent("definitionId"))

ROWS = (
    op(
        f"POST {ACTIONS}",
        sdk="automation.actions.definitions_api.create",
        says="define a workflow action of app {appId} at {actionUrl}",
        tier=REVERSIBLE,
        object=path("hubspot:app:", sent("appId"), "/action:", answer("id")),
        before=read(f"GET {ACTIONS}", limit=100),
        inverse=do(
            f"DELETE {ACTION}",
            definitionId=answer("id"),
            goal=gone(f"GET {ACTION}", parent=read(f"GET {ACTIONS}", limit=1)),
            still={name: answer(name) for name in _FIELDS},
            ok=(404,),
        ),
        probe=find(
            read(f"GET {ACTIONS}", at="results", limit=100),
            same=("actionUrl",),
            key="id",
            unless=before("results[].id"),
            pages="after",
            next="paging.next.after",
        ),
        residue="Workflows that use it meanwhile show it as missing.",
        if_stuck="Look for the action among those of the app; if it is there, archive it, then keep the action.",
        why=f"A definition is archived again while it is as it was made. {DOCS}",
    ),
    op(
        f"PATCH {ACTION}",
        sdk="automation.actions.definitions_api.update",
        says="change {fields} of workflow action {definitionId} of app {appId}",
        tier=COSTLY,
        object=_THIS,
        inverse=restore(f"GET {ACTION}", f"PATCH {ACTION}", *(field(name) for name in _FIELDS)),
        residue="Every change makes a revision; what is published reached every account that installed the app.",
        why=f"Each field is written back if it still reads as the call left it. {DOCS}",
    ),
    op(
        f"DELETE {ACTION}",
        sdk="automation.actions.definitions_api.archive",
        says="archive workflow action {definitionId} of app {appId}",
        tier=IRREVERSIBLE,
        object=_THIS,
        why=f"A new definition has another id, and workflows keep pointing at the old one. {DOCS}",
    ),
)
