// The scenario over REST.

import {
  type AssignmentInput,
  type BudgetInput,
  type ClientInput,
  type ClientPatch,
  type HolidayBatchInput,
  type Input,
  type OnConflict,
  type PricingPatch,
  type ProjectColor,
  type ProjectInput,
  type RateInput,
  type Rates,
  type TimeOffBatchInput,
  type TimeOffInput,
  type UserCapabilities,
  type Webhook,
  type WebhookInput,
  type WebhookPatch,
  type WebhookRotationInput,
  type WorkingPatterns,
  type WorkingPatternsInput,
  Workplan,
  type WriteMeta,
} from "@workplan-api/client";
import { save } from "@workplan-api/client/node";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { failureOf } from "./failure.js";
import {
  type Day,
  type HoursInput,
  type Leave,
  type Request,
  type Wishes,
  type Work,
  countOf,
  daysOf,
  env,
  hasSecret,
  named,
  names,
  nextOf,
  plan,
  present,
  rowsOf,
  scenarioOver,
  totals,
} from "./scenario.js";

interface Synced {
  match: string;
  externalId: string;
  companyName: string;
}

interface Days {
  startDate: string;
  endDate: string;
}

const { inputOf, step, failingStep } = scenarioOver("expectRest");
const baseUrl = env("WORKPLAN_URL");
const key = env("WORKPLAN_KEY");
const admin = new Workplan({ baseUrl, key });
const member = new Workplan({ baseUrl, key: env("WORKPLAN_MEMBER_KEY") });
const manager = new Workplan({ baseUrl, key: env("WORKPLAN_MANAGER_KEY") });
const reader = new Workplan({ baseUrl, key: env("WORKPLAN_READER_KEY") });

const [worker, project, capability, timeOffType] = await Promise.all([
  admin.findUserByEmail(names.workerEmail).then(present),
  named(names.project, admin.all("/api/v1/projects", { query: { name: names.project } })),
  named(names.capability, admin.all("/api/v1/capabilities")),
  named(names.vacation, admin.all("/api/v1/time-off-types")),
]);

await step("me", async () => {
  const { keyName, scopes } = await admin.get("/api/v1/me");
  return { keyName, scopes: scopes.length };
});

await step("a base URL with the path of the API", ({ path }: { path: string }) =>
  new Workplan({ baseUrl: baseUrl + path, key }).get("/api/v1/me"),
);

await step("page through users", async (query: { limit: number }) => {
  const users = [];
  for await (const user of admin.all("/api/v1/users", { query })) users.push(user);
  return {
    users: users.length,
    ids: new Set(users.map(({ id }) => id)).size,
    names: [users[0]?.name, users.at(-1)?.name],
  };
});

await step("find a user by e-mail address", async (input: { email: string; unknown: string }) => {
  const { name, email } = present(await admin.findUserByEmail(input.email));
  const unknown = await admin.findUserByEmail(input.unknown);
  return { name, email, unknown: unknown?.name };
});

let clientId = "";
await step("create a client", async (body: ClientInput) => {
  const client = await admin.post("/api/v1/clients", { body });
  clientId = client.id;
  return client;
});

await step("patch a client with a null", (body: ClientPatch) =>
  admin.patch("/api/v1/clients/{client_id}", { path: { client_id: clientId }, body }),
);

let ids: string[] = [];
await step("upsert 500 rows", async (input: HoursInput) => {
  const rows = await admin.post("/api/v1/assignments", { body: { items: items(input) } });
  ids = rows.map(({ id }) => id);
  return totals(rows);
});

await step("upsert them again", async () => {
  const rows = await admin.post("/api/v1/assignments", { body: { items: items(inputOf("upsert 500 rows")) } });
  return { rows: rows.length, sameIds: rows.every(({ id }, i) => id === ids[i]) };
});

await step("read them back", async ({ from, to, limit }: { from: string; to: string; limit: number }) => {
  const rows = [];
  const query = { user_id: worker.id, start_date: from, end_date: to, limit };
  for await (const row of admin.all("/api/v1/assignments", { query })) rows.push(row);
  const { date, hours, capabilityId } = present(rows[0]);
  return { ...totals(rows), first: { date, hours, capability: capabilityId !== null } };
});

await step("replace a window", replaceWindow);

await step("replace it again", () => replaceWindow(inputOf("replace a window")));

