import type { WorkplanError } from "./errors.js";

/** The server, the key and the limits of all calls. */
export interface WorkplanOptions {
  /** Address of the server, such as `https://workplan.example.com`. `/api/v1` at its end is optional. */
  baseUrl: string;
  /** API key. */
  key: string;
  /** Milliseconds for a call, including all tries and the waits between them. The default is 30,000. */
  timeoutMs?: number | undefined;
  /** The maximum number of tries of a call. The default is 4. */
  tries?: number | undefined;
}

/** Checks the options and returns them with the header that carries the key. */
export function checked({ baseUrl, key, timeoutMs = 30_000, tries = 4 }: WorkplanOptions) {
  if (!/^https?:\/\//.test(baseUrl)) throw new TypeError(`baseUrl: ${baseUrl} does not begin with http:// or https://`);
  // Checked here, because the message of a runtime repeats a wrong header.
  if (!key) throw new TypeError("key: the API key is missing");
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError("key: the API key has a character that no key has, such as a space or a line break");
  }
  return { baseUrl: baseUrl.replace(/\/*(\/api\/v1\/*)?$/, ""), authorization: `Bearer ${key}`, timeoutMs, tries };
}

/** The header that makes the server carry out a call only once. A call that may not be sent twice has a random one. */
export const idempotencyKey = "Idempotency-Key";

/** The limits of a call. */
export interface Limits {
  timeoutMs: number;
  tries: number;
  signal?: AbortSignal | undefined;
}

/** The result of a try. A try that its signal ended has any error. */
export type Outcome<Result> = { result: Result } | { error: WorkplanError; again: boolean };

const longestWaitMs = 60_000;

const longestBackoffMs = 32_000;

/** The wait after so many failures in a row, if the server does not ask for one: about 0.5, 1 and 2 seconds, and so on. */
export function backoffMs(failures: number): number {
  return Math.min(500 * 2 ** (failures - 1), longestBackoffMs) * (0.75 + Math.random() / 2);
}

/**
 * Tries a call until it has a result or must not be tried again. Each try gets the milliseconds
 * that are left. There is no wait that would exceed the deadline.
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
    const waitMs = outcome.error.retryAfterMs ?? backoffMs(count);
    if (waitMs > longestWaitMs || performance.now() + waitMs >= deadline) throw outcome.error;
    await pause(waitMs, signal);
  }
}

/** Waits. Fails with the reason of the signal if that aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
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
