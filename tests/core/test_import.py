"""What `import agentrein` loads, and that its names are there all the same."""

from __future__ import annotations

import ast
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import agentrein as rein

HEAVY = {
    *("asyncio", "click", "importlib.metadata", "rich", "sqlite3", "ssl"),
    *("aiohttp", "github", "httpx", "notion_client", "requests", "slack_sdk", "urllib3"),
    *("agentrein_demo", "agentrein_github", "agentrein_notion", "agentrein_slack"),
}
"""What costs time to load and has no use before the first client or run: SDKs, connectors, what commands need."""


def python(code: str) -> str:
    """What a fresh interpreter prints, which loads nothing that this one has loaded."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_loads_nothing_heavy() -> None:
    """`import agentrein` loads no SDK, no connector, no Click or Rich, no database driver and no event loop."""
    loaded = python("import sys; before = set(sys.modules); import agentrein; print(*set(sys.modules) - before)")
    assert "agentrein" in loaded.split()
    assert HEAVY & set(loaded.split()) == set()


def test_importing_loads_no_other_module_of_ours() -> None:
    """The package alone is loaded until one of its names is used."""
    assert python("import sys, agentrein; print(*(m for m in sys.modules if m.startswith('agentrein')))") == "agentrein"


def test_importing_leaves_copying_alone() -> None:
    """The module `copy` is what it was before: nothing of ours is registered or replaced there."""
    code = """
import copy
def state():
    tables = copy._deepcopy_dispatch, copy._copy_dispatch
    return [dict(table) for table in tables], {name: id(value) for name, value in vars(copy).items()}
before = state()
import agentrein as rein
rein.wrap, rein.run
print(state() == before)
"""
    assert python(code) == "True"


def test_lists_of_public_names_agree() -> None:
    """`__all__`, the table that the interpreter uses and the imports that type checkers see name the same things."""
    source = ast.parse(Path(str(rein.__file__)).read_text(encoding="utf-8"))
    (seen,) = (node for node in source.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    homes = {
        name.name: str(node.module).removeprefix("agentrein.")
        for node in seen.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert homes == rein._HOMES
    assert sorted(homes) == sorted(rein.__all__)


@pytest.mark.parametrize("name", rein.__all__)
def test_public_name_is_there(name: str) -> None:
    """Each public name can be had as an attribute, is listed by `dir`, and is an ordinary global from then on."""
    found = getattr(rein, name)
    assert name in dir(rein)
    assert vars(rein)[name] is found


def test_unknown_name_is_no_attribute() -> None:
    """A name that is not public raises AttributeError, as of any module."""
    with pytest.raises(AttributeError, match="module 'agentrein' has no attribute 'nope'"):
        _ = rein.nope  # type: ignore[attr-defined]


def test_functions_win_over_modules_of_the_same_name() -> None:
    """`rein.run`, `rein.revert` and `rein.recover` are the functions, whichever module was imported first."""
    code = """
import agentrein.recover, agentrein.revert, agentrein.run
print(*(callable(one) for one in (agentrein.recover, agentrein.revert, agentrein.run)))
from agentrein import run
print(callable(run))
"""
    assert python(code).split() == ["True"] * 4


def test_everything_public_can_be_imported_with_a_star() -> None:
    """`from agentrein import *` gives every public name."""
    assert (
        python("from agentrein import *; import agentrein; print(set(agentrein.__all__) <= set(globals()))") == "True"
    )


def test_public_names_pickle() -> None:
    """Functions and classes pickle by the module that holds them, so that another process finds them."""
    for one in (rein.run, rein.Refused, rein.Tier.COSTLY, rein.Report):
        assert pickle.loads(pickle.dumps(one)) is one  # noqa: S301 - our own bytes


def test_run_opens_with_the_tripwire_and_the_fork_hooks_in_place() -> None:
    """What a run needs is loaded with the first run: its tripwire stands, and a forked child has no open run."""
    code = """
import os, tempfile, http.client
os.environ["AGENTREIN_LEDGER"] = tempfile.mkdtemp() + "/ledger.sqlite3"
plain = http.client.HTTPConnection.send
import agentrein as rein
with rein.run("here"):
    print(http.client.HTTPConnection.send is not plain, flush=True)
    child = os.fork()
    if not child:
        from agentrein import context
        print(context.open_runs(), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""
    assert python(code).split() == ["True", "[]"]
