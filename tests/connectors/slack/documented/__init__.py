"""The public examples of slack_sdk that call the Web API, each in our own words, one module per area."""

from connectors.slack.documented.files import FILES
from connectors.slack.documented.limits import LIMITS
from connectors.slack.documented.messages import MESSAGES
from connectors.slack.documented.modals import MODALS
from connectors.slack.documented.places import PLACES

EXAMPLES = [*MESSAGES, *MODALS, *PLACES, *FILES, *LIMITS]
