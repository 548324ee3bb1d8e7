"""Spans, metrics and logs: how they nest, what they say, what they never say, and that they never break a run."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextvars import Context, copy_context
from pathlib import Path
from typing import Any

import pytest
import requests
from github import Auth, Github, GithubException
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import agentrein as rein
from agentrein_github.sandbox import GitHubSandbox

TITLE, NAME, SECRET = "Grandmother is ill", "a run about Ada", "token-octocat"
FIELDS = {
    "agentrein.action.seq",
    "agentrein.action.state",
    "agentrein.address",
    "agentrein.connector",
    "agentrein.passage.duration",
    "agentrein.refusal.reason",
    "agentrein.revert.duration",
    "agentrein.revert.left",
    "agentrein.revert.undone",
    "agentrein.run.id",
    "agentrein.run.root",
    "agentrein.run.status",
    "agentrein.tier",
    "agentrein.undo.attempt",
    "agentrein.undo.forced",
    "error.type",
    "event.name",
    "gen_ai.tool.call.id",
    "http.request.method",
    "http.response.status_code",
    "server.address",
    "server.port",
    "url.template",
}
"""Every attribute that there is."""


class Trouble(SpanProcessor):
    """A processor that raises whenever it is asked, as long as `on`."""

    on = False

    def on_start(self, span: Any, parent_context: Any = None) -> None:
        """As its base."""
        if self.on:
            raise RuntimeError("on_start")

    def on_end(self, span: ReadableSpan) -> None:
        """As its base."""
        if self.on:
            raise RuntimeError("on_end")


class Heard:
    """What arrived at the exporters."""

    def __init__(self) -> None:
        self.exporter, self.reader, self.trouble = InMemorySpanExporter(), InMemoryMetricReader(), Trouble()
        self.provider = TracerProvider(shutdown_on_exit=False)
        self.provider.add_span_processor(self.trouble)
        self.provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        trace.set_tracer_provider(self.provider)
        metrics.set_meter_provider(MeterProvider([self.reader], shutdown_on_exit=False))
        self._before: dict[tuple[str, str], float] = {}

    @property
    def spans(self) -> list[ReadableSpan]:
        """The spans that ended, in that order."""
        return list(self.exporter.get_finished_spans())

    def named(self, name: str) -> list[ReadableSpan]:
        """Those of a name."""
        return [one for one in self.spans if one.name == name]

    def tree(self) -> dict[str, str | None]:
        """The name of each span's parent, by its own name."""
        names = {one.context.span_id: one.name for one in self.spans if one.context is not None}
        return {one.name: None if one.parent is None else names.get(one.parent.span_id, "?") for one in self.spans}

    def totals(self) -> dict[tuple[str, str], float]:
        """Counters, and the counts of histograms, by name and attributes, since `clear`."""
        found = self._totals()
        return {key: value - self._before.get(key, 0) for key, value in found.items() if value != self._before.get(key)}

    def points(self) -> Iterator[tuple[str, Any]]:
        """Every point of every metric of ours."""
        data = self.reader.get_metrics_data()
        for resource in data.resource_metrics if data is not None else ():
            for scope in resource.scope_metrics:
                assert scope.scope.name == "agentrein"
                for metric in scope.metrics:
                    yield from ((metric.name, point) for point in metric.data.data_points)

    def _totals(self) -> dict[tuple[str, str], float]:
        return {
            (name, json.dumps(dict(point.attributes), sort_keys=True)): float(getattr(point, "value", 0) or point.count)
            for name, point in self.points()
        }

    def clear(self) -> None:
        """Forget what arrived."""
        self.exporter.clear()
        self._before = self._totals()
        self.trouble.on = False


@pytest.fixture(scope="module")
def exporters() -> Iterator[Heard]:
    """OpenTelemetry takes a provider once in a process."""
    heard = Heard()
    yield heard
    heard.provider.shutdown()


@pytest.fixture
def heard(exporters: Heard) -> Heard:
    """What arrives from here on."""
    exporters.clear()
    return exporters


