"""Gists.

https://docs.github.com/rest/gists/gists
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, Ask, malformed, not_found, unprocessable
from agentrein_github.sandbox.kept import Gist

GIST = "/gists/{gist_id}"
routes = Routes()
_DOCS = f"{DOCS}/gists/gists"
_SHOWN = 1_000_000
"""Bytes of a file that an answer shows at most."""


def gist_of(ask: Ask, gist_id: str) -> Gist:
    """The gist of this id: whoever knows it may read it."""
    gist = ask.world.gists.get(gist_id)
    if gist is None:
        raise not_found(f"{_DOCS}#get-a-gist")
    return gist


def _own(ask: Ask, gist_id: str) -> Gist:
    gist = gist_of(ask, gist_id)
    if gist.owner is not ask.me:
        raise not_found(f"{_DOCS}#update-a-gist")
    return gist


def _file(gist: Gist, name: str, content: str, *, whole: bool) -> dict[str, Any]:
    raw = f"https://gist.githubusercontent.com/{gist.owner.login}/{gist.id}/raw/{name}"
    shown = {"filename": name, "type": "text/plain", "language": None, "raw_url": raw, "size": len(content.encode())}
    more = {"truncated": len(content) > _SHOWN, "content": content[:_SHOWN], "encoding": "utf-8"}
    return {**shown, **(more if whole else {})}


def gist_json(ask: Ask, gist: Gist, *, whole: bool = False) -> dict[str, Any]:
    """A gist; lists show its files without their content."""
    here = f"{ask.url}/gists/{gist.id}"
    return {
        "url": here,
        "forks_url": f"{here}/forks",
        "commits_url": f"{here}/commits",
        "comments_url": f"{here}/comments",
        "id": gist.id,
        "node_id": f"G_{gist.id}",
        "html_url": f"https://gist.github.com/{gist.owner.login}/{gist.id}",
        "files": {name: _file(gist, name, content, whole=whole) for name, content in gist.files.items()},
        "public": gist.public,
        "created_at": gist.created_at,
        "updated_at": gist.updated_at,
        "description": gist.description,
        "comments": len(gist.comments),
        "comments_enabled": True,
        "user": None,
        "owner": shapes.user_json(ask.url, gist.owner),
        "truncated": False,
    }


def _description(ask: Ask) -> str | None:
    return ask.text("description", _DOCS)


def _changes(ask: Ask) -> dict[str, Any]:
    files = ask.fields.get("files", {})
    if not isinstance(files, dict) or not all(isinstance(one, dict | None) for one in files.values()):
        raise malformed("For 'properties/files', that is no object of files.", _DOCS)
    return files


@routes.on("GET /gists")
def list_gists(ask: Ask) -> Answer:
    """The account's own gists, newest first.

    https://docs.github.com/rest/gists/gists#list-gists-for-the-authenticated-user
    """
    own = [gist for gist in reversed(ask.world.gists.values()) if gist.owner is ask.me]
    return ask.page(own, lambda gist: gist_json(ask, gist))


@routes.on("POST /gists")
def create_gist(ask: Ask) -> Answer:
    """Make a gist.

    https://docs.github.com/rest/gists/gists#create-a-gist
    """
    files = {name: (one or {}).get("content") for name, one in _changes(ask).items()}
    if not files or not all(isinstance(one, str) and one for one in files.values()):
        raise unprocessable("Gist", "files", "missing_field", _DOCS)
    kept, now = {name: str(one) for name, one in files.items()}, ask.world.now()
    public = ask.fields.get("public", False) in {True, "true"}
    made = Gist(f"{ask.world.new_id():020x}", ask.me, public, kept, now, now, _description(ask))
    ask.world.gists[made.id] = made
    return Answer(201, gist_json(ask, made, whole=True))


@routes.on(f"GET {GIST}")
def get_gist(ask: Ask, gist_id: str) -> Answer:
    """One gist with its files.

    https://docs.github.com/rest/gists/gists#get-a-gist
    """
    return Answer(200, gist_json(ask, gist_of(ask, gist_id), whole=True))


@routes.on(f"PATCH {GIST}")
def edit_gist(ask: Ask, gist_id: str) -> Answer:
    """Change, rename, add or delete files; a null deletes one.

    https://docs.github.com/rest/gists/gists#update-a-gist
    """
    gist = _own(ask, gist_id)
    files = dict(gist.files)
    for name, change in _changes(ask).items():
        old = files.pop(name, "")
        content = old if change is None else change.get("content", old)
        if change is not None:
            files[change.get("filename") or name] = content
    if not files or not all(files.values()):
        raise unprocessable("Gist", "files", "missing_field", _DOCS)
    if "description" in ask.fields:
        gist.description = _description(ask)
    gist.files, gist.updated_at = files, ask.world.now()
    return Answer(200, gist_json(ask, gist, whole=True))


@routes.on(f"DELETE {GIST}")
def delete_gist(ask: Ask, gist_id: str) -> Answer:
    """Delete a gist with its comments.

    https://docs.github.com/rest/gists/gists#delete-a-gist
    """
    del ask.world.gists[_own(ask, gist_id).id]
    return Answer(204)


@routes.on(f"GET {GIST}/star")
def has_star(ask: Ask, gist_id: str) -> Answer:
    """204 if the account starred it, else 404.

    https://docs.github.com/rest/gists/gists#check-if-a-gist-is-starred
    """
    if ask.me.id not in gist_of(ask, gist_id).starred_by:
        raise not_found(f"{_DOCS}#check-if-a-gist-is-starred")
    return Answer(204)


@routes.on(f"PUT {GIST}/star")
def star_gist(ask: Ask, gist_id: str) -> Answer:
    """Star a gist.

    https://docs.github.com/rest/gists/gists#star-a-gist
    """
    gist_of(ask, gist_id).starred_by.add(ask.me.id)
    return Answer(204)


@routes.on(f"DELETE {GIST}/star")
def unstar_gist(ask: Ask, gist_id: str) -> Answer:
    """Take the star away.

    https://docs.github.com/rest/gists/gists#unstar-a-gist
    """
    gist_of(ask, gist_id).starred_by.discard(ask.me.id)
    return Answer(204)


@routes.on(f"GET {GIST}/forks")
def list_forks(ask: Ask, gist_id: str) -> Answer:
    """The forks of a gist.

    https://docs.github.com/rest/gists/gists#list-gist-forks
    """
    gist = gist_of(ask, gist_id)
    forks = [one for one in ask.world.gists.values() if one.fork_of == gist.id]
    return ask.page(forks, lambda one: gist_json(ask, one))


@routes.on(f"POST {GIST}/forks")
def fork_gist(ask: Ask, gist_id: str) -> Answer:
    """Fork somebody else's gist.

    https://docs.github.com/rest/gists/gists#fork-a-gist
    """
    gist = gist_of(ask, gist_id)
    if gist.owner is ask.me:
        raise unprocessable("Gist", "forks", "invalid", _DOCS)
    now = ask.world.now()
    made = Gist(f"{ask.world.new_id():020x}", ask.me, gist.public, dict(gist.files), now, now, gist.description)
    made.fork_of = gist.id
    ask.world.gists[made.id] = made
    return Answer(201, gist_json(ask, made))
