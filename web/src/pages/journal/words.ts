// Events in words.

import { capabilities, clients, projects, timeOffTypes, users } from "../../api/directory.svelte";
import type { BudgetItem, JournalEvent, LockException, Rate, UserCapabilities, WorkingPattern } from "../../api/records";
import { formatDate, formatHours, formatNumber, formatRange, formatWords, plural, weekdays } from "../../format";
import { formatMoment } from "../../parts/moments";
import { formatCountry } from "../../parts/countries";

export interface Change {
  field: string;
  /** Empty if there was nothing. */
  from: string;
  to: string;
}

const verbs: { [action: string]: string } = {
  created: "created",
  updated: "changed",
  approved: "approved",
  rejected: "rejected",
  deleted: "deleted",
  rotated: "rotated the secret of",
  revoked: "revoked",
  disabled: "disabled",
  parked: "parked a delivery of",
};

/** What is said of events for which the verb of others would be wrong. */
const said: { [type: string]: string } = {
  "time_off.created": "requested",
  "lock.created": "closed",
  "lock.deleted": "opened",
  "lock.exception_created": "changed",
  "lock.exception_deleted": "changed",
  "session.created": "signed in",
  "session.ended": "signed out",
  "session.refused": "was not let in",
  "rates.costs_updated": "changed",
  "timesheet.withdrawn": "withdrew",
  "proposal.withdrawn": "withdrew",
};

const budgetReached = "project.budget_reached";

const nouns: { [type: string]: string } = {
  budget: "the budget of",
  capability: "the skill",
  key: "the API key",
  lock: "the days of",
  pricing: "the currency",
  [budgetReached]: "the budget of",
  rates: "the rates of",
  "rates.costs_updated": "the cost rates of",
  session: "",
  settlement: "how days are settled",
  time_off: "the time off of",
  timesheet: "the timesheet of",
  user_capabilities: "the skills of",
  working_patterns: "the working hours of",
};

/** action returns what was done, without its object: "changed". */
export function action({ type, after }: JournalEvent): string {
  if (type === budgetReached) return `saw ${after?.hours === "actual" ? "worked" : "planned"} hours reach ${after?.percent} % of`;
  const [, done = ""] = type.split(".");
  return said[type] ?? verbs[done] ?? formatWords(done);
}

/** object returns what it was done to: "the client Initech". */
export function object(event: JournalEvent): { noun: string; name: string; href: string } {
  const [type = ""] = event.type.split(".");
  const { userId, startDate, projectId } = event.after ?? {};
  const id = event.type === budgetReached ? String(projectId) : event.record?.id ?? "";
  const page = hrefs[type === "rates" ? String(event.after?.owner) : type];
  const href = type === "timesheet" ? `#/hours?user=${userId}&week=${startDate}` : page ? page + id : "";
  return { noun: nouns[event.type] ?? nouns[type] ?? `the ${formatWords(type)}`, name: nameOf(event), href };
}

const hrefs: { [type: string]: string } = {
  user: "#/people/",
  client: "#/clients/",
  project: "#/projects/",
  budget: "#/projects/",
  time_off: "#/time-off/",
  key: "#/keys/",
  lock: "#/closed/",
  proposal: "#/proposals/",
  webhook: "#/webhooks/",
};

/** isAsked reports whether an event is about what one person asks for and another decides. */
const isAsked = (type: string) => /^(time_off|timesheet)\./.test(type);

function nameOf({ type, actorId, record, after, before }: JournalEvent): string {
  const fields = { ...before, ...after };
  // Who signs in or out is the one who acts, unless an admin ends the session of somebody else.
  if (type.startsWith("session.")) return typeof fields.userId === "string" && fields.userId !== actorId ? users.name(fields.userId) : "";
  if (isAsked(type) && typeof fields.userId === "string") {
    const dates = fields.startDate && fields.endDate ? `, ${formatRange(String(fields.startDate), String(fields.endDate))}` : "";
    return users.name(fields.userId) + dates;
  }
  if (type === budgetReached) return projects.name(String(fields.projectId));
  if (type.startsWith("budget.")) return projects.name(record!.id);
  if (type.startsWith("rates.")) return ownerName(fields.owner, record!.id);
  for (const field of ["name", "companyName", "title", "url", ...(type.startsWith("lock.") ? ["reason"] : [])]) if (typeof fields[field] === "string") return fields[field];
  return users.get(record?.id) ? users.name(record!.id) : "";
}

/** ownerName returns the name of a record that has rates. */
function ownerName(owner: unknown, id: string): string {
  if (owner === "organization") return "the organization";
  return (owner === "client" ? clients : owner === "project" ? projects : users).name(id);
}

