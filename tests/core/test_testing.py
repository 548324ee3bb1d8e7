"""What `agentrein.testing` says where it is used otherwise than it can be."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

import agentrein as rein
from agentrein.testing import Fault, Faults, Sandbox


def test_a_sandbox_without_its_server_says_what_to_install(
    rein_sandbox: Callable[[str], Sandbox], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the extra there is one error with the line to type, before anything is started."""
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "agentrein.testing.server", raising=False)
    with pytest.raises(rein.UsageError, match="a sandbox needs uvicorn") as missing:
        rein_sandbox("slack")
    assert missing.value.now.startswith("pip install 'starlette>=")
    assert "'uvicorn>=" in missing.value.now


def test_a_fault_is_added_by_its_kind() -> None:
    """What is given instead is told how it is meant; nothing is injected."""
    faults = Faults()
    with pytest.raises(
        TypeError, match=r"not a Fault: faults\.add\('lost', method=\.\.\., path=\.\.\., times=\.\.\.\)"
    ):
        faults.add(Fault("lost"))  # type: ignore[arg-type]
    assert repr(faults) == "<Faults none waiting>"
