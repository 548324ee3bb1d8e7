"""What a tired person sees: hostile text literally, at most 24 lines, symbols with words, commands whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from agentrein.cli import screen, times, visible
from agentrein_github.sandbox import GitHubSandbox

Cli = Callable[..., Any]
Agent = Callable[..., str]

HOSTILE = "[red]x[/red]\x1b[31m\u202egnp\r\nnext\u2028line\x07"
LITERAL = r"[red]x[/red]\x1b[31m\u202egnp\r\nnext\u2028line\x07"
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
WIDEST = 80


def _hostile(agent: Agent, **options: Any) -> str:
    def work(repo: Any) -> None:
        repo.create_issue(HOSTILE)
        repo.get_issue(1).edit(title=HOSTILE, body=HOSTILE)

    return agent(work, name=HOSTILE, because=HOSTILE, **options)


def test_a_hostile_title_is_printed_literally_everywhere(cli: Cli, agent: Agent, helper: Any, monkeypatch: Any) -> None:
    """Markup, escapes, bidi overrides and line breaks come out as text in show, plan, runs, revert and bare rein."""
    monkeypatch.setenv("COLUMNS", "300")
    run = _hostile(agent)
    helper.get_issue(1).edit(title=HOSTILE + "!")
    commands = (["show", run], ["show", run, "1"], ["show", run, "2"], ["plan", run], ["runs"])
    for command in (*commands, ["revert", run, "--yes"], ["show", run], ["show", run, "--all"]):
        done = cli(*command)
        assert not UNSEEN.search(done.out + done.err)
        assert LITERAL[:20] in done.out
    assert LITERAL in cli("show", run).out
    assert LITERAL[:20] in cli().out


def test_hostile_text_stays_within_its_line(cli: Cli, agent: Agent) -> None:
    """What is too long is cut, and no title makes a line of its own."""
    run = _hostile(agent)
    done = cli("show", run)
    assert all(visible.width(line) <= WIDEST for line in done.lines)
    assert not any(line.startswith("next") for line in done.lines)


def test_hostile_text_in_errors_is_literal_too(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """An error that repeats what was typed repeats it escaped."""
    agent(work.opens)
    done = cli("show", HOSTILE)
    assert done.code == 3
    assert not UNSEEN.search(done.err)


def test_show_of_many_writes_is_folded_to_24_lines(cli: Cli, agent: Agent) -> None:
    """The rest is counted, and --all prints it."""

    def work(repo: Any) -> None:
        for number in range(40):
            repo.create_issue(f"Issue {number}")

    run = agent(work)
    done = cli("show", run)
    assert len(done.lines) <= screen.LIMIT
    counted = next(line for line in done.lines if "more" in line)
    assert f"rein show {run} --all" in counted
    shown = sum("landed" in line for line in done.lines)
    assert f"{40 - shown} more" in counted
    assert sum("landed" in line for line in cli("show", run, "--all").lines) == 40
    plan = cli("plan", run)
    assert len(plan.lines) <= screen.LIMIT
    assert f"rein plan {run} --all" in plan.out
    assert len(cli("revert", run, "--yes").lines) <= screen.LIMIT


def test_many_questions_are_folded_too(cli: Cli, agent: Agent, helper: Any) -> None:
    """Ten conflicts take 24 lines, each shown one with its command, and the rest are counted."""

    def work(repo: Any) -> None:
        repo.get_issue(1).add_to_labels("customer")
        for number in range(12):
            repo.create_issue(f"Issue {number}").edit(title=f"Retitled {number}")

    run = agent(work)
    for number in range(2, 14):
        helper.get_issue(number).edit(title=f"Helper's {number}")
    assert len(cli("plan", run).lines) <= screen.LIMIT
    done = cli("revert", run, "--yes")
    assert done.code == 1
    assert len(done.lines) <= screen.LIMIT
    shown = cli("show", run)
    assert len(shown.lines) <= screen.LIMIT
    assert "PARTLY REVERTED" in shown.lines[0]
    assert f"rein revert {run} --keep" in shown.out
    assert "more that need you" in shown.out


def test_runs_are_folded_with_a_count(cli: Cli, agent: Agent) -> None:
    """Thirty runs take 24 lines; --all prints thirty."""
    for number in range(30):
        agent(lambda repo: None, name=f"run {number}")
    done = cli("runs")
    assert len(done.lines) <= screen.LIMIT
    shown = sum("COMPLETED" in line for line in done.lines)
    assert f"{30 - shown} older runs" in done.out
    assert sum("COMPLETED" in line for line in cli("runs", "--all").lines) == 30


def test_symbols_are_ascii_where_the_stream_is(cli: Cli, conflict: str) -> None:
    """Without UTF-8 every line is ASCII, symbols and our own dashes included."""
    for command in (["plan", conflict], ["revert", conflict, "--yes"], ["show", conflict], ["runs"], ["ops"], []):
        done = cli(*command, encoding="ascii")
        assert (done.out + done.err).isascii()
    shown = cli("show", conflict, encoding="ascii")
    assert all(visible.width(line) <= WIDEST for line in shown.lines)
    for line in (r"  ! #1 +CONFLICT", r"  v #2 +reverted", r"  ~ #3 +compensated"):
        assert re.search(f"^{line}", shown.out, re.MULTILINE)
    assert re.search(r"^  ✓ #2 +reverted", cli("show", conflict).out, re.MULTILINE)


def test_a_process_whose_encoding_is_ascii_prints_ascii(process: Cli, agent: Agent) -> None:
    """PYTHONIOENCODING=ascii works from end to end, with titles in other scripts escaped."""
    run = agent(lambda repo: repo.create_issue("Größe – 尺寸 …"))
    done = process("show", run, environ={"PYTHONIOENCODING": "ascii"})
    assert done.code == 0
    assert done.out.isascii()
    assert r"Gr\xf6\xdfe - \u5c3a\u5bf8 ..." in done.out


def test_a_pipe_gets_no_colour_and_whole_commands(cli: Cli, conflict: str, monkeypatch: Any) -> None:
    """Commands are never cut, however narrow the place is."""
    monkeypatch.setenv("COLUMNS", "40")
    cli("revert", conflict, "--yes")
    for command in (["show", conflict], ["plan", conflict], []):
        out = cli(*command).out
        assert "\x1b" not in out
        assert f"rein show {conflict}" in out or f"rein revert {conflict}" in out
    assert f"rein revert {conflict} --keep 1\n" in cli("show", conflict).out


def test_a_conflict_shows_three_values_and_two_commands(cli: Cli, conflict: str) -> None:
    """Before, agent, now, and how to keep theirs or overwrite them, before anything that merely happened."""
    cli("revert", conflict, "--yes")
    out = cli("show", conflict).out
    needs, happened = out.index("NEEDS YOU"), out.index("WHAT HAPPENED")
    assert needs < happened
    for text in ('before  "First issue"', 'agent   "Agent\'s title"', 'now     "Helper\'s title"'):
        assert needs < out.index(text) < happened
    assert f"rein revert {conflict} --keep 1" in out
    assert f"rein revert {conflict} --force 1" in out


def test_each_verdict_names_its_next_command(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """A kept failure says that it was not reverted and by what it can be."""

    def fails(repo: Any) -> None:
        work.triages(repo)
        raise RuntimeError("the model gave up")

    kept = agent(fails, on_failure="keep")
    shown = cli("show", kept)
    assert shown.lines[0].startswith("FAILED, NOT REVERTED")
    assert "RuntimeError" in shown.lines[1]
    assert f"rein revert {kept}" in shown.lines[-1]
    bare = cli()
    assert bare.lines[0] == "1 run waits for you"
    assert kept in bare.out
    cli("revert", kept, "--yes")
    assert cli("show", kept).lines[0].startswith("REVERTED")
    assert cli().lines[0] == "Nothing waits for you."


def test_a_refused_call_stands_in_what_happened(cli: Cli, agent: Agent, helper: Any, sandbox: GitHubSandbox) -> None:
    """What was refused is told beside what was written, and that nothing was sent."""
    helper.create_git_ref("refs/heads/x", helper.get_branch("main").commit.sha)
    helper.create_file("a.md", "a", "a", branch="x")
    helper.create_pull("main", "x", title="x", body="")

    def work(repo: Any) -> None:
        repo.create_issue("Flaky test")
        try:
            repo.get_pull(2).merge()
        except Exception as refused:
            raise RuntimeError from refused

    out = cli("show", agent(work)).out
    assert re.search(r"refused +github: merge pull request acme/app#2 +nothing was sent", out)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ✓ 尺寸", "plain ✓ 尺寸"),
        ("a\x1b]0;title\x07b", r"a\x1b]0;title\x07b"),
        ("\u200bhidden\ufeff", r"\u200bhidden\ufeff"),
        ("tag \U000e0041", r"tag \U000e0041"),
        ("\ud800", r"\ud800"),
        ("family \U0001f468\u200d\U0001f469", "family \U0001f468\u200d\U0001f469"),
        ("c1 \x9b31m", r"c1 \x9b31m"),
    ],
)
def test_hidden_characters_are_written_out(text: str, shown: str) -> None:
    """Controls, formatting, surrogates and tags become visible; what has a shape stays."""
    assert visible.visible(text) == shown


def test_spans_of_time_read_as_people_say_them() -> None:
    """Each length in its largest fitting unit."""
    assert [times.span(s) for s in (0, 51, 119, 120, 7199, 7200, 172800)] == [
        *("0 s", "51 s", "119 s", "2 min", "119 min", "2 h", "2 days"),
    ]


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("words", [[], ["runs"], ["doctor"], ["ops", "github"]], ids=" ".join)
def test_a_narrow_screen_is_kept(
    cli: Cli, agent: Agent, work: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, words: list[str], columns: int
) -> None:
    """No line is wider but for one word that must not be cut, such as an address; a run keeps its id and verdict."""
    monkeypatch.setenv("COLUMNS", str(columns))

    def fails(repo: Any) -> None:
        work.triages(repo)
        raise RuntimeError

    agent(work.opens, name="a name of some length", key="and a key of some length")
    kept = agent(fails, name="another name of some length", on_failure="keep")
    done = cli(*words)
    wide = [line for line in done.lines if visible.width(line) > columns]
    assert [line for line in wide if len(line.split()) > len(["POST", "/address"])] == []
    if words in ([], ["runs"]):
        assert wide == []
        assert re.search(rf"{kept}  another.*FAILED, NOT REVERTED  3 writes", done.out)
