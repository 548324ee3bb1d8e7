"""What the demo cannot do without."""

from __future__ import annotations

import shlex
from importlib.metadata import requires
from importlib.util import find_spec

from agentrein.errors import ClientError

MODULES = {
    "github": "PyGithub",
    "notion_client": "notion-client",
    "slack_sdk": "slack-sdk",
    "starlette": "Starlette",
    "uvicorn": "uvicorn",
}
_EXTRAS = ("github", "notion", "sandbox", "slack")


def require() -> None:
    """Raise ClientError with the install line unless everything is there."""
    missing = [title for module, title in MODULES.items() if find_spec(module) is None]
    if missing:
        raise ClientError(
            f"the demo needs {', '.join(missing)}", where="this Python environment", now=f"pip install {install_line()}"
        )


def install_line() -> str:
    """The requirements of the extras that the demo uses, as pip takes them."""
    wanted = []
    for line in requires("agentrein") or ():
        requirement, _, marker = line.partition(";")
        if any(f"extra == {quote}{extra}{quote}" in marker for extra in _EXTRAS for quote in "'\""):
            wanted.append(requirement.strip())
    return " ".join(shlex.quote(one) for one in sorted(set(wanted)))
