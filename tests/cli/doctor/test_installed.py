"""What is installed under our name."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentrein import clash
from doctor_kit import installed


def test_one_agentrein_is_installed() -> None:
    """Where ours alone is installed, nothing clashes."""
    assert clash.clashes() == []


def test_a_clash_of_names_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two installations, another package of our name, and one that brings an import package of our name."""
    installed(tmp_path / "second", "agentrein", entries="[console_scripts]\nrein = agentrein.cli:main\n")
    installed(tmp_path / "foreign", "rein-of-others", brings="agentrein")
    monkeypatch.syspath_prepend(tmp_path / "second")
    monkeypatch.syspath_prepend(tmp_path / "foreign")
    told = " ".join(what for what, _ in clash.clashes())
    assert "agentrein is installed more than once" in told
    assert "rein-of-others brings an import package agentrein too" in told


def test_an_unrelated_package_of_our_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only the package of the public index is installed, that is said."""
    installed(tmp_path / "only", "agentrein")
    monkeypatch.setattr("sys.path", [str(tmp_path / "only")])
    (found,) = clash.clashes()
    assert "is another package of the name agentrein" in found[0]
