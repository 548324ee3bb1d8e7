"""docs/operations.md shows what the commands print on a terminal after what it says has happened.

`python scripts/pages.py operations` writes the page anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agentrein.cli import verdict
from agentrein.cli.look import ASKING
from agentrein.model import RunStatus, State
from docs_kit import DOCS, sections, text_of
from operating_kit import compare, scenes
from operating_scenes import ACTS

PAGE = DOCS / "operations.md"
TEXT = text_of(PAGE)


@pytest.mark.parametrize("scene", scenes(TEXT))
def test_scene_prints_what_the_page_shows(scene: str) -> None:
    """Each command of a scene prints what stands below it."""
    assert list(compare(TEXT, scene, ACTS))


def test_every_console_block_is_of_a_scene() -> None:
    """Nothing that looks printed stands on the page without having been printed."""
    inside = [range(*place) for place in scenes(TEXT).values()]
    for found in re.finditer(r"^```(\w+)$", TEXT, re.MULTILINE):
        assert found[1] in {"console", "sh"}
        assert found[1] == "sh" or any(found.start() in place for place in inside), found.start()


def test_every_scene_is_played_somewhere() -> None:
    """No scene and no event is left over from an older page."""
    pages = TEXT + text_of(DOCS / "commands.md")
    assert set(re.findall(r"^<!-- (?:scene|then): (.+) -->$", pages, re.MULTILINE)) == set(ACTS)


def test_every_verdict_is_in_the_table() -> None:
    """Whatever stands in the first line of `rein show`, the table says what it means."""
    source = Path(verdict.__file__).read_text(encoding="utf-8")
    said = set(re.findall(r'"([A-Z]{4}[A-Z ]+(?:, [A-Za-z ]+)?)"', source)) | {
        "WAITING FOR CREDENTIALS",
        "WAITING FOR github",
    }
    ends = {status.value.upper() for status in (RunStatus.COMPLETED, RunStatus.REVERTED, RunStatus.PAUSED)}
    table = sections(TEXT)["What the verdict says"]
    assert [one for one in sorted(said | ends) if f"`{one}`" not in table and f"`{one}: " not in table] == []
    assert len(said) > 10


def test_every_state_that_asks_is_in_the_table() -> None:
    """Each state that stands under NEEDS YOU is explained."""
    table = sections(TEXT)["What a write says"]
    words = [state.value.replace("_", " ").upper() for state in (*ASKING, State.PLANNED)]
    assert [word for word in words if f"`{word}`" not in table] == []
