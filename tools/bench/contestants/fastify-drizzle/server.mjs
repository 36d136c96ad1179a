// A typical service with Fastify and Drizzle: the lists, the upsert and the PATCH that the benchmark compares. It has JSON
// schemas for inputs and responses, prepared statements and a pool of 16 connections, in one process. The key of a request is
// looked up in the database. There are no quotas, no events and no checks of rights.

import { createHash, randomUUID } from "node:crypto";
import { and, eq, getTableColumns, gte, lte, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { bigint, customType, date, doublePrecision, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import Fastify from "fastify";
import pg from "pg";

const bytea = customType({ dataType: () => "bytea" });

const record = {
  organizationId: uuid("organization_id").notNull(),
  id: uuid("id").notNull(),
  version: bigint("version", { mode: "number" }).notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
};
const keys = pgTable("contestant_keys", { secretHash: bytea("secret_hash").primaryKey(), organizationId: uuid("organization_id").notNull() });
const assignments = pgTable("assignments", {
  ...record,
  userId: uuid("user_id").notNull(),
  projectId: uuid("project_id").notNull(),
  capabilityId: uuid("capability_id"),
  date: date("date").notNull(),
  hours: doublePrecision("hours").notNull(),
});
const clients = pgTable("clients", { ...record, companyName: text("company_name").notNull(), website: text("website") });
const { organizationId: _, ...assignmentColumns } = getTableColumns(assignments);
const { organizationId: __, ...clientColumns } = getTableColumns(clients);

// The variables of libpq, such as PGHOST, name the database.
const db = drizzle(new pg.Pool({ max: 16 }));

const findKey = db.select({ organizationId: keys.organizationId }).from(keys).where(eq(keys.secretHash, sql.placeholder("hash"))).prepare("find_key");

// The filters of the list. Each combination that is used has a prepared statement.
const filters = {
  user_id: eq(assignments.userId, sql.placeholder("user_id")),
  project_id: eq(assignments.projectId, sql.placeholder("project_id")),
  start_date: gte(assignments.date, sql.placeholder("start_date")),
  end_date: lte(assignments.date, sql.placeholder("end_date")),
};
const lists = new Map();

function list(query) {
  const names = Object.keys(filters).filter((name) => query[name] !== undefined);
  const name = ["list", ...names].join("_");
  if (!lists.has(name)) {
    lists.set(
      name,
      db
        .select(assignmentColumns)
        .from(assignments)
        .where(and(eq(assignments.organizationId, sql.placeholder("organization")), ...names.map((name) => filters[name])))
        .orderBy(assignments.date, assignments.userId, assignments.projectId, sql`${assignments.capabilityId} NULLS FIRST`)
        .limit(sql.placeholder("limit"))
        .offset(sql.placeholder("offset"))
        .prepare(name),
    );
  }
  return lists.get(name);
}

const patchClient = db
  .update(clients)
  .set({ website: sql`${sql.placeholder("website")}`, version: sql`${clients.version} + 1`, updatedAt: sql`now()` })
  .where(and(eq(clients.organizationId, sql.placeholder("organization")), eq(clients.id, sql.placeholder("id"))))
  .returning(clientColumns)
  .prepare("patch_client");

const id = { type: "string", format: "uuid" };
const day = { type: "string", format: "date" };
const optionalID = { type: ["string", "null"], format: "uuid" };
const time = { type: "string", format: "date-time" };
const assignment = {
  type: "object",
  properties: {
    id, userId: id, projectId: id, capabilityId: optionalID, date: day, hours: { type: "number" }, version: { type: "integer" }, createdAt: time, updatedAt: time,
  },
};
const data = (schema) => ({ 200: { type: "object", properties: { data: schema } } });

const app = Fastify({ logger: false });
app.get("/readyz", async () => ({}));

app.register(
  async (api) => {
    api.decorateRequest("organization", "");
    api.addHook("onRequest", async (request, reply) => {
      const secret = (request.headers.authorization ?? "").replace(/^Bearer /, "");
      const [key] = await findKey.execute({ hash: createHash("sha256").update(secret).digest() });
      if (!key) {
        return reply.code(401).send({ error: "the key is unknown" });
      }
      request.organization = key.organizationId;
    });

    api.get("/assignments", {
      schema: {
        querystring: {
          type: "object",
          properties: {
            limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
            offset: { type: "integer", minimum: 0, default: 0 },
            user_id: id, project_id: id, start_date: day, end_date: day,
          },
        },
        response: data({
          type: "object",
          properties: { items: { type: "array", items: assignment }, limit: { type: "integer" }, offset: { type: "integer" }, hasMore: { type: "boolean" } },
        }),
      },
    }, async (request) => {
      const { limit, offset } = request.query;
      const rows = await list(request.query).execute({ ...request.query, limit: limit + 1, organization: request.organization });
      return { data: { items: rows.slice(0, limit), limit, offset, hasMore: rows.length > limit } };
    });

    api.post("/assignments", {
      bodyLimit: 4 << 20,
      schema: {
        body: {
          type: "object",
          required: ["items"],
          properties: {
            items: {
              type: "array", minItems: 1, maxItems: 5000,
              items: {
                type: "object",
                required: ["userId", "projectId", "date", "hours"],
                properties: { userId: id, projectId: id, capabilityId: optionalID, date: day, hours: { type: "number", minimum: 0, maximum: 24 } },
              },
            },
          },
        },
        response: data({ type: "array", items: assignment }),
      },
    }, async (request) => {
      const now = new Date();
      const rows = request.body.items.map((item) => ({
        organizationId: request.organization, id: randomUUID(), version: 1, createdAt: now, updatedAt: now, capabilityId: null, ...item,
      }));
      const write = (db, rows) =>
        db
          .insert(assignments)
          .values(rows)
          .onConflictDoUpdate({
            target: [assignments.organizationId, assignments.userId, assignments.projectId, assignments.capabilityId, assignments.date],
            set: { hours: sql`excluded.hours`, updatedAt: sql`excluded.updated_at`, version: sql`${assignments.version} + 1` },
          })
          .returning(assignmentColumns);
      const chunk = 1000; // PostgreSQL allows 65,535 parameters
      if (rows.length <= chunk) {
        return { data: await write(db, rows) };
      }
      return db.transaction(async (tx) => {
        const written = [];
        for (let i = 0; i < rows.length; i += chunk) {
          written.push(...(await write(tx, rows.slice(i, i + chunk))));
        }
        return { data: written };
      });
    });

    api.patch("/clients/:id", {
      schema: {
        params: { type: "object", properties: { id } },
        body: { type: "object", properties: { website: { type: ["string", "null"], maxLength: 2048 } } },
        response: data({
          type: "object",
          properties: {
            id, companyName: { type: "string" }, website: { type: ["string", "null"] }, version: { type: "integer" }, createdAt: time, updatedAt: time,
          },
        }),
      },
    }, async (request, reply) => {
      const [client] = await patchClient.execute({ organization: request.organization, id: request.params.id, website: request.body.website });
      return client ? { data: client } : reply.code(404).send({ error: "the client does not exist" });
    });
  },
  { prefix: "/api/v1" },
);

await app.listen({ host: "127.0.0.1", port: 0 });
const { address, port } = app.server.address();
console.error(JSON.stringify({ msg: "listening", http: `${address}:${port}` }));