await step("move a plan", async ({ startDate, endDate, target }: Days & { target: string }) => {
  const source = { userId: worker.id, startDate, endDate };
  const body = { source, target: { startDate: target }, onExisting: "replace" as const, move: true };
  const done = await admin.post("/api/v1/assignments/copy", { body });
  return { ...done, dates: done.items.map(({ date }) => date) };
});

await step("confirm a plan", async (days: Days) => {
  const done = await admin.post("/api/v1/assignments/confirm", { body: { userId: worker.id, ...days } });
  const left = await admin.get("/api/v1/assignments", { query: { user_id: worker.id, tentative: true } });
  return { ...done, tentative: left.items.length };
});

await step("fill a placeholder", async ({ name, date, hours }: { name: string; date: string; hours: number }) => {
  const { id } = await admin.post("/api/v1/users", { body: { kind: "placeholder", name } });
  await admin.post("/api/v1/assignments", { body: { items: [{ userId: id, projectId: project.id, date, hours }] } });
  const path = { placeholder_id: id };
  const query = { start_date: date, end_date: date, limit: 200 };
  const found = await admin.get("/api/v1/users/{placeholder_id}/candidates", { path, query });
  const filled = await admin.post("/api/v1/users/{placeholder_id}/fill", { path, body: { userId: worker.id } });
  const candidate = found.items.some((one) => one.id === worker.id);
  return { hours: found.hours, candidate, moved: filled.moved, merged: filled.merged, after: filled.items[0]?.hours };
});

await step("delete a plan", async ({ date, startDate, endDate }: Days & { date: string }) => {
  const key = { userId: worker.id, projectId: project.id, date };
  const row = await admin.post("/api/v1/assignments/delete", { body: { items: [key] } });
  const query = { user_id: worker.id, start_date: startDate, end_date: endDate };
  const window = await admin.delete("/api/v1/assignments", { query });
  return { row: row.deleted, window: window.deleted };
});

await step("submit actual hours", async (input: { date: string; hours: number }) => {
  const item = { userId: worker.id, projectId: project.id, ...input };
  const { items } = await admin.post("/api/v1/actual-hours", { body: { items: [item] } });
  return { rows: items.length, hours: items[0]?.hours, capabilityId: items[0]?.capabilityId };
});

let requestId = "";
await step("ask for time off", async (input: Omit<TimeOffInput, "userId" | "timeOffTypeId">) => {
  const body = { userId: worker.id, timeOffTypeId: timeOffType.id, ...input };
  const request = await member.post("/api/v1/time-off", { body });
  requestId = request.id;
  return request;
});

await step("approve time off", async () => {
  await admin.post("/api/v1/time-off/{request_id}/approve", { path: { request_id: requestId } });
  const { items } = await admin.get("/api/v1/time-off", { query: { user_id: worker.id, status: "approved" } });
  const { status, decidedById, decidedAt } = present(items[0]);
  const { actorUserId } = await admin.get("/api/v1/me");
  return { requests: items.length, status, decided: decidedById === actorUserId && decidedAt !== null };
});

await step("get single records", async () => {
  const user = await admin.get("/api/v1/users/{user_id}", { path: { user_id: worker.id } });
  const client = await admin.get("/api/v1/clients/{client_id}", { path: { client_id: clientId } });
  const { name, client: projectClient } = await admin.get("/api/v1/projects/{project_id}", {
    path: { project_id: project.id },
    query: { expand: ["client"] },
  });
  const timeOff = await admin.get("/api/v1/time-off/{request_id}", { path: { request_id: requestId } });
  return {
    user: user.name,
    client: client.companyName,
    project: name,
    projectClient: projectClient?.companyName,
    timeOff: timeOff.status,
  };
});

await step("get records that do not exist", async ({ id }: { id: string }) => {
  const errors = await Promise.all([
    failureOf(admin.get("/api/v1/users/{user_id}", { path: { user_id: id } })),
    failureOf(admin.get("/api/v1/clients/{client_id}", { path: { client_id: id } })),
    failureOf(admin.get("/api/v1/projects/{project_id}", { path: { project_id: id } })),
    failureOf(admin.get("/api/v1/time-off/{request_id}", { path: { request_id: id } })),
  ]);
  return { codes: errors.map(({ code }) => code) };
});

await failingStep("a bad field", (body: ClientInput) => admin.post("/api/v1/clients", { body }));

await failingStep("150 bad items", (input: HoursInput) =>
  admin.post("/api/v1/assignments", { body: { items: items(input) } }),
);

