from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from github import Auth, Github
from github.GithubException import GithubException
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import agentrein as rein
from agentrein import faults
from agentrein.ledger import open_ledger
from agentrein.testing.crash import Killed, killed_at, listening, no_waiting, run_until_killed
from agentrein_github.sandbox import GitHubSandbox
from connectors.github.writes import WRITES, Write, comment, delete_ref, make_ref, move_ref, open_issue, write_file

LEAVES = ("repo:*/label:fresh",)
"""GitHub makes a label that an issue is given and the repository lacks; it stays, as the rows say."""

NEVER = ("before_plan", 1000)
Instant = tuple[str, int]
Trouble = tuple[str, bool | None, int]

ANYWHERE = st.tuples(st.sampled_from(faults.POINTS), st.integers(1, 6))
IN_AN_UNDO = st.tuples(
    st.sampled_from([point for point in faults.POINTS if point.startswith("undo")]), st.integers(1, 6)
)
TROUBLE = st.tuples(
    st.sampled_from(["refuse", "lost", "error", "error_after", "rate_limited"]),
    st.sampled_from([True, None]),
    st.integers(0, 20),
)

# The same examples each time; `AGENTREIN_EXAMPLES=5000` draws that many others.
MORE = os.environ.get("AGENTREIN_EXAMPLES")
ci = settings(
    derandomize=MORE is None,
    max_examples=int(MORE or 100),
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[GitHubSandbox]:
    """One sandbox for the module: each example resets it."""
    with GitHubSandbox() as running:
        yield running


@contextmanager
def ledger_of_its_own(folder: Path) -> Iterator[None]:
    """A new ledger, since a sandbox that was reset gives its numbers anew."""
    place = folder / "ledger.sqlite3"
    os.environ["AGENTREIN_LEDGER"] = str(place)
    try:
        yield
    finally:
        open_ledger().close()
        for file in folder.glob("ledger.sqlite3*"):
            if file.is_file():
                file.unlink()


@contextmanager
def client(sandbox: GitHubSandbox) -> Iterator[Github]:
    """A client of the agent's account."""
    made = Github(
        auth=Auth.Token("token-octocat"),
        base_url=sandbox.url,
        seconds_between_requests=None,
        seconds_between_writes=None,
        retry=None,
    )
    yield made
    made.close()


def prepared(sandbox: GitHubSandbox) -> dict[str, dict[str, Any]]:
    """The sandbox with a branch that is one commit ahead, ready to assert the order of undo; gives its state."""
    sandbox.reset()
    with client(sandbox) as gh:
        repo = gh.get_repo("acme/app")
        repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
        repo.create_file("a.txt", "add", "a", branch="feat")
    sandbox.clear_requests()
    sandbox.order.watch()
    sandbox.order.acting()
    return sandbox.state()


def found_before(*writes: Write, troubles: list[Trouble]) -> Callable[[Any], Any]:
    """An example by which this test once found something wrong."""
    return example(writes=list(writes), fails=False, crash=None, crash_again=None, troubles=troubles)


@ci
@found_before(  # a comment on an issue was taken for the action that had made it
    Write(open_issue, ("One", "Two", [], [])),
    Write(comment, (0, "One")),
    troubles=[("lost", True, 0)],
)
@found_before(  # a branch whose commits were undone was no longer found to be the one that had been asked for
    Write(make_ref, ("heads/work", "main")),
    Write(write_file, ("docs/new.txt", "work", "One")),
    troubles=[("lost", True, 0)],
)
@found_before(  # a branch that was never moved, but committed to, was a conflict
    Write(move_ref, (0, 0)),
    Write(write_file, ("README.md", "feat", "")),
    troubles=[("refuse", True, 0)],
)
@found_before(  # a branch that was never deleted, but committed to, was a question
    Write(delete_ref, (0,)),
    Write(write_file, ("docs/new.txt", "feat", "")),
    troubles=[("refuse", True, 0)],
)
@given(
    writes=st.lists(WRITES, min_size=1, max_size=10),
    fails=st.booleans(),
    crash=st.none() | ANYWHERE,
    crash_again=st.none() | IN_AN_UNDO,
    troubles=st.lists(TROUBLE, max_size=3),
)
def test_any_run_reverts_to_its_start(
    sandbox: GitHubSandbox,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    writes: list[Write],
    fails: bool,  # noqa: FBT001 - drawn
    crash: Instant | None,
    crash_again: Instant | None,
    troubles: list[Trouble],
) -> None:
    """Any writes, cut by crashes anywhere and by the vendor's errors, are undone in order, completely and once."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sandbox.url)
    start = prepared(sandbox)

    def begin_undo(point: str) -> None:
        if point.startswith("undo"):
            sandbox.order.undoing()

    def work(run: rein.Run) -> None:
        for kind, only_writes, after in troubles:
            sandbox.faults.add(kind, writes=only_writes, after=after, retry_after=0)
        with client(sandbox) as gh:
            rein.wrap(gh)
            for write in writes:
                with suppress(GithubException, OSError, LookupError, rein.Refused):
                    write.call(gh.get_repo("acme/app"), *write.arguments)
        if fails:
            run.fail("drawn so")

    with ledger_of_its_own(tmp_path), no_waiting(), listening(begin_undo):
        point, nth = crash or NEVER
        run = run_until_killed(work, point, nth=nth)
        point, nth = crash_again or NEVER
        with suppress(Killed), killed_at(point, nth=nth):
            rein.revert(run.id)
        rein.recover()
        report = rein.revert(run.id)
        assert not sandbox.left(start, ignore=LEAVES), f"{sandbox.left(start)}\n{report}"
        assert report.exit == 0, f"{report}"
        assert not sandbox.order.violations, f"{sandbox.order.violations}\n{report}"
        asked = len(sandbox.requests)
        assert rein.revert(run.id).exit == 0
        assert len(sandbox.requests) == asked, "the second revert sent requests"
