"""Features that products may give. https://docs.stripe.com/api/entitlements/feature."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    depends,
    find,
    op,
    path,
    read,
    sent,
)
from agentrein_stripe.operations.shapes import archive, back, fields
from agentrein_stripe.said import names
from agentrein_stripe.written import flat

FEATURES = "/v1/entitlements/features"
FEATURE = f"{FEATURES}/{{id}}"


@depends(REVERSIBLE, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Name and metadata are written back; what is archived stays so."""
    return IRREVERSIBLE if "active" in names(call) else REVERSIBLE


ROWS = (
    op(
        f"POST {FEATURES}",
        sdk="entitlements.features.create",
        says="create feature {name!r}, looked up as {lookup_key!r}",
        tier=COMPENSABLE,
        object=path("stripe:entitlements_feature:", answer("id")),
        inverse=archive(FEATURE, "metadata", "name", id=answer("id")),
        probe=find(
            read(f"GET {FEATURES}", at="data", lookup_key=sent("lookup_key"), limit=100),
            same=("lookup_key", "name"),
            since="created",
        ),
        residue="The archived feature stays, and its lookup key stays taken (inferred).",
        scopes=("features: write", "features: read"),
        why="No call deletes a feature, and archiving it is permanent. It has no events, so that a lost answer is "
        "looked for by its key, which is given once. https://docs.stripe.com/api/entitlements/feature/update",
    ),
    op(
        f"POST {FEATURE}",
        sdk="entitlements.features.update",
        says="set {fields} of feature {id}",
        tier=update_tier,
        takes=flat(),
        object=path("stripe:entitlements_feature:", sent("id")),
        inverse=back(FEATURE, fields("name")),
        scopes=("features: write", "features: read"),
        why="Archiving a feature is permanent, name and metadata are written back. "
        "https://docs.stripe.com/api/entitlements/feature/update",
    ),
)
