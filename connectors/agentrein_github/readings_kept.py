"""The readings and comparisons of what a repository and an account keep, put together."""

from __future__ import annotations

from agentrein_github import readings_of_gists, readings_of_releases, readings_of_repos, readings_of_settings

READINGS = {
    **readings_of_releases.READINGS,
    **readings_of_settings.READINGS,
    **readings_of_gists.READINGS,
    **readings_of_repos.READINGS,
}
COMPARISONS = {
    **readings_of_releases.COMPARISONS,
    **readings_of_gists.COMPARISONS,
    **readings_of_repos.COMPARISONS,
}
