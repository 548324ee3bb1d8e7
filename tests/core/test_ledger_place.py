"""The ledger's file: where it is, who can read it, and what is refused as a ledger."""

from __future__ import annotations

import gc
import os
import sqlite3
import stat
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from agentrein.errors import LedgerNewer, LedgerUnusable
from agentrein.ledger import migrations, open_ledger
from agentrein.ledger.place import parse
from agentrein.ledger.sqlite import SqliteLedger
from ledger_kit import RUN, begin, heard, process


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a ledger with one run and one entry is."""
    found = tmp_path / "ledger.sqlite3"
    with closing(SqliteLedger(found)) as ledger:
        begin(ledger)
        ledger.append(RUN, "note", {"says": "hello"}, epoch=1)
        ledger.release(RUN)
    return found


@contextmanager
def umask(bits: int) -> Iterator[None]:
    """Run a block under another umask."""
    before = os.umask(bits)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    """A file's permission bits."""
    return stat.S_IMODE(path.stat().st_mode)


def refused(path: Path | str, *, create: bool = True) -> LedgerUnusable:
    """The error with which a place is refused."""
    with pytest.raises(LedgerUnusable) as caught:
        SqliteLedger(path, create=create)
    return caught.value


@pytest.mark.parametrize("bits", [0, 0o777])
def test_files_are_the_owners_alone(tmp_path: Path, bits: int) -> None:
    """Folder, file, WAL and shared memory can be read by nobody else, whatever the umask."""
    with umask(bits), closing(SqliteLedger(tmp_path / "new" / "deep" / "ledger.sqlite3")) as ledger:
        begin(ledger)
        assert mode(tmp_path / "new") == mode(tmp_path / "new" / "deep") == 0o700
        files = [file for file in ledger.path.parent.iterdir() if file.is_file()]
        assert {file.name: mode(file) for file in files} == {
            "ledger.sqlite3": 0o600,
            "ledger.sqlite3-wal": 0o600,
            "ledger.sqlite3-shm": 0o600,
        }


def test_file_is_private_before_sqlite_opens_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When SQLite first sees the file it is empty and owner-only already, and SQLite is not allowed to make it."""
    seen = []
    real = sqlite3.connect

    def connect(database: str, **options: Any) -> sqlite3.Connection:
        file = tmp_path / "ledger.sqlite3"
        seen.append((database.split("?")[1], mode(file), file.stat().st_size))
        return real(database, **options)

    monkeypatch.setattr(sqlite3, "connect", connect)
    with umask(0), closing(SqliteLedger(tmp_path / "ledger.sqlite3")):
        assert seen == [("mode=rw", 0o600, 0)]


def test_empty_file_becomes_a_private_ledger(tmp_path: Path) -> None:
    """An empty file, as `touch` or a crash leaves it, is made private and used."""
    file = tmp_path / "ledger.sqlite3"
    with umask(0):
        file.touch()
    assert refused(file, create=False).what == "there is no ledger here"
    with closing(SqliteLedger(file)):
        assert mode(file) == 0o600


def test_existing_folder_is_left_as_it_is(tmp_path: Path) -> None:
    """A folder that was there before keeps its permissions."""
    tmp_path.chmod(0o755)
    with closing(SqliteLedger(tmp_path / "ledger.sqlite3")):
        assert mode(tmp_path) == 0o755


@pytest.mark.parametrize("form", ["{0}", "sqlite:///{0}", "file:{0}", "file://{0}", "file://localhost{0}"])
def test_every_form_of_the_place_is_the_same_ledger(path: Path, form: str) -> None:
    """A path and the URLs for it open the same file, and the ledger's own URL does too."""
    with closing(SqliteLedger(form.format(path))) as ledger, closing(SqliteLedger(ledger.url)) as again:
        assert ledger.path == again.path == path
        assert again.run(RUN).name == "triage"


