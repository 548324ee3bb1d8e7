from __future__ import annotations

import ast
import builtins
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from github import Auth, Github
from notion_client import Client
from slack_sdk import WebClient
from stripe import StripeClient

import agentrein as rein
import agentrein.connector
import agentrein.testing
from agentrein.connector import do, each, members
from agentrein.rows import COLUMNS
from agentrein.testing.faults_http import KINDS
from reference_kit import entries, examples, public, shown

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
pytest_plugins = ["pytester"]


def page(name: str) -> str:
    """One page of the documentation."""
    return (DOCS / name).read_text(encoding="utf-8")


PAGES = [("row-language.md", agentrein.connector), ("testing.md", agentrein.testing)]
PAGE_OF = {module: file for file, module in PAGES}
ENTRIES = [pytest.param(module, name, id=f"{file}: {name}") for file, module in PAGES for name in entries(page(file))]


@pytest.mark.parametrize(("file", "module"), PAGES, ids=[file for file, _ in PAGES])
def test_every_public_name_has_its_entry(file: str, module: ModuleType) -> None:
    """The page has each public name of the module, once, with the signature that it really has, and no other."""
    assert {name: how for name, (how, _) in entries(page(file)).items()} == {
        name: shown(name, thing) for name, thing in public(module).items()
    }


@pytest.mark.parametrize(("module", "name"), ENTRIES)
def test_the_example_of_an_entry_runs(
    module: ModuleType, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each example uses the name and is Python; one that is an expression of public names can be evaluated."""
    monkeypatch.chdir(tmp_path)
    Path("refused.tsv").write_text("address\ttier\tsdk\twhy\nDELETE /a\tcostly\t-\tNone yet.\n", encoding="utf-8")
    text = entries(page(PAGE_OF[module]))[name][1]
    assert examples(text)
    for example in examples(text):
        known = public(module) | {"Path": Path, "TAGS": _tags(), "rein": rein}
        names = {one.id for one in ast.walk(parsed(example)) if isinstance(one, ast.Name)}
        assert name in {*names, *re.findall(r"\w+", example)}
        if _is_expression(example) and names <= {*known, *dir(builtins), "call", "image"}:
            assert eval(example, known)  # noqa: S307 - our own page


def parsed(example: str) -> ast.AST:
    """The example as Python, also where it awaits."""
    return compile(example, "page", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


def _is_expression(example: str) -> bool:
    tree = parsed(example)
    return isinstance(tree, ast.Module) and len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr)


def test_most_examples_are_evaluated() -> None:
    """The words of a row are evaluated: only what needs a client or a test of its own is not."""
    inner = {*dir(builtins), "call", "image", "Path", "TAGS", "rein"}
    run = [
        name
        for name, (_, text) in entries(page("row-language.md")).items()
        for example in examples(text)
        if _is_expression(example)
        and {one.id for one in ast.walk(parsed(example)) if isinstance(one, ast.Name)}
        <= {*agentrein.connector.__all__, *inner}
    ]
    assert len(run) > 50


def _tags() -> Any:
    return members("tags", read="tags[]", add=do("POST /t", {"tags": [each]}), remove=do("DELETE /t/{tag}", tag=each))


def test_every_column_of_a_row_is_described() -> None:
    """The entry of `op` has a line for each column."""
    assert set(re.findall(r"^\| `(\w+)` \|", entries(page("row-language.md"))["op"][1], re.MULTILINE)) == {*COLUMNS}


def test_every_part_of_a_connector_is_described() -> None:
    """The entry of `Connector` names each part."""
    parts = agentrein.connector.Connector.__dataclass_fields__
    named = re.findall(r"`(\w+)`", entries(page("row-language.md"))["Connector"][1])
    assert {*parts} <= {*named}


def test_every_check_and_every_kind_of_fault_is_named() -> None:
    """The page names all that the conformance test checks, and all that a sandbox can do wrong."""
    text = page("testing.md")
    assert [one.__name__ for one in agentrein.testing.CHECKS if f"`{one.__name__}`" not in text] == []
    assert [kind for kind in KINDS if f"`{kind}`" not in text] == []


def test_each_sandbox_takes_the_client_of_the_page(rein_sandbox: Callable[[str], agentrein.testing.Sandbox]) -> None:
    """The clients that the page shows read from their sandboxes with the credentials that it shows."""
    reads = {
        "github": "get_user().login",
        "notion": "users.me()['id']",
        "slack": "auth_test()['user_id']",
        "stripe": "v1.products.list().object",
    }
    shown_there = dict(re.findall(r"^\| `(\w+)` \| `(\w+\(.*\))` \|$", page("testing.md"), re.MULTILINE))
    assert shown_there.keys() == reads.keys()
    for name, client in shown_there.items():
        known = {"Auth": Auth, "Client": Client, "Github": Github, "WebClient": WebClient, "StripeClient": StripeClient}
        made = eval(client, known | {"sandbox": rein_sandbox(name)})  # noqa: S307 - our own page
        assert eval(f"made.{reads[name]}", {"made": made})  # noqa: S307 - our own page
        if name in {"github", "notion"}:
            made.close()


def test_the_tests_of_an_agent_pass(pytester: pytest.Pytester) -> None:
    """The page's tests of an agent are tests that pass, with the fixtures that come with the package."""
    pytester.makepyfile(examples(page("testing.md").partition("### ")[0])[0])
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=3)


def test_a_listing_imports_what_it_uses() -> None:
    """Each listing of statements on the page on testing names where its words come from."""
    for _, text in entries(page("testing.md")).values():
        for example in examples(text):
            tree = parsed(example)
            if isinstance(tree, ast.Module) and isinstance(tree.body[0], ast.Expr | ast.Assert):
                continue
            used = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)} & {*agentrein.testing.__all__}
            told = {a.name for one in ast.walk(tree) if isinstance(one, ast.ImportFrom) for a in one.names}
            assert used <= told, example


def test_the_sandboxes_of_the_page_serve_programs_of_their_own(tmp_path: Path) -> None:
    """What they print, exported, lets an example run against them."""
    [serving] = examples(page("testing.md").partition("## Outside pytest")[2].partition("\n## ")[0])
    with subprocess.Popen([sys.executable, "-c", serving], stdin=-1, stdout=-1, text=True) as served:
        assert served.stdin is not None
        assert served.stdout is not None
        exported = [served.stdout.readline() for _ in range(3)]
        variables = dict(word.split("=", 1) for line in exported for word in line.split()[1:])
        ledger = {"AGENTREIN_LEDGER": str(tmp_path / "ledger.sqlite3")}
        for script in ("three_vendors", "notion_page"):
            done = subprocess.run(
                [sys.executable, ROOT / "examples" / f"{script}.py"],
                env={**os.environ, **variables, **ledger},
                capture_output=True,
                text=True,
                check=False,
            )
            assert "reverted: 2 undone, 0 left" in done.stderr
        served.stdin.write("\n")
    assert served.returncode == 0
