"""Tables in Markdown, for the pages of `docs/` that are made of the connectors' tables."""

from __future__ import annotations

import re


def head(*titles: str) -> list[str]:
    """The two lines with which a table begins."""
    return [line(*titles), "|---" * len(titles) + "|"]


def line(*cells: str) -> str:
    """One line of a table; a stroke in a cell ends it nowhere."""
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def linked(text: str) -> str:
    """The pages of the vendor that a reason names, as links of one word."""
    return re.sub(r" ?(https://[^\s,;)]+?)(?=[.,;)]?(?:\s|$))", r" [docs](\1)", text)