def test_relative_and_odd_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative paths, `~` and characters that mean something in a URL are understood."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert parse("a.db").path == parse("sqlite:///a.db").path == parse("file:a.db").path == tmp_path / "a.db"
    assert parse("~/a.db").path == parse("sqlite:///~/a.db").path == tmp_path / "home" / "a.db"
    odd = tmp_path / "a b?c#d%20é.db"
    with closing(SqliteLedger(odd)) as ledger, closing(SqliteLedger(ledger.url)) as again:
        assert ledger.path == again.path == odd
    assert odd.exists()


@pytest.mark.parametrize("url", ["postgresql://ada:hunter2@db/rein", "postgres://ada:hunter2@db/rein"])
def test_postgres_is_not_supported_yet(url: str) -> None:
    """A PostgreSQL URL gets one clear sentence, without the password."""
    error = refused(url)
    assert error.what == "a postgresql:// ledger is not supported yet"
    assert "hunter2" not in str(error) + repr(error)


@pytest.mark.parametrize(
    "url",
    ["mysql://ada:hunter2@db/x", "sqlite://hunter2/x.db", "sqlite:///x.db?key=hunter2", "sqlite:///x?mode=memory"],
)
def test_other_urls_are_refused_without_repeating_them(url: str) -> None:
    """Other stores, hosts and options are refused, and what may be a secret in them is not printed."""
    error = refused(url)
    assert "hunter2" not in str(error) + repr(error)


@pytest.mark.parametrize("url", ["", ":memory:", "sqlite://", "sqlite:///", "sqlite:///:memory:", "file:"])
def test_ledger_in_memory_is_refused(url: str) -> None:
    """What would not survive the process is no ledger."""
    assert refused(url).now.startswith("give a path")


def test_missing_ledger_is_not_made_unasked(tmp_path: Path) -> None:
    """With `create=False`, and in mode `ro` and `rw`, a missing file is an error that names it, and stays missing."""
    file = tmp_path / "sub" / "ledger.sqlite3"
    for place in (file, f"sqlite:///{file}?mode=ro", f"file:{file}?mode=rw"):
        error = refused(place, create=place != file)
        assert (error.what, error.where) == ("there is no ledger here", str(file))
    assert not file.parent.exists()


def test_folder_is_no_ledger(tmp_path: Path) -> None:
    """A folder's path is refused as such, and so is a path below a file."""
    assert refused(tmp_path).what == "this is no file, so it cannot be a ledger"
    (tmp_path / "file").touch()
    assert refused(tmp_path / "file" / "ledger.sqlite3").where == str(tmp_path / "file" / "ledger.sqlite3")


def test_other_files_are_refused_untouched(tmp_path: Path) -> None:
    """A text file is no database, another program's database is no ledger, and neither is changed."""
    text = tmp_path / "notes.txt"
    text.write_text("dear diary, " * 100)
    foreign = tmp_path / "app.db"
    with closing(sqlite3.connect(foreign)) as db, db:
        db.execute("CREATE TABLE users (name TEXT)")
    for file, words in ((text, "not a ledger: it is not a database"), (foreign, "is not a ledger of AgentRein")):
        before = file.read_bytes()
        error = refused(file)
        assert words in error.what
        assert error.where == str(file)
        assert file.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["app.db", "notes.txt"]


def test_damaged_ledger_says_so(path: Path) -> None:
    """A ledger whose pages were overwritten is reported as damaged, naming the file."""
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x00\xff" * ((len(content) - 4096) // 2)
    path.write_bytes(content)
    with pytest.raises(LedgerUnusable, match="damaged") as caught, closing(SqliteLedger(path)) as ledger:
        ledger.runs()
    assert caught.value.where == str(path)


