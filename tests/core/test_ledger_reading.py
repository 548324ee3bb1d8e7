"""Reading: runs are found by what a person types, objects by their path, and listing stays cheap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agentrein.errors import AmbiguousRun, UnknownRun
from agentrein.ledger.ids import ALPHABET, new_run_id
from agentrein.ledger.protocol import Summary
from agentrein.ledger.sqlite import SqliteLedger
from ledger_kit import RUN, begin


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[SqliteLedger]:
    """An empty ledger."""
    found = SqliteLedger(tmp_path / "ledger.sqlite3")
    yield found
    found.close()


def touch(ledger: SqliteLedger, name: str, run: str = RUN) -> None:
    """Record one landed action on an object."""
    seq = ledger.append(run, "planned", {}, epoch=1, number=True).seq
    ledger.append(run, "outcome", {}, epoch=1, seq=seq, summary=Summary(state="landed", objects=(name,), landed=True))


def test_run_ids_hold_nothing_that_is_confused() -> None:
    """An id is `r-` and eight characters, without 0, 1, i, l and o, and no two are alike."""
    ids = {new_run_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(run[:2] == "r-" and len(run) == 10 and set(run[2:]) <= set(ALPHABET) for run in ids)
    assert not set(ALPHABET) & set("01ilo")


def test_run_shows_how_it_was_opened(ledger: SqliteLedger) -> None:
    """A run's summary holds name, reason, opener and owner, and starts open in epoch 1."""
    assert ledger.open_run(RUN, "triage", because="ticket 812", by="ada", owner={"pid": 1}) == 1
    row = ledger.run(RUN)
    assert (row.id, row.name, row.because, row.by, row.owner) == (RUN, "triage", "ticket 812", "ada", {"pid": 1})
    assert (row.status, row.epoch, row.actions, row.ended, row.head) == ("open", 1, 0, None, "")
    assert row.started.endswith("Z")


def test_runs_are_listed_newest_first(ledger: SqliteLedger) -> None:
    """`runs` lists by opening, newest first, all or those of some statuses, up to a limit."""
    names = ["r-cccccccc", "r-aaaaaaaa", "r-bbbbbbbb"]
    for name in names:
        begin(ledger, name)
    ledger.append("r-aaaaaaaa", "status", {}, epoch=1, summary=Summary(status="failed"))
    assert [row.id for row in ledger.runs()] == names[::-1]
    assert [row.id for row in ledger.runs(limit=2)] == ["r-bbbbbbbb", "r-aaaaaaaa"]
    assert [row.id for row in ledger.runs(statuses=["failed"])] == ["r-aaaaaaaa"]
    assert [row.id for row in ledger.runs(statuses=["open", "failed"], limit=1)] == ["r-bbbbbbbb"]
    assert ledger.runs(statuses=["paused"]) == []


@pytest.mark.parametrize("typed", ["r-abcdefgh", "r-abc", "abcdefgh", "abc", "ABC", " abc ", "last"])
def test_run_is_found_by_what_a_person_types(ledger: SqliteLedger, typed: str) -> None:
    """A full id, a unique beginning with or without `r-`, and `last` all find the run."""
    begin(ledger, "r-abdddddd")
    begin(ledger, "r-abcdefgh")
    assert ledger.resolve(typed) == "r-abcdefgh"


@pytest.mark.parametrize("typed", ["r-zz", "", "r-", "%", "r-_", "last"])
def test_unknown_run_is_named(ledger: SqliteLedger, typed: str) -> None:
    """What begins no run's id is unknown, wildcards of SQL and an empty text included."""
    if typed != "last":
        begin(ledger)
    with pytest.raises(UnknownRun) as caught:
        ledger.resolve(typed)
    assert repr(typed) in caught.value.what
    assert caught.value.where == str(ledger.path)


def test_ambiguous_beginning_lists_the_runs(ledger: SqliteLedger) -> None:
    """A beginning of several ids is refused with the candidates; a full id wins over longer ones."""
    for name in ("r-ab", "r-abc", "r-abd"):
        begin(ledger, name)
    with pytest.raises(AmbiguousRun, match="r-ab, r-abc, r-abd"):
        ledger.resolve("a")
    assert ledger.resolve("r-ab") == "r-ab"


