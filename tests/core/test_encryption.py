"""Encrypted payloads: what the file holds without the key, what the key opens, and that nothing is done without it."""

from __future__ import annotations

import os
import sqlite3
import sys
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein.errors import ChainBroken, EncryptionError
from agentrein.ledger import encryption
from agentrein.ledger.protocol import Summary
from agentrein.ledger.sqlite import SqliteLedger
from agentrein.reverting import wish
from ledger_kit import RUN, begin, this_process

ALWAYS = "9999-01-01T00:00:00.000000Z"
OTHER = "r-bcdefghj"
SAYS = "Rumpelstilzchen"


def fresh() -> str:
    """A new key, as `openssl rand -base64 32` prints one."""
    return b64encode(os.urandom(32)).decode()


ONE, TWO = (b64encode(bytes(range(first, first + 32))).decode() for first in (0, 200))
"""As good as random to the code that takes them, and the same in every process of a test run."""


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[SqliteLedger]:
    """An empty ledger."""
    found = SqliteLedger(tmp_path / "house" / "ledger.sqlite3", busy_timeout=0.2)
    yield found
    found.close()


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give the process these keys: `keys(ONE, TWO)`, or none."""

    def given(*keys: str) -> None:
        monkeypatch.setenv("AGENTREIN_KEY", " ".join(keys))

    return given


def ended(ledger: SqliteLedger, run: str = RUN) -> None:
    """A run with one action, that ended."""
    ledger.open_run(run, "triage", because=f"{SAYS} asked", by="ada", owner=this_process("ada"))
    called = {"connector": "board", "address": "POST /cards", "tier": "costly"}
    summary = Summary(state="planned", objects=("board:card:1",), **called)
    ledger.append(run, "planned", {"says": SAYS}, epoch=1, number=True, owned=True, sync=True, summary=summary)
    ledger.append(run, "outcome", {"answer": SAYS}, epoch=1, seq=1, summary=Summary(state="landed", landed=True))
    ledger.append(run, "status", {}, epoch=1, summary=Summary(status="completed", ended=True))
    ledger.release(run)


def data(ledger: SqliteLedger) -> bytes:
    """Every byte in the ledger's folder."""
    return b"".join(file.read_bytes() for file in ledger.path.parent.rglob("*") if file.is_file())


def tamper(ledger: SqliteLedger, *statements: str) -> None:
    """Change the file behind our back."""
    with closing(sqlite3.connect(ledger.path)) as db, db:
        db.execute("DROP TRIGGER IF EXISTS payloads_update")
        for one in statements:
            db.execute(one)


# --- what is in the file, and who can read it


def test_no_byte_of_a_payload_is_in_the_file(ledger: SqliteLedger, keys: Callable[..., None]) -> None:
    """Neither of a payload nor of the reason; with the key both read as they were written, the chain without it."""
    ended(ledger, OTHER)
    assert SAYS.encode() in data(ledger)  # this search finds what is there
    ledger.path.unlink()
    with closing(SqliteLedger(ledger.path)) as found:
        keys(ONE)
        ended(found)
        assert SAYS.encode() not in data(found)
        assert [entry.payload for entry in found.entries(RUN)] == [{"says": SAYS}, {"answer": SAYS}, {}]
        assert found.run(RUN).because == f"{SAYS} asked"
        keys()
        assert found.verify(RUN) == found.run(RUN).head


def test_without_the_key_the_list_of_runs_is_still_there(ledger: SqliteLedger, keys: Callable[..., None]) -> None:
    """What stands outside of payloads: names, states, addresses, objects."""
    keys(ONE)
    ended(ledger)
    for given in ((), (TWO,)):
        keys(*given)
        (row,) = ledger.runs()
        assert (row.name, row.status, row.because) == ("triage", "completed", "(encrypted)")
        assert [act.address for act in ledger.acts(RUN)] == ["POST /cards"]
        with pytest.raises(EncryptionError) as refused:
            ledger.entries(RUN)
        assert (refused.value.exit, refused.value.where) == (3, str(ledger.path))
        assert encryption._parsed(ONE, "").writes in refused.value.what


