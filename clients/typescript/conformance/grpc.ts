// The scenario over gRPC.

import {
  ActualHoursService,
  type AssignmentChanges,
  AssignmentService,
  BillingType,
  BudgetPeriod,
  CapabilityService,
  type Capacity,
  CapacityBucket,
  CapacityGroup,
  CapacityService,
  type Client,
  ClientPriority,
  ClientService,
  EventService,
  HolidayService,
  MeService,
  MoneyBucket,
  MoneyGroup,
  MoneyMethod,
  MoneyService,
  OnConflict,
  OnExisting,
  ProjectColor,
  ProjectService,
  ProjectStatus,
  PlanComparison,
  ProposalConflict,
  type ProposalFigure,
  type ProposalHours,
  ProposalService,
  ProposalSource,
  ProposalStatus,
  ProposalVisibility,
  RateKind,
  RateLevel,
  RateOwner,
  RateService,
  type Rates,
  type TimeOff,
  TimeOffService,
  TimeOffStatus,
  TimeOffTypeService,
  TimesheetStatus,
  UserKind,
  UserService,
  type UserCapabilities,
  type Webhook,
  WarningCode,
  WebhookOutcome,
  WebhookService,
  WebhookState,
  WorkingPatternService,
  type WorkingPatterns,
  all,
  createClient,
  createTransport,
  findUserByEmail,
  follow,
} from "@workplan-api/client/grpc";
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

interface ClientInput {
  companyName: string;
  email: string;
  website: string;
  countryCode: string;
  categories: string[];
}

interface ClientPatch {
  website?: null;
  clientPriority: "high" | "medium" | "low";
}

interface Synced {
  match: string;
  externalId: string;
  companyName: string;
}

interface Days {
  startDate: string;
  endDate: string;
}

const { inputOf, step, failingStep } = scenarioOver("expectGrpc");
const baseUrl = `http://${env("WORKPLAN_GRPC")}`;
const key = env("WORKPLAN_KEY");
const admin = createTransport({ baseUrl, key });
const member = createTransport({ baseUrl, key: env("WORKPLAN_MEMBER_KEY") });
const manager = createTransport({ baseUrl, key: env("WORKPLAN_MANAGER_KEY") });
const reader = createTransport({ baseUrl, key: env("WORKPLAN_READER_KEY") });

const me = createClient(MeService, admin);
const users = createClient(UserService, admin);
const clients = createClient(ClientService, admin);
const assignments = createClient(AssignmentService, admin);
const projects = createClient(ProjectService, admin);
const timeOff = createClient(TimeOffService, admin);

const [worker, project, capability, timeOffType] = await Promise.all([
  findUserByEmail(admin, names.workerEmail).then(present),
  named(names.project, all(projects.listProjects, { name: names.project })),
  named(names.capability, all(createClient(CapabilityService, admin).listCapabilities)),
  named(names.vacation, all(createClient(TimeOffTypeService, admin).listTimeOffTypes)),
]);

await step("me", async () => {
  const { keyName, scopes } = present((await me.getMe({})).data);
  return { keyName, scopes: scopes.length };
});

await step("a base URL with the path of the API", async ({ path }: { path: string }) => {
  const transport = createTransport({ baseUrl: baseUrl + path, key });
  return present((await createClient(MeService, transport).getMe({})).data);
});

await step("page through users", async (request: { limit: number }) => {
  const rows = [];
  for await (const user of all(users.listUsers, request)) rows.push(user);
  return { users: rows.length, ids: new Set(rows.map(({ id }) => id)).size, names: [rows[0]?.name, rows.at(-1)?.name] };
});

await step("find a user by e-mail address", async (input: { email: string; unknown: string }) => {
  const { name, email } = present(await findUserByEmail(admin, input.email));
  const unknown = await findUserByEmail(admin, input.unknown);
  return { name, email, unknown: unknown?.name };
});

let clientId = "";
await step("create a client", async (client: ClientInput) => {
  const { data } = await clients.createClient({ client });
  clientId = present(data).id;
  return outcomeOf(data);
});

await step("patch a client with a null", async (patch: ClientPatch) => {
  const { data } = await clients.updateClient({ clientId, ...change(patch) });
  return outcomeOf(data);
});

let ids: string[] = [];
await step("upsert 500 rows", async (input: HoursInput) => {
  const { data } = await assignments.upsertAssignments({ batch: { items: items(input) } });
  ids = data.map(({ id }) => id);
  return totals(data);
});

await step("upsert them again", async () => {
  const { data } = await assignments.upsertAssignments({ batch: { items: items(inputOf("upsert 500 rows")) } });
  return { rows: data.length, sameIds: data.every(({ id }, i) => id === ids[i]) };
});

