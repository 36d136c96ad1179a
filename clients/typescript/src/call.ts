import type { WorkplanError } from "./errors.js";

/** Where the server is, and what holds for every call to it. */
export interface WorkplanOptions {
  /** Address of the server, such as `https://workplan.example.com`. */
  baseUrl: string;
  /** API key. */
  key: string;
  /** Milliseconds that a call may take, with all its tries and the waits between them; 30,000 by default. */
  timeoutMs?: number | undefined;
  /** Tries of a call in all; 4 by default. */
  tries?: number | undefined;
}

/** Checks the options and gives the header that carries the key. */
export function checked({ baseUrl, key, timeoutMs = 30_000, tries = 4 }: WorkplanOptions) {
  if (!/^https?:\/\//.test(baseUrl)) throw new TypeError(`baseUrl: ${baseUrl} does not begin with http:// or https://`);
  // What a runtime says of a header that it cannot send has the key in it.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError("key: an API key has visible ASCII characters only");
  return { baseUrl: baseUrl.replace(/\/+$/, ""), authorization: `Bearer ${key}`, timeoutMs, tries };
}

/** What bounds a call. */
export interface Limits {
  timeoutMs: number;
  tries: number;
  signal?: AbortSignal | undefined;
}

/** How a try ended. A try that its signal has ended has any error. */
export type Outcome<Result> = { result: Result } | { error: WorkplanError; again?: Again | undefined };

/** That a call may be tried again, and after how many milliseconds where the answer says so. */
export interface Again {
  afterMs?: number | undefined;
}

const longestWaitMs = 60_000;

/**
 * Tries a call, telling it how many milliseconds are left, until it has a result or must not be
 * tried again. A wait that would end after the deadline is not begun.
 */
export async function withRetries<Result>(
  { timeoutMs, tries, signal }: Limits,
  attempt: (timeLeftMs: number) => Promise<Outcome<Result>>,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (let count = 1; ; count++) {
    const outcome = await attempt(Math.max(1, Math.ceil(deadline - performance.now())));
    if ("result" in outcome) return outcome.result;
    signal?.throwIfAborted();
    if (!outcome.again || count >= tries) throw outcome.error;
    const waitMs = outcome.again.afterMs ?? 500 * 2 ** (count - 1) * (0.75 + Math.random() / 2);
    if (waitMs > longestWaitMs || performance.now() + waitMs >= deadline) throw outcome.error;
    await pause(waitMs, signal);
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop);
  });
}
