"""Comparisons that look closer before a reading is called a conflict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agentrein_google.gmail.readings_of_labels import carried_by_own
from agentrein_google.gmail.readings_of_mail import is_own_draft, is_own_draft_changed_twice
from agentrein_google.gmail.readings_of_settings import is_cleaned, is_variant

COMPARISONS: Mapping[str, Callable[[Any, Any, Any], Any]] = {
    "carried by own": carried_by_own,
    "own draft": is_own_draft,
    "own draft, changed twice": is_own_draft_changed_twice,
    "cleaned": is_cleaned,
    "variant": is_variant,
}
