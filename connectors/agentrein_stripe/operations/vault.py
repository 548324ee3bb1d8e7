"""Bank accounts that are kept to be paid out to. https://docs.stripe.com/api/v2/core/vault."""

from __future__ import annotations

from agentrein.connector import COMPENSABLE, Operation, answer, op, path, sent
from agentrein_stripe.operations.shapes_v2 import archive, archived, listed

VAULT = "/v2/core/vault"
_DOCS = "https://docs.stripe.com/api/v2/core/vault"
_SCOPES = ("vault: write", "vault: read")


def kept(country: str, *told: str, settled: tuple[str, ...] = ()) -> tuple[Operation, ...]:
    """The rows of the bank accounts of a country: `told` tells them apart, `settled` is what people add to them."""
    kind = f"{country}_bank_account"
    every, page = f"{VAULT}/{kind}s", f"{_DOCS}/{country}-bank-accounts"
    one, sdk = f"{every}/{{id}}", f"v2.core.vault.{kind}s"
    return (
        op(
            f"POST {every}",
            sdk=f"{sdk}.create",
            says=f"keep a bank account of {country.upper()} to be paid out to",
            tier=COMPENSABLE,
            object=path(f"stripe:{kind}:", answer("id")),
            inverse=archive(one, goes_on=answer("id"), **{name: answer(name) for name in ("archived", *settled)}),
            probe=listed(f"GET {every}", *told, **{"supported_currencies.0": sent("currency")}),
            residue="The archived bank account can still be read, without its number.",
            scopes=_SCOPES,
            why="No call deletes a bank account; it is archived. Its number is not recorded, so that a lost one is "
            f"looked for by what else was said of it. {page}/archive",
        ),
        *archived(one, kind, sdk, page, _SCOPES),
    )


ROWS = (
    *kept("gb", "sort_code", "bank_account_type"),
    *kept(
        "us",
        "routing_number",
        "fedwire_routing_number",
        "bank_account_type",
        settled=("routing_number", "fedwire_routing_number", "verification"),
    ),
)
