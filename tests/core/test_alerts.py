"""Alerts: who is told that a run needs a person, what they are told, and that no sink can disturb anything."""

from __future__ import annotations

import asyncio
import contextvars
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import agentrein as rein
from agentrein import alerts
from agentrein.ledger import Ledger, open_ledger
from board.agent import Broken, failing, with_client, writes
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

SCHEMA = json.loads(Path(alerts.__file__).with_name("alert.schema.json").read_text(encoding="utf-8"))
Configure = Callable[[str], None]


@pytest.fixture
def configure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Configure:
    """Write the sinks of a file that the environment names."""

    def write(text: str) -> None:
        path = tmp_path / "alerting.toml"
        path.write_text(text, encoding="utf-8")
        monkeypatch.setenv("AGENTREIN_CONFIG", str(path))

    return write


@pytest.fixture
def ledger(rein_ledger: Path) -> Ledger:
    """The ledger of the test's process."""
    return open_ledger(str(rein_ledger))


def saves(place: Path) -> str:
    """A sink that appends each alert to a file, as TOML."""
    code = f"import sys; open({str(place)!r}, 'ab').write(sys.stdin.buffer.read() + b'\\n')"
    return f"command = [{json.dumps(sys.executable)}, '-c', {json.dumps(code)}]"


def saved(place: Path) -> list[dict[str, Any]]:
    """The alerts in it."""
    return [json.loads(line) for line in place.read_text().splitlines()] if place.exists() else []


def tried(ledger: Ledger, run: str) -> list[tuple[str, bool, str]]:
    """Each alert on record: its sink, whether it arrived, and why not."""
    found = [one.payload or {} for one in ledger.entries(run) if one.kind == "alert"]
    return [(one["sink"], one["ok"], one["why"]) for one in found]


def elsewhere(act: Callable[..., object], *arguments: Any, **named: Any) -> None:
    """Somebody else does something, outside of every run of this process."""
    contextvars.Context().run(act, *arguments, **named)


def conflicted(board: BoardSandbox, ada: BoardClient, bob: BoardClient, **options: Any) -> rein.Run:
    """A run that failed, and whose undo met what somebody else did."""
    run = rein.run("triage", **options)
    with suppress(Broken), run:
        ada.edit_card(board.first, card={"text": "Agent's"})
        ada.create_card("ideas", "Mine")
        elsewhere(bob.edit_card, board.first, card={"text": "Bob's secret plan"})
        raise Broken
    return run


def test_a_command_gets_what_is_left_and_what_to_do(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, configure: Configure, tmp_path: Path, ledger: Ledger
) -> None:
    """As JSON of a documented shape, once: the writes, the fields by name, the commands; no value of a field."""
    configure(f"[alerts.pager]\n{saves(tmp_path / 'alerts')}")
    run = conflicted(board, ada, bob)
    (alert,) = saved(tmp_path / "alerts")
    Draft202012Validator(SCHEMA).validate(alert)
    assert (alert["run"], alert["name"], alert["status"]) == (run.id, "triage", "needs_attention")
    (left,) = alert["left"]
    assert (left["seq"], left["state"], left["changed"]) == (1, "conflict", ["text"])
    assert left["commands"] == [f"rein revert {run.id} --keep 1", f"rein revert {run.id} --force 1"]
    assert alert["commands"] == [f"rein show {run.id}", f"rein revert {run.id}"]
    assert alert["text"].splitlines()[0] == f"NEEDS ATTENTION: run {run.id} 'triage': 1 of 2 writes left for you"
    assert f"     keep theirs: rein revert {run.id} --keep 1" in alert["text"].splitlines()
    assert "secret plan" not in json.dumps(alert)
    assert tried(ledger, run.id) == [("pager", True, "")]
    assert ledger.verify(run.id)


