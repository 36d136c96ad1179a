// The latest changes that a person made, out of the journal: they can be undone although they were made before the page was opened,
// or on another page.

import { Failure, get } from "../api/client";
import { newestFirst } from "../api/journal";
import type { JournalEvent, TimeOff } from "../api/records";
import type { Board } from "./board";
import { toPlanned } from "./load";
import { reversed, slotKey, type Change } from "./model";
import { changedFields, nameOf } from "./records";
import type { RecordChange, Step } from "./undo";
import { labelOf } from "./words";

const most = 100;
/** How many windows of the journal are searched. They grow while they have few events. */
const windows = 5;
const types = "assignments.*,actual_hours.*,time_off.*,working_patterns.*,user_capabilities.*,project.updated,client.updated,user.updated";
const lists = ["working_patterns", "user_capabilities"];
/** An event lists so many rows when it is read by itself. */
const perRead = 1000;

/** Acts are what events of one request did. */
type Act = Required<Pick<Step, "changes" | "worked" | "records" | "events">>;

/** recall returns the latest edits that a person made until an event, the oldest first. Edits that were taken back are not among them. */
export async function recall(board: Board, actorId: string, until = Infinity): Promise<Step[]> {
  const acts: Act[] = [];
  // The page has its own edits.
  // What a command wrote in the name of a person has no request, and is not undone.
  const events = (await latest(actorId)).filter(({ seq, requestId }) => seq <= until && requestId);
  for (const list of Map.groupBy(events, ({ requestId, seq }) => requestId ?? seq).values()) {
    const act = { changes: list.flatMap((event) => changesOf(event)), worked: list.flatMap((event) => changesOf(event, "actual_hours")), records: paired(list.flatMap(recordsOf)), events: list.filter(isCut).map(({ seq }) => seq) };
    if (act.changes.length + act.worked.length + act.records.length === 0) continue;
    if (replaces(acts.at(-1), act)) acts.pop();
    const last = acts.at(-1);
    if (last && isReverse(act, last)) acts.pop();
    else acts.push(act);
  }
  return acts.slice(-most).map((act) => ({ ...act, label: act.changes.length > 0 ? labelOf(board, act.changes) : act.worked.length > 0 ? labelOf(board, act.worked, "worked") : describeAll(board, act.records) }));
}

