"""Three vendors, one run: Notion does not know the database, so the message and the issue are taken back.

Needed: GITHUB_TOKEN, SLACK_BOT_TOKEN, NOTION_TOKEN. Changed by: GITHUB_REPOSITORY, in which the issue is opened and
closed again (else acme/app, which only the sandbox has), SLACK_CHANNEL, in which the message is posted and stays,
marked as reverted (else #deploys), and GITHUB_API_URL, SLACK_API_URL, NOTION_BASE_URL, other servers than the vendors'
own.
"""

import os
import sys

from github import Auth, Github
from notion_client import Client
from slack_sdk import WebClient

import agentrein as rein

env = os.environ
if missing := {"GITHUB_TOKEN", "SLACK_BOT_TOKEN", "NOTION_TOKEN"} - env.keys():
    sys.exit(f"set {', '.join(sorted(missing))}: the first lines of this script say what each is for")

gh = rein.wrap(
    Github(auth=Auth.Token(env["GITHUB_TOKEN"]), base_url=env.get("GITHUB_API_URL", "https://api.github.com"))
)
slack = rein.wrap(WebClient(env["SLACK_BOT_TOKEN"], base_url=env.get("SLACK_API_URL", "https://slack.com/api/")))
notion = rein.wrap(Client(auth=env["NOTION_TOKEN"], base_url=env.get("NOTION_BASE_URL", "https://api.notion.com")))

with rein.run("triage", because="ticket 812"):
    issue = gh.get_repo(env.get("GITHUB_REPOSITORY", "acme/app")).create_issue("Flaky test")
    slack.chat_postMessage(channel=env.get("SLACK_CHANNEL", "#deploys"), text=f"Filed #{issue.number}")
    notion.pages.create(
        parent={"database_id": "9f2c1d7e-5b0a-4c39-8d61-77aa0b1e35c1"},  # copied wrong
        properties={"Name": {"title": [{"text": {"content": "Flaky test"}}]}},
    )
