"""Any rows of a connector's table together in one run, as its examples use them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from agentrein.testing import Sandbox
from agentrein.testing.conformance import Example
from property_kit import MORE, Cut, assert_reverts

Client = Callable[[], Any]
Known = frozenset[str]
"""Addresses whose examples, together in one run, leave something that their rows tell of."""

rows = settings(
    derandomize=MORE is None,
    max_examples=int(MORE or 60),
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)


def together(examples: Sequence[Example], known: Iterable[Known] = ()) -> st.SearchStrategy[list[Example]]:
    """Some examples, in the order in which an agent would act, but for those that are known to leave something."""
    pairs = list(known)

    def is_new(group: list[Example]) -> bool:
        used = {one.address for one in group}
        return not any(pair <= used for pair in pairs)

    return st.lists(st.sampled_from(examples), min_size=2, max_size=5, unique_by=id).filter(is_new)


def assert_rows_revert(
    sandbox: Sandbox, group: list[Example], cut: Cut, folder: Path, *, armed: Client, person: Client
) -> None:
    """What these examples do in one run is undone in order, completely and once, whatever befalls it.

    One may spoil the ground of another, which then fails as the vendor says: that ends no run.
    """
    sandbox.reset()
    for one in group:
        if one.prepare is not None:
            with suppress(Exception):
                one.prepare(person())

    def work() -> None:
        client = armed()
        for one in group:
            with suppress(Exception):
                one.act(client)

    assert_reverts(sandbox, work, cut, folder, leaves=tuple(leaf for one in group for leaf in one.leaves))