def test_unknown_run_has_no_summary(ledger: SqliteLedger) -> None:
    """Asking for a run that is not there is an error that names it, never an empty answer."""
    for ask in (ledger.run, ledger.is_owned, ledger.owns, ledger.verify):
        with pytest.raises(UnknownRun, match="'r-zzzzzzzz'"):
            ask("r-zzzzzzzz")


def test_touching_finds_an_object_and_its_children(ledger: SqliteLedger) -> None:
    """`touching` finds actions on the objects named and below them, of any run, in the order of landing."""
    begin(ledger)
    begin(ledger, "r-bcdefghj")
    touch(ledger, "github:repo:42/issue:7")
    touch(ledger, "github:repo:42/issue:7/comment:1", "r-bcdefghj")
    touch(ledger, "github:repo:42/issue:70")
    touch(ledger, "github:repo:42")
    found = ledger.touching(["github:repo:42/issue:7"])
    assert [(item.run, item.object) for item in found] == [
        (RUN, "github:repo:42/issue:7"),
        ("r-bcdefghj", "github:repo:42/issue:7/comment:1"),
    ]
    everything = ledger.touching(["github:repo:42", "github:repo:42/issue:7"])
    assert [item.landed for item in everything] == sorted(item.landed or 0 for item in everything)
    assert len(everything) == 4


@pytest.mark.parametrize("name", ["drive:a%", "drive:a_b", "drive:a*", "drive:[ab]", "drive:a'--", "drive:é"])
def test_touching_takes_names_literally(ledger: SqliteLedger, name: str) -> None:
    """No character of an object's name is a wildcard."""
    begin(ledger)
    for other in (name, name + "/child:1", "drive:ab", "drive:axb/child:1", "drive:a", name + "0"):
        touch(ledger, other)
    assert [item.object for item in ledger.touching([name])] == [name, name + "/child:1"]


def test_action_with_several_objects_is_found_under_each(ledger: SqliteLedger) -> None:
    """Objects that a later entry names are added to those known before; each that matches is one touch."""
    begin(ledger)
    for objects in (("slack:channel:C1/message:1",), (), None, ("slack:channel:C1/message:1", "slack:user:U1")):
        ledger.append(RUN, "outcome", {}, epoch=1, seq=1, summary=Summary(objects=objects))
    assert [touch.object for touch in ledger.touching(["slack:channel:C1", "slack:user:U1"])] == [
        "slack:channel:C1/message:1",
        "slack:user:U1",
    ]
    assert [touch.object for touch in ledger.touching(["slack:user:U1"])] == ["slack:user:U1"]


def test_action_without_object_touches_nothing(ledger: SqliteLedger) -> None:
    """An action that has no object yet is found under none."""
    begin(ledger)
    ledger.append(RUN, "planned", {}, epoch=1, number=True, summary=Summary(state="planned"))
    assert ledger.touching(["", "github:repo:42"]) == []


def test_listing_does_not_read_actions(ledger: SqliteLedger) -> None:
    """Listing runs takes the same work whether the ledger holds no action or a hundred thousand."""
    for name in ("r-aaaaaaaa", "r-bbbbbbbb", "r-cccccccc"):
        begin(ledger, name)
    before = _work(ledger)
    with ledger._connection.writing(sync=False) as db:
        db.execute(
            "WITH RECURSIVE many (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM many WHERE i < 100000)"
            " INSERT INTO entries (run, n, seq, kind, at, epoch, format, payload, prev, digest)"
            " SELECT 'r-aaaaaaaa', i, i, 'planned', '', 1, 1, '', '', '' FROM many"
        )
        db.execute("INSERT INTO actions (run, seq, landed) SELECT run, seq, id FROM entries")
        db.execute("INSERT INTO objects (object, run, seq) SELECT 'x:' || seq, run, seq FROM entries")
    assert _work(ledger) == before
    assert [item.seq for item in ledger.touching(["x:77777"])] == [77777]


def _work(ledger: SqliteLedger) -> tuple[int, int]:
    """How many steps SQLite's machine takes to list the runs, and to find one object."""
    steps = []
    for ask in (ledger.runs, lambda: ledger.touching(["y:1"])):
        count = 0

        def step() -> int:
            nonlocal count
            count += 1
            return 0

        with ledger._connection.reading() as db:
            db.set_progress_handler(step, 1)
            ask()
            db.set_progress_handler(None, 0)
        steps.append(count)
    return steps[0], steps[1]
