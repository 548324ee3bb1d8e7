"""kill -9 of an agent around and inside its own functions; `rein recover` in another process brings its run back."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from own_kit import place, shop

AGENT = Path(__file__).with_name("own_agent.py")


@pytest.fixture(autouse=True)
def _shop(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWN_SHOP", str(tmp_path / "shop.json"))


def agent(*told: str, **environ: str) -> int:
    """The agent, to its end; with how it ended."""
    here = {**os.environ, "PYTHONPATH": str(AGENT.parents[1]), **environ}
    command = [sys.executable, "-W", "error", str(AGENT), *told]
    return subprocess.run(command, env=here, check=False, timeout=60).returncode


def command(*told: str, path: str = str(AGENT.parents[1])) -> tuple[int, Any]:
    """A command of rein's in a process of its own, with its JSON; `path` is what that process can import from."""
    here = {**os.environ, "PYTHONPATH": path}
    line = [sys.executable, "-m", "agentrein.cli", *told, "--json"]
    done = subprocess.run(line, env=here, check=False, timeout=60, capture_output=True, text=True)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.mark.parametrize(
    ("kind", "point"),
    [
        *(("sync", one) for one in ("before_plan", "after_plan", "after_send", "after_answer", "after_outcome")),
        *(("async", one) for one in ("after_plan", "after_send")),
    ],
)
def test_killed_around_the_body(kind: str, point: str) -> None:
    """Between its entry and the call, between its end and its outcome: nothing of it stands after a recovery."""
    assert agent(kind, point) == -signal.SIGKILL
    assert command("recover")[0] == 0
    assert shop()["orders"] == {}


@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize("where", ["body begins", "body ends"])
def test_killed_in_the_body(kind: str, where: str) -> None:
    """What it did is found by its probe, or undone for all that it may have done."""
    assert agent(kind, OWN_DIES=where) == -signal.SIGKILL
    assert command("recover")[0] == 0
    assert shop()["orders"] == {}


@pytest.mark.parametrize(
    ("kind", "point"),
    [
        *(("sync", one) for one in ("undo_after_intent", "undo_after_send", "undo_after_outcome")),
        *(("async", one) for one in ("undo_after_intent", "undo_after_send")),
    ],
)
def test_killed_around_the_undo(kind: str, point: str) -> None:
    """A half-done undo goes on: its probe tells whether it was done, and without one it is called again."""
    assert agent(kind, point) == -signal.SIGKILL
    assert command("recover")[0] == 0
    assert shop()["orders"] == {}
    calls = [one for one in shop()["log"] if one.startswith(("cancel", "acancel"))]
    if kind == "sync":
        assert calls == ["cancel A1"]
    else:
        assert len({one.rpartition(" ")[2] for one in calls}) == 1  # the same key each time


@pytest.mark.parametrize("where", ["undo begins", "undo ends"])
def test_killed_in_the_undo(where: str) -> None:
    """The next revert asks the probe first, and calls the undo again only where that finds it."""
    assert agent("sync", OWN_DIES=where) == -signal.SIGKILL
    code, reports = command("recover")
    assert code == 0
    assert reports[0]["actions"][0]["state"] == "reverted"
    assert shop()["orders"] == {}
    assert shop()["log"].count("cancel A1") == (2 if where == "undo begins" else 1)


def test_revert_from_another_process_and_where_the_module_is_not() -> None:
    """It imports the undo by its path; where that fails it calls nothing, and says what to do."""
    with rein.run("order") as run:
        place("A1", 2)
    code, report = command("revert", run.id, "--yes", path="")
    assert code == 1
    told = report["actions"][0]["message"]
    assert report["actions"][0]["state"] == "needs_attention"
    assert "own_kit:cancel cannot be imported here (ModuleNotFoundError: No module named 'own_kit')" in told
    assert f"set PYTHONPATH={AGENT.parents[1]} and revert again" in told
    code, plan = command("plan", run.id)
    assert code == 0
    (sent,) = plan["actions"][0]["sent"]
    assert sent["address"] == "own_kit:cancel"
    assert sent["body"] == {"args": [], "kwargs": {"order": "A1"}}
    before = shop()["log"]
    code, shown = command("show", run.id)
    assert shop()["log"] == before
    assert (shown["actions"][0]["connector"], shown["actions"][0]["address"]) == ("own", "own_kit:place")
    assert shown["actions"][0]["inverse"][0]["address"] == "own_kit:cancel"
    assert command("revert", run.id, "--yes")[0] == 0
    assert shop()["orders"] == {}


def test_only_allowed_modules_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where AGENTREIN_OWN_MODULES names modules, a ledger can have nothing else called by the one who reverts."""
    with rein.run("order") as run:
        place("A1")
    monkeypatch.setenv("AGENTREIN_OWN_MODULES", "billing,shop.*")
    code, report = command("revert", run.id, "--yes")
    assert code == 1
    assert (
        "own_kit:cancel is not called: AGENTREIN_OWN_MODULES allows billing, shop.*" in report["actions"][0]["message"]
    )
    assert shop()["orders"] == {"A1": 1}
    monkeypatch.setenv("AGENTREIN_OWN_MODULES", "own_*")
    assert command("revert", run.id, "--yes")[0] == 0


@pytest.mark.parametrize(
    "path",
    ["os:system", "subprocess:run", "shutil:rmtree", "agentrein.api:revert", "own_kit:Path", "own_kit:rein.revert"],
)
def test_ledger_cannot_have_just_anything_called(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that names the standard library, a class, or what its module only imports is not called."""
    from agentrein import own

    monkeypatch.setattr(own, "path_of", lambda fn: path if fn is own_cancel else f"own_kit:{fn.__name__}")
    from own_kit import cancel as own_cancel

    with rein.run("order") as run:
        place("A1")
    code, report = command("revert", run.id, "--yes")
    assert code == 1
    assert report["actions"][0]["state"] == "needs_attention"
    assert "not called" in report["actions"][0]["message"] or "was not called" in report["actions"][0]["message"]
    assert shop()["orders"] == {"A1": 1}
