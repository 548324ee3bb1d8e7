"""The files of the developer's file system, in both environments.

https://developers.hubspot.com/docs/api-reference/latest/cms/source-code/guide
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, conflict, invalid, not_found
from agentrein_hubspot.sandbox.uploads import fields_of
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_CONTENT = "/cms/v3/source-code/{environment}/content/{path+}"
_METADATA = "/cms/v3/source-code/{environment}/metadata/{path+}"
_LONG_AGO = 1_704_164_645_000
_MOST = 50 * 1024 * 1024


@dataclass
class Source:
    """What each file holds, by environment and path."""

    files: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)


def _source(world: World) -> Source:
    return world.kept(Source)


def _one(ask: Ask, environment: str, path: str) -> dict[str, Any]:
    found = _source(ask.world).files.get((environment, path))
    if found is None:
        raise not_found(f"There is no file {path}.")
    return found


def _shown(path: str, thing: dict[str, Any]) -> dict[str, Any]:
    times = {"createdAt": thing["createdAt"], "updatedAt": thing["updatedAt"]}
    digest = hashlib.md5(thing["content"], usedforsecurity=False).hexdigest()
    return {"id": path, "name": path.rpartition("/")[2], "folder": False, "children": [], "hash": digest, **times}


@routes.on(f"GET {_METADATA}")
def metadata(ask: Ask, environment: str, path: str) -> Answer:
    """What is said of a file, or of a folder."""
    files = _source(ask.world).files
    inside = sorted(
        one.removeprefix(f"{path}/") for at, one in files if at == environment and one.startswith(f"{path}/")
    )
    if inside:
        children = sorted({one.partition("/")[0] for one in inside})
        times = {"createdAt": _LONG_AGO, "updatedAt": _LONG_AGO}
        return Answer(
            200, {"id": path, "name": path.rpartition("/")[2], "folder": True, "children": sorted(children), **times}
        )
    return Answer(200, _shown(path, _one(ask, environment, path)))


@routes.on(f"GET {_CONTENT}")
def download(ask: Ask, environment: str, path: str) -> Answer:
    """A file as it stands."""
    return Answer(200, _one(ask, environment, path)["content"], media="application/octet-stream")


@routes.on(f"POST {_CONTENT}")
def create(ask: Ask, environment: str, path: str) -> Answer:
    """Put a file in where there is none."""
    if (environment, path) in _source(ask.world).files:
        raise conflict(f"A file {path} already exists.")
    return _write(ask, environment, path)


@routes.on(f"PUT {_CONTENT}")
def create_or_update(ask: Ask, environment: str, path: str) -> Answer:
    """Put a file in, over what is there."""
    return _write(ask, environment, path)


def _write(ask: Ask, environment: str, path: str) -> Answer:
    _, name, content = fields_of(ask.request)
    if environment not in {"draft", "published"} or not name or len(content) > _MOST:
        raise invalid("An environment and a file must be given")
    now = int(ask.world.clock() * 1000)
    was = _source(ask.world).files.get((environment, path))
    made = {"content": content, "createdAt": was["createdAt"] if was else now, "updatedAt": now}
    _source(ask.world).files[environment, path] = made
    return Answer(200, _shown(path, made))


@routes.on(f"DELETE {_CONTENT}")
def remove(ask: Ask, environment: str, path: str) -> Answer:
    """Delete a file."""
    _one(ask, environment, path)
    del _source(ask.world).files[environment, path]
    return Answer(204)


def seed(world: World) -> None:
    """A template and a picture in the draft, whose bytes are no text."""
    for path, content in (("acme/templates/home.html", b"<h1>Acme</h1>"), ("acme/logo.png", b"\x89PNG\r\n\xff\x00")):
        made = {"content": content, "createdAt": _LONG_AGO, "updatedAt": _LONG_AGO}
        _source(world).files["draft", path] = made


def state(world: World) -> State:
    """What each file holds."""
    return {f"source:{at}/{path}": {"holds": one["content"].hex()} for (at, path), one in _source(world).files.items()}


AREA = Area(routes, seed, state)
