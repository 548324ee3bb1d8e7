"""GraphQL, as far as clients of the REST API need it: documents are read, resolved and answered field by field.

https://docs.github.com/graphql/guides/forming-calls-with-graphql
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from graphql import (
    FieldNode,
    GraphQLSyntaxError,
    InlineFragmentNode,
    NamedTypeNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
    parse,
    value_from_ast_untyped,
)

from agentrein.testing import Answer, Request, Routes
from agentrein_github.sandbox.ask import Ask, fail
from agentrein_github.sandbox.graphql_mutations import ROOTS
from agentrein_github.sandbox.graphql_nodes import INTERFACES, Problem

routes = Routes()
_DOCS = "https://docs.github.com/graphql"


def is_query(request: Request) -> bool:
    """Whether a request to the GraphQL address only reads."""
    body = request.body if isinstance(request.body, dict) else {}
    try:
        return all(_kind(one) == "query" for one in parse(str(body.get("query"))).definitions)
    except GraphQLSyntaxError:
        return False


def _kind(definition: Any) -> str:
    return definition.operation.value if isinstance(definition, OperationDefinitionNode) else "fragment"


@routes.on("POST /graphql")
def graphql(ask: Ask) -> Answer:
    """Answer a document with one operation; an unknown field is an error, and so is a node that is not there.

    https://docs.github.com/graphql
    """
    _ = ask.me
    document, variables = ask.fields.get("query"), ask.fields.get("variables") or {}
    if not isinstance(document, str):
        raise fail(400, "A query attribute must be specified and must be a string.", _DOCS)
    try:
        operation = next(one for one in parse(document).definitions if isinstance(one, OperationDefinitionNode))
    except (GraphQLSyntaxError, StopIteration) as problem:
        return Answer(200, {"errors": [{"message": str(problem)}]})
    data: dict[str, Any] = {}
    for field in operation.selection_set.selections:
        name = field.name.value if isinstance(field, FieldNode) else "?"
        try:
            data[_key(field)] = _root(ask, operation, field, variables)
        except Problem as problem:
            error = {"type": problem.kind, "path": [name], "message": problem.message}
            return Answer(200, {"data": {**data, _key(field): None}, "errors": [error]})
    return Answer(200, {"data": data})


def _root(ask: Ask, operation: OperationDefinitionNode, field: Any, variables: Mapping[str, Any]) -> Any:
    resolver: Callable[..., Any] | None = ROOTS.get((operation.operation.value, field.name.value))
    if resolver is None:
        raise Problem("undefinedField", f"Field '{field.name.value}' doesn't exist here")
    said = _arguments(field, variables)
    value = resolver(ask, said["input"]) if operation.operation.value == "mutation" else resolver(ask, **said)
    return _shown(value, field.selection_set, variables)


def _arguments(field: FieldNode, variables: Mapping[str, Any]) -> dict[str, Any]:
    return {one.name.value: _value(one.value, variables) for one in field.arguments}


def _value(given: Any, variables: Mapping[str, Any]) -> Any:
    if isinstance(given, VariableNode):
        return variables.get(given.name.value)
    return value_from_ast_untyped(given, dict(variables))


def _shown(value: Any, wanted: SelectionSetNode | None, variables: Mapping[str, Any]) -> Any:
    """What a selection shows of a value; a field that takes arguments is a function."""
    if isinstance(value, list):
        return [_shown(one, wanted, variables) for one in value]
    if value is None or wanted is None:
        return value
    shown: dict[str, Any] = {}
    for one in wanted.selections:
        if isinstance(one, InlineFragmentNode):
            condition = cast("NamedTypeNode | None", one.type_condition)
            named = value["__typename"] if condition is None else condition.name.value
            if named in {value["__typename"], *INTERFACES.get(value["__typename"], ())}:
                shown |= _shown(value, one.selection_set, variables)
        elif isinstance(one, FieldNode):
            if one.name.value not in value:
                raise Problem("undefinedField", f"Field '{one.name.value}' doesn't exist on '{value['__typename']}'")
            found = value[one.name.value]
            found = found(**_arguments(one, variables)) if callable(found) else found
            shown[_key(one)] = _shown(found, one.selection_set, variables)
    return shown


def _key(field: Any) -> str:
    return str((field.alias or field.name).value)
