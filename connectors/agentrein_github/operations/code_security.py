"""Code security configurations: https://docs.github.com/rest/code-security/configurations."""

from __future__ import annotations

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    before,
    do,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
)
from agentrein_github.operations.places import all_ids
from agentrein_github.operations.settings_places import ORG, ORG_OBJECT, ORG_SCOPE

_ALL = f"{ORG}/code-security/configurations"
_ONE = f"{_ALL}/{{configuration_id}}"
_DOCS = "https://docs.github.com/rest/code-security/configurations"
_FIELDS = (
    "name",
    "description",
    "advanced_security",
    "dependency_graph",
    "dependency_graph_autosubmit_action",
    "dependabot_alerts",
    "dependabot_security_updates",
    "code_scanning_default_setup",
    "secret_scanning",
    "secret_scanning_push_protection",
    "secret_scanning_delegated_bypass",
    "secret_scanning_validity_checks",
    "secret_scanning_non_provider_patterns",
    "private_vulnerability_reporting",
    "enforcement",
)
_MADE = read(
    f"GET {_ONE}",
    maybe=True,
    completed="security configuration",
    given={"configuration_id": answer("id")},
    configuration_id=answer("id"),
)

ROWS = (
    op(
        f"POST {_ALL}",
        sdk="Organization.create_code_security_config",
        says="create the code security configuration {name!r} of the organisation {org}",
        tier=REVERSIBLE,
        object=path(*ORG_OBJECT, "/security:", answer("id")),
        before=all_ids(f"GET {_ALL}"),
        inverse=do(
            f"DELETE {_ONE}",
            configuration_id=answer("id"),
            goal=gone(_MADE, parent=f"GET {ORG}"),
            still={**{name: answer(name) for name in _FIELDS}, "attached": []},
            ok=(404,),
        ),
        probe=find(
            f"GET {_ALL}",
            same=("name", "description"),
            key="id",
            unless=before("ids"),
            params={"per_page": 100},
        ),
        scopes=ORG_SCOPE,
        why="The configuration is deleted unless people changed it or attached it to repositories. "
        f"{_DOCS}#delete-a-code-security-configuration",
    ),
    op(
        f"PATCH {_ONE}",
        sdk="Organization.edit_code_security_config",
        says="change {fields} of the code security configuration {configuration_id} of the organisation {org}",
        tier=REVERSIBLE,
        object=path(*ORG_OBJECT, "/security:", sent("configuration_id")),
        inverse=restore(f"GET {_ONE}", f"PATCH {_ONE}", *(field(name) for name in _FIELDS)),
        residue="Repositories that it is attached to had the other settings meanwhile.",
        scopes=ORG_SCOPE,
        why="Each setting is written back if it still reads as the call left it. "
        f"{_DOCS}#update-a-code-security-configuration",
    ),
    op(
        f"DELETE {_ONE}",
        sdk="Organization.delete_code_security_config",
        says="delete the code security configuration {configuration_id} of the organisation {org}",
        tier=IRREVERSIBLE,
        why="Made again it has another id, and is attached to no repository. "
        f"{_DOCS}#delete-a-code-security-configuration",
    ),
)
