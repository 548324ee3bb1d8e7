"""The connector for Salesforce, through simple-salesforce. Only `proxy` imports the SDK, so the table needs none."""

from __future__ import annotations

from pathlib import Path

from agentrein.connector import Connector, load_refused
from agentrein_salesforce.answers import ACCOUNT, CREDENTIALS, classify, code, executes, line, reads, who
from agentrein_salesforce.comparisons import COMPARISONS
from agentrein_salesforce.divided import DIVIDED
from agentrein_salesforce.jobs import READINGS_OF_JOBS
from agentrein_salesforce.operations import OPERATIONS
from agentrein_salesforce.readings import READINGS
from agentrein_salesforce.readings_of_components import READINGS_OF_COMPONENTS
from agentrein_salesforce.readings_of_others import READINGS_OF_OTHERS
from agentrein_salesforce.readings_of_packages import READINGS_OF_PACKAGES

connector = Connector(
    name="salesforce",
    title="Salesforce",
    sdk="simple-salesforce",
    versions=">=1.12.10,<1.13",
    clients=("simple_salesforce.api.Salesforce",),
    proxy="agentrein_salesforce.proxy:arm",
    build="agentrein_salesforce.proxy:from_environment",
    sandbox="agentrein_salesforce.sandbox:SalesforceSandbox",
    rehearsal="agentrein_salesforce.sandbox.rehearsal:stand_in",
    callables="agentrein_salesforce.callables:callables",
    operations=OPERATIONS,
    refused=load_refused(Path(__file__).with_name("refused.tsv")),
    reads=reads,
    classify=classify,
    who=who,
    code=code,
    divided=DIVIDED,
    comparisons=COMPARISONS,
    readings={
        **READINGS,
        **READINGS_OF_COMPONENTS,
        **READINGS_OF_JOBS,
        **READINGS_OF_OTHERS,
        **READINGS_OF_PACKAGES,
    },
    account=ACCOUNT,
    shown_at="Salesforce shows what a user may do in Setup, under the user's profile and permission sets",
    credentials=CREDENTIALS,
    executes=executes,
    line=line,
)

__all__ = ["connector", "reads"]