await step("read them back", async ({ from, to, limit }: { from: string; to: string; limit: number }) => {
  const rows = [];
  const request = { userId: worker.id, startDate: from, endDate: to, limit };
  for await (const row of all(assignments.listAssignments, request)) rows.push(row);
  const { date, hours, capabilityId } = present(rows[0]);
  return { ...totals(rows), first: { date, hours, capability: capabilityId !== undefined } };
});

await step("replace a window", replaceWindow);

await step("replace it again", () => replaceWindow(inputOf("replace a window")));

await step("move a plan", async ({ startDate, endDate, target }: Days & { target: string }) => {
  const source = { userId: worker.id, startDate, endDate };
  const copy = { source, target: { startDate: target }, onExisting: OnExisting.REPLACE, move: true };
  const done = present((await assignments.copyAssignments({ copy })).data);
  return { ...counts(done), dates: done.items.map(({ date }) => date) };
});

await step("confirm a plan", async (days: Days) => {
  const { data } = await assignments.confirmAssignments({ window: { userId: worker.id, ...days } });
  const { confirmed, refused } = present(data);
  const left = present((await assignments.listAssignments({ userId: worker.id, tentative: true })).data);
  return { confirmed, refused, tentative: left.items.length };
});

await step("fill a placeholder", async ({ name, date, hours }: { name: string; date: string; hours: number }) => {
  const user = { kind: UserKind.PLACEHOLDER, name };
  const { id } = present((await createClient(UserService, admin).createUser({ user })).data);
  await assignments.upsertAssignments({ batch: { items: [{ userId: id, projectId: project.id, date, hours }] } });
  const asked = { placeholderId: id, startDate: date, endDate: date, limit: 200 };
  const found = present((await createClient(CapacityService, admin).listCandidates(asked)).data);
  const filling = { userId: worker.id };
  const filled = present((await assignments.fillPlaceholder({ placeholderId: id, filling })).data);
  const candidate = found.items.some((one) => one.id === worker.id);
  return { hours: found.hours, candidate, moved: filled.moved, merged: filled.merged, after: filled.items[0]?.hours };
});

await step("delete a plan", async ({ date, startDate, endDate }: Days & { date: string }) => {
  const key = { userId: worker.id, projectId: project.id, date };
  const row = await assignments.deleteAssignmentRows({ rows: { items: [key] } });
  const window = await assignments.deleteAssignments({ userId: worker.id, startDate, endDate });
  return { row: row.data?.deleted, window: window.data?.deleted };
});

await step("submit actual hours", async (input: { date: string; hours: number }) => {
  const item = { userId: worker.id, projectId: project.id, ...input };
  const { data } = await createClient(ActualHoursService, admin).upsertActualHours({ batch: { items: [item] } });
  const { items } = present(data);
  return { rows: items.length, hours: items[0]?.hours, capabilityId: items[0]?.capabilityId };
});

let requestId = "";
await step("ask for time off", async (input: Pick<TimeOff, "startDate" | "endDate" | "availability" | "reason">) => {
  const request = { userId: worker.id, timeOffTypeId: timeOffType.id, ...input };
  const { data } = await createClient(TimeOffService, member).createTimeOff({ timeOff: request });
  requestId = present(data).id;
  return { ...data, status: nameOf(TimeOffStatus, data?.status) };
});

await step("approve time off", async () => {
  await timeOff.approveTimeOff({ requestId });
  const { data } = await timeOff.listTimeOff({ userId: worker.id, status: TimeOffStatus.APPROVED });
  const { items } = present(data);
  const { status, decidedById, decidedAt } = present(items[0]);
  const { actorUserId } = present((await me.getMe({})).data);
  return {
    requests: items.length,
    status: nameOf(TimeOffStatus, status),
    decided: decidedById === actorUserId && decidedAt !== undefined,
  };
});

await step("get single records", async () => {
  const { data: user } = await users.getUser({ userId: worker.id });
  const { data: client } = await clients.getClient({ clientId });
  const { data: found } = await projects.getProject({ projectId: project.id, expand: ["client"] });
  const { data: request } = await timeOff.getTimeOff({ requestId });
  return {
    user: user?.name,
    client: client?.companyName,
    project: found?.name,
    projectClient: found?.client?.companyName,
    timeOff: nameOf(TimeOffStatus, request?.status),
  };
});

await step("get records that do not exist", async ({ id }: { id: string }) => {
  const errors = await Promise.all([
    failureOf(users.getUser({ userId: id })),
    failureOf(clients.getClient({ clientId: id })),
    failureOf(projects.getProject({ projectId: id })),
    failureOf(timeOff.getTimeOff({ requestId: id })),
  ]);
  return { codes: errors.map(({ code }) => code) };
});

await failingStep("a bad field", (client: { companyName: string }) => clients.createClient({ client }));

await failingStep("150 bad items", (input: HoursInput) =>
  assignments.upsertAssignments({ batch: { items: items(input) } }),
);

await failingStep("a missing scope", (client: { companyName: string }) =>
  createClient(ClientService, reader).createClient({ client }),
);

