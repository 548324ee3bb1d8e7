"""The pages of `docs/` are true: code runs, output is what is printed, names are all there, links lead somewhere."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
import tables_page_kit
from agentrein.testing import Sandbox
from docs_kit import (
    DOCS,
    PROGRAMS,
    ROOT,
    Reader,
    anchors,
    blocks,
    clients,
    links,
    pages,
    plain,
    prose,
    sections,
    slug,
    text_of,
)

LIBRARY, CANNOT = text_of(DOCS / "library.md"), text_of(DOCS / "cannot-be-undone.md")
CODES = sorted({c for p in (ROOT / "agentrein").rglob("*.py") for c in re.findall(r"REIN-[A-Z]?\d{3}", text_of(p))})
CALLS = ("wrap", "run", "revert", "arevert", "recover", "arecover", "bind", "tool", "action", "saga", "outside")
RECORDS = ("Action", "Report", "ActionReport", "Conflict", "Sent", "Step", "SagaResult")
WORDS = ("Tier", "State", "RunStatus")


# --- what stands on a page is what happens


@pytest.fixture
def sandboxes(rein_sandbox: Callable[[str], Sandbox]) -> dict[str, Sandbox]:
    """The three vendors."""
    return {name: rein_sandbox(name) for name in ("github", "slack", "notion")}


@pytest.fixture
def reader(
    sandboxes: dict[str, Sandbox], rein_ledger: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Reader]:
    """Somebody with tokens in the environment; of any page but the first, with the clients that it names."""
    found = Reader.at(sandboxes, rein_ledger)
    monkeypatch.chdir(rein_ledger.parent)
    for name, value in {**found.exported, "AGENTREIN_KEY": ""}.items():  # a page sets the last one itself
        monkeypatch.setenv(name, value)
    if request.node.callspec.params["page"] != "start":
        found.names.update(clients(found.urls))
    yield found
    for name in ("gh", "notion", "colleague"):
        if name in found.names:
            found.names[name].close()


@pytest.mark.parametrize("page", PROGRAMS)
def test_page_prints_what_it_says(page: str, reader: Reader) -> None:
    """Each block of the page runs, in order, and prints what stands below it; each command too."""
    told = [
        (block.line, plain(said), plain(printed)) for block, said, printed in reader.read(text_of(DOCS / f"{page}.md"))
    ]
    assert [(line, printed) for line, _, printed in told] == [(line, said) for line, said, _ in told]


@pytest.mark.parametrize("page", PROGRAMS)
def test_everything_that_is_printed_is_compared(page: str) -> None:
    """What a page shows as printed stands right below the code that prints it."""
    found = blocks(text_of(DOCS / f"{page}.md"))
    before = zip(found, [None, *found], strict=False)
    assert [one.line for one, code in before if one.kind == "text" and (code is None or code.kind != "python")] == []
    assert {one.kind for one in found} <= {"python", "text", "console"}


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.stem)
def test_block_that_is_not_run_says_why_and_parses(page: Path) -> None:
    """What cannot be run is Python all the same, and has its reason."""
    for block in blocks(text_of(page)):
        if block.kind == "python" and block.why and "signature" not in block.why:
            compile(block.text, page.name, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            assert len(block.why) > len("reason")


def test_tables_of_what_cannot_be_undone_are_the_connectors_own() -> None:
    """The page's tables are those of the connectors; `python scripts/pages.py tables` writes them anew."""
    assert tables_page_kit.filled(CANNOT) == CANNOT


def test_every_connector_has_its_tables() -> None:
    """A connector that is added is on the page, with every kind of table."""
    from connector_pages_kit import with_rows

    wanted = {(name, kind) for name in with_rows() for kind in tables_page_kit.KINDS}
    assert set(tables_page_kit.marks(CANNOT)) == wanted


# --- everything is on a page


@pytest.mark.parametrize("name", sorted(rein.__all__))
def test_public_name_is_documented(name: str) -> None:
    """Each name has a section of its own, or stands in one as code or in the table of errors."""
    assert name in sections(LIBRARY) or f"`{name}`" in LIBRARY or f"`rein.{name}`" in LIBRARY


@pytest.mark.parametrize("name", CALLS)
def test_signature_is_the_real_one(name: str) -> None:
    """What the page shows as a function's signature is its signature."""
    section = sections(LIBRARY)[name]
    [shown] = [block.text for block in blocks(section)]
    assert _bare(shown) == _bare(_signature(name))


