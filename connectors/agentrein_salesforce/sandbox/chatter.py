"""Posts: https://developer.salesforce.com/docs/atlas.en-us.chatterapi.meta/chatterapi/connect_resources_feed_element.htm."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_salesforce.sandbox.ask import Ask, Broken
from agentrein_salesforce.sandbox.schema import Record
from agentrein_salesforce.sandbox.world import Mail
from agentrein_salesforce.sandbox.writes import create

routes = Routes()


def _post(ask: Ask, subject: Any, text: str) -> Record:
    made = create(ask, ask.sobject("FeedItem"), {"ParentId": ask.user if subject == "me" else subject, "Body": text})
    ask.world.mails.append(Mail("those who follow", text))
    return made


@routes.on("POST /services/data/{version}/chatter/feed-elements")
def post(ask: Ask) -> Answer:
    """Post a text to the feed of a record."""
    segments = (ask.body.get("body") or {}).get("messageSegments") or []
    text = "".join(str(one.get("text", "")) for one in segments)
    try:
        made = _post(ask, ask.body.get("subjectId"), text)
    except Broken as broken:
        raise broken.stop from broken
    told = {"id": made["Id"], "feedElementType": "FeedItem", "body": {"text": text, "messageSegments": segments}}
    return Answer(201, {**told, "actor": {"id": ask.user}, "parent": {"id": made["ParentId"]}})


@routes.on("POST /services/data/{version}/actions/standard/chatterPost")
def act(ask: Ask) -> Answer:
    """The same as an action, for each of its inputs."""
    told = []
    for one in ask.body.get("inputs") or []:
        try:
            made = _post(ask, one.get("subjectNameOrId"), str(one.get("text")))
            told.append({"isSuccess": True, "errors": None, "outputValues": {"feedItemId": made["Id"]}})
        except Broken as broken:
            told.append({"isSuccess": False, "errors": broken.result["errors"], "outputValues": None})
    return Answer(200, [{"actionName": "chatterPost", **one} for one in told])