def test_what_a_person_should_do_is_named(
    board: BoardSandbox, ada: BoardClient, configure: Configure, tmp_path: Path
) -> None:
    """What the row says for the case that its undo cannot go on."""
    configure(f"[alerts.pager]\n{saves(tmp_path / 'alerts')}")
    with suppress(Broken), rein.run("triage"):
        ada.create_card("ideas", "Mine")
        board.faults.add("error", method="PATCH", status=403, times=None)
        raise Broken
    (alert,) = saved(tmp_path / "alerts")
    (left,) = alert["left"]
    assert left["if_stuck"] == "Archive the card by hand."
    assert alert["text"].count("Archive the card by hand.") == 1


def test_nobody_is_told_of_what_went_well(
    board: BoardSandbox, ada: BoardClient, configure: Configure, tmp_path: Path, ledger: Ledger
) -> None:
    """A run that completed, and one whose undo was complete."""
    configure(f"[alerts.pager]\n{saves(tmp_path / 'alerts')}")
    with rein.run("triage") as run:
        ada.create_card("ideas", "Mine")
    failed = failing(lambda: ada.create_card("ideas", "Mine"))
    rein.revert(run.id)
    assert saved(tmp_path / "alerts") == []
    assert tried(ledger, run.id) == tried(ledger, failed.id) == []


def test_each_end_that_needs_a_person_alerts_once(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, configure: Configure, tmp_path: Path
) -> None:
    """A revert that finds the same again tells nobody again; one that leaves something else does."""
    configure(f"[alerts.pager]\n{saves(tmp_path / 'alerts')}")
    run = conflicted(board, ada, bob)
    for _ in range(3):
        rein.revert(run.id)
        rein.recover()
    rein.revert(run.id, plan=True)
    assert len(saved(tmp_path / "alerts")) == 1
    with rein.run("second", on_failure="keep") as second:
        ada.edit_card(board.second, card={"text": "Agent's"})
    bob.edit_card(board.second, card={"text": "Bob's"})
    rein.revert(second.id)
    assert [one["run"] for one in saved(tmp_path / "alerts")] == [run.id, second.id]


def test_a_run_that_failed_and_was_kept_alerts(
    board: BoardSandbox, ada: BoardClient, configure: Configure, tmp_path: Path
) -> None:
    """A person has to undo it."""
    configure(f"[alerts.pager]\n{saves(tmp_path / 'alerts')}")
    with suppress(Broken), rein.run("triage", on_failure="keep") as run:
        ada.create_card("ideas", "Mine")
        raise Broken
    (alert,) = saved(tmp_path / "alerts")
    assert (alert["status"], alert["left"][0]["commands"][0]) == ("failed", f"rein revert {run.id}")


AGENT = """
import os, signal, sys
from contextlib import suppress
import agentrein as rein
from board.sdk import BoardClient
ada = rein.wrap(BoardClient(os.environ["BOARD_URL"], "token-ada"))
bob = BoardClient(os.environ["BOARD_URL"], "token-bob")
print("ready", flush=True)
with suppress(RuntimeError), rein.run("triage") as run:
    ada.edit_card(int(sys.argv[1]), card={"text": "Agent's"})
    if sys.argv[2] == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    with rein.outside("somebody else"):
        bob.edit_card(int(sys.argv[1]), card={"text": "Bob's"})
    raise RuntimeError
"""


def started(board: BoardSandbox, how: str) -> subprocess.Popen[bytes]:
    """An agent in a process of its own."""
    command = [sys.executable, "-c", AGENT, str(board.first), how]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(command, env=environ, stdout=subprocess.PIPE)


def test_a_recovery_alerts(
    board: BoardSandbox, bob: BoardClient, configure: Configure, tmp_path: Path, ledger: Ledger
) -> None:
    """Of what it could not undo of a run whose process was killed."""
    configure(f"[alerts.pager]\n{saves(tmp_path / 'alerts')}")
    agent = started(board, "dies")
    agent.communicate(timeout=30)
    assert agent.returncode == -signal.SIGKILL
    bob.edit_card(board.first, card={"text": "Bob's"})
    (report,) = rein.recover()
    assert report.left == [1]
    assert [one["run"] for one in saved(tmp_path / "alerts")] == [report.run]


