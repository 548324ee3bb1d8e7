"""Modals, which no method shows or closes: a run has to allow each of their writes."""

from __future__ import annotations

from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.models.blocks import InputBlock, PlainTextInputElement
from slack_sdk.models.views import View

from connectors.slack.documented.things import LEGACY, OLD, WEB, Stage
from documented_kit import Examples, Steps

MODALS = Examples()

MODAL: dict[str, Any] = {
    "type": "modal",
    "callback_id": "asked",
    "title": {"type": "plain_text", "text": "A question"},
    "submit": {"type": "plain_text", "text": "Send"},
    "blocks": [
        {
            "type": "input",
            "block_id": "b",
            "label": {"type": "plain_text", "text": "Your answer"},
            "element": {"type": "plain_text_input", "action_id": "a"},
        }
    ],
}


@MODALS.of(f"{WEB}opening-modals", "needs_attention", allow=("views.open",))
def a_modal(client: Any, at: Stage) -> Steps:
    """Opened with the trigger that an interaction brought."""
    answer = yield client.views_open(trigger_id="1.2.a", view=MODAL)
    return answer["view"]["id"], answer["view"]["hash"]


@MODALS.of(f"{WEB}opening-modals", "rejected", allow=("views.open",))
def a_modal_that_slack_refuses(client: Any, at: Stage) -> Steps:
    """What Slack says goes into the app's own answer."""
    try:
        yield client.views_open(trigger_id="1.2.a", view={**MODAL, "type": "home"})
    except SlackApiError as error:
        return f"Failed to open a modal due to {error.response['error']}"
    return None


@MODALS.of(f"{WEB}updating-pushing-modals", "needs_attention needs_attention", allow=("views.open", "views.update"))
def a_modal_that_changes(client: Any, at: Stage) -> Steps:
    """Replaced by its id, while its hash is still the one that the app saw."""
    opened = yield client.views_open(trigger_id="1.2.a", view=MODAL)
    view = {**MODAL, "private_metadata": "anything", "close": {"type": "plain_text", "text": "Cancel"}}
    answer = yield client.views_update(view_id=opened["view"]["id"], hash=opened["view"]["hash"], view=view)
    return answer["view"]["private_metadata"]


@MODALS.of(
    f"{LEGACY}updating-pushing-modals",
    "needs_attention needs_attention",
    allow=("views.open", "views.push"),
    clients=(OLD,),
)
def a_modal_upon_a_modal(client: Any, at: Stage) -> Steps:
    """Another view on top, as an object of the SDK's."""
    asked = InputBlock(label="Your answer", element=PlainTextInputElement(action_id="a"))
    yield client.views_open(
        trigger_id="1.2.a", view=View(type="modal", title="A question", submit="Send", blocks=[asked])
    )
    answer = yield client.views_push(
        trigger_id="1.2.b", view=View(type="modal", title="Why?", submit="Send", blocks=[asked])
    )
    return answer["view"]["title"]
