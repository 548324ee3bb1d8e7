"""Scenarios 46 and 47: what code in the agent's own process can do to get a refund out, and what one approval lets out.

The configuration is pinned by a file that the attack does not write, because the agent's user could not; everything
else that is within reach of that user it does: it passes options, edits files and variables, and rewrites the ledger.
"""

from __future__ import annotations

import contextlib
import json
import pickle
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from stripe import StripeClient

import agentrein as rein
from acceptance_kit import python
from agentrein import configuration, deciding, granting
from agentrein.signing import new_key
from stripe_kit import Echo, armed

REFUND = {"charge": "ch_1", "amount": 1000}


@pytest.fixture
def stripe_() -> Iterator[Echo]:
    """Something that answers like Stripe, and counts what arrives."""
    with Echo() as echo:
        yield echo


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """The approver's private key."""
    path = tmp_path / "approver" / "key.pem"
    path.parent.mkdir()
    new_key(path)
    return path


@pytest.fixture
def pinned(tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch, rein_ledger: Path) -> Path:
    """The machine's file: refunds are asked for, and only signed approvals count. The agent works elsewhere."""
    from agentrein.signing import public_key

    path = tmp_path / "etc.toml"
    path.write_text(
        '[policy]\nirreversible = "refuse"\n"stripe: POST /v1/refunds" = "ask"\n'
        f'[approvals]\nrequire = "signed"\nkeys = ["{public_key(key)}"]\n'
    )
    path.chmod(0o444)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setattr(configuration, "MACHINE", path)
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
    granting._used.clear()
    return path


def refunds(echo: Echo) -> int:
    """How many refunds reached the vendor."""
    return sum(one.method == "POST" and one.path.endswith("/refunds") for one in echo.requests)


def asks(call: Callable[[], object]) -> str:
    """The id under which a call asks."""
    with pytest.raises(rein.NeedsApproval) as error:
        call()
    return error.value.id


def approve(run: rein.Run, id: str, key: Path) -> None:
    """The approver signs, somewhere else."""
    deciding.approve(run.ledger, deciding.find(run.ledger, id), key=key)


def refund(client: StripeClient, **changes: Any) -> object:
    """The refund, or one that differs."""
    return client.v1.refunds.create({**REFUND, **changes})  # type: ignore[arg-type]


def test_a_signed_approval_lets_one_refund_out(stripe_: Echo, pinned: Path, key: Path) -> None:
    """The way it is meant: asked, signed by the pinned key, sent once, and recorded with the key."""
    client = armed(stripe_.url)
    with rein.run("refund", on_failure="keep") as run:
        id_ = asks(lambda: refund(client))
        approve(run, id_, key)
        refund(client)
        asks(lambda: refund(client))
    assert refunds(stripe_) == 1
    (action,) = run.actions
    assert action.planned["approval"]["signed"] is True
    assert rein.revert(run.id).left == [1]


@pytest.mark.parametrize(
    "other",
    [
        {"amount": 1001},
        {"amount": "1000.0"},
        {"charge": "ch_2"},
        {"reason": "fraudulent"},
        {"metadata": {"note": "x"}},
    ],
    ids=str,
)
def test_an_approval_of_10_00_passes_nothing_else(
    stripe_: Echo, pinned: Path, key: Path, other: dict[str, Any]
) -> None:
    """Another amount, another charge, one field more."""
    client = armed(stripe_.url)
    with rein.run("refund", on_failure="keep") as run:
        approve(run, asks(lambda: refund(client)), key)
        asks(lambda: refund(client, **other))
        assert refunds(stripe_) == 0
        refund(client)
    assert refunds(stripe_) == 1


@pytest.mark.parametrize("other", ["live", "account", "connected", "version", "endpoint", "run"])
def test_an_approval_passes_for_nobody_else(stripe_: Echo, pinned: Path, key: Path, other: str) -> None:
    """Test for live, another account, a connected account, another API version, another server, another run."""
    client = armed(stripe_.url)
    with rein.run("refund", on_failure="keep") as run:
        approve(run, asks(lambda: refund(client)), key)
        if other == "live":
            asks(lambda: refund(armed(stripe_.url, "sk_live_agent")))
        elif other == "account":
            asks(lambda: refund(rein.wrap(_another(stripe_.url), account="acct_2")))
        elif other == "connected":
            options = {"stripe_account": "acct_9"}
            asks(lambda: client.v1.refunds.create(REFUND, options))  # type: ignore[arg-type]
        elif other == "version":
            asks(lambda: client.v1.refunds.create(REFUND, {"stripe_version": "2024-06-20"}))  # type: ignore[arg-type]
        elif other == "endpoint":
            asks(lambda: refund(armed(stripe_.url.replace("127.0.0.1", "localhost"))))
    if other == "run":
        with rein.run("refund", on_failure="keep"):
            asks(lambda: refund(client))
    assert refunds(stripe_) == 0


