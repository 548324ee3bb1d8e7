"""The public examples of notion-client that call the API, each in our own words, one module per place."""

from connectors.notion.documented.apps import APPS
from connectors.notion.documented.guide import GUIDE
from connectors.notion.documented.projects import PROJECT

EXAMPLES = [*GUIDE, *PROJECT, *APPS]