await failingStep("a missing scope", (body: ClientInput) => reader.post("/api/v1/clients", { body }));

await failingStep("a missing permission", (body: ClientInput) => member.post("/api/v1/clients", { body }));

await failingStep("patch a record that does not exist", ({ id, ...body }: ClientPatch & { id: string }) =>
  admin.patch("/api/v1/clients/{client_id}", { path: { client_id: id }, body }),
);

await failingStep("an old version", ({ version, ...body }: ClientPatch & { version: number }) =>
  admin.patch("/api/v1/clients/{client_id}", {
    path: { client_id: clientId },
    header: { "If-Match": `"${version}"` },
    body,
  }),
);

await failingStep("a wrong key", (input: { key: string }) =>
  new Workplan({ baseUrl, key: input.key }).get("/api/v1/me"),
);

await step("a busy server", () => new Workplan({ baseUrl: env("WORKPLAN_BUSY_URL"), key }).get("/api/v1/me"));

const lossy = new Workplan({ baseUrl: env("WORKPLAN_LOSSY_URL"), key });

await step("a lost response", (body: ClientInput) =>
  lossy.post("/api/v1/clients", { body }),
);

await step("a lost response of a change", ({ version, ...body }: ClientPatch & { version: number }) =>
  lossy.patch("/api/v1/clients/{client_id}", {
    path: { client_id: clientId },
    header: { "If-Match": `"${version}"` },
    body,
  }),
);

for (const [name, url] of [
  ["a dead server", "WORKPLAN_DEAD_URL"],
  ["a wrong base address", "WORKPLAN_STRANGER_URL"],
  ["an incomplete body", "WORKPLAN_BROKEN_URL"],
] as const) {
  await failingStep(name, () => new Workplan({ baseUrl: env(url), key, tries: 1 }).get("/api/v1/me"));
}

const { head } = await admin.get("/api/v1/events", { query: { after: "head" } });
let follower: ReturnType<Workplan["follow"]>;
let followed = 0;
await step("follow the journal", async ({ types, companyName }: { types: string[]; companyName: string }) => {
  follower = admin.follow({ after: head, types });
  const client = await admin.post("/api/v1/clients", { body: { companyName } });
  const { actorUserId } = await admin.get("/api/v1/me");
  const { seq, type, record, actorId, after } = await nextOf(follower);
  followed = seq;
  return {
    type,
    later: seq > head,
    client: record?.id === client.id,
    actor: actorId === actorUserId,
    companyName: after?.["companyName"],
  };
});

await step("follow the journal across a restart", async () => {
  await fetch(env("WORKPLAN_RESTART_URL"));
  const { seq, type, after } = await nextOf(follower);
  await follower.return();
  return { type, next: seq === followed + 1, companyName: after?.["companyName"] };
});

await step("follow from a stored number", async () => {
  const companyNames = [];
  for await (const { after } of admin.follow({ after: head })) {
    companyNames.push(after?.["companyName"]);
    if (companyNames.length === 2) break;
  }
  return { companyNames };
});

await step("cancel a follower", async ({ milliseconds }: { milliseconds: number }) => {
  const signal = AbortSignal.timeout(milliseconds);
  return { events: await countOf(admin.follow({ after: "head", signal })) };
});

await failingStep("follow after a number ahead", ({ ahead }: { ahead: number }) =>
  countOf(admin.follow({ after: head + ahead })),
);

await step("read the event of the 500 rows", async (query: { types: string[] }) => {
  const { items } = await admin.get("/api/v1/events", { query });
  return present(items[0]);
});

const createWebhook = (body: WebhookInput) => admin.post("/api/v1/webhooks", { body });
const path = { webhook_id: "" };
let secret: string | undefined;
await step("create a webhook", async (body: WebhookInput) => {
  const webhook = await createWebhook(body);
  path.webhook_id = webhook.id;
  secret = webhook.secret;
  return outcomeOf(webhook);
});

await step("patch a webhook", async ({ version, ...body }: WebhookPatch & { version: number }) => {
  const header = { "If-Match": `"${version}"` };
  return outcomeOf(await admin.patch("/api/v1/webhooks/{webhook_id}", { path, header, body }));
});

await step("pause a webhook", async (body: WebhookPatch) =>
  outcomeOf(await admin.patch("/api/v1/webhooks/{webhook_id}", { path, body })),
);

