// What edits mean: each function returns the changes of slots that an edit makes, and
// changes nothing itself.

import { isWeekend, type Day } from "./day";
import { slotKey, type Change, type Model, type Slot } from "./model";

export const dayLimit = 24;

/** What is wrong with hours that a person typed. */
export const noHours = "Type hours: 8, 7.5 or 7:30.";
export const tooManyHours = "A day has at most 24 hours.";

/** weights says which share of hours each day takes: as much as is available there. */
function weights(model: Model, userId: string, first: Day, end: Day): number[] {
  const days = Array.from({ length: end - first }, (_, i) => first + i);
  for (const name of ["availability", "contracted"] as const) {
    const list = days.map((day) => model.value(userId, name, day));
    if (list.some((hours) => hours > 0)) return list;
  }
  const weekdays = days.map((day) => (isWeekend(day) ? 0 : 1));
  return weekdays.some(Boolean) ? weekdays : days.map(() => 1);
}

/**
 * spread divides hours over the days from first to before end, in quarters of an hour, by
 * availability. The sum is exact unless no day may have more.
 */
export function spread(model: Model, userId: string, total: number, first: Day, end: Day): number[] {
  const shares = weights(model, userId, first, end);
  const sum = shares.reduce((a, b) => a + b, 0);
  let left = total, leftShares = sum;
  return shares.map((share) => {
    if (share === 0) return 0;
    const exact = (left * share) / leftShares;
    const last = leftShares - share < 1e-9;
    const hours = Math.min(dayLimit, last ? exact : Math.round(exact * 4) / 4);
    left -= hours;
    leftShares -= share;
    return Math.round(hours * 100) / 100;
  });
}

/** onDay sets the hours of a person on a project on one day, over all capabilities. */
export function onDay(model: Model, userId: string, projectId: string, day: Day, hours: number, capabilityId?: string | null): Change[] {
  const lines = model.lines(userId).filter((line) => line.projectId === projectId);
  const i = day - model.origin;
  const used = lines.filter((line) => line.hours[i]! > 0);
  if (used.length === 0) {
    const slot = { userId, projectId, capabilityId: capabilityId !== undefined ? capabilityId : usual(model, userId, projectId), day };
    return hours > 0 ? [{ ...slot, before: 0, after: hours }] : [];
  }
  // The first capability takes the difference; the others give only what it cannot.
  let rest = hours - used.reduce((sum, line) => sum + line.hours[i]!, 0);
  const changes: Change[] = [];
  for (const line of used) {
    const before = line.hours[i]!;
    const after = Math.max(0, before + rest);
    rest -= after - before;
    if (after !== before) changes.push({ userId, projectId, capabilityId: line.capabilityId, day, before, after });
    if (rest === 0) break;
  }
  return changes;
}

/** usual is the capability that a person mostly has on a project, and else has at all. */
function usual(model: Model, userId: string, projectId: string): string | null {
  let best: string | null = null, most = 0;
  for (const line of model.lines(userId)) {
    const sum = line.hours.reduce((a, b) => a + b, 0) * (line.projectId === projectId ? 1000 : 1);
    if (sum > most) [best, most] = [line.capabilityId, sum];
  }
  return best;
}

/** setTotal makes the hours on a project in the days from first to before end a total. */
export function setTotal(model: Model, userId: string, projectId: string, first: Day, end: Day, total: number): Change[] {
  return spread(model, userId, total, first, end).flatMap((hours, i) => onDay(model, userId, projectId, first + i, hours));
}

/** setPerDay gives each day on which the person works the same hours, and no others any. */
export function setPerDay(model: Model, userId: string, projectId: string, first: Day, end: Day, hours: number): Change[] {
  return weights(model, userId, first, end).flatMap((share, i) => onDay(model, userId, projectId, first + i, share > 0 ? hours : 0));
}

/** clear removes the hours of a person in the days, of one project or of all. */
export function clear(model: Model, userId: string, first: Day, end: Day, projectId?: string): Change[] {
  const changes: Change[] = [];
  for (const line of model.lines(userId)) {
    if (projectId && line.projectId !== projectId) continue;
    for (let day = Math.max(first, model.origin); day < Math.min(end, model.end); day++) {
      const before = line.hours[day - model.origin]!;
      if (before > 0) changes.push({ userId, projectId: line.projectId, capabilityId: line.capabilityId, day, before, after: 0 });
    }
  }
  return changes;
}

/** Block is hours that are moved together. */
export interface Block {
  userId: string;
  /** All projects if it is missing. */
  projectId?: string;
  first: Day;
  end: Day;
}

/** move takes a block to another person and by days. With copy, the block also stays. */
export function move(model: Model, block: Block, toUserId: string, days: number, copy: boolean): Change[] {
  const source = clear(model, block.userId, block.first, block.end, block.projectId);
  const after = new Map<string, Slot & { hours: number }>();
  const change = (slot: Slot, by: number) => {
    const key = slotKey(slot);
    const target = after.get(key) ?? { ...slot, hours: model.planned(slot) };
    target.hours = Math.min(dayLimit, target.hours + by);
    after.set(key, target);
  };
  if (!copy) for (const slot of source) change(slot, -slot.before);
  for (const slot of source) if (model.contains(slot.day + days)) change({ userId: toUserId, projectId: slot.projectId, capabilityId: slot.capabilityId, day: slot.day + days }, slot.before);
  return toChanges(model, after.values());
}

