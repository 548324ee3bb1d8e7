"""Redirects: https://developers.hubspot.com/docs/api-reference/legacy/cms/url-redirects/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    anew,
    answer,
    before,
    computed,
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
from agentrein_hubspot.operations.app_settings import NOTHING_THERE, said

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/cms/url-redirects/guide"
REDIRECTS = "/cms/v3/url-redirects"
REDIRECT = f"{REDIRECTS}/{{urlRedirectId}}"
CACHED = "Browsers that followed it may keep it for long."
_FIELDS = (
    "routePrefix",
    "destination",
    "redirectStyle",
    "precedence",
    "isMatchFullUrl",
    "isMatchQueryString",
    "isOnlyAfterNotFound",
    "isPattern",
    "isProtocolAgnostic",
    "isTrailingSlashOptional",
)
_THIS = path("hubspot:redirect:", sent("urlRedirectId"))


def _all(source: Any) -> dict[str, Any]:
    return {name: source(name) for name in _FIELDS}


_AGAIN = read(
    f"GET {REDIRECTS}",
    at="entry",
    maybe=True,
    completed="entry of pages",
    given={"list": REDIRECTS, "like": {"routePrefix": before("routePrefix")}},
    limit=100,
)

ROWS = (
    op(
        f"POST {REDIRECTS}",
        sdk="cms.url_redirects.redirects_api.create",
        says="redirect {routePrefix} to {destination}",
        tier=COSTLY,
        object=path("hubspot:redirect:", answer("id")),
        inverse=do(
            f"DELETE {REDIRECT}",
            urlRedirectId=answer("id"),
            goal=gone(f"GET {REDIRECT}", parent=read(f"GET {REDIRECTS}", limit=1)),
            still=_all(answer),
            ok=(404,),
        ),
        probe=find(
            read(f"GET {REDIRECTS}", at="results", limit=100),
            same=("routePrefix", "destination"),
            since="created",
            pages="after",
            next="paging.next.after",
        ),
        residue=CACHED,
        scopes=("content",),
        why=f"A redirect is deleted again while it is as it was made. {DOCS}",
    ),
    op(
        f"PATCH {REDIRECT}",
        sdk="cms.url_redirects.redirects_api.update",
        says="change {fields} of redirect {urlRedirectId}",
        tier=REVERSIBLE,
        object=_THIS,
        ignores=("id", "created", "updated"),
        inverse=restore(f"GET {REDIRECT}", f"PATCH {REDIRECT}", *(field(name) for name in _FIELDS)),
        residue=CACHED,
        scopes=("content",),
        why=f"Each field is written back if it still reads as the call left it. {DOCS}",
    ),
    op(
        f"DELETE {REDIRECT}",
        sdk="cms.url_redirects.redirects_api.archive",
        says="delete redirect {urlRedirectId}",
        tier=COSTLY,
        object=_THIS,
        before=read(f"GET {REDIRECT}", completed="an object"),
        inverse=do(
            f"POST {REDIRECTS}",
            computed(said, before(), list(_FIELDS)),
            goal=shows(_AGAIN, want=_all(before)),
            still=None,
            anew=[anew("id", "urlRedirectId")],
        ),
        probe=stands(maybe(f"GET {REDIRECT}"), NOTHING_THERE),
        residue="The redirect has another id, and its address answered 404 meanwhile.",
        scopes=("content",),
        why=f"A redirect is made again as it was, if its address is still free. {DOCS}",
    ),
)
