"""Search by title.

https://developers.notion.com/reference/post-search
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_notion.sandbox.ask import Ask, unfit
from agentrein_notion.sandbox.shapes import show_page, show_source, title_of
from agentrein_notion.sandbox.world import DataSource, Page

routes = Routes()


@routes.on("POST /v1/search")
def search(ask: Ask) -> Answer:
    """Pages and data sources whose title contains the query, without those too new for the index."""
    ask.may("read")
    ask.only("query", "filter", "sort", "start_cursor", "page_size")
    query = str(ask.options.get("query") or "").lower()
    kind = _kind(ask)
    newest = ask.world.clock() - ask.lag
    found = [
        thing
        for thing in ask.world.things.values()
        if isinstance(thing, Page | DataSource)
        and (kind is None or thing.kind == kind)
        and ask.world.reaches(ask.connection, thing)
        and not ask.world.hidden(thing)
        and thing.created <= newest
        and query in title_of(thing).lower()
    ]
    direction = (ask.options.get("sort") or {}).get("direction", "descending")
    found.sort(key=lambda thing: ask.world.moment(thing.edited), reverse=direction == "descending")
    return ask.page(found, lambda thing: _show(ask, thing), "page_or_data_source")


def _kind(ask: Ask) -> str | None:
    given = ask.options.get("filter")
    if not given:
        return None
    value = given.get("value") if isinstance(given, dict) else given
    if value not in {"page", "data_source"}:
        raise unfit("body.filter.value", 'should be `"page"` or `"data_source"`', value)
    return str(value)


def _show(ask: Ask, thing: Page | DataSource) -> dict[str, Any]:
    return show_page(ask, thing) if isinstance(thing, Page) else show_source(ask, thing)