def test_a_process_killed_while_it_alerts(
    board: BoardSandbox, configure: Configure, tmp_path: Path, ledger: Ledger
) -> None:
    """The undo is on record as it was, and the next recovery tells whom it did not come to tell."""
    place = tmp_path / "begun"
    hangs = f"import os, pathlib, time; pathlib.Path({str(place)!r}).write_text(str(os.getpid())); time.sleep(60)"
    configure(f"[alerts.pager]\ncommand = [{json.dumps(sys.executable)}, '-c', {json.dumps(hangs)}]\ntimeout = 60")
    agent = started(board, "fails")
    end = time.monotonic() + 30
    while not (place.exists() and place.read_text()):
        assert time.monotonic() < end
        time.sleep(0.02)
    agent.kill()
    agent.wait()
    agent.stdout.close()  # type: ignore[union-attr]
    os.kill(int(place.read_text()), signal.SIGKILL)
    (row,) = ledger.runs()
    assert (row.status, tried(ledger, row.id)) == ("needs_attention", [])
    configure(f"[alerts.pager]\n{saves(tmp_path / 'alerts')}")
    assert [rein.recover(), rein.recover()] == [[], []]
    assert [one["run"] for one in saved(tmp_path / "alerts")] == [row.id]
    assert tried(ledger, row.id) == [("pager", True, "")]
    assert ledger.verify(row.id)


def test_async_runs_alert_too(
    board: BoardSandbox, bob: BoardClient, configure: Configure, tmp_path: Path, ledger: Ledger
) -> None:
    """Without holding up the event loop."""
    configure(f"[alerts.pager]\n{saves(tmp_path / 'alerts')}\n[alerts.slow]\ncommand = ['sleep', '1']")
    turns = 0

    async def work(client: Any) -> str:
        nonlocal turns

        async def ticks() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0.01)
                turns += 1

        ticking = asyncio.ensure_future(ticks())
        run = rein.run("triage")
        with suppress(Broken):
            async with run:
                await client.edit_card(board.first, card={"text": "Agent's"})
                elsewhere(bob.edit_card, board.first, card={"text": "Bob's"})
                turns = 0
                raise Broken
        ticking.cancel()
        return run.id

    run = with_client(board, work)
    assert [one["run"] for one in saved(tmp_path / "alerts")] == [run]
    assert turns > 20
    assert sorted(tried(ledger, run)) == [("pager", True, ""), ("slow", True, "")]


# --- webhooks


class Hook(HTTPServer):
    """A webhook of somebody's: what it got, and what it answers."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.got: list[tuple[str, dict[str, str], Any]] = []
        self.status, self.location, self.drips = 200, "", False

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_address[1]}/hook"


class _Answer(BaseHTTPRequestHandler):
    server: Hook

    def do_POST(self) -> None:
        """Take an alert."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, dict(self.headers.items()), json.loads(body)))
        self.send_response(self.server.status)
        if self.server.location:
            self.send_header("Location", self.server.location)
        self.end_headers()
        with suppress(OSError):
            while self.server.drips:
                self.wfile.write(b"x" * 10_000)
                time.sleep(0.05)

    def log_message(self, *_: object) -> None:
        """Stay quiet."""


@pytest.fixture
def hook() -> Iterator[Hook]:
    """A webhook that listens."""
    server = Hook()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield server
    server.drips = False
    server.shutdown()
    server.server_close()


def test_a_webhook_gets_it_with_a_header_from_the_environment(
    board: BoardSandbox,
    ada: BoardClient,
    bob: BoardClient,
    configure: Configure,
    hook: Hook,
    ledger: Ledger,
    monkeypatch: pytest.MonkeyPatch,
    rein_ledger: Path,
) -> None:
    """The secret stands in neither file nor ledger, and the tripwire lets it pass inside of an open run."""
    monkeypatch.setenv("ALERT_TOKEN", "Bearer hunter2-hunter2")
    configure(
        f'[alerts.hook]\nwebhook = "{hook.url}"\nheader = "Authorization"\nheader_from = "ALERT_TOKEN"\ntimeout = "5s"'
    )
    with rein.run("outer"):
        run = conflicted(board, ada, bob, detached=True)
    ((path, headers, alert),) = hook.got
    assert (path, headers["Authorization"], headers["Content-Type"]) == (
        "/hook",
        "Bearer hunter2-hunter2",
        "application/json",
    )
    Draft202012Validator(SCHEMA).validate(alert)
    assert tried(ledger, run.id) == [("hook", True, "")]
    assert b"hunter2" not in rein_ledger.read_bytes() + rein_ledger.with_name("ledger.sqlite3-wal").read_bytes()


