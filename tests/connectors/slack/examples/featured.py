"""Workflows that a channel features."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import DEPLOYS, Act, said

IN_OR_OUT = "a workflow is featured or not: whoever changes that has undone it"


def feature(*triggers: str) -> Act:
    """A person features these and no others."""
    return lambda slack: slack.workflows_featured_set(channel_id=DEPLOYS, trigger_ids=triggers)


def one_more(trigger: str) -> Act:
    """A person features another one."""
    return lambda slack: slack.workflows_featured_add(channel_id=DEPLOYS, trigger_ids=[trigger])


EXAMPLES = (
    Example(
        "workflows.featured.add",
        lambda slack: slack.workflows_featured_add(channel_id=DEPLOYS, trigger_ids=["Ft02", "Ft01"]),
        prepare=feature("Ft01"),
        alone=IN_OR_OUT,
        beside=one_more("Ft09"),
    ),
    Example(
        "workflows.featured.add",
        lambda slack: slack.workflows_featured_add(channel_id=DEPLOYS, trigger_ids="Ft01"),
        prepare=feature("Ft01"),
        nothing=True,
        name="what was featured",
    ),
    Example(
        "workflows.featured.remove",
        lambda slack: slack.workflows_featured_remove(channel_id=DEPLOYS, trigger_ids="Ft01"),
        prepare=feature("Ft01", "Ft02"),
        foreign=one_more("Ft09"),
        beside=said(),
    ),
    Example(
        "workflows.featured.set",
        lambda slack: slack.workflows_featured_set(channel_id=DEPLOYS, trigger_ids=["Ft02", "Ft03"]),
        prepare=feature("Ft01", "Ft02"),
        foreign=one_more("Ft09"),
        beside=said(),
    ),
    Example(
        "workflows.featured.set",
        lambda slack: slack.workflows_featured_set(channel_id=DEPLOYS, trigger_ids=["Ft02"]),
        alone=IN_OR_OUT,
        beside=one_more("Ft09"),
        name="where none was",
    ),
)
