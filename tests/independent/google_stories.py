"""What agents do with Google's APIs, one story per area, and which stand-in plays it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.independent import google_drive, google_gmail, google_sheets
from tests.independent.story import Story


@dataclass(frozen=True)
class Told:
    """A story of one API, and the stand-in before which it is told."""

    api: str
    before: str
    story: Story


def _of(api: str, before: str, stories: dict[str, Story]) -> dict[str, Told]:
    return {f"{api} {name}": Told(api, before, one) for name, one in stories.items()}


_LETTERS = {name: one for name, one in google_gmail.STORIES.items() if name not in {"threads", "filters"}}
_OTHERS = {name: one for name, one in google_gmail.STORIES.items() if name not in _LETTERS}
STORIES = {
    **_of("gmail", "emulate", _LETTERS),
    **_of("gmail", "myworld", _OTHERS),
    **_of("drive", "myworld", google_drive.STORIES),
    **_of("sheets", "myworld", google_sheets.STORIES),
}
"""Each before the stand-in that reads as Gmail does, however the agent ends."""

_AGAIN = {**_of("gmail", "myworld", _LETTERS), **_of("gmail", "emulate", _OTHERS)}
AGAIN = {f"{name}, again": one for name, one in _AGAIN.items() if name != "gmail drafts"}
"""Those of Gmail before the other one: `myworld` cannot change a draft."""
