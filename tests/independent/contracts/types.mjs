// Checks recorded requests against the types of the vendor's own npm SDK, with TypeScript's own checker: each request
// becomes a constant of the type that the SDK's method takes, so that a misspelt or missing argument is a compile error.
// usage: node types.mjs NODE_MODULES slack|notion < requests.json > problems.json
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const modules = path.resolve(process.argv[2]);
const need = createRequire(path.join(modules, "any.js"));
const ts = need("typescript");
const FILE = path.join(path.dirname(modules), "requests.ts");
const HEAD = {
  slack: 'import type { WebClient } from "@slack/web-api";',
  notion: 'import type * as endpoints from "@notionhq/client/build/src/api-endpoints";',
}[process.argv[3]];

// --- what each vendor's request is, as {operation, type, given: arguments, texts: names that arrived as text, problems}

const pairs = (text) => Object.fromEntries(new URLSearchParams(text));
const isForm = (request) => (request.headers["content-type"] ?? "").includes("urlencoded");
const isMultipart = (request) => (request.headers["content-type"] ?? "").startsWith("multipart/form-data");

// The fields of a multipart form: a file with its name and content, anything else as text.
function fields(request) {
  const boundary = /boundary=([^;]+)/.exec(request.headers["content-type"])[1];
  return Object.fromEntries(request.body.split(`--${boundary}`).slice(1, -1).map((part) => {
    const [head, ...content] = part.split("\r\n\r\n");
    const name = /[; ]name="([^"]*)"/.exec(head)[1];
    const file = /filename="([^"]*)"/.exec(head);
    const value = content.join("\r\n\r\n").replace(/\r\n$/, "");
    return [name, file ? { filename: file[1], data: value } : value];
  }));
}

function slack(request) {
  if (request.path.startsWith("/upload/")) return { operation: "(what files.getUploadURLExternal gave)", problems: [] };
  const method = request.path.split("/").pop();
  const texts = { ...pairs(request.query), ...(isForm(request) ? pairs(request.body) : {}) };
  const given = request.body && !isForm(request) ? JSON.parse(request.body) : {};
  const { token, ...args } = { ...texts, ...given };
  const place = method.split(".").map((part) => `["${part}"]`).join("");
  const type = `NonNullable<Parameters<WebClient${place}>[0]>`;
  return { operation: method, type, given: args, texts: new Set(Object.keys(texts)), problems: [] };
}

