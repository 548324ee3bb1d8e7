"""Trial offers. https://docs.stripe.com/billing/subscriptions/trials."""

from __future__ import annotations

from agentrein.connector import COMPENSABLE, REVERSIBLE, answer, before, find, op, path, read, sent
from agentrein_stripe.operations.shapes import all_there, archive, back, fields
from agentrein_stripe.written import flat

OFFERS = "/v1/product_catalog/trial_offers"
OFFER = f"{OFFERS}/{{id}}"

_SCOPES = ("trial offers: write", "trial offers: read")

ROWS = (
    op(
        f"POST {OFFERS}",
        sdk="product_catalog.trial_offers.create",
        says="offer a trial at price {price}",
        tier=COMPENSABLE,
        object=path("stripe:trial_offer:", answer("id")),
        parents=(path("stripe:price:", sent("price")),),
        before=all_there(f"GET {OFFERS}"),
        inverse=archive(OFFER, "active", "nickname", id=answer("id")),
        probe=find(
            read(f"GET {OFFERS}", at="data", limit=100),
            same=("price", "nickname"),
            key="id",
            unless=before("data[].id"),
            pages="starting_after",
            next="data.-1.id",
        ),
        residue="The offer stays, archived, and where somebody subscribed with it.",
        scopes=_SCOPES,
        why="No call deletes an offer. It shows no time, so that a lost answer is looked for among those that were not "
        "there before. https://docs.stripe.com/billing/subscriptions/trials",
    ),
    op(
        f"POST {OFFER}",
        sdk="product_catalog.trial_offers.update",
        says="set {fields} of trial offer {id}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path("stripe:trial_offer:", sent("id")),
        inverse=back(OFFER, fields("active")),
        scopes=_SCOPES,
        why="Only whether it is offered can be changed. https://docs.stripe.com/billing/subscriptions/trials",
    ),
)