def check_read_only(ledger: SqliteLedger) -> None:
    """Reads work, each write is refused naming the ledger."""
    assert ledger.read_only
    assert [entry.payload for entry in ledger.entries(RUN)] == [{"says": "hello"}]
    assert ledger.runs()
    assert not ledger.is_owned(RUN)
    ledger.verify(RUN)
    for write in (
        lambda: begin(ledger, "r-bcdefghj"),
        lambda: ledger.append(RUN, "planned", {}, epoch=1, number=True, owned=True, sync=True),
        lambda: ledger.take_over(RUN, {}),
    ):
        with pytest.raises(LedgerUnusable, match="the ledger is read-only") as caught:
            write()
        assert caught.value.where == str(ledger.path)
    assert len(ledger.entries(RUN)) == 1


@pytest.mark.parametrize("form", ["sqlite:///{0}?mode=ro", "file:{0}?mode=ro"])
def test_url_can_ask_to_read_only(path: Path, form: str) -> None:
    """A ledger opened with `mode=ro` is read, and refuses writes, also while another process writes to it."""
    with closing(SqliteLedger(form.format(path))) as ledger:
        check_read_only(ledger)
    with closing(SqliteLedger(path)) as writing, closing(SqliteLedger(form.format(path))) as ledger:
        writing.append(RUN, "note", {}, epoch=1)
        assert len(ledger.entries(RUN)) == 2


def test_file_without_write_permission_is_read_only(path: Path) -> None:
    """A file that nobody may write opens read-only, for root too, and leaves nothing beside it."""
    path.chmod(0o400)
    with closing(SqliteLedger(path)) as ledger:
        check_read_only(ledger)
    assert [file.name for file in path.parent.iterdir() if file.is_file()] == [path.name]


def test_folder_without_write_permission_is_read_only(path: Path) -> None:
    """A ledger in a folder that nobody may write opens read-only, and a new one cannot be made there."""
    path.parent.chmod(0o500)
    try:
        with closing(SqliteLedger(path)) as ledger:
            check_read_only(ledger)
        assert "the folder is read-only" in refused(path.with_name("new.sqlite3")).what
    finally:
        path.parent.chmod(0o700)


def test_permission_taken_away_while_open(path: Path) -> None:
    """A ledger that loses its write permission while it is open refuses the next append."""
    with closing(SqliteLedger(path)) as ledger:
        path.chmod(0o400)
        with pytest.raises(LedgerUnusable, match="read-only"):
            ledger.append(RUN, "note", {}, epoch=1)
        path.chmod(0o600)
        ledger.append(RUN, "note", {}, epoch=1)


@pytest.mark.parametrize("replaced", [False, True])
def test_file_deleted_while_open(path: Path, replaced: bool) -> None:  # noqa: FBT001 - both cases of one behaviour
    """A ledger whose file was deleted or replaced refuses appends instead of writing into nothing."""
    with closing(SqliteLedger(path)) as ledger:
        path.unlink()
        if replaced:
            path.touch()
        with pytest.raises(LedgerUnusable, match="moved or deleted"):
            ledger.append(RUN, "note", {}, epoch=1)


def test_locked_ledger_says_so(path: Path) -> None:
    """While another program holds the write lock an append waits `busy_timeout`, then says that it is locked."""
    with closing(SqliteLedger(path, busy_timeout=0.05)) as ledger, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerUnusable, match="the ledger is locked: another process") as caught:
            ledger.append(RUN, "note", {}, epoch=1, sync=True)
        assert caught.value.where == str(path)
        assert len(ledger.entries(RUN)) == 1
        other.rollback()
        assert ledger.append(RUN, "note", {}, epoch=1, sync=True).n == 2


def test_append_waits_for_another_process(path: Path) -> None:
    """An append that meets another process's transaction waits for its end and then succeeds."""
    code = """
with ledger._connection.writing(sync=False):
    say("locked")
    input()
    import time; time.sleep(0.2)
"""
    with process(path, code) as other, closing(SqliteLedger(path)) as ledger:
        assert heard(other) == "locked"
        assert other.stdin is not None
        other.stdin.write("\n")
        other.stdin.flush()
        assert ledger.append(RUN, "note", {}, epoch=1).n == 2


