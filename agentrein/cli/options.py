"""The options by which a person says what to revert."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from agentrein.cli import complete
from agentrein.ledger import Ledger
from agentrein.reverting import Undo, wish
from agentrein.wished import Wishes

F = TypeVar("F", bound=Callable[..., Any])

_NUMBERS: dict[str, Any] = {"metavar": "N", "type": int, "multiple": True, "shell_complete": complete.numbers}
_OPTIONS = (
    click.argument("run", shell_complete=complete.runs),
    click.option("--step", metavar="S", shell_complete=complete.steps, help="Only the writes of this step."),
    click.option("--action", metavar="N", type=int, shell_complete=complete.numbers, help="Only write N."),
    click.option("--force", **_NUMBERS, help="Overwrite what others changed in write N; can be repeated."),
    click.option("--keep", **_NUMBERS, help="Leave write N as it is, on purpose; can be repeated."),
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the person chose; `undo` resolves it against the ledger."""

    run: str
    step: str | None = None
    action: int | None = None
    force: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()

    def undo(self, ledger: Ledger, *, plan: bool = False, take_over: bool = False) -> Undo:
        """The wish as the core takes it."""
        return wish(
            self.run,
            plan=plan,
            step=self.step,
            action=self.action,
            force=self.force,
            keep=self.keep,
            take_over=take_over,
            ledger=ledger,
        )

    def options(self) -> list[str]:
        """The same choice as command-line options."""
        return options_of(self)


def named(undo: Undo) -> str:
    """The id of what is undone as a command takes it: a child run's own, where only that is undone."""
    return undo.wishes.child or undo.run


def options_of(chosen: Chosen | Wishes) -> list[str]:
    """A choice as command-line options, quoted for a shell."""
    given: list[tuple[str, Any]] = [("--step", chosen.step), ("--action", chosen.action)]
    given += [("--force", one) for one in sorted(chosen.force)] + [("--keep", one) for one in sorted(chosen.keep)]
    return [part for name, value in given if value is not None for part in (name, shlex.quote(str(value)))]


def choosing(command: F) -> F:
    """Give a command the argument and the options of `Chosen`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
