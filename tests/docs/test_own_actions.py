"""docs/own-actions.md prints what its examples print; `python scripts/pages.py own-actions` writes it anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_kit import ROOT, blocks, plain, text_of
from own_page_kit import PAGE, SCRIPTS, typed

TEXT = text_of(PAGE)


def test_examples_print_what_the_page_shows(tmp_path: Path) -> None:
    """Each command of the page, typed one after the other, prints what stands below it."""
    told = [one for _, commands in typed(TEXT, tmp_path) for one in commands]
    assert len(told) > 4
    assert [(line, plain(printed)) for line, _, printed in told] == [(line, plain(said)) for line, said, _ in told]


@pytest.mark.parametrize("block", [one for one in blocks(TEXT) if one.kind == "python"], ids=lambda one: str(one.line))
def test_code_on_the_page_is_that_of_the_examples(block: object) -> None:
    """Each listing stands so in the file that it names."""
    assert block.file  # type: ignore[attr-defined]
    assert block.text in text_of(ROOT / block.file)  # type: ignore[attr-defined]


def test_every_example_is_on_the_page() -> None:
    """No script lies there that nobody is told of."""
    told = {Path(one.file).name for one in blocks(TEXT) if one.file}
    assert {script.name for script in SCRIPTS.glob("*.py")} == told
