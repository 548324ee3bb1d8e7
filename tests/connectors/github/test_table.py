from __future__ import annotations

import base64
import csv
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from agentrein.connector import Answer, Call, NotCanonical, Operation, Tier
from agentrein.table import Match
from agentrein_github import connector, reads
from agentrein_github.operations.contents import file_tier
from agentrein_github.operations.issues import edited, lock_body
from agentrein_github.operations.labels import label_list
from agentrein_github.operations.places import body_or_null, branch_of, git_blob_sha, one_line, short_ref
from agentrein_github.operations.pulls import branch_of_head, open_tier

ENDPOINTS = Path(__file__).parents[2] / "data" / "github_endpoints.tsv"
TABLE = connector.table
SCOPES = {
    "admin:org",
    "admin:org_hook",
    "admin:public_key",
    "admin:repo_hook",
    "delete_repo",
    "gist",
    "manage_billing:copilot",
    "notifications",
    "public_repo",
    "repo",
    "repo:status",
    "repo_deployment",
    "repository_advisories:write",
    "security_events",
    "user",
    "user:follow",
}
"""Those of https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps that rows name."""


def endpoints() -> list[tuple[str, str, str]]:
    """Method, path and kind of every address that PyGithub sends to."""
    with ENDPOINTS.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [(line["method"], line["path"], line["kind"]) for line in lines]


def test_every_write_of_the_sdk_is_known() -> None:
    """Each write that PyGithub can send is a row or a refused line with its reason."""
    writes = {f"{method} {path}" for method, path, kind in endpoints() if kind == "write"}
    assert not [address for address in sorted(writes) if TABLE.row(address) is None]


def test_every_read_of_the_sdk_is_declared() -> None:
    """Each read that PyGithub can send leaves without a passage; a GraphQL query is told by its document."""
    queries = ("POST", "/graphql")
    declared = [(method, path) for method, path, kind in endpoints() if kind == "read" and (method, path) != queries]
    assert declared
    assert not [one for one in declared if not reads(one[0], one[1].replace("{", "").replace("}", ""))]


def test_the_long_tail_holds_nothing_else() -> None:
    """A refused line that the SDK never sends, or that has a row, would be a mistake."""
    writes = {f"{method} {path}" for method, path, kind in endpoints() if kind == "write"}
    assert {line.address for line in TABLE.refused} <= writes
    assert not {line.address for line in TABLE.refused} & {row.address for row in TABLE.operations}


def test_every_refused_line_says_why() -> None:
    """Each line of the long tail has an SDK name and one plain sentence."""
    for line in TABLE.refused:
        assert line.sdk
        assert line.why.endswith("."), line.address


def test_every_row_cites_the_vendor() -> None:
    """Each row's reason names the page of GitHub's documentation that it rests on."""
    assert all(re.search(r"https://docs\.github\.com/(rest|graphql)/", row.why) for row in TABLE.operations)


@pytest.mark.parametrize(
    ("path", "address", "params"),
    [
        ("/repos/o/r/issues", "/issues", {"owner": "o", "repo": "r"}),
        ("/repositories/9/issues", "/issues", {"repo_id": "9"}),
        ("/repos/o/r/contents/docs/a%20b.md", "/contents/{path+}", {"path": "docs/a b.md", "owner": "o", "repo": "r"}),
        ("/repos/o/r/git/refs/heads/a/b", "/git/refs/{ref+}", {"ref": "heads/a/b", "owner": "o", "repo": "r"}),
    ],
)
def test_an_address_is_matched_in_both_forms(path: str, address: str, params: dict[str, str]) -> None:
    """A repository is addressed by name or by id, and paths, refs and label names may hold slashes."""
    method = {"/issues": "POST", "/contents/{path+}": "PUT", "/git/refs/{ref+}": "PATCH"}[address]
    found = TABLE.match(method, path)
    assert isinstance(found, Match)
    assert (found.address, found.params) == (f"{method} /repos/{{owner}}/{{repo}}{address}", params)


def test_a_label_may_hold_a_slash() -> None:
    """PyGithub encodes the slash of a label's name; it is read as part of the name."""
    found = TABLE.match("DELETE", "/repos/o/r/issues/7/labels/area%2Fapi")
    assert isinstance(found, Match)
    assert found.params["name"] == "area/api"


@pytest.mark.parametrize("path", ["/repos/o/r/contents/../pulls/1/merge", "/repos/o/r/contents/%2e%2e/pulls/1/merge"])
def test_a_path_that_arrives_elsewhere_is_no_address(path: str) -> None:
    """What looks like a file and would arrive as a merge is refused."""
    with pytest.raises(NotCanonical):
        TABLE.match("PUT", path)