/** summary returns the sentence for hours, which have no record. */
export function summary({ type, rowCount, firstDate, lastDate, rows }: JournalEvent): string {
  const what = type.startsWith("actual") ? "recorded" : "planned";
  const dates = firstDate && lastDate ? `, ${formatRange(firstDate, lastDate)}` : "";
  const people = new Set(rows.map(({ userId }) => userId));
  const whom = people.size === 1 ? ` for ${users.name(rows[0]!.userId)}` : people.size > 1 ? ` for ${plural(people.size, "person", "people")}` : "";
  const on = new Set(rows.map(({ projectId }) => projectId));
  const where = on.size === 1 ? ` on ${projects.name(rows[0]!.projectId)}` : on.size > 1 ? ` on ${plural(on.size, "project")}` : "";
  // An event with very many rows lists none or some of them.
  if (rows.length < rowCount) return `${what} hours${whom}${where}${dates}`;
  const hours = sum(rows.map((row) => row.hours)), previous = sum(rows.map((row) => row.previousHours ?? 0));
  return `${what} ${formatNumber(hours)} h${previous && previous !== hours ? ` instead of ${formatNumber(previous)} h` : ""}${whom}${where}${dates}`;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** What the verb says already, or nobody asks for. */
const silent = new Set(["id", "version", "createdAt", "updatedAt", "isBillable", "decidedAt", "decidedById", "submittedAt", "appliedAt", "appliedById", "outcome", "approvedSeq"]);

/** changes returns the fields that an event changed. */
export function changes({ type, before, after }: JournalEvent): Change[] {
  if (!before || !after) return [];
  return Object.keys(before)
    .filter((field) => !silent.has(field) && (field !== "status" || !isAsked(type)))
    .map((field) => ({ field: (field === "items" && lists[type.split(".")[0]!]) || fieldName(field), from: valueText(field, before[field]), to: valueText(field, after[field]) }));
}

/** What the items of a list are, by the type of its record. */
const lists: { [type: string]: string } = {
  budget: "budget",
  rates: "rates",
  working_patterns: "working hours",
  user_capabilities: "skills",
};

const fieldNames: { [field: string]: string } = {
  rows: "changes",
  reportsToId: "manager",
  projectManagerId: "manager",
  defaultAvailability: "hours a week",
  isActive: "active",
  image: "picture",
  countryCode: "country",
  weekStart: "first day of the week",
  autoLockAfterDays: "days until days close",
  alertAt: "percent to warn at",
};

function fieldName(field: string): string {
  return fieldNames[field] ?? field.replace(/Id$/, "").replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`);
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (field === "weekStart") return weekdays[Number(value) - 1]!;
  if (typeof value === "number") return formatNumber(value);
  if (field === "reviewerIds") return (value as string[]).map((id) => users.name(id)).join(", ");
  if (Array.isArray(value)) return value.map((item) => valueText("", item)).join(field === "items" ? "; " : ", ");
  if (typeof value !== "string") return itemText(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value);
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatMoment(value);
  switch (field) {
    case "clientId":
      return clients.name(value);
    case "projectId":
      return projects.name(value);
    case "capabilityId":
      return capabilities.name(value);
    case "timeOffTypeId":
      return timeOffTypes.name(value);
    case "countryCode":
      return formatCountry(value);
    case "period":
    case "role":
    case "status":
    case "state":
    case "billingType":
    case "clientPriority":
      return formatWords(value);
  }
  return field.endsWith("Id") ? users.name(value) : value;
}

/** itemText says a working pattern, "Mon–Thu 8 h, Fri 4 h from 2 Mar 2026", a skill with its level, an exception of closed days, a rate, or an item of a budget. */
function itemText(value: Partial<WorkingPattern & UserCapabilities["items"][number] & LockException & Rate> | BudgetItem): string {
  if ("period" in value) return budgetText(value);
  if (value.kind) return rateText(value);
  if (value.until) return `${users.name(value.userId)} until ${formatMoment(value.until)} (${value.reason})`;
  if (value.hours && value.validFrom) return `${daysText(value.hours)} from ${formatDate(value.validFrom)}`;
  return value.capabilityId ? `${capabilities.name(value.capabilityId)} ${value.level}` : JSON.stringify(value);
}

/** rateText says a rate, "120 EUR for Mei Chen from 1 Apr 2027". */
function rateText({ kind, amount, currency, userId, capabilityId, validFrom }: Partial<Rate>): string {
  const what = typeof amount === "number" ? `${formatNumber(amount)} ${currency}` : "no rate";
  const whom = userId ? ` for ${users.name(userId)}` : capabilityId ? ` for ${capabilities.name(capabilityId)}` : "";
  return `${kind === "cost" ? "cost " : ""}${what}${whom}${validFrom ? ` from ${formatDate(validFrom)}` : ""}`;
}

/** budgetText says an item of a budget, "400 h and 48,000 in total", "60 h a month from 1 Apr 2027". */
function budgetText({ hours, amount, period, validFrom }: BudgetItem): string {
  const what = [hours === null ? "" : formatHours(hours), amount === null ? "" : formatNumber(amount)].filter(Boolean).join(" and ");
  return `${what} ${period === "month" ? "a month" : "in total"}${validFrom ? ` from ${formatDate(validFrom)}` : ""}`;
}

/** daysText joins neighbouring days with the same hours. Days without hours are left out. */
function daysText(hours: readonly number[]): string {
  const runs: { first: number; last: number; hours: number }[] = [];
  hours.forEach((value, day) => {
    const run = runs.at(-1);
    if (run?.hours === value) run.last = day;
    else runs.push({ first: day, last: day, hours: value });
  });
  const worked = runs.filter((run) => run.hours > 0).map(({ first, last, hours }) => `${weekdays[first]}${last > first ? `–${weekdays[last]}` : ""} ${formatHours(hours)}`);
  return worked.join(", ") || "no hours";
}
