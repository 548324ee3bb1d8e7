"""The command line `rein`; it alone imports Click and Rich."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (the process's own arguments if none are given) and return its exit code."""
    from agentrein.cli.app import run

    return run(arguments)


__all__ = ["main"]
