"""Requests in a request: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_composite.htm."""

from __future__ import annotations

from agentrein.connector import COMPENSABLE, COSTLY, IRREVERSIBLE, REVERSIBLE, batch, of_items, op
from agentrein_salesforce.operations.places import REST
from agentrein_salesforce.subrequests import (
    batch_answers,
    batch_requests,
    composite_answers,
    composite_requests,
    graph_answers,
    graph_requests,
)

_ANY = of_items(REVERSIBLE, COSTLY, COMPENSABLE, IRREVERSIBLE)
_EACH = "What stays of each request is what its own row says."
_WHY = (
    "Each request is judged and undone as if it had been sent alone, the last one first. One whose address an earlier "
    "one fills in cannot be told before it is sent, nor can a change to what one answers, so that both are refused. "
)

ROWS = (
    op(
        "POST /composite",
        sdk="Salesforce.restful",
        says="{count} writes in one composite request",
        tier=_ANY,
        batch=batch(split=composite_requests, answers=composite_answers, most=25),
        residue=_EACH,
        why=f"{_WHY}{REST}/resources_composite_composite.htm",
    ),
    op(
        "POST /composite/batch",
        sdk="Salesforce.restful",
        says="{count} writes in one batch request",
        tier=_ANY,
        batch=batch(split=batch_requests, answers=batch_answers, most=25),
        residue=_EACH,
        why=f"{_WHY}{REST}/resources_composite_batch.htm",
    ),
    op(
        "POST /composite/graph",
        sdk="Salesforce.restful",
        says="{count} writes in graphs",
        tier=_ANY,
        batch=batch(split=graph_requests, answers=graph_answers, most=200),
        residue=_EACH,
        why=f"{_WHY}{REST}/resources_composite_graph.htm",
    ),
)