@pytest.mark.parametrize(
    ("status", "location", "why"),
    [(500, "", "it answered 500"), (404, "", "it answered 404"), (302, "http://127.0.0.1:1/", "it answered 302")],
)
def test_a_webhook_that_does_not_take_it_is_recorded(
    board: BoardSandbox,
    ada: BoardClient,
    bob: BoardClient,
    configure: Configure,
    hook: Hook,
    ledger: Ledger,
    status: int,
    location: str,
    why: str,
) -> None:
    """An error, and a redirect, which could carry the header to somebody else."""
    hook.status, hook.location = status, location
    configure(f'[alerts.hook]\nwebhook = "{hook.url}"')
    run = conflicted(board, ada, bob)
    assert tried(ledger, run.id) == [("hook", False, why)]


def test_a_webhook_may_be_a_secret_itself(
    board: BoardSandbox,
    ada: BoardClient,
    bob: BoardClient,
    configure: Configure,
    hook: Hook,
    ledger: Ledger,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Then its address comes from the environment, and no error repeats it."""
    configure('[alerts.hook]\nwebhook_from = "ALERT_URL"')
    run = conflicted(board, ada, bob)
    assert tried(ledger, run.id) == [("hook", False, "the environment variable ALERT_URL is not set")]
    monkeypatch.setenv("ALERT_URL", "http://127.0.0.1:1/services/T0/B0/hunter2")
    rein.recover()
    assert "hunter2" not in str(ledger.entries(run.id))
    monkeypatch.setenv("ALERT_URL", hook.url)
    rein.recover()
    assert [ok for _, ok, _ in tried(ledger, run.id)] == [False, False, True]
    assert len(hook.got) == 1


# --- functions


def test_a_function_gets_the_report(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, configure: Configure, alerting: Path, ledger: Ledger
) -> None:
    """Sync or async; a wrapped client in it writes a run of its own, also inside of an open run."""
    configure('[alerts.board]\ncall = "alerting:post"\n[alerts.later]\ncall = "alerting:apost"')
    with rein.run("outer") as outer:
        run = conflicted(board, ada, bob, detached=True)
    assert sorted(tried(ledger, run.id)) == [("board", True, ""), ("later", True, "")]
    posted = [one for one in ledger.runs() if one.name.startswith("outside a run: board: POST")]
    assert [one.status for one in posted] == ["completed", "completed"]
    assert [outer.actions, len(run.actions)] == [[], 2]
    said = [
        one.payload["call"]["body"]["text"]
        for row in posted
        for one in ledger.entries(row.id)
        if one.seq == 1 and one.kind == "planned"
    ]  # type: ignore[index]
    assert all(text.startswith(f"NEEDS ATTENTION: run {run.id}") for text in said)


@pytest.fixture
def alerting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: BoardSandbox) -> Path:
    """A module of the user's with functions for sinks, in the folder that the board's fixture has put on the path."""
    (tmp_path / "alerting.py").write_text(
        "import os, sys, threading\nimport agentrein as rein\nfrom board.sdk import BoardClient\n"
        'client = rein.wrap(BoardClient(os.environ["BOARD_URL"], "token-ada"))\n'
        'def post(report):\n    client.create_card("ideas", report.for_person())\n'
        "async def apost(report):\n    post(report)\n"
        "class Odd(BaseException):\n    def __str__(self): raise ValueError\n"
        "def odd(report):\n    raise Odd\n"
        'def leaves(report):\n    sys.exit("token=hunter2-hunter2")\n'
        "def stops(report):\n    raise KeyboardInterrupt\n"
        "def never(report):\n    threading.Event().wait()\n"
        "def loses(report):\n    client.create_card('ideas', 'lost')\n"
    )
    assert str(tmp_path) in sys.path
    monkeypatch.delitem(sys.modules, "alerting", raising=False)
    return tmp_path / "alerting.py"


@pytest.mark.usefixtures("alerting")
@pytest.mark.parametrize(
    ("sink", "why"),
    [
        ('call = "alerting:odd"', "Odd"),
        ('call = "alerting:leaves"', "SystemExit: token=(secret, not recorded)"),
        ('call = "alerting:stops"', "KeyboardInterrupt"),
        ('call = "alerting:nothing"', "AttributeError: module 'alerting' has no attribute 'nothing'"),
        ('call = "nowhere.at.all:post"', "ModuleNotFoundError: No module named 'nowhere'"),
        ('call = "alerting:never"\ntimeout = 1', "it did not end within 1 s"),
        ('command = ["/nonexistent/notify"]', "/nonexistent/notify cannot be started: No such file or directory"),
        (
            "command = ['sh', '-c', 'echo token=hunter2-hunter2 >&2; exit 3']",
            "sh ended with 3: token=(secret, not recorded)",
        ),
        ("command = ['sh', '-c', 'kill -9 $$']", "sh ended with -9"),
        ("command = ['sleep', '60']\ntimeout = 1", "sleep did not end within 1 s, and was killed"),
        ("command = ['sh', '-c', 'sleep 60 & sleep 60']\ntimeout = 1", "sh did not end within 1 s, and was killed"),
        ('webhook = "http://127.0.0.1:1/"', "it cannot be reached: Connection refused"),
    ],
)
def test_no_sink_disturbs_the_undo(
    board: BoardSandbox,
    ada: BoardClient,
    bob: BoardClient,
    configure: Configure,
    ledger: Ledger,
    sink: str,
    why: str,
    tmp_path: Path,
) -> None:
    """Whatever it does: exception, report and the other sinks are as without it, and what it did is recorded."""
    configure(f"[alerts.odd]\n{sink}\n[alerts.pager]\n{saves(tmp_path / 'alerts')}")
    begun = time.monotonic()
    with pytest.raises(Broken) as raised, rein.run("triage") as run:
        ada.edit_card(board.first, card={"text": "Agent's"})
        elsewhere(bob.edit_card, board.first, card={"text": "Bob's"})
        raise Broken
    assert time.monotonic() - begun < 30  # those that end never would take a minute, or for ever
    assert [one.state for one in raised.value.__rein__.actions] == ["conflict"]  # type: ignore[attr-defined]
    assert run.status == "needs_attention"
    assert sorted(tried(ledger, run.id)) == [("odd", False, why), ("pager", True, "")]
    assert len(saved(tmp_path / "alerts")) == 1
    assert (ledger.verify(run.id), rein.revert(run.id).exit)[1] == 1


@pytest.mark.parametrize(
    "command",
    [
        "import sys\nfor _ in range(64): sys.stderr.write('x' * 1_000_000); sys.stdout.write('y' * 1_000_000)",
        "pass",  # reads nothing of what it is given
    ],
)
def test_a_command_that_writes_megabytes_or_reads_nothing(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, configure: Configure, ledger: Ledger, command: str
) -> None:
    """Neither is held up, and nothing of it is kept."""
    configure(f"[alerts.loud]\ncommand = [{json.dumps(sys.executable)}, '-c', {json.dumps(command)}]\ntimeout = 20")
    run = conflicted(board, ada, bob)
    assert tried(ledger, run.id) == [("loud", True, "")]


def test_a_webhook_that_answers_for_ever(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, configure: Configure, ledger: Ledger, hook: Hook
) -> None:
    """It has its time, and no more than so much is read."""
    hook.drips = True
    configure(f'[alerts.hook]\nwebhook = "{hook.url}"\ntimeout = 1')
    begun = time.monotonic()
    run = conflicted(board, ada, bob)
    assert time.monotonic() - begun < 30  # it would wait for ever
    assert [ok for _, ok, _ in tried(ledger, run.id)] in ([True], [False])


def test_hostile_text_is_only_text(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, configure: Configure, tmp_path: Path
) -> None:
    """Names and sentences with escape codes and quotes leave no shell and no terminal anything to act on."""
    configure(f"[alerts.pager]\n{saves(tmp_path / 'alerts')}")
    name = "\x1b[2J'; touch /tmp/pwned; \u202e\n$(reboot)"
    run = rein.run(name)
    with suppress(Broken), run:
        card = ada.create_card("ideas", "Mine")["id"]
        ada.edit_card(card, card={"text": "\x1b]0;pwned\x07 [bold]"})
        elsewhere(bob.edit_card, card, card={"text": "Bob's"})
        raise Broken
    (alert,) = saved(tmp_path / "alerts")
    assert alert["name"] == name
    assert "\x1b" not in alert["text"]
    assert "\u202e" not in alert["text"]
    assert all("\x1b" not in command for one in alert["left"] for command in one["commands"])


def test_an_alert_of_many_writes_is_bounded(
    board: BoardSandbox, ada: BoardClient, configure: Configure, tmp_path: Path
) -> None:
    """The rest is counted."""
    configure(f"[alerts.pager]\n{saves(tmp_path / 'alerts')}")
    with suppress(Broken), rein.run("triage", on_failure="keep"):
        for _ in range(60):
            ada.pin(board.first)
            ada.unpin(board.first)
        raise Broken
    (alert,) = saved(tmp_path / "alerts")
    assert (len(alert["left"]), alert["more"]) == (50, 70)
    assert "  … 110 more" in alert["text"].splitlines()


# --- on_attention


class Odd(BaseException):
    """What nobody would expect of a callback."""


@pytest.mark.parametrize("raises", [Odd, SystemExit, GeneratorExit, asyncio.CancelledError])
def test_on_attention_may_raise_anything(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, raises: type[BaseException], ledger: Ledger
) -> None:
    """It is noted, and the block's own exception leaves; a wrapped client in it writes a run of its own."""

    def call(report: rein.Report) -> None:
        ada.create_card("ideas", report.for_person())
        raise raises

    with pytest.raises(Broken), rein.run("triage", on_attention=call) as run:
        ada.edit_card(board.first, card={"text": "Agent's"})
        elsewhere(bob.edit_card, board.first, card={"text": "Bob's"})
        raise Broken
    notes = [one.payload for one in ledger.entries(run.id) if one.kind == "note"]
    assert notes == [{"text": f"on_attention failed: {raises.__name__}"}]
    assert len(run.actions) == 1
    assert next(one.name for one in ledger.runs()).startswith("outside a run: board: POST")


def test_a_childs_on_attention_writes_no_action_of_its_root(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient
) -> None:
    """The root goes on meanwhile, and would otherwise take the write for its own."""
    with rein.run("root") as root:
        with suppress(Broken), rein.run("child", on_attention=lambda report: ada.create_card("ideas", "Alert")):
            ada.edit_card(board.first, card={"text": "Agent's"})
            elsewhere(bob.edit_card, board.first, card={"text": "Bob's"})
            raise Broken
    assert [one.says for one in root.actions if "Alert" in one.says] == []
    assert len(root.actions) == 1


# --- configuration, processes that die


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[alerts.x]\ntimeout = 3", "needs exactly one of"),
        ('[alerts.x]\ncommand = ["a"]\ncall = "b:c"', "needs exactly one of"),
        ('[alerts.x]\nwebhook = "http://example.com/"', "is not encrypted"),
        ('[alerts.x]\nwebhook = "https://ada:hunter2@example.com/"', "holds a name or a password"),
        ('[alerts.x]\nwebhook = "https://[::1"', "is no address"),
        ('[alerts.x]\nwebhook = "https://example.com/"\nheader = "X-Key"', "only goes with header_from"),
        ('[alerts.x]\ncommand = ["a"]\nheader = "X-Key"\nheader_from = "KEY"', "only goes with"),
        ('[alerts.x]\ncommand = ["a"]\ntimeout = "2h"', "as its timeout"),
        ('[alerts.x]\ncommand = ["a"]\ntimeout = 0', "as its timeout"),
        ('[alerts.x]\ncomand = ["a"]', "did you mean 'command'"),
        ('[alerts.x]\ncommand = "a b"', "alerts.x.command cannot be"),
    ],
)
def test_a_mistake_is_told_when_a_run_opens(configure: Configure, rein_ledger: Path, text: str, said: str) -> None:
    """With file and line, before anything is written; a secret in it is not repeated."""
    configure(text)
    with pytest.raises(rein.ConfigurationError) as told, rein.run("triage"):
        pass
    assert said in str(told.value)
    assert "alerting.toml:" in told.value.where
    assert "hunter2" not in str(told.value)


