"""Random runs of runs: steps, children and detached runs that fail or are kept, threads, and crashes anywhere."""

from __future__ import annotations

import contextvars
import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from github import Auth, Github
from github.Repository import Repository
from hypothesis import example, given
from hypothesis import strategies as st

import agentrein as rein
from agentrein import context
from agentrein.ledger import open_ledger
from agentrein.testing.crash import Killed, abandon, killed_at, no_waiting
from agentrein_github.sandbox import GitHubSandbox
from property_kit import ANYWHERE, IN_AN_UNDO, NEVER, Instant, ci, ledger_of_its_own

KINDS = ("step", "child", "detached", "tool")
THREADS = ("here", "bound", "copied", "bare")


class Fails(RuntimeError):
    """What a part raises that is drawn to fail."""


@dataclass(frozen=True)
class Writes:
    """Issues that are opened one after the other here, or at once in pool threads; or a title that is set."""

    thread: str = "here"
    count: int = 1
    title: bool = False


@dataclass(frozen=True)
class Part:
    """A step, a child, a detached run or the call of a tool, and what is done in it."""

    kind: str
    body: tuple[Writes | Part, ...]
    fails: bool = False
    marked: bool = False
    keeps: bool = False

    @property
    def is_run(self) -> bool:
        """Whether it is a run, with a failure of its own kind."""
        return self.kind in {"child", "detached", "root"}


def parts(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Part]:
    """Parts of these."""
    body = st.lists(inner, max_size=4).map(tuple)
    return st.builds(Part, st.sampled_from(KINDS), body, st.booleans(), st.booleans(), st.booleans())


WRITES = st.builds(Writes, st.sampled_from(THREADS), st.integers(1, 3), st.booleans())
TREES = st.builds(
    Part,
    st.just("root"),
    st.lists(st.recursive(WRITES, parts, max_leaves=8), min_size=1, max_size=5).map(tuple),
    st.booleans(),
    st.booleans(),
    st.sampled_from([False, False, True]),
)


@dataclass
class Ran:
    """A part as it ran: whether it came to its end, and whether its failure was to undo it."""

    part: Part
    root: rein.Run
    ended: bool = False

    @property
    def undone(self) -> bool:
        """Whether what was done in it is undone: it failed, and so did a root that never came to its end."""
        keeps = self.part.keeps and self.part.is_run
        if self.part.kind in {"root", "detached"} and not self.ended:
            return not keeps
        return self.ended and self.part.fails and not keeps


@dataclass
class Told:
    """What landed, in its order, with the parts around it, and the roots."""

    issues: dict[str, list[Ran]] = field(default_factory=dict)
    titles: list[tuple[str, list[Ran]]] = field(default_factory=list)
    roots: list[Ran] = field(default_factory=list)

    def stand(self, before: str) -> tuple[set[str], str]:
        """The titles of the issues that are open in the end, and how the first one is called."""
        opened = {title for title, around in self.issues.items() if not any(one.undone for one in around)}
        named = [text for text, around in self.titles if not any(one.undone for one in around)]
        return opened, named[-1] if named else before

    @property
    def is_known(self) -> bool:
        """Whether what stands can be told: not where a run died that is kept, in a write or in the undo of a part."""
        return all(one.ended or not one.part.keeps for one in self.roots)


