"""Objects of git that no ref has yet: https://docs.github.com/rest/git."""

from __future__ import annotations

from agentrein.connector import REVERSIBLE, Operation, leave, op, path
from agentrein_github.operations.places import REPO, REPO_OBJECT, SCOPES

_UNSEEN = leave("an object of git is in no branch or tag until a ref points to it, which is undone by itself")


def _object(kind: str, says: str, anchor: str) -> Operation:
    """The row that makes an object of this kind."""
    return op(
        f"POST {REPO}/git/{kind}s",
        sdk=f"Repository.create_git_{kind}",
        says=f"{says} in {{owner}}/{{repo}}, in no branch yet",
        tier=REVERSIBLE,
        object=path(*REPO_OBJECT, "/objects"),
        inverse=_UNSEEN,
        residue="Who knows its id can read it until GitHub cleans up.",
        scopes=SCOPES,
        why="Git names an object by what is in it, so that making it again makes no other one, and there is no call "
        f"that deletes one. https://docs.github.com/rest/git/{kind}s#{anchor}",
    )


ROWS = (
    _object("blob", "store the content of a file", "create-a-blob"),
    _object("tree", "store a directory", "create-a-tree"),
    _object("commit", "store the commit {message!r}", "create-a-commit"),
    _object("tag", "store the annotation of the tag {tag}", "create-a-tag-object"),
)