await step("read webhooks", async () => {
  const all = await rowsOf(admin.all("/api/v1/webhooks"));
  const got = await admin.get("/api/v1/webhooks/{webhook_id}", { path });
  return { ...outcomeOf(got), webhooks: all.length, listed: all[0]?.id === path.webhook_id };
});

await step("read the attempts of a webhook", async (query: { limit: number }) => {
  const attempts = await rowsOf(admin.all("/api/v1/webhooks/{webhook_id}/attempts", { path, query }));
  return { ...present(attempts[0]), attempts: attempts.length };
});

await step("rotate the secret of a webhook", async (body: WebhookRotationInput) => {
  const rotated = await admin.post("/api/v1/webhooks/{webhook_id}/rotate-secret", { path, body });
  return {
    ...outcomeOf(rotated),
    changed: rotated.secret !== secret,
    overlaps: rotated.previousSecretExpiresAt !== null,
  };
});

await failingStep("test a webhook", () => admin.post("/api/v1/webhooks/{webhook_id}/test", { path }));

await step("redeliver an event", async () =>
  outcomeOf(await admin.post("/api/v1/webhooks/{webhook_id}/redeliver", { path, body: { seq: followed } })),
);

await failingStep("redeliver nothing", () => admin.post("/api/v1/webhooks/{webhook_id}/redeliver", { path, body: {} }));

await failingStep("a webhook without TLS", createWebhook);

await failingStep("a webhook with an unknown type", createWebhook);

await failingStep("delete a webhook", async () => {
  await admin.delete("/api/v1/webhooks/{webhook_id}", { path });
  await admin.get("/api/v1/webhooks/{webhook_id}", { path });
});

const upsertHolidays = (body: HolidayBatchInput) => admin.put("/api/v1/holidays", { body });
await step("upsert holidays", async (body: HolidayBatchInput) => {
  const holidays = await upsertHolidays(body);
  return {
    holidays: holidays.length,
    countryCodes: holidays.map(({ countryCode }) => countryCode),
    factors: holidays.map(({ factor }) => factor),
    versions: holidays.map(({ version }) => version),
  };
});

await failingStep("a bad holiday", upsertHolidays);

await step("list holidays", async (query: { year: number; limit: number }) => {
  const holidays = await rowsOf(admin.all("/api/v1/holidays", { query }));
  return { dates: holidays.map(({ date }) => date), names: holidays.map(({ name }) => name) };
});

await step("delete a holiday", async (query: { countryCode: string }) => {
  const found = await admin.get("/api/v1/holidays", { query });
  const { id, name, version } = present(found.items[0]);
  const header = { "If-Match": `"${version}"` };
  await admin.delete("/api/v1/holidays/{holiday_id}", { path: { holiday_id: id }, header });
  const { items } = await admin.get("/api/v1/holidays", { query });
  return { name, holidays: items.length };
});

const workerPath = { user_id: worker.id };
await step("get working patterns", async () =>
  patternsOf(await admin.get("/api/v1/users/{user_id}/working-patterns", { path: workerPath })),
);

async function replacePatterns({ version, ...body }: WorkingPatternsInput & { version: number }) {
  const header = { "If-Match": `"${version}"` };
  const path = "/api/v1/users/{user_id}/working-patterns";
  return patternsOf(await admin.put(path, { path: workerPath, header, body }));
}

await step("replace working patterns", replacePatterns);

await failingStep("replace an old version of working patterns", () =>
  replacePatterns(inputOf("replace working patterns")),
);

const skillsPath = "/api/v1/users/{user_id}/capabilities";
await step("get the capabilities of a user", async () => skillsOf(await admin.get(skillsPath, { path: workerPath })));

await step("replace the capabilities of a user", async ({ version, level }: { version: number; level: number }) => {
  const header = { "If-Match": `"${version}"` };
  const body = { items: [{ capabilityId: capability.id, level }] };
  return skillsOf(await admin.put(skillsPath, { path: workerPath, header, body }));
});

await step("find users by a capability", async ({ level }: { level: number }) => {
  const query = { capabilityId: [capability.id], minLevel: level };
  const { items } = await admin.get("/api/v1/users", { query });
  return { users: items.length, name: items[0]?.name };
});

await step("colour a project", async ({ color }: { color: ProjectColor }) => {
  const path = { project_id: project.id };
  const chosen = await admin.patch("/api/v1/projects/{project_id}", { path, body: { color } });
  const cleared = await admin.patch("/api/v1/projects/{project_id}", { path, body: { color: null } });
  return { chosen: chosen.color, cleared: cleared.color };
});

