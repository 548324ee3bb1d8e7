"""The scenes of docs/operations.md and docs/commands.md: somebody at a terminal, after something happened.

On a page, in comments of HTML: `scene: NAME` begins a scene, which `operating_scenes` makes so; `then: NAME` lets
something more happen; `file: NAME` saves the next block; `ctrl-c at: TEXT` presses Ctrl-C once the next command shows
the text; `schema: NAME` names the shape of the next JSON. Console blocks hold commands, each with what it prints.
Questions are answered as they ask for it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desk_kit import Desk, sitting
from docs_kit import RUN_ID, commands, plain, without

_PART = re.compile(
    r"^<!-- (?P<word>scene|then|file|schema|ctrl-c at): (?P<told>[^\n]+) -->$"
    r"|^```(?P<kind>console|sh)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
_VARIES = (
    (re.compile(r"\(\w{3}\) to go on, Enter to stop: \w{3}"), "(xyz) to go on, Enter to stop: xyz"),
    (re.compile(r"\bpid \d+ on [\w.-]*\w"), "pid 0 on host"),
    (re.compile(r"\d+(\.\d+)? (GB|MB|kB|bytes)\b"), "0 kB"),
    (re.compile(r"AgentRein \S+, Python \S+"), "AgentRein 0, Python 0"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "0" * 64),
    (re.compile(r"\b[0-9a-f]{32}\b"), "0" * 32),
    (re.compile(r'(pid\\?": ?)\d+'), r"\g<1>0"),
    (re.compile(r'(host\\?": ?\\?")[\w.-]+(?=\\?")'), r"\g<1>laptop"),
    (re.compile(r'(clock_ahead\\?": ?)-?[\d.]+'), r"\g<1>0"),
    (re.compile(r'"(size|free)": \d+'), r'"\1": 0'),
    (re.compile(r'"granted": \[[^\]]*\]'), '"granted": []'),  # a sandbox that learns more grants more
    (re.compile(r"/rein-demo-\w+/"), "/rein-demo-xxxxxxxx/"),
    (re.compile(r"waiting \d+ s"), "waiting 1 s"),
    (re.compile(r"ed25519:[\w-]+"), "ed25519:0"),
    (re.compile(r"(PyGithub|slack_sdk|slack-sdk|notion-client) \d[\w.]*"), r"\1 0"),
    (re.compile(r" {3,}"), "   "),
)


def told(text: str) -> str:
    """Text without what differs from one run of a scene to the next."""
    return plain(without(text, _VARIES))


@dataclass(frozen=True)
class Said:
    """One command of the page: where what it prints stands there, what that is, and what it printed now."""

    start: int
    end: int
    said: str
    printed: str
    schema: str = ""


def scenes(page: str) -> dict[str, tuple[int, int]]:
    """Where each scene of a page begins and ends: at the next one, or at the end of the page."""
    found = [one for one in _PART.finditer(page) if one["word"] == "scene"]
    ends = [*(one.start() for one in found[1:]), len(page)]
    return {one["told"]: (one.end(), end) for one, end in zip(found, ends, strict=True)}


def play(page: str, name: str, desk: Desk, acts: Mapping[str, Any]) -> Iterator[Said]:
    """Let a scene happen, and type its commands one after the other."""
    start, end = scenes(page)[name]
    typed = re.findall(r"^\$ .*$", page[start:end], re.MULTILINE)
    desk.name(list(dict.fromkeys(RUN_ID.findall(" ".join([*typed, page[start:end]])))), acts[name](desk))
    file = stop_at = schema = ""
    for part in _PART.finditer(page, start, end):
        match part["word"]:
            case "then":
                acts[part["told"]](desk)
            case "file":
                file = part["told"]
            case "ctrl-c at":
                stop_at = part["told"]
            case "schema":
                schema = part["told"]
            case None if part["kind"] == "sh":
                if file:
                    (desk.folder / file).write_text(desk.real(part["text"]), encoding="utf-8")
                    (desk.folder / file).chmod(0o700)
                file = ""
            case None:
                for line, place, said in commands(part["text"]):
                    printed = desk.shown(desk.type(desk.real(line), stop_at=stop_at))
                    at = part.start("text") + place
                    yield Said(at, at + len(said), said, printed, schema)
                    stop_at = schema = ""


def compare(page: str, scene: str, acts: Mapping[str, Any]) -> Iterator[Said]:
    """Play a scene; raises AssertionError at the first command that prints something else than the page shows."""
    with sitting() as desk:
        for one in play(page, scene, desk, acts):
            shown, printed = told(one.said).splitlines(), told(one.printed).splitlines()
            line = page[: one.start].splitlines()[-1]
            assert shown == printed, "\n".join(difflib.unified_diff(shown, printed, "the page", line, lineterm=""))
            yield one


def write(path: Path, acts: Mapping[str, Any]) -> int:
    """Play all scenes of a page and replace what differs by more than ids and times; gives how often it did."""
    page = path.read_text(encoding="utf-8")
    changes: list[Said] = []
    for scene in scenes(page):
        with sitting() as desk:
            changes += [one for one in play(page, scene, desk, acts) if told(one.printed) != told(one.said)]
    for one in sorted(changes, key=lambda one: one.start, reverse=True):
        page = page[: one.start] + one.printed + page[one.end :]
    path.write_text(page, encoding="utf-8")
    return len(changes)
