import { backoffMs, pause } from "./call.js";
import { CursorError, WorkplanError } from "./errors.js";

/** Where a follower of the journal begins, and which events it gets. */
export interface FollowOptions {
  /**
   * Only events after this number: the stored `seq` of the last event that was handled, 0, or `head` for new ones. Without
   * it, the events begin with the oldest one that is kept.
   */
  after?: number | bigint | string | undefined;
  /** Only events of these types, such as `client.updated`. `time_off.*` is all types that begin with `time_off`. */
  types?: string[] | undefined;
  /** Ends the follower. */
  signal?: AbortSignal | undefined;
}

/** The codes of failures that may pass. Something else responds if a proxy does, for example while the server restarts. */
const passing: ReadonlySet<string> = new Set([
  "unreachable",
  "unexpected_response",
  "unavailable",
  "rate_limited",
  "too_many_concurrent",
]);

/**
 * Yields the events of the journal until the signal ends it. `read` yields the events of a part of the journal, and
 * undefined for a response without events. If a part fails, it reads again for as long as it takes, but it throws an error
 * of the first part, and one that does not pass.
 */
export async function* follow<Event>(
  signal: AbortSignal | undefined,
  read: () => AsyncGenerator<Event | undefined, void, undefined>,
): AsyncGenerator<Event, void, undefined> {
  let connected = false;
  let failures = 0;
  while (!signal?.aborted) {
    try {
      for await (const event of read()) {
        connected = true;
        failures = 0;
        if (event !== undefined) yield event;
        if (signal?.aborted) return;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof WorkplanError)) throw error;
      if (error.code === "cursor_expired" || error.code === "cursor_ahead") throw new CursorError(error);
      if (!connected || !passing.has(error.code)) throw error;
      failures++;
      await pause(error.retryAfterMs ?? backoffMs(failures), signal).catch(() => {}); // the loop ends if the signal does
    }
  }
}