def test_no_key_is_in_a_message_or_in_the_file(ledger: SqliteLedger, keys: Callable[..., None]) -> None:
    """Of the key there is a fingerprint, which tells nothing of it; two ledgers with one key share no sealed text."""
    keys(ONE, TWO)
    ended(ledger)
    for secret in (ONE, TWO):
        raw = encryption._key(secret, 1, "")
        assert [form for form in (secret.encode(), raw, raw.hex().encode()) if form in data(ledger)] == []
        assert secret not in repr(encryption.keyring())


NO_KEYS = [
    "x",
    "a" * 43,
    *(b64encode(one).decode() for one in (bytes(32), bytes(range(31)))),
    ONE[:-2] + "!=",
    "¶" * 44,
]


@pytest.mark.parametrize("key", NO_KEYS)
def test_what_is_no_key_is_refused_before_a_run_opens(
    ledger: SqliteLedger, keys: Callable[..., None], key: str, recwarn: Any
) -> None:
    """Too short, not random, no base64: exit 3, and the text is not repeated."""
    keys(key)
    with pytest.raises(EncryptionError) as refused:
        begin(ledger)
    assert key not in str(refused.value) or len(key) < 3
    assert ledger.runs() == []


def test_both_alphabets_of_base64_are_keys(keys: Callable[..., None]) -> None:
    """With padding or without, apart by spaces, lines or commas."""
    raw = bytes(range(200, 232))
    plain, urls = b64encode(raw).decode(), urlsafe_b64encode(raw).decode().rstrip("=")
    assert plain != urls
    keys(plain)
    first = encryption.keyring()
    keys(f"{urls},\n{ONE}")
    second = encryption.keyring()
    assert first is not None
    assert second is not None
    assert (first.writes, len(second.keys)) == (second.writes, 2)


# --- nothing is done without the keys


def test_a_run_is_not_opened_without_the_key(ledger: SqliteLedger, keys: Callable[..., None]) -> None:
    """A ledger that was encrypted stays so: no plain payload is written to it, and none under a foreign key."""
    keys(ONE)
    ended(ledger)
    for given in ((), (TWO,)):
        keys(*given)
        with pytest.raises(EncryptionError):
            begin(ledger, OTHER)
    assert [row.id for row in ledger.runs()] == [RUN]


def test_a_run_is_not_taken_over_without_the_key(ledger: SqliteLedger, keys: Callable[..., None]) -> None:
    """A revert, a plan, a recovery end before anything is read from a vendor; the epoch stays."""
    keys(ONE)
    ended(ledger)
    keys(TWO)
    for ask in (lambda: ledger.take_over(RUN, this_process("ada")), lambda: wish(RUN, ledger=ledger)):
        with pytest.raises(EncryptionError):
            ask()
    assert ledger.run(RUN).epoch == 1


def test_an_undo_that_may_need_other_runs_needs_their_keys_too(ledger: SqliteLedger, keys: Callable[..., None]) -> None:
    """It reads what other runs did to the same things; to find out in its middle would be half a revert."""
    keys(ONE)
    ended(ledger)
    keys(TWO, ONE)
    ended(ledger, OTHER)
    keys(TWO)
    assert ledger.entries(OTHER)
    with pytest.raises(EncryptionError):
        ledger.take_over(OTHER, this_process("ada"))


def test_a_run_goes_on_as_it_was_opened(ledger: SqliteLedger, keys: Callable[..., None]) -> None:
    """A key that vanishes from the environment in its middle makes no payload plain, and costs no outcome."""
    keys(ONE)
    begin(ledger)
    keys()
    ledger.append(RUN, "note", {"text": SAYS}, epoch=1)
    assert SAYS.encode() not in data(ledger)
    begun = SqliteLedger(ledger.path.with_name("plain.sqlite3"))
    begin(begun)
    keys(TWO)
    begun.append(RUN, "note", {"text": SAYS}, epoch=1)
    assert begun.entries(RUN)[0].payload == {"text": SAYS}
    assert encryption.sealed_with(begun.record(RUN).stored[0].text or "") is None
    begun.close()


