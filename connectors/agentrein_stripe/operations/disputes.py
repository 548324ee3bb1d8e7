"""Disputes. https://docs.stripe.com/api/disputes."""

from __future__ import annotations

from agentrein.connector import op, path, sent
from agentrein_stripe.operations.payment_tiers import dispute_tier
from agentrein_stripe.operations.shapes import EVENTS, back, fields
from agentrein_stripe.written import flat

DISPUTE = "/v1/disputes/{dispute}"

_THIS = path("stripe:dispute:", sent("dispute"))

ROWS = (
    op(
        f"POST {DISPUTE}",
        sdk="disputes.update",
        says="set {fields} of dispute {dispute}",
        tier=dispute_tier,
        takes=flat("evidence"),
        ignores=("submit",),
        object=_THIS,
        inverse=back(DISPUTE, fields("evidence"), plus={"submit": False}),
        residue=EVENTS,
        scopes=("disputes: write", "disputes: read"),
        why="With submit=false evidence is only staged, and written back field by field; without it, which counts as "
        "true, all that is staged goes to the bank, whatever else the call says. "
        "https://docs.stripe.com/api/disputes/update",
    ),
)