def test_a_mistake_does_not_keep_an_undo_from_working(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, configure: Configure, ledger: Ledger
) -> None:
    """A file that was broken since is recorded as what kept the alert from arriving."""
    configure("[alerts.x]\ncommand = ['true']")
    with rein.run("triage") as run:
        ada.edit_card(board.first, card={"text": "Agent's"})
    bob.edit_card(board.first, card={"text": "Bob's"})
    configure("[alerts.x]\ntimeout = 1")
    assert rein.revert(run.id).left == [1]
    ((sink, ok, why),) = tried(ledger, run.id)
    assert (sink, ok) == ("agentrein.toml", False)
    assert "alerting.toml:1" in why


def test_what_a_sink_did_not_get_is_made_up_for_a_few_times(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, configure: Configure, ledger: Ledger, tmp_path: Path
) -> None:
    """By each recovery, until it arrives, or was tried often enough."""
    configure("[alerts.pager]\ncommand = ['false']")
    run = conflicted(board, ada, bob)
    for _ in range(8):
        rein.recover()
    assert tried(ledger, run.id) == [("pager", False, "false ended with 1")] * alerts.ATTEMPTS
    configure(f"[alerts.other]\n{saves(tmp_path / 'alerts')}")
    rein.recover()
    rein.recover()
    assert len(saved(tmp_path / "alerts")) == 1