class Agent:
    """What carries a tree out."""

    def __init__(self, repo: Repository) -> None:
        self.repo, self.told = repo, Told()
        self.numbers = itertools.count(1)

    def run(self, part: Part) -> None:
        """A root run, whose failure is caught here."""
        self._part(part, [])

    def _part(self, part: Part, around: list[Ran]) -> None:
        with suppress(Fails):
            self._opened(part, around)

    def _opened(self, part: Part, around: list[Ran]) -> None:
        if part.kind == "step":
            with self._ends(Ran(part, around[-1].root)) as ran, context.current().step("step"):  # type: ignore[union-attr]
                self._body(part, [*around, ran])
        elif part.kind == "tool":
            ran = Ran(part, around[-1].root)
            with self._ends(ran):
                rein.tool(name="tool")(self._body)(part, [*around, ran])
        else:
            run = rein.run(part.kind, on_failure="keep" if part.keeps else "revert", detached=part.kind == "detached")
            is_child = part.kind == "child"
            ran = Ran(part, around[-1].root if is_child else run)
            if not is_child:
                self.told.roots.append(ran)
            with self._ends(ran), run:
                self._body(part, [*around, ran] if is_child else [ran], run)

    @contextmanager
    def _ends(self, ran: Ran) -> Iterator[Ran]:
        try:
            yield ran
        except Killed:
            raise
        except BaseException:
            ran.ended = True
            raise
        ran.ended = True

    def _body(self, part: Part, around: list[Ran], run: rein.Run | None = None) -> None:
        for one in part.body:
            if isinstance(one, Part):
                self._part(one, around)
            else:
                self._write(one, around)
        if part.fails and part.marked and run is not None:
            run.fail("drawn so")
        elif part.fails:
            raise Fails

    def _write(self, writes: Writes, around: list[Ran]) -> None:
        is_detached = around[0].part.kind == "detached"
        if writes.title and not is_detached and writes.thread == "here":
            text = f"Title {next(self.numbers)}"
            self.repo.get_issue(1).edit(title=text)
            self.told.titles.append((text, around))
            return
        names = [f"Issue {next(self.numbers)}" for _ in range(writes.count)]
        if writes.thread == "here":
            for name in names:
                self._open(name, around)
            return
        with ThreadPoolExecutor(3) as pool:
            futures = [pool.submit(self._carrier(writes.thread), name, around) for name in names]
        for future in futures:
            with suppress(rein.Refused):  # bare, with a detached run open: whose it is cannot be told
                future.result()

    def _carrier(self, thread: str) -> Callable[[str, list[Ran]], None]:
        if thread == "bound":
            return rein.bind(self._open)
        if thread == "copied":
            copied = contextvars.copy_context
            carried = [copied() for _ in range(1)]
            return lambda name, around: carried[0].copy().run(self._open, name, around)
        return self._open

    def _open(self, name: str, around: list[Ran]) -> None:
        self.repo.create_issue(name)
        self.told.issues[name] = around


@pytest.fixture(scope="module")
def sandbox() -> Iterator[GitHubSandbox]:
    """One sandbox for the module: each example resets it."""
    with GitHubSandbox() as running:
        yield running


def issues(sandbox: GitHubSandbox) -> tuple[set[str], str]:
    """The titles of the open issues that were not there before, and the title of the one that was."""
    found = {name: one for name, one in sandbox.state().items() if "/issue:" in name and "/comment" not in name}
    first = next(name for name in found if name.endswith("issue:1"))
    opened = {one["title"] for name, one in found.items() if name != first and one["state"] == "open"}
    return opened, found[first]["title"]


def kept(*body: Writes | Part, **part: Any) -> Part:
    """A root of these."""
    return Part("root", body, **part)


@ci
@example(tree=kept(Part("child", (Writes(),), fails=True, keeps=True), Writes()), crash=None, again=None)
@example(tree=kept(Part("detached", (Writes("bare"),)), Writes("bare"), fails=True), crash=None, again=None)
@given(tree=TREES, crash=st.none() | ANYWHERE, again=st.none() | IN_AN_UNDO)
def test_any_tree_of_runs_ends_as_it_should(
    sandbox: GitHubSandbox,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    tree: Part,
    crash: Instant | None,
    again: Instant | None,
) -> None:
    """What failed is undone, all of it and nothing else; what completed is as it was left; and all can be undone."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sandbox.url)
    sandbox.reset()
    start, (_, before) = sandbox.state(), issues(sandbox)
    client = rein.wrap(
        Github(
            auth=Auth.Token("token-octocat"),
            base_url=sandbox.url,
            seconds_between_requests=None,
            seconds_between_writes=None,
            retry=None,
        )
    )
    with ledger_of_its_own(tmp_path), no_waiting():
        agent = Agent(client.get_repo("acme/app"))
        point, nth = crash or NEVER
        try:
            with killed_at(point, nth=nth):
                contextvars.copy_context().run(agent.run, tree)
        except Killed:
            for run in context.open_runs():
                abandon(run)
            for ran in agent.told.roots:
                if ran.root.id and not ran.ended:
                    ran.root.ledger.release(ran.root.id)
        client.close()
        point, nth = again or NEVER
        with suppress(Killed), killed_at(point, nth=nth):
            rein.recover()
        reports = rein.recover()
        told = agent.told
        assert not told.is_known or issues(sandbox) == told.stand(before), reports
        ledger = open_ledger(None)
        for row in ledger.runs():
            ledger.verify(row.id)
            ended = ledger.last(row.id, "status")
            assert ended is not None
            asks = bool((ended.payload or {}).get("kept_children"))  # a child that failed, and is left to a person
            assert row.status not in {"open", "reverting", *(() if asks else ("needs_attention",))}, row
            seqs = [one.seq for one in rein.revert(row.id, plan=True).actions]
            assert sorted(seqs) == list(range(1, len(seqs) + 1))
        for row in ledger.runs():
            assert rein.revert(row.id).exit == 0
        assert sandbox.left(start) == []
