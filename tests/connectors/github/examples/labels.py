"""Labels of an issue."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.github.examples.things import (
    ISSUE,
    NEW_LABELS,
    issue,
    labelled,
)

EXAMPLES = (
    Example(
        f"POST {ISSUE}/labels",
        lambda gh: issue(gh).add_to_labels("customer"),
        alone="a label is on or off: whoever takes it off has undone it",
        beside=lambda gh: issue(gh).add_to_labels("security"),
        name="one",
    ),
    Example(
        f"POST {ISSUE}/labels",
        lambda gh: issue(gh).add_to_labels("BUG", "customer", "area/ui {x}"),
        alone="a label is on or off: whoever takes it off has undone it",
        beside=lambda gh: issue(gh).remove_from_labels("customer"),
        leaves=NEW_LABELS,
        name="one there before, one known, one unknown",
    ),
    Example(f"POST {ISSUE}/labels", lambda gh: issue(gh).add_to_labels("bug"), nothing=True, name="there before"),
    Example(
        f"PUT {ISSUE}/labels",
        lambda gh: issue(gh).set_labels("customer", "security"),
        alone="labels are undone one by one, so that nobody's are touched",
        beside=lambda gh: issue(gh).add_to_labels("theirs"),
        leaves=NEW_LABELS,
        name="others",
    ),
    Example(
        f"PUT {ISSUE}/labels",
        lambda gh: issue(gh).set_labels(),
        prepare=labelled("bug", "customer"),
        alone="labels are undone one by one, so that nobody's are touched",
        beside=lambda gh: issue(gh).add_to_labels("security", "bug"),
        name="none",
    ),
    Example(
        f"DELETE {ISSUE}/labels",
        lambda gh: issue(gh).delete_labels(),
        prepare=labelled("bug", "customer"),
        alone="labels are undone one by one, so that nobody's are touched",
        beside=lambda gh: issue(gh).add_to_labels("security"),
    ),
    Example(
        f"DELETE {ISSUE}/labels",
        lambda gh: issue(gh).delete_labels(),
        prepare=labelled(),
        nothing=True,
        name="there is none",
    ),
    Example(
        f"DELETE {ISSUE}/labels/{{name+}}",
        lambda gh: issue(gh).remove_from_labels("bug"),
        alone="a label is on or off: whoever puts it on has undone it",
        beside=lambda gh: issue(gh).add_to_labels("security"),
    ),
    Example(
        f"DELETE {ISSUE}/labels/{{name+}}",
        lambda gh: issue(gh).remove_from_labels("area/ui"),
        prepare=labelled("bug", "area/ui"),
        alone="a label is on or off: whoever puts it on has undone it",
        beside=lambda gh: issue(gh).remove_from_labels("bug"),
        name="with a slash",
    ),
)
