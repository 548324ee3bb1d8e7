"""The Stripe stories against a server that this project did not write; every end state is read with a bare client."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from stripe import StripeClient

import agentrein as rein
from tests.independent import contracts
from tests.independent.recorder import Recorder
from tests.independent.stripe_agent import client
from tests.independent.stripe_server import KEY, serving
from tests.independent.stripe_stories import STORIES, first, prepare, seen

AGENT = Path(__file__).with_name("stripe_agent.py")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def recorder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorder]:
    """A freshly started stand-in behind a recorder; the environment names it, and a ledger of the test's own."""
    with serving(tmp_path) as made:
        monkeypatch.setenv("STRIPE_API_KEY", KEY)
        monkeypatch.setenv("STRIPE_API_BASE", made.url)
        monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
        yield made


@pytest.fixture
def bare(recorder: Recorder) -> StripeClient:
    """A client that was never armed."""
    return client()


def agent(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The agent in a process of its own."""
    command = [sys.executable, str(AGENT), *map(str, arguments)]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=120)


def assert_kept(recorder: Recorder) -> None:
    """Every request that left since the recorder was cleared keeps to Stripe's published document."""
    left, _ = contracts.split("stripe", contracts.problems("stripe", recorder.requests)[0])
    assert not left, "\n".join(map(str, left))


@pytest.mark.parametrize("name", STORIES)
def test_failed_run_leaves_the_server_as_it_was(bare: StripeClient, recorder: Recorder, name: str) -> None:
    """A run of every kind of write of an area that fails leaves nothing behind but what its rows declare."""
    story = STORIES[name]
    story.prepare(bare)
    start = story.state(bare)
    recorder.requests.clear()
    done = agent(name, "live")
    assert done.returncode == 0, done.stderr
    report = rein.revert("last")
    assert report.exit == 0, str(report)
    assert len(report.actions) == story.writes
    assert story.state(bare) == start
    assert_kept(recorder)


@pytest.mark.parametrize(
    ("name", "sends"), [(name, sends + 1) for name, story in STORIES.items() for sends in range(story.writes)]
)
def test_killed_run_is_recovered(bare: StripeClient, recorder: Recorder, name: str, sends: int) -> None:
    """Killed between an answer and its outcome, the run is recovered by another process's client."""
    story = STORIES[name]
    story.prepare(bare)
    start = story.state(bare)
    recorder.requests.clear()
    assert agent(name, "kill", sends).returncode == -9
    (report,) = rein.recover()
    assert report.exit == 0, str(report)
    assert story.state(bare) == start
    assert_kept(recorder)


def test_people_keep_what_they_changed(bare: StripeClient) -> None:
    """What a person wrote after the run stays as it is when the run is reverted, and the report shows it."""
    prepare(bare)
    old = first(bare.v1.customers)
    with rein.run("edit") as run:
        rein.wrap(client()).v1.customers.update(old.id, {"name": "the agent's", "phone": "2"})
    bare.v1.customers.update(old.id, {"name": "a person's"})
    report = rein.revert(run.id)
    assert report.exit == 1
    assert [(one.field, one.before, one.ours, one.now) for one in report.actions[0].conflicts] == [
        ("name", "Acme", "the agent's", "a person's")
    ]
    assert seen(bare)["customers"][old.id]["phone"] == "1"


def test_money_does_not_move(bare: StripeClient, recorder: Recorder) -> None:
    """Confirming, refunding and paying never reach the server."""
    prepare(bare)
    intent = first(bare.v1.payment_intents)
    armed = rein.wrap(client())
    recorder.requests.clear()
    with rein.run("careless") as run:
        for call in (
            lambda: armed.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"}),
            lambda: armed.v1.payment_intents.create({"amount": 100, "currency": "eur", "confirm": True}),
            lambda: armed.v1.refunds.create({"payment_intent": intent.id}),
            lambda: armed.raw_request("post", "/v1/refunds", payment_intent=intent.id),
        ):
            with pytest.raises(rein.Refused):
                call()
    assert run.actions == []
    assert [one for one in recorder.requests if one.method != "GET"] == []
