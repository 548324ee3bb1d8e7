from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from slack_sdk import WebClient

import agentrein as rein
from agentrein.model import Tier
from agentrein.testing import conformance
from agentrein.testing.conformance import Bench, Example
from agentrein_slack import connector
from agentrein_slack.sandbox import SlackSandbox
from conformance_kit import held_to
from connectors.slack.examples import EXAMPLES, OF_ADMINS, OF_PEOPLE
from connectors.slack.examples.things import AGENT, MEMBER, PERSON

Check = Callable[[Bench, Example], None]

pytestmark = pytest.mark.filterwarnings(
    "ignore:.* is deprecated:UserWarning", "ignore:client.files_upload.. may cause:UserWarning"
)
"""slack_sdk's own word about methods that are old or retired."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SlackSandbox]:
    """One sandbox for the whole module: each example resets it."""
    with SlackSandbox(legacy=True) as running:
        yield running


def bench_of(agent: str, sandbox: SlackSandbox, place: Path, patch: pytest.MonkeyPatch) -> Bench:
    """The sandbox with an agent and a person, and the agent's credential in the environment."""
    patch.setenv("AGENTREIN_LEDGER", str(place / "ledger.sqlite3"))
    patch.setenv("SLACK_BOT_TOKEN", agent)
    patch.setenv("SLACK_API_URL", sandbox.api_url)

    def client(token: str) -> WebClient:
        return WebClient(token=token, base_url=sandbox.api_url)

    return Bench(
        connector,
        sandbox,
        place,
        armed=lambda: rein.wrap(client(agent)),
        person=lambda: client(PERSON),
        called=lambda request: (request.path.rpartition("/")[2], ""),
    )


@pytest.fixture
def bench(sandbox: SlackSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A bot as the agent."""
    made = bench_of(AGENT, sandbox, tmp_path, monkeypatch)
    yield made
    made.close()


@pytest.fixture
def bench_of_a_person(sandbox: SlackSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A person's token in the agent's hands."""
    made = bench_of(MEMBER, sandbox, tmp_path, monkeypatch)
    yield made
    made.close()


@pytest.mark.parametrize(("check", "example"), held_to(connector, EXAMPLES))
def test_conformance(bench: Bench, example: Example, check: Check) -> None:
    """Each row keeps each rule of the conformance test."""
    check(bench, example)


@pytest.mark.parametrize(("check", "example"), held_to(connector, OF_PEOPLE))
def test_conformance_of_people(bench_of_a_person: Bench, example: Example, check: Check) -> None:
    """Rows that a bot may not undo keep the rules with the token of a person."""
    check(bench_of_a_person, example)


@pytest.fixture
def bench_of_an_admin(sandbox: SlackSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """An administrator's token in the agent's hands."""
    made = bench_of(PERSON, sandbox, tmp_path, monkeypatch)
    yield made
    made.close()


@pytest.mark.parametrize(("check", "example"), held_to(connector, OF_ADMINS))
def test_conformance_of_admins(bench_of_an_admin: Bench, example: Example, check: Check) -> None:
    """Rows that only an administrator may use keep the rules with the token of one."""
    check(bench_of_an_admin, example)


def test_every_inverse_has_an_example() -> None:
    """No row with an inverse goes untried."""
    assert conformance.uncovered(connector, (*EXAMPLES, *OF_PEOPLE, *OF_ADMINS)) == []


IRREVERSIBLE = [row.address for row in connector.table.operations if row.tier is Tier.IRREVERSIBLE]
REFUSED = [row.address for row in connector.table.refused]


@pytest.mark.parametrize("address", [*IRREVERSIBLE, *REFUSED])
def test_what_nothing_undoes_is_refused(bench: Bench, address: str) -> None:
    """An operation without an inverse is refused inside a run, by its raw name and any HTTP method, and not sent."""
    bench.sandbox.clear_requests()
    slack = bench.armed()
    with rein.run("careless") as run, pytest.raises(rein.Refused) as refused:
        slack.api_call(address, http_verb="GET", params={"channel": "C0AAA"})
    assert (bench.sandbox.writes, run.actions) == ([], [])
    assert refused.value.now


def test_an_archive_by_a_bot_is_refused(bench: Bench) -> None:
    """A bot's token cannot bring a channel back, so that it may not archive one."""
    bench.sandbox.clear_requests()
    with rein.run("careless"), pytest.raises(rein.Refused):
        bench.armed().conversations_archive(channel="C0AAA")
    assert bench.sandbox.writes == []
