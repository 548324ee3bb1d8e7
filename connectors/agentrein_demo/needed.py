"""What the demo cannot do without."""

from __future__ import annotations

from importlib.util import find_spec

from agentrein.errors import ClientError
from agentrein.installed import install_line

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
            f"the demo needs {', '.join(missing)}", where="this Python environment", now=install_line(*_EXTRAS)
        )