await failingStep("a missing permission", (client: { companyName: string }) =>
  createClient(ClientService, member).createClient({ client }),
);

await failingStep("patch a record that does not exist", ({ id, ...patch }: ClientPatch & { id: string }) =>
  clients.updateClient({ clientId: id, ...change(patch) }),
);

await failingStep("an old version", ({ version, ...patch }: ClientPatch & { version: number }) =>
  clients.updateClient({ clientId, ...change(patch) }, { headers: { "If-Match": `"${version}"` } }),
);

await failingStep("a wrong key", (input: { key: string }) =>
  createClient(MeService, createTransport({ baseUrl, key: input.key })).getMe({}),
);

await step("a busy server", async () => {
  const busy = createTransport({ baseUrl: `http://${env("WORKPLAN_BUSY_GRPC")}`, key });
  return present((await createClient(MeService, busy).getMe({})).data);
});

const lossy = createClient(ClientService, createTransport({ baseUrl: `http://${env("WORKPLAN_LOSSY_GRPC")}`, key }));

await step("a lost response", async (client: { companyName: string }) =>
  outcomeOf((await lossy.createClient({ client })).data),
);

await step("a lost response of a change", async ({ version, ...patch }: ClientPatch & { version: number }) => {
  const { data } = await lossy.updateClient(
    { clientId, ...change(patch) },
    { headers: { "If-Match": `"${version}"` } },
  );
  return outcomeOf(data);
});

for (const [name, address] of [
  ["a dead server", "WORKPLAN_DEAD_GRPC"],
  ["a wrong base address", "WORKPLAN_STRANGER_GRPC"],
  ["an incomplete body", "WORKPLAN_BROKEN_GRPC"],
] as const) {
  await failingStep(name, () => {
    const transport = createTransport({ baseUrl: `http://${env(address)}`, key, tries: 1 });
    return createClient(MeService, transport).getMe({});
  });
}

const events = createClient(EventService, admin);
const { head } = present((await events.listEvents({ after: "head" })).data);
let follower: ReturnType<typeof follow>;
let followed = 0n;
await step("follow the journal", async ({ types, companyName }: { types: string[]; companyName: string }) => {
  follower = follow(admin, { after: head, types });
  const { data: client } = await clients.createClient({ client: { companyName } });
  const { actorUserId } = present((await me.getMe({})).data);
  const { seq, type, record, actorId, after } = await nextOf(follower);
  followed = seq;
  return {
    type,
    later: seq > head,
    client: record?.id === client?.id,
    actor: actorId === actorUserId,
    companyName: after?.["companyName"],
  };
});

await step("follow the journal across a restart", async () => {
  await fetch(env("WORKPLAN_RESTART_URL"));
  const { seq, type, after } = await nextOf(follower);
  await follower.return();
  return { type, next: seq === followed + 1n, companyName: after?.["companyName"] };
});

await step("follow from a stored number", async () => {
  const companyNames = [];
  for await (const { after } of follow(admin, { after: head })) {
    companyNames.push(after?.["companyName"]);
    if (companyNames.length === 2) break;
  }
  return { companyNames };
});

await step("cancel a follower", async ({ milliseconds }: { milliseconds: number }) => {
  const signal = AbortSignal.timeout(milliseconds);
  return { events: await countOf(follow(admin, { after: "head", signal })) };
});

await failingStep("follow after a number ahead", ({ ahead }: { ahead: number }) =>
  countOf(follow(admin, { after: head + BigInt(ahead) })),
);

await step("read the event of the 500 rows", async (request: { types: string[] }) => {
  const { data } = await events.listEvents(request);
  return present(data?.items[0]);
});

interface WebhookInput {
  url: string;
  types: string[];
  name?: string;
}

const webhooks = createClient(WebhookService, admin);
let webhookId = "";
let secret: string | undefined;
await step("create a webhook", async (input: WebhookInput) => {
  const { data } = await webhooks.createWebhook({ webhook: input });
  ({ id: webhookId, secret } = present(data));
  return webhookOf(data);
});

await step("patch a webhook", async ({ version, url, cursor }: { version: number; url: string; cursor: number }) => {
  const { data } = await webhooks.updateWebhook(
    { webhookId, webhook: { url, cursor: BigInt(cursor) }, updateMask: { paths: ["url", "name", "cursor"] } },
    { headers: { "If-Match": `"${version}"` } },
  );
  return webhookOf(data);
});

await step("pause a webhook", async ({ state }: { state: string }) => {
  const word = state.toUpperCase() as "PAUSED";
  return webhookOf((await webhooks.updateWebhook({ webhookId, webhook: { state: WebhookState[word] } })).data);
});

await step("read webhooks", async () => {
  const rows = await rowsOf(all(webhooks.listWebhooks));
  const { data } = await webhooks.getWebhook({ webhookId });
  return { ...webhookOf(data), webhooks: rows.length, listed: rows[0]?.id === webhookId };
});

