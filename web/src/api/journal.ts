// Reads the journal from its end.

import { get, type Query } from "./client";
import type { EventPage, JournalEvent } from "./records";

const pageSize = 200;
const few = 50;

/**
 * newestFirst yields the events that match the filter, a window of numbers at a time. The
 * windows grow while they have few events, so that rare ones are found too.
 */
export async function* newestFirst(filter: Query, signal?: AbortSignal, window = pageSize): AsyncGenerator<JournalEvent[]> {
  const { head, first } = await get<EventPage>("/events", { after: "head", limit: 1 }, signal);
  for (let last = head; last >= first; ) {
    const before = Math.max(first - 1, last - window);
    const events = await between(before, last, filter, signal);
    yield events.reverse();
    last = before;
    if (events.length < few) window *= 4;
  }
}

async function between(after: number, last: number, filter: Query, signal?: AbortSignal): Promise<JournalEvent[]> {
  const events: JournalEvent[] = [];
  for (let upToDate = false; after < last && !upToDate; ) {
    const page = await get<EventPage>("/events", { ...filter, after, limit: pageSize }, signal);
    events.push(...page.items.filter(({ seq }) => seq <= last));
    ({ nextAfter: after, upToDate } = page);
  }
  return events;
}

/** joined returns newer and older events. An event can be in both: the stream is faster than a read. */
export function joined(newer: JournalEvent[], older: JournalEvent[]): JournalEvent[] {
  const known = new Set(newer.map(({ seq }) => seq));
  return [...newer, ...older.filter(({ seq }) => !known.has(seq))];
}
