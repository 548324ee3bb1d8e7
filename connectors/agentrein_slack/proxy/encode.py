"""From a call of ours to what slack_sdk would send for it: JSON for the methods that it sends so, else a form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

JSON_METHODS = frozenset(
    """
    agents.conversations.archive agents.conversations.create agents.conversations.getCanvas
    agents.conversations.listViews agents.conversations.removeView agents.conversations.setCanvasContent
    agents.conversations.setCommands agents.conversations.setProperties agents.conversations.setView
    agents.sessions.rename agents.sessions.setStatus assistant.threads.setStatus assistant.threads.setSuggestedPrompts
    canvases.create canvases.edit channels.archive channels.create channels.invite channels.join channels.kick
    channels.leave channels.mark channels.rename channels.setPurpose channels.setTopic channels.unarchive
    chat.appendStream chat.postEphemeral chat.postMessage chat.scheduleMessage chat.startStream chat.stopStream
    chat.unfurl chat.update conversations.canvases.create dialog.open entity.presentDetails groups.archive
    groups.create groups.invite groups.kick groups.leave groups.mark groups.open groups.rename groups.setPurpose
    groups.setTopic groups.unarchive im.close im.mark im.open mpim.close mpim.mark slackLists.access.delete
    slackLists.access.set slackLists.create slackLists.download.get slackLists.download.start slackLists.items.create
    slackLists.items.delete slackLists.items.deleteMultiple slackLists.items.info slackLists.items.list
    slackLists.items.update slackLists.update users.profile.set views.open views.publish views.push views.update
    workflows.stepCompleted workflows.stepFailed workflows.updateStep
    """.split()  # noqa: SIM905 - a list would take a line for each
)
"""The methods whose arguments slack_sdk 3.48 sends as a JSON body."""


def encode(method: str, arguments: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The arguments under the name under which the SDK takes them: `json`, or `params` with structures as JSON text."""
    given = {name: value for name, value in arguments.items() if value is not None}
    if method in JSON_METHODS:
        return {"json": given}
    return {"params": {name: _in_form(value) for name, value in given.items()}}


def _in_form(value: Any) -> Any:
    if isinstance(value, bool):
        return "1" if value else "0"
    return json.dumps(value) if isinstance(value, list | dict) else value
