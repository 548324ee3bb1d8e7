"""What is made of GitHub's answers before rows read them: named readings, and comparisons that look closer.

A reading gets the body of a read and what its row gives it, may yield further reads, and gives the completed body, or
the answer at which it had to stop.
"""

from __future__ import annotations

from agentrein_github import (
    readings_of_access,
    readings_of_branches,
    readings_of_gists,
    readings_of_issues,
    readings_of_lists,
    readings_of_properties,
    readings_of_protection,
    readings_of_releases,
    readings_of_reports,
    readings_of_repos,
    readings_of_settings,
)
from agentrein_github.answers import own_commits

READINGS = {
    **readings_of_lists.READINGS,
    **readings_of_issues.READINGS,
    **readings_of_access.READINGS,
    **readings_of_gists.READINGS,
    **readings_of_releases.READINGS,
    **readings_of_repos.READINGS,
    **readings_of_protection.READINGS,
    **readings_of_reports.READINGS,
    **readings_of_settings.READINGS,
    **readings_of_properties.READINGS,
    **readings_of_branches.READINGS,
}
COMPARISONS = {
    "own commits": own_commits,
    **readings_of_issues.COMPARISONS,
    **readings_of_access.COMPARISONS,
    **readings_of_gists.COMPARISONS,
    **readings_of_releases.COMPARISONS,
    **readings_of_repos.COMPARISONS,
    **readings_of_protection.COMPARISONS,
    **readings_of_reports.COMPARISONS,
    **readings_of_settings.COMPARISONS,
    **readings_of_properties.COMPARISONS,
    **readings_of_branches.COMPARISONS,
}