await step("read the attempts of a webhook", async ({ limit }: { limit: number }) => {
  const attempts = await rowsOf(all(webhooks.listWebhookAttempts, { webhookId, limit }));
  const first = present(attempts[0]);
  return { ...first, outcome: nameOf(WebhookOutcome, first.outcome), attempts: attempts.length };
});

await step("rotate the secret of a webhook", async (rotation: { overlapSeconds: number }) => {
  const { data } = await webhooks.rotateWebhookSecret({ webhookId, rotation });
  return {
    ...webhookOf(data),
    changed: data?.secret !== secret,
    overlaps: data?.previousSecretExpiresAt !== undefined,
  };
});

await failingStep("test a webhook", () => webhooks.testWebhook({ webhookId }));

await step("redeliver an event", async () =>
  webhookOf((await webhooks.redeliverWebhook({ webhookId, redelivery: { seq: followed } })).data),
);

await failingStep("redeliver nothing", () => webhooks.redeliverWebhook({ webhookId, redelivery: {} }));

await failingStep("a webhook without TLS", (input: WebhookInput) => webhooks.createWebhook({ webhook: input }));

await failingStep("a webhook with an unknown type", (input: WebhookInput) =>
  webhooks.createWebhook({ webhook: input }),
);

await failingStep("delete a webhook", async () => {
  await webhooks.deleteWebhook({ webhookId });
  await webhooks.getWebhook({ webhookId });
});

interface HolidaysInput {
  items: { countryCode: string; date: string; name: string; factor?: number }[];
}

const holidays = createClient(HolidayService, admin);
await step("upsert holidays", async (batch: HolidaysInput) => {
  const { data } = await holidays.upsertHolidays({ batch });
  return {
    holidays: data.length,
    countryCodes: data.map(({ countryCode }) => countryCode),
    factors: data.map(({ factor }) => factor),
    versions: data.map(({ version }) => Number(version)),
  };
});

await failingStep("a bad holiday", (batch: HolidaysInput) => holidays.upsertHolidays({ batch }));

await step("list holidays", async (request: { year: number; limit: number }) => {
  const rows = await rowsOf(all(holidays.listHolidays, request));
  return { dates: rows.map(({ date }) => date), names: rows.map(({ name }) => name) };
});

await step("delete a holiday", async (request: { countryCode: string }) => {
  const { data: found } = await holidays.listHolidays(request);
  const { id, name, version } = present(found?.items[0]);
  await holidays.deleteHoliday({ holidayId: id }, { headers: { "If-Match": `"${version}"` } });
  const { data: left } = await holidays.listHolidays(request);
  return { name, holidays: left?.items.length };
});

const workingPatterns = createClient(WorkingPatternService, admin);
await step("get working patterns", async () =>
  patternsOf((await workingPatterns.getWorkingPatterns({ userId: worker.id })).data),
);

interface PatternsInput {
  version: number;
  items: { validFrom: string; hours: number[] }[];
}

async function replacePatterns({ version, items }: PatternsInput) {
  const { data } = await workingPatterns.replaceWorkingPatterns(
    { userId: worker.id, workingPatterns: { items } },
    { headers: { "If-Match": `"${version}"` } },
  );
  return patternsOf(data);
}

await step("replace working patterns", replacePatterns);

await failingStep("replace an old version of working patterns", () =>
  replacePatterns(inputOf("replace working patterns")),
);

await step("get the capabilities of a user", async () =>
  skillsOf((await users.getUserCapabilities({ userId: worker.id })).data),
);

await step("replace the capabilities of a user", async ({ version, level }: { version: number; level: number }) => {
  const { data } = await users.replaceUserCapabilities(
    { userId: worker.id, userCapabilities: { items: [{ capabilityId: capability.id, level }] } },
    { headers: { "If-Match": `"${version}"` } },
  );
  return skillsOf(data);
});

await step("find users by a capability", async ({ level }: { level: number }) => {
  const { data } = await users.listUsers({ capabilityId: [capability.id], minLevel: level });
  const { items } = present(data);
  return { users: items.length, name: items[0]?.name };
});

await step("colour a project", async ({ color }: { color: string }) => {
  const patch = { projectId: project.id, updateMask: { paths: ["color"] } };
  const chosen = ProjectColor[color.toUpperCase() as keyof typeof ProjectColor];
  const first = present((await projects.updateProject({ ...patch, project: { color: chosen } })).data);
  const second = present((await projects.updateProject({ ...patch, project: {} })).data);
  return { chosen: nameOf(ProjectColor, first.color), cleared: nameOf(ProjectColor, second.color) };
});

