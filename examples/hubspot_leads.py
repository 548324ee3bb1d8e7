"""HubSpot: an import of leads with their company, notes and a list; it fails half-way, and nothing of it stays.

Needed: HUBSPOT_ACCESS_TOKEN, of a private app of a test account. Changed by: HUBSPOT_BASE_URL, another server than
HubSpot's own.
"""

import os
import sys

import hubspot

import agentrein as rein

if missing := {"HUBSPOT_ACCESS_TOKEN"} - os.environ.keys():
    sys.exit(f"set {', '.join(sorted(missing))}: the first lines of this script say what each is for")

client = hubspot.Client.create(access_token=os.environ["HUBSPOT_ACCESS_TOKEN"])
if base := os.environ.get("HUBSPOT_BASE_URL"):
    client.config["host"] = base
hs = rein.wrap(client)

LEADS = ({"email": "grace@lead.example", "firstname": "Grace"}, {"email": "alan@lead.example", "firstname": "Alan"})

with rein.run("import leads"):
    company = hs.crm.companies.basic_api.create({"properties": {"name": "Lead & Sons"}})
    contacts = [hs.crm.contacts.basic_api.create({"properties": lead}) for lead in LEADS]
    for contact in contacts:
        hs.crm.associations.v4.basic_api.create_default("contacts", contact.id, "companies", company.id)
    hs.crm.contacts.basic_api.update(contacts[0].id, {"properties": {"lastname": "Hopper"}})
    raise RuntimeError("the model gave up")
