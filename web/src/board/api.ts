// The part of the application that the board needs from the outside: calls of the public
// API, and the person who is signed in.

import type { Role } from "../api/records";

export type Query = Record<string, string | number | boolean | undefined>;

/** Problem is the error of a response. */
export interface Problem {
  message: string;
  code: string;
  requestId?: string;
  details?: { field: string; message: string; index?: number }[];
}

/** Reply is a response. status is 0 if there was none: the network is down. */
export interface Reply<T> {
  status: number;
  data?: T;
  error?: Problem;
  etag?: string;
  /** The X-Request-Id of the response. Events of the journal have the same. */
  requestId?: string;
  /** Seconds to wait, if the response has Retry-After. */
  retryAfter?: number;
  /** The whole body, for what is beside the data. */
  body?: unknown;
}

export interface HourRow {
  id?: string;
  userId: string;
  projectId: string;
  capabilityId: string | null;
  date: string;
  hours: number;
  tentative?: boolean;
  previousHours?: number | null;
  version?: number;
}

/** JournalEvent is an event of GET /events/stream. */
export interface JournalEvent {
  seq: number;
  type: string;
  at: string;
  actorId: string | null;
  requestId: string | null;
  record: { type: string; id: string } | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  rows: HourRow[];
  /** The number of rows. It is larger than rows.length if the event is too large to list them. */
  rowCount?: number;
}

export type Method = "POST" | "PATCH" | "PUT" | "DELETE";

/** Api calls /api/v1. Paths are relative to it: "/users". No method throws, except AbortError. */
export interface Api {
  get<T>(path: string, query?: Query, options?: { signal?: AbortSignal; etag?: string }): Promise<Reply<T>>;
  send<T>(method: Method, path: string, body?: unknown, options?: { idempotencyKey?: string; ifMatch?: string; signal?: AbortSignal }): Promise<Reply<T>>;
  /**
   * Calls onEvent for each event after a number, or from now on. It connects again by itself
   * until signal aborts, and then resolves. onState reports whether it is connected. It
   * resolves with "expired" if events are missing (410, 409), and the caller must load again.
   */
  events(after: number | "head", onEvent: (event: JournalEvent) => void, signal: AbortSignal, onState?: (connected: boolean) => void): Promise<"aborted" | "expired">;
}

/** What is about planned hours, as far as the board asks. */
const aboutHours = /^\/(assignments|capacity|users\/[^/]+\/candidates)/;

/** inProposal returns the API of the plan as a proposal would make it: planned hours are read and written as its wishes. */
export const inProposal = (api: Api, proposal: string): Api => ({
  ...api,
  get: (path, query, options) => api.get(path, aboutHours.test(path) ? { ...query, proposal } : query, options),
  send: (method, path, body, options) => api.send(method, aboutHours.test(path) ? `${path}${path.includes("?") ? "&" : "?"}proposal=${proposal}` : path, body, options),
});

/** Session is the person who is signed in, and what they may do. */
export interface Session {
  actorUserId: string;
  organizationId: string;
  organizationName?: string;
  scopes: string[];
  role?: Role;
}

/** Page is the data of a list. */
export interface Page<T> {
  items: T[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** The largest page of a list. */
export const pageSize = 200;

/** all reads every page of a list, from the one of the cursor in query on. It fails with the Problem of the first page that fails. */
export async function all<T>(api: Api, path: string, query: Query = {}): Promise<T[]> {
  const items: T[] = [];
  for (let { cursor } = query; ; ) {
    const reply = await api.get<Page<T>>(path, { ...query, limit: pageSize, cursor });
    if (!reply.data) throw new Failed(reply);
    items.push(...reply.data.items);
    if (!reply.data.nextCursor) return items;
    cursor = reply.data.nextCursor;
  }
}

/** Failed is a response without data. */
export class Failed extends Error {
  constructor(readonly reply: Reply<unknown>) {
    super(reply.error?.message ?? "The server cannot be reached.");
  }
}
