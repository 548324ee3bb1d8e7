"""Reactions and pins."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import DEPLOYS, both, newest, posted, reacted, said

ON_OR_OFF = "a reaction is the account's own: whoever takes it off has undone it"

EXAMPLES = (
    Example(
        "reactions.add",
        lambda slack: slack.reactions_add(channel=DEPLOYS, timestamp=newest(slack), name="eyes"),
        prepare=both(said(), reacted("eyes")),
        alone=ON_OR_OFF,
        beside=reacted("tada"),
    ),
    Example(
        "reactions.add",
        lambda slack: slack.reactions_add(channel=DEPLOYS, timestamp=newest(slack), name="thumbsup"),
        prepare=said(),
        alone=ON_OR_OFF,
        beside=reacted("+1"),
        name="by another of its names",
    ),
    Example(
        "reactions.remove",
        lambda slack: slack.reactions_remove(channel=DEPLOYS, timestamp=newest(slack), name="eyes"),
        prepare=both(
            said(),
            lambda slack: slack.reactions_add(
                channel=DEPLOYS, timestamp=newest(slack), name="eyes", token="xoxb-agent"
            ),
        ),
        alone=ON_OR_OFF,
        beside=reacted("eyes"),
    ),
    Example(
        "pins.add",
        lambda slack: slack.pins_add(channel=DEPLOYS, timestamp=newest(slack)),
        prepare=posted(),
        alone="a pin is on or off: whoever takes it off has undone it",
        beside=reacted(),
    ),
    Example(
        "pins.remove",
        lambda slack: slack.pins_remove(channel=DEPLOYS, timestamp=newest(slack)),
        prepare=both(posted(), lambda slack: slack.pins_add(channel=DEPLOYS, timestamp=newest(slack))),
        alone="a pin is on or off: whoever puts it on has undone it",
        beside=reacted(),
    ),
)
