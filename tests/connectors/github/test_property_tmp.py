from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from agentrein_github.sandbox import GitHubSandbox
from github import Auth, Github
from github.GithubException import GithubException
from github.Issue import Issue
from github.Repository import Repository
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import agentrein as rein
from agentrein import faults
from agentrein.ledger import open_ledger
from agentrein.testing.crash import listening, no_waiting, run_until_killed

LEAVES = ("repo:*/label:fresh",)
"""GitHub makes a label that an issue is given and the repository lacks; it stays, as the rows say."""

settings.register_profile(
    "ci",
    derandomize=False, phases=[__import__("hypothesis").Phase.generate],
    max_examples=int(os.environ.get("AGENTREIN_EXAMPLES", "40")),
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

NAMES = st.sampled_from(["bug", "BUG", "customer", "security", "fresh"])
LABELS = st.lists(NAMES, max_size=3)
PEOPLE = st.lists(st.sampled_from(["octocat", "helper", "nobody"]), max_size=2)
TEXT = st.sampled_from(["", "One", "Two", "{title}"])
BRANCH = st.sampled_from(["main", "feat", "work"])
PATH = st.sampled_from(["README.md", "docs/new.txt", "a.txt"])
WHICH = st.integers(0, 3)
"""One of those that are there: the newest first, round and round."""

STATE = st.sampled_from(["open", "closed"])
REASON = st.sampled_from(["completed", "not_planned"])


@dataclass(frozen=True)
class Write:
    """One call of an agent, with its arguments."""

    call: Callable[..., object]
    arguments: tuple[Any, ...]

    def __repr__(self) -> str:
        return f"{self.call.__name__}{self.arguments}"


def _one(found: Any, which: int) -> Any:
    listed = list(found)
    if not listed:
        raise LookupError("there is none")
    return listed[which % len(listed)]


def _issue(repo: Repository, which: int) -> Issue:
    return _one(repo.get_issues(state="all"), which)


def _ref(repo: Repository, which: int) -> Any:
    return _one((one for one in repo.get_git_matching_refs("") if one.ref != "refs/heads/main"), which)


def open_issue(repo: Repository, title: str, body: str, labels: list[str], people: list[str]) -> None:
    repo.create_issue(title or "None", body=body, labels=labels, assignees=[one for one in people if one != "nobody"])


def edit_issue(repo: Repository, which: int, title: str, body: str) -> None:
    _issue(repo, which).edit(title=title or "None", body=body)


def set_state(repo: Repository, which: int, state: str, reason: str) -> None:
    _issue(repo, which).edit(state=state, **({"state_reason": reason} if state == "closed" else {}))


def set_milestone(repo: Repository, which: int, given: bool) -> None:  # noqa: FBT001 - drawn
    _issue(repo, which).edit(milestone=repo.get_milestone(1) if given else None)


def edit_sets(repo: Repository, which: int, labels: list[str], people: list[str]) -> None:
    _issue(repo, which).edit(labels=labels, assignees=[one for one in people if one != "nobody"])


def label(repo: Repository, how: str, which: int, labels: list[str]) -> None:
    issue = _issue(repo, which)
    if how == "remove":
        issue.remove_from_labels(*labels[:1] or ["bug"])
    elif how == "clear":
        issue.delete_labels()
    else:
        getattr(issue, {"add": "add_to_labels", "set": "set_labels"}[how])(*labels)


def assign(repo: Repository, how: str, which: int, people: list[str]) -> None:
    issue = _issue(repo, which)
    (issue.add_to_assignees if how == "add" else issue.remove_from_assignees)(*people)


def comment(repo: Repository, which: int, text: str) -> None:
    _issue(repo, which).create_comment(text or "None")


def edit_comment(repo: Repository, which: int, text: str) -> None:
    _one(reversed(list(_issue(repo, which).get_comments())), 0).edit(text or "None")


def lock(repo: Repository, which: int, reason: str) -> None:
    _issue(repo, which).lock(reason)


def unlock(repo: Repository, which: int) -> None:
    _issue(repo, which).unlock()


def write_file(repo: Repository, path: str, branch: str, text: str) -> None:
    try:
        known = repo.get_contents(path, ref=branch)
    except GithubException:
        repo.create_file(path, "add", text, branch=branch)
    else:
        repo.update_file(path, "change", text, known.sha, branch=branch)


def delete_file(repo: Repository, path: str, branch: str) -> None:
    repo.delete_file(path, "remove", repo.get_contents(path, ref=branch).sha, branch=branch)


def make_ref(repo: Repository, name: str, branch: str) -> None:
    repo.create_git_ref(f"refs/{name}", repo.get_branch(branch).commit.sha)


def move_ref(repo: Repository, which: int, commit: int) -> None:
    _ref(repo, which).edit(_one(repo.get_commits("main"), commit).sha, force=True)


def delete_ref(repo: Repository, which: int) -> None:
    _ref(repo, which).delete()


def open_pull(repo: Repository, head: str, title: str, body: str) -> None:
    repo.create_pull("main", head, title=title or "None", body=body)


def edit_pull(repo: Repository, which: int, title: str, state: str) -> None:
    _one(repo.get_pulls(state="all"), which).edit(title=title or "None", state=state)


REF = st.sampled_from(["heads/work", "heads/work/deep", "tags/v1"])
WRITES = st.one_of(
    *(
        st.builds(Write, st.just(call), st.tuples(*arguments))
        for call, arguments in (
            (make_ref, (st.just("heads/work"), BRANCH)),
            (write_file, (PATH, st.just("work"), TEXT)),
            (open_issue, (TEXT, TEXT, LABELS, PEOPLE)),
            (open_issue, (TEXT, TEXT, LABELS, PEOPLE)),
            (edit_issue, (WHICH, TEXT, TEXT)),
            (set_state, (WHICH, STATE, REASON)),
            (set_milestone, (WHICH, st.booleans())),
            (edit_sets, (WHICH, LABELS, PEOPLE)),
            (label, (st.sampled_from(["add", "set", "remove", "clear"]), WHICH, LABELS)),
            (assign, (st.sampled_from(["add", "remove"]), WHICH, PEOPLE)),
            (comment, (WHICH, TEXT)),
            (edit_comment, (WHICH, TEXT)),
            (lock, (WHICH, st.sampled_from(["spam", "resolved"]))),
            (unlock, (WHICH,)),
            (write_file, (PATH, BRANCH, TEXT)),
            (delete_file, (PATH, BRANCH)),
            (make_ref, (REF, BRANCH)),
            (move_ref, (WHICH, WHICH)),
            (delete_ref, (WHICH,)),
            (open_pull, (st.sampled_from(["feat", "work"]), TEXT, TEXT)),
            (edit_pull, (WHICH, TEXT, STATE)),
        )
    )
)
FAULT = st.sampled_from(["refuse", "lost", "error", "error_after", "rate_limited"])
CRASHES = st.tuples(st.sampled_from(faults.POINTS), st.integers(1, 6))
FAULTS = st.lists(st.tuples(FAULT, st.integers(0, 12)), max_size=3)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[GitHubSandbox]:
    """One sandbox for the module: each example resets it."""
    with GitHubSandbox() as running:
        yield running


@contextmanager
def ledger_of_its_own(folder: Path) -> Iterator[None]:
    """A new ledger, since a sandbox that was reset gives its whichs anew."""
    place = folder / "ledger.sqlite3"
    os.environ["AGENTREIN_LEDGER"] = str(place)
    try:
        yield
    finally:
        open_ledger().close()
        for file in folder.glob("ledger.sqlite3*"):
            if file.is_file():
                file.unlink()


def client(sandbox: GitHubSandbox) -> Github:
    """A client of the agent's account."""
    return Github(
        auth=Auth.Token("token-octocat"),
        base_url=sandbox.url,
        seconds_between_requests=None,
        seconds_between_writes=None,
        retry=None,
    )


def prepared(sandbox: GitHubSandbox) -> dict[str, dict[str, Any]]:
    """The sandbox with a branch that is one commit ahead, ready to assert the order of undo; gives its state."""
    sandbox.reset()
    repo = client(sandbox).get_repo("acme/app")
    repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
    repo.create_file("a.txt", "add", "a", branch="feat")
    sandbox.clear_requests()
    sandbox.order.watch()
    sandbox.order.acting()
    return sandbox.state()


@settings(settings.get_profile("ci"))
@given(writes=st.lists(WRITES, min_size=1, max_size=8), crash=st.none() | CRASHES, troubles=FAULTS, fails=st.booleans())
def test_any_run_reverts_to_its_start(
    sandbox: GitHubSandbox,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    writes: list[Write],
    crash: tuple[str, int] | None,
    troubles: list[tuple[str, int]],
    fails: bool,  # noqa: FBT001 - drawn
) -> None:
    """Any writes, cut by a crash anywhere and by the vendor's errors, are undone in order, completely and once."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sandbox.url)
    start = prepared(sandbox)

    def mark(point: str) -> None:
        if point.startswith("undo"):
            sandbox.order.undoing()

    def work(run: rein.Run) -> None:
        repo = rein.wrap(client(sandbox)).get_repo("acme/app")
        for kind, after in troubles:
            sandbox.faults.add(kind, writes=True, after=after, retry_after=0)
        for write in writes:
            with suppress(GithubException, OSError, LookupError, rein.Refused):
                write.call(repo, *write.arguments)
        if fails:
            run.fail("drawn so")

    point, nth = crash or ("before_plan", 1000)
    with ledger_of_its_own(tmp_path), no_waiting(), listening(mark):
        run = run_until_killed(work, point, nth=nth)
        rein.recover()
        report = rein.revert(run.id); import collections; _s = globals().setdefault("_S", collections.Counter()); _s.update(a.state.value for a in report.actions); _s["runs"] += 1
        assert not sandbox.left(start, ignore=LEAVES), f"{sandbox.left(start)}\n{report}"
        assert report.exit == 0, report
        assert not sandbox.order.violations, f"{sandbox.order.violations}\n{report}"
        asked = len(sandbox.requests)
        assert rein.revert(run.id).exit == 0
        assert len(sandbox.requests) == asked, "the second revert sent requests"
def test_zz():
    print(_S)
