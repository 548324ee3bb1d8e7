"""The pages of `docs/` as data: their blocks, headings and links, and somebody who runs what stands in them.

A comment `<!-- not run: why -->` before a block leaves it out; `path` alone on a line, "More of `path`" or "In `path`"
says of which file it is. The `text` block after a `python` block is what that block prints, with the exception that
leaves it. A `console` block holds commands, each with what it prints.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentrein.registry import connector, load
from agentrein.testing import Sandbox

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TOKENS = {"github_token": "token-octocat", "slack_token": "xoxb-agent", "notion_token": "ntn-agent"}
CLIENTS = ("rein", "gh", "slack", "notion", "colleague")
PROGRAMS = (
    *("start", "concepts", "runs", "policy", "approvals", "cannot-be-undone", "security", "retention", "resume"),
    "dry-run",
)
"""The pages that are read from top to end as one program."""
Varies = tuple[tuple[re.Pattern[str], str], ...]
"""What differs from run to run, and what stands for it."""
RUN_ID = re.compile(r"\br-[a-z0-9]{8}\b")
WHERE_IT_RAN: Varies = ((RUN_ID, "r-xxxxxxxx"), (re.compile(r"127\.0\.0\.1:\d+"), "127.0.0.1:0"))

_CLIENTS = """
import agentrein as rein
from github import Auth, Github
from notion_client import Client
from slack_sdk import WebClient
gh = rein.wrap(Github(auth=Auth.Token(github_token)))
slack = rein.wrap(WebClient(slack_token))
notion = rein.wrap(Client(auth=notion_token))
colleague = Github(auth=Auth.Token(colleague_token))
"""
_BLOCK = re.compile(
    r"(?:^<!-- not run: (?P<why>[^\n]+) -->\n\n?|^(?P<how>More of |In )?`(?P<file>[\w./-]+)`\n\n)?"
    r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
_FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?\)")
_HTML = re.compile(r"(?:href|src)=\"([^\"]+)\"")
_UNPOINTED = re.compile(r"^.*\b(?:Github|(?:Async)?(?:Web)?Client)\((?!.*base_url=).*$", re.MULTILINE)
_VARIES = (
    *WHERE_IT_RAN,
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?Z?)?"), "2026-01-01 00:00"),
    (re.compile(r"\b\d\d:\d\d(:\d\d)?\b"), "00:00"),
    (re.compile(r"\b[0-9a-f]{4}…[0-9a-f]{4}\b"), "0000…0000"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "0" * 64),
    (re.compile(r"\b[0-9a-f]{16}\b"), "0" * 16),
    (re.compile(r"\b\d+(\.\d+)? m?s\b"), "0 s"),
    (re.compile(r"\bada@\S+"), "ada@host"),
    (re.compile(r"\bpid \d+ on \S+"), "pid 0 on host"),
    (re.compile(r" *\b0 s\b"), " 0 s"),
    (re.compile(r"\b\d{10}\.\d{6}\b"), "0000000000.000000"),
    (re.compile(r"\bagent\.py:\d+"), "agent.py:0"),
    (re.compile(r"\bed25519:[\w-]+"), "ed25519:0"),
    (re.compile(r" +$", re.MULTILINE), ""),
)


@dataclass(frozen=True)
class Block:
    """One fenced block of a page: where it stands, why it is not run if it is not, and of which file it is, if any."""

    kind: str
    text: str
    line: int
    """The line on which its text begins."""
    heading: str = ""
    """The chapter that it is in."""
    why: str = ""
    file: str = ""
    how: str = ""
    """`More of` the file or `In` it; empty for all of it."""


def pages() -> list[Path]:
    """The pages that people read: README, changelog and everything in `docs/`."""
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]


def text_of(page: Path) -> str:
    """A page's text."""
    return page.read_text(encoding="utf-8")


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page, in their order."""
    found = []
    for one in _BLOCK.finditer(text):
        line = text.count("\n", 0, one.start("text")) + 1
        above = re.findall(r"^## (.*)$", text[: one.start()], re.MULTILINE)
        how = (one["how"] or "").strip()
        found.append(
            Block(one["kind"], one["text"], line, above[-1] if above else "", one["why"] or "", one["file"] or "", how)
        )
    return found


def prose(text: str) -> str:
    """A page without its fenced blocks."""
    return _FENCED.sub("", text)


def sections(text: str) -> dict[str, str]:
    """What stands under each heading, up to the next one of any level, by the heading's words without backticks."""
    parts = re.split(r"^#{1,4} +(.*)$", _hidden(text), flags=re.MULTILINE)
    return {title.replace("`", ""): body for title, body in zip(parts[1::2], parts[2::2], strict=True)}


def _hidden(text: str) -> str:
    """The text with `#` lines of its blocks indented, so that none of them reads as a heading."""
    return _FENCED.sub(lambda found: re.sub(r"^#", " #", found[0], flags=re.MULTILINE), text)


def links(text: str) -> list[str]:
    """Where the links and images of a page lead, without those that stand in code."""
    words = re.sub(r"`[^`\n]*`", "", prose(text))
    labelled = re.findall(r"^\[[^\]]+\]: (\S+)", words, re.MULTILINE)
    return [*_LINK.findall(words), *_HTML.findall(words), *labelled]


def anchors(text: str) -> set[str]:
    """The anchors of a page as GitHub makes them of headings, and those that stand in it as HTML."""
    found: set[str] = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))
    for title in re.findall(r"^#{1,6} +(.*?)(?: +#+)?$", prose(text), re.MULTILINE):
        name, count = slug(title), 0
        while (name if not count else f"{name}-{count}") in found:
            count += 1
        found.add(name if not count else f"{name}-{count}")
    return found


