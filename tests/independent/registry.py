"""What the checks from outside need of the npm registry, each pinned, in a folder that git ignores.

`python -m tests.independent.registry` installs all of it, before several processes want it at once.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
from pathlib import Path

EMULATE = "emulate@0.12.2"
NODE = "22.23.5"
OPENAPI = "@octokit/openapi@23.0.2"
GRAPHQL = "@octokit/graphql-schema@15.26.1"
NOTION = "@notionhq/client@5.26.0"
SLACK = "@slack/web-api@8.2.0"
TYPESCRIPT = "typescript@5.9.3"
AJV = ("ajv@8.20.0", "ajv-formats@3.0.1")
HOME = Path(__file__).resolve().parents[2] / ".independent"


def npm(*packages: str) -> None:
    """Install pinned packages, `name@version`; raises RuntimeError naming npm if it is missing."""
    wanted = [one for one in packages if _installed(one.rpartition("@")[0]) != one.rpartition("@")[2]]
    if not wanted:
        return
    if shutil.which("npm") is None:
        message = "missing: npm (make independent installs its stand-ins from the npm registry)"
        raise RuntimeError(message)
    HOME.mkdir(exist_ok=True)
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent", "--ignore-scripts", "--save-exact", *wanted]
    subprocess.run(command, cwd=HOME, check=True)


def _installed(name: str) -> str:
    about = HOME / "node_modules" / name / "package.json"
    return str(json.loads(about.read_text())["version"]) if about.is_file() else ""


def node() -> str:
    """A Node.js that runs `emulate`: the one of this machine if it is new enough, else one from npm."""
    has = 'process.exit(require("module").registerHooks ? 0 : 1)'
    own = shutil.which("node")
    if own and subprocess.run([own, "-e", has], check=False, stderr=subprocess.DEVNULL).returncode == 0:
        return own
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    name = f"node-{platform.system().lower()}-{machine}"
    npm(f"{name}@{NODE}")
    return str(HOME / "node_modules" / name / "bin" / "node")


if __name__ == "__main__":
    npm(EMULATE, OPENAPI, GRAPHQL, NOTION, SLACK, TYPESCRIPT, *AJV)
    node()
