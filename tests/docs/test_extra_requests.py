"""docs/extra-requests.md says what is counted, of every operation that has an example."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

import extra_requests_kit
from agentrein.registry import connector
from agentrein.testing.conformance import Example
from docs_kit import ROOT, text_of

TITLES = re.findall(r"^## (.+)$", text_of(extra_requests_kit.PAGE), re.MULTILINE)
TESTED = sorted(path.parent.name for path in (ROOT / "tests" / "connectors").glob("*/test_conformance.py"))


def section(title: str) -> str:
    """What stands on the page about one connector."""
    _, _, after = text_of(extra_requests_kit.PAGE).partition(f"\n## {title}\n")
    return f"## {title}\n{after.partition(f'{chr(10)}## ')[0]}"


def test_one_connector_is_counted_anew() -> None:
    """What is counted now is what the page says: python scripts/pages.py requests writes it anew."""
    found = extra_requests_kit.counted("notion")
    assert section("Notion").rstrip("\n") == extra_requests_kit.section("notion", found).rstrip("\n")


@pytest.mark.parametrize("name", TESTED)
def test_every_operation_with_an_example_is_counted(name: str) -> None:
    """As many operations stand in a connector's counts as its examples use."""
    used = {one.address for one in examples(name)}
    said = section(connector(name).title)
    assert f": {len(used)} operations in " in said
    assert sum(int(count) for count in re.findall(r"^\| [a-z ]+ \| (\d+) \|", said, re.MULTILINE)) == len(used)


def examples(name: str) -> list[Example]:
    """All that a connector's examples package has."""
    lists = [
        one for one in vars(import_module(f"connectors.{name}.examples")).values() if isinstance(one, list | tuple)
    ]
    return [one for some in lists for one in some if isinstance(one, Example)]


def test_every_connector_is_there() -> None:
    """None that has a conformance test is left out, and none stands there that has none."""
    assert sorted(TITLES) == sorted(connector(name).title for name in TESTED)
