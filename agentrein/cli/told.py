"""Reports of an undo in lines: the verdict, each action, what is left for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from agentrein.cli.look import symbol_of
from agentrein.cli.needs import commands, conflict, distinct, in_its_place, in_short, told_of
from agentrein.cli.problems import unread
from agentrein.cli.screen import Block, Line, Screen, beside, wrapped
from agentrein.fold import Action
from agentrein.model import NOTHING_STANDS, UNDONE, State
from agentrein.report import ActionReport, Report
from agentrein.wished import Wishes


def cannot(action: Action | None) -> bool:
    """Whether nothing can undo it."""
    return action is not None and action.final


def kind(whole: Report, report: ActionReport, action: Action | None) -> str:
    """What an undo did, or would do, in one word."""
    if unread(whole, report):
        return "not read"
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


_ORDER = ("revert", "compensate", "already undone", "keep", "need you", "not read", "cannot be undone", "nothing")


def counts(report: Report, actions: Mapping[int, Action]) -> list[str]:
    """Such as `3 revert`, `2 compensate`, `1 needs you`."""
    found = Counter(kind(report, one, actions.get(one.seq)) for one in report.actions)
    return [f"{found[word]} {_agreeing(word, found[word])}" for word in _ORDER if found[word]]


def _agreeing(word: str, count: int) -> str:
    return "needs you" if word == "need you" and count == 1 else word


def line(screen: Screen, report: ActionReport, right: str, *, read: bool = True, whole: bool = False) -> Line:
    """One action in one line; of one that was not read only the ledger tells, so no state is claimed.

    `whole` never cuts what stands on the right.
    """
    left: Line = [
        ("  ", ""),
        screen.symbol(symbol_of(report.state, left=report.left) if read else "unknown"),
        (f" #{report.seq:<3} ", ""),
        (
            f"{report.state.value.replace('_', ' ') if read else 'not read':<12} ",
            "dim" if report.state in NOTHING_STANDS else "",
        ),
        (f"{report.connector}: {report.says}", ""),
    ]
    return beside(left, right, screen.width, whole=whole)


def read_back(report: ActionReport) -> str:
    """`read back  ` where the undo was sent and its effect seen, for the right of a line."""
    seen = report.state in UNDONE and report.sent and "not read back" not in report.message
    return "read back  " if seen else ""


def question(
    screen: Screen, whole: Report, report: ActionReport, action: Action | None, *, entire: bool = False
) -> Block:
    """What is left of one action, and the commands that settle it; `entire` cuts no value."""
    if unread(whole, report):
        return Block([line(screen, report, "", read=False)])
    message, fields = reason(whole, report), [one.to_json() for one in report.conflicts]
    told = wrapped(message, screen.width - 2, " " * 8)
    values = [row for one in distinct(fields) for row in conflict(screen, one, whole=entire)]
    choices = [] if action is None else commands(screen, whole.run, action)
    instead = in_its_place(screen, report.mitigations)
    full = [line(screen, report, ""), *told, *values, *instead, *choices]
    changed = in_short(screen, fields)
    return Block(full, [line(screen, report, message), *changed, *choices[:1]])


def reason(report: Report, one: ActionReport) -> str:
    """What is told of one action; the cause why one was not read is told once for all."""
    return "" if unread(report, one) else told_of(one.state, one.message)


def moot(wishes: Wishes, actions: Mapping[int, Action], verb: str) -> list[str]:
    """What was forced or kept without need, because it was undone before; `verb` is `changed` or `changes`."""
    asked = [(seq, "--force") for seq in sorted(wishes.force)] + [(seq, "--keep") for seq in sorted(wishes.keep)]
    found = [(seq, option, actions[seq].state) for seq, option in asked if seq in actions]
    return [
        f"#{seq} {'is already undone' if state in UNDONE else 'needs no undo'}: {option} {seq} {verb} nothing"
        for seq, option, state in found
        if state in UNDONE | NOTHING_STANDS
    ]


def summary(report: Report) -> str:
    """Such as `5 done, 1 for you`."""
    done = sum(one.state in UNDONE for one in report.actions)
    kept = sum(one.state is State.KEPT for one in report.actions)
    nothing = sum(one.state in NOTHING_STANDS for one in report.actions)
    parts = [f"{done} undone" if done or not report.actions else ""]
    parts += [f"{len(report.left)} for you" if report.left else "", f"{kept} kept" if kept else ""]
    parts += [f"{nothing} needed nothing" if nothing else ""]
    return ", ".join(part for part in parts if part) or "nothing to do"
