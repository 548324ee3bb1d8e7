"""Every row of the GitHub table in use, with PyGithub's own methods."""

from __future__ import annotations

from connectors.github.examples import assignees, comments, contents, issues, labels, pulls, refs

EXAMPLES = (
    *issues.EXAMPLES,
    *labels.EXAMPLES,
    *assignees.EXAMPLES,
    *comments.EXAMPLES,
    *contents.EXAMPLES,
    *refs.EXAMPLES,
    *pulls.EXAMPLES,
)
"""All of them."""
