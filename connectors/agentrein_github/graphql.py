"""Which operation a GraphQL request holds.

https://docs.github.com/graphql/guides/forming-calls-with-graphql
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentrein.connector import NotCanonical, UsageError

if TYPE_CHECKING:
    from graphql import DocumentNode, OperationDefinitionNode


def graphql_root(body: Any) -> str | None:
    """The name of the mutation that the request would execute, None for a query; raises NotCanonical for the rest."""
    if not isinstance(body, dict) or not isinstance(body.get("query"), str):
        raise NotCanonical("the GraphQL request holds no document")
    operation = _executed(_parsed(body["query"]), body.get("operationName") or None)
    if operation.operation.value == "query":
        return None
    if operation.operation.value != "mutation":
        raise NotCanonical(f"the GraphQL document is a {operation.operation.value}")
    return _root(operation)


def mutation_input(body: Any) -> Any:
    """The request with what its mutation is given as `input`, whether as a variable or in the document; else as it is.

    A row tells nothing from a document that it cannot read, so that its call counts as one that nothing undoes.
    """
    from graphql import VariableNode, value_from_ast_untyped

    if not isinstance(body, dict):
        return body
    root = _executed(_parsed(body["query"]), body.get("operationName") or None).selection_set.selections[0]
    said, variables = {one.name.value: one.value for one in getattr(root, "arguments", ())}, body.get("variables") or {}
    if set(said) != {"input"} or root.directives or not isinstance(variables, dict):
        return {name: value for name, value in body.items() if name != "input"}
    given = said["input"]
    known = variables.get(given.name.value) if isinstance(given, VariableNode) else None
    value = value_from_ast_untyped(given, variables) if not isinstance(given, VariableNode) else known
    return {**body, "input": value} if isinstance(value, dict) else {n: v for n, v in body.items() if n != "input"}


def _parsed(document: str) -> DocumentNode:
    try:
        from graphql import GraphQLSyntaxError, parse
    except ImportError as error:
        raise UsageError(
            "GraphQL requests to GitHub are told apart by graphql-core, which is not installed",
            now="pip install 'graphql-core>=3.2,<3.3'",
        ) from error
    try:
        return parse(document, no_location=True)
    except (GraphQLSyntaxError, RecursionError) as error:
        raise NotCanonical("the GraphQL document cannot be parsed") from error


def _executed(document: DocumentNode, name: str | None) -> OperationDefinitionNode:
    from graphql import OperationDefinitionNode

    operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    if name is not None:
        operations = [node for node in operations if node.name is not None and node.name.value == name]
    if len(operations) != 1:
        which = f"{len(operations)} operations" + (f" named {name!r}" if name else " and no operationName")
        raise NotCanonical(f"the GraphQL document holds {which}, so it is not clear which one is executed")
    return operations[0]


def _root(operation: OperationDefinitionNode) -> str:
    """The real name (not the alias) of the one root field: each root field of a mutation is a write of its own."""
    from graphql import FieldNode

    roots = operation.selection_set.selections
    if len(roots) != 1:
        raise NotCanonical(f"the GraphQL mutation holds {len(roots)} root fields; send them one by one")
    if not isinstance(roots[0], FieldNode):
        raise NotCanonical("the GraphQL mutation hides its root field in a fragment")
    return roots[0].name.value
