"""Starts a stand-in that is a Python program of its own environment, on loopback, until the block ends."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
def _serving(python: str, script: str, folder: Path) -> Iterator[str]:
    log, port = folder / f"{script}.log", _free_port()
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with log.open("wb") as out:
        command = [python, str(HERE / script), str(port)]
        process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=out, env=environ)
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
