"""What all commands share: their options, the ledger, the two streams, and JSON on stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import click

from agentrein.cli.screen import LIMIT, Screen
from agentrein.errors import LedgerUnusable
from agentrein.ledger import Ledger, open_ledger
from agentrein.long_bytes import as_json

F = TypeVar("F", bound=Callable[..., Any])


@dataclass
class Session:
    """One invocation of the command line."""

    ledger_url: str | None = None
    as_json: bool = False
    debug: bool = False
    everything: bool = False

    @cached_property
    def out(self) -> Screen:
        """Where results go."""
        return Screen(sys.stdout)

    @cached_property
    def err(self) -> Screen:
        """Where progress, questions and errors go."""
        return Screen(sys.stderr)

    @property
    def room(self) -> int | None:
        """How many lines a result may take; None for as many as it needs."""
        return None if self.everything else LIMIT

    def ledger(self) -> Ledger:
        """The ledger, which must be there: reading never creates one."""
        return open_ledger(self.ledger_url, create=False)

    def json(self, value: Any) -> None:
        """Print a value as JSON, alone on stdout."""
        self.out.raw(json.dumps(value, indent=2, default=as_json))


def is_missing(error: LedgerUnusable) -> bool:
    """Whether a ledger cannot be had because no run has made it yet."""
    path = Path(error.where)
    return bool(error.where) and (not path.exists() or (path.is_file() and path.stat().st_size == 0))


pass_session = click.make_pass_decorator(Session, ensure=True)


def _noted(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    def note(ctx: click.Context, _: click.Parameter, value: Any) -> None:
        session = ctx.ensure_object(Session)
        if value:
            setattr(session, name, value)

    return note


_LEDGER = click.option(
    "--ledger",
    metavar="URL",
    expose_value=False,
    callback=_noted("ledger_url"),
    help="The ledger's path or URL (also AGENTREIN_LEDGER).",
)
_JSON = click.option(
    "--json", is_flag=True, expose_value=False, callback=_noted("as_json"), help="Print JSON, errors too."
)
_DEBUG = click.option(
    "--debug", is_flag=True, expose_value=False, callback=_noted("debug"), help="Show the traceback of what went wrong."
)
_ALL = click.option(
    "--all", is_flag=True, expose_value=False, callback=_noted("everything"), help="Print everything, folding nothing."
)


def shared(command: F) -> F:
    """The options that every command takes."""
    for option in (_DEBUG, _JSON, _LEDGER):
        command = option(command)
    return command


def foldable(command: F) -> F:
    """The option of a command whose result may be folded."""
    return _ALL(command)
