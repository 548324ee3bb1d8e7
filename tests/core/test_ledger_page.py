"""docs/ledger.md: every query and program on the page runs against a real ledger, and its tables are the real ones."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from github import Auth, Github

import agentrein as rein
from agentrein.ledger import open_ledger
from agentrein.ledger.protocol import Summary
from agentrein.ledger.sqlite import SqliteLedger
from agentrein.model import RunStatus, State
from agentrein.testing import Sandbox
from ledger_kit import begin

RUN = "r-7f3kqm94"
PAGE = (Path(__file__).parents[2] / "docs" / "ledger.md").read_text()


def blocks(language: str) -> list[str]:
    """The page's blocks in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[SqliteLedger]:
    """The page's run: an issue that was opened, and a message of which nobody knows."""
    found = SqliteLedger(tmp_path / "ledger.sqlite3")
    begin(found, RUN)
    found.append(RUN, "opened", {}, epoch=1)
    issue = {
        "says": "open issue 'Flaky test' in acme/app",
        "call": {"address": "POST /repos/{owner}/{repo}/issues", "params": {"owner": "acme"}, "body": {"title": "é"}},
        "effect": {"inverse": {"form": {"is": "do", "address": "PATCH /issues"}, "holes": []}},
        "residue": "The closed issue keeps its number.",
    }
    found.append(RUN, "planned", issue, epoch=1, number=True, sync=True, summary=Summary(state="planned"))
    landed = Summary(state="landed", objects=("github:repo:42/issue:7",), fields=("title",), landed=True)
    found.append(RUN, "outcome", {"number": 7}, epoch=1, seq=1, summary=landed)
    message = {"says": "post to #team", "call": {}, "effect": {"inverse": None}}
    found.append(RUN, "planned", message, epoch=1, number=True, sync=True, summary=Summary(state="planned"))
    yield found
    found.close()


@pytest.mark.parametrize("query", blocks("sql"))
def test_query_runs_and_finds_something(ledger: SqliteLedger, query: str) -> None:
    """Each query of the page runs in a read-only connection, beside the running process, and finds rows."""
    with closing(sqlite3.connect(f"{ledger.path.as_uri()}?mode=ro", uri=True)) as db:
        rows = db.execute(query).fetchall()
    assert rows
    assert any(value is not None for value in rows[0])


def test_queries_answer_their_questions(ledger: SqliteLedger) -> None:
    """The page's list of what to undo begins with what is not known, and names what stays behind."""
    (query,) = (block for block in blocks("sql") if "stays_behind" in block)
    with closing(sqlite3.connect(ledger.path)) as db:
        assert db.execute(query).fetchall() == [
            (2, "planned", "post to #team", None),
            (1, "landed", "open issue 'Flaky test' in acme/app", "The closed issue keeps its number."),
        ]


def test_program_verifies_the_chain(ledger: SqliteLedger) -> None:
    """The page's program accepts a whole chain and names the entry that was changed."""
    (program,) = blocks("python")
    names = {"ledger": ledger.path, "run": RUN}
    exec(program, dict(names))  # noqa: S102 - the page's own code
    with closing(sqlite3.connect(ledger.path)) as db, db:
        db.execute("DROP TRIGGER entries_update")
        db.execute("UPDATE entries SET kind = 'note' WHERE n = 3")
    scope = dict(names)
    with pytest.raises(AssertionError, match="entry 3 was changed"):
        exec(program, scope)  # noqa: S102 - the page's own code
    scope["db"].close()  # type: ignore[attr-defined]


def test_page_names_every_table_and_column(ledger: SqliteLedger) -> None:
    """Every table and every column of the file is on the page."""
    with closing(sqlite3.connect(ledger.path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            if not table.startswith("sqlite_"):
                assert f"`{table}`" in PAGE
                columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
                if table != "migrations":
                    assert [column for column in columns if f"`{column}`" not in PAGE] == []


def test_page_names_every_payload_key(
    rein_sandbox: Callable[[str], Sandbox], rein_ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every kind of entry and every key of a payload that real runs, their undos and a person write is on the page."""
    url = rein_sandbox("github").url
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", url)
    auth = Auth.Token("token-octocat")
    armed = rein.wrap(Github(auth=auth, base_url=url, seconds_between_requests=None, seconds_between_writes=None))
    with rein.run("all kinds") as run:
        repo = armed.get_repo("acme/app")
        repo.create_issue("Flaky test").add_to_labels("bug")
        with contextlib.suppress(rein.Refused):
            repo.delete()
        run.note("because")
    rein.revert(run.id, keep=[1])
    found = open_ledger(str(rein_ledger)).entries(run.id)
    said = {"opened", "planned", "outcome", "undo_intent", "undo_outcome", "kept", "refused", "note", "status", "owner"}
    assert {entry.kind for entry in found} == said
    keys = {key for entry in found for key in entry.payload or {}}
    assert [word for word in sorted(said | keys) if f"`{word}`" not in PAGE] == []


def test_page_names_every_status_and_state() -> None:
    """Every status of a run and every state of an action is on the page."""
    assert [word for word in (*RunStatus, *State) if f"`{word}`" not in PAGE] == []
