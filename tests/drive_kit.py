"""What the tests of the Drive connector share: clients of the sandbox, uploads, and what they read."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from googleapiclient.http import MediaInMemoryUpload

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Request
from agentrein_google.drive.sandbox import DriveSandbox
from agentrein_google.proxy.service import described
from google_kit import document, plain, set_environment

FOLDER = "application/vnd.google-apps.folder"
SHORTCUT = "application/vnd.google-apps.shortcut"
DOCUMENT = "application/vnd.google-apps.document"
ALL = {"supportsAllDrives": True}


class Boom(RuntimeError):
    """What an agent's own code raises."""


class Clients:
    """Clients of a sandbox, closed together: an open connection outlives a test."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._open.close()

    def of(self, token: str) -> Any:
        """A client with a token, as a user makes it."""
        made = plain("drive", self.url, token)
        self._open.callback(made.close)
        return made

    def agent(self) -> Any:
        """The agent's."""
        return self.of(DriveSandbox.AGENT_TOKEN)

    def person(self) -> Any:
        """Anna's."""
        return self.of(DriveSandbox.PERSON_TOKEN)

    def stranger(self) -> Any:
        """That of somebody with whom nothing is shared."""
        return self.of(DriveSandbox.STRANGER_TOKEN)

    def armed(self) -> Any:
        """An armed one of the agent's."""
        return rein.wrap(self.agent())


def environment(setenv: Callable[[str, str], object], folder: Path, url: str) -> None:
    """What people export so that a revert in another process acts as the agent."""
    set_environment(setenv, folder, url, DriveSandbox.AGENT.email)


def media(content: bytes, kind: str = "text/plain", **settings: Any) -> MediaInMemoryUpload:
    """Some bytes to be uploaded."""
    return MediaInMemoryUpload(content, kind, **settings)


def states(run: rein.Run) -> list[State]:
    """The states of a run's actions."""
    return [action.state for action in run.actions]


def lines(requests: list[Request]) -> list[str]:
    """Requests as method and path, below the API's own."""
    return [f"{one.method} {one.path.replace('/drive/v3/', '/')}" for one in requests]


def called(url: str, request: Request) -> tuple[str, str]:
    """A request on the wire by the method of the discovery document that it calls."""
    if request.path == "/token":
        return "GET", ""
    if request.path == DriveSandbox.batch_path:
        return "drive.batch", ""
    service = described(document("drive", url), f"{url}/drive/v3/")
    found = service.resolve(request.method, f"{url}{request.path}")
    return (found[0].id, "") if found is not None else (request.method, request.path)


def by_number(source: rein.Run | rein.Report) -> dict[int, str]:
    """The state of each action, by its number."""
    report = source if isinstance(source, rein.Report) else source.report
    assert report is not None
    return {action.seq: str(action.state) for action in report.actions}
