"""I7: numbers of cards, accounts and people are sent, and stand in no ledger, log or output."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein.cli import main
from agentrein.connector import IRREVERSIBLE, op
from agentrein_stripe.unrecorded import WORD, unrecorded
from secrets_kit import forms, stored
from stripe_kit import ALLOW, Echo, armed

CARD, ACCOUNT, IBAN, PERSON = "5555555555554444", "000123456789", "DE89370400440532013000", "078051120"
CVC, PIN = "971-cvc", "planted-pin-4711"
SECRETS = (CARD, ACCOUNT, IBAN, PERSON, CVC, PIN)

OF_A_CARD = {"number": CARD, "exp_month": 3, "exp_year": 2031, "cvc": CVC}
OF_A_BANK = {"account_number": ACCOUNT, "routing_number": "110000000"}
BY_CARD = {"payment_method_data": {"type": "card", "card": OF_A_CARD}}
BY_BANK = {"payment_method_data": {"type": "us_bank_account", "us_bank_account": OF_A_BANK}}
BY_IBAN = {"payment_method_data": {"type": "sepa_debit", "sepa_debit": {"iban": IBAN}}}
SUM = {"amount": 900, "currency": "eur"}

CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "an intent, by card": ("/v1/payment_intents", {**SUM, **BY_CARD}),
    "an intent, by bank": ("/v1/payment_intents", {**SUM, **BY_BANK}),
    "an intent, by IBAN": ("/v1/payment_intents", {**SUM, **BY_IBAN}),
    "a change of an intent": ("/v1/payment_intents/pi_1", BY_CARD),
    "a confirmation": ("/v1/payment_intents/pi_1/confirm", BY_CARD),
    "a setup": ("/v1/setup_intents", BY_CARD),
    "a change of a setup": ("/v1/setup_intents/seti_1", BY_IBAN),
    "a charge": ("/v1/charges", {**SUM, "source": {"object": "card", **OF_A_CARD}}),
    "a charge in the older form": ("/v1/charges", {**SUM, "card": OF_A_CARD}),
    "a customer with a card": ("/v1/customers", {"source": {"object": "card", **OF_A_CARD}}),
    "a card of a customer": ("/v1/customers/cus_1/sources", {"source": {"object": "card", **OF_A_CARD}}),
    "a card in the older form": ("/v1/customers/cus_1/sources", {"card": OF_A_CARD}),
    "a bank account": ("/v1/customers/cus_1/sources", {"bank_account": OF_A_BANK}),
    "a token": ("/v1/tokens", {"card": OF_A_CARD}),
    "a token of a person": ("/v1/tokens", {"pii": {"id_number": PERSON}}),
    "a method": ("/v1/payment_methods", {"type": "sepa_debit", "sepa_debit": {"iban": IBAN}}),
    "a change of a method": ("/v1/payment_methods/pm_1", {"us_bank_account": OF_A_BANK}),
    "a source": ("/v1/sources", {"type": "card", "card": OF_A_CARD}),
    "a change of a source": ("/v1/sources/src_1", {"card": OF_A_CARD}),
    "a subscription": ("/v1/subscriptions", {"customer": "cus_1", "source": {"object": "card", **OF_A_CARD}}),
    "a top-up": ("/v1/topups", {**SUM, "source": OF_A_BANK}),
    "an account": ("/v1/accounts", {"external_account": OF_A_BANK, "individual": {"id_number": PERSON}}),
    "a bank account of an account": ("/v1/accounts/acct_1/external_accounts", {"external_account": OF_A_BANK}),
    "an account in v2": (
        "/v2/core/accounts",
        {"contact_email": "a@b.c", "identity": {"individual": {"id_numbers": [{"type": "us_ssn", "value": PERSON}]}}},
    ),
    "a pin": ("/v1/issuing/cards/ic_1", {"pin": {"encrypted_number": PIN}}),
}


def shown(ledger: Path, run: rein.Run, capsys: pytest.CaptureFixture[str]) -> bytes:
    """Every byte beside the ledger, and what the commands print."""
    for command in (["show", run.id, "--all"], ["plan", run.id, "--all"], ["runs"]):
        for more in ([], ["--json"]):
            main([*command, *more])
    return b"".join(stored(ledger).values()) + "".join(capsys.readouterr()).encode() + repr(run.actions).encode()


@pytest.mark.parametrize(("path", "params"), CALLS.values(), ids=CALLS)
def test_a_number_is_sent_and_not_recorded(
    ledger: Path, capsys: pytest.CaptureFixture[str], path: str, params: dict[str, Any]
) -> None:
    """Whatever a policy lets out, and whatever an undo makes of it: neither ledger nor output holds a number."""
    with Echo() as echo:
        with suppress(rein.Refused), rein.run("numbers", policy=ALLOW, on_failure="keep") as run:
            armed(echo.url).raw_request("post", path, **params)
        held = [one for one in SECRETS if one in repr(params)]
        arrived = b"".join(write.raw or repr(write.body).encode() for write in echo.writes)
        assert not echo.writes or [one for one in held if one.encode() not in arrived] == []
        kept = shown(ledger, run, capsys)
    assert [one for one in held for form in forms(one) if form in kept] == []


def test_only_numbers_are_left_out() -> None:
    """Short numbers, other texts and the caller's own metadata are recorded as they are."""
    said = {"number": "A-1", "metadata": {"number": CARD}, "card": {"exp_month": "3", "number": CARD}, "lines": ["a"]}
    takes = unrecorded(op("POST /v1/things", sdk="-", says="-", tier=IRREVERSIBLE, why="https://a.example")).takes
    assert takes is not None
    assert takes(said) == {**said, "card": {"exp_month": "3", "number": WORD}}
    assert takes({"metadata[iban]": IBAN, "card[number]": CARD}) == {"metadata[iban]": IBAN, "card[number]": WORD}
