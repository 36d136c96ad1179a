// The stream of the journal: what anybody changes shows within a second.

import { address } from "./client";
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
  };
}

// The browser connects again by itself, and continues after the last event that it got.
function open(): EventSource {
  const source = new EventSource(address("/events/stream", { after: "head" }));
  source.onmessage = (message) => deliver(message.data);
  return source;
}

function deliver(text: string) {
  const event = JSON.parse(text) as JournalEvent;
  for (const listener of listeners) listener(event);
}
