"""Clients that could not be had: the cause, what was not read because of it, and the one thing to do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentrein import registry
from agentrein.cli.screen import Line, Screen, wrapped
from agentrein.errors import ReinError
from agentrein.loading import load
from agentrein.report import ActionReport, Report

_REFUSED = re.compile(r"\banswered (?!5\d\d|429)")
"""An answer to a credential, which no waiting mends."""

_LATER = re.compile(r"\basks for\b|\banswered (5\d\d|429)\b")
"""Trouble at the vendor, which nothing but waiting mends."""

_UNREACHED = re.compile(r"\bno answer came\b")


def cause(screen: Screen, problems: Sequence[str]) -> list[Line]:
    """Why something could not be read, a paragraph for each client."""
    lines: list[Line] = []
    for one in problems:
        first, *rest = wrapped(one, screen.width - 4, "")
        lines += [[("  ", ""), screen.symbol("needs"), (" ", ""), *first], *([("    ", ""), *line] for line in rest)]
    return lines


def unread(report: Report, one: ActionReport) -> bool:
    """Whether an action could not be looked at, so that its state is only what the ledger says."""
    return any(_text(problem) in one.message for problem in report.problems)


def step(problems: Sequence[str], command: str) -> str:
    """What to do, ending with the command: the credentials to set first, where they are what is missing."""
    todo = dict.fromkeys(_remedy(problem) for problem in problems)
    return ", then: ".join([" and ".join(todo), command]) if todo else command


def _text(problem: str) -> str:
    return problem.partition(": ")[2]


def _remedy(problem: str) -> str:
    """Such as `set SLACK_BOT_TOKEN or SLACK_USER_TOKEN`."""
    connector, _, text = problem.partition(": ")
    named = re.search(r"\. set (.+?)(?=[,;]| to the | and revert|$)", text)
    if named:
        return f"set {named[1]}"
    if _REFUSED.search(text):
        names = variables(connector)
        return f"set other credentials ({names})" if names else f"set other credentials for {connector}"
    if _UNREACHED.search(text):
        return f"see whether {connector} can be reached"
    return "wait" if _LATER.search(text) else "mend what stands above"


def variables(connector: str) -> str:
    """The environment variables that a connector takes credentials from, as its own error for missing ones says."""
    try:
        load(registry.connector(connector).build)({})
    except ReinError as error:
        named = re.match(r"set (.+?)(?=[,;]| to the |$)", error.now)
        return named[1] if named else ""
    return ""