# --- rotation, mixture, pruning


def test_the_first_key_writes_and_all_read(ledger: SqliteLedger, keys: Callable[..., None]) -> None:
    """A new key before the old one; once nothing is left that the old one wrote, it is not needed any more."""
    keys(ONE)
    ended(ledger)
    keys(TWO, ONE)
    ended(ledger, OTHER)
    ids = [encryption._parsed(key, "").writes for key in (ONE, TWO)]
    assert [encryption.sealed_with(ledger.record(run).stored[0].text or "") for run in (RUN, OTHER)] == ids
    assert ledger.entries(RUN)[0].payload == ledger.entries(OTHER)[0].payload == {"says": SAYS}
    keys(TWO)
    with pytest.raises(EncryptionError, match=f"encrypted with key {ids[0]}; given: {ids[1]}"):
        begin(ledger, "r-cdefghjk")
    ledger.prune(str(ledger.run(OTHER).ended), by="ada")
    assert ledger.run(RUN).pruned
    begin(ledger, "r-cdefghjk")


def test_older_plain_entries_are_read_beside_encrypted_ones(ledger: SqliteLedger, keys: Callable[..., None]) -> None:
    """Encryption begins with the next run; what was plain before stays plain until it is pruned."""
    ended(ledger)
    keys(ONE)
    ended(ledger, OTHER)
    assert {ledger.entries(run)[0].payload["says"] for run in (RUN, OTHER)} == {SAYS}  # type: ignore[index]
    assert {ledger.verify(run) == ledger.run(run).head for run in (RUN, OTHER)} == {True}


def test_pruning_needs_no_key(ledger: SqliteLedger, keys: Callable[..., None]) -> None:
    """The sealed payloads go, the chain verifies, and the entry that says by whom is plain."""
    keys(ONE)
    ended(ledger)
    sealed = [one.text for one in ledger.record(RUN).stored]
    keys()
    assert [row.id for row in ledger.prune(ALWAYS, by="grace").pruned] == [RUN]
    assert ledger.entries(RUN)[-1].payload == {"before": ALWAYS, "by": "grace"}
    assert ledger.verify(RUN) == ledger.run(RUN).head
    assert [text for text in sealed if str(text).encode() in data(ledger)] == []


# --- attacks


def test_a_payload_that_was_moved_does_not_open(ledger: SqliteLedger, keys: Callable[..., None]) -> None:
    """Of another entry or another run, under the very key: it is bound to run, number, action and kind."""
    keys(ONE)
    ended(ledger)
    ended(ledger, OTHER)
    for source in (2, 4):  # the outcome of the same run, and the planned entry of the other
        taken = f"SELECT salt, text FROM payloads WHERE entry = {source}"  # noqa: S608 - two numbers of this line
        tamper(ledger, f"UPDATE payloads SET (salt, text) = ({taken}) WHERE entry = 1")  # noqa: S608
        with pytest.raises(ChainBroken, match="its payload was changed"):
            ledger.verify(RUN)
        with pytest.raises(ChainBroken, match="entry 1 of run r-abcdefgh does not fit: its payload does not open"):
            ledger.entries(RUN)


PLACES = [("r-00000000", 1, 1, "planned"), (RUN, 2, 1, "planned"), (RUN, 1, 2, "planned"), (RUN, 1, 1, "note")]


@pytest.mark.parametrize("place", PLACES)
def test_every_part_of_the_place_is_bound(keys: Callable[..., None], place: encryption.Place) -> None:
    """A sealed text opens in its own place and in no other."""
    keys(ONE)
    ring = encryption.keyring()
    assert ring is not None
    sealed = ring.seal("{}", (RUN, 1, 1, "planned"))
    assert encryption.Opener().opened(sealed, (RUN, 1, 1, "planned")) == "{}"
    with pytest.raises(ChainBroken):
        encryption.Opener().opened(sealed, place)


SHAPES = ["", '%s"]}', '%s","",""]}', '%s",7,{}]}']


