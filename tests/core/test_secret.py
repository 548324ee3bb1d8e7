"""`secret`: what a row declares is sent and never recorded, and nothing that undoes the call rests on it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import Call, Operation, Verdict
from agentrein.model import State
from agentrein.says import sentence
from agentrein.secret import MASK, recorded, secrets_in, without_environment
from board.agent import done, failing, states
from board.cards import ROWS
from board.installed import Speak
from board.sandbox import BoardSandbox
from board.sdk import BoardClient
from secrets_kit import found, stored

CREATES = next(one for one in ROWS if one.sdk == "create_card")
EDITS = next(one for one in ROWS if one.sdk == "edit_card")
CARD = {"number": "4242424242424242", "name": "Ada"}


def with_secret(of: Operation, *paths: str, says: str = "") -> Operation:
    """The row with secret paths, and another sentence."""
    return replace(of, secret=paths, says=says or of.says)


def calling(params: dict[str, Any], body: Any, *paths: str) -> Call:
    """What is recorded of a call."""
    return recorded(with_secret(CREATES, *paths), Call("board", "POST /cards", params, body))


@pytest.mark.parametrize(
    ("body", "secret", "expected"),
    [
        ({"a": {"b": 1, "c": 2}}, "a.b", {"a": {"b": MASK, "c": 2}}),
        ({"a": [{"b": "x"}, {"c": "y"}]}, "a[].b", {"a": [{"b": MASK}, {"c": "y"}]}),
        ({"a": {"x": {"b": 1}, "y": {"b": 2}}}, "a.*.b", {"a": {"x": {"b": MASK}, "y": {"b": MASK}}}),
        ({"a": {"b": [1, 2]}}, "a", {"a": MASK}),
        ({"a": None, "c": 1}, "a", {"a": None, "c": 1}),
        ({"c": 1}, "a.b", {"c": 1}),
        ({"a": "text"}, "a.b", {"a": "text"}),
        (None, "a", None),
        (["a"], "a", ["a"]),
    ],
)
def test_a_path_is_masked_where_it_leads(body: Any, secret: str, expected: Any) -> None:
    """Names, every entry of a list, any name; what is not there, or null, stays as it is."""
    assert calling({}, body, secret).body == expected


def test_path_variables_and_query_parameters_are_masked() -> None:
    """A secret may stand in the address as well."""
    assert calling({"token": "t", "card": "1"}, None, "token").params == {"token": MASK, "card": "1"}


def test_what_is_named_like_a_secret_is_masked_where_nobody_said_more() -> None:
    """For calls of the long tail, of which no row says what is secret."""
    body = {
        "config": {"url": "https://u:pw4711@h/x", "secret": "s", "insecure_ssl": "0"},
        "access_token": "t",
        "encrypted_value": "e",
        "card": {"number": 4242424242424242, "exp_year": 30},
        "tokens": [{"value": "kept"}],
        "key": "k",
        "active": True,
        "client_secret": None,
    }
    assert calling({"api_key": "q"}, body, "**").params == {"api_key": MASK}
    assert calling({}, body, "**").body == {
        "config": {"url": f"https://{MASK}@h/x", "secret": MASK, "insecure_ssl": "0"},
        "access_token": MASK,
        "encrypted_value": MASK,
        "card": {"number": MASK, "exp_year": 30},
        "tokens": [{"value": "kept"}],
        "key": MASK,
        "active": True,
        "client_secret": None,
    }


@pytest.mark.parametrize(
    "name", ["secret_name", "secret_type", "token_id", "key_prefix", "keyPrefix", "credential_name"]
)
def test_which_secret_it_is_about_is_no_secret(name: str) -> None:
    """Two calls about two secrets are two records."""
    assert calling({name: "PROD_DEPLOY"}, {name: "PROD_DEPLOY"}, "**").params == {name: "PROD_DEPLOY"}
    assert calling({}, {name: "PROD_DEPLOY"}, "**").body == {name: "PROD_DEPLOY"}


def test_variables_of_the_address_stay_whatever_they_are_called() -> None:
    """The address says what the call is about; a query parameter of such a name is masked."""
    of = replace(with_secret(CREATES, "**"), address="DELETE /keys/{key}/{token}")
    call = Call("board", of.address, {"key": "k-1", "token": "t-1", "api_key": "q", "code": "c-1"}, None)
    assert recorded(of, call).params == {"key": "k-1", "token": "t-1", "api_key": MASK, "code": MASK}


def test_numbers_that_count_are_no_secrets() -> None:
    """A number or a code of a few digits says how many or which one; one as long as that of a card does not."""
    body = {"number": 7, "code": 404, "pin": 1, "key": 2.5, "Number": "12"}
    assert calling({}, body, "**").body == body
    assert calling({}, {"number": "4242424242424242", "pin": "1234"}, "**").body == {"number": MASK, "pin": MASK}


def test_the_secrets_of_a_call_are_known_as_texts() -> None:
    """To be taken out of what the vendor says about the call; short ones are ordinary words."""
    call = Call("board", "POST /cards", {}, {"a": "secret-12", "b": [12345678], "c": "no", "d": "kept-back"})
    assert secrets_in(with_secret(CREATES, "a", "b", "c"), call) == ["secret-12", "12345678"]
    assert secrets_in(CREATES, call) == []


def test_values_of_the_environment_are_taken_out_of_tracebacks() -> None:
    """Those of variables that are named like a credential."""
    environ = {"BOARD_TOKEN": "abc-4711", "HOME": "/home/ada", "X_SECRET": "", "MY_API_KEY": "abc-4711-long"}
    text = without_environment("abc-4711 and abc-4711-long in /home/ada", environ)
    assert text == f"{MASK} and {MASK} in /home/ada"


class Unread(dict[str, Any]):
    """A body that must not be walked."""

    def items(self) -> Any:
        """Nothing reads what is in it."""
        raise AssertionError("the body was read")


def test_a_sentence_that_shows_nothing_of_the_call_does_not_read_it() -> None:
    """As those of the long tail, whose bodies may be large."""
    of = with_secret(CREATES, "**", says="POST /boards/board/cards")
    assert sentence(of, Call("board", of.address, {}, Unread(text="x"))) == "POST /boards/board/cards"


# --- at work


def test_a_secret_is_sent_and_not_recorded(
    board: BoardSandbox, ada: BoardClient, speak: Speak, rein_ledger: Path
) -> None:
    """The vendor gets it; call, sentence and messages do not show it, and the action is undone as any other."""
    speak(with_secret(CREATES, "payment.number", says="put card {text!r} paid with {payment} on {board}"))
    run = failing(lambda: ada.create_card("ideas", "Paid", payment=dict(CARD)))
    assert [one.body["payment"] for one in board.writes if one.method == "POST"] == [CARD]
    action = run.actions[0]
    assert action.planned["call"]["body"]["payment"] == {"number": MASK, "name": "Ada"}
    assert MASK in action.says
    assert action.state == State.COMPENSATED
    assert found({"number": CARD["number"]}, stored(rein_ledger)) == []
    assert found({"the rest": "Ada"}, stored(rein_ledger)) != []


def test_the_vendor_s_words_about_it_are_cleaned(
    board: BoardSandbox, ada: BoardClient, speak: Speak, rein_ledger: Path
) -> None:
    """An error that repeats the card number is recorded without it."""

    def classify(call: Call, answer: Any) -> Verdict:
        return Verdict(State.REJECTED, f"answered {answer.status}: card {CARD['number']} was declined")

    speak(with_secret(CREATES, "payment.number"), classify=classify)
    board.faults.add("error", method="POST", status=402)
    with pytest.raises(Exception, match="402"), rein.run("board") as run:
        ada.create_card("ideas", "Paid", payment=dict(CARD))
    assert run.actions[0].reason == f"answered 402: card {MASK} was declined"
    assert found({"number": CARD["number"]}, stored(rein_ledger)) == []


def test_a_refused_call_does_not_show_it(
    board: BoardSandbox, ada: BoardClient, speak: Speak, rein_ledger: Path
) -> None:
    """Neither the exception nor what the model reads nor the entry that notes the refusal."""
    speak(with_secret(CREATES, "payment.number", says="pay with {payment}"))
    with rein.run("board", policy={"compensable": "refuse"}), pytest.raises(rein.Refused) as refused:
        ada.create_card("ideas", "Paid", payment=dict(CARD))
    texts = {"error": str(refused.value).encode(), "model": refused.value.for_model().encode()}
    assert MASK in str(refused.value)
    assert found({"number": CARD["number"]}, {**texts, **stored(rein_ledger)}) == []


def test_an_edit_of_a_secret_is_not_restorable(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """What reads as stars is refused; allowed all the same, it is recorded masked, and its undo writes no stars."""
    speak(with_secret(EDITS, "card.key"))
    with rein.run("board"), pytest.raises(rein.Refused, match=r"card\.key is a secret, which is not recorded"):
        ada.edit_card(board.first, card={"key": "planted-key"})
    with rein.run("board", policy={"irreversible": "allow"}) as run:
        ada.edit_card(board.first, card={"key": "planted-key", "text": "New"})
    assert run.actions[0].planned["call"]["body"] == {"card": {"key": MASK, "text": "New"}}
    board.clear_requests()
    assert states(rein.revert(run.id)) == ["needs_attention"]
    assert (board.writes, board.cards[board.first]["key"]) == ([], "planted-key")
    assert states(rein.revert(done(lambda: ada.edit_card(board.first, card={"text": "Newer"})).id)) == ["reverted"]
    assert board.cards[board.first]["key"] == "planted-key"
