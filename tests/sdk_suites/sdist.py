"""The source distribution of an installed SDK, in the very version and with the digest that requirements.lock pins."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".independent" / "sdists"
"""Beside what `make independent` keeps; git ignores it and `make clean` removes it."""


def fetch(name: str) -> Path:
    """The archive, downloaded once; raises RuntimeError where it cannot be had or is not the pinned one."""
    version, digests = _pinned(name)
    archive = CACHE / f"{name}-{version}.tar.gz"
    if not archive.is_file():
        _download(name, version, digests)
    if hashlib.sha256(archive.read_bytes()).hexdigest() not in digests:
        message = f"{archive} is not the {name} {version} that requirements.lock pins; remove it and try again"
        raise RuntimeError(message)
    return archive


def unpack(archive: Path, into: Path, wanted: Iterable[str]) -> None:
    """Unpack the named files and folders of an archive's only folder, without that folder, and nothing else."""
    with tarfile.open(archive) as opened:
        for member in opened.getmembers():
            member.name = member.name.partition("/")[2]
            if member.name.partition("/")[0] in wanted:
                opened.extract(member, into, filter="data")


def _pinned(name: str) -> tuple[str, list[str]]:
    """Version and digests of a package, as `make lock` wrote them down."""
    text = (ROOT / "requirements.lock").read_text()
    found = re.search(rf"^{re.escape(name)}==(\S+)((?:\s*\\\s*--hash=sha256:[0-9a-f]+)+)", text, re.MULTILINE)
    if found is None:
        message = f"requirements.lock pins no {name}"
        raise RuntimeError(message)
    return found[1], re.findall(r"sha256:([0-9a-f]+)", found[2])


def _download(name: str, version: str, digests: list[str]) -> None:
    """Let pip fetch it, which refuses what has another digest."""
    CACHE.mkdir(parents=True, exist_ok=True)
    wanted = CACHE / f"{name}.txt"
    wanted.write_text(f"{name}=={version} {' '.join(f'--hash=sha256:{digest}' for digest in digests)}\n")
    options = ["--require-hashes", "--no-deps", "--no-binary", name, "--dest", str(CACHE)]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--requirement", str(wanted), *options]
    if subprocess.run(command, check=False).returncode:
        message = f"the source distribution of {name} {version} cannot be had; pip's own words are above"
        raise RuntimeError(message)
