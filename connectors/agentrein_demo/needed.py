"""What the demo cannot do without."""

from __future__ import annotations

from importlib.util import find_spec

from agentrein.errors import ClientError

MODULES = {
    "github": "PyGithub",
    "notion_client": "notion-client",
    "slack_sdk": "slack-sdk",
    "starlette": "Starlette",
    "uvicorn": "uvicorn",
}


def missing() -> list[str]:
    """What is not installed, by the names of the distributions."""
    return [title for module, title in MODULES.items() if find_spec(module) is None]


def require() -> None:
    """Raise ClientError with the install line unless everything is there."""
    if lacking := missing():
        raise ClientError(
            f"the demo needs {', '.join(lacking)}",
            where="this Python environment",
            now="pip install '.[all]' in a clone of AgentRein's repository",
        )
