"""Google's APIs for these tests: one SDK, and credentials that stand in a file."""

from __future__ import annotations

import atexit
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentrein_google.drive.sandbox import DriveSandbox
from agentrein_google.gmail.sandbox import GmailSandbox
from agentrein_google.proxy.environment import acting
from agentrein_google.sheets.sandbox import SheetsSandbox
from connectors.drive.examples import EXAMPLES as OF_DRIVE
from connectors.gmail.examples import EXAMPLES as OF_GMAIL
from connectors.sheets.examples import EXAMPLES as OF_SHEETS
from faults.agents.vendor import Vendor
from google_kit import VERSIONS, plain, set_environment

_folders = ExitStack()
atexit.register(_folders.close)


@dataclass(frozen=True)
class Google(Vendor):
    """One of Google's APIs; `email` is the agent's account."""

    email: str = ""

    def environ(self, url: str) -> dict[str, str]:
        """The environment that names the stand-in, and a file with the credentials of the agent's account."""
        folder, found = _folders.enter_context(tempfile.TemporaryDirectory(prefix="google-")), dict[str, str]()
        set_environment(found.__setitem__, Path(folder), url, self.email)
        return found

    def ours(self) -> AbstractContextManager[Any]:
        """A client of the agent's, from the environment."""
        _, http = acting(os.environ, self.name, VERSIONS[self.name])
        return _closing(plain(self.name, os.environ[VARIABLES[0]], http=http))


def _client(api: str) -> Callable[[str, str], AbstractContextManager[Any]]:
    return lambda url, token: _closing(plain(api, url, token))


@contextmanager
def _closing(client: Any) -> Iterator[Any]:
    yield client
    client.close()


VARIABLES = ("GOOGLE_API_ROOT", "GOOGLE_APPLICATION_CREDENTIALS")
GOOGLE = (
    Google(
        "gmail",
        GmailSandbox,
        VARIABLES,
        GmailSandbox.AGENT,
        GmailSandbox.OWNER,
        _client("gmail"),
        OF_GMAIL,
        email=GmailSandbox.ACCOUNT,
    ),
    Google(
        "sheets",
        SheetsSandbox,
        VARIABLES,
        SheetsSandbox.AGENT_TOKEN,
        SheetsSandbox.PERSON_TOKEN,
        _client("sheets"),
        OF_SHEETS,
        email=SheetsSandbox.AGENT,
    ),
    Google(
        "drive",
        DriveSandbox,
        VARIABLES,
        DriveSandbox.AGENT_TOKEN,
        DriveSandbox.PERSON_TOKEN,
        _client("drive"),
        OF_DRIVE,
        email=DriveSandbox.AGENT.email,
    ),
)
