"""A pytest plugin for PyGithub's own tests: every client that they make is armed, and each test is a run if so asked.

The suite's replay files hold what PyGithub sends, in order, and fail on anything else. So what passes here proves that
a write leaves through the gate once, with the address, headers and JSON that it would have had, and that its answer
reaches the SDK. The gate's own reads (who acts, what stands there) are in no file; `recordings` answers them.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from github import Github, GithubIntegration

import agentrein as rein
from agentrein_github.proxy import GitHubClient
from sdk_suites.recordings import Recordings

MADE = Path(__file__).with_name("made.json")
SEEN: Counter[str] = Counter()
WRITERS: list[str] = []
_recordings: Recordings


def pytest_collection_finish(session: pytest.Session) -> None:
    """Arm what will be made from here on, and answer the gate's own reads."""
    from tests import Framework  # the suite's own, from the folder that it was unpacked into

    global _recordings  # noqa: PLW0603 - a plugin is a module
    _recordings = Recordings(Path(Framework.BasicTestCase.replayDataFolder), MADE)
    _answer_own_reads(Framework)
    rein.wrap(Github()).close()  # a connector that does not load fails here, once
    for kind in (Github, GithubIntegration):
        _arm_all(kind)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave behind what went through the gate."""
    unused = sorted(_recordings.unused)
    counts = {"seen": SEEN, "told": _recordings.told, "unused": unused, "writers": WRITERS}
    Path(os.environ["SDK_SUITE_GATE"]).write_text(json.dumps(counts))


@pytest.fixture(autouse=True)
def _a_run(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test acts in a run that lets out what it may not undo, for the suite merges, deletes and releases."""
    monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
    if not os.environ["SDK_SUITE_RUN"]:
        yield
        return
    asked = _recordings.told.total()
    with rein.run(request.node.name, policy={"irreversible": "allow"}, on_failure="keep") as run:
        yield
    SEEN.update(action.state.value for action in run.actions)
    if run.actions or _recordings.told.total() > asked:  # its reads may have shown that the write cannot be
        WRITERS.append(request.node.nodeid.removeprefix("tests/"))


def _arm_all(kind: type[Any]) -> None:
    made = kind.__init__

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807 - it takes the place of the SDK's
        made(self, *args, **kwargs)
        rein.wrap(self)
        SEEN["armed"] += 1

    kind.__init__ = __init__


def _answer_own_reads(framework: Any) -> None:
    """Let the suite's connection answer the gate's own reads from elsewhere, and everything else from its file."""
    connection = framework.ReplayingConnection
    replay, replayed = connection.request, connection.getresponse

    def request(self: Any, verb: str, url: str, body: Any, headers: Any, *stream: Any) -> None:
        self.own = None
        if not _is_own():
            replay(self, verb, url, body, headers, *stream)
            return
        test = os.environ["PYTEST_CURRENT_TEST"].split("::", 1)[1].partition(" ")[0].replace("::", ".")
        status, text = _recordings.answer(verb, url, body, test.partition(".")[0])
        sys.stdout.write(f"the gate asked {verb} {url} {body or ''}: {status} {text[:200]}\n")
        self.own = framework.FakeHttpResponse(status, {}, text)

    def getresponse(self: Any) -> Any:
        return replayed(self) if self.own is None else self.own

    connection.request, connection.getresponse = request, getresponse


def _is_own() -> bool:
    """Whether the gate asks on its own behalf: the suite, too, tells its files apart by who calls."""
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code is GitHubClient.request.__code__:
            return True
        frame = frame.f_back  # type: ignore[assignment]
    return False
