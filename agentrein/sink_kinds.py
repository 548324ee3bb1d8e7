"""How an alert leaves: to a program's standard input, to a webhook, or into a function of the user's.

Each of these is called in a thread of its own that nobody waits for longer than the sink's timeout; what a sink raises
says what went wrong, and repeats nothing of what it was given.
"""

from __future__ import annotations

import asyncio
import http.client
import importlib
import inspect
import os
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from agentrein.sinks import problem_of

if TYPE_CHECKING:
    from agentrein.report import Report

HEARD = 400
"""Bytes that are kept of what a command says on its standard error."""

READ = 65_536
"""Bytes that are read of what a webhook answers."""


class NotSent(Exception):
    """An alert did not arrive; the text says why, and holds no secret."""


def variable(name: str) -> str:
    """The value of an environment variable; raises NotSent where it is not set."""
    found = os.environ.get(name)
    if not found:
        raise NotSent(f"the environment variable {name} is not set")
    return found


# --- a command


class Running:
    """The process of a command, in a session of its own, so that what it started ends with it."""

    def __init__(self, argv: Sequence[str], data: bytes) -> None:
        try:
            self.process = subprocess.Popen(  # noqa: S603 - the configuration's own words, without a shell
                list(argv),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise NotSent(f"{argv[0]} cannot be started: {error.strerror}") from None
        self.said = b""
        threading.Thread(target=self._write, args=(data,), daemon=True).start()
        self._hearing = threading.Thread(target=self._hear, args=(self.process.stderr,), daemon=True)
        self._hearing.start()

    def _write(self, data: bytes) -> None:
        assert self.process.stdin is not None  # noqa: S101 - it was asked for
        with suppress(OSError, ValueError):  # a command that reads nothing is no failure
            self.process.stdin.write(data)
        with suppress(OSError, ValueError):
            self.process.stdin.close()

    def _hear(self, stream: IO[bytes]) -> None:
        """Keep the beginning, and let the rest go by, so that the command is not held up by what nobody reads."""
        with suppress(OSError, ValueError), stream:
            while block := stream.read1(READ):  # type: ignore[attr-defined]
                self.said += block[: HEARD - len(self.said)]

    def ended(self, seconds: float) -> int | None:
        """The exit code, None if it has not ended by then."""
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(seconds)
            self._hearing.join(0.2)
            return code
        return None

    def kill(self) -> None:
        """End it, with all that it started."""
        with suppress(OSError):
            os.killpg(self.process.pid, 9)
        self.process.wait()
        self._hearing.join(0.2)


def command(argv: Sequence[str], data: bytes, seconds: float) -> None:
    """Give a program the alert on its standard input; raises NotSent unless it exits with 0 in time."""
    running = Running(argv, data)
    code = running.ended(seconds)
    if code is None:
        running.kill()
        raise NotSent(f"{argv[0]} did not end within {seconds:g} s, and was killed")
    if code:
        said = running.said.decode(errors="replace").strip()
        raise NotSent(f"{argv[0]} ended with {code}{f': {said}' if said else ''}")


# --- a webhook


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect could carry the header to somebody else."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Follow none."""
        return


def webhook(url: str, data: bytes, header: tuple[str, str] | None, seconds: float) -> None:
    """POST the alert as JSON; raises NotSent unless the answer is a success."""
    problem = problem_of(url)
    if problem:
        raise NotSent(f"the webhook {problem}")
    request = urllib.request.Request(url, data, method="POST")  # noqa: S310 - http and https only, checked above
    request.add_header("Content-Type", "application/json")
    request.add_header("User-Agent", "agentrein")
    if header is not None:
        request.add_header(header[0], _clean(variable(header[1]), header[1]))
    try:
        with urllib.request.build_opener(_NoRedirect).open(request, timeout=seconds) as answer:
            answer.read(READ)
    except urllib.error.HTTPError as error:
        error.close()
        raise NotSent(f"it answered {error.code}") from None
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise NotSent(f"it cannot be reached: {getattr(reason, 'strerror', None) or type(reason).__name__}") from None


def _clean(value: str, name: str) -> str:
    """A value that can stand in a header; the error for another one would repeat it."""
    if not (value.isascii() and value.isprintable()):
        raise NotSent(f"the value of {name} cannot stand in a header")
    return value


# --- a function


def call(path: str, report: Report) -> None:
    """Call the function at an import path with the report, and run what it gives where that is to be awaited."""
    module, _, name = path.partition(":")
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    given = found(report)
    if inspect.isawaitable(given):

        async def awaited() -> None:
            await given

        asyncio.run(awaited())