def slug(title: str) -> str:
    """A heading as an anchor: lower case, a dash for each space, nothing but letters, digits, `-` and `_`."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).strip().lower()
    return "".join(c for c in words.replace(" ", "-") if c.isalnum() or c in "-_")


def without(text: str, differing: Varies) -> str:
    """Text in which the same stands for whatever differs."""
    for varies, stands in differing:
        text = varies.sub(stands, text)
    return text


def plain(text: str) -> str:
    """Text without what differs from run to run."""
    return without(text, _VARIES).strip("\n")


def pointed(code: str, urls: Mapping[str, str]) -> str:
    """A page's code with the addresses of the sandboxes in its constructors; raises ValueError where one is missed."""
    code = re.sub(
        r"\bGithub\(auth=(Auth\.Token\([^()]+\))\)",
        rf"Github(auth=\1, base_url={urls['github']!r}, seconds_between_requests=None, seconds_between_writes=None)",
        code,
    )
    code = re.sub(r"WebClient\(([^()]+)\)", rf"WebClient(\1, base_url='{urls['slack']}/api/')", code)
    code = re.sub(r"\bClient\((auth=[^()]+)\)", rf"Client(\1, base_url={urls['notion']!r})", code)
    missed = _UNPOINTED.findall(code)
    if missed:
        message = f"a client that would reach the vendor itself: {missed}"
        raise ValueError(message)
    return code


def clients(urls: Mapping[str, str]) -> dict[str, Any]:
    """What every page but the first takes as given: `rein`, three armed clients, and one of somebody else."""
    names: dict[str, Any] = {**TOKENS, "colleague_token": "token-helper"}
    exec(pointed(_CLIENTS, urls), names)  # noqa: S102 - the lines above
    return {name: names[name] for name in CLIENTS}


@contextlib.contextmanager
def stand_ins() -> Iterator[dict[str, Sandbox]]:
    """The three vendors."""
    with contextlib.ExitStack() as running:
        yield {name: running.enter_context(load(connector(name).sandbox)()) for name in ("github", "slack", "notion")}


@dataclass
class Reader:
    """Somebody who types a page from its top to its end, in one program and one terminal, at the sandboxes."""

    urls: Mapping[str, str]
    ledger: Path
    names: dict[str, Any]

    @classmethod
    def at(cls, sandboxes: Mapping[str, Sandbox], ledger: Path, **names: Any) -> Reader:
        """A reader whose clients find these sandboxes; `names` are what the page says that the reader has."""
        return cls(
            {name: one.url for name, one in sandboxes.items()}, ledger, {**TOKENS, "__name__": "__main__", **names}
        )

    def read(self, text: str) -> Iterator[tuple[Block, str, str]]:
        """Run the blocks; gives each with what the page says that it prints, and what it printed."""
        found = blocks(text)
        for number, block in enumerate(found):
            if block.why:
                continue
            following = found[number + 1] if number + 1 < len(found) else Block("", "", 0)
            if block.kind == "python":
                yield block, following.text if following.kind == "text" else "", self.run(block)
            elif block.kind == "console":
                yield from ((block, said, self.type(line)) for line, _, said in commands(block.text))

    def run(self, block: Block) -> str:
        """What a block of Python prints, and the exception that leaves it."""
        printed = io.StringIO()
        code = "\n" * (block.line - 1) + pointed(block.text, self.urls)
        with contextlib.redirect_stdout(printed):
            try:
                exec(compile(code, "agent.py", "exec"), self.names)  # noqa: S102 - our own page
            except Exception as error:  # noqa: BLE001 - the page says which one
                printed.write("".join(traceback.format_exception_only(error)))
        return printed.getvalue().replace(str(self.ledger.parent), "/var/lib/agent")

    def type(self, line: str) -> str:
        """What a command prints, on both streams in their order, with the ledger's folder named as pages name it."""
        done = subprocess.run(
            ["bash", "-c", line],
            env=self.environ,
            cwd=self.ledger.parent,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.stdout.replace(str(self.ledger.parent), "/var/lib/agent")

    @property
    def exported(self) -> dict[str, str]:
        """What the reader has exported: tokens, addresses, the ledger, a name."""
        return {
            "AGENTREIN_LEDGER": str(self.ledger),
            "AGENTREIN_USER": "ada",
            "GITHUB_API_URL": self.urls["github"],
            "GITHUB_TOKEN": TOKENS["github_token"],
            "NOTION_BASE_URL": self.urls["notion"],
            "NOTION_TOKEN": TOKENS["notion_token"],
            "SLACK_API_URL": f"{self.urls['slack']}/api/",
            "SLACK_BOT_TOKEN": TOKENS["slack_token"],
        }

    @property
    def environ(self) -> dict[str, str]:
        """The environment of the reader's terminal."""
        return {**environ(), **self.exported}


def environ() -> dict[str, str]:
    """The environment of the test with our commands on the path, without what changes what commands print."""
    changes = ("PYTEST", "COLUMNS", "CI", "BUILD_NUMBER")  # the last two make pytest print messages whole
    kept = {name: value for name, value in os.environ.items() if not name.startswith(changes)}
    return {**kept, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def commands(text: str) -> Iterator[tuple[str, int, str]]:
    """The commands of a console block, each with the place and the text of what it prints."""
    for found in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
        yield found[1], found.start(2), found[2]
