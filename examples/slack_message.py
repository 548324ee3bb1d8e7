"""Slack: a message with blocks, a reaction and a pin, then a failure; the message says that it was reverted.

Needed: SLACK_BOT_TOKEN. Changed by: SLACK_CHANNEL, in which the message is posted and stays, marked as reverted (else
#deploys), and SLACK_API_URL, another server than Slack's own.
"""

import os
import sys

from slack_sdk import WebClient

import agentrein as rein

if missing := {"SLACK_BOT_TOKEN"} - os.environ.keys():
    sys.exit(f"set {', '.join(sorted(missing))}: the first lines of this script say what each is for")

slack = rein.wrap(
    WebClient(
        token=os.environ["SLACK_BOT_TOKEN"],
        base_url=os.environ.get("SLACK_API_URL", "https://slack.com/api/"),
    )
)

with rein.run("announce"):
    posted = slack.chat_postMessage(
        channel=os.environ.get("SLACK_CHANNEL", "#deploys"),
        text="Build 41 failed",
        blocks=[{"type": "section", "text": {"type": "mrkdwn", "text": "*Build 41* failed"}}],
    )
    slack.reactions_add(channel=posted["channel"], timestamp=posted["ts"], name="eyes")
    slack.pins_add(channel=posted["channel"], timestamp=posted["ts"])
    raise RuntimeError("wrong channel")
