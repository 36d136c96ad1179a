// Calls of the public API, with the cookie of the session.

import { connection } from "./connection.svelte";
import type { Page } from "./records";

export interface FieldError {
  field: string;
  message: string;
  index?: number;
}

/** Problem is the error of a response. */
export interface Problem {
  message: string;
  code: string;
  requestId?: string;
  details?: FieldError[];
}

/** A response. status is 0 if there was none. */
export interface Reply<T> {
  status: number;
  data?: T;
  error?: Problem;
  etag?: string;
  requestId?: string;
  /** Seconds to wait, if the response has Retry-After. */
  retryAfter?: number;
  /** The whole body, for what is not in all responses. */
  body?: unknown;
}

export type Query = { [name: string]: string | number | boolean | undefined | null };

let signedOut = () => {};

/** onSignedOut sets what happens when the server no longer knows the session. */
export function onSignedOut(then: () => void) {
  signedOut = then;
}

/** address returns the path of an API call with its query. Empty values are left out. */
export function address(path: string, query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") params.set(name, String(value));
  }
  return `/api/v1${path}${params.size ? `?${params}` : ""}`;
}

/** inWords says which days are closed or settled as a person reads it. The code comes when it is needed first. */
const inWords = (error: Problem, sent: unknown): Promise<Problem> => import("./closed").then((closed) => closed.inWords(error, sent), () => error);

/** request sends a request and reads the response. It throws only if it is aborted. */
export async function request<T>(url: string, init: RequestInit = {}): Promise<Reply<T>> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    connection.lost();
    return { status: 0 };
  }
  connection.reached();
  const body = (await response.json().catch(() => null)) as Pick<Reply<T>, "data" | "error"> | null;
  const closed = /^(period_lock|day_settl)ed$/.test(body?.error?.code ?? "");
  return {
    status: response.status,
    data: response.ok ? body?.data : undefined,
    error: closed ? await inWords(body!.error!, init.body) : body?.error,
    etag: response.headers.get("ETag") ?? undefined,
    // Nobody has to be asked about a refusal that says what to do.
    requestId: (!closed && response.headers.get("X-Request-Id")) || undefined,
    retryAfter: Number(response.headers.get("Retry-After")) || undefined,
    body,
  };
}

/** write returns the request of a write. Sent twice with the same key, it has one effect. */
export function write(method: string, body?: unknown, options: { idempotencyKey?: string; ifMatch?: string; signal?: AbortSignal } = {}): RequestInit {
  const headers = new Headers({ "Idempotency-Key": options.idempotencyKey ?? crypto.randomUUID() });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (options.ifMatch) headers.set("If-Match", options.ifMatch);
  return { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal: options.signal };
}

/** Why a call failed; status is 0 if there was no response. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly details: FieldError[];

  constructor({ status, error, requestId }: Reply<unknown>) {
    super(error?.message ?? (status ? `The server responded with status ${status}.` : "The server cannot be reached."));
    this.status = status;
    this.code = error?.code ?? "";
    this.requestId = error?.requestId ?? requestId;
    this.details = error?.details ?? [];
  }

  /** Reports whether someone else changed the record first. */
  get isConflict(): boolean {
    return this.code === "version_conflict" || this.status === 412;
  }
}

/** isBusy reports whether the server asks to come back later. */
export const isBusy = ({ status }: Reply<unknown>) => status === 429 || status === 503;

export const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

const attempts = 4;
const longestWait = 10;

/**
 * data returns the data of a response, or throws a Failure. If the server asks to wait for a few
 * seconds, it waits and tries again. That is safe for writes too, because of their key.
 */
export async function data<T>(url: string, init?: RequestInit): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const reply = await request<T>(url, init);
    if (reply.data !== undefined) return reply.data;
    if (isBusy(reply) && attempt < attempts && reply.retryAfter && reply.retryAfter <= longestWait) {
      await wait(reply.retryAfter + Math.random());
      continue;
    }
    if (reply.status === 401) signedOut();
    throw new Failure(reply);
  }
}

export function get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
  return data<T>(address(path, query), { signal });
}

/** all reads every page of a list. */
export async function all<T>(path: string, query: Query = {}): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await get<Page<T>>(path, { ...query, limit: 200, cursor });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}