/**
 * extend gives a block new edges. New days get the hours of the day at the pulled edge; with
 * keepTotal, the block's hours are divided again over the new days.
 */
export function extend(model: Model, block: Required<Block>, first: Day, end: Day, keepTotal: boolean): Change[] {
  const { userId, projectId } = block;
  const sum = model.onProject(userId, projectId, block.first, block.end);
  const changes: Change[] = [];
  if (keepTotal) {
    const hours = spread(model, userId, sum, first, end);
    for (let day = Math.min(first, block.first); day < Math.max(end, block.end); day++) changes.push(...onDay(model, userId, projectId, day, day >= first && day < end ? hours[day - first]! : 0));
    return changes;
  }
  const perDay = usualHours(model, block);
  const shares = weights(model, userId, first, end);
  for (let day = Math.min(first, block.first); day < Math.max(end, block.end); day++) {
    const inside = day >= first && day < end;
    const had = day >= block.first && day < block.end;
    if (inside && had) continue;
    if (inside && model.onProject(userId, projectId, day, day + 1) > 0) continue;
    changes.push(...onDay(model, userId, projectId, day, inside && shares[day - first]! > 0 ? perDay : 0));
  }
  return changes;
}

/** usualHours is the most frequent hours of a day in a block. */
function usualHours(model: Model, block: Required<Block>): number {
  const counts = new Map<number, number>();
  for (let day = block.first; day < block.end; day++) {
    const hours = model.onProject(block.userId, block.projectId, day, day + 1);
    if (hours > 0) counts.set(hours, (counts.get(hours) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 8;
}

/** fit adds hours to what is free in the days, first come first served. left is what did not fit. */
export function fit(model: Model, userId: string, projectId: string, total: number, first: Day, end: Day): { changes: Change[]; left: number } {
  let left = total;
  const changes: Change[] = [];
  for (let day = first; day < end && left > 0; day++) {
    const add = Math.min(left, Math.max(0, model.free(userId, day)));
    if (add <= 0) continue;
    left = Math.round((left - add) * 100) / 100;
    changes.push(...onDay(model, userId, projectId, day, model.onProject(userId, projectId, day, day + 1) + add));
  }
  return { changes, left };
}

/** parseCells reads what a spreadsheet put on the clipboard. Cells that are no numbers are undefined. */
export function parseCells(text: string): (number | undefined)[][] {
  return text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n").map((row) => row.split("\t").map(parseHours));
}

/** parseHours reads "7.5", "7,5", "7:30" and "7h". */
export function parseHours(text: string): number | undefined {
  const clock = /^\s*(\d+):([0-5]\d)\s*h?\s*$/.exec(text);
  if (clock) return Number(clock[1]) + Number(clock[2]) / 60;
  const decimal = /^\s*(\d+(?:[.,]\d+)?|[.,]\d+)\s*h?\s*$/i.exec(text);
  return decimal ? Number(decimal[1]!.replace(",", ".")) : undefined;
}

function toChanges(model: Model, slots: Iterable<Slot & { hours: number }>): Change[] {
  const changes: Change[] = [];
  for (const { hours, ...slot } of slots) {
    const before = model.planned(slot);
    const after = Math.max(0, Math.round(hours * 100) / 100);
    if (after !== before) changes.push({ ...slot, before, after });
  }
  return changes;
}

export interface Verdict {
  level: "free" | "tight" | "over";
  /** Why it is not free, in a few words. */
  reason: string;
}

/** judge says what becomes of each day of a person if changes are made. */
export function judge(model: Model, userId: string, changes: readonly Change[]): Map<Day, Verdict> {
  const added = new Map<Day, number>();
  for (const change of changes) {
    if (change.userId === userId) added.set(change.day, (added.get(change.day) ?? 0) + change.after - change.before);
  }
  const verdicts = new Map<Day, Verdict>();
  for (const [day, by] of added) if (by > 0) verdicts.set(day, verdict(model, userId, day, by));
  return verdicts;
}

function verdict(model: Model, userId: string, day: Day, by: number): Verdict {
  const value = (name: Parameters<Model["value"]>[1]) => model.value(userId, name, day);
  const availability = value("availability");
  const over = value("planned") + by - availability;
  const why = absence(model, userId, day);
  if (over > 0.001) {
    const hours = `${Math.round(over * 100) / 100} h over`;
    return { level: "over", reason: why ? `${why}, ${hours}` : hours };
  }
  if (value("pendingTimeOff") > 0) return { level: "tight", reason: why || "time off is requested" };
  if (over + value("tentative") > 0.001) return { level: "tight", reason: "over with tentative hours" };
  if (why) return { level: "tight", reason: why };
  return { level: "free", reason: "" };
}

/** absence names what takes hours of a day. */
export function absence(model: Model, userId: string, day: Day): string {
  const leave = model.leaveIn(userId, day, day + 1)[0];
  if (leave) return leave.status === "pending" ? `${leave.type} requested` : leave.type;
  if (model.value(userId, "holiday", day) > 0) return model.holidayOf(userId, day) ?? "Holiday";
  if (model.value(userId, "timeOff", day) > 0) return "Time off";
  if (model.value(userId, "contracted", day) === 0) return "not a working day";
  return "";
}
