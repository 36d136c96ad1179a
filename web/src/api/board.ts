// What the board needs of the API, in its terms.

import type { Api, JournalEvent } from "../board/api";
import { address, isBusy, request, wait, write } from "./client";
import { connection } from "./connection.svelte";
import { tabs } from "./tabs.svelte";

const reconnectAfter = 2; // seconds
const attempts = 10;

/** apiOf returns the API for the board of a person. */
export const apiOf = (userId: string): Api => ({
  async get(path, query, { signal, etag } = {}) {
    for (let attempt = 1; ; attempt++) {
      const reply = await request<any>(address(path, query), { signal, headers: etag ? { "If-None-Match": etag } : {} });
      if (!isBusy(reply) || attempt === attempts) return reply;
      connection.busy++;
      await wait(reply.retryAfter ?? attempt);
      connection.busy--;
    }
  },
  async send(method, path, body, options) {
    // What a board could not save is never saved as another person who has signed in since.
    if (tabs.other(userId)) return { status: 401 };
    return request(address(path), write(method, body, options));
  },
  events,
});

async function events(after: number | "head", onEvent: (event: JournalEvent) => void, signal: AbortSignal, onState?: (connected: boolean) => void) {
  while (!signal.aborted) {
    const reply = await request(address("/events", { after, limit: 1 }), { signal }).catch(() => null);
    if (reply?.status === 410 || reply?.status === 409) return "expired" as const;
    if (reply) tabs.ended = reply.status === 401;
    if (reply?.status === 200) after = await stream(after, onEvent, signal, onState);
    onState?.(false);
    if (!signal.aborted) await wait(reconnectAfter);
  }
  return "aborted" as const;
}

/** stream reads events until the connection ends for good, and returns the last number. */
function stream(after: number | "head", onEvent: (event: JournalEvent) => void, signal: AbortSignal, onState?: (connected: boolean) => void) {
  return new Promise<number | "head">((resolve) => {
    const source = new EventSource(address("/events/stream", { after }));
    const close = () => {
      source.close();
      resolve(after);
    };
    signal.addEventListener("abort", close, { once: true });
    source.onopen = () => onState?.(true);
    source.onerror = () => {
      onState?.(false);
      if (source.readyState === EventSource.CLOSED) close();
    };
    source.onmessage = (message) => {
      const event = JSON.parse(message.data) as JournalEvent;
      after = event.seq;
      onEvent(event);
    };
  });
}
