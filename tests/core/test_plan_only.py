"""A plan-only switch for a whole deployment: every run is a dry run, whatever the code of the process says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import agentrein as rein
from agentrein import doctor
from agentrein.dry import is_dry
from board.agent import writes
from board.sandbox import BoardSandbox
from board.sdk import BoardClient


def nothing_leaves(board: BoardSandbox, ada: BoardClient) -> bool:
    """Whether a run is dry: its write is recorded, and the service hears of none."""
    with rein.run("board", dry_run=False) as run:
        ada.create_card("ideas", "Mine")
    return writes(board) == [] and len(run.actions) == 1


@pytest.mark.parametrize("value", ["1", "true", "yes"])
def test_the_variable_makes_every_run_dry(
    board: BoardSandbox, ada: BoardClient, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    """Also one that says that it is none."""
    monkeypatch.setenv("AGENTREIN_PLAN_ONLY", value)
    assert nothing_leaves(board, ada)


@pytest.mark.parametrize("value", ["", "0"])
def test_empty_and_0_are_off(
    board: BoardSandbox, ada: BoardClient, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    """As for the other variables."""
    monkeypatch.setenv("AGENTREIN_PLAN_ONLY", value)
    assert not is_dry(asked=False)
    with rein.run("board"):
        ada.create_card("ideas", "Mine")
    assert len(writes(board)) == 1


def test_the_configuration_does_too(
    board: BoardSandbox, ada: BoardClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pinned file and one that is only found: it tightens. `false` in one takes nothing back from the other."""
    pinned, found = tmp_path / "pinned.toml", tmp_path / "work" / "agentrein.toml"
    found.parent.mkdir()
    monkeypatch.chdir(found.parent)
    pinned.write_text("plan_only = false")
    monkeypatch.setenv("AGENTREIN_CONFIG", str(pinned))
    assert not is_dry(asked=False)
    found.write_text("plan_only = true")
    assert nothing_leaves(board, ada)
    pinned.write_text("plan_only = true")
    found.write_text("plan_only = false")
    assert nothing_leaves(board, ada)
    notes = [one.what for one in doctor.check(None, {}, lambda *_: None).notes]
    assert [one for one in notes if "every run here is a dry run" in one and "pinned.toml:1" in one]


def test_code_of_the_process_cannot_take_it_back(tmp_path: Path) -> None:
    """It deletes the variable from its own environment: the switch was on when the process began."""
    code = (
        "import agentrein, os\nfrom agentrein.dry import is_dry\n"
        "del os.environ['AGENTREIN_PLAN_ONLY']\nprint(is_dry(False))"
    )
    environ = {**os.environ, "AGENTREIN_PLAN_ONLY": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_a_mistake_is_told_when_a_run_opens(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A switch that cannot be read is not off."""
    path = tmp_path / "agentrein.toml"
    path.write_text("plan_only = 'yes'")
    monkeypatch.setenv("AGENTREIN_CONFIG", str(path))
    with pytest.raises(rein.ConfigurationError, match="plan_only"), rein.run("board"):
        pass


@pytest.mark.parametrize("name", ["AGENTREIN_PLAN_ONLY", "AGENTREIN_DRY_RUN"])
def test_what_was_on_when_the_package_was_imported_stays_on(name: str) -> None:
    """A file of variables that a program loads after its imports says otherwise."""
    code = (
        f"import os\nimport agentrein as rein\nos.environ['{name}'] = '0'\n"
        "from agentrein.dry import whole_process\nprint(whole_process())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, name: "1"}, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{name}\n"
