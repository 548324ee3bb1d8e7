"""Products, and what a product gives. https://docs.stripe.com/api/products."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    anew,
    answer,
    before,
    computed,
    depends,
    do,
    either,
    find,
    first,
    gone,
    join,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_stripe.operations.shapes import ACCOUNT, EVENTS, all_there, archive, back, delete, event, fields
from agentrein_stripe.said import names, sets_for_good, shown
from agentrein_stripe.written import flat, made_again

PRODUCTS = "/v1/products"
PRODUCT = f"{PRODUCTS}/{{id}}"
FEATURES = f"{PRODUCTS}/{{product}}/features"
FEATURE = f"{FEATURES}/{{id}}"

_THIS = path("stripe:product:", sent("id"))
_OWN = (
    "active",
    "description",
    "images",
    "marketing_features",
    "metadata",
    "name",
    "package_dimensions",
    "shippable",
    "statement_descriptor",
    "tax_code",
    "unit_label",
    "url",
)
_NEW: dict[str, Any] = {
    "others": read(
        f"GET {PRODUCT}", completed="product and others", given={"price": answer("default_price")}, id=answer("id")
    ),
    "id": answer("id"),
}
_KEPT = ("default_price", "shippable", "statement_descriptor", "tax_details")
"""What a request cannot unset, by its type."""

_SAYS_ALL = (*_OWN, "id", "type")
"""What a request can say of a product that is made again."""


def has_price(call: Mapping[str, Any]) -> bool:
    """Whether a new product is made with a price, for which it is archived and never deleted."""
    return bool(call.get("default_price_data"))


@depends(REVERSIBLE, COMPENSABLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A product is deleted again; with a price, which nothing deletes, it is archived."""
    return COMPENSABLE if "default_price_data" in names(call) else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What cannot be unset is only set back where something stood before."""
    return IRREVERSIBLE if sets_for_good(call, image, _KEPT) else REVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A product without prices is made again under its id, unless it says what no request says."""
    return IRREVERSIBLE if shown(image, "tax_details") or shown(image, "default_price") else COMPENSABLE


_SUBSCRIBERS = "Entitlements of active subscribers changed at once, and again with the undo; events told of it."
_GIVES = read(
    f"GET {FEATURES}",
    at=join("gives.", before("entitlement_feature.id")),
    maybe=True,
    completed="features by id",
    limit=100,
)

ROWS = (
    op(
        f"POST {PRODUCTS}",
        sdk="products.create",
        says="create product {name!r}",
        tier=create_tier,
        object=path("stripe:product:", answer("id")),
        inverse=either(
            {
                True: archive(PRODUCT, "created", *_OWN, **_NEW),
                False: first(
                    delete(PRODUCT, "created", *_OWN, **_NEW), archive(PRODUCT, "created", *_OWN, **_NEW), after=(400,)
                ),
            },
            by=computed(has_price, sent()),
        ),
        probe=event("product.created"),
        residue=f"A product that ever had a price is archived instead, and its default price stays below it. {EVENTS}",
        scopes=("products: write", "products: read", "prices: read"),
        why="A product is deleted while it has no price; one with a price, even an archived one, can only be archived. "
        "https://docs.stripe.com/api/products/delete",
    ),
    op(
        f"POST {PRODUCT}",
        sdk="products.update",
        says="set {fields} of product {id}",
        tier=update_tier,
        takes=flat(),
        object=_THIS,
        inverse=back(
            PRODUCT,
            fields(
                "active",
                "description",
                "images",
                "marketing_features",
                "name",
                "package_dimensions",
                "tax_code",
                "unit_label",
                "url",
                kept=_KEPT,
            ),
        ),
        residue=EVENTS,
        scopes=("products: write", "products: read"),
        why="A list is replaced as a whole, and an empty text empties it: an empty list would not be sent. "
        "https://docs.stripe.com/api/products/update",
    ),
    op(
        f"DELETE {PRODUCT}",
        sdk="products.delete",
        says="delete product {id}",
        tier=delete_tier,
        object=_THIS,
        before=read(f"GET {PRODUCT}"),
        inverse=do(
            f"POST {PRODUCTS}",
            computed(made_again, before(), _SAYS_ALL),
            goal=shows(f"GET {PRODUCT}", name=before("name"), type=before("type")),
            still=None,
        ),
        probe=stands(f"GET {PRODUCT}", {"": None}),
        residue=f"It has another date of creation. {EVENTS}",
        scopes=("products: write", "products: read"),
        why="Only a product without prices can be deleted, and the caller chooses the id of a new one. That a deleted "
        "id is free again is inferred. https://docs.stripe.com/api/products/create",
    ),
    op(
        f"POST {FEATURES}",
        sdk="products.features.create",
        says="let product {product} give feature {entitlement_feature}",
        tier=REVERSIBLE,
        object=path("stripe:product:", sent("product"), "/feature:", answer("id")),
        before=all_there(f"GET {FEATURES}", product=sent("product")),
        inverse=do(
            f"DELETE {FEATURE}",
            id=answer("id"),
            goal=gone(read(f"GET {FEATURE}", maybe=True, id=answer("id")), parent=ACCOUNT),
            ok=(404,),
        ),
        probe=find(
            read(f"GET {FEATURES}", at="data", limit=100),
            same={"entitlement_feature.id": sent("entitlement_feature")},
            key="id",
            unless=before("data[].id"),
            pages="starting_after",
            next="data.-1.id",
        ),
        residue=_SUBSCRIBERS,
        scopes=("products: write", "products: read"),
        why="What a product gives is taken from it again. https://docs.stripe.com/api/product-feature/remove",
    ),
    op(
        f"DELETE {FEATURE}",
        sdk="products.features.delete",
        says="let product {product} no longer give {id}",
        tier=COMPENSABLE,
        object=path("stripe:product:", sent("product"), "/feature:", sent("id")),
        before=read(f"GET {FEATURE}"),
        inverse=do(
            f"POST {FEATURES}",
            {"entitlement_feature": before("entitlement_feature.id")},
            goal=shows(_GIVES, object="product_feature"),
            still=None,
            anew=[anew("id", "id")],
        ),
        probe=stands(f"GET {FEATURE}", {"": None}),
        residue=f"It has another id. {_SUBSCRIBERS}",
        scopes=("products: write", "products: read"),
        why="The feature itself stays, and a product is given it again. "
        "https://docs.stripe.com/api/product-feature/attach",
    ),
)
