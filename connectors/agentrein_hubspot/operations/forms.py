"""Forms: https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    answer,
    before,
    days,
    do,
    field,
    find,
    gone,
    maybe,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_hubspot.operations.app_settings import NOTHING_THERE

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/guide"
FORMS = "/marketing/v3/forms"
FORM = f"{FORMS}/{{formId}}"
FILLED = "What people filled in meanwhile has the other shape."
_PARTS = ("name", "fieldGroups", "configuration", "displayOptions", "legalConsentOptions")
_THIS = path("hubspot:form:", sent("formId"))


def _all(source: Any) -> dict[str, Any]:
    return {name: source(name) for name in _PARTS}


ROWS = (
    op(
        f"POST {FORMS}",
        sdk="marketing.forms.forms_api.create",
        says="make form {name!r}",
        tier=REVERSIBLE,
        object=path("hubspot:form:", answer("id")),
        inverse=do(
            f"DELETE {FORM}",
            formId=answer("id"),
            goal=gone(f"GET {FORM}", parent=read(f"GET {FORMS}", limit=1)),
            still=_all(answer),
            ok=(404,),
        ),
        probe=find(
            read(
                f"GET {FORMS}",
                at="results",
                completed="made once",
                given={"like": {"name": sent("name")}, "made": "createdAt"},
                limit=100,
            ),
            same=("name", "formType"),
            since="createdAt",
            pages="after",
            next="paging.next.after",
        ),
        residue="The form is archived, and purged after three months; what people filled in meanwhile stays.",
        if_stuck="Look for the form in HubSpot; if it is there, delete it, then keep the action.",
        scopes=("forms",),
        why=f"A form is archived again while it is as it was made. {DOCS}",
    ),
    op(
        f"PATCH {FORM}",
        sdk="marketing.forms.forms_api.update",
        says="change {fields} of form {formId}",
        tier=REVERSIBLE,
        object=_THIS,
        inverse=restore(f"GET {FORM}", f"PATCH {FORM}", *(field(name) for name in _PARTS)),
        residue=FILLED,
        scopes=("forms",),
        why="Each part is written back as a whole if it still reads as the call left it; archiving is another call. "
        f"{DOCS}",
    ),
    op(
        f"PUT {FORM}",
        sdk="marketing.forms.forms_api.replace",
        says="write form {formId} anew as {name!r}",
        tier=REVERSIBLE,
        object=_THIS,
        ignores=("id", "formType", "createdAt", "updatedAt", "archived", "archivedAt"),
        inverse=restore(f"GET {FORM}", f"PATCH {FORM}", *(field(name) for name in _PARTS)),
        residue=FILLED,
        scopes=("forms",),
        why="A form that is written anew has all of its parts, so each is written back if it still reads as the call "
        f"left it. {DOCS}",
    ),
    op(
        f"DELETE {FORM}",
        sdk="marketing.forms.forms_api.archive",
        says="archive form {formId}",
        tier=COSTLY,
        object=_THIS,
        before=read(f"GET {FORM}"),
        inverse=do(
            f"PATCH {FORM}",
            {"archived": False},
            goal=shows(f"GET {FORM}", want=_all(before)),
            until=days(90),
            ends=False,
        ),
        probe=stands(maybe(f"GET {FORM}"), NOTHING_THERE),
        residue="Nobody could fill it in meanwhile.",
        if_stuck="Bring the form back in HubSpot, where deleted forms are listed for three months.",
        scopes=("forms",),
        why="A form is purged three months after it was archived; that archived: false brings it back until then is "
        f"inferred, so it is read back. {DOCS}",
    ),
)
