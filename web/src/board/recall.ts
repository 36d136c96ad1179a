// The latest changes that a person made, out of the journal: they can be undone although they were made before the page was opened.

import { Failure } from "../api/client";
import { newestFirst } from "../api/journal";
import type { JournalEvent } from "../api/records";
import { formatMoment } from "../format";
import { toPlanned } from "./load";
import { reversed, slotKey, type Change } from "./model";
import type { Step } from "./undo";

const most = 100;
/** How many windows of the journal are searched. They grow while they have few events. */
const windows = 5;

/** recall returns the latest edits of planned hours that a person made until an event, the oldest first. Edits that were taken back are not among them. */
export async function recall(actorId: string, until = Infinity): Promise<Step[]> {
  const steps: Step[] = [];
  for (const event of await latest(actorId)) {
    // The page has its own edits.
    if (event.seq > until) continue;
    // Very large events do not list all rows.
    const changes = event.rowCount > event.rows.length ? [] : changesOf(event);
    if (changes.length === 0) continue;
    if (isReverse(changes, steps.at(-1)?.changes ?? [])) steps.pop();
    else steps.push({ label: `the change of ${formatMoment(event.at)}`, changes });
  }
  return steps.slice(-most);
}

/** latest reads the events that a person wrote, the oldest first, as far as they can be read. */
async function latest(actorId: string): Promise<JournalEvent[]> {
  const events: JournalEvent[] = [];
  let searched = 0;
  try {
    for await (const window of newestFirst({ types: "assignments.*", actorId })) {
      events.push(...window);
      if (events.length >= most || ++searched === windows) break;
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  return events.reverse();
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
