"""Every public example of slack_sdk that calls the Web API, with the bare client and with the armed one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentrein.connector import Refused
from connectors.slack.documented import EXAMPLES
from connectors.slack.documented.bench import CLIENTS, as_post, bench, method_of, reads
from connectors.slack.documented.things import NOTES, Still
from documented_kit import Documented, assert_same, cases

pytestmark = [
    pytest.mark.filterwarnings("ignore:The top-level `text`:UserWarning"),  # of a message of blocks alone
    pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning"),  # aiohttp's, of a code for a token
]

CASES = cases(EXAMPLES, CLIENTS)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Still]:
    """Slack at one moment, and a file beside the app; the SDK's handlers add nothing to what Slack says to wait."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(random, "random", lambda: 0.0)
    Path(NOTES).write_text("Hi there! This is a text file!\n")
    with Still() as sandbox:
        yield sandbox


@pytest.mark.parametrize(("example", "kind"), CASES)
def test_an_example_is_the_same_through_the_gate(server: Still, example: Documented, kind: str) -> None:
    """The code gets what it gets without us, Slack receives the same and some reads; then the run is undone."""
    allowed = dict.fromkeys((f"slack: {one}" for one in example.allow), "allow")
    armed = assert_same(bench(server, kind), example, allowed, reads, as_post)
    assert armed.states == example.states.split()
    assert example.allow or armed.left == []


@pytest.mark.parametrize(("example", "kind"), [case for case in CASES if case.values[0].allow])
def test_what_nothing_undoes_leaves_only_where_the_run_allows_it(server: Still, example: Documented, kind: str) -> None:
    """Without the policy the example ends at the write that nothing undoes, and Slack never sees it."""
    told = bench(server, kind).told(example, policy={})
    assert isinstance(told.raised, Refused)
    assert told.raised.operation in {f"slack: {one}" for one in example.allow}
    assert [one for one in told.requests if f"slack: {method_of(one)}" == told.raised.operation] == []
    assert told.left == []
