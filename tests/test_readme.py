"""The README is true: its code runs on the sandbox and prints what it says, and its commands exist."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from notion_client import APIResponseError

from agentrein.testing import Sandbox
from docs_kit import TOKENS, pointed

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "README.md").read_text(encoding="utf-8")
RUN_ID = re.compile(r"r-[a-z0-9]{8}")


def blocks(kind: str) -> list[str]:
    """The code blocks of one kind."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_example_prints_what_the_page_says(rein_sandbox: Callable[[str], Sandbox]) -> None:
    """The first screen's code, pointed at the sandbox, fails with the printed note and leaves nothing behind."""
    sandboxes = {name: rein_sandbox(name) for name in ("github", "slack", "notion")}
    start = {name: one.state() for name, one in sandboxes.items()}
    urls = {name: one.url for name, one in sandboxes.items()}
    names: dict[str, Any] = dict(TOKENS)
    with pytest.raises(APIResponseError) as raised:
        exec(compile(pointed(blocks("python")[0], urls), "README.md", "exec"), names)  # noqa: S102 - our page
    for client in ("gh", "notion"):
        names[client].close()
    printed = "".join(traceback.format_exception_only(raised.value))
    assert RUN_ID.sub("r-", printed) == RUN_ID.sub("r-", blocks("text")[0])
    assert {name: one.left(start[name]) for name, one in sandboxes.items()} == {name: [] for name in sandboxes}


def test_the_test_of_an_agent_passes(rein_sandbox: Callable[[str], Sandbox], rein_ledger: object) -> None:
    """The page's example of a test is one that passes."""
    names: dict[str, Any] = {}
    exec(compile(blocks("python")[1], "README.md", "exec"), names)  # noqa: S102 - our own page
    names["test_a_failed_run_leaves_nothing"](rein_sandbox, rein_ledger)


def test_commands_exist() -> None:
    """Every `rein` command of the page is a command with a help text, and every option is one of it."""
    from agentrein.cli.app import rein as command

    lines = [line.split("#")[0].split() for block in blocks("console") for line in block.splitlines()]
    commands = [line[1:] for line in lines if line and line[0].endswith("rein")]
    assert len(commands) >= 7
    for name, *rest in (words for words in commands if words):
        done = CliRunner().invoke(command, [name, "--help"])
        assert done.exit_code == 0, name
        assert all(word in done.output for word in rest if word.startswith("--")), (name, rest)


def test_links_lead_somewhere() -> None:
    """Every relative link of the page names a file of the repository."""
    links = re.findall(r"\]\((?!https?:)([^)#]+)", PAGE)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_make_targets_exist() -> None:
    """Every `make` target that the page names is in the Makefile."""
    named = set(re.findall(r"`?make ([a-z-]+)", PAGE)) - {"a"}
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert named <= targets
