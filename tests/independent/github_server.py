"""GitHub as `emulate` plays it, behind a recorder that mends what it is known to answer wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.independent import emulate
from tests.independent.recorder import Recorded, Recorder, recording

TOKEN = "test_token_admin"
SEED: dict[str, object] = {
    "tokens": {TOKEN: {"login": "octocat", "scopes": ["repo", "user"]}},
    "github": {
        "users": [{"login": "octocat"}, {"login": "helper"}],
        "repos": [{"owner": "octocat", "name": "hello", "auto_init": True}],
    },
}


@contextmanager
def serving(folder: Path) -> Iterator[Recorder]:
    """A freshly started stand-in with one repository, `octocat/hello`."""
    with emulate.serving("github", SEED, folder) as url, recording(url, mend) as made:
        yield made


def mend(request: Recorded, content: bytes) -> bytes:
    """Give a ref its own address, `…/git/refs/…`, where the stand-in gives the one that was read.

    https://docs.github.com/rest/git/refs#get-a-reference shows it in its example.
    """
    return content.replace(b"/git/ref/heads/", b"/git/refs/heads/") if "/git/ref/" in request.path else content
