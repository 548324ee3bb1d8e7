"""Lines on a terminal, or in a pipe: made of pieces with a style, printed without markup, folded to what fits."""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TextIO

from rich.console import Console
from rich.text import Text

from agentrein.cli.visible import ASCII, cut, visible, width

Line = list[tuple[str, str]]
"""Pieces of text, each with a Rich style (empty for none)."""

LIMIT = 24
"""Lines that a command prints unless `--all` asks for everything."""

PIPED = 100
"""Columns where nobody tells how many there are."""

_SYMBOLS = {
    "done": ("✓", "v", "green"),
    "softened": ("~", "~", "green"),
    "needs": ("!", "!", "bold red"),
    "unknown": ("?", "?", "bold yellow"),
    "stays": ("✗", "x", "yellow"),
    "nothing": ("·", ".", "dim"),
}


class _Pipe(Console):
    """Rich's console, which leaves the exit code of a reader that went away to us."""

    def on_broken_pipe(self) -> None:
        """Go on with the error that Rich caught."""
        raise BrokenPipeError


class Screen:
    """One output stream; a reader that went away (`| head`) silences it, so that the exit code stays true.

    A stream that takes no more, such as a file on a full disk, is silenced too, and `failed` then says why: what a
    command does, such as an undo, goes on.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.is_terminal = stream.isatty()
        encoding = (getattr(stream, "encoding", None) or "utf-8").lower().replace("_", "-")
        self.utf8 = encoding in {"utf-8", "utf8", "utf-8-sig"}
        self.width = _columns(stream) - (0 if self.utf8 else 4)  # `…` takes three columns in ASCII
        self._encoding = encoding
        self._gone = False
        self.failed: OSError | None = None
        self._console = _Pipe(file=stream, markup=False, highlight=False, emoji=False, soft_wrap=True)

    def symbol(self, kind: str) -> tuple[str, str]:
        """The symbol of a kind of state, as a piece."""
        fine, plain, style = _SYMBOLS[kind]
        return (fine if self.utf8 else plain, style)

    def print(self, lines: Iterable[Line]) -> None:
        """Print lines; whatever their pieces hold is printed literally."""
        for line in lines:
            text = Text()
            for piece, style in line:
                text.append(self._shown(piece), style or None)
            text.rstrip()
            self._write(lambda text=text: self._console.print(text, soft_wrap=True))  # type: ignore[misc]

    def raw(self, text: str) -> None:
        """Print text as it is; for our own JSON, which is ASCII."""
        self._write(lambda: print(text, file=self.stream, flush=True))

    def ask(self, text: str) -> None:
        """Print a question and leave the cursor behind it."""
        self._write(lambda: print(self._shown(text), end="", file=self.stream, flush=True))

    def flush(self) -> None:
        """Write out what is buffered."""
        self._write(self.stream.flush)

    def _write(self, act: Callable[[], object]) -> None:
        if self._gone:
            return
        try:
            act()
        except OSError as error:
            self._gone = True
            self.failed = None if isinstance(error, BrokenPipeError) else error
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())

    def _shown(self, piece: str) -> str:
        text = visible(piece)
        if self.utf8:
            return text
        return text.translate(ASCII).encode(self._encoding, "backslashreplace").decode(self._encoding)


def _columns(stream: TextIO) -> int:
    if not stream.isatty():
        return int(os.environ["COLUMNS"]) if os.environ.get("COLUMNS", "").isdigit() else PIPED
    return max(shutil.get_terminal_size((80, 24)).columns, 40)


def length(line: Line) -> int:
    """How many columns a line takes."""
    return sum(width(visible(text)) for text, _ in line)


def words(text: str, style: str = "") -> Line:
    """A line of one piece."""
    return [(text, style)]


def beside(left: Line, right: str, columns: int, style: str = "dim", *, whole: bool = False) -> Line:
    """A line whose last piece of `left` and whose `right` share the width that is left; `whole` cuts only the left."""
    fixed, (text, text_style) = length(left[:-1]), left[-1]
    room = max(columns - fixed, 16)
    if not right:
        return [*left[:-1], (cut(text, room), text_style)]
    mine = width(visible(text))
    theirs = width(visible(right)) if whole else min(width(visible(right)), max(room - mine - 2, room // 3))
    shown = cut(text, max(room - theirs - 2, 1))
    return [*left[:-1], (shown, text_style), ("  ", ""), (cut(right, theirs), style)]


def wrapped(text: str, columns: int, indent: str, first: str | None = None, style: str = "") -> list[Line]:
    """A text over as many lines as it takes, nothing in it broken or cut."""
    head = indent if first is None else first
    lines = textwrap.wrap(
        visible(text),
        max(columns, 40),
        initial_indent=head,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [words(line, style) for line in lines]


def listed(head: str, items: Sequence[str], columns: int) -> list[Line]:
    """What is counted, two spaces between the items, over as many lines as it takes, no item broken."""
    lines = [head]
    for item in items:
        longer = f"{lines[-1]}  {item}"
        lines = [*lines[:-1], longer] if width(longer) <= columns else [*lines, f"  {item}"]
    return [words(line) for line in lines]


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together, the lines that stand for them where room is scarce, and how many things they tell."""

    lines: list[Line]
    brief: list[Line] = field(default_factory=list)
    count: int = 1

    @property
    def short(self) -> list[Line]:
        """The brief form."""
        return self.brief or self.lines[:1]


def fold(blocks: Sequence[Block], room: int | None, more: Callable[[int], Line]) -> list[Line]:
    """The blocks in full as long as the others still fit in brief, else in brief, and a line that counts the rest."""
    shown: list[Line] = []
    rest = sum(len(block.short) for block in blocks)
    for done, block in enumerate(blocks):
        rest -= len(block.short)
        free = None if room is None else room - len(shown)
        if free is None or len(block.lines) + rest <= free:
            shown += block.lines
        elif len(block.short) + min(rest, 1) <= free:
            shown += block.short
        else:
            return [*shown, more(sum(one.count for one in blocks[done:]))]
    return shown
