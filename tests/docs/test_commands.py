"""docs/commands.md has every command, option, exit code and JSON shape, no other, and shows what is really printed.

`python scripts/pages.py commands` writes its examples anew.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest
from jsonschema import Draft202012Validator

import agentrein.cli
from agentrein import errors
from agentrein.cli import confirm, failure
from agentrein.cli.app import COMMANDS
from agentrein.cli.app import rein as program
from docs_kit import DOCS, ROOT, blocks, prose, sections, text_of
from operating_kit import compare, scenes
from operating_scenes import ACTS

PAGE = DOCS / "commands.md"
TEXT = text_of(PAGE)
SECTIONS = sections(TEXT)
FOLDER = Path(agentrein.cli.__file__).parent / "schemas"
NAMES = ["rein", *(f"rein {name}" for name in COMMANDS)]
SHARED = {"--ledger", "--json", "--debug", "--help"}


def command(name: str) -> click.Command:
    """A command by its heading."""
    found = program if name == "rein" else program.get_command(click.Context(program), name.removeprefix("rein "))
    assert found is not None
    return found


def options(name: str, *, own: bool = True) -> set[str]:
    """The options of a command by their long names, all or its own; Click keeps the short one of the first context."""
    context = click.Context(command(name))
    found = {one for each in command(name).get_params(context) for one in each.opts if one.startswith("--")}
    return found - SHARED if own else found


def arguments(name: str) -> list[str]:
    """The arguments of a command, as its usage shows them."""
    context = click.Context(command(name))
    return [one.make_metavar(context) for one in command(name).params if isinstance(one, click.Argument)]


def synopsis(name: str) -> str:
    """The line of a section that says how the command is typed."""
    return next(one.text for one in blocks(SECTIONS[name]) if one.kind == "text")


# --- commands and options


def test_every_command_has_its_section_and_no_other() -> None:
    """The sections that begin with `rein` are the commands, in the order of the help."""
    assert [title for title in SECTIONS if title.split()[0] == "rein"] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_section_has_the_options_that_there_are(name: str) -> None:
    """The synopsis has each option and argument, a table or a sentence explains it, and neither knows another one."""
    section = SECTIONS[name]
    words = prose(section)
    in_synopsis = set(re.findall(r"--[a-z][a-z-]+", synopsis(name)))
    assert in_synopsis == options(name)
    assert [one for one in options(name) - {"--all"} if f"`{one}" not in words] == []
    assert set(re.findall(r"--[a-z][a-z-]+", words)) <= options(name) | SHARED
    assert [one for one in arguments(name) if f"| `{one}` |" not in section] == []


@pytest.mark.parametrize("name", NAMES)
def test_section_begins_with_its_purpose_in_one_sentence(name: str) -> None:
    """What the command is for stands first, before the synopsis."""
    first = SECTIONS[name].strip().partition("\n\n")[0]
    assert first.endswith(".")
    assert ". " not in first
    assert "Exits " in SECTIONS[name]


def test_options_of_every_command_are_those() -> None:
    """What the page calls options of every command is what all of them take, and nothing more is."""
    table = set(re.findall(r"^\| `(--[a-z]+)", SECTIONS["Options of every command"], re.MULTILINE))
    taken = [options(name, own=False) for name in NAMES]
    assert set.intersection(*taken) == table == SHARED
    assert "`--help`, `-h`" in SECTIONS["Options of every command"]
    assert program.context_settings["help_option_names"] == ["-h", "--help"]
    folding = {name for name in NAMES if "--all" in options(name)}
    others = {"approve", "demo", "export", "freeze", "keys", "note", "policy", "prune", "reject", "run", "thaw"}
    assert set(NAMES) - folding == {f"rein {name}" for name in others}


# --- exit codes, variables


def test_every_exit_code_is_in_the_table() -> None:
    """The table has the codes of all errors, of a bug, of Ctrl-C and of a no, and no other."""
    codes = {0, confirm.NO, failure.CRASH, failure.STOPPED}
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.ReinError)]
    codes |= {kind.exit for kind in kinds} | {1}
    schema = json.loads((FOLDER / "error.json").read_text(encoding="utf-8"))
    assert set(schema["properties"]["exit"]["enum"]) | {0} == codes
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", SECTIONS["Exit codes"], re.MULTILINE)} == codes


def test_every_variable_of_ours_is_in_the_table() -> None:
    """Each variable of the environment that the program reads by a name of its own."""
    read = {
        name
        for path in (ROOT / "agentrein").rglob("*.py")
        for name in re.findall(r'"(AGENTREIN_[A-Z]+)"', text_of(path))
    }
    assert read - {"AGENTREIN_INDEPENDENT"} <= set(re.findall(r"`(AGENTREIN_[A-Z]+)`", SECTIONS["Environment"]))
    assert read


def test_completion_is_what_the_help_says() -> None:
    """The lines for the three shells are those of `rein --help`."""
    lines = [one.strip() for one in str(program.epilog).splitlines() if "_REIN_COMPLETE" in one]
    shown = [line for one in blocks(SECTIONS["Completion"]) for line in one.text.splitlines()]
    assert [line.split() for line in lines] == [line.split() for line in shown]


# --- JSON


def test_examples_are_what_is_printed() -> None:
    """Each command of the page prints what stands below it, and that fits the schema that the page names."""
    seen = set()
    for scene in scenes(TEXT):
        for one in compare(TEXT, scene, ACTS):
            seen.add(one.schema)
            schema = json.loads((FOLDER / f"{one.schema}.json").read_text(encoding="utf-8"))
            for text in (one.said, one.printed):
                assert [found.message for found in Draft202012Validator(schema).iter_errors(json.loads(text))] == []
    assert seen == {path.stem for path in FOLDER.glob("*.json")}


def test_every_schema_is_named() -> None:
    """The file of each shape stands on the page, in the section of its command."""
    assert [path.name for path in FOLDER.glob("*.json") if f"`{path.name}`" not in TEXT] == []
