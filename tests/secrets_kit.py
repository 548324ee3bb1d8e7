"""Planting credentials and looking for them: in every byte of a ledger's folder, in logs, in what commands print."""

from __future__ import annotations

import base64
import logging
import pickle
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import pytest

import agentrein as rein
from agentrein.cli import main

_FOREIGN = ("urllib3", "uvicorn", "asyncio", "httpx", "httpcore", "slack_sdk", "notion_client", "github")
"""Loggers of SDKs and HTTP libraries, which log what any client of theirs sends."""


def forms(secret: str) -> list[bytes]:
    """A secret as it is, quoted for an address, and as Basic authentication writes it."""
    return [
        secret.encode(),
        quote(secret, safe="").encode(),
        base64.b64encode(f"user:{secret}".encode()),
        base64.b64encode(secret.encode()).rstrip(b"="),
    ]


def stored(ledger: Path) -> dict[str, bytes]:
    """Every file in the ledger's folder, with those that SQLite and the locks put beside it; names count as bytes."""
    files = [file for file in ledger.parent.rglob("*") if file.is_file()]
    found = {file.name: file.read_bytes() for file in files}
    return {**found, "names of files": "\n".join(map(str, files)).encode()}


def logged(caplog: pytest.LogCaptureFixture) -> bytes:
    """What was logged at any level, tracebacks included, but not by SDKs and HTTP libraries themselves."""
    shown = logging.Formatter("%(name)s %(message)s")
    ours = [one for one in caplog.records if not one.name.startswith(_FOREIGN)]
    return "\n".join(f"{shown.format(one)} {vars(one)}" for one in ours).encode()


def found(secrets: Mapping[str, str], haystacks: Mapping[str, bytes]) -> list[str]:
    """Where a secret stands, in any of its forms."""
    return [
        f"{name} in {place}: …{data[max(0, data.index(form) - 60) : data.index(form) + 20]!r}…"
        for name, secret in secrets.items()
        for place, data in haystacks.items()
        for form in forms(secret)
        if form in data
    ]


def commands(run: str, connectors: Iterable[str] = ()) -> list[list[str]]:
    """Every command that reads, reverts or recovers, on a run; it is reverted and recovered last."""
    reading = [[], ["runs"], ["show", run, "--all"], ["plan", run, "--all"], ["doctor", "--all"]]
    reading += [["show", run, "1", "--all"], ["ops", *connectors, "--all"], ["verify"], ["export", run]]
    return [*reading, ["recover", run], ["recover"], ["revert", run, "--yes"], ["show", run, "--all"]]


def printed(capsys: pytest.CaptureFixture[str], run: str, *connectors: str) -> dict[str, bytes]:
    """What each command prints on both streams, for people and as JSON, with tracebacks asked for."""
    said = {}
    for command in commands(run, connectors):
        for more in ([], ["--json"]):
            capsys.readouterr()
            code = main([*command, *more, "--debug"])
            out = "".join(capsys.readouterr())
            name = " ".join(["rein", *command, *more])
            assert code != 70, f"{name} is a bug: {out}"
            said[name] = out.encode()
    return said


SECRETS = {
    "token": "ghp-planted4711-token",
    "token of one call": "xoxb-planted4711-percall",
    "bearer header": "planted4711-bearer",
    "raw header": "planted4711-raw-header",
    "cookie": "planted4711-cookie",
    "user agent": "planted4711-user-agent",
    "password in the base url": "planted4711-url-password",
    "password of the proxy": "planted4711-proxy-password",
    "basic password": "planted4711-basic-password",
    "query access_token": "planted4711-access-token",
    "query client_secret": "planted4711-client-secret",
    "query key": "planted4711-query-key",
    "argument client_secret": "planted4711-oauth-secret",
    "oauth code": "planted4711-oauth-code",
    "upload url": "planted4711-upload-url",
    "hook secret": "planted4711-hook-secret",
    "password in the url of an import": "planted4711-import-url-password",
    "encrypted value": "planted4711-actions-secret",
    "card number": "4242424242424711",
    "declared field": "planted4711-declared",
    "exception of the agent": "planted4711-in-exception",
    "words of the vendor": "planted4711-in-answer",
    "words of the vendor to an undo": "planted4711-in-undo-answer",
    "location": "planted4711-in-location",
    "environment": "planted4711-environment",
}
"""Twenty and a few more, each in one place."""


@dataclass
class Watch:
    """What may show a secret: the ledger's folder, the log, what commands print, and texts that a test adds."""

    ledger: Path
    caplog: pytest.LogCaptureFixture
    capsys: pytest.CaptureFixture[str]
    texts: list[str] = field(default_factory=list)

    def keep(self, *shown: object) -> None:
        """Look at these too, as text and as a debugger shows them."""
        self.texts += [str(one) for one in shown] + [repr(one) for one in shown]

    def assert_nothing_shows(self, run: rein.Run, connector: str) -> None:
        """After every command was run, for people, as JSON and with tracebacks."""
        haystacks = printed(self.capsys, run.id, connector)
        haystacks |= stored(self.ledger)
        self.keep(run, run.actions, [action.planned for action in run.actions], run.report)
        haystacks |= {"log": logged(self.caplog), "texts": "\n".join(self.texts).encode()}
        assert {"ledger.sqlite3", "ledger.sqlite3-wal"} <= set(haystacks)
        leaks = found(SECRETS, haystacks)
        assert leaks == [], "\n".join(leaks)
        assert run.name.encode() in haystacks["rein runs"], "the search would find what is printed"


def tried(watch: Watch, call: Callable[[], object]) -> None:
    """A call that may fail; if it was ours that refused it, its words are looked at too."""
    try:
        call()
    except rein.ReinError as error:
        watch.keep(error)
        if isinstance(error, rein.Refused):
            watch.keep(error.for_model(), pickle.loads(pickle.dumps(error)))  # noqa: S301 - made in this line
    except Exception:  # noqa: BLE001, S110 - the vendor's own, in the SDK's words
        pass


def fails() -> None:
    """The agent's own code breaks."""
    raise RuntimeError(f"the agent failed with {SECRETS['exception of the agent']}")