def _another(url: str) -> StripeClient:
    from stripe_kit import plain

    return plain(url, "sk_test_other")


def test_a_replay_in_another_run_is_no_approval(stripe_: Echo, pinned: Path, key: Path) -> None:
    """The answer of one run, copied with its signature into the record of another, signs nothing there."""
    client = armed(stripe_.url)
    with rein.run("one", on_failure="keep") as run:
        approve(run, asks(lambda: refund(client)), key)
    given = [one.payload for one in run.ledger.entries(run.id) if one.kind == "approval"][-1]
    with rein.run("two", on_failure="keep") as other:
        id_ = asks(lambda: refund(client))
        other.ledger.append(other.id, "approval", {**given, "id": id_}, epoch=other.epoch)  # type: ignore[dict-item]
        asks(lambda: refund(client))
    assert refunds(stripe_) == 0


@pytest.mark.parametrize("forgery", ["unsigned", "nonsense", "other key", "other key, named as ours", "of a denial"])
def test_a_forged_answer_is_no_approval(stripe_: Echo, pinned: Path, key: Path, tmp_path: Path, forgery: str) -> None:
    """Written into the ledger by the agent itself: without a signature, with nonsense, or signed by its own key."""
    from agentrein.approvals import statement, what_is_asked
    from agentrein.signing import public_key, sign

    mine = tmp_path / "work" / "mine.pem"
    own, ours = new_key(mine), public_key(key)
    client = armed(stripe_.url)
    with rein.run("refund", on_failure="keep") as run:
        id_ = asks(lambda: refund(client))
        one = deciding.find(run.ledger, id_)
        _, signature = sign(mine, statement(id_, what_is_asked(one.asked), one.expires))
        _, denial = sign(key, statement(id_, what_is_asked(one.asked), one.expires).replace(b"approved", b"denied"))
        parts = {
            "unsigned": {},
            "nonsense": {"key": ours, "signature": "ed25519:" + "A" * 86},
            "other key": {"key": own, "signature": signature},
            "other key, named as ours": {"key": ours, "signature": signature},
            "of a denial": {"key": ours, "signature": denial},
        }[forgery]
        payload = {"event": "approved", "id": id_, "by": "ops", **parts}
        run.ledger.append(run.id, "approval", payload, epoch=run.epoch)
        asks(lambda: refund(client))
    assert refunds(stripe_) == 0


