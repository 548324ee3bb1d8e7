"""Annotated tags as objects of git: a reference may point to one, which points to a commit.

https://docs.github.com/rest/git/tags
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, not_found
from agentrein_github.sandbox.shapes import repo_url
from agentrein_github.sandbox.store import Tag

routes = Routes()
_DOCS = f"{DOCS}/git/tags"


def _json(ask: Ask, tag: Tag) -> dict[str, Any]:
    here = f"{repo_url(ask.url, ask.repo)}/git"
    return {
        "node_id": f"TA_kwDO{tag.sha}",
        "tag": tag.name,
        "sha": tag.sha,
        "url": f"{here}/tags/{tag.sha}",
        "message": tag.message,
        "tagger": tag.tagger.as_json(),
        "object": {"type": "commit", "sha": tag.object, "url": f"{here}/commits/{tag.object}"},
        "verification": {"verified": False, "reason": "unsigned", "signature": None, "payload": None},
    }


@routes.on(f"POST {REPO}/git/tags")
def create_tag(ask: Ask) -> Answer:
    """Make the object of a tag, which no reference has yet.

    https://docs.github.com/rest/git/tags#create-a-tag-object
    """
    ask.require("push")
    docs, git = f"{_DOCS}#create-a-tag-object", ask.repo.git
    name, message, sha = (ask.text(field, docs, needed=True) or "" for field in ("tag", "message", "object"))
    if ask.text("type", docs, needed=True) != "commit" or sha not in git.commits:
        raise fail(422, "Object does not exist", docs)
    tag = git.tag(name, sha, message, ask.world.signature(ask.me))
    return Answer(201, _json(ask, tag))


@routes.on(f"GET {REPO}/git/tags/{{sha}}")
def get_tag(ask: Ask, sha: str) -> Answer:
    """The object of a tag.

    https://docs.github.com/rest/git/tags#get-a-tag
    """
    if sha not in ask.repo.git.tags:
        raise not_found(f"{_DOCS}#get-a-tag")
    return Answer(200, _json(ask, ask.repo.git.tags[sha]))
