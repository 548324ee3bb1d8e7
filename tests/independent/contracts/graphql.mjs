// Checks a recorded GraphQL request against GitHub's own schema (npm @octokit/graphql-schema), its variables included.
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

export function against(modules) {
  const need = createRequire(path.join(modules, "any.js"));
  const { buildSchema, parse, validate } = need("graphql");
  const { getVariableValues } = need("graphql/execution/values");
  const file = path.join(modules, "@octokit/graphql-schema/schema.graphql");
  let schema; // read when a request needs it; GitHub's own document defines two fields twice
  return (request) => {
    schema ??= buildSchema(fs.readFileSync(file, "utf8"), { assumeValidSDL: true });
    const said = JSON.parse(request.body);
    const document = parse(said.query);
    const [executed] = document.definitions.filter((one) => one.kind === "OperationDefinition");
    const { errors } = getVariableValues(schema, executed.variableDefinitions ?? [], said.variables ?? {});
    const roots = executed.selectionSet.selections.map((one) => one.name.value);
    return {
      operation: `POST /graphql ${executed.operation} ${roots.join(" ")}`,
      problems: [
        ...validate(schema, document).map((one) => ({ where: "/query", what: one.message })),
        ...(errors ?? []).map((one) => ({ where: "/variables", what: one.message })),
      ],
    };
  };
}
