"""I3, I6: a run belongs to the process that opened it; a forked child neither writes for it nor ends it."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest
from github import Github

import agentrein as rein
from acceptance_kit import Boom, entries, plain, sent, states
from agentrein.errors import EpochError
from agentrein_github.sandbox import GitHubSandbox


def in_child(work: Callable[[], object]) -> str:
    """What work raises in a forked child, as text; empty if it raises nothing."""
    here, there = os.pipe()
    pid = os.fork()
    if pid == 0:  # pragma: no cover - another process
        said = ""
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - told to the parent
            said = f"{getattr(error, 'reason', '')} {error}" if isinstance(error, Exception) else traceback.format_exc()
        os.write(there, said.encode())
        os._exit(0)
    os.close(there)
    with os.fdopen(here, encoding="utf-8") as told:
        text = told.read()
    os.waitpid(pid, 0)
    return text


def child_client(sb: GitHubSandbox) -> Github:
    """A client with connections of its own, as a child needs them."""
    return rein.wrap(plain(sb))


@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_a_forked_child_cannot_write_for_the_run(sb: GitHubSandbox, gh: Github) -> None:
    """The child inherits the run's context and epoch, but not the run: it is refused, naming whose the run is."""
    with rein.run("triage") as run:
        gh.get_repo("acme/app").create_issue("T")
        said = in_child(lambda: child_client(sb).get_repo("acme/app").create_issue("child's"))
    assert said.startswith("run closed")
    assert f"run {run.id} belongs to pid {os.getpid()}" in said
    assert states(run) == {1: "landed"}
    assert len(sb.writes) == 1


@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_a_forked_child_that_leaves_the_block_ends_nothing(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """An exception that unwinds through the block, and a step of it, in the child only drops the child's context."""

    def leave() -> None:
        raised = Boom("the child fails")
        part.__exit__(Boom, raised, None)
        run.__exit__(Boom, raised, None)
        assert not getattr(raised, "__notes__", []), raised.__notes__

    repo = gh.get_repo("acme/app")
    with rein.run("triage") as run:
        repo.create_issue("T")
        with run.step("part") as part:
            repo.create_issue("U")
            before = entries(ledger)
            assert in_child(leave) == ""
            assert entries(ledger) == before
    assert run.status == "completed"
    assert states(run) == {1: "landed", 2: "landed"}
    assert len(sent(sb)) == 2


@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_a_forked_child_opens_a_run_of_its_own(sb: GitHubSandbox, gh: Github) -> None:
    """The parent's run is no outer run to the child: it may work under its own."""

    def work() -> None:
        with rein.run("child") as own:
            child_client(sb).get_repo("acme/app").create_issue("child's")
        assert own.status == "completed"

    with rein.run("triage") as run:
        said = in_child(work)
    assert said == ""
    assert (run.status, states(run)) == ("completed", {})
    assert len(sb.writes) == 1


@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_a_ledger_takes_an_owned_entry_only_from_who_holds_the_run(ledger: Path) -> None:
    """The epoch alone is inherited by a fork; what precedes a request needs the run's lock as well."""
    with rein.run("triage") as run:
        said = in_child(lambda: run.ledger.append(run.id, "planned", {}, epoch=run.epoch, owned=True))
        assert "does not hold" in said
        run.ledger.append(run.id, "note", {"text": "mine"}, epoch=run.epoch, owned=True)
    with pytest.raises(EpochError, match="does not hold"):
        run.ledger.append(run.id, "planned", {}, epoch=run.epoch, owned=True)
