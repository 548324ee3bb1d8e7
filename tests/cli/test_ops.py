"""`rein ops`: one table, one row, and what is not known."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from agentrein.cli.ops import to_json

Cli = Callable[..., Any]

DELETE = "chat.delete"


def test_a_pipe_gets_residue_and_why_of_every_row(cli: Cli) -> None:
    """Nothing of the table is only in its JSON."""
    out = re.sub(r"\s+", " ", cli("ops", "slack").out)
    for row in to_json("slack"):
        for text in (row["residue"], row["why"]):
            assert re.sub(r"\s+", " ", text) in out


def test_one_operation_is_shown_in_full(cli: Cli) -> None:
    """By its address, by `connector: address` as a policy names it, or by the SDK's name."""
    shown = cli("ops", "slack", DELETE)
    assert shown.code == 0
    (row,) = [one for one in to_json("slack") if one["address"] == DELETE]
    assert re.sub(r"\s+", " ", row["why"]) in re.sub(r"\s+", " ", shown.out)
    assert "chat.update" not in shown.lines[0]
    for words in (["slack: chat.delete"], ["slack:", "chat.delete"], ["slack", row["sdk"]]):
        assert cli("ops", *words).out == shown.out
    assert cli("ops", "slack", DELETE, "--json").json == [row]
    spaced = cli("ops", "github", "PATCH", "/repos/{owner}/{repo}/issues/{issue_number}")
    assert spaced.code == 0


def test_an_unknown_operation_names_the_nearest(cli: Cli) -> None:
    """A slip of the fingers is a usage error that tells what was meant."""
    done = cli("ops", "slack", "chat.delet")
    assert done.code == 2
    assert DELETE in done.err
    assert "slack" in cli("ops", "slak").err


def test_the_hint_of_a_folded_table_keeps_the_connector() -> None:
    """What a terminal is told to type shows more of the same table."""
    master, slave = pty.openpty()
    subprocess.run([sys.executable, "-m", "agentrein.cli", "ops", "slack"], stdout=slave, check=True)
    os.close(slave)
    seen = b""
    with contextlib.suppress(OSError):  # Linux says so at the end
        while got := os.read(master, 65536):
            seen += got
    os.close(master)
    assert "Next:  rein ops slack --all" in seen.decode()


def test_a_connector_without_a_table_says_so(cli: Cli) -> None:
    """It tells reads from writes, and has nothing to list."""
    assert "every write is refused as unknown" in " ".join(cli("ops", "google").out.split())
    assert cli("ops", "google", "--json").json == []
