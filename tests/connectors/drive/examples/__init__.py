"""Every row of the Drive table in use, with google-api-python-client's own methods."""

from __future__ import annotations

from connectors.drive.examples import files, others, sharing, talk

EXAMPLES = (*files.EXAMPLES, *sharing.EXAMPLES, *talk.EXAMPLES, *others.EXAMPLES)
"""All whose effect can be found again when the answer was lost."""

WATCHES = others.WATCHES
"""The others."""
