"""How errors are told: what, where, what to do now; never a traceback unless it is asked for."""

from __future__ import annotations

import errno
import shlex
import traceback

import click

from agentrein.cli.screen import Line, words
from agentrein.cli.session import Session
from agentrein.errors import ReinError, UsageError
from agentrein.secret import without_environment

CRASH = 70
"""Exit code of a bug of ours (EX_SOFTWARE)."""

_UNWRITTEN = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""What a stream answers that takes no more."""

STOPPED = 130
"""Exit code of a command that Ctrl-C stopped while it only read."""


def tell(session: Session, error: BaseException) -> int:
    """Print an error and give the exit code."""
    if isinstance(error, OSError) and error.errno in _UNWRITTEN and error.filename is None:
        return unwritten(session, error)  # of Click, which writes the help by itself
    told = _as_rein_error(error)
    if told is None:
        return _crash(session, error)
    code = told.exit
    if session.as_json:
        session.json(as_json(told, code))
    else:
        session.err.print(lines(told))
    if session.debug:
        _trace(session, error)
    return code


def as_json(error: ReinError, code: int) -> dict[str, object]:
    """The JSON shape of every error."""
    parts = {"code": error.code, "what": error.what, "where": error.where, "now": error.now}
    return {"error": parts, "exit": code}


def _as_rein_error(error: BaseException) -> ReinError | None:
    if isinstance(error, ReinError):
        return error
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "rein"
        return UsageError(error.format_message(), now=f"{path} --help")
    if isinstance(error, click.ClickException):
        return UsageError(error.format_message())
    return None


def lines(error: ReinError) -> list[Line]:
    """The three parts of an error, each on its line."""
    found: list[Line] = [[("rein: ", "bold"), (error.what, "")]]
    parts = (("where", error.where), ("now", error.now))
    return found + [[(f"  {name:<6} ", "dim"), (text, "")] for name, text in parts if text]


def _crash(session: Session, error: BaseException) -> int:
    what = without_environment(f"this is a bug in AgentRein: {type(error).__name__}: {error}")
    now = "run it once more with --debug and report what it prints"
    told = ReinError(what, now=now)
    if session.as_json:
        session.json(as_json(told, CRASH))
    else:
        session.err.print([[("rein: ", "bold"), (f"{what}; {now}", "")]])
    if session.debug:
        _trace(session, error)
    return CRASH


def _trace(session: Session, error: BaseException) -> None:
    """The traceback; what libraries raise may repeat a credential, and tracebacks are pasted into reports."""
    for line in without_environment("".join(traceback.format_exception(error))).splitlines():
        session.err.print([words(line)])


def unwritten(session: Session, error: OSError) -> int:
    """Say in one line that stdout took no more; what the command did is done."""
    session.err.print([[("rein: ", "bold"), (f"the result cannot be written: {error.strerror or error}", "")]])
    return ReinError.exit


def stopped(session: Session) -> int:
    """Ctrl-C in a command that changes nothing."""
    if session.as_json:
        session.json(as_json(ReinError("stopped"), STOPPED))
    else:
        session.err.print([words("rein: stopped")])
    return STOPPED


def pasted(*parts: str) -> str:
    """A command, quoted so that it can be pasted into a shell."""
    return shlex.join(parts)
