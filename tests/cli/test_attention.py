"""`rein runs --attention` and `--expiring`: what waits for a person, and what soon nothing can undo any more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import agentrein as rein
from agentrein import registry
from agentrein.connector import before, days, do, either, shows
from agentrein.ledger import open_ledger
from board.connector import connector as as_it_is
from board.installed import installed
from board.places import CARD
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

Cli = Callable[..., Any]
Agent = Callable[..., str]


def fails(repo: Any) -> None:
    """An agent's work that ends badly."""
    repo.create_issue("Flaky test")
    raise RuntimeError


def test_only_what_waits_is_listed(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """The same runs as `rein` alone lists, in the shape of `rein runs`."""
    fine, kept = agent(work.opens), agent(fails, on_failure="keep")
    done = cli("runs", "--attention")
    assert (done.code, done.lines[0]) == (0, "1 run waits for you")
    assert kept in done.out
    assert fine not in done.out
    assert done.lines[-1].startswith(f"Next:  rein show {kept}")
    assert cli("runs", "--attention", "--json").json == cli("--json").json["waiting"]
    rein.revert(kept)
    assert cli("runs", "--attention").lines[0] == "Nothing waits for you."
    assert cli("runs", "--attention", "--json").json == []


def test_alerts_that_failed_are_shown(cli: Cli, agent: Agent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reason, as long as the sink was not reached since; escape codes of a command are written out."""
    path = tmp_path / "alerts.toml"
    path.write_text("[alerts.pager]\ncommand = ['sh', '-c', 'printf \"\\\\033[2Jno route\" >&2; exit 7']")
    monkeypatch.setenv("AGENTREIN_CONFIG", str(path))
    run = agent(fails, on_failure="keep")
    (line,) = [one for one in cli("show", run).lines if one.startswith("alert to ")]
    assert line.startswith("alert to pager failed ")
    assert line.endswith(r": sh ended with 7: \x1b[2Jno route")
    (told,) = cli("show", run, "--json").json["alerts"]
    assert (told["sink"], told["ok"], told["why"]) == ("pager", False, "sh ended with 7: \x1b[2Jno route")
    path.write_text("[alerts.pager]\ncommand = ['true']")
    assert cli("recover").code == 0
    assert "alert to" not in cli("show", run).out
    assert [one["ok"] for one in cli("show", run, "--json").json["alerts"]] == [False, True]


def test_the_doctor_names_the_sinks(cli: Cli, agent: Agent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What keeps one from being reached is a problem, and so is a mistake in the file."""
    path = tmp_path / "alerts.toml"
    monkeypatch.setenv("AGENTREIN_CONFIG", str(path))
    path.write_text(
        "[alerts.pager]\ncommand = ['true']\n[alerts.hook]\nwebhook_from = 'ALERT_URL'\n"
        "[alerts.gone]\ncommand = ['nothing-of-this-name']"
    )
    done = cli("doctor")
    assert done.code == 1
    assert "Alerts   pager (command), hook (webhook), gone (command)" in done.lines
    said = [one["what"] for one in cli("doctor", "--json").json["problems"]]
    assert said == [
        "alerts to hook cannot be sent: ALERT_URL is not set",
        "alerts to gone cannot be sent: there is no program nothing-of-this-name",
    ]
    path.write_text("[alerts.pager]\ncommand = 'true'")
    (problem,) = cli("doctor", "--json").json["problems"]
    assert "alerts.toml:2" in problem["what"]


# --- --expiring


@pytest.fixture
def timed(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """A toy vendor whose pins can be undone for ten days: an armed `client`, and two `cards`."""
    pin = next(row for row in as_it_is.operations if row.address == f"PUT {CARD}/pin")
    undone = do(f"DELETE {CARD}/pin", goal=shows(f"GET {CARD}", pinned=False), until=days(10))
    ends = replace(pin, inverse=either({False: undone, True: None}, by=before("pinned")))
    made = replace(as_it_is, operations=tuple(ends if row is pin else row for row in as_it_is.operations))
    with installed(tmp_path), BoardSandbox() as box:
        monkeypatch.setenv("BOARD_URL", box.url)
        monkeypatch.setenv("BOARD_TOKEN", "token-ada")
        monkeypatch.setattr("board.proxy.board", made)  # first: it is imported here, with the connector as it is
        monkeypatch.setattr("board.connector.connector", made)
        registry.connector.cache_clear()
        client = rein.wrap(BoardClient(box.url, "token-ada"))
        yield SimpleNamespace(client=client, cards=(box.first, box.second))


def test_writes_whose_undo_ends_soon_are_listed(cli: Cli, timed: SimpleNamespace) -> None:
    """Those within the time, and no others; an undo without an end never is."""
    with rein.run("triage") as run:
        timed.client.pin(timed.cards[0])
        timed.client.create_card("ideas", "Mine")
    assert cli("runs", "--expiring", "24h").lines[0] == "Nothing that stands loses its undo within 24 h."
    done = cli("runs", "--expiring", "11d")
    assert (done.code, done.lines[0]) == (0, "1 write can soon no longer be undone")
    assert f"{run.id}  triage        #1   board: pin card {timed.cards[0]}" in done.lines[1]
    assert re.search(r"until 20\d\d-\d\d-\d\d$", done.lines[1])
    assert done.lines[-1].startswith(f"Next:  rein plan {run.id}")
    ((one,),) = [row["expiring"] for row in cli("runs", "--expiring", "11d", "--json").json]
    until = datetime.fromisoformat(one["until"])
    assert abs(until - datetime.now(UTC) - timedelta(days=10)) < timedelta(minutes=1)
    assert (one["seq"], one["past"]) == (1, False)
    assert cli("runs", "--expiring", "11d", "--attention", "--json").json == []


def test_what_is_past_is_said(cli: Cli, timed: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands, and rein cannot undo it any more."""
    with rein.run("triage") as run:
        timed.client.pin(timed.cards[0])

    class Later(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime.now(tz) + timedelta(days=11)

    monkeypatch.setattr("agentrein.expiring.datetime", Later)
    monkeypatch.setattr("agentrein.cli.runs_expiring.datetime", Later)
    done = cli("runs", "--expiring", "1h")
    assert done.lines[0] == "1 write can no longer be undone by rein"
    assert done.lines[1].endswith("PAST for 24 h")
    assert done.lines[-1].startswith(f"Next:  rein show {run.id}")


def test_what_was_undone_is_not_listed(cli: Cli, timed: SimpleNamespace) -> None:
    """Nor what was kept on purpose."""
    with rein.run("triage") as run:
        timed.client.pin(timed.cards[0])
        timed.client.pin(timed.cards[1])
    rein.revert(run.id, keep=[1])
    assert cli("runs", "--expiring", "99d", "--json").json == []


@pytest.mark.parametrize("time", ["", "24", "soon", "1m", "-1h", "99999999999w"])
def test_a_bad_time_is_a_usage_error(cli: Cli, agent: Agent, work: SimpleNamespace, time: str) -> None:
    """Exit 2, naming the forms."""
    agent(work.opens)
    done = cli("runs", f"--expiring={time}")
    assert (done.code, "12h, 30d, 4w" in done.err) == (2, True)


def test_the_ledger_is_not_written_by_looking(cli: Cli, timed: SimpleNamespace, place: Path) -> None:
    """No entry is added."""
    with rein.run("triage") as run:
        timed.client.pin(timed.cards[0])
    before = len(open_ledger(str(place)).entries(run.id))
    cli("runs", "--expiring", "99d")
    cli("runs", "--attention")
    assert len(open_ledger(str(place)).entries(run.id)) == before
