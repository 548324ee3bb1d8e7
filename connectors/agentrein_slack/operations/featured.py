"""Workflows that a channel shows in its header: https://docs.slack.dev/reference/methods/workflows.featured.list."""

from __future__ import annotations

from typing import Any

from agentrein.connector import REVERSIBLE, before, computed, do, either, op, path, read, sent, shows, stands
from agentrein_slack.operations.places import METHODS

_SCOPES = ("bookmarks:write", "bookmarks:read")
_CHANNEL = path("slack:channel:", sent("channel_id"))
_IN = {"channel_id": sent("channel_id")}


def triggers(several: Any) -> list[str]:
    """The triggers that a call names, as a list or as one text with commas, in their order."""
    parts = several.split(",") if isinstance(several, str) else several or ()
    return list(dict.fromkeys(str(one).strip() for one in parts if str(one).strip()))


def without(those: Any, some: Any) -> list[str]:
    """The first triggers without the second, in their order."""
    left = triggers(some)
    return [one for one in triggers(those) if one not in left]


def joined(those: Any, some: Any) -> str:
    """The same as Slack takes it."""
    return ",".join(without(those, some))


def is_any(those: Any, some: Any) -> bool:
    """Whether any are left."""
    return bool(without(those, some))


def _featured(**given: Any) -> Any:
    return read("workflows.featured.list", completed="featured", given={**_IN, **given}, channel_ids=sent("channel_id"))


_NOW = _featured()
_NAMED, _BEFORE = sent("trigger_ids"), before("triggers")
_NEW = _featured(named=computed(without, _NAMED, _BEFORE))

ROWS = (
    op(
        "workflows.featured.add",
        sdk="WebClient.workflows_featured_add",
        says="feature workflows {trigger_ids} in {channel_id}",
        tier=REVERSIBLE,
        object=_CHANNEL,
        before=_NOW,
        inverse=either(
            {
                True: do(
                    "workflows.featured.remove",
                    {**_IN, "trigger_ids": computed(joined, _NAMED, _BEFORE)},
                    goal=shows(_NEW, there=[]),
                ),
                False: None,
            },
            by=computed(is_any, _NAMED, _BEFORE),
        ),
        probe=stands(_NEW, {"all there": True}),
        residue="People may have seen or started them.",
        scopes=_SCOPES,
        why="Those that were not featured before are taken out again, whatever others featured since. "
        f"{METHODS}/workflows.featured.remove",
    ),
    op(
        "workflows.featured.remove",
        sdk="WebClient.workflows_featured_remove",
        says="feature workflows {trigger_ids} in {channel_id} no more",
        tier=REVERSIBLE,
        object=_CHANNEL,
        before=_NOW,
        inverse=either(
            {
                True: do(
                    "workflows.featured.set",
                    {**_IN, "trigger_ids": before("joined")},
                    goal=shows(_NOW, triggers=_BEFORE),
                    still={"triggers": computed(without, _BEFORE, _NAMED)},
                ),
                False: None,
            },
            by=computed(is_any, _BEFORE, computed(without, _BEFORE, _NAMED)),
        ),
        probe=stands(_NOW, {"triggers": computed(without, _BEFORE, _NAMED)}),
        residue="People did not see them meanwhile.",
        if_stuck="Somebody else changed what the channel features: add the workflows there.",
        scopes=_SCOPES,
        why="The whole list is set as it was, so that its order comes back, while nobody else changed it. "
        f"{METHODS}/workflows.featured.set",
    ),
    op(
        "workflows.featured.set",
        sdk="WebClient.workflows_featured_set",
        says="feature workflows {trigger_ids} in {channel_id} and no others",
        tier=REVERSIBLE,
        object=_CHANNEL,
        before=_NOW,
        inverse=either(
            {
                False: do(
                    "workflows.featured.set",
                    {**_IN, "trigger_ids": before("joined")},
                    goal=shows(_NOW, triggers=_BEFORE),
                    still={"triggers": computed(triggers, _NAMED)},
                ),
                True: do(
                    "workflows.featured.remove",
                    {**_IN, "trigger_ids": _NAMED},
                    goal=shows(_NEW, there=[]),
                ),
            },
            by=before("empty"),
        ),
        probe=stands(_NOW, {"triggers": computed(triggers, _NAMED)}),
        residue="People may have seen or started them.",
        if_stuck="Somebody else changed what the channel features: mend the list there.",
        scopes=_SCOPES,
        why="The list before is set again while it is what the call set. Slack takes no empty list: where none were "
        f"featured, those that were set are taken out, whatever others added. {METHODS}/workflows.featured.set",
    ),
)
