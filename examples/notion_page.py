"""Notion: a new page and a changed one, then a failure; the new page is in the trash, the other one as it was.

Needed: NOTION_TOKEN, and NOTION_DATA_SOURCE, the id of a data source with a row and the columns Name and Points: a page
is made in it and goes to the trash, and its first row is changed and put back. Changed by: NOTION_BASE_URL, another
server than Notion's own.
"""

import os
import sys

from notion_client import Client

import agentrein as rein

if missing := {"NOTION_TOKEN", "NOTION_DATA_SOURCE"} - os.environ.keys():
    sys.exit(f"set {', '.join(sorted(missing))}: the first lines of this script say what each is for")

data_source = os.environ["NOTION_DATA_SOURCE"]
base_url = os.environ.get("NOTION_BASE_URL", "https://api.notion.com")

with Client(auth=os.environ["NOTION_TOKEN"], base_url=base_url) as client:
    notion = rein.wrap(client)
    row = notion.data_sources.query(data_source, page_size=1)["results"][0]
    with rein.run("incident"):
        notion.pages.create(
            parent={"type": "data_source_id", "data_source_id": data_source},
            properties={"Name": {"title": [{"text": {"content": "Flaky test"}}]}},
        )
        notion.pages.update(row["id"], properties={"Points": {"number": 8}})
        raise RuntimeError("the model gave up")
