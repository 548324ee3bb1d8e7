"""Values as calls write them and as reads show them, which may be spelt otherwise.

https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/field_types.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from agentrein_salesforce.ids import long_id

NUMBERS = frozenset({"double", "currency", "percent", "int", "long"})
BESIDE = frozenset({"sobject", "id", "field", "value", "updateOnly", "attributes"})
"""What stands beside the fields in what a call says: variables of addresses, parameters, and the record's type."""

STAGE = ("StageName", "Probability", "ForecastCategoryName")
"""What a stage of an opportunity sets along: https://help.salesforce.com/s/articleView?id=sales.opp_stages.htm."""


def set_fields(call: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that a call sets, by the names that it uses."""
    return {name: value for name, value in call.items() if name not in BESIDE}


def kept_fields(call: Mapping[str, Any]) -> dict[str, Any]:
    """The same of a new record, without the bytes of a file: nothing compares those, and a ledger holds them once."""
    files = str(call.get("sobject")).lower() in {"attachment", "document", "staticresource"}
    return {n: v for n, v in set_fields(call).items() if n != "VersionData" and not (files and n == "Body")}


def field_of(key: str) -> str:
    """The field behind a key: `AccountId` where a call names the account by the external id of one.

    https://developer.salesforce.com/docs/platform/api-rest/guide/dome-upsert.html
    """
    if key.endswith("__r"):
        return f"{key[:-3]}__c"
    return key if key.endswith(("__c", "Id")) else f"{key}Id"


def read_names(call: Mapping[str, Any]) -> str:
    """The fields that a call sets, as a read is asked for them."""
    names = (field_of(name) if isinstance(value, Mapping) else name for name, value in set_fields(call).items())
    return ",".join(dict.fromkeys(names))


def sets_stage(call: Mapping[str, Any]) -> bool:
    """Whether a call moves an opportunity to another stage."""
    said = {name.lower() for name in call}
    return str(call.get("sobject")).lower() == "opportunity" and "stagename" in said


def described(describe: Any) -> dict[str, Mapping[str, Any]]:
    """The fields that a describe lists, by their names in small letters: Salesforce takes names in any case."""
    fields = describe.get("fields") if isinstance(describe, Mapping) else None
    return {str(one["name"]).lower(): one for one in fields or []}


def agrees(kind: str, asked: Any, now: Any) -> bool:
    """Whether a field of this type reads as a call set it."""
    if asked in (None, "") or now in (None, ""):
        return asked in (None, "") and now in (None, "")
    spelt = _SPELT.get(kind)
    one, other = (_text(asked), _text(now)) if spelt is None else (spelt(asked), spelt(now))
    return one is not None and bool(one == other)


def _text(value: Any) -> str:
    """A text without what Salesforce cuts off at its ends."""
    return (str(value).lower() if isinstance(value, bool) else str(value)).replace("\r\n", "\n").strip()


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _moment(value: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def moment_of(value: Any) -> datetime | None:
    """A time as a record shows it; None where it shows none."""
    return _moment(value) if value else None


_SPELT: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(NUMBERS, _number),
    "boolean": lambda value: str(value).lower(),
    "date": lambda value: str(value)[:10],
    "datetime": _moment,
    "reference": long_id,
}
"""What is compared of the values of a type."""
