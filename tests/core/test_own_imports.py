"""What importing a module that a ledger names may do, and when it is not imported at all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import agentrein as rein
from agentrein import own
from own_kit import cancel, place, shop

TEXT = """
from pathlib import Path

Path(__file__).with_name("imported").touch()
{more}


def undo(order):
    import own_kit

    own_kit.cancel(order)
"""


@pytest.fixture(autouse=True)
def _shop(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWN_SHOP", str(tmp_path / "shop.json"))
    monkeypatch.syspath_prepend(tmp_path)


def run_whose_undo_is(path: str, monkeypatch: pytest.MonkeyPatch) -> rein.Run:
    """A run with one order, in whose record the undo has that path."""
    with monkeypatch.context() as here:
        here.setattr(own, "path_of", lambda fn: path if fn is cancel else f"own_kit:{fn.__name__}")
        with rein.run("order") as run:
            place("A1")
    return run


def module(folder: Path, name: str, more: str = "") -> Path:
    """Write a module, and give the file that shows whether it was imported."""
    file = folder.joinpath(*name.split(".")).with_suffix(".py")
    file.parent.mkdir(exist_ok=True)
    file.write_text(TEXT.format(more=more))
    return file.with_name("imported")


@pytest.mark.parametrize("name", ["own_late_shop", "own_late_package.app"])
def test_plan_imports_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows the call all the same; the revert imports the module, and calls it."""
    imported = module(tmp_path, name)
    run = run_whose_undo_is(f"{name}:undo", monkeypatch)
    (sent,) = rein.revert(run.id, plan=True).actions[0].sent
    assert sent.address == f"{name}:undo"
    assert not imported.exists()
    assert name not in sys.modules
    assert not rein.revert(run.id).left
    assert imported.exists()
    assert shop()["orders"] == {}


def test_plan_says_what_is_not_there_to_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as that shows without importing anything."""
    run = run_whose_undo_is("own_nowhere.app:undo", monkeypatch)
    report = rein.revert(run.id, plan=True)
    assert "cannot be imported here (ModuleNotFoundError: No module named 'own_nowhere')" in report.actions[0].message


@pytest.mark.parametrize("name", ["own_script_package.__main__", "__main__"])
def test_script_that_a_ledger_names_is_not_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package's `__main__` does its work when it is imported."""
    imported = module(tmp_path, "own_script_package.__main__")
    run = run_whose_undo_is(f"{name}:undo", monkeypatch)
    for plan in (True, False):
        report = rein.revert(run.id, plan=plan)
        assert "not called: it stands in the script that is run" in report.actions[0].message
        assert not imported.exists()
    assert shop()["orders"] == {"A1": 1}


def test_module_that_ends_the_process_is_a_question_for_a_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A revert goes on with the other actions, and says what it met."""
    module(tmp_path, "own_exiting", "raise SystemExit(3)")
    run = run_whose_undo_is("own_exiting:undo", monkeypatch)
    report = rein.revert(run.id)
    assert report.left == [1]
    assert "own_exiting:undo cannot be imported here (SystemExit)" in report.actions[0].message
