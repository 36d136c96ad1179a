// Takes back what was done to records and worked hours, and does it again.

import { all, get } from "../api/client";
import type { TimeOff, WorkingPatterns } from "../api/records";
import { send } from "../api/send";
import { revise } from "../parts/revise";
import type { HourRow } from "./api";
import type { Board } from "./board";
import { formatDay, parseDay } from "./day";
import { toPlanned, type TimeOffRecord } from "./load";
import { slotKey, type Change } from "./model";
import type { RecordChange } from "./undo";
import { showDays } from "./words";

/** What is written of the lists of a person. */
const lists = { working_patterns: ["working-patterns", ["validFrom", "hours"]], user_capabilities: ["capabilities", ["capabilityId", "level"]] } as const;

const pick = (of: object, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, (of as Record<string, unknown>)[name]]));
const equal = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** rewrite makes of a record what it is after a change. It throws an Error if the record is no longer what it was before the change, or may not be written. Changes with the same act are one step. */
export async function rewrite(board: Board, { kind, id, before, after }: RecordChange, act: string): Promise<void> {
  if (kind === "time_off") await timeOff(board, id, before as TimeOff | null, after as TimeOff | null, act);
  else if (kind === "working_patterns" || kind === "user_capabilities") await list(kind, id, before!, after!);
  else await change(kind, id, before!, after!);
  const userId = kind === "time_off" ? (after ?? before)!.userId : kind === "working_patterns" ? id : undefined;
  if (userId) await board.loader.person(userId as string).catch(() => undefined);
}

async function list(kind: keyof typeof lists, userId: string, before: object, after: object): Promise<void> {
  const [name, fields] = lists[kind], path = `/users/${userId}/${name}`;
  const itemsOf = (of: object) => (of as { items: object[] }).items.map((item) => pick(item, fields));
  const now = await get<WorkingPatterns>(path);
  if (!equal(itemsOf(now), itemsOf(before))) throw new Error("the list was changed since.");
  await send("PUT", path, { items: itemsOf(after) }, now.version);
}

/** changedFields are those in which a record differs, as far as a person writes them. */
export const changedFields = (before: object, after: object) => Object.keys(after).filter((name) => name !== "version" && name !== "updatedAt" && !equal(pick(before, [name]), pick(after, [name])));

async function change(kind: string, id: string, before: object, after: object): Promise<void> {
  const path = `/${kind}s/${id}`, names = changedFields(before, after);
  const now = await get<{ version: number }>(path);
  if (!equal(pick(now, names), pick(before, names))) throw new Error("the record was changed since.");
  await send("PATCH", path, pick(after, names), now.version);
}

/** rework writes worked hours, if they are still what they were before. It returns how many rows were not. */
export async function rework(changes: readonly Change[]): Promise<number> {
  if (changes.length === 0) return 0;
  const days = changes.map(({ day }) => day);
  const query = { start_date: formatDay(Math.min(...days)), end_date: formatDay(Math.max(...days)) };
  const now = new Map<string, number>();
  for (const user_id of new Set(changes.map(({ userId }) => userId))) {
    for (const row of (await all<HourRow>("/actual-hours", { ...query, user_id })).map(toPlanned)) now.set(slotKey(row), row.hours);
  }
  const same = changes.filter((change) => (now.get(slotKey(change)) ?? 0) === change.before);
  const items = same.map(({ userId, projectId, capabilityId, day, after }) => ({ userId, projectId, capabilityId, date: formatDay(day), hours: after }));
  if (items.length > 0) await send("POST", "/actual-hours", { items });
  return changes.length - same.length;
}

async function timeOff({ model, loader }: Board, id: string, before: TimeOff | null, after: TimeOff | null, act: string): Promise<void> {
  const { made, gone } = await revise(id, before, after, act);
  if (gone) model.removeLeave(gone);
  if (made) model.setLeave([loader.toLeave(made as TimeOffRecord)]);
}

/** nameOf says what time off is: "Vacation, Aditya, 1 – 5 March". */
export function nameOf(board: Board, request: TimeOff): string {
  const { type } = board.loader.toLeave(request as TimeOffRecord);
  return `${type}, ${board.personName(request.userId)}, ${showDays(parseDay(request.startDate), parseDay(request.endDate), board.today)}`;
}
