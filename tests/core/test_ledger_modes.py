"""Who can read the ledger: nobody but its owner, at no moment, whatever the umask and whatever is done with it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from ledger_kit import heard, process, tell

KINDS = {"folder", "ledger.sqlite3", "ledger.sqlite3-wal", "ledger.sqlite3-shm", "ledger.sqlite3.locks", "lock"}

WORK = """
from pathlib import Path
os.umask(UMASK)
root = Path(sys.argv[1]).parent
for turn in range(25):
    made = SqliteLedger(root / f"house-{turn}" / "deep" / "ledger.sqlite3")
    for number in range(3):
        run = f"r-bcdefgh{number}"
        made.open_run(run, "n", because=None, by="ada", owner=this_process("ada"))
        made.append(run, "note", {"text": "x" * 30_000}, epoch=1, owned=True, sync=True)
        made.append(run, "status", {}, epoch=1, summary=Summary(status="completed", ended=True))
        made.release(run)
    made.take_over("r-bcdefgh0", this_process("bob"))
    assert len(made.prune("9999", by="ada").pruned) == 2
    made.append("r-bcdefgh0", "note", {}, epoch=2)
    if turn < 24:
        made.close()
say("done")
input()
"""


def modes(root: Path) -> set[tuple[str, int]]:
    """What stands in the houses below a folder at this moment, and its permission bits."""
    found = set()
    for house in root.glob("house-*"):
        for path in (house, *house.rglob("*")):
            try:
                mode = stat.S_IMODE(path.lstat().st_mode)
            except FileNotFoundError:  # SQLite removes what it no longer needs
                continue
            kind = "lock" if path.parent.suffix == ".locks" else path.name
            found.add(("folder" if kind.startswith(("house", "deep")) else kind, mode))
    return found


@pytest.mark.parametrize("umask", ["0o000", "0o777", "0o022"])
def test_nobody_else_can_read_anything_at_any_moment(tmp_path: Path, umask: str) -> None:
    """Seen from outside, again and again, while ledgers are made, written to, taken over, pruned and closed."""
    seen: set[tuple[str, int]] = set()
    with process(tmp_path / "ledger.sqlite3", WORK.replace("UMASK", umask)) as other:
        assert other.stdout is not None
        os.set_blocking(other.stdout.fileno(), False)
        while not heard(other):
            assert other.poll() is None
            seen |= modes(tmp_path)
        seen |= modes(tmp_path)
        tell(other)
        assert other.wait(20) == 0
    assert {kind for kind, _ in seen} >= KINDS
    assert [(kind, oct(mode)) for kind, mode in sorted(seen) if mode & 0o077] == []


def test_a_new_file_is_made_for_its_owner_at_once(tmp_path: Path) -> None:
    """The permissions are given when a file or a folder is made, not set afterwards: nobody can come in between."""
    code = """
asked = []
def noting(name, of):
    real = getattr(os, name)
    def made(path, *more, **named):
        if of(path, *more):
            bits = more[-1] if more and len(more) > (name == "open") else named.get("mode", 0o777)
            asked.append((name, os.path.basename(str(path)), oct(bits)))
        return real(path, *more, **named)
    setattr(os, name, made)
noting("open", lambda path, flags, *_: flags & os.O_CREAT)
noting("mkdir", lambda *_: True)
os.umask(0)
made = SqliteLedger(os.path.join(os.path.dirname(sys.argv[1]), "house", "ledger.sqlite3"))
made.open_run(run, "n", because=None, by="ada", owner=this_process("ada"))
say(sorted(set(asked)))
"""
    with process(tmp_path / "ledger.sqlite3", code) as other:
        assert heard(other) == str(
            [
                ("mkdir", "house", "0o700"),
                ("mkdir", "ledger.sqlite3.locks", "0o700"),
                ("open", "ledger.sqlite3", "0o600"),
                ("open", "r-abcdefgh.1", "0o600"),
            ]
        )