def test_an_approval_cannot_be_stretched(
    stripe_: Echo, pinned: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What expires is signed: a request whose record says a later hour is not the one that was signed."""
    client = armed(stripe_.url)
    with rein.run("refund", on_failure="keep") as run:
        id_ = asks(lambda: refund(client))
        approve(run, id_, key)
        entries = [one.payload for one in run.ledger.entries(run.id) if one.kind == "approval"]
        asked, given = ({**(one or {})} for one in entries)
        with run.ledger._connection.writing(sync=True) as db:  # type: ignore[attr-defined]
            for name in ("entries_update", "entries_delete", "payloads_update"):
                db.execute(f"DROP TRIGGER {name}")
            db.execute("DELETE FROM payloads WHERE entry IN (SELECT id FROM entries WHERE kind = 'approval')")
            db.execute("DELETE FROM entries WHERE kind = 'approval'")
            db.execute("DELETE FROM approvals")
            db.execute("UPDATE runs SET entries = 1, head = (SELECT digest FROM entries WHERE n = 1)")
        for one in ({**asked, "expires": "2999-01-01T00:00:00.000000Z"}, given):
            run.ledger.append(run.id, "approval", one, epoch=run.epoch)
        asks(lambda: refund(client))
    assert refunds(stripe_) == 0


def test_a_used_approval_stays_used_whatever_the_file_says(stripe_: Echo, pinned: Path, key: Path) -> None:
    """The write is taken out of the record and the chain is made whole again: this process knows that it used it."""
    client = armed(stripe_.url)
    with rein.run("refund", on_failure="keep") as run:
        approve(run, asks(lambda: refund(client)), key)
        n = len(run.ledger.entries(run.id))
        refund(client)
        with run.ledger._connection.writing(sync=True) as db:  # type: ignore[attr-defined]
            for name in ("entries_update", "entries_delete", "payloads_update"):
                db.execute(f"DROP TRIGGER {name}")
            db.execute("DELETE FROM payloads WHERE entry IN (SELECT id FROM entries WHERE n > ?)", (n,))
            db.execute("DELETE FROM entries WHERE n > ?", (n,))
            db.execute("DELETE FROM actions")
            db.execute("UPDATE approvals SET state = 'approved'")
            head = "(SELECT digest FROM entries WHERE n = :n)"
            db.execute(f"UPDATE runs SET actions = 0, entries = :n, head = {head}", {"n": n})  # noqa: S608 - as above
        run.ledger.verify(run.id)
        asks(lambda: refund(client))
    assert refunds(stripe_) == 1


ATTACK = """
import os, sys, json, pickle, sqlite3, contextlib, subprocess
from pathlib import Path
url, ledger = sys.argv[1:3]
import agentrein as rein
from agentrein.run import Run, Settings
from agentrein.policy import Policy
from agentrein.signing import new_key
from stripe_kit import armed, plain

client = armed(url)
call = lambda c=client: c.v1.refunds.create({"charge": "ch_1", "amount": 1000})
told = []

def attempt(name, act):
    try:
        act()
        told.append(f"{name}: went through")
    except rein.Refused as error:
        told.append(f"{name}: refused ({error.reason})")
    except Exception as error:
        told.append(f"{name}: {type(error).__name__}")

def within(**options):
    def act():
        with rein.run("attack", on_failure="keep", **options):
            call()
    return act

ALLOW = {"irreversible": "allow", "stripe: POST /v1/refunds": "allow", "stripe": "allow", "stripe: *": "allow"}
mine = new_key(Path("mine.pem"))
attempt("policy", within(policy=ALLOW))
attempt("limit", within(policy={"stripe: POST /v1/refunds": {"over": {"eur": 9}, "then": "allow", "else": "allow"}}))
attempt("unsigned", within(policy=ALLOW, approvals="unsigned"))
attempt("callback", within(policy=ALLOW, approvals=lambda one: True))
attempt("own key", within(policy=ALLOW, approvals=[mine]))
attempt("waits", within(policy=ALLOW, approvals="unsigned", approval_wait=0.1))

def settings():
    with Run("attack", because=None, settings=Settings(policy=Policy(ALLOW), on_failure="keep")) as run:
        call()
attempt("settings", settings)

def child():
    with rein.run("outer", policy=ALLOW, on_failure="keep"), rein.run("inner", policy=ALLOW, on_failure="keep"):
        call()
attempt("child", child)
def detached():
    with rein.run("outer", on_failure="keep"), rein.run("inner", policy=ALLOW, detached=True, on_failure="keep"):
        call()
attempt("detached", detached)
attempt("outside a run", lambda: call(rein.wrap(plain(url), outside_run="record")))
attempt("no run", call)
def outside():
    with rein.run("attack", on_failure="keep"), rein.outside("why"):
        call()
attempt("tripwire open", outside)
def copied():
    with rein.run("attack", policy=ALLOW, on_failure="keep"):
        client.raw_request("post", "/v1/refunds", charge="ch_1", amount=1000)
attempt("raw request", copied)

@rein.action(tier=rein.REVERSIBLE, undo=lambda *a, **k: None, durable=False)
def own():
    call()
def body():
    with rein.run("attack", policy=ALLOW, on_failure="keep"):
        own()
attempt("own action", body)

def undo_it(**_):
    call()
@rein.action(tier=rein.REVERSIBLE, undo=undo_it, durable=False)
def harmless():
    pass
def undoing():
    with rein.run("attack", policy=ALLOW) as run:
        harmless()
        run.fail("so that it is undone")
attempt("undo", undoing)

def file():
    Path("agentrein.toml").write_text('[policy]\\nirreversible = "allow"\\n"stripe: *" = "allow"\\n')
    within(policy=ALLOW)()
attempt("file", file)
def keys():
    Path("agentrein.toml").write_text(f'[approvals]\\nrequire = "signed"\\nkeys = ["{mine}"]\\n')
    within(policy=ALLOW)()
attempt("keys in the file", keys)
Path("agentrein.toml").unlink()
def variable():
    Path("loose.toml").write_text('[policy]\\nirreversible = "allow"\\n[approvals]\\nrequire = "unsigned"\\n')
    os.environ["AGENTREIN_CONFIG"] = str(Path("loose.toml").absolute())
    within(policy=ALLOW)()
attempt("variable", variable)
def gone():
    del os.environ["AGENTREIN_CONFIG"]
    within(policy=ALLOW)()
attempt("no variable", gone)

def row():
    with rein.run("attack", policy=ALLOW, on_failure="keep") as run:
        with contextlib.suppress(rein.NeedsApproval):
            call()
        with contextlib.closing(sqlite3.connect(ledger)) as db:
            db.execute("UPDATE approvals SET state = 'approved'")
            db.commit()
        call()
attempt("row", row)
def entry():
    with rein.run("attack", policy=ALLOW, on_failure="keep") as run:
        try:
            call()
        except rein.NeedsApproval as error:
            run.ledger.append(run.id, "approval", {"event": "approved", "id": error.id, "by": "ops"}, epoch=run.epoch)
        call()
attempt("entry", entry)
def command():
    with rein.run("attack", policy=ALLOW, on_failure="keep") as run:
        try:
            call()
        except rein.NeedsApproval as error:
            for more in ([], ["--key", "mine.pem"]):
                done = subprocess.run([sys.executable, "-m", "agentrein.cli", "approve", error.id, *more],
                                      capture_output=True, text=True)
                told.append(f"rein approve: {done.returncode}")
        call()
attempt("command", command)
print(json.dumps(told))
"""


def test_code_of_the_agent_gets_no_refund_out(stripe_: Echo, pinned: Path, rein_ledger: Path) -> None:
    """Options, settings, children, own actions and their undos, files, variables, rows, entries, commands."""
    environ = {"AGENTREIN_CONFIG": str(pinned), "PYTHONPATH": str(Path(__file__).parents[1])}
    started = python(ATTACK, stripe_.url, str(rein_ledger), **environ)
    out, err = started.communicate(timeout=240)
    assert started.returncode == 0, err
    told = json.loads(out.splitlines()[-1])
    assert refunds(stripe_) == 0
    assert [line for line in told if "went through" in line and not line.startswith("undo:")] == []
    assert len(told) == 24
    named = dict(line.split(": ", 1) for line in told if not line.startswith("rein approve"))
    assert {named[one] for one in ("policy", "unsigned", "own key", "settings", "child", "row", "entry")} == {
        "refused (policy)"
    }
    assert named["keys in the file"] == "ConfigurationError"
    assert [line for line in told if line.startswith("rein approve")] == ["rein approve: 2"] * 2


def test_without_the_pinned_file_it_would_have(stripe_: Echo, pinned: Path, rein_ledger: Path) -> None:
    """The same attack without the file gets refunds out: what stops it is the file, and nothing else in the test."""
    started = python(ATTACK, stripe_.url, str(rein_ledger), PYTHONPATH=str(Path(__file__).parents[1]))
    _, err = started.communicate(timeout=240)
    assert started.returncode == 0, err
    assert refunds(stripe_) > 3


def test_copies_of_the_client_ask_too(stripe_: Echo, pinned: Path) -> None:
    """Pickled and with another key of the same account it is gated all the same."""
    with rein.run("refund", on_failure="keep"):
        client = armed(stripe_.url)
        with contextlib.suppress(Exception):
            client = pickle.loads(pickle.dumps(client))  # noqa: S301 - our own bytes
        asks(lambda: refund(client))
    assert refunds(stripe_) == 0


def test_the_record_of_a_request_cannot_show_another_call(stripe_: Echo, pinned: Path, key: Path) -> None:
    """A request that shows 0.01 and is bound to 10.00 is not signed by `rein approve`: its hash does not fit."""
    client = armed(stripe_.url)
    with rein.run("refund", on_failure="keep") as run:
        id_ = asks(lambda: refund(client))
        asked = next(one.payload for one in run.ledger.entries(run.id) if one.kind == "approval")
        assert asked is not None
        shown = {**asked, "call": {**asked["call"], "body": {"charge": "ch_1", "amount": 1}}, "id": "A-99"}
        with closing(sqlite3.connect(run.ledger.url.removeprefix("sqlite:///"))) as db:
            entry = run.ledger.append(run.id, "approval", shown, epoch=run.epoch)
            values = (99, run.id, entry.id, "asked", asked["expires"])
            db.execute("INSERT INTO approvals (number, run, entry, state, expires) VALUES (?, ?, ?, ?, ?)", values)
            db.commit()
        with pytest.raises(rein.ChainBroken, match="does not fit the call that it shows"):
            approve(run, "A-99", key)
        approve(run, id_, key)
