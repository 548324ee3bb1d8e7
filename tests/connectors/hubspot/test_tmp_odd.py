from __future__ import annotations
import re, sys, traceback
from collections import Counter
from pathlib import Path
import pytest
import agentrein as rein
from agentrein.testing import Answer
from agentrein_hubspot import connector
from hubspot_kit import Echo, armed, ALLOW, PORTAL
VARIABLE = re.compile(r"\{\w+\+?\}")
BODIES = [{}, [], "x", {"inputs": [{}]}, {"inputs": [1]}, {"inputs": "x"}, {"inputs": [{"id": "1", "properties": 1, "from": 1, "to": 1, "types": 1, "splits": 1}]},
 {"inputs": [{"from": {"id": "1"}, "to": {"id": 2}, "types": [1]}]}, {"properties": 1, "columns": [1], "tokens": 1, "languages": 1, "values": 1, "options": 1, "associations": 1, "stages": 1, "types": 1},
 [{"x": 1}], [1], {"associations": [1], "properties": {"email": 1, "lifecyclestage": 1}}]
ANSWERS = [None, [], {"results": [{}]}, {"results": "x", "properties": 1}, {"id": "1", "results": [1], "columns": [1], "tokens": [1], "folder": 1, "list": 1, "published": 1}]
@pytest.mark.filterwarnings("ignore:.*names nothing to change:UserWarning")
def test_odd(tmp_path, monkeypatch):
    monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path/"l.db"))
    bad = Counter(); ex = {}
    for odd in ANSWERS:
        def says(request):
            if odd is None or request.path.endswith("/account-info/v3/details"): return None
            return Answer(200, odd)
        with Echo(says) as server:
            hs = armed(server.url)
            with rein.run("t", policy=ALLOW, on_error="keep") if False else rein.run("t", policy=ALLOW):
                for row in connector.table.operations:
                    method, _, path = row.address.partition(" ")
                    path = path.partition("#")[0]
                    for body in BODIES:
                        try:
                            hs.api_request({"method": method, "path": VARIABLE.sub("1", path), "body": body})
                        except rein.Refused: pass
                        except Exception as e:
                            tb = traceback.extract_tb(e.__traceback__)
                            at = [f"{Path(f.filename).name}:{f.lineno}" for f in tb if "agentrein" in f.filename][-1]
                            key = (type(e).__name__, at)
                            bad[key]+=1; ex.setdefault(key, (row.address, body, odd, str(e)[:100]))
    for key, n in bad.most_common(): print(n, key, ex[key])
    assert not bad
