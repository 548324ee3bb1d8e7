"""Starts a stand-in that is a Python program of its own environment, on loopback, until the block ends."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.independent import pypi

HERE = Path(__file__).parent


@contextmanager
def stripe_world(folder: Path) -> Iterator[str]:
    """Stripe as `seahaven-stripe-world` plays it; gives the URL of an account that nobody used."""
    python = pypi.installed("stripe_world", pypi.STRIPE_WORLD, pypi.NEWER)
    with _serving(python, "serve_stripe_world.py", folder) as url:
        yield f"{url}/worlds/acme"


@contextmanager
def mockforce(folder: Path) -> Iterator[str]:
    """Salesforce as `simple-mockforce` plays it; gives the URL of an empty org."""
    with _serving(pypi.installed("mockforce", pypi.MOCKFORCE), "serve_mockforce.py", folder) as url:
        yield url


@contextmanager
def myworld(folder: Path, api: str) -> Iterator[tuple[str, str, str]]:
    """One of Google's APIs as `myworld` plays it; gives its URL, a token and whose that is.

    Its clock begins at the present. By default its search finds a file only a minute after it was made.
    """
    python, port = pypi.installed("myworld", pypi.MYWORLD), _free_port()
    command = [str(Path(python).with_name("myworld")), "serve", "--host", "127.0.0.1", "--port", str(port)]
    with _running(command, port, folder / "myworld.log") as url:
        drive: dict[str, Any] = {"extend": {"search_lag": {"files": 0}}}
        servers: dict[str, Any] = {"gmail": {}, "drive": drive}
        spec = {"name": "acme", "servers": servers, "now": datetime.now(UTC).isoformat()}
        asked = json.dumps({"spec": spec}).encode()
        media = {"content-type": "application/json"}
        made = urllib.request.Request(f"{url}/envs", asked, media)  # noqa: S310 - on loopback
        with urllib.request.urlopen(made, timeout=30) as answer:  # noqa: S310
            told: dict[str, Any] = next(iter(json.load(answer)["credentials"].values()))
        host = "www" if api == "drive" else api
        yield f"{url}/gw/{host}.googleapis.com", told["google_access_token"], told["email"]


@contextmanager
def _serving(python: str, script: str, folder: Path) -> Iterator[str]:
    port = _free_port()
    with _running([python, str(HERE / script), str(port)], port, folder / f"{script}.log") as url:
        yield url


@contextmanager
def _running(command: list[str], port: int, log: Path) -> Iterator[str]:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=log.parent, stdout=out, stderr=out, env=environ)
        try:
            _wait(process, port, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=10)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(300):
        if process.poll() is not None:
            message = f"the stand-in ended: {log.read_text()[-500:]}"
            raise RuntimeError(message)
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    message = f"the stand-in does not answer: {log.read_text()[-500:]}"
    raise RuntimeError(message)
