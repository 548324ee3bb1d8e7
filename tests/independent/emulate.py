"""Starts `emulate`, a stand-in for several vendors that this project did not write, from the npm registry.

It is pinned: the tag `latest` of that name is an unrelated package. It needs Node.js 22, which npm brings too.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.independent.registry import EMULATE, HOME, node, npm


@contextmanager
def serving(service: str, seed: dict[str, object], folder: Path) -> Iterator[str]:
    """Serve one vendor on loopback until the block ends; gives its URL."""
    npm(EMULATE)
    seeds, log, port = folder / f"{service}.json", folder / f"{service}.log", _free_port()
    seeds.write_text(json.dumps(seed))
    command = [node(), str(HOME / "node_modules/emulate/dist/index.js"), "start", "--port", str(port)]
    command += ["--service", service, "--host", "127.0.0.1", "--seed", str(seeds)]
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=out, env=os.environ | {"NO_COLOR": "1"})
        try:
            _wait(process, port, log)
            yield f"http://localhost:{port}"
        finally:
            process.terminate()
            process.wait(timeout=10)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(200):
        if process.poll() is not None:
            message = f"emulate ended: {log.read_text()[-500:]}"
            raise RuntimeError(message)
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    message = f"emulate does not answer: {log.read_text()[-500:]}"
    raise RuntimeError(message)
