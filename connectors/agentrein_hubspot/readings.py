"""What is made of HubSpot's answers before rows read them: named readings, and comparisons that look closer.

A reading gets the body of a read and what its row gives it, may yield further reads, and gives the completed body, or
the answer at which it had to stop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agentrein_hubspot import (
    property_values,
    readings_of_content,
    readings_of_entries,
    readings_of_files,
    readings_of_hubdb,
    readings_of_links,
    readings_of_members,
    readings_of_records,
    readings_of_settings,
)
from agentrein_hubspot.stopping import Reading, stopping


def an_object(body: Any, given: Mapping[str, Any]) -> Any:  # noqa: ARG001 - a reading takes both
    """The body, which must be an object."""
    return {**body}


_PLAIN: dict[str, Reading] = {
    "an object": an_object,
    **readings_of_content.READINGS,
    **readings_of_entries.READINGS,
    **readings_of_files.READINGS,
    **readings_of_hubdb.READINGS,
    **readings_of_links.READINGS,
    **readings_of_members.READINGS,
    **readings_of_records.READINGS,
    **readings_of_settings.READINGS,
}
READINGS: Mapping[str, Reading] = {name: stopping(reading) for name, reading in _PLAIN.items()}
COMPARISONS: dict[str, Callable[..., Any]] = {
    **property_values.COMPARISONS,
    **readings_of_links.COMPARISONS,
    **readings_of_content.COMPARISONS,
    **readings_of_members.COMPARISONS,
    **readings_of_records.COMPARISONS,
}
