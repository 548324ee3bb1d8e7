from __future__ import annotations

import csv
from pathlib import Path

import pytest

from sdk_suites.sdist import fetch, unpack
from sdk_suites.suite import Ends, run

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tests that come with PyGithub, and their pytest settings."""
    folder = tmp_path_factory.mktemp("pygithub")
    unpack(fetch("pygithub"), folder, {"tests", "pyproject.toml"})
    return folder


@pytest.fixture(scope="module")
def ends(unpacked: Path) -> tuple[Ends, Ends]:
    """The suite with PyGithub's own clients and with armed ones."""
    return run(unpacked, armed=False), run(unpacked, armed=True)


def admitted() -> dict[str, str]:
    """The tests that may fail with armed clients, and what each has to say then."""
    with (HERE / "admitted.tsv").open() as file:
        lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert all(line["why"] for line in lines)
    return {line["test"]: line["says"] for line in lines}


def test_the_suite_passes_with_the_sdk_s_own_clients(ends: tuple[Ends, Ends]) -> None:
    """Without us every test of the suite passes here, so that what fails with us is ours."""
    bare, _ = ends
    assert bare.those("failed") == set()
    assert bare.counts["passed"] > 1000


def test_the_suite_passes_with_armed_clients(ends: tuple[Ends, Ends], capsys: pytest.CaptureFixture[str]) -> None:
    """The same tests pass with armed clients, but for those that are admitted, each failing as it is said there."""
    bare, armed = ends
    with capsys.disabled():
        print(f"\n{_told(bare, armed)}")  # noqa: T201 - the counts are what one runs it for
    assert armed.tests.keys() == bare.tests.keys()
    failed = armed.those("failed") - bare.those("failed")
    expected = admitted()
    assert failed == expected.keys(), "\n".join(
        [
            *(f"{name}: {armed.tests[name][1][-1500:]}" for name in sorted(failed - expected.keys())),
            *(f"admitted.tsv: {name} passes" for name in sorted(expected.keys() - failed)),
        ]
    )
    assert [name for name, says in expected.items() if says not in armed.tests[name][1]] == []


def test_the_clients_were_armed(ends: tuple[Ends, Ends]) -> None:
    """Clients were armed, hundreds of writes went through the gate, and no answer that we made is left over."""
    _, armed = ends
    seen = armed.gate["seen"]
    assert seen["armed"] > 1000
    assert seen["landed"] > 400
    assert armed.gate["unused"] == []


def test_what_sends_no_write_needs_no_run(
    ends: tuple[Ends, Ends], unpacked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where no run is open the rest passes with armed clients: reads, pages, errors, retries, sign-in, pickles."""
    _, armed = ends
    outside = run(unpacked, armed=True, in_run=False)
    failed = outside.those("failed")
    with capsys.disabled():
        print(f"\narmed clients, no run open: {outside.counts['passed']} passed, {len(failed)} refused")  # noqa: T201
    assert failed - set(armed.gate["writers"]) - admitted().keys() == set()
    assert [name for name in failed if "Refused" not in outside.tests[name][1]] == []
    assert outside.gate["told"] == {}


def _told(bare: Ends, armed: Ends) -> str:
    lines = []
    for name, one in (("PyGithub's own clients", bare), ("armed clients", armed)):
        counts = one.counts
        lines.append(f"{name}: {counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    seen, told = (dict(armed.gate[name]) for name in ("seen", "told"))
    lines.append(f"{seen.pop('armed')} clients armed; writes by how they ended: {_counted(seen)}")
    lines.append(f"reads of the gate's own, by where their answer is from: {_counted(told)}")
    return "\n".join(lines)


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items(), key=lambda one: -one[1]))
