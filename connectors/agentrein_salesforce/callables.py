"""What the SDK's own source says of its methods: which of them send something else than a GET. Nothing of it is run.

Their paths are put together at run time: `_SENDS` says where each one arrives. One that it does not know is not
covered.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

_WRITES = frozenset({"DELETE", "PATCH", "POST", "PUT"})
_SENDS = {
    "Salesforce.set_password": ("POST /sobjects/User/{id}/password",),
    "SFType.create": ("POST /sobjects/{sobject}",),
    "SFType.upload_base64": ("POST /sobjects/{sobject}",),
    "SFType.upsert": ("PATCH /sobjects/{sobject}/{field}/{value}",),
    "SFType.update": ("PATCH /sobjects/{sobject}/{id}",),
    "SFType.update_base64": ("PATCH /sobjects/{sobject}/{id}",),
    "SFType.delete": ("DELETE /sobjects/{sobject}/{id}",),
    "SFBulkType._create_job": ("POST /async/job",),
    "SFBulkType._add_batch": ("POST /async/job/{job}/batch",),
    "SFBulkType._close_job": ("POST /async/job/{job}",),
    "_Bulk2Client.create_job": ("POST /jobs/ingest",),
    "_Bulk2Client.upload_job_data": ("PUT /jobs/ingest/{job}/batches",),
    "_Bulk2Client._set_job_state": ("PATCH /jobs/ingest/{job}", "PATCH /jobs/query/{job}"),
    "_Bulk2Client.delete_job": ("DELETE /jobs/ingest/{job}", "DELETE /jobs/query/{job}"),
    "SfdcMetadataApi.deploy": ("POST /Soap/m#deploy",),
}
_READS = frozenset({"_retrieve_deploy_result", "retrieve", "retrieve_retrieve_result"})
"""Methods of the Metadata API that POST a question."""


def callables() -> Iterator[tuple[str, str, str]]:
    """Each method that sends a write: its name, and each address at which it arrives, if that is known."""
    spec = find_spec("simple_salesforce")
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        for file in sorted(Path(folder).glob("*.py")):
            for kind, method in _methods(file):
                if _writes(method) and not (kind == "SfdcMetadataApi" and method.name in _READS):
                    yield from _sent(f"{kind}.{method.name}")


def _methods(file: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The methods of a file's classes, each with the name of its class."""
    for kind in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(kind, ast.ClassDef):
            yield from ((kind.name, one) for one in kind.body if isinstance(one, ast.FunctionDef))


def _sent(name: str) -> Iterator[tuple[str, str, str]]:
    for address in _SENDS.get(name, ("",)):
        verb, _, path = address.partition(" ")
        yield name, verb, path


def _writes(method: ast.FunctionDef) -> bool:
    for one in ast.walk(method):
        if not isinstance(one, ast.Call):
            continue
        verb = next((word.value for word in one.keywords if word.arg == "method"), one.args[0] if one.args else None)
        if isinstance(verb, ast.Constant) and verb.value in _WRITES:
            return True
        if isinstance(one.func, ast.Attribute) and one.func.attr.upper() in _WRITES:
            return True
    return False
