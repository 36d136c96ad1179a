// The latest changes that a person made, out of the journal: they can be undone although they were made before the page was opened.

import type { Api, JournalEvent } from "./api";
import { toPlanned } from "./load";
import { reversed, slotKey, type Change } from "./model";
import type { Step } from "./undo";

const most = 100;
/** So many events of the journal are searched at once, and at most. */
const few = 1000, many = 64_000;

/** recall returns the latest edits of planned hours that a person made, the oldest first. Edits that were taken back are not among them. */
export async function recall(api: Api, actorId: string): Promise<Step[]> {
  const { data } = await api.get<{ head: number }>("/events", { after: "head", limit: 1 });
  const events: JournalEvent[] = [];
  for (let last = data?.head ?? 0, window = few; last > 0 && events.length < most && window <= many; window *= 4) {
    const after = Math.max(0, last - window);
    const found = await between(api, after, last, actorId);
    if (!found) break;
    events.unshift(...found);
    last = after;
  }
  const steps: Step[] = [];
  for (const event of events) {
    // Very large events do not list all rows.
    const changes = (event.rowCount ?? 0) > event.rows.length ? [] : changesOf(event);
    if (changes.length === 0) continue;
    if (isReverse(changes, steps.at(-1)?.changes ?? [])) steps.pop();
    else steps.push({ label: `the change of ${new Date(event.at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}`, changes });
  }
  return steps.slice(-most);
}

/** changesOf reads what an event changed. It does not say whether rows were tentative before: they are taken to stay as they are. */
function changesOf(event: JournalEvent): Change[] {
  return event.rows.flatMap((row): Change[] => {
    const { hours, tentative, ...slot } = toPlanned(row), before = row.previousHours ?? 0;
    return before === hours ? [] : [{ ...slot, before, after: hours, wasTentative: tentative, tentative }];
  });
}

/** isReverse reports whether changes take back other ones. */
function isReverse(changes: readonly Change[], others: readonly Change[]): boolean {
  const back = new Map(others.map(reversed).map((c) => [slotKey(c), c]));
  return changes.length === back.size && changes.every((c) => back.get(slotKey(c))?.before === c.before && back.get(slotKey(c))?.after === c.after);
}

/** between reads the events of planned hours that a person wrote, after a number up to another one. It returns nothing if that fails. */
async function between(api: Api, after: number, last: number, actorId: string): Promise<JournalEvent[] | undefined> {
  const found: JournalEvent[] = [];
  for (let next = after; next < last; ) {
    const { data } = await api.get<{ items: JournalEvent[]; nextAfter: number; upToDate: boolean }>("/events", { after: next, types: "assignments.*", actorId, limit: 200 });
    if (!data) return undefined;
    found.push(...data.items.filter(({ seq }) => seq <= last));
    if (data.upToDate) break;
    next = data.nextAfter;
  }
  return found;
}