/** latest reads the events that a person wrote, the oldest first, as far as they can be read. */
async function latest(actorId: string): Promise<JournalEvent[]> {
  const events: JournalEvent[] = [];
  let searched = 0;
  try {
    for await (const window of newestFirst({ types, actorId })) {
      events.push(...window);
      if (events.length >= most || ++searched === windows) break;
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  return events.reverse();
}

/** isCut reports whether an event does not list all of its rows. */
const isCut = ({ type, rowCount, rows }: JournalEvent) => type.startsWith("assignments") && rowCount > rows.length;

/** wholeOf reads all rows of the events of a step. */
export async function wholeOf(events: readonly number[]): Promise<Change[]> {
  const changes: Change[] = [];
  for (const seq of events) {
    for (let offset = 0, count = 1; offset < count; offset += perRead) {
      const event = await get<JournalEvent>(`/events/${seq}`, { offset, limit: perRead });
      changes.push(...changesOf(event));
      count = event.rowCount;
    }
  }
  return changes;
}

/**
 * changesOf reads what an event changed. It does not say whether rows were tentative before: they are taken to stay as they are, unless
 * nothing else has changed.
 */
function changesOf({ type, rows }: JournalEvent, kind = "assignments"): Change[] {
  if (!type.startsWith(kind)) return [];
  return rows.flatMap((row): Change[] => {
    const { hours, tentative, ...slot } = toPlanned(row), before = row.previousHours ?? 0;
    if (before === hours && hours === 0) return [];
    return [{ ...slot, before, after: hours, wasTentative: before === hours ? !tentative : tentative, tentative }];
  });
}

function recordsOf({ type, record, before, after, rows, rowCount }: JournalEvent): RecordChange[] {
  if (!record || rows.length > 0 || rowCount > 0) return [];
  // What did not change is only in the record after the write.
  const whole = before && { ...after, ...before }, { id } = record;
  const kind = type.split(".")[0] as RecordChange["kind"];
  if (lists.includes(kind)) return [{ kind, id, before: whole ?? { items: [] }, after: after ?? { items: [] } }];
  if (kind === "time_off") return [{ kind, id, before: whole && { ...whole, id }, after: after && { ...after, id } }];
  return whole && after ? [{ kind, id, before: whole, after }] : [];
}

const same = (a: RecordChange["before"], b: RecordChange["before"], fields: readonly string[]) => fields.every((field) => JSON.stringify(a?.[field]) === JSON.stringify(b?.[field]));
const identity = ["userId", "timeOffTypeId", "startDate", "endDate", "availability"];

/** paired joins a creation with the deletion after it, if a new request took the place of another one: a decision was taken back. */
function paired(records: readonly RecordChange[]): RecordChange[] {
  const takes = (made: RecordChange, gone: RecordChange) => made.kind === "time_off" && gone.kind === "time_off" && !made.before && !gone.after && made.id !== gone.id && same(made.after, gone.before, identity);
  return records.flatMap((record, i) => {
    if (records.slice(i + 1).some((gone) => takes(record, gone))) return [];
    const made = records.slice(0, i).find((made) => takes(made, record));
    return made ? { ...record, after: made.after } : record;
  });
}

/** replaces joins the records of an act with those of the act before it, if they are such a pair. */
function replaces(last: Act | undefined, act: Act): boolean {
  const both = [...(last?.records ?? []), ...act.records], joined = paired(both);
  if (both.length !== 2 || joined.length !== 1) return false;
  act.records = joined;
  return true;
}

/** isReverse reports whether an act takes back another one. */
const isReverse = (act: Act, other: Act) => areBack(act.changes, other.changes) && areBack(act.worked, other.worked) && act.records.length === other.records.length && act.records.every((record) => other.records.some((one) => isBack(record, one)));

function areBack(changes: readonly Change[], others: readonly Change[]): boolean {
  const back = new Map(others.map(reversed).map((c) => [slotKey(c), c]));
  return changes.length === back.size && changes.every((c) => back.get(slotKey(c))?.before === c.before && back.get(slotKey(c))?.after === c.after);
}

/** isBack compares what a person writes: for time off, another request can have the place of one. */
function isBack(a: RecordChange, b: RecordChange): boolean {
  if (a.kind !== b.kind || !a.before !== !b.after || !a.after !== !b.before) return false;
  if (a.kind === "time_off") return same(a.before, b.after, [...identity, "status"]) && same(a.after, b.before, [...identity, "status"]);
  return a.id === b.id && changedFields(a.before!, b.after!).length === 0 && changedFields(a.after!, b.before!).length === 0;
}

/** describeAll names the first of the records that were changed at once. */
function describeAll(board: Board, records: readonly RecordChange[]): string {
  const more = records.length - 1;
  return describe(board, records[0]!) + (more > 0 ? ` and ${more} more` : "");
}

function describe(board: Board, { kind, id, before, after }: RecordChange): string {
  if (kind === "working_patterns") return `working hours, ${board.personName(id)}`;
  if (kind === "user_capabilities") return `skills, ${board.personName(id)}`;
  if (kind !== "time_off") return `changed ${after!.name ?? after!.companyName}: ${changedFields(before!, after!).map(inWords).join(", ")}`;
  const status = String(after?.status);
  const verb = !before ? "added" : !after ? "deleted" : before.status !== status ? status : "changed";
  return `${verb} ${nameOf(board, (after ?? before) as unknown as TimeOff)}`;
}

/** inWords writes the name of a field as words: "end date". */
const inWords = (field: string) => field.replace(/Id$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
