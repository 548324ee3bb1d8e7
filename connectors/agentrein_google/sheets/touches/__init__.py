"""What each request touches: which facets are compared before an undo, and how they are put back."""

from __future__ import annotations

from agentrein_google.sheets.touches import cells, lines, tabs, things
from agentrein_google.sheets.touches.registry import TOUCHES, Touched, touched

__all__ = ["TOUCHES", "Touched", "cells", "lines", "tabs", "things", "touched"]