def test_a_late_landing_alerts(
    board: BoardSandbox, ada: BoardClient, configure: Configure, ledger: Ledger, tmp_path: Path
) -> None:
    """A write that arrived once its run had been taken over and undone: whoever is on call hears of it."""
    configure(f"[alerts.pager]\n{saves(tmp_path / 'alerts')}")
    board.faults.add("slow", method="POST", seconds=0.6, times=1)
    run = rein.run("triage", on_failure="keep")
    with suppress(rein.ReinError), run:
        thread = threading.Thread(target=lambda: suppressed(lambda: ada.create_card("ideas", "Late")))
        thread.start()
        while not board.writes:
            time.sleep(0.01)
        ledger.take_over(run.id, {"pid": 1, "host": "x", "user": "x", "started": ""}, force=True)
        thread.join()
    end = time.monotonic() + 10
    while not saved(tmp_path / "alerts") and time.monotonic() < end:
        time.sleep(0.05)
    assert [one["run"] for one in saved(tmp_path / "alerts")] == [run.id]


def suppressed(act: Callable[[], object]) -> None:
    """Do it, whatever it raises."""
    with suppress(Exception):
        act()


def test_a_frozen_vendor_cannot_be_told(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, configure: Configure, alerting: Path, ledger: Ledger
) -> None:
    """An alert through a wrapped client is a write, and a freeze stops writes: it is recorded as not sent."""
    configure('[alerts.board]\ncall = "alerting:post"')
    run = rein.run("triage")
    with suppress(Broken), run:
        ada.edit_card(board.first, card={"text": "Agent's"})
        elsewhere(bob.edit_card, board.first, card={"text": "Bob's"})
        ledger.freeze("board", "", why="stop", by="ops")
        writes(board)
        raise Broken
    ((sink, ok, why),) = tried(ledger, run.id)
    assert (sink, ok) == ("board", False)
    assert "was frozen by ops" in why