const notionEndpoints = () => {
  const all = Object.entries(need("@notionhq/client/build/src/api-endpoints.js")).filter(([, one]) => one?.path);
  return all.map(([name, one]) => {
    const template = one.path(Object.fromEntries(one.pathParams.map((key) => [key, `{${key}}`])));
    const pattern = new RegExp(`^/v1/${template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    return { ...one, template, pattern, type: `endpoints.${name[0].toUpperCase()}${name.slice(1)}Parameters` };
  }).sort((one, other) => one.pathParams.length - other.pathParams.length);
};

function notion(request) {
  const version = need("@notionhq/client").Client.defaultNotionVersion;
  const found = endpoints.find((one) => one.method.toUpperCase() === request.method && one.pattern.test(request.path));
  if (!found) return { operation: "", problems: [{ where: "path", what: "no such operation" }] };
  const problems = [];
  if (request.headers["notion-version"] !== version)
    problems.push({ where: "notion-version", what: `the types are of version ${version}` });
  const multiple = new URLSearchParams(request.query);
  const query = Object.fromEntries([...new Set(multiple.keys())].map((name) => {
    const values = multiple.getAll(name);
    return [name.replace(/\[\]$/, ""), values.length > 1 ? values : values[0]];
  }));
  const form = isMultipart(request);
  const body = form ? fields(request) : request.body && !request.binary ? JSON.parse(request.body) : {};
  for (const name of Object.keys(query))
    if (!found.queryParams.includes(name)) problems.push({ where: `?${name}`, what: "no such query parameter" });
  for (const name of Object.keys(body))
    if (!(form ? found.formDataParams ?? [] : found.bodyParams).includes(name)) problems.push({ where: `/${name}`, what: "no such field of the body" });
  const given = { ...found.pattern.exec(request.path).groups, ...query, ...body };
  const operation = `${request.method} /v1/${found.template}`;
  return { operation, type: found.type, given, texts: new Set(Object.keys(query)), problems };
}

// --- TypeScript

const OPTIONS = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: ["node"],
  module: ts.ModuleKind.CommonJS,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  target: ts.ScriptTarget.ES2022,
};

function program(text, before) {
  const host = ts.createCompilerHost(OPTIONS);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === FILE ? ts.createSourceFile(name, text, ...rest) : read(name, ...rest);
  host.fileExists = ((exists) => (name) => name === FILE || exists(name))(host.fileExists.bind(host));
  return ts.createProgram([FILE], OPTIONS, host, before);
}

// The kinds of value that a type's field may hold, over all alternatives of the type.
function kinds(checker, type, name) {
  const found = new Set();
  for (const one of type.isUnion() ? type.types : [type]) {
    const field = checker.getPropertyOfType(one, name);
    const value = field && checker.getTypeOfSymbol(field);
    for (const part of value?.isUnion() ? value.types : [value ?? {}]) {
      const flags = part.flags ?? 0;
      if (flags & ts.TypeFlags.StringLike) found.add("text");
      if (flags & ts.TypeFlags.NumberLike) found.add("number");
      if (flags & ts.TypeFlags.BooleanLike) found.add("boolean");
      if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
        found.add(checker.isArrayLikeType(part) ? "list" : "object");
    }
  }
  return found;
}

// What a text of a form or a query stands for: the text itself if the field may hold one, else what it spells.
function read(text, allowed) {
  if (typeof text !== "string" || allowed.has("text")) return text;
  if (allowed.has("boolean") && /^(true|false|1|0)$/i.test(text)) return /^(true|1)$/i.test(text);
  if (allowed.has("number") && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  try {
    if (allowed.has("list") || allowed.has("object")) return JSON.parse(text);
  } catch {
    if (allowed.has("list")) return text.split(",");
  }
  return text;
}

function saidBy(diagnostic) {
  const lines = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n").split("\n");
  const short = lines.filter((line) => line.length < 400);
  return (short.at(-1) ?? lines.at(-1).slice(0, 400)).trim();
}

const endpoints = process.argv[3] === "notion" ? notionEndpoints() : [];
const requests = JSON.parse(fs.readFileSync(0)).map({ slack, notion }[process.argv[3]]);
const types = [...new Set(requests.filter((one) => one.type).map((one) => one.type))];
const declared = [HEAD, ...types.map((type, at) => `type T${at} = ${type};`)];
const first = program(declared.join("\n"));
const file = first.getSourceFile(FILE);
const checker = first.getTypeChecker();
const known = new Map(file.statements.slice(1).map((one, at) => [types[at], checker.getTypeAtLocation(one.name)]));

const constants = requests.map((one, at) => {
  if (!one.type) return "";
  const fields = Object.entries(one.given).map(([name, value]) => {
    const meant = one.texts.has(name) ? read(value, kinds(checker, known.get(one.type), name)) : value;
    return `${JSON.stringify(name)}: ${JSON.stringify(meant)}`;
  });
  return `const r${at}: T${types.indexOf(one.type)} = {${fields.join(", ")}};`;
});
const second = program([...declared, ...constants, "export {};"].join("\n"), first);
const source = second.getSourceFile(FILE);
for (const one of [...second.getSyntacticDiagnostics(source), ...second.getSemanticDiagnostics(source)]) {
  const { line } = source.getLineAndCharacterOfPosition(one.start);
  const said = { where: source.text.slice(one.start, one.start + one.length).slice(0, 80), what: saidBy(one) };
  const unknown = line > 0 && line < declared.length ? types[line - 1] : null;
  if (line === 0) throw new Error(said.what); // the vendor's types were not found
  else if (unknown) {
    const callers = requests.filter((other) => other.type === unknown);
    for (const request of callers) request.problems.push({ where: "path", what: said.what });
  } else requests[line - declared.length].problems.push(said);
}
process.stdout.write(JSON.stringify(requests.map(({ operation, problems }) => ({ operation, problems }))));