await step("upsert a client by its external id", async ({ match, externalId, companyName }: Synced) => {
  const batch = { match, items: [{ companyName, externalIds: [externalId] }] };
  const first = await clients.upsertClients({ batch });
  const second = await clients.upsertClients({ batch });
  const found = present((await clients.listClients({ externalId })).data).items;
  return { found: found.map((client) => client.companyName), sameId: first.data[0]?.id === second.data[0]?.id };
});

await step("save a view", async ({ version, name, query }: { version: number; name: string; query: string }) => {
  await me.replaceViews({ views: { items: [{ name, query }] } }, { headers: { "If-Match": `"${version}"` } });
  const saved = present((await me.getViews({})).data);
  return { name: saved.items[0]?.name, query: saved.items[0]?.query, version: Number(saved.version) };
});

const capacities = createClient(CapacityService, admin);
await step("capacity by week and user", async (days: Days) => {
  const request = { ...days, userId: worker.id, bucket: CapacityBucket.WEEK, groupBy: CapacityGroup.USER };
  return capacityOf((await capacities.getCapacity(request)).data);
});

await step("capacity by month and project", async (days: Days) => {
  const request = { ...days, projectId: project.id, bucket: CapacityBucket.MONTH, groupBy: CapacityGroup.PROJECT };
  return capacityOf((await capacities.getCapacity(request)).data);
});

await failingStep("capacity of two years", (days: Days) => capacities.getCapacity(days));

await step("find free hours", async (request: Days & { hours: number }) => {
  const { data } = await capacities.listCapacityGaps({ ...request, capabilityId: capability.id });
  const { items } = present(data);
  return { ...present(items[0]), users: items.length };
});

await step("upsert the capabilities of users", async ({ level }: { level: number }) => {
  const items = [{ userId: worker.id, items: [{ capabilityId: capability.id, level }] }];
  const { data: written } = await users.upsertUserCapabilities({ batch: { items } });
  const listed = (await rowsOf(all(users.listUserCapabilities))).find(({ id }) => id === worker.id);
  return { ...skillsOf(written[0]), listed: skillsOf(listed).levels };
});

await step("list users with their capabilities", async () => {
  const { data } = await users.listUsers({ capabilityId: [capability.id], include: ["capabilities"] });
  const { items } = present(data);
  const { name, capabilities } = present(items[0]);
  return { users: items.length, name, levels: capabilities.map(({ level }) => level) };
});

await step("upsert working patterns", async ({ items }: Pick<PatternsInput, "items">) => {
  const batch = { items: [{ userId: worker.id, items }] };
  const { data: written } = await workingPatterns.upsertWorkingPatterns({ batch });
  const listed = (await rowsOf(all(workingPatterns.listWorkingPatterns))).find(({ id }) => id === worker.id);
  return { ...patternsOf(written[0]), listed: listed?.items.length };
});

const leave = (userId: string) => {
  const { match, reason, items } = inputOf<Leave>("upsert time off");
  const all = items.map(({ externalId, ...days }) => ({
    userId,
    timeOffTypeId: timeOffType.id,
    availability: 0,
    reason,
    externalIds: [externalId],
    ...days,
  }));
  return { match, items: all };
};
let upserted: TimeOff[] = [];

await step("upsert time off", async () => {
  const { data, meta } = await timeOff.upsertTimeOff({ batch: leave(worker.id), include: ["summary"] });
  upserted = data;
  return present(meta?.summary);
});

await step("delete time off in an upsert", async () => {
  const { match, items } = leave(worker.id);
  const { id, externalIds } = present(upserted[1]);
  const batch = { match, items: items.slice(0, 1), deleted: [id] };
  const { meta } = await timeOff.upsertTimeOff({ batch, include: ["summary"] });
  const { data } = await timeOff.listTimeOff({ externalId: externalIds[0]! });
  return { ...meta?.summary, left: data?.items.length };
});

await step("keep what only a new request has", async ({ email }: { email: string }) => {
  const { match, items } = leave(present(await findUserByEmail(admin, email)).id);
  const batch = { match, items: items.slice(0, 1), createOnly: "keep" };
  const { data, meta } = await timeOff.upsertTimeOff({ batch });
  const first = present(meta?.warnings?.items[0]);
  return {
    kept: data[0]?.userId === worker.id,
    warnings: meta?.warningCount,
    warning: nameOf(WarningCode, first.code),
    field: first.field,
  };
});

const rates = createClient(RateService, admin);
await step("change the currency", async (pricing: { currency: string }) => {
  const { data: before } = await rates.getPricing({});
  await rates.updatePricing({ pricing });
  const { data: after } = await rates.getPricing({});
  return { before: before?.currency, currency: after?.currency, version: Number(after?.version) };
});

interface ProjectInput {
  name: string;
  startDate: string;
  endDate: string;
  status: string;
  billingType: string;
}

