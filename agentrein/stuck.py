"""Why an undo cannot go on: with one action, or with everything that needs a client."""

from __future__ import annotations


class Stuck(Exception):
    """This action needs a person; the text says why."""


class ClientStuck(Exception):
    """Nothing more can be undone with this client now; the text says why."""


class NoClient(ClientStuck):
    """The client cannot be had, or its credentials are not taken; waiting alone does not help."""