await step("upsert a client by its external id", async ({ match, externalId, companyName }: Synced) => {
  const body = { match, items: [{ companyName, externalIds: [externalId] }] };
  const first = await admin.post("/api/v1/clients/upsert", { body });
  const second = await admin.post("/api/v1/clients/upsert", { body });
  const found = await admin.get("/api/v1/clients", { query: { externalId } });
  return { found: found.items.map((client) => client.companyName), sameId: first[0]?.id === second[0]?.id };
});

await step("save a view", async ({ version, ...view }: { version: number; name: string; query: string }) => {
  await admin.put("/api/v1/me/views", { body: { items: [view] }, header: { "If-Match": `"${version}"` } });
  const saved = await admin.get("/api/v1/me/views");
  return { ...present(saved.items[0]), version: saved.version };
});

await step("capacity by week and user", ({ startDate, endDate }: Days) =>
  capacity({ start_date: startDate, end_date: endDate, user_id: worker.id, bucket: "week", group_by: "user" }),
);

await step("capacity by month and project", ({ startDate, endDate }: Days) =>
  capacity({ start_date: startDate, end_date: endDate, project_id: project.id, bucket: "month", group_by: "project" }),
);

await failingStep("capacity of two years", ({ startDate, endDate }: Days) =>
  capacity({ start_date: startDate, end_date: endDate }),
);

await step("find free hours", async ({ hours, startDate, endDate }: Days & { hours: number }) => {
  const query = { hours, start_date: startDate, end_date: endDate, capability_id: capability.id };
  const { items } = await admin.get("/api/v1/capacity/gaps", { query });
  return { ...present(items[0]), users: items.length };
});

await step("upsert the capabilities of users", async ({ level }: { level: number }) => {
  const items = [{ userId: worker.id, items: [{ capabilityId: capability.id, level }] }];
  const [written] = await admin.post("/api/v1/users/capabilities/upsert", { body: { items } });
  const all = await rowsOf(admin.all("/api/v1/users/capabilities"));
  const listed = present(all.find(({ id }) => id === worker.id));
  return { ...skillsOf(present(written)), listed: skillsOf(listed).levels };
});

await step("list users with their capabilities", async () => {
  const query = { capabilityId: [capability.id], include: ["capabilities" as const] };
  const { items } = await admin.get("/api/v1/users", { query });
  const { name, capabilities } = present(items[0]);
  return { users: items.length, name, levels: capabilities?.map(({ level }) => level) };
});

await step("upsert working patterns", async ({ items }: WorkingPatternsInput) => {
  const body = { items: [{ userId: worker.id, items }] };
  const [written] = await admin.post("/api/v1/users/working-patterns/upsert", { body });
  const all = await rowsOf(admin.all("/api/v1/users/working-patterns"));
  const listed = present(all.find(({ id }) => id === worker.id));
  return { ...patternsOf(present(written)), listed: listed.items.length };
});

let leave: TimeOffBatchInput = { match: "", items: [] };
let upserted: string[] = [];
const upsertLeave = async (body: TimeOffBatchInput, include?: "summary"[]) => {
  let meta: WriteMeta | undefined;
  const rows = await admin.post("/api/v1/time-off/upsert", {
    body,
    query: { ...(include && { include }) },
    onMeta: (received) => (meta = received),
  });
  return { rows, meta: present(meta) };
};

await step("upsert time off", async ({ match, reason, items }: Leave) => {
  const all = items.map(({ externalId, ...days }) => ({
    userId: worker.id,
    timeOffTypeId: timeOffType.id,
    availability: 0,
    reason,
    externalIds: [externalId],
    ...days,
  }));
  leave = { match, items: all };
  const { rows, meta } = await upsertLeave(leave, ["summary"]);
  upserted = rows.map(({ id }) => id);
  return present(meta.summary);
});

await step("delete time off in an upsert", async () => {
  const body = { ...leave, items: leave.items.slice(0, 1), deleted: upserted.slice(1) };
  const { meta } = await upsertLeave(body, ["summary"]);
  const externalId = present(leave.items[1]?.externalIds?.[0]);
  const { items } = await admin.get("/api/v1/time-off", { query: { externalId } });
  return { ...meta.summary, left: items.length };
});

