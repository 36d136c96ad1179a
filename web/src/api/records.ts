// The records of the public API, as far as the console shows them.

export interface Record {
  id: string;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export interface Page<T> {
  items: T[];
  total: number | null;
  hasMore: boolean;
  nextCursor: string | null;
}

export type Role = "member" | "manager" | "admin";

export interface User extends Record {
  /** A placeholder stands for work that has no person yet. */
  kind: "person" | "placeholder";
  name: string;
  /** "" for a placeholder. */
  email: string;
  image: string | null;
  countryCode: string | null;
  defaultAvailability: number;
  reportsToId: string | null;
  role: Role;
  isActive: boolean;
  /** With the e-mail address, at the identity provider. False for a placeholder. */
  canSignIn: boolean;
  /** The days of employment, null without such a day. Outside of them a person has no availability. */
  startDate: string | null;
  endDate: string | null;
}

/** The capabilities of a person, each with a level from 1 to 5. */
export interface UserCapabilities {
  items: { capabilityId: string; level: number }[];
  version: number;
}

/** Hours of a week, Monday first, from a day on. */
export interface WorkingPattern {
  validFrom: string;
  hours: number[];
}

export interface WorkingPatterns {
  id: string;
  items: WorkingPattern[];
  version: number;
  updatedAt: string | null;
}

export interface Client extends Record {
  companyName: string;
  email: string | null;
  image: string | null;
  countryCode: string | null;
  website: string | null;
  isActive: boolean;
  clientPriority: "high" | "medium" | "low";
  categories: string[];
  accountManagerId: string | null;
  /** That of its projects without one of their own. Null if it is that of the organization. */
  currency: string | null;
}

export type ProjectStatus = "draft" | "planned" | "active" | "completed" | "cancelled";
export type BillingType = "fixed_price" | "retainer" | "time_materials" | "non_billable";

/** The colours of a project, in the order of the board's palette. */
export const projectColors = ["indigo", "teal", "orange", "pink", "blue", "lime", "purple", "brown", "cyan", "green", "magenta", "gray"] as const;
export type ProjectColor = (typeof projectColors)[number];

export interface Project extends Record {
  name: string;
  clientId: string;
  startDate: string;
  endDate: string;
  objective: string | null;
  projectManagerId: string | null;
  status: ProjectStatus;
  billingType: BillingType;
  amount: number | null;
  hourlyRate: number | null;
  /** That of its amounts. Null if it is that of the client, or of the organization. */
  currency: string | null;
  isBillable: boolean;
  /** Null if nobody has chosen one. */
  color: ProjectColor | null;
}

/** Who sees something of a person: everybody, or those above the person. */
export type Audience = "all" | "managers";

/** Privacy is what people see of each other. */
export interface Privacy {
  leaveTypes: Audience;
  pendingRequests: Audience;
  workedHours: Audience;
  utilization: Audience;
  version: number;
}

export type TimeOffStatus = "pending" | "approved" | "rejected";

export interface TimeOff extends Record {
  userId: string;
  /** null if the reader may not see it. */
  timeOffTypeId: string | null;
  startDate: string;
  endDate: string;
  availability: number;
  reason: string | null;
  status: TimeOffStatus;
  rejectionReason: string | null;
  decidedById: string | null;
  decidedAt: string | null;
  /** With include=workingTime; null if the reader may not see it. */
  workingTime?: { days: number; hours: number } | null;
}

/** Rate is what an hour is worth or costs from a day on, an item of a list of rates. */
export interface Rate {
  kind: "bill" | "cost";
  /** Null if it holds since ever. */
  validFrom: string | null;
  /** Null if the list has no rate from that day on. */
  amount: number | null;
  currency: string;
  userId: string | null;
  capabilityId: string | null;
}

/** Rates is the list of rates of a user, a project, a client or the organization. */
export interface Rates {
  id: string;
  items: Rate[];
  version: number;
}

/** Pricing is the currency of the organization. */
export interface Pricing {
  currency: string;
  version: number;
}

/** BudgetItem is what a project may take from a day on, an item of its budget. */
export interface BudgetItem {
  /** Null if it holds since ever. */
  validFrom: string | null;
  hours: number | null;
  /** In the currency of the project. */
  amount: number | null;
  period: "total" | "month";
}

/** Budget is what a project may take. */
export interface Budget {
  /** In the order of validFrom. An item holds until the next one begins. */
  items: BudgetItem[];
  /** Percentages of the budget at which programs warn. */
  alertAt: number[];
  version: number;
}

/** BudgetUse is how much of the budget that a project has today is used up. */
export interface BudgetUse {
  period: BudgetItem["period"];
  hours: number | null;
  amount: number | null;
  spentHours: number | null;
  /** What the hours are worth by their rates; null if some have one in another currency. */
  spentAmount: number | null;
  remainingHours: number | null;
  remainingAmount: number | null;
  /** The day on which the budget is used up; null if it lasts. */
  burnDate: string | null;
  /** The first day on which it is overrun; null if it never is. */
  overrunAt: string | null;
}

/** Money in buckets: GET /money. */
export interface Money {
  /** The first day of each bucket. */
  buckets: string[];
  /** The names of the lists in values. */
  series: string[];
  items: MoneyItem[];
  /** The sums of a currency. */
  totals: MoneyTotal[];
  /** The day until which the forecast has actual hours. */
  today: string;
  /** Whether the privacy of the organization hides actual hours of others from the reader. */
  partial?: boolean;
}

export interface MoneyTotal {
  currency: string;
  values: (number | null)[][];
}

export interface MoneyItem extends MoneyTotal {
  id: string | null;
  name: string | null;
  /** Of projects only. */
  method?: "hourly" | "progress" | "monthly" | "none";
  budget?: BudgetUse | null;
}

/** What a lock can close. */
export type LockKind = "actual_hours" | "assignments" | "rates" | "time_off";

/** Lock closes days, of everybody or of some people. */
export interface Lock extends Record {
  /** Null if all days up to the last one are closed. */
  startDate: string | null;
  endDate: string;
  kinds: LockKind[];
  /** Everybody if there are none. */
  userIds: string[];
  reason: string;
  exceptions: LockException[];
  createdById: string;
}

/** LockException opens the days of one person until a time. */
export interface LockException {
  id: string;
  userId: string;
  until: string;
  reason: string;
  createdById: string;
  createdAt: string;
}

export type TimesheetStatus = "pending" | "approved" | "rejected" | "withdrawn" | "reopened";

/** Timesheet says that days of a person are complete. */
export interface Timesheet extends Record {
  userId: string;
  startDate: string;
  endDate: string;
  note: string | null;
  status: TimesheetStatus;
  hours: number;
  decidedById: string | null;
  decidedAt: string | null;
  rejectionReason: string | null;
  reopenReason: string | null;
}

/** Settlement is how people settle their days. */
export interface Settlement {
  period: "week" | "half_month" | "month";
  /** 1 is Monday, 7 Sunday. */
  weekStart: number;
  /** Whether admins may decide their own timesheets. */
  selfApproval: boolean;
  /** Null if days do not close by themselves. */
  autoLockAfterDays: number | null;
  version: number;
}

export type ProposalStatus = "draft" | "in_review" | "approved" | "applied" | "rejected" | "withdrawn" | "expired";

/** Proposal is a change of planned hours that is not applied yet. */
export interface Proposal extends Record {
  title: string;
  note: string | null;
  visibility: "private" | "organization";
  /** Without any, those who manage all of its people, and admins, decide. */
  reviewerIds: string[];
  source: "person" | "assistant" | "import" | "suggestion";
  expiresAt: string | null;
  status: ProposalStatus;
  creatorId: string;
  /** The number of its wishes. */
  rows: number;
  submittedAt: string | null;
  decidedById: string | null;
  decidedAt: string | null;
  rejectionReason: string | null;
  appliedById: string | null;
  appliedAt: string | null;
  /** What became of its wishes; null until it is applied. */
  outcome: { created: number; updated: number; deleted: number; unchanged: number; skipped: number } | null;
  /** The applied proposal that it undoes. */
  revertsId: string | null;
}

/** HoursState is planned hours as they are, or as they are wished. */
export interface HoursState {
  id: string;
  hours: number;
  tentative: boolean;
  version: number;
}

/** Difference is planned hours that a proposal would change. */
export interface Difference {
  key: { userId: string; projectId: string; capabilityId: string | null; date: string };
  /** As it is now; of an applied proposal, as it was before. */
  before: HoursState | null;
  /** As it is wished; null if it shall be deleted. */
  after: HoursState | null;
  /** As it was when it was wished. */
  base: HoursState | null;
  /** What is in the way. */
  conflict: "changed" | "gone" | "settled" | "inactive_user" | "cancelled_project" | "inactive_capability" | null;
  /** Why the server has suggested it. */
  because: string | null;
}

/** Figure is a number of the plan as it is, and as a proposal would make it. */
export interface Figure {
  before: number;
  after: number;
}

/** ProposalImpact is what an open proposal would change. */
export interface ProposalImpact {
  startDate: string;
  endDate: string;
  /** The weeks of users whose hours would change. over is null if it is hidden from the reader. */
  items: { userId: string; startDate: string; before: { over: number | null }; after: { over: number | null } }[];
  unfilled: Figure;
  /** Null if the reader may not see it. */
  money: { currency: string; revenue: Figure; cost: Figure | null }[] | null;
}

export interface Holiday extends Record {
  countryCode: string;
  date: string;
  name: string;
  factor: number;
}

/** A capability or a type of time off. */
export interface CatalogEntry extends Record {
  name: string;
  isActive: boolean;
}

export interface Key extends Record {
  name: string;
  actorUserId: string;
  scopes: string[];
  /** Whether it also has the scopes of later releases. */
  allScopes: boolean;
  rateLimit: number | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  previousSecretExpiresAt: string | null;
  /** Only in the response to create and rotate. */
  secret?: string;
  /** What it made. Only in the response to revoke. */
  made?: { webhooks: MadeRecord[]; keys: MadeRecord[]; users: MadeRecord[]; hasMore: boolean };
}

/** A record that a key made. */
export interface MadeRecord {
  id: string;
  name: string | null;
  isActive: boolean;
  createdAt: string;
}

/** A person who is signed in to the console. */
export interface Session {
  id: string;
  userId: string;
  method: "oidc" | "key" | "demo";
  createdAt: string;
  lastUsedAt: string;
}

/** The calendar address of a person, without the address. The id is that of the person. */
export interface Feed {
  id: string;
  createdAt: string;
  lastReadAt: string | null;
  /** Only in the response to create. */
  url?: string;
}

export type WebhookState = "pending" | "active" | "paused" | "disabled";

export interface Webhook extends Record {
  url: string;
  types: string[];
  name: string | null;
  state: WebhookState;
  cursor: number;
  head: number | null;
  lag: number | null;
  failingSince: string | null;
  lastError: string | null;
  lastParked: number | null;
  /** Only in the response to create and rotate-secret. */
  secret?: string;
}

export interface WebhookAttempt {
  id: string;
  seq: number | null;
  type: string;
  createdAt: string;
  /** In milliseconds. */
  duration: number;
  outcome: "delivered" | "failed" | "parked";
  status: number | null;
  error: string | null;
  response: string | null;
}

export interface EventRow {
  userId: string;
  projectId: string;
  capabilityId: string | null;
  date: string;
  hours: number;
  previousHours: number | null;
  tentative: boolean;
}

/** A row of hours that are planned or worked. */
export type HoursRow = Omit<EventRow, "previousHours">;

/** Hours in buckets: GET /capacity. */
export interface Capacity {
  /** The first day of each bucket. */
  buckets: string[];
  /** The names of the lists in values. */
  series: string[];
  items: CapacityItem[];
  total: { values: number[][] };
}

export interface CapacityItem {
  id: string | null;
  name: string | null;
  values: number[][];
}

export interface JournalEvent {
  seq: number;
  type: string;
  at: string;
  actorId: string | null;
  keyId: string | null;
  requestId: string | null;
  record: { type: string; id: string } | null;
  /** The changed fields only; null on create. */
  before: { [field: string]: unknown } | null;
  /** The record; null on delete. */
  after: { [field: string]: unknown } | null;
  rows: EventRow[];
  rowCount: number;
  firstDate: string | null;
  lastDate: string | null;
}

export interface EventPage {
  items: JournalEvent[];
  nextAfter: number;
  head: number;
  first: number;
  upToDate: boolean;
}

/** Who the session or the key acts as: GET /me. */
export interface Identity {
  keyId: string | null;
  keyName: string | null;
  organizationId: string;
  actorUserId: string;
  scopes: string[];
}