let billedId = "";
await step("create a project billed by the hour", async ({ status, billingType, ...input }: ProjectInput) => {
  const { data } = await projects.createProject({
    project: {
      ...input,
      clientId,
      status: ProjectStatus[status.toUpperCase() as "ACTIVE"],
      billingType: BillingType[billingType.toUpperCase() as "TIME_MATERIALS"],
    },
  });
  billedId = present(data).id;
  return {
    ...data,
    status: nameOf(ProjectStatus, data?.status),
    billingType: nameOf(BillingType, data?.billingType),
  };
});

interface RatesInput {
  items: {
    kind: string;
    validFrom?: string | null;
    amount: number | null;
    currency?: string;
    user?: boolean;
    capability?: boolean;
  }[];
}

const ratesTo = ({ items }: RatesInput) => ({
  items: items.map(({ kind, validFrom, amount, currency, user, capability: hasCapability }) => ({
    kind: RateKind[kind.toUpperCase() as "BILL" | "COST"],
    ...(validFrom && { validFrom }),
    ...(amount !== null && { amount }),
    ...(currency && { currency }),
    ...(user && { userId: worker.id }),
    ...(hasCapability && { capabilityId: capability.id }),
  })),
});

async function replaceRates({ version, ...input }: RatesInput & { version: number }) {
  const { data } = await rates.replaceOrganizationRates(
    { rates: ratesTo(input) },
    { headers: { "If-Match": `"${version}"` } },
  );
  return ratesOf(data);
}

await step("replace the rates of the organization", replaceRates);

await failingStep("replace an old version of rates", () =>
  replaceRates(inputOf("replace the rates of the organization")),
);

await failingStep("a rate with seven decimals", replaceRates);

await step("replace the rates of a user", async (input: RatesInput) =>
  ratesOf((await rates.replaceUserRates({ userId: worker.id, rates: ratesTo(input) })).data),
);

await step("replace the rates of a project", async (input: RatesInput) => {
  await rates.replaceProjectRates({ projectId: billedId, rates: ratesTo(input) });
  return ratesOf((await rates.getProjectRates({ projectId: billedId })).data);
});

await step("resolve a rate", async ({ date }: { date: string }) => {
  const hour = { userId: worker.id, projectId: billedId, date };
  const { kind, amount, currency, level, fromDate, considered } = present((await rates.resolveRate(hour)).data);
  const { data: cost } = await rates.resolveRate({ ...hour, kind: RateKind.COST });
  return {
    kind: nameOf(RateKind, kind),
    amount,
    currency,
    level: nameOf(RateLevel, level),
    from: fromDate,
    considered: considered.map((each) => nameOf(RateLevel, each.level)),
    cost: cost?.amount,
  };
});

interface BudgetInput {
  alertAt: number[];
  items: { validFrom?: string; hours: number; amount?: number; period: string }[];
}

const money = createClient(MoneyService, admin);
await step("replace a budget", async ({ alertAt, items }: BudgetInput) => {
  const wanted = items.map(({ period, ...item }) => ({
    ...item,
    period: BudgetPeriod[period.toUpperCase() as "TOTAL" | "MONTH"],
  }));
  await money.replaceProjectBudget({ projectId: billedId, budget: { alertAt, items: wanted } });
  const found = present((await money.getProjectBudget({ projectId: billedId })).data);
  return {
    alertAt: found.alertAt,
    version: Number(found.version),
    items: found.items.map(({ validFrom, hours, amount, period }) => ({
      validFrom: validFrom ?? null,
      hours: hours ?? null,
      amount: amount ?? null,
      period: nameOf(BudgetPeriod, period),
    })),
  };
});

await step("money by month and project", async ({ startDate, endDate, planned, actual }: Days & Work) => {
  const rows = (work: Work["planned"]) =>
    work.map(({ capability: hasCapability, ...row }) => ({
      userId: worker.id,
      projectId: billedId,
      ...(hasCapability && { capabilityId: capability.id }),
      ...row,
    }));
  await assignments.upsertAssignments({ batch: { items: rows(planned) } });
  await createClient(ActualHoursService, admin).upsertActualHours({ batch: { items: rows(actual) } });
  const groups = { bucket: MoneyBucket.MONTH, groupBy: MoneyGroup.PROJECT, budget: true };
  const found = present((await money.getMoney({ startDate, endDate, ...groups })).data);
  return {
    buckets: found.buckets,
    series: found.series,
    items: found.items.map(({ name, currency, method, budget, values }) => ({
      name,
      currency,
      method: nameOf(MoneyMethod, method),
      spentHours: budget?.spentHours ?? null,
      values: values.map(({ figures }) => figures.map((figure) => (Number.isNaN(figure) ? null : figure))),
    })),
    totals: found.totals.map(({ currency }) => currency),
  };
});

await failingStep("money for a member", (days: Days) => createClient(MoneyService, member).getMoney(days));