await step("keep what only a new request has", async ({ email }: { email: string }) => {
  const other = present(await admin.findUserByEmail(email));
  const items = [{ ...present(leave.items[0]), userId: other.id }];
  const { rows, meta } = await upsertLeave({ ...leave, items, createOnly: "keep" });
  const first = meta.warnings?.[0];
  return { kept: rows[0]?.userId === worker.id, warnings: meta.warningCount, warning: first?.code, field: first?.field };
});

await step("change the currency", async (body: PricingPatch) => {
  const before = await admin.get("/api/v1/organization/pricing");
  await admin.patch("/api/v1/organization/pricing", { body });
  return { ...(await admin.get("/api/v1/organization/pricing")), before: before.currency };
});

const billed = { project_id: "" };
await step("create a project billed by the hour", async (input: Omit<ProjectInput, "clientId">) => {
  const created = await admin.post("/api/v1/projects", { body: { ...input, clientId } });
  billed.project_id = created.id;
  return created;
});

interface RatesInput {
  items: (RateInput & { user?: boolean; capability?: boolean })[];
}

const ratesTo = ({ items }: RatesInput) => ({
  items: items.map(({ user, capability: hasCapability, ...rate }) => ({
    ...rate,
    ...(user && { userId: worker.id }),
    ...(hasCapability && { capabilityId: capability.id }),
  })),
});

async function replaceRates({ version, ...input }: RatesInput & { version: number }) {
  const header = { "If-Match": `"${version}"` };
  return ratesOf(await admin.put("/api/v1/organization/rates", { header, body: ratesTo(input) }));
}

await step("replace the rates of the organization", replaceRates);

await failingStep("replace an old version of rates", () =>
  replaceRates(inputOf("replace the rates of the organization")),
);

await failingStep("a rate with seven decimals", replaceRates);

await step("replace the rates of a user", async (input: RatesInput) =>
  ratesOf(await admin.put("/api/v1/users/{user_id}/rates", { path: workerPath, body: ratesTo(input) })),
);

await step("replace the rates of a project", async (input: RatesInput) => {
  await admin.put("/api/v1/projects/{project_id}/rates", { path: billed, body: ratesTo(input) });
  return ratesOf(await admin.get("/api/v1/projects/{project_id}/rates", { path: billed }));
});

await step("resolve a rate", async ({ date }: { date: string }) => {
  const hour = { user_id: worker.id, project_id: billed.project_id, date };
  const bill = await admin.get("/api/v1/rates/resolve", { query: hour });
  const cost = await admin.get("/api/v1/rates/resolve", { query: { ...hour, kind: "cost" } });
  return { ...bill, considered: bill.considered.map(({ level }) => level), cost: cost.amount };
});

await step("replace a budget", async (body: BudgetInput) => {
  await admin.put("/api/v1/projects/{project_id}/budget", { path: billed, body });
  return admin.get("/api/v1/projects/{project_id}/budget", { path: billed });
});

await step("money by month and project", async ({ startDate, endDate, planned, actual }: Days & Work) => {
  const rows = (work: Work["planned"]) =>
    work.map(({ capability: hasCapability, ...row }) => ({
      userId: worker.id,
      projectId: billed.project_id,
      ...(hasCapability && { capabilityId: capability.id }),
      ...row,
    }));
  await admin.post("/api/v1/assignments", { body: { items: rows(planned) } });
  await admin.post("/api/v1/actual-hours", { body: { items: rows(actual) } });
  const money = await admin.get("/api/v1/money", {
    query: { start_date: startDate, end_date: endDate, bucket: "month", group_by: "project", budget: true },
  });
  const items = money.items.map(({ name, currency, method, budget, values }) => ({
    name,
    currency,
    method,
    spentHours: budget?.spentHours ?? null,
    values,
  }));
  return { ...money, items, totals: money.totals.map(({ currency }) => currency) };
});

await failingStep("money for a member", ({ startDate, endDate }: Days) =>
  member.get("/api/v1/money", { query: { start_date: startDate, end_date: endDate } }),
);

await step("the lines of money", async ({ startDate, endDate, limit }: Days & { limit: number }) => {
  const days = { start_date: startDate, end_date: endDate };
  const rows = await rowsOf(admin.all("/api/v1/money/lines", { query: { ...days, limit } }));
  const lines = rows.map(({ date, hours, capabilityId, rate, rateLevel, amount, currency, timesheetStatus }) => ({
    date,
    hours,
    capability: capabilityId !== null,
    rate,
    rateLevel,
    amount,
    currency,
    timesheetStatus,
  }));
  return { lines, whole: (await rowsOf(admin.whole("/api/v1/money/lines", { query: days }))).length };
});

