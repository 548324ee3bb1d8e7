"""Queries that readings ask, with whatever a call says quoted.

https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_quotedstringescapes.htm
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)
_ESCAPED = str.maketrans({"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r"})


def quoted(value: Any) -> str:
    """A text as a query writes it."""
    return f"'{str(value).translate(_ESCAPED)}'"


def name(text: Any) -> str:
    """The name of an object or field; raises ValueError for what is none, before it gets into a query."""
    if not isinstance(text, str) or _NAME.fullmatch(text) is None:
        message = f"{text!r} is no name of an object or a field"
        raise ValueError(message)
    return text


def select(fields: Iterable[str], sobject: Any, where: str = "", *, rest: str = "") -> str:
    """A query of one object."""
    words = ["SELECT", ", ".join(fields), "FROM", name(sobject), *(["WHERE", where] if where else []), rest]
    return " ".join(words).rstrip()


def inside(relation: Any, *fields: str, most: int) -> str:
    """The query of what refers to a record, to stand among the fields of the record's own."""
    return f"({select(fields, relation, rest=f'LIMIT {most}')})"


def in_bin(sobject: Any, id: Any) -> str:
    """The query that tells whether a record is in the Recycle Bin, and who put it there."""
    return select(("Id", "IsDeleted", "LastModifiedById"), sobject, f"Id = {quoted(id)}")
