// Checks recorded requests against GitHub's OpenAPI document (npm @octokit/openapi).
// usage: node github.mjs NODE_MODULES < requests.json > problems.json
// A problem is {request: index, where: path in the request, what: sentence}; `operation` names what it was checked as.
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";
import { against } from "./graphql.mjs";

const modules = path.resolve(process.argv[2]);
const need = createRequire(path.join(modules, "any.js"));
const Ajv = need("ajv/dist/2019").default;
const spec = JSON.parse(fs.readFileSync(path.join(modules, "@octokit/openapi/generated/api.github.com.json")));
const mutations = against(modules);
const options = { strict: false, allErrors: true, validateSchema: false, logger: false, verbose: true };
const bodies = new Ajv(options);
const texts = new Ajv({ ...options, coerceTypes: "array" });
for (const one of [bodies, texts]) need("ajv-formats").default(one);

const resolved = (part) => {
  while (part?.$ref) {
    const keys = part.$ref.slice(2).split("/").map((key) => key.replace(/~1/g, "/").replace(/~0/g, "~"));
    part = keys.reduce((at, key) => at[key], spec);
  }
  return part;
};

// A schema in which fields that it does not name are an error wherever it names any: what GitHub would ignore without
// a word is what a misspelt field looks like.
const COMBINED = ["allOf", "anyOf", "oneOf"];
function strict(schema, combined = false) {
  const { ...own } = resolved(schema) ?? {};
  if (own.properties)
    own.properties = Object.fromEntries(Object.entries(own.properties).map(([name, one]) => [name, strict(one)]));
  if (own.items) own.items = strict(own.items);
  if (own.additionalProperties?.type) own.additionalProperties = strict(own.additionalProperties);
  for (const word of COMBINED) if (own[word]) own[word] = own[word].map((one) => strict(one, true));
  const names = own.properties || COMBINED.some((word) => own[word]?.some((one) => one.properties));
  if (names && !combined && own.additionalProperties === undefined) own.unevaluatedProperties = false;
  const { nullable, ...rest } = own; // OpenAPI 3.0 writes so what JSON Schema writes as a type
  return nullable ? { anyOf: [rest, { type: "null" }] } : rest;
}

const routes = Object.entries(spec.paths).map(([template, methods]) => {
  const parameters = Object.values(methods).flatMap((one) => one.parameters ?? []).map(resolved);
  const spanning = new Set(parameters.filter((one) => one["x-multi-segment"]).map((one) => one.name));
  const pattern = template.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith("{")) return part.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
    return spanning.has(part.slice(1, -1)) ? "(.+)" : "([^/]+)";
  });
  return { template, methods, pattern: new RegExp(`^${pattern.join("")}$`), variables: template.split("{").length - 1 };
}).sort((one, other) => one.variables - other.variables || other.template.length - one.template.length);

const compiled = new Map();
function validator(ajv, key, schema) {
  if (!compiled.has(key)) compiled.set(key, ajv.compile(schema));
  return compiled.get(key);
}

const said = (errors) => errors.map((one) => ({
  where: one.instancePath || "/",
  what: one.message + (one.params.unevaluatedProperty ? `: ${one.params.unevaluatedProperty}` : ""),
}));

function queryProblems(operation, parameters, query) {
  const declared = new Map(parameters.filter((one) => one.in === "query").map((one) => [one.name, one]));
  const problems = [];
  for (const [name, value] of query) {
    const parameter = declared.get(name);
    if (!parameter) problems.push({ where: `?${name}`, what: "no such query parameter" });
    else {
      const check = validator(texts, `${operation} ?${name}`, { properties: { value: strict(parameter.schema) } });
      if (!check({ value })) problems.push(...said(check.errors).map((one) => ({ ...one, where: `?${name}` })));
    }
  }
  const missing = [...declared.values()].filter((one) => one.required && !query.some(([name]) => name === one.name));
  return [...problems, ...missing.map((one) => ({ where: `?${one.name}`, what: "is required" }))];
}

function bodyProblems(operation, declared, request) {
  if (!request.body) return declared?.required ? [{ where: "/", what: "a body is required" }] : [];
  if (!declared) return [{ where: "/", what: "no body is declared" }];
  const media = declared.content["application/json"];
  if (!media) return []; // a file
  if (request.binary) return [{ where: "/", what: "must be JSON" }];
  const check = validator(bodies, `${operation} body`, strict(media.schema));
  return check(JSON.parse(request.body)) ? [] : said(check.errors);
}

// The document says of each call about a team that it can be made by ids, too, and of repositories that renamed ones
// are found so: those addresses are no entries of their own.
const byName = (path) => path
  .replace(/^\/organizations\/\d+\/team\/\d+/, "/orgs/acme/teams/ops")
  .replace(/^\/repositories\/\d+/, "/repos/acme/app");

function checked(request) {
  if (request.path === "/graphql") return mutations(request);
  const place = byName(request.path);
  const fits = routes.filter((one) => one.pattern.test(place));
  if (!fits.length) return { operation: "", problems: [{ where: "path", what: "no such path" }] };
  const route = fits.find((one) => one.methods[request.method.toLowerCase()]);
  if (!route) return { operation: "", problems: [{ where: "method", what: "no such method on this path" }] };
  const declared = route.methods[request.method.toLowerCase()];
  const operation = `${request.method} ${route.template}`;
  const query = [...new URLSearchParams(request.query)];
  const problems = queryProblems(operation, (declared.parameters ?? []).map(resolved), query);
  return { operation, problems: [...problems, ...bodyProblems(operation, resolved(declared.requestBody), request)] };
}

const requests = JSON.parse(fs.readFileSync(0));
process.stdout.write(JSON.stringify(requests.map(checked)));