const proposal = { proposal_id: "" };
await step("make a proposal", async ({ reviewer, ...input }: Request) => {
  const { id } = present(await admin.findUserByEmail(reviewer));
  const made = await member.post("/api/v1/proposals", { body: { ...input, reviewerIds: [id] } });
  proposal.proposal_id = made.id;
  return { ...made, reviewer: isDeepStrictEqual(made.reviewerIds, [id]) };
});

const onDays = (days: Day[]) => days.map((day) => ({ userId: worker.id, projectId: project.id, ...day }));

const planDays = (days: Day[]) => admin.post("/api/v1/assignments", { body: { items: onDays(days) } });

await step("wish planned hours", async ({ planned, wished }: Wishes) => {
  await planDays(planned);
  const query = { proposal: proposal.proposal_id };
  return totals(await member.post("/api/v1/assignments", { query, body: { items: onDays(wished) } }));
});

await step("wish a window", async ({ items: days, ...input }: Days & { items: Day[] }) => {
  const done = await member.put("/api/v1/assignments/window", {
    query: { proposal: proposal.proposal_id },
    body: { userId: worker.id, projectId: project.id, ...input, items: onDays(days) },
  });
  const { rows } = await member.get("/api/v1/proposals/{proposal_id}", { path: proposal });
  return { ...done, wishes: rows };
});

async function readDays({ startDate, endDate, limit }: Days & { limit: number }, wished?: { proposal: string }) {
  const query = { user_id: worker.id, start_date: startDate, end_date: endDate, limit, ...wished };
  return daysOf(await rowsOf(admin.all("/api/v1/assignments", { query })));
}

await step("read the plan of a proposal", async (input: Days & { limit: number }) => ({
  live: await readDays(input),
  proposed: await readDays(input, { proposal: proposal.proposal_id }),
}));

await step("capacity of a proposal", async ({ startDate, endDate }: Days) => {
  const days = { start_date: startDate, end_date: endDate };
  const query = { ...days, user_id: worker.id, bucket: "month" as const, group_by: "user" as const };
  const { series, values } = await capacity({ ...query, proposal: proposal.proposal_id, compare: "live" });
  return { live: values[series.indexOf("livePlanned")], proposed: values[series.indexOf("planned")] };
});

await step("the difference of a proposal", async (query: { limit: number }) => {
  const rows = await rowsOf(admin.all("/api/v1/proposals/{proposal_id}/diff", { path: proposal, query }));
  return {
    rows: rows.map(({ key: { date }, before, after, base, conflict }) => ({
      date,
      before: before?.hours ?? null,
      after: after?.hours ?? null,
      base: base?.hours ?? null,
      conflict,
    })),
  };
});

await step("the impact of a proposal", async () => {
  const impact = await admin.get("/api/v1/proposals/{proposal_id}/impact", { path: proposal });
  const { money } = await member.get("/api/v1/proposals/{proposal_id}/impact", { path: proposal });
  const weeks = impact.items.map(({ name, startDate, before, after }) => ({ name, startDate, before, after }));
  return { ...impact, weeks, hidden: money === null };
});

await step("have a proposal approved", async () => {
  const submitted = await member.post("/api/v1/proposals/{proposal_id}/submit", { path: proposal });
  const approved = await manager.post("/api/v1/proposals/{proposal_id}/approve", { path: proposal });
  const { actorUserId } = await manager.get("/api/v1/me");
  const decided = approved.decidedById === actorUserId && approved.decidedAt !== null;
  return { ...approved, submitted: submitted.status, decided };
});

const apply = (workplan: Workplan, body: { onConflict?: OnConflict }) =>
  workplan.post("/api/v1/proposals/{proposal_id}/apply", { path: proposal, body });

await failingStep("apply without the scope", () => apply(reader, {}));

await failingStep("apply in conflict", async (day: Day) => {
  await planDays([day]);
  return apply(manager, {});
});

await step("apply a proposal", async (body: { onConflict: OnConflict }) => {
  const applied = await apply(manager, body);
  const again = await apply(manager, body);
  return {
    status: applied.status,
    counts: applied.outcome,
    same: isDeepStrictEqual(applied, again),
    live: await readDays(inputOf("read the plan of a proposal")),
  };
});