def _signature(name: str) -> str:
    call = getattr(rein, name)
    kind = "class" if isinstance(call, type) else "async def" if inspect.iscoroutinefunction(call) else "def"
    told = str(inspect.signature(call)).replace("'revert'", '"revert"').replace("'refuse'", '"refuse"')
    told = told.replace("'raise'", '"raise"').replace("'saga'", '"saga"').replace("= ''", '= ""')
    told = told.replace(": '", ": ").replace("' =", " =").replace("' )", ")")
    told = re.sub(r"'(?=[,)]|$)", "", told).replace("-> '", "-> ")
    return f"{kind} {name}{told.removesuffix(' -> None') if kind == 'class' else told}"


def _bare(signature: str) -> str:
    return re.sub(r"\s+", "", signature).replace(",)", ")")


@pytest.mark.parametrize("name", CALLS)
def test_every_option_is_documented(name: str) -> None:
    """Each parameter of a public function is told in the function's section."""
    section = sections(LIBRARY)[name]
    words = prose(section)
    assert [one for one in inspect.signature(getattr(rein, name)).parameters if f"`{one}`" not in words] == []


@pytest.mark.parametrize("name", RECORDS)
def test_every_field_is_documented(name: str) -> None:
    """Each public field and property of a record is told in its section."""
    kind = getattr(rein, name)
    fields = {one.name for one in dataclasses.fields(kind)}
    fields |= {n for n, value in inspect.getmembers_static(kind) if isinstance(value, property)}
    assert [one for one in sorted(fields) if f"`{one}`" not in sections(LIBRARY)[name]] == []


@pytest.mark.parametrize("name", WORDS)
def test_every_word_is_documented(name: str) -> None:
    """Each tier, state and status is told on the reference and in the concepts."""
    words = [str(one) for one in getattr(rein, name)]
    concepts = text_of(DOCS / "concepts.md")
    assert [word for word in words if f"`{word}`" not in sections(LIBRARY)[name]] == []
    assert [word for word in words if f"`{word}`" not in concepts and word != "read"] == []


def test_every_error_code_is_documented() -> None:
    """Each code that a message can begin with is in the table, with its class and what to do."""
    rows = dict(re.findall(r"^\| (REIN-\w+) \| (.*)$", LIBRARY, re.MULTILINE))
    assert sorted(rows) == CODES
    named = {
        kind.code: name
        for name in rein.__all__
        if isinstance(kind := getattr(rein, name), type) and hasattr(kind, "code")
    }
    assert [code for code, name in named.items() if f"`{name}`" not in rows[code].split("|")[0]] == []
    assert [code for code in named if len(rows[code].split("|")[2].strip()) < len("upgrade")] == []


def test_every_page_is_on_the_map() -> None:
    """docs/index.md leads to every page."""
    linked = {link.partition("#")[0] for link in links(text_of(DOCS / "index.md"))}
    found = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}
    assert found - linked == {"index.md"}


# --- links


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_links_and_anchors_lead_somewhere(page: Path) -> None:
    """Each relative link and image of a page names a file of the repository, and each anchor a heading of it."""
    assert [link for link in links(text_of(page)) if not _leads(page, link)] == []


def _leads(page: Path, link: str) -> bool:
    if re.match(r"[a-z]+:", link):
        return True
    name, _, anchor = link.partition("#")
    target = (page.parent / name).resolve() if name else page
    if not target.exists() or not target.is_relative_to(ROOT):
        return False
    return not anchor or (target.suffix == ".md" and anchor in anchors(text_of(target)))


@pytest.mark.parametrize(
    ("title", "anchor"),
    [
        ("It's 3 a.m.: what now?", "its-3-am-what-now"),
        ("`rein.run` and `run.step`", "reinrun-and-runstep"),
        ("A [link](there.md) in it", "a-link-in-it"),
        ("Snake_case – and a dash", "snake_case--and-a-dash"),
    ],
)
def test_anchors_are_made_as_on_github(title: str, anchor: str) -> None:
    """Lower case, no punctuation, a dash for each space."""
    assert slug(title) == anchor


def test_broken_links_are_found(tmp_path: Path) -> None:
    """The check sees a missing file, a missing anchor, a missing image and the second of two equal headings."""
    page = tmp_path / "page.md"
    page.write_text(
        "# One\n## One\n[a](no.md) [b](#two) ![c](c.png) [d](#one-1) `[e](no.md)`\n```text\n[f](no.md)\n```\n"
    )
    found: list[Any] = [link for link in links(text_of(page)) if link != "#one-1"]
    assert found == ["no.md", "#two", "c.png"]
    assert anchors(text_of(page)) == {"one", "one-1"}