def newer(path: Path) -> None:
    """Turn a ledger into one of a later version."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO migrations VALUES (?, '')", (migrations.VERSION + 1,))


def test_newer_ledger_can_be_read(path: Path) -> None:
    """A ledger of a newer AgentRein is read as far as its tables allow, and every write is refused."""
    newer(path)
    with closing(SqliteLedger(path)) as ledger:
        assert ledger.read_only
        assert len(ledger.entries(RUN)) == 1
        for write in (lambda: begin(ledger, "r-bcdefghj"), lambda: ledger.append(RUN, "note", {}, epoch=1)):
            with pytest.raises(LedgerNewer) as caught:
                write()
            assert caught.value.where == str(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("ALTER TABLE runs RENAME TO journeys")
    with closing(SqliteLedger(path)) as ledger, pytest.raises(LedgerNewer):
        ledger.runs()


def test_ledger_migrated_while_open(path: Path) -> None:
    """A process that still runs old code cannot write to a ledger that a newer one migrated meanwhile."""
    with closing(SqliteLedger(path)) as ledger:
        newer(path)
        for write in (
            lambda: begin(ledger, "r-bcdefghj"),
            lambda: ledger.append(RUN, "note", {}, epoch=1),
            lambda: ledger.take_over(RUN, {}),
        ):
            with pytest.raises(LedgerNewer):
                write()


def test_failed_migration_leaves_the_version_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration that fails half-way changes nothing, and the next opening applies it whole."""

    def broken(db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE half (x)")
        db.execute("CREATE TABLE half (x)")

    file = tmp_path / "ledger.sqlite3"
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, broken))
    monkeypatch.setattr(migrations, "VERSION", migrations.VERSION + 1)
    assert "already exists" in refused(file).what
    monkeypatch.undo()
    with closing(SqliteLedger(file)) as ledger, ledger._connection.reading() as db:
        assert migrations.version(db) == migrations.VERSION
        assert not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchone()


def test_open_ledger_finds_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The argument wins over `AGENTREIN_LEDGER`, which wins over the user's data folder."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("AGENTREIN_LEDGER", raising=False)
    default = open_ledger(None)
    assert str(tmp_path) in default.url
    assert default.url.endswith("agentrein/ledger.sqlite3")
    monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "env.sqlite3"))
    assert open_ledger().url.endswith("/env.sqlite3")
    assert open_ledger(str(tmp_path / "arg.sqlite3")).url.endswith("/arg.sqlite3")


def test_one_process_shares_one_ledger(tmp_path: Path) -> None:
    """Every name of a file gives the same object, until it is closed or its file is gone."""
    file = tmp_path / "ledger.sqlite3"
    first = open_ledger(str(file))
    assert open_ledger(f"sqlite:///{file}") is first
    first.close()
    second = open_ledger(str(file))
    assert second is not first
    begin(second)  # type: ignore[arg-type]
    file.unlink()
    third = open_ledger(str(file))
    assert third.runs() == []
    file.chmod(0o400)
    assert open_ledger(str(file)).read_only
    file.chmod(0o600)
    assert open_ledger(str(file)) is third


def test_close_leaves_nothing_open(path: Path) -> None:
    """After `close` no descriptor of the ledger is left, no warning comes, and later use says that it was closed."""
    ledger = SqliteLedger(path)
    ledger.append(RUN, "note", {}, epoch=1, sync=True)
    ledger.close()
    ledger.close()
    assert sorted(file.name for file in path.parent.iterdir() if file.is_file()) == [path.name]
    with pytest.raises(LedgerUnusable, match="was closed"):
        ledger.runs()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        del ledger
        gc.collect()


def test_importing_the_ledger_is_light(path: Path) -> None:
    """Importing `agentrein.ledger` loads neither sqlite3 nor platformdirs."""
    code = """
import subprocess
names = "import sys, agentrein.ledger; print({'sqlite3', 'platformdirs'} & set(sys.modules))"
say(subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True).stdout)
"""
    with process(path, code, counted=False) as asking:
        assert heard(asking) == "set()"
