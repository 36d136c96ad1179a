// Writes src/gen/openapi.ts and src/gen/extensions.ts from the OpenAPI document of the server, see package.json.

import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { COMMENT_HEADER, astToString } from "openapi-typescript";

const document = JSON.parse(readFileSync("../../gen/openapi/openapi.json", "utf8"));
const { paths, components } = document;

// What the package does itself, or does not offer:
// - the stream of events, which it follows with GET /api/v1/events
// - conditional GETs: the package has no cache
// - Idempotency-Key, which it sends, and Prefer
// - whole lists as CSV, NDJSON and Parquet, which src/whole.ts reads
// - webhooks: only a server has use for their types
delete document.webhooks;
for (const [path, methods] of Object.entries(paths)) {
  if (methods.get?.responses[200].content["text/event-stream"]) {
    delete paths[path];
    continue;
  }
  for (const operation of Object.values(methods)) {
    operation.parameters = operation.parameters?.filter(
      ({ $ref }) => !/\/(IfNoneMatch|IdempotencyKey|Prefer)$/.test($ref),
    );
    delete operation.responses[304];
    if (operation["x-lists"]) {
      const { content } = operation.responses[200];
      operation.responses[200].content = { "application/json": content["application/json"] };
    }
  }
}
const used = JSON.stringify(document);
for (const name of Object.keys(components.schemas)) {
  if (!used.includes(`"#/components/schemas/${name}"`)) delete components.schemas[name];
}

const types = await openapiTS(document, { rootTypes: true, rootTypesNoSchemaPrefix: true });
writeFileSync("src/gen/openapi.ts", COMMENT_HEADER + astToString(types));

const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => (operation["x-idempotent"] ? [`  "${method} ${path}",\n`] : [])),
);
const codes = components.schemas.ErrorCode["x-extensible-enum"].map((code) => `\n  | "${code}"`);
writeFileSync(
  "src/gen/extensions.ts",
  `// Written by generate.js from the extensions of the OpenAPI document. Do not edit.

/** The REST calls that may be sent twice: x-idempotent. */
export const idempotent: ReadonlySet<string> = new Set([\n${calls.join("")}]);

/** The error codes of the server: x-extensible-enum. */
export type ServerErrorCode =${codes.join("")};
`,
);
