"""Comments that are hidden and shown, which only GraphQL does.

https://docs.github.com/graphql/reference/mutations
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from agentrein.connector import (
    REVERSIBLE,
    before,
    computed,
    either,
    op,
    sent,
    shows,
    stands,
)
from agentrein_github.graphql import mutation_input
from agentrein_github.operations.nodes import (
    COMMENT_LOOKUPS,
    COMMENT_OBJECT,
    GRAPHQL,
    PAGE,
    mutate,
    node,
)
from agentrein_github.operations.places import SCOPES


def shown_reason(classifier: Any) -> str:
    """A classifier as GitHub shows the reason: OFF_TOPIC reads off-topic."""
    return str(classifier).lower().replace("_", "-")


def classifier(reason: Any) -> str:
    """A shown reason as the classifier that a mutation takes."""
    return str(reason).upper().replace("-", "_")


_SUBJECT = {"subjectId": sent("input.subjectId")}
_COMMENT = node(sent("input.subjectId"))
_THERE = replace(_COMMENT, maybe=True)
_OURS = {"isMinimized": True, "minimizedReason": computed(shown_reason, sent("input.classifier"))}
_SHOW = mutate("unminimizeComment", _SUBJECT, goal=shows(_THERE, isMinimized=False), still=_OURS)
_HIDE = mutate(
    "minimizeComment",
    {**_SUBJECT, "classifier": computed(classifier, before("minimizedReason"))},
    goal=shows(_THERE, isMinimized=True, minimizedReason=before("minimizedReason")),
    still={"isMinimized": False},
)


ROWS = (
    op(
        f"{GRAPHQL}#minimizeComment",
        sdk="IssueComment.minimize",
        says="hide comment {comment_id} in repository {repo_id}",
        tier=REVERSIBLE,
        takes=mutation_input,
        lookups=COMMENT_LOOKUPS,
        object=COMMENT_OBJECT,
        before=_COMMENT,
        inverse=either({False: _SHOW, True: replace(_HIDE, still=_OURS)}, by=before("isMinimized")),
        probe=stands(_THERE, _OURS),
        scopes=SCOPES,
        why="A hidden comment is shown again, or hidden for the reason that it was hidden for before. "
        f"{PAGE}#minimizecomment",
    ),
    op(
        f"{GRAPHQL}#unminimizeComment",
        sdk="IssueComment.unminimize",
        says="show comment {comment_id} in repository {repo_id}",
        tier=REVERSIBLE,
        takes=mutation_input,
        lookups=COMMENT_LOOKUPS,
        object=COMMENT_OBJECT,
        before=_COMMENT,
        inverse=either({True: _HIDE, False: None}, by=before("isMinimized")),
        probe=stands(_THERE, {"isMinimized": False}),
        residue="Who looked meanwhile saw the comment.",
        scopes=SCOPES,
        why=f"It is hidden again for the same reason; one that was not hidden needs nothing. {PAGE}#unminimizecomment",
    ),
)