await step("the lines of money", async (request: Days & { limit: number }) => {
  const rows = await rowsOf(all(money.listMoneyLines, request));
  const lines = rows.map(({ date, hours, capabilityId, rate, rateLevel, amount, currency, timesheetStatus }) => ({
    date,
    hours,
    capability: capabilityId !== undefined,
    rate,
    rateLevel: nameOf(RateLevel, rateLevel),
    amount,
    currency,
    timesheetStatus: nameOf(TimesheetStatus, timesheetStatus) ?? null,
  }));
  return { lines };
});

const proposals = createClient(ProposalService, manager);
const membersProposals = createClient(ProposalService, member);
let proposalId = "";
await step("make a proposal", async ({ reviewer, ...input }: Request) => {
  const { id } = present(await findUserByEmail(admin, reviewer));
  const { data } = await membersProposals.createProposal({ proposal: { ...input, reviewerIds: [id] } });
  const made = present(data);
  proposalId = made.id;
  return {
    ...made,
    visibility: nameOf(ProposalVisibility, made.visibility),
    source: nameOf(ProposalSource, made.source),
    status: nameOf(ProposalStatus, made.status),
    version: Number(made.version),
    reviewer: isDeepStrictEqual(made.reviewerIds, [id]),
  };
});

const onDays = (days: Day[]) => days.map((day) => ({ userId: worker.id, projectId: project.id, ...day }));

await step("wish planned hours", async ({ planned, wished }: Wishes) => {
  await assignments.upsertAssignments({ batch: { items: onDays(planned) } });
  const wish = { batch: { items: onDays(wished) }, proposalId };
  return totals((await createClient(AssignmentService, member).upsertAssignments(wish)).data);
});

await step("wish a window", async ({ items: days, ...input }: Days & { items: Day[] }) => {
  const window = { userId: worker.id, projectId: project.id, ...input, items: onDays(days) };
  const wish = { window, proposalId };
  const done = present((await createClient(AssignmentService, member).replaceAssignmentsWindow(wish)).data);
  const { data } = await membersProposals.getProposal({ proposalId });
  return { ...counts(done), wishes: data?.rows };
});

const readDays = async (days: Days & { limit: number }, wished?: { proposalId: string }) =>
  daysOf(await rowsOf(all(assignments.listAssignments, { userId: worker.id, ...days, ...wished })));

await step("read the plan of a proposal", async (input: Days & { limit: number }) => ({
  live: await readDays(input),
  proposed: await readDays(input, { proposalId }),
}));

await step("capacity of a proposal", async (days: Days) => {
  const request = { ...days, userId: worker.id, bucket: CapacityBucket.MONTH, groupBy: CapacityGroup.USER };
  const compared = { ...request, proposalId, compare: PlanComparison.LIVE };
  const { series, values } = capacityOf((await capacities.getCapacity(compared)).data);
  return { live: values[series.indexOf("livePlanned")], proposed: values[series.indexOf("planned")] };
});

await step("the difference of a proposal", async (request: { limit: number }) => {
  const rows = await rowsOf(all(proposals.diffProposal, { proposalId, ...request }));
  return {
    rows: rows.map(({ key: of, before, after, base, conflict }) => ({
      date: of?.date,
      before: before?.hours ?? null,
      after: after?.hours ?? null,
      base: base?.hours ?? null,
      conflict: nameOf(ProposalConflict, conflict) ?? null,
    })),
  };
});

const hoursOf = (sums: ProposalHours | undefined) => {
  const { planned, tentative, free, over } = present(sums);
  return { planned, tentative, free, over };
};

const figureOf = (figure: ProposalFigure | undefined) => {
  const { before, after } = present(figure);
  return { before, after };
};

await step("the impact of a proposal", async () => {
  const impact = present((await createClient(ProposalService, admin).getProposalImpact({ proposalId })).data);
  const hidden = present((await membersProposals.getProposalImpact({ proposalId })).data);
  return {
    startDate: impact.startDate,
    endDate: impact.endDate,
    weeks: impact.items.map(({ name, startDate, before, after }) => ({
      name,
      startDate,
      before: hoursOf(before),
      after: hoursOf(after),
    })),
    unfilled: figureOf(impact.unfilled),
    money: present(impact.money).items.map(({ currency, revenue, cost }) => ({
      currency,
      revenue: figureOf(revenue),
      cost: figureOf(cost),
    })),
    hidden: hidden.money === undefined,
  };
});

await step("have a proposal approved", async () => {
  const { data: submitted } = await membersProposals.submitProposal({ proposalId });
  const { status, rows, decidedById, decidedAt } = present((await proposals.approveProposal({ proposalId })).data);
  const { data: identity } = await createClient(MeService, manager).getMe({});
  return {
    submitted: nameOf(ProposalStatus, submitted?.status),
    status: nameOf(ProposalStatus, status),
    rows,
    decided: decidedById === identity?.actorUserId && decidedAt !== undefined,
  };
});

await failingStep("apply without the scope", () =>
  createClient(ProposalService, reader).applyProposal({ proposalId, application: {} }),
);

