"""Google Drive: a clean-up that moves and renames too much; everything goes back, and what it made goes to the trash.

Needed: GOOGLE_APPLICATION_CREDENTIALS, the credentials of a test account. Changed by: GOOGLE_API_ROOT, another server
than Google's own. Deleting for good is refused: nothing brings a file back that skipped the trash.
"""

import os
import sys

from googleapiclient.discovery import build

import agentrein as rein

if missing := {"GOOGLE_APPLICATION_CREDENTIALS"} - os.environ.keys():
    sys.exit(f"set {', '.join(sorted(missing))}: the first lines of this script say what each is for")

root = os.environ.get("GOOGLE_API_ROOT", "https://www.googleapis.com").rstrip("/")
drive = rein.wrap(build("drive", "v3", client_options={"api_endpoint": f"{root}/drive/v3/"}))
FOLDER = "application/vnd.google-apps.folder"

with rein.run("clean up"):
    archive = drive.files().create(body={"name": "Archive", "mimeType": FOLDER}, fields="id").execute()
    found = drive.files().list(
        q=f"mimeType != '{FOLDER}' and trashed = false", pageSize=3, fields="files(id,name,parents)"
    )
    for one in found.execute()["files"]:
        drive.files().update(
            fileId=one["id"],
            addParents=archive["id"],
            removeParents=",".join(one.get("parents", ())),
            body={"name": f"old {one['name']}"},
        ).execute()
    drive.files().delete(fileId=archive["id"]).execute()
