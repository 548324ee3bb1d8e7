from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from agentrein.connector import NotCanonical
from agentrein.table import Match, Refusal
from agentrein_stripe import connector, reads

ENDPOINTS = Path(__file__).parents[2] / "data" / "stripe_endpoints.tsv"
TABLE = connector.table


def endpoints() -> list[tuple[str, str, str]]:
    """Method, path and kind of every address that stripe sends to."""
    with ENDPOINTS.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [(line["method"], line["path"], line["kind"]) for line in lines]


def shape(address: str) -> str:
    """An address whatever its variables are called."""
    return re.sub(r"\{\w+\}", "{}", address)


def known() -> dict[str, str]:
    """The addresses of the table by their shape; a part of one counts as the whole."""
    lines = (*TABLE.operations, *TABLE.refused)
    return {shape(line.address.partition("#")[0]): line.address for line in lines}


def writes() -> set[str]:
    """The shapes of all writes of the SDK."""
    return {shape(f"{method} {path}") for method, path, kind in endpoints() if kind == "write"}


def test_every_write_of_the_sdk_is_known() -> None:
    """Each write that stripe can send is a row, or a refused line with its reason."""
    assert len(writes()) > 350
    assert writes() - known().keys() == set()


def test_every_read_of_the_sdk_is_declared() -> None:
    """Each read that stripe can send leaves without a passage, and has no row."""
    declared = [(method, path) for method, path, kind in endpoints() if kind == "read"]
    assert len(declared) > 250
    assert not [one for one in declared if not reads(one[0], one[1].replace("{", "").replace("}", ""))]
    assert not {shape(" ".join(one)) for one in declared} & known().keys()


def test_no_address_is_taken_for_another() -> None:
    """A segment that the SDK spells out is never read as an id by the row of another address."""
    for method, path, kind in endpoints():
        found = TABLE.match(method, re.sub(r"\{\w+\}", "x_1", path))
        taken = shape(found.address.partition("#")[0]) if isinstance(found, Match) else ""
        assert taken in {"", shape(f"{method} {path}")}
        assert kind == "write" or taken == ""


def test_no_write_is_declared_a_read() -> None:
    """A write that slipped into the reads would leave unrecorded."""
    sent = [(method, path) for method, path, kind in endpoints() if kind == "write"]
    assert not [one for one in sent if reads(one[0], one[1].replace("{", "").replace("}", ""))]


def test_the_table_holds_nothing_else() -> None:
    """A row or refused line that stripe never sends would be a mistake, and so would an address that is both."""
    assert known().keys() <= writes()
    rows, refused = ({shape(line.address) for line in lines} for lines in (TABLE.operations, TABLE.refused))
    assert not rows & refused


def test_every_row_cites_the_vendor() -> None:
    """Each row's reason names the page of Stripe's documentation that it rests on."""
    assert [row.name for row in TABLE.operations if "https://docs.stripe.com/" not in row.why] == []


def test_every_refused_line_has_a_reason_of_its_own_words() -> None:
    """A line of the long tail says in one sentence why nothing undoes it."""
    assert len(TABLE.refused) > 80
    assert [line.address for line in TABLE.refused if not re.fullmatch(r"[A-Z].{15,160}\.", line.why)] == []
    assert not [line.address for line in TABLE.refused if not line.sdk]


def test_what_money_moves_by_is_known_and_irreversible() -> None:
    """Charges, captures, refunds, payouts and transfers never go out by themselves."""
    moves = [
        *("POST /v1/charges", "POST /v1/charges/{}/capture", "POST /v1/payment_intents/{}/capture"),
        *("POST /v1/payment_intents/{}/confirm", "POST /v1/refunds", "POST /v1/payouts", "POST /v1/transfers"),
        *("POST /v1/topups", "POST /v1/transfers/{}/reversals", "POST /v1/invoices/{}/pay"),
    ]
    at = known()
    lines = [TABLE.row(at[one]) for one in moves]
    assert [
        line for line in lines if isinstance(line, Refusal) or line is None or line.tiers != ("irreversible",)
    ] == []


@pytest.mark.parametrize("path", ["/v1/reviews/../refunds", "/v1/reviews/%2e%2e/approve", "/v1/reviews/a?b"])
def test_a_path_that_arrives_elsewhere_is_no_address(path: str) -> None:
    """What looks like a review and would arrive elsewhere is refused."""
    with pytest.raises(NotCanonical):
        TABLE.match("POST", path)


def test_an_unknown_write_has_no_row() -> None:
    """Addresses of newer versions of the API, which the SDK reaches through `raw_request` only, are unknown."""
    assert TABLE.match("POST", "/v1/unheard_of") is None
    assert isinstance(TABLE.match("POST", "/v1/reviews/rev_1/approve"), Match)