def test_a_graphql_mutation_is_a_line_of_its_own() -> None:
    """A mutation is found under its real name; one that nobody listed is unknown."""
    known = TABLE.match("POST", "/graphql", {"query": "mutation { x: minimizeComment { id } }"})
    assert isinstance(known, Match)
    assert isinstance(known.row, Operation)
    assert known.address == "POST /graphql#minimizeComment"
    assert TABLE.match("POST", "/graphql", {"query": "mutation { deleteIssue { id } }"}) is None


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/repos/o/r", True),
        ("HEAD", "/anything", True),
        ("POST", "/markdown", True),
        ("POST", "/markdown/raw", True),
        ("POST", "/repos/o/r/releases/generate-notes", True),
        ("POST", "/repositories/9/releases/generate-notes", True),
        ("POST", "/graphql", False),
        ("POST", "/repos/o/r/releases", False),
        ("PUT", "/markdown", False),
    ],
)
def test_reads_are_declared(method: str, path: str, expected: bool) -> None:  # noqa: FBT001 - a column of the table above
    """Every GET reads, and two POSTs that only compute; nothing else does."""
    assert reads(method, path) is expected


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        (["bug", "triaged"], ["bug", "triaged"]),
        ({"labels": ["bug"]}, ["bug"]),
        ([{"name": "bug"}], ["bug"]),
        ({"labels": [{"name": "bug"}, "x"]}, ["bug", "x"]),
        (None, None),
    ],
)
def test_labels_are_read_in_every_form(sent: Any, names: Any) -> None:
    """PyGithub sends a bare array, the API takes an object and objects with names."""
    assert label_list(sent) == {"labels": names}


def test_an_edit_is_read_as_github_shows_it() -> None:
    """Labels become names, and PyGithub's empty text for "no milestone" becomes null."""
    assert edited({"milestone": "", "labels": [{"name": "a"}]}) == {"milestone": None, "labels": ["a"]}
    assert edited({"title": "T"}) == {"title": "T"}


def test_an_empty_text_is_null() -> None:
    """GitHub shows an issue without a text, and one with an empty text, as null."""
    assert body_or_null({"title": "T"}) == {"title": "T", "body": None}
    assert body_or_null({"title": "T", "body": ""})["body"] is None


def test_a_lock_without_reason_names_none() -> None:
    """Null is no reason that GitHub takes."""
    assert lock_body(None) == {}
    assert lock_body("spam") == {"lock_reason": "spam"}


def test_the_blob_id_is_git_s() -> None:
    """A file that landed is recognised by the id that git gives to its bytes, however the base64 is broken up."""
    data = b"hello\n" * 40
    expected = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    wrapped = base64.encodebytes(data).decode()
    assert git_blob_sha(wrapped) == expected
    assert one_line(wrapped) == base64.b64encode(data).decode()
    assert git_blob_sha("no base64!") == ""


@pytest.mark.parametrize(
    ("image", "tier"),
    [
        (None, Tier.COMPENSABLE),
        ({"type": "file", "encoding": "base64", "content": "", "sha": "1"}, Tier.COMPENSABLE),
        ({"type": "file", "encoding": "none", "content": "", "sha": "1"}, Tier.IRREVERSIBLE),
        ({"type": "submodule", "sha": "1"}, Tier.IRREVERSIBLE),
        ([{"type": "file"}], Tier.IRREVERSIBLE),
    ],
)
def test_a_file_without_bytes_cannot_come_back(image: Any, tier: Tier) -> None:
    """Over 1 MB the before-image lacks the bytes, so the write cannot be undone."""
    assert file_tier(Call("github", "PUT"), image, None) is tier


def test_a_pull_request_made_of_an_issue_cannot_be_undone() -> None:
    """Closing it would close the issue that it was."""
    assert open_tier(Call("github", "POST", body={"issue": 7}), None, None) is Tier.IRREVERSIBLE
    assert open_tier(Call("github", "POST", body={"title": "T"}), None, None) is Tier.COMPENSABLE


def test_names_of_refs_are_read_in_every_form() -> None:
    """Refs come with `refs/`, branches with an owner or by default."""
    assert short_ref("refs/heads/x") == "heads/x"
    assert branch_of_head("octocat:x") == branch_of_head("x") == "x"
    assert branch_of({"branch": "x"}, "main") == branch_of({"branch": "refs/heads/x"}, "main") == "heads/x"
    assert branch_of({}, "main") == "heads/main"


def test_every_undo_names_its_scopes() -> None:
    """No undo of GitHub's works with any token whatever: a classic one needs a scope, each by its documented name."""
    undoable = [row for row in TABLE.operations if row.inverse is not None]
    assert all(row.scopes for row in undoable)
    assert {name for row in undoable for group in row.scopes for name in group} <= SCOPES


@pytest.mark.parametrize(
    ("headers", "scopes"),
    [
        ({"x-oauth-scopes": "repo, read:org"}, {"repo", "read:org"}),
        ({"x-oauth-scopes": ""}, None),
        ({}, None),
    ],
)
def test_the_scopes_of_a_token_are_read(headers: dict[str, str], scopes: set[str] | None) -> None:
    """A classic token's are named in a header; of other kinds of credentials nothing is told, or an empty header."""
    assert connector.granted(Answer(200, {}, headers)) == scopes
