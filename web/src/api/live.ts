// The stream of the journal: what anybody changes shows within a second.

import { address, Failure, get, wait } from "./client";
import type { JournalEvent } from "./records";

type Listener = (event: JournalEvent) => void;

const listeners = new Set<Listener>();
let stream: EventSource | undefined;

/** onEvent calls the listener for each event from now on, and returns what ends that. */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  stream ??= open();
  return () => {
    listeners.delete(listener);
    if (listeners.size) return;
    stream?.close();
    stream = undefined;
    last = "head";
  };
}

/** How long to wait, in seconds, after the server has refused the stream. */
const pause = 3;

/** The number of the last event, or of the last checkpoint. */
let last = "head";

// The browser connects again by itself, and continues after the last event that it got. It does not if the server
// responds with an error.
function open(): EventSource {
  const source = new EventSource(address("/events/stream", { after: last }));
  source.onmessage = (message) => {
    last = message.lastEventId || last;
    deliver(message.data);
  };
  source.addEventListener("checkpoint", (message) => (last = message.lastEventId || last));
  source.onerror = () => source.readyState === EventSource.CLOSED && void reopen(source);
  return source;
}

async function reopen(refused: EventSource) {
  // Leads to the sign-in page if the session has ended.
  await get("/events", { after: last, limit: 1 }).catch((error) => {
    // The events after the last one are gone.
    if (error instanceof Failure && (error.status === 409 || error.status === 410)) last = "head";
  });
  await wait(pause);
  if (stream === refused) stream = open();
}

function deliver(text: string) {
  const event = JSON.parse(text) as JournalEvent;
  for (const listener of listeners) listener(event);
}
