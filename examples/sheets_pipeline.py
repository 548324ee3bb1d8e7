"""Google Sheets: an agent fills a pipeline sheet with numbers that are wrong; formulas, texts and dates come back.

Needed: GOOGLE_APPLICATION_CREDENTIALS, and SHEETS_SPREADSHEET, the id of a spreadsheet that may be changed. Changed
by: GOOGLE_API_ROOT, another server than Google's own. The first six cells of its first sheet are overwritten,
and put back as what they were: a formula as the formula, the text "=1+2" as that text, an empty cell as empty.
"""

import os
import sys

from googleapiclient.discovery import build

import agentrein as rein

if missing := {"GOOGLE_APPLICATION_CREDENTIALS", "SHEETS_SPREADSHEET"} - os.environ.keys():
    sys.exit(f"set {', '.join(sorted(missing))}: the first lines of this script say what each is for")

root = os.environ.get("GOOGLE_API_ROOT", "https://sheets.googleapis.com").rstrip("/")
sheets = rein.wrap(build("sheets", "v4", client_options={"api_endpoint": f"{root}/"}))
values, pipeline = sheets.spreadsheets().values(), os.environ["SHEETS_SPREADSHEET"]

with rein.run("pipeline"):
    values.update(
        spreadsheetId=pipeline,
        range="A1:C2",
        valueInputOption="USER_ENTERED",
        body={"values": [["Acme", "3/4", "=B1*2"], ["Lead & Sons", "1/2", "won"]]},
    ).execute()
    values.append(
        spreadsheetId=pipeline,
        range="A1:C1",
        valueInputOption="RAW",
        body={"values": [["Total", 1.25, "?"]]},
    ).execute()
    raise RuntimeError("the numbers do not add up")
