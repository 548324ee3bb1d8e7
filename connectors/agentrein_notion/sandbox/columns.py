"""The columns of a data source: what the schema says of a property.

https://developers.notion.com/reference/property-object
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

READ_ONLY = frozenset(
    {
        "button",
        "created_by",
        "created_time",
        "formula",
        "last_edited_by",
        "last_edited_time",
        "rollup",
        "unique_id",
    }
)
WRITABLE = frozenset(
    {
        "checkbox",
        "date",
        "email",
        "files",
        "multi_select",
        "number",
        "people",
        "phone_number",
        "relation",
        "rich_text",
        "select",
        "status",
        "title",
        "url",
    }
)
WITH_OPTIONS = frozenset({"multi_select", "select", "status"})
COLORS = ("default", "gray", "brown", "orange", "yellow", "green", "blue", "purple", "pink", "red")


@dataclass(eq=False)
class Option:
    """One choice of a select, multi_select or status; `grown` if it came with a value rather than with the schema."""

    id: str
    name: str
    color: str = "default"
    grown: bool = False

    @property
    def shown(self) -> dict[str, Any]:
        """The option as a value shows it."""
        return {"id": self.id, "name": self.name, "color": self.color}


@dataclass(eq=False)
class Column:
    """One column: its id never changes, its name may. `config` is what stands under the type's key."""

    id: str
    name: str
    type: str
    config: dict[str, Any] = field(default_factory=dict)
    options: list[Option] = field(default_factory=list)
    description: str | None = None

    @property
    def shown_id(self) -> str:
        """The id as answers show it: percent-encoded."""
        return quote(self.id, safe="")

    @property
    def read_only(self) -> bool:
        """Whether a value of this column is computed."""
        return self.type in READ_ONLY

    def option(self, key: dict[str, Any]) -> Option | None:
        """The option that `{"id": …}` or `{"name": …}` means."""
        if key.get("id") is not None:
            return next((o for o in self.options if o.id == key["id"]), None)
        return next((o for o in self.options if o.name == key.get("name")), None)

    @property
    def shown(self) -> dict[str, Any]:
        """The column as a data source shows it."""
        config: dict[str, Any] = _encoded(self.config)
        if self.type in WITH_OPTIONS:
            config["options"] = [option.shown | {"description": None} for option in self.options]
        if self.type == "status":
            config["groups"] = [
                {"id": f"group-{n}", "name": name, "color": color, "option_ids": ids}
                for n, (name, color, ids) in enumerate(self._groups())
            ]
        head = {"id": self.shown_id, "name": self.name, "description": self.description, "type": self.type}
        return head | {self.type: config}

    def _groups(self) -> list[tuple[str, str, list[str]]]:
        ids = [option.id for option in self.options]
        return [("To-do", "gray", ids[:1]), ("In progress", "blue", ids[1:-1]), ("Complete", "green", ids[-1:])]


def _encoded(config: dict[str, Any]) -> dict[str, Any]:
    """A column's configuration with the ids of other columns as answers show them."""
    return {
        key: _encoded(value)
        if isinstance(value, dict)
        else quote(value, safe="")
        if key.endswith("perty_id")
        else value
        for key, value in config.items()
    }
