"""Formulas that are moved: references without a dollar sign move along."""

from __future__ import annotations

import re

from agentrein_google.sheets.a1 import column_index, column_name

_REFERENCE = re.compile(
    r"(?P<text>\"[^\"]*\")|(?<![\w!'])(?P<fixed>\$?)(?P<column>[A-Z]{1,3})(?P<still>\$?)(?P<row>\d+)\b(?!\()"
)


def moved(formula: str, rows: int, columns: int) -> str:
    """The formula as it reads so many rows and columns further on."""

    def one(found: re.Match[str]) -> str:
        if found["text"] is not None:
            return found[0]
        row = int(found["row"]) + (0 if found["still"] else rows)
        column = column_index(found["column"]) + (0 if found["fixed"] else columns)
        if row < 1 or column < 0:
            return "#REF!"
        return f"{found['fixed']}{column_name(column)}{found['still']}{row}"

    return _REFERENCE.sub(one, formula)
