"""Gmail: a triage that archives and files the newest mail, fails, and puts every message back where it was.

Needed: GOOGLE_APPLICATION_CREDENTIALS, the credentials of a test mailbox. Changed by: GOOGLE_API_ROOT, another server
than Google's own. Sending is refused: nothing takes a mail back.
"""

import os
import sys

from googleapiclient.discovery import build

import agentrein as rein

if missing := {"GOOGLE_APPLICATION_CREDENTIALS"} - os.environ.keys():
    sys.exit(f"set {', '.join(sorted(missing))}: the first lines of this script say what each is for")

root = os.environ.get("GOOGLE_API_ROOT", "https://gmail.googleapis.com").rstrip("/")
gmail = rein.wrap(build("gmail", "v1", client_options={"api_endpoint": f"{root}/"}))
messages = gmail.users().messages()

with rein.run("triage"):
    label = gmail.users().labels().create(userId="me", body={"name": "Triaged"}).execute()
    for one in messages.list(userId="me", labelIds=["INBOX"], maxResults=3).execute()["messages"]:
        change = {"addLabelIds": [label["id"]], "removeLabelIds": ["INBOX", "UNREAD"]}
        messages.modify(userId="me", id=one["id"], body=change).execute()
    gmail.users().drafts().create(
        userId="me", body={"message": {"raw": "VG86IGFubkBleGFtcGxlLmNvbQ0KDQpEb25lLg=="}}
    ).execute()
    raise RuntimeError("the model gave up")
