"""Reports of an undo in lines: the verdict, each action, what is left for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from agentrein.cli.look import symbol_of
from agentrein.cli.needs import commands, conflict
from agentrein.cli.screen import Block, Line, Screen, beside, wrapped
from agentrein.fold import Action
from agentrein.model import NOTHING_STANDS, UNDONE, State, Tier
from agentrein.report import ActionReport, Report


def cannot(action: Action | None) -> bool:
    """Whether nothing can undo it."""
    return action is not None and action.planned["tier"] == Tier.IRREVERSIBLE


def kind(report: ActionReport, action: Action | None) -> str:
    """What an undo did, or would do, in one word."""
    if report.left and cannot(action):
        return "cannot be undone"
    words = {State.REVERTED: "revert", State.COMPENSATED: "compensate", State.KEPT: "keep"}
    if report.state in UNDONE and not report.sent:
        return "already undone"
    if report.state in NOTHING_STANDS:
        return "nothing"
    return words.get(report.state, "need you")


def id_of(report: Report) -> Line:
    """The run's id, as the end of a head line."""
    return [(f"   {report.run}", "")]


_ORDER = ("revert", "compensate", "already undone", "keep", "need you", "cannot be undone", "nothing")


def counts(report: Report, actions: Mapping[int, Action]) -> str:
    """Such as `3 revert  2 compensate  1 needs you`."""
    found = Counter(kind(one, actions.get(one.seq)) for one in report.actions)
    return "  ".join(f"{found[word]} {_agreeing(word, found[word])}" for word in _ORDER if found[word])


def _agreeing(word: str, count: int) -> str:
    return "needs you" if word == "need you" and count == 1 else word


def line(screen: Screen, report: ActionReport, right: str) -> Line:
    """One action in one line."""
    left: Line = [
        ("  ", ""),
        screen.symbol(symbol_of(report.state, left=report.left)),
        (f" #{report.seq:<3}", ""),
        (f"{report.state.value.replace('_', ' '):<12} ", "dim" if report.state in NOTHING_STANDS else ""),
        (f"{report.connector}: {report.says}", ""),
    ]
    return beside(left, right, screen.width)


def question(screen: Screen, whole: Report, report: ActionReport, action: Action | None) -> Block:
    """What is left of one action, and the commands that settle it."""
    message = reason(whole, report)
    told = wrapped(message, screen.width - 2, " " * 8)
    values = [row for one in report.conflicts for row in conflict(screen, one.to_json())]
    choices = [] if action is None else commands(whole.run, action)
    full = [line(screen, report, ""), *told, *values, *choices]
    return Block(full, [line(screen, report, message), *choices[:1]])


def problems(screen: Screen, report: Report) -> list[Line]:
    """Clients that could not be had."""
    lines: list[Line] = []
    for one in report.problems:
        first, *rest = wrapped(one, screen.width - 4, "")
        lines += [[("  ", ""), screen.symbol("needs"), (" ", ""), *first], *([("    ", ""), *line] for line in rest)]
    return lines


def reason(report: Report, one: ActionReport) -> str:
    """What is told of one action, without what `problems` tells once for all."""
    message = one.message
    for problem in report.problems:
        message = message.replace(f": {problem.partition(': ')[2]}", "")
    return message


def summary(report: Report) -> str:
    """Such as `5 done, 1 for you`."""
    done = sum(one.state in UNDONE for one in report.actions)
    kept = sum(one.state is State.KEPT for one in report.actions)
    nothing = sum(one.state in NOTHING_STANDS for one in report.actions)
    parts = [f"{done} undone" if done or not report.actions else ""]
    parts += [f"{len(report.left)} for you" if report.left else "", f"{kept} kept" if kept else ""]
    parts += [f"{nothing} needed nothing" if nothing else ""]
    return ", ".join(part for part in parts if part) or "nothing to do"