await step("revert a proposal", async () => {
  const draft = await manager.post("/api/v1/proposals/{proposal_id}/revert", { path: proposal });
  const reverts = draft.revertsId === proposal.proposal_id;
  proposal.proposal_id = draft.id;
  const { items: rows } = await manager.get("/api/v1/proposals/{proposal_id}/diff", { path: proposal });
  const drafts = await rowsOf(manager.all("/api/v1/proposals", { query: { status: "draft" } }));
  return { ...draft, reverts, after: rows.map(({ after }) => after?.hours ?? null), drafts: drafts.length };
});

await failingStep("delete a proposal", async () => {
  await manager.delete("/api/v1/proposals/{proposal_id}", { path: proposal });
  return manager.get("/api/v1/proposals/{proposal_id}", { path: proposal });
});

const whole = { query: { user_id: worker.id, start_date: "", end_date: "" } };
const isLatest = async (seq: number | undefined) =>
  (await admin.get("/api/v1/events", { query: { after: "head" } })).head === seq;

await step("read a whole list", async ({ from, to }: { from: string; to: string }) => {
  Object.assign(whole.query, { start_date: from, end_date: to });
  const list = admin.whole("/api/v1/assignments", whole);
  return { ...totals(await rowsOf(list)), seq: await isLatest(list.seq) };
});

await step("save a whole list", () =>
  inFolder(async (folder) => {
    const list = admin.whole("/api/v1/assignments", whole);
    await save(list, join(folder, "rows.csv"), "csv");
    await save(list, join(folder, "rows.parquet"), "parquet");
    const csv = await readFile(join(folder, "rows.csv"), "utf8");
    const table = await readFile(join(folder, "rows.parquet"), "latin1");
    return {
      lines: csv.split("\n").length - 1,
      parquet: [table.slice(0, 4), table.slice(-4)],
      files: (await readdir(folder)).length,
      seq: await isLatest(list.seq),
    };
  }),
);

await step("a whole list that is cut off", () =>
  inFolder(async (folder) => {
    const list = new Workplan({ baseUrl: env("WORKPLAN_CUT_URL"), key }).whole("/api/v1/assignments", whole);
    let rows = 0;
    const read = async () => {
      for await (const _ of list) rows++;
    };
    const errors = [
      await failureOf(read()),
      await failureOf(save(list, join(folder, "rows.csv"), "csv")),
      await failureOf(save(list, join(folder, "rows.parquet"), "parquet")),
    ];
    return { codes: errors.map(({ code }) => code), some: rows > 0, files: (await readdir(folder)).length };
  }),
);

await failingStep("a page of a whole list", (query: { limit: number }) =>
  rowsOf(admin.whole("/api/v1/users", { query })),
);

/** Runs something with an empty folder. */
async function inFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "whole-"));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function patternsOf({ items, version, updatedAt }: WorkingPatterns) {
  return {
    patterns: items.length,
    validFrom: items.map(({ validFrom }) => validFrom),
    hours: items.map(({ hours }) => hours),
    version,
    updated: updatedAt !== null,
  };
}

function skillsOf({ items, version, updatedAt }: UserCapabilities) {
  return { capabilities: items.length, levels: items.map(({ level }) => level), version, updated: updatedAt !== null };
}

function ratesOf({ owner, version, items }: Rates) {
  return {
    owner,
    version,
    items: items.map(({ kind, validFrom, amount, currency, userId, capabilityId }) => ({
      kind,
      validFrom,
      amount,
      currency,
      user: userId !== null,
      capability: capabilityId !== null,
    })),
  };
}

async function capacity(query: Input<"get", "/api/v1/capacity">["query"]) {
  const { items, buckets, series } = await admin.get("/api/v1/capacity", { query });
  return { ...present(items[0]), items: items.length, buckets, series };
}

function outcomeOf(webhook: Webhook) {
  return { ...webhook, secret: hasSecret(webhook), failing: webhook.lastError !== null };
}

function replaceWindow({ startDate, endDate, ...input }: HoursInput & Days) {
  const rows = items(input).map((item) => ({ ...item, tentative: true }));
  const body = { userId: worker.id, projectId: project.id, startDate, endDate, items: rows };
  return admin.put("/api/v1/assignments/window", { body });
}

function items(input: HoursInput): AssignmentInput[] {
  return plan(input).map(({ date, hasCapability, hours }) => ({
    userId: worker.id,
    projectId: project.id,
    capabilityId: hasCapability ? capability.id : null,
    date,
    hours,
  }));
}
