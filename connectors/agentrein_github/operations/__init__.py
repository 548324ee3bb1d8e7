"""The rows of the GitHub table, one file per area of https://docs.github.com/rest."""

from __future__ import annotations

from agentrein_github.operations import assignees, comments, contents, issues, labels, pulls, refs

OPERATIONS = (
    *issues.ROWS,
    *labels.ROWS,
    *assignees.ROWS,
    *comments.ROWS,
    *contents.ROWS,
    *refs.ROWS,
    *pulls.ROWS,
)

__all__ = ["OPERATIONS"]
