"""What left on the wire against what the vendors publish about their requests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.independent import contracts
from tests.independent.benches import VENDORS, recorded


@pytest.mark.filterwarnings("ignore:.* is deprecated:UserWarning", "ignore:client.files_upload.. may cause:UserWarning")
@pytest.mark.parametrize("vendor", VENDORS)
def test_every_request_of_every_row_keeps_to_the_contract(
    vendor: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Forward calls, probes, reads and inverses of all examples are what the vendor's own document admits."""
    requests = recorded(vendor, tmp_path)
    found, operations = contracts.problems(vendor, requests)
    left, needed = contracts.split(vendor, found)
    counts = f"{len(set(requests))} different requests of {len(operations)} operations, {len(left)} wrong"
    record_property("counted", f"{vendor}: {counts}")
    assert not left, "\n".join(map(str, left))
    idle = [line for line in contracts.admitted() if line.vendor == vendor and line not in needed]
    assert not idle, f"admitted, but nothing needs it: {idle}"
