"""Queries, limits, and who asks: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_query.htm."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_salesforce.sandbox import soql
from agentrein_salesforce.sandbox.ask import NOT_FOUND, Ask, Broken, fail

routes = Routes()
BASE = "/services/data/{version}"
PAGE = 2000
"""Records of one page."""


@routes.on(f"GET {BASE}/query", f"GET {BASE}/queryAll")
def query(ask: Ask) -> Answer:
    """The first page of a query; `queryAll` shows what is in the bin, too."""
    text = ask.request.query.get("q", "")
    everything = "queryAll" in ask.request.path
    try:
        _, rows, total = soql.run(ask, text, deleted=everything)
    except Broken as broken:
        raise broken.stop from broken
    return Answer(200, _page(ask, text, rows, total, 0, everything=everything))


def _page(ask: Ask, text: str, rows: list[Any], total: int, start: int, *, everything: bool) -> dict[str, Any]:
    end = start + PAGE
    if total <= end:
        return {"totalSize": total, "done": True, "records": rows[start:end]}
    locator = f"01ggl{len(ask.world.queries):010}-{end}"
    ask.world.queries[locator.partition("-")[0]] = (text, everything)
    url = f"/services/data/v{ask.version:.1f}/query/{locator}"
    return {"totalSize": total, "done": False, "nextRecordsUrl": url, "records": rows[start:end]}


@routes.on(f"GET {BASE}/query/{{locator}}", f"GET {BASE}/queryAll/{{locator}}")
def further(ask: Ask, locator: str) -> Answer:
    """A further page."""
    name, _, start = locator.partition("-")
    if name not in ask.world.queries or not start.isdigit():
        raise fail(400, "INVALID_QUERY_LOCATOR", "invalid query locator")
    text, everything = ask.world.queries[name]
    _, rows, total = soql.run(ask, text, deleted=everything)
    return Answer(200, _page(ask, text, rows, total, int(start), everything=everything))


@routes.on(f"GET {BASE}/search", f"GET {BASE}/parameterizedSearch")
def search(ask: Ask) -> Answer:  # noqa: ARG001 - a route takes it
    """A search lags behind, so that it finds nothing here."""
    return Answer(200, {"searchRecords": []})


@routes.on(f"GET {BASE}/limits")
def limits(ask: Ask) -> Answer:
    """What is left of the day's requests."""
    return Answer(200, {"DailyApiRequests": {"Max": 15_000, "Remaining": 15_000 - ask.request.n}})


@routes.on(f"GET {BASE}")
def resources(ask: Ask) -> Answer:
    """Where the resources of the API lie, and who asks."""
    organization = next(ask.world.of("Organization"))["Id"]
    here = f"/services/data/v{ask.version:.1f}"
    lies = {name: f"{here}/{name}" for name in ("sobjects", "query", "queryAll", "composite", "jobs", "limits")}
    return Answer(200, {**lies, "identity": f"https://login.salesforce.com/id/{organization}/{ask.user}"})


@routes.on("GET /services/oauth2/userinfo")
def userinfo(ask: Ask) -> Answer:
    """Whose session it is."""
    user = ask.world.get(ask.user)
    organization = next(ask.world.of("Organization"), None)
    if user is None or organization is None:
        raise NOT_FOUND
    names = {"preferred_username": user["Username"], "email": user["Email"], "name": user["LastName"]}
    ids = {"user_id": user["Id"], "organization_id": organization["Id"]}
    return Answer(200, {"sub": f"https://login.salesforce.com/id/{organization['Id']}/{user['Id']}", **ids, **names})
