"""Deployments: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_deploy.htm."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    actor,
    answer,
    before,
    computed,
    do,
    find,
    found,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_salesforce import packages
from agentrein_salesforce.addresses import VERSION
from agentrein_salesforce.operations.places import DOCS

DEPLOY = "POST /Soap/m#deploy"
_UNDER_WAY = "SELECT Id FROM DeployRequest WHERE Status IN ('Pending', 'InProgress')"
_OURS = "SELECT Id, CheckOnly, CreatedById, CreatedDate FROM DeployRequest ORDER BY CreatedDate DESC LIMIT 200"
_GIVEN = {"members": computed(packages.wanted, sent()), "version": sent(VERSION)}


def _package(**more: Any) -> Any:
    return read("GET /tooling/query", q=_UNDER_WAY, completed="package", given={**_GIVEN, **more})


_OPTIONS = {
    "allowMissingFiles": False,
    "autoUpdatePackage": False,
    "checkOnly": False,
    "ignoreWarnings": True,
    "performRetrieve": False,
    "purgeOnDelete": False,
    "rollbackOnError": True,
    "singlePackage": True,
}

ROWS = (
    op(
        DEPLOY,
        sdk="Salesforce.deploy",
        says="deploy a package",
        tier=COMPENSABLE,
        object=path("salesforce:deployment:", answer("results.0.id")),
        before=_package(),
        inverse=do(
            DEPLOY,
            {
                "ZipFile": computed(packages.package_before, before(), sent(), sent(VERSION)),
                "DeployOptions": _OPTIONS,
            },
            goal=shows(
                _package(before=before("files"), by=actor("account"), deployment=answer("results.0.id")),
                want={"as before": True},
            ),
            still={"by others": []},
        ),
        probe=find(
            read("GET /tooling/query", q=_OURS, at="records"),
            same={"CheckOnly": False},
            mine="CreatedById",
            since="CreatedDate",
            newest=True,
            effect={"results": [{"id": found("Id")}]},
        ),
        residue="Both deployments stay listed. What ran by the new code and definitions meanwhile, tests among it, has "
        "run.",
        if_stuck="Look at Deployment Status in Setup; deploy what was there before by hand, then keep the action.",
        why="The members of the package are retrieved before, and deployed again; those that were not there are "
        "deleted. One of more than 10 MB, one that deletes, names members by a wildcard, or holds objects, fields or "
        "other components that hold data or credentials, is refused. "
        f"{DOCS}/atlas.en-us.api_meta.meta/api_meta/meta_deploy.htm",
    ),
)