@pytest.mark.parametrize("text", SHAPES)
def test_a_sealed_text_of_another_shape_does_not_open(keys: Callable[..., None], text: str) -> None:
    """Exit 3, whatever somebody put in its place."""
    keys(ONE)
    writes = encryption._parsed(ONE, "").writes
    with pytest.raises((ChainBroken, EncryptionError)):
        encryption.Opener().opened('{"$sealed":["A256GCM","' + text.replace("%s", writes), (RUN, 1, 1, "planned"))


def test_a_payload_that_looks_sealed_is_a_payload(ledger: SqliteLedger, keys: Callable[..., None]) -> None:
    """A user's own key `$sealed` is written with two `$`, so nothing that an agent writes is taken for ours."""
    hostile = {"$sealed": ["A256GCM", "0" * 16, "", ""]}
    for given in ((), (ONE,)):
        keys(*given)
        run = RUN if not given else OTHER
        begin(ledger, run)
        ledger.append(run, "note", hostile, epoch=1)
        assert ledger.entries(run)[0].payload == hostile


# --- where the keys come from


def prints(folder: Path, code: str) -> list[str]:
    """A command that runs this Python."""
    script = folder / "keys.py"
    script.write_text(code)
    return [sys.executable, str(script)]


def test_a_command_gives_the_keys(ledger: SqliteLedger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its output is the keys; it is started once for the process, not for each entry."""
    command = prints(tmp_path, f"open({str(tmp_path / 'count')!r}, 'a').write('x')\nprint({ONE!r}, {TWO!r})")
    monkeypatch.setenv("AGENTREIN_KEY_COMMAND", " ".join(command))
    ended(ledger)
    assert ledger.entries(RUN)[0].payload == {"says": SAYS}
    ended(ledger, OTHER)
    assert (tmp_path / "count").read_text() == "x"
    assert SAYS.encode() not in data(ledger)


@pytest.mark.parametrize("code", ["raise SystemExit(3)", "print('nothing good')", "print()", "print('\\u00b6')"])
def test_a_command_that_fails_stops_the_run(
    ledger: SqliteLedger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    """Nothing is written in plain because a vault was shut; the message has no output of the command."""
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.setenv("AGENTREIN_KEY_COMMAND", " ".join(prints(tmp_path, code)))
    with pytest.raises(EncryptionError) as refused:
        begin(ledger)
    assert "nothing good" not in str(refused.value)
    monkeypatch.setenv("AGENTREIN_KEY_COMMAND", str(tmp_path / "nowhere"))
    with pytest.raises(EncryptionError, match="cannot be started"):
        begin(ledger)
    assert ledger.runs() == []


def test_the_configuration_names_the_command(
    ledger: SqliteLedger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`[encryption] command = [...]`; a variable goes before it."""
    command = prints(tmp_path, f"print({ONE!r})")
    (tmp_path / "agentrein.toml").write_text(f"[encryption]\ncommand = {command}\n".replace("'", '"'))
    monkeypatch.setenv("AGENTREIN_CONFIG", str(tmp_path / "agentrein.toml"))
    ended(ledger)
    monkeypatch.setenv("AGENTREIN_KEY", ONE)
    monkeypatch.delenv("AGENTREIN_CONFIG")
    assert ledger.entries(RUN)[0].payload == {"says": SAYS}


def test_the_package_that_is_missing_is_named(
    ledger: SqliteLedger, keys: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 3 with the line that installs it, before anything is recorded."""
    keys(fresh())
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers.aead", None)
    with pytest.raises(EncryptionError, match=r"agentrein\[encrypted\]"):
        begin(ledger)
    assert ledger.runs() == []


def test_public_name_of_the_error(keys: Callable[..., None], rein_ledger: Path) -> None:
    """`rein.run` raises it when the run opens: the block is never entered."""
    keys("x")
    entered = []
    with pytest.raises(rein.ReinError) as refused:
        with rein.run("triage"):
            entered.append(1)
    assert (refused.value.code, entered) == ("REIN-L411", [])