@pytest.fixture
def sb(rein_sandbox: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> GitHubSandbox:
    """The vendor."""
    sandbox: GitHubSandbox = rein_sandbox("github")
    monkeypatch.setenv("GITHUB_API_URL", sandbox.url)
    monkeypatch.setenv("GITHUB_TOKEN", SECRET)
    return sandbox


@pytest.fixture
def repo(sb: GitHubSandbox) -> Iterator[Any]:
    """The armed client's repository, fetched outside of any run."""
    client = Github(
        auth=Auth.Token(SECRET), base_url=sb.url, retry=None, seconds_between_requests=None, seconds_between_writes=None
    )
    yield rein.wrap(client).get_repo("acme/app")
    client.close()


CREATES = "github POST /repos/{owner}/{repo}/issues"
UNDOES = "undo github PATCH /repos/{owner}/{repo}/issues/{issue_number}"


def fails() -> None:
    """The agent's own code breaks."""
    raise RuntimeError(TITLE)


# --- how spans nest


def test_actions_and_the_revert_are_children_of_their_run(heard: Heard, repo: Any) -> None:
    """Run → action; run → revert → undo; after the block the context is as it was before."""
    with pytest.raises(RuntimeError), rein.run(NAME) as run:
        repo.create_issue(TITLE)
        assert trace.get_current_span().get_span_context().is_valid
        fails()
    assert not trace.get_current_span().get_span_context().is_valid
    tree = {"agentrein.run": None, CREATES: "agentrein.run", "agentrein.revert": "agentrein.run"}
    assert heard.tree() == {**tree, UNDOES: "agentrein.revert"}
    (span,) = heard.named("agentrein.run")
    assert dict(span.attributes or {}) == {
        "agentrein.run.id": run.id,
        "agentrein.run.root": run.id,
        "agentrein.run.status": "reverted",
        "error.type": "RuntimeError",
    }


def test_what_the_span_of_an_action_says(heard: Heard, repo: Any, sb: GitHubSandbox) -> None:
    """Connector, address with its placeholders, tier, state, number, server; the kind is that of a client."""
    with rein.run(NAME) as run:
        repo.create_issue(TITLE)
    (span,) = heard.named(CREATES)
    port = int(sb.url.rpartition(":")[2])
    assert dict(span.attributes or {}) == {
        "agentrein.run.id": run.id,
        "agentrein.connector": "github",
        "agentrein.address": "POST /repos/{owner}/{repo}/issues",
        "agentrein.action.seq": 1,
        "agentrein.action.state": "landed",
        "agentrein.tier": "compensable",
        "http.request.method": "POST",
        "http.response.status_code": 201,
        "server.address": "127.0.0.1",
        "server.port": port,
        "url.template": "/repos/{owner}/{repo}/issues",
    }
    assert span.kind is trace.SpanKind.CLIENT
    assert span.status.is_unset


def test_a_span_of_the_users_stands_between(heard: Heard, repo: Any) -> None:
    """As an instrumented tool call does; and the request that the SDK sends is a child of the action."""
    tracer = trace.get_tracer("user")
    seen: list[str] = []
    send = requests.adapters.HTTPAdapter.send

    def sends(self: Any, request: Any, *args: Any, **named: Any) -> Any:
        if request.method == "POST":
            seen.append(getattr(trace.get_current_span(), "name", ""))
        return send(self, request, *args, **named)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(requests.adapters.HTTPAdapter, "send", sends)
        with tracer.start_as_current_span("agent"), rein.run(NAME), tracer.start_as_current_span("tool"):
            repo.create_issue(TITLE)
    assert heard.tree() == {"agent": None, "agentrein.run": "agent", "tool": "agentrein.run", CREATES: "tool"}
    assert seen == [CREATES]


def test_reads_have_no_span(heard: Heard, repo: Any) -> None:
    """They leave as fast as before, in a run and outside."""
    with rein.run(NAME):
        repo.get_issue(1)
    assert heard.tree() == {"agentrein.run": None}


def test_a_revert_from_elsewhere_is_a_root(heard: Heard, repo: Any) -> None:
    """Of another process, say; a plan is not told, and running it again has nothing to tell but itself."""
    with rein.run(NAME) as run:
        repo.create_issue(TITLE)
    heard.clear()
    rein.revert(run.id, plan=True)
    assert heard.spans == []
    rein.revert(run.id)
    assert heard.tree() == {"agentrein.revert": None, UNDOES: "agentrein.revert"}
    (revert,) = heard.named("agentrein.revert")
    told = {"agentrein.run.id": run.id, "agentrein.revert.undone": 1, "agentrein.revert.left": 0}
    assert dict(revert.attributes or {}) == told
    assert (heard.named(UNDOES)[0].attributes or {})["agentrein.undo.attempt"] == 1


def test_steps_and_child_runs(heard: Heard, repo: Any) -> None:
    """A child run is a span in its parent's; a step that fails is undone under the run."""
    with rein.run(NAME) as run:
        with rein.run("inner") as child:
            repo.create_issue(TITLE)
        with pytest.raises(RuntimeError), run.step("a step"):
            repo.create_issue(TITLE)
            fails()
    inner, outer = heard.named("agentrein.run")
    assert (inner.attributes or {})["agentrein.run.id"] == child.id
    assert (inner.attributes or {})["agentrein.run.root"] == (outer.attributes or {})["agentrein.run.id"] == run.id
    assert inner.parent == outer.context
    assert [one.parent for one in heard.named(CREATES)] == [inner.context, outer.context]
    assert [one.parent for one in heard.named("agentrein.revert")] == [outer.context]


def test_threads_of_the_run(heard: Heard, repo: Any) -> None:
    """One that carries the context, one that is bound, and one that belongs to the only open run."""
    with rein.run(NAME):
        starts = [copy_context().run, rein.bind(lambda fn: fn()), lambda fn: fn()]
        for start in starts:
            thread = threading.Thread(target=start, args=(lambda: repo.create_issue(TITLE),))
            thread.start()
            thread.join()
    (run,) = heard.named("agentrein.run")
    assert [one.parent for one in heard.named(CREATES)] == [run.context] * 3


def test_tasks_of_an_async_run(heard: Heard, repo: Any) -> None:
    """Writes side by side have spans side by side, and the undo, a task of its own, is under the run."""

    async def work() -> None:
        async with rein.run(NAME):
            await asyncio.gather(*(asyncio.to_thread(repo.create_issue, TITLE) for _ in range(3)))
            fails()

    with pytest.raises(RuntimeError):
        asyncio.run(work())
    (run,), (revert,) = heard.named("agentrein.run"), heard.named("agentrein.revert")
    assert [one.parent for one in (*heard.named(CREATES), revert)] == [run.context] * 4
    assert [one.parent for one in heard.named(UNDOES)] == [revert.context] * 3


def test_left_in_another_context(heard: Heard, repo: Any, caplog: pytest.LogCaptureFixture) -> None:
    """A generator that two contexts drive: no complaint of OpenTelemetry's, and neither context is changed by it."""

    def agent() -> Iterator[None]:
        with rein.run(NAME):
            repo.create_issue(TITLE)
            yield

    steps = agent()
    one, two = copy_context(), Context()
    one.run(next, steps)
    before = two.run(trace.get_current_span)
    with pytest.raises(StopIteration):
        two.run(next, steps)
    assert two.run(trace.get_current_span) is before
    assert [record for record in caplog.records if record.name.startswith("opentelemetry")] == []
    assert heard.tree() == {"agentrein.run": None, CREATES: "agentrein.run"}


# --- what is not said


def test_errors_are_told_by_their_type_alone(heard: Heard, repo: Any, sb: GitHubSandbox) -> None:
    """What an exception says may be a payload: no event, no description, no stack trace."""
    sb.faults.add("error", method="POST", status=422, body={"message": TITLE})
    with rein.run(NAME):
        with pytest.raises(GithubException):
            repo.create_issue(TITLE)
    (span,) = heard.named(CREATES)
    told = dict(span.attributes or {})
    assert (told["agentrein.action.state"], told["error.type"]) == ("rejected", "422")
    assert (span.status.is_ok, span.status.description, span.events) == (False, None, ())


def test_refusals(heard: Heard, repo: Any, caplog: pytest.LogCaptureFixture) -> None:
    """By policy with its span, by an address that no table knows without one: whose words that are nobody knows."""
    with rein.run(NAME):
        with pytest.raises(rein.Refused):
            repo.delete()
        with pytest.raises(rein.Refused):
            repo._requester.requestJsonAndCheck("POST", f"/people/{TITLE.split(maxsplit=1)[0]}")
    (span,) = (one for one in heard.spans if one.name.startswith("github"))
    told = dict(span.attributes or {})
    assert (told["agentrein.action.state"], told["agentrein.refusal.reason"]) == ("refused", "policy")
    counted = {key: value for key, value in heard.totals().items() if key[0] == "agentrein.refusals"}
    assert sorted(json.loads(key[1])["agentrein.refusal.reason"] for key in counted) == ["policy", "unknown"]
    assert [(one.levelname, one.getMessage()) for one in caplog.records if one.name == "agentrein.action"] == [
        ("WARNING", "refused")
    ] * 2


def test_nothing_that_was_said_is_told(
    heard: Heard, repo: Any, sb: GitHubSandbox, caplog: pytest.LogCaptureFixture
) -> None:
    """In no span, point or record is a title, body, name, `because`, token or id of a thing."""
    caplog.set_level(logging.DEBUG, "agentrein")
    said = [TITLE, NAME, SECRET, "acme", "octocat", "ticket 812", "somebody's step"]
    with pytest.raises(RuntimeError), rein.run(NAME, because="ticket 812") as run:
        with run.step("somebody's step"):
            issue = repo.create_issue(TITLE, body=TITLE)
            issue.add_to_labels("customer")
        run.note(TITLE)
        with pytest.raises(rein.Refused):
            repo.delete()
        sb.faults.add("lost", method="POST")
        with pytest.raises(Exception):  # noqa: B017, PT011 - requests' own
            repo.create_issue(TITLE)
        fails()
    rein.revert(run.id)
    texts = [span.to_json() for span in heard.spans]
    texts += [json.dumps([name, dict(point.attributes)]) for name, point in heard.points()]
    records = [one for one in caplog.records if one.name.startswith("agentrein")]
    texts += [repr(vars(one)) for one in records]
    ours = [text.replace(json.dumps(str(Path.cwd())), "") for text in texts]
    assert [(one, text) for one in said for text in ours if one in text] == []
    assert len(heard.spans) > 5
    assert len(records) > 10
    told = {key for span in heard.spans for key in span.attributes or {}}
    told |= {key for _, point in heard.points() for key in point.attributes}
    told |= {key for one in records for key in vars(one) if "." in key}
    assert told <= FIELDS


# --- metrics


def test_what_is_counted(heard: Heard, repo: Any) -> None:
    """Runs by status, actions and undos by connector, tier and state, and the time that a passage adds."""
    with pytest.raises(RuntimeError), rein.run(NAME):
        repo.create_issue(TITLE)
        repo.get_issue(1).edit(title=TITLE)
        fails()
    kinds = [("compensable", "landed", "compensated"), ("reversible", "landed", "reverted")]
    github = {"agentrein.connector": "github"}

    def key(name: str, **fields: Any) -> tuple[str, str]:
        told = {f"agentrein.{field.replace('_', '.')}": value for field, value in fields.items()}
        return f"agentrein.{name}", json.dumps({**(github if "tier" in fields else {}), **told}, sort_keys=True)

    expected = {key("runs", run_status="reverted"): 1, key("revert.duration"): 1}
    for tier, state, undone in kinds:
        expected[key("actions", tier=tier, action_state=state)] = 1
        expected[key("undos", tier=tier, action_state=undone)] = 1
        expected[key("passage.duration", tier=tier)] = 1
    assert heard.totals() == expected


def test_the_time_that_a_passage_adds_is_not_the_vendors(heard: Heard, repo: Any, sb: GitHubSandbox) -> None:
    """What is sent takes half a second, and none of it is counted."""
    sb.faults.add("slow", method="POST", seconds=0.5, times=1)
    with rein.run(NAME):
        repo.create_issue(TITLE)
    (span,) = heard.named(CREATES)
    assert (span.end_time or 0) - (span.start_time or 0) > 0.5e9
    sums = [point for name, point in heard.points() if name == "agentrein.passage.duration"]
    assert max(point.min for point in sums) < 0.5


# --- logs


def test_what_is_logged(repo: Any, caplog: pytest.LogCaptureFixture) -> None:
    """The event is the message, the fields are attributes by the names of the spans'."""
    caplog.set_level(logging.DEBUG, "agentrein")
    with pytest.raises(RuntimeError), rein.run(NAME) as run:
        repo.create_issue(TITLE)
        fails()
    found = [(one.name, one.levelname, one.getMessage()) for one in caplog.records if one.name.startswith("agentrein")]
    assert found == [
        ("agentrein.run", "INFO", "opened"),
        ("agentrein.action", "DEBUG", "planned"),
        ("agentrein.action", "INFO", "ended"),
        ("agentrein.revert", "INFO", "began"),
        ("agentrein.revert", "INFO", "sent"),
        ("agentrein.revert", "INFO", "undone"),
        ("agentrein.revert", "INFO", "ended"),
        ("agentrein.run", "INFO", "ended"),
    ]
    ended = vars(next(one for one in caplog.records if (one.name, one.getMessage()) == ("agentrein.action", "ended")))
    assert ended["event.name"] == "agentrein.action.ended"
    assert (ended["agentrein.run.id"], ended["agentrein.action.seq"]) == (run.id, 1)
    assert ended["agentrein.passage.duration"] > 0


# --- it never disturbs


@pytest.mark.parametrize("nested", [False, True])
def test_a_processor_that_raises_disturbs_nothing(heard: Heard, repo: Any, *, nested: bool) -> None:
    """The run, its undo and the exception that leaves are as without it."""
    heard.trouble.on = True
    with pytest.raises(RuntimeError, match=TITLE), rein.run(NAME) as run:
        if nested:
            with rein.run("inner"):
                repo.create_issue(TITLE)
        repo.create_issue(TITLE)
        fails()
    assert run.report is not None
    assert (run.status, run.report.left) == ("reverted", [])
    assert not trace.get_current_span().get_span_context().is_valid


def test_a_handler_that_raises_disturbs_nothing(repo: Any) -> None:
    """Of the standard logging, whatever it raises."""

    class Broken(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            raise RuntimeError("emit")

    logger, broken = logging.getLogger("agentrein"), Broken()
    logger.addHandler(broken)
    logger.setLevel(logging.DEBUG)
    try:
        with rein.run(NAME) as run:
            repo.create_issue(TITLE)
    finally:
        logger.removeHandler(broken)
        logger.setLevel(logging.NOTSET)
    assert [one.state for one in run.actions] == ["landed"]


HIDES = """
import sys
class Hides:
    def find_spec(self, name, *_):
        if name == "opentelemetry":
            raise ImportError(name)
sys.meta_path.insert(0, Hides())
"""
AGENT = """
import sys
from github import Auth, Github
import agentrein as rein
assert not [name for name in sys.modules if name.startswith("opentelemetry")]
repo = rein.wrap(Github(auth=Auth.Token("token-octocat"), base_url=sys.argv[1])).get_repo("acme/app")
before = "opentelemetry" in sys.modules
with rein.run("triage") as run:
    repo.create_issue("T")
    try:
        repo.delete()
    except rein.Refused:
        pass
print(before, "opentelemetry.trace" in sys.modules, [str(one.state) for one in run.actions])
"""


@pytest.mark.parametrize("installed", [True, False])
def test_it_is_imported_when_a_run_opens_if_it_is_there(
    sb: GitHubSandbox, rein_ledger: Path, *, installed: bool
) -> None:
    """`import agentrein` and `wrap` leave it alone; without it everything works; warnings go nowhere by themselves."""
    code = "" if installed else HIDES
    done = subprocess.run(
        [sys.executable, "-c", code + AGENT, sb.url], capture_output=True, text=True, env=dict(os.environ), check=False
    )
    assert (done.stdout.split("\n")[0], done.stderr) == (f"False {installed} ['landed']", "")
