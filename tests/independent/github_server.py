"""GitHub as `emulate` plays it, behind a recorder that mends what it is known to answer wrongly."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.independent import emulate
from tests.independent.recorder import Recorded, Recorder, recording

TOKEN = "test_token_admin"
SEED: dict[str, object] = {
    "tokens": {TOKEN: {"login": "octocat", "scopes": ["repo", "user", "admin:org", "admin:org_hook", "delete_repo"]}},
    "github": {
        "users": [{"login": "octocat"}, {"login": "helper"}, {"login": "hubot"}],
        "orgs": [
            {
                "login": "acme",
                "description": "Acme",
                "members": [{"login": "octocat", "role": "admin"}, {"login": "helper"}, {"login": "hubot"}],
            }
        ],
        "repos": [{"owner": "octocat", "name": "hello", "auto_init": True}],
    },
}
_ORG = re.compile(r"/organizations/\d+")
_TEAM = re.compile(r"/(?:orgs/acme/team|teams)/(\d+)(?=/|$)")


@contextmanager
def serving(folder: Path) -> Iterator[Recorder]:
    """A freshly started stand-in with one repository, `octocat/hello`, and one organisation, `acme`."""
    names = Names()
    with emulate.serving("github", SEED, folder) as url, recording(url, names.mend, names.turn) as made:
        yield made


class Names:
    """What the stand-in knows by name only: its organisation, and teams, whose answers tell the name."""

    def __init__(self) -> None:
        self.slugs: dict[str, str] = {}

    def turn(self, request: Recorded) -> Recorded:
        """Ask by name for an organisation and a team that were asked for by id, and for checks by the older word.

        GitHub's OpenAPI document says of each call about a team that `/organizations/{id}/team/{id}` means it, too.
        go-github's `Organizations.GetByID` asks for `/organizations/{id}`. GitHub documents `/teams/{team_id}` as an
        older form of the same calls, and `contexts` as the older word for `checks`:
        https://docs.github.com/rest/teams/teams, https://docs.github.com/rest/branches/branch-protection.
        """
        path = _ORG.sub("/orgs/acme", request.path)
        path = _TEAM.sub(lambda found: f"/orgs/acme/teams/{self.slugs.get(found[1], found[1])}", path)
        body = _with_contexts(request.body) if "/protection" in path and request.body else request.body
        return replace(request, path=path, body=body) if (path, body) != (request.path, request.body) else request

    def mend(self, request: Recorded, content: bytes) -> bytes:
        """Give a ref its own address, `…/git/refs/…`, where the stand-in gives the one that was read.

        https://docs.github.com/rest/git/refs#get-a-reference shows it in its example. Rules that a branch does not have
        are left out, as GitHub's OpenAPI document has no null for them, and files of releases get who uploaded them:
        https://docs.github.com/rest/releases/assets#list-release-assets.
        """
        if "/git/ref/" in request.path:
            return content.replace(b"/git/ref/heads/", b"/git/refs/heads/")
        if "/assets" in request.path:
            return content.replace(b'"uploader":null', b'"uploader":{"login":"octocat"}')
        if "/teams" in request.path and content[:1] in {b"{", b"["}:
            said = json.loads(content)
            self.slugs |= {
                str(one["id"]): one["slug"] for one in (said if isinstance(said, list) else [said]) if "slug" in one
            }
        if request.path.endswith("/protection") and content.startswith(b"{"):
            return json.dumps(
                {name: value for name, value in json.loads(content).items() if value is not None}
            ).encode()
        return content


def _with_contexts(text: str) -> str:
    body: dict[str, Any] = json.loads(text)
    for place in (body, body.get("required_status_checks") or {}):
        if isinstance(place.get("checks"), list):
            place["contexts"] = [one["context"] for one in place["checks"]]
    return json.dumps(body)
