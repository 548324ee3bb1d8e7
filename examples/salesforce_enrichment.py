"""Salesforce: an enrichment that overwrites good phone numbers, completes, and is found wrong days later.

Needed: SALESFORCE_INSTANCE_URL and SALESFORCE_SESSION_ID. This script changes the phone of every account of the org, up
to 1,000: use a scratch org. It completes; `rein plan last` then shows what a revert would put back, and
`rein revert last` does it, from any machine, leaving alone what people corrected meanwhile.
"""

import os
import sys

import requests
from simple_salesforce import Salesforce

import agentrein as rein

if missing := {"SALESFORCE_INSTANCE_URL", "SALESFORCE_SESSION_ID"} - os.environ.keys():
    sys.exit(f"set {', '.join(sorted(missing))}: the first lines of this script say what each is for")

url, session = os.environ["SALESFORCE_INSTANCE_URL"], requests.Session()
if url.startswith("http://"):  # a sandbox on this machine; simple-salesforce itself only speaks HTTPS
    from agentrein_salesforce.proxy.plain_http import PlainHTTP

    session.mount(url.replace("http://", "https://"), PlainHTTP())

sf = rein.wrap(
    Salesforce(
        instance=url.partition("://")[2].rstrip("/"), session_id=os.environ["SALESFORCE_SESSION_ID"], session=session
    )
)

with rein.run("enrich", because="quarterly clean-up") as run:
    for account in sf.query_all("SELECT Id, Name FROM Account LIMIT 1000")["records"]:
        sf.Account.update(account["Id"], {"Phone": None})  # the source knew no number, and nobody checked

sys.stdout.write(f"{len(run.actions)} accounts changed; to take it back: rein revert {run.id}\n")
