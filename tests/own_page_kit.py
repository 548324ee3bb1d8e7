"""docs/own-actions.md: what its commands print, typed in a folder with the scripts of `examples/own`."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from docs_kit import DOCS, ROOT, Block, blocks, commands, environ, plain, text_of

PAGE = DOCS / "own-actions.md"
SCRIPTS = ROOT / "examples" / "own"


def typed(text: str, folder: Path) -> Iterator[tuple[Block, list[tuple[str, str, str]]]]:
    """Type the page's commands from top to end; gives each block's commands, what it shows, and what was printed."""
    for script in SCRIPTS.glob("*.py"):
        shutil.copy(script, folder)
    for block in blocks(text):
        if block.kind == "console":
            yield block, [(line, said, _type(line, folder)) for line, _, said in commands(block.text)]


def _type(line: str, folder: Path) -> str:
    here = {**environ(), "AGENTREIN_LEDGER": str(folder / "ledger.sqlite3"), "AGENTREIN_USER": "ada"}
    here = {name: value for name, value in here.items() if name not in {"PYTHONPATH", "SHOP_COUPONS", "DIES"}}
    done = subprocess.run(
        ["bash", "-c", line],
        env={**here, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return without_pid(done.stdout.replace(str(folder), "/srv/shop"))


def without_pid(text: str) -> str:
    """What bash says of a process that was killed, without its number."""
    return re.sub(r"^bash: line \d+: +\d+ Killed.*$", "Killed", text, flags=re.MULTILINE)


def write(path: Path = PAGE) -> int:
    """Write what was printed; gives how many blocks were changed."""
    text, count = text_of(path), 0
    with tempfile.TemporaryDirectory() as folder:
        for block, told in typed(text, Path(folder)):
            new = "".join(f"$ {line}\n{printed}" for line, _, printed in told)
            if plain(block.text) != plain(new):
                text = text.replace(f"```console\n{block.text}```", f"```console\n{_tidy(new)}\n```", 1)
                count += 1
    path.write_text(text, encoding="utf-8")
    return count


def _tidy(text: str) -> str:
    return re.sub(r"\bada@\S+", "ada@laptop", text).strip("\n")