await failingStep("apply in conflict", async (day: Day) => {
  await assignments.upsertAssignments({ batch: { items: onDays([day]) } });
  return proposals.applyProposal({ proposalId, application: {} });
});

await step("apply a proposal", async ({ onConflict }: { onConflict: string }) => {
  const application = { onConflict: OnConflict[onConflict.toUpperCase() as "MINE"] };
  const { data: applied } = await proposals.applyProposal({ proposalId, application });
  const { data: again } = await proposals.applyProposal({ proposalId, application });
  const { created, updated, deleted, unchanged, skipped } = present(applied?.outcome);
  return {
    status: nameOf(ProposalStatus, applied?.status),
    counts: { created, updated, deleted, unchanged, skipped },
    same: isDeepStrictEqual(applied, again),
    live: await readDays(inputOf("read the plan of a proposal")),
  };
});

await step("revert a proposal", async () => {
  const { id, status, rows, version, revertsId } = present((await proposals.revertProposal({ proposalId })).data);
  const reverts = revertsId === proposalId;
  proposalId = id;
  const difference = present((await proposals.diffProposal({ proposalId })).data);
  const drafts = await rowsOf(all(proposals.listProposals, { status: ProposalStatus.DRAFT }));
  return {
    status: nameOf(ProposalStatus, status),
    rows,
    version: Number(version),
    reverts,
    after: difference.items.map(({ after }) => after?.hours ?? null),
    drafts: drafts.length,
  };
});

await failingStep("delete a proposal", async () => {
  await proposals.deleteProposal({ proposalId });
  return proposals.getProposal({ proposalId });
});

function patternsOf(found: WorkingPatterns | undefined) {
  const { items, version, updatedAt } = present(found);
  return {
    patterns: items.length,
    validFrom: items.map(({ validFrom }) => validFrom),
    hours: items.map(({ hours }) => hours),
    version: Number(version),
    updated: updatedAt !== undefined,
  };
}

function skillsOf(found: UserCapabilities | undefined) {
  const { items, version, updatedAt } = present(found);
  return {
    capabilities: items.length,
    levels: items.map(({ level }) => level),
    version: Number(version),
    updated: updatedAt !== undefined,
  };
}

function ratesOf(found: Rates | undefined) {
  const { owner, version, items } = present(found);
  return {
    owner: nameOf(RateOwner, owner),
    version: Number(version),
    items: items.map(({ kind, validFrom, amount, currency, userId, capabilityId }) => ({
      kind: nameOf(RateKind, kind),
      validFrom: validFrom ?? null,
      amount: amount ?? null,
      currency,
      user: userId !== undefined,
      capability: capabilityId !== undefined,
    })),
  };
}

function capacityOf(found: Capacity | undefined) {
  const { items, buckets, series } = present(found);
  const { name, values, utilization } = present(items[0]);
  return {
    name,
    values: values.map(({ hours }) => hours),
    utilization: utilization.map((ratio) => (Number.isNaN(ratio) ? null : ratio)),
    items: items.length,
    buckets,
    series,
  };
}

function webhookOf(found: Webhook | undefined) {
  const { state, cursor, version, lastError, ...rest } = present(found);
  return {
    ...rest,
    state: nameOf(WebhookState, state),
    cursor: Number(cursor),
    version: Number(version),
    secret: hasSecret(rest),
    failing: lastError !== undefined,
  };
}

/** The members of an UpdateClientRequest for a patch. */
function change({ website, clientPriority }: ClientPatch) {
  return {
    client: { clientPriority: ClientPriority[clientPriority.toUpperCase() as "HIGH" | "MEDIUM" | "LOW"] },
    updateMask: { paths: ["client_priority", ...(website === null ? ["website"] : [])] },
  };
}

function outcomeOf(client: Client | undefined) {
  return {
    ...client,
    clientPriority: nameOf(ClientPriority, client?.clientPriority),
    version: Number(client?.version),
  };
}

/** The name of a value in the scenario: `medium` for `ClientPriority.MEDIUM`. */
function nameOf(values: Record<number, string>, value: number | undefined): string | undefined {
  return value === undefined ? undefined : values[value]?.toLowerCase();
}

async function replaceWindow({ startDate, endDate, ...input }: HoursInput & Days) {
  const rows = items(input).map((item) => ({ ...item, tentative: true }));
  const window = { userId: worker.id, projectId: project.id, startDate, endDate, items: rows };
  return counts(present((await assignments.replaceAssignmentsWindow({ window })).data));
}

function counts({ created, updated, unchanged, deleted }: AssignmentChanges) {
  return { created, updated, unchanged, deleted };
}

function items(input: HoursInput) {
  return plan(input).map(({ date, hasCapability, hours }) => ({
    userId: worker.id,
    projectId: project.id,
    ...(hasCapability && { capabilityId: capability.id }),
    date,
    hours,
  }));
}
