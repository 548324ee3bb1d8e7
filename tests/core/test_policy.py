"""Rules: which of several counts, limits of size, and what files may loosen."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein import configuration
from agentrein.approving import approving_of
from agentrein.approving import passed as passed_
from agentrein.policy import Policy
from agentrein.policy_layers import Rules, rules_of
from agentrein.registry import connector
from agentrein.rows import Operation
from agentrein.sizes import Amount

BATCH = "gmail: gmail.users.messages.batchModify"
CHARGE = "stripe: POST /v1/charges"
LABEL = "gmail: gmail.users.labels.patch"


def row(name: str) -> Operation:
    """The row of an operation."""
    vendor, _, address = name.partition(": ")
    found = connector(vendor).table.row(address)
    assert isinstance(found, Operation)
    return found


def says(rules: Any, name: str, tier: rein.Tier = rein.REVERSIBLE, size: Any = None) -> str:
    """What a policy says of an operation."""
    return Rules(Policy(rules)).verdict(row(name), tier, size).verdict


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({}, "allow"),
        ({"reversible": "ask"}, "ask"),
        ({"reversible": "refuse", "gmail": "ask"}, "ask"),
        ({"gmail": "refuse", "gmail: *": "ask"}, "ask"),
        ({"gmail: *": "refuse", "gmail: gmail.users.messages.*": "ask"}, "ask"),
        ({"gmail: gmail.users.messages.*": "refuse", BATCH: "ask"}, "ask"),
        ({"slack": "refuse", "irreversible": "refuse"}, "allow"),
        ({BATCH: "allow", "gmail": "refuse"}, "allow"),
    ],
)
def test_the_more_specific_rule_counts(rules: Any, expected: str) -> None:
    """Operation, longer pattern, shorter pattern, connector, tier, default."""
    assert says(rules, BATCH) == expected


@pytest.mark.parametrize(
    ("rule", "size", "expected"),
    [
        ({"over": 50, "then": "ask"}, 50, "allow"),
        ({"over": 50, "then": "ask"}, 51, "ask"),
        ({"over": 50, "then": "ask", "else": "refuse"}, 50, "refuse"),
        ({"over": 0, "then": "refuse"}, 1, "refuse"),
        ({"over": 50, "then": "ask"}, None, "ask"),
        ({"over": {"eur": 1}, "then": "ask"}, 5, "ask"),
        ([{"over": 5, "then": "ask"}, {"over": 50, "then": "refuse"}], 5, "allow"),
        ([{"over": 5, "then": "ask"}, {"over": 50, "then": "refuse"}], 6, "ask"),
        ([{"over": 5, "then": "ask"}, {"over": 50, "then": "refuse"}], 51, "refuse"),
        ([{"over": 50, "then": "refuse"}, {"over": 5, "then": "ask"}], 51, "refuse"),
    ],
)
def test_a_limit_of_things(rule: Any, size: int | None, expected: str) -> None:
    """More than the limit, or what cannot be measured by it, is what `then` says; the strictest of several counts."""
    assert says({BATCH: rule}, BATCH, size=size) == expected


def test_below_a_limit_the_next_rule_counts() -> None:
    """A limit without `else` says nothing of what is not over it."""
    rules = {BATCH: {"over": 50, "then": "refuse"}, "gmail": "ask"}
    assert [says(rules, BATCH, size=size) for size in (1, 51)] == ["ask", "refuse"]


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (Amount(Decimal("100.00"), "eur"), "allow"),
        (Amount(Decimal("100.01"), "EUR"), "ask"),
        (Amount(Decimal(120), "usd"), "allow"),
        (Amount(Decimal(1), "chf"), "ask"),
        (None, "ask"),
        (3, "ask"),
    ],
)
def test_a_limit_of_money(amount: Any, expected: str) -> None:
    """By currency, in its own unit; a currency that the rule does not name counts as larger."""
    rule = {"over": {"eur": 100, "usd": 120}, "then": "ask", "else": "allow"}
    assert says({CHARGE: rule}, CHARGE, rein.IRREVERSIBLE, amount) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"amount": "1000", "currency": "eur"}, Amount(Decimal("10.00"), "eur")),
        ({"amount": 1000, "currency": "jpy"}, Amount(Decimal(1000), "jpy")),
        ({"amount": "1000", "currency": "BHD"}, Amount(Decimal(1), "bhd")),
        ({"amount": -500000, "currency": "usd"}, Amount(Decimal("5000.00"), "usd")),
        ({"amount": "-1", "currency": "jpy"}, Amount(Decimal(1), "jpy")),
        ({"amount": "ten", "currency": "eur"}, None),
        ({"amount": "NaN", "currency": "eur"}, None),
        ({"amount": "1000"}, None),
        ({"currency": "eur"}, None),
    ],
)
def test_how_much_a_charge_is(said: Any, expected: Any) -> None:
    """Stripe counts in the smallest unit, of which a currency has none, two or three decimals."""
    count = row(CHARGE).count
    assert count is not None
    assert count(said) == expected


@pytest.mark.parametrize(
    ("name", "said", "expected"),
    [
        (BATCH, {"ids": ["a", "b"]}, 2),
        (BATCH, {"ids": "a"}, None),
        (BATCH, {}, None),
        ("sheets: sheets.spreadsheets.values.update", {"values": [[1], [2], [3]]}, 3),
        ("sheets: sheets.spreadsheets.values.batchUpdate", {"data": [{"values": [[1]]}, {"values": [[1], [2]]}]}, 3),
        ("sheets: sheets.spreadsheets.values.batchUpdate", {"data": [{"range": "A1"}]}, None),
        ("sheets: sheets.spreadsheets.values.batchUpdate", {}, None),
    ],
)
def test_how_many_things_a_call_is_about(name: str, said: Any, expected: Any) -> None:
    """Ids of a batch, rows of ranges; None where the call does not say it."""
    count = row(name).count
    assert count is not None
    assert count(said) == expected


def test_a_limit_for_a_connector_is_for_what_has_a_size() -> None:
    """Where nothing can be measured the next rule counts; naming such an operation itself is an error."""
    rules = {"gmail": {"over": 5, "then": "refuse"}, "reversible": "ask"}
    assert says(rules, BATCH, size=6) == "refuse"
    assert says(rules, LABEL) == "ask"
    with pytest.raises(rein.UsageError, match="nothing tells how much"):
        Policy({LABEL: {"over": 5, "then": "refuse"}})


@pytest.mark.parametrize(
    ("rule", "says_"),
    [
        ("maybe", "'maybe' is no verdict"),
        (3, "3 is no rule"),
        ([], "is no rule"),
        ({"over": 3}, "a limit says over and then"),
        ({"over": "3", "then": "ask"}, "no number of things"),
        ({"over": -1, "then": "ask"}, "no number of things"),
        ({"over": True, "then": "ask"}, "no number of things"),
        ({"over": {}, "then": "ask"}, "names no currency"),
        ({"over": 1, "then": "maybe"}, "is no verdict"),
        ({"over": 1, "then": "ask", "otherwise": "allow"}, "'otherwise' is nothing that a limit says"),
    ],
)
def test_a_rule_that_means_nothing_is_an_error(rule: Any, says_: str) -> None:
    """Before the run opens."""
    with pytest.raises(rein.UsageError, match=says_) as error:
        rein.run("x", policy={BATCH: rule})
    assert error.value.now


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Rules]:
    """The rules of a run to which a policy was passed, with a pinned file and a found one."""
    monkeypatch.setattr(configuration, "MACHINE", tmp_path / "etc.toml")
    monkeypatch.delenv("AGENTREIN_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path)

    def made(passed: Any, pinned: str | None = None, found: str | None = None) -> Rules:
        for name, text in (("etc.toml", pinned), ("agentrein.toml", found)):
            (tmp_path / name).unlink(missing_ok=True)
            if text is not None:
                (tmp_path / name).write_text(text)
        return rules_of(Policy(passed), configuration.read())

    return made


LOOSE, STRICT = 'policy = {irreversible = "allow"}', 'policy = {irreversible = "refuse"}'
ASKS = 'policy = {irreversible = "ask"}'


@pytest.mark.parametrize(
    ("passed", "pinned", "found", "expected"),
    [
        ("", None, None, "refuse"),
        ("allow", None, None, "allow"),
        ("allow", None, ASKS, "ask"),
        ("allow", None, STRICT, "refuse"),
        ("ask", None, LOOSE, "ask"),
        ("", None, LOOSE, "refuse"),
        ("", None, ASKS, "refuse"),
        ("", LOOSE, None, "allow"),
        ("", ASKS, None, "ask"),
        ("allow", ASKS, LOOSE, "ask"),
        ("refuse", ASKS, LOOSE, "refuse"),
        ("", ASKS, STRICT, "refuse"),
        ("allow", 'policy = {costly = "ask"}', None, "refuse"),
        ("allow", '[approvals]\nrequire = "unsigned"', None, "refuse"),
        ("allow", 'clients = {github = "a:b"}', None, "allow"),
    ],
)
def test_who_may_loosen(files: Any, passed: str, pinned: str | None, found: str | None, expected: str) -> None:
    """A pinned file decides, also by what it does not say; all else only tightens it, as a found file does anything."""
    rules = files({"irreversible": passed} if passed else {}, pinned, found)
    assert rules.verdict(row(CHARGE), rein.IRREVERSIBLE, None).verdict == expected


def test_a_refusal_names_the_rule_that_decides(files: Any, tmp_path: Path) -> None:
    """With file and line, and what milder rule could not loosen it."""
    from agentrein.policy_layers import refusal

    rules = files({CHARGE: "allow"}, STRICT)
    said = rules.verdict(row(CHARGE), rein.IRREVERSIBLE, None)
    error = refusal(row(CHARGE), rein.IRREVERSIBLE, "charge 10.00 EUR", "here", said, rules, None)
    assert f"{tmp_path / 'etc.toml'}:1 refuses it (irreversible)" in error.why
    assert "(policy= says allow, and can only be stricter than what decides)" in error.now
    rules = files({}, ASKS.replace("irreversible", "costly"))
    said = rules.verdict(row(CHARGE), rein.IRREVERSIBLE, None)
    error = refusal(row(CHARGE), rein.IRREVERSIBLE, "charge 10.00 EUR", "here", said, rules, None)
    assert f'"{CHARGE}" = "ask" in [policy] of {tmp_path / "etc.toml"}' in error.now


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[policy]\ncostly = "ask"\n"stripe: POST /v1/charge" = "ask"\n', 3),
        ('[policy]\nstrype = "ask"\n', 2),
        (f'[policy]\n\n"{LABEL}" = {{over = 5, then = "ask"}}\n', 3),
        ('[undo]\n"slack: chat.postMessage" = "vanish"\n', 2),
        ('[undo]\n"slack: chat.post" = "ask"\n', 2),
    ],
)
def test_a_mistake_in_a_file_names_its_line(files: Any, tmp_path: Path, text: str, line: int) -> None:
    """Also one that only the tables show, such as an operation that there is not."""
    with pytest.raises(rein.ConfigurationError) as error:
        files({}, None, text)
    assert error.value.where == f"{tmp_path / 'agentrein.toml'}:{line}"
    assert error.value.now


def test_actions_of_ones_own_have_rules_too(rein_ledger: Path) -> None:
    """They are named as a connector is, or one by one, and asked for as any other call."""

    @rein.action(tier=rein.REVERSIBLE, undo=lambda **_: None, durable=False)
    def order(number: int) -> int:
        return number

    with rein.run("x", policy={"own": "ask"}, on_failure="keep"), pytest.raises(rein.NeedsApproval) as error:
        order(3)
    assert error.value.id == "A-1"


@pytest.mark.parametrize("option", ["policy", "undo"])
def test_a_rule_about_reads_is_an_error(option: str) -> None:
    """No call can ever meet it: whoever says it would believe that reads are judged."""
    given: Any = {option: {"read": "ask"}}
    with pytest.raises(rein.UsageError, match="no rule is about them") as error:
        rein.run("x", **given)
    assert "irreversible" in error.value.now


ONE, TWO, THREE = (f"ed25519:{letter * 42}A" for letter in "ABC")


def section(require: str = "", keys: tuple[str, ...] = ()) -> str:
    """An `[approvals]` of a file."""
    said = [f'require = "{require}"'] if require else []
    return "\n".join(["[approvals]", *said, *([f"keys = {list(keys)}"] if keys else []), ""])


@pytest.mark.parametrize(
    ("machine", "second", "require", "keys"),
    [
        (section("unsigned"), section("signed", (ONE,)), "signed", (ONE,)),
        (section("unsigned"), section(keys=(ONE,)), "signed", (ONE,)),
        (section("unsigned", (ONE,)), section("signed"), "signed", (ONE,)),
        (section("unsigned"), section("unsigned"), "unsigned", ()),
        (section(keys=(ONE, TWO)), section("unsigned"), "signed", (ONE, TWO)),
        (section(keys=(ONE, TWO)), section("signed"), "signed", (ONE, TWO)),
        (section(keys=(ONE, TWO)), section(keys=(TWO, THREE)), "signed", (TWO,)),
        ("", section("signed", (ONE,)), "signed", (ONE,)),
    ],
)
@pytest.mark.parametrize("passed", [None, "unsigned"])
def test_a_second_pinned_file_tightens_approvals(
    files: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    machine: str,
    second: str,
    require: str,
    keys: tuple[str, ...],
    passed: Any,
) -> None:
    """It may ask for signatures where the machine's file does not, and leave keys out; never put one in."""
    files({}, machine)
    (tmp_path / "second.toml").write_text(second)
    monkeypatch.setenv("AGENTREIN_CONFIG", str(tmp_path / "second.toml"))
    found = approving_of(passed_(passed), configuration.read())
    assert (found.require, found.keys, found.callback) == (require, keys, None)


def test_keys_that_only_a_second_file_names_are_a_mistake(
    files: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could approve: that is told, with the line."""
    files({}, section(keys=(ONE,)))
    (tmp_path / "second.toml").write_text(section(keys=(TWO,)))
    monkeypatch.setenv("AGENTREIN_CONFIG", str(tmp_path / "second.toml"))
    with pytest.raises(rein.ConfigurationError, match="nobody could approve") as error:
        approving_of(passed_(None), configuration.read())
    assert error.value.where == f"{tmp_path / 'second.toml'}:2"
