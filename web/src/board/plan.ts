// What edits mean: each function returns the changes of slots that an edit makes, and
// changes nothing itself.

import { isWeekend, type Day } from "./day";
import { slotKey, type Change, type Model, type Planned, type Slot } from "./model";

export const dayLimit = 24;

/** What is wrong with hours that a person typed, if they can be read. */
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

/** changeTo is the change that gives a slot hours. A row that is there stays as tentative as it is, unless tentative says otherwise. */
export function changeTo(model: Model, slot: Slot, hours: number, tentative = model.isTentative(slot)): Change {
  const { userId, projectId, capabilityId, day } = slot;
  const after = Math.max(0, Math.min(dayLimit, Math.round(hours * 100) / 100));
  return { userId, projectId, capabilityId, day, before: model.planned(slot), after, wasTentative: model.isTentative(slot), tentative };
}

/** differs reports whether a change changes anything. */
export const differs = (c: Change): boolean => c.after !== c.before || (c.after > 0 && c.tentative !== c.wasTentative);

/**
 * spread divides hours over the days from first to before end, by availability: equally if that is
 * exact, and else in quarters of an hour. The sum is exact unless no day may have more.
 */
export function spread(model: Model, userId: string, total: number, first: Day, end: Day): number[] {
  const shares = weights(model, userId, first, end);
  const sum = shares.reduce((a, b) => a + b, 0);
  const exact = shares.map((share) => (total * share) / sum);
  // The columns of the model are 32-bit numbers: 8.2 is not exact.
  if (exact.every((hours) => hours <= dayLimit && Math.abs(hours * 100 - Math.round(hours * 100)) < 1e-3)) return exact.map((hours) => Math.round(hours * 100) / 100);
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

/** onDay sets the hours of a person on a project on one day, over all capabilities or with one. New hours are tentative if that is said. */
export function onDay(model: Model, userId: string, projectId: string, day: Day, hours: number, how: { capabilityId?: string | null; tentative?: boolean } = {}): Change[] {
  const lines = model.lines(userId).filter((line) => line.projectId === projectId && (how.capabilityId === undefined || line.capabilityId === how.capabilityId));
  const i = day - model.origin;
  const used = lines.filter((line) => line.hours[i]! > 0);
  const slotOf = (capabilityId: string | null): Slot => ({ userId, projectId, capabilityId, day });
  if (used.length === 0) {
    const slot = slotOf(how.capabilityId !== undefined ? how.capabilityId : usual(model, userId, projectId));
    return hours > 0 ? [changeTo(model, slot, hours, how.tentative ?? false)] : [];
  }
  // The first capability takes the difference; the others give only what it cannot.
  let rest = hours - used.reduce((sum, line) => sum + line.hours[i]!, 0);
  const changes: Change[] = [];
  for (const line of used) {
    const change = changeTo(model, slotOf(line.capabilityId), line.hours[i]! + rest, how.tentative);
    rest -= change.after - change.before;
    if (differs(change)) changes.push(change);
    if (rest === 0 && how.tentative === undefined) break;
  }
  return changes;
}

/** usual is the capability that a person mostly has on a project, and else has at all. */
export function usual(model: Model, userId: string, projectId: string): string | null {
  let best: string | null = null, most = 0;
  for (const line of model.lines(userId)) {
    const sum = line.hours.reduce((a, b) => a + b, 0) * (line.projectId === projectId ? 1000 : 1);
    if (sum > most) [best, most] = [line.capabilityId, sum];
  }
  return best;
}

/** setTotal makes the hours on a project in the days from first to before end a total. */
export function setTotal(model: Model, userId: string, projectId: string, first: Day, end: Day, total: number, how = {}): Change[] {
  return spread(model, userId, total, first, end).flatMap((hours, i) => onDay(model, userId, projectId, first + i, hours, how));
}

/** setPerDay gives each day on which the person works the same hours, and no others any. */
export function setPerDay(model: Model, userId: string, projectId: string, first: Day, end: Day, hours: number, how = {}): Change[] {
  return weights(model, userId, first, end).flatMap((share, i) => onDay(model, userId, projectId, first + i, share > 0 ? hours : 0, how));
}

/** Block is hours that are changed together. */
export interface Block {
  userId: string;
  /** All projects if it is missing. */
  projectId?: string;
  /** All capabilities if it is missing. */
  capabilityId?: string | null;
  first: Day;
  end: Day;
}

/** rowsOf lists the rows of a block that have hours. */
export function rowsOf(model: Model, { userId, projectId, capabilityId, first, end }: Block): Planned[] {
  const rows: Planned[] = [];
  for (const line of model.lines(userId)) {
    if (projectId && line.projectId !== projectId) continue;
    if (capabilityId !== undefined && line.capabilityId !== capabilityId) continue;
    for (let day = Math.max(first, model.origin); day < Math.min(end, model.end); day++) {
      const i = day - model.origin, hours = line.hours[i]!;
      if (hours > 0) rows.push({ userId, projectId: line.projectId, capabilityId: line.capabilityId, day, hours, tentative: line.tentative[i] === 1 });
    }
  }
  return rows;
}

/** clear removes the hours of a block. */
export const clear = (model: Model, block: Block): Change[] => rowsOf(model, block).map((row) => changeTo(model, row, 0));

/** setTentative makes the hours of a block tentative, or firm. */
export const setTentative = (model: Model, block: Block, tentative: boolean): Change[] => rowsOf(model, block).map((row) => changeTo(model, row, row.hours, tentative)).filter(differs);

/** add adds rows to what is planned, after rows were taken away. A row that is added to keeps whether it is tentative. */
export function add(model: Model, taken: readonly Planned[], added: readonly Planned[]): Change[] {
  const changes = new Map<string, Change>();
  const by = (row: Planned, sign: 1 | -1) => {
    const change = changes.get(slotKey(row)) ?? changeTo(model, row, model.planned(row));
    // A slot that had no hours becomes tentative if the added row is.
    if (sign > 0 && change.after === 0) change.tentative = row.tentative;
    change.after = Math.min(dayLimit, Math.max(0, Math.round((change.after + sign * row.hours) * 100) / 100));
    changes.set(slotKey(row), change);
  };
  for (const row of taken) by(row, -1);
  for (const row of added) by(row, 1);
  return [...changes.values()].filter(differs);
}

/** move takes blocks to another person, if one is given, and by days. With copy, the blocks also stay. */
export function move(model: Model, blocks: readonly Block[], toUserId: string | undefined, days: number, copy: boolean): Change[] {
  const parts = blocks.map((block) => ({ userId: toUserId ?? block.userId, rows: rowsOf(model, block) }));
  const to = parts.flatMap(({ userId, rows }) => shift(model, rows, userId, days)).filter((row) => model.contains(row.day));
  return add(model, copy ? [] : parts.flatMap(({ rows }) => rows), to);
}

/**
 * shift moves rows by days. By whole weeks, each keeps its day of the week. Otherwise they begin on a working day, and go on
 * after days on which the person never works, so that no hours are lost on a weekend.
 */
function shift(model: Model, rows: readonly Planned[], userId: string, days: number): Planned[] {
  const works = (day: Day) => model.value(userId, "contracted", day) > 0;
  const nextWorking = (day: Day, step = 1) => [0, 1, 2, 3, 4, 5, 6].map((i) => day + i * step).find(works) ?? day;
  const first = Math.min(...rows.map((row) => row.day));
  const by = days % 7 === 0 ? days : nextWorking(first + days, Math.sign(days)) - first;
  const last = new Map<string, Day>();
  return rows.map((row) => {
    const line = `${row.projectId} ${row.capabilityId}`;
    const day = days % 7 === 0 ? row.day + by : nextWorking(Math.max(row.day + by, (last.get(line) ?? -Infinity) + 1));
    last.set(line, day);
    return { ...row, userId, day };
  });
}

/** paste puts copied rows at other days and people. Rows of the same project and capability are replaced, and all others stay. */
export const paste = (model: Model, rows: readonly Planned[]): Change[] => rows.filter((row) => model.contains(row.day)).map((row) => changeTo(model, row, row.hours, row.tentative)).filter(differs);

/**
 * extend gives a block new edges. New days get the hours of the day at the pulled edge; with
 * keepTotal, the block's hours are divided again over the new days.
 */
export function extend(model: Model, block: Block & { projectId: string }, first: Day, end: Day, keepTotal: boolean): Change[] {
  const { userId, projectId, capabilityId } = block;
  const rows = rowsOf(model, block);
  const how = { capabilityId, tentative: rows[0]?.tentative };
  const on = (day: Day) => model.onProject(userId, projectId, day, day + 1, capabilityId);
  const changes: Change[] = [];
  if (keepTotal) {
    const hours = spread(model, userId, rows.reduce((sum, row) => sum + row.hours, 0), first, end);
    for (let day = Math.min(first, block.first); day < Math.max(end, block.end); day++) changes.push(...onDay(model, userId, projectId, day, day >= first && day < end ? hours[day - first]! : 0, how));
    return changes;
  }
  const perDay = usualHours(rows);
  const shares = weights(model, userId, first, end);
  for (let day = Math.min(first, block.first); day < Math.max(end, block.end); day++) {
    const inside = day >= first && day < end;
    const had = day >= block.first && day < block.end;
    if (inside && (had || on(day) > 0)) continue;
    changes.push(...onDay(model, userId, projectId, day, inside && shares[day - first]! > 0 ? perDay : 0, how));
  }
  return changes;
}

/** usualHours is the most frequent hours of a day. */
function usualHours(rows: readonly Planned[]): number {
  const counts = new Map<number, number>();
  for (const { hours } of rows) counts.set(hours, (counts.get(hours) ?? 0) + 1);
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

/** Role is hours of an open role that a person may take, some days later or earlier if days says so. */
export interface Role {
  /** The open role. */
  from: string;
  blocks: readonly Block[];
  userId: string;
  days: number;
}

/** Filling is what becomes of hours of an open role if a person takes them. */
export interface Filling {
  hours: number;
  /** So many of the hours fit into the free time of the person. */
  fits: number;
  rows: { from: Planned; to: Planned; fits: number }[];
}

/** filling compares hours of an open role with the free time of a person, first come first served. Cancelled projects need no time. */
export function filling(model: Model, blocks: readonly Block[], userId: string, days: number): Filling {
  const left = new Map<Day, number>();
  const taken = blocks.flatMap((block) => rowsOf(model, block)).filter(({ projectId }) => model.projects.get(projectId)?.status !== "cancelled");
  const rows = shift(model, taken, userId, days).map((to, i) => {
    const free = left.get(to.day) ?? Math.max(0, model.free(userId, to.day));
    const fits = Math.round(Math.min(to.hours, free) * 100) / 100;
    left.set(to.day, free - fits);
    return { from: taken[i]!, to, fits };
  });
  const sum = (of: (row: (typeof rows)[number]) => number) => Math.round(rows.reduce((total, row) => total + of(row), 0) * 100) / 100;
  return { hours: sum(({ to }) => to.hours), fits: sum(({ fits }) => fits), rows };
}

/** fill gives a person the hours of a role that fit into the free time of the person, or all of them. The other hours stay with the role. */
export function fill(model: Model, { rows }: Filling, all: boolean): Change[] {
  const parts = rows.map(({ from, to, fits }) => ({ from, to, hours: all ? to.hours : fits })).filter(({ hours, to }) => hours > 0 && model.contains(to.day));
  return add(model, parts.map(({ from, hours }) => ({ ...from, hours })), parts.map(({ to, hours }) => ({ ...to, hours })));
}

export interface Verdict {
  level: "free" | "tight" | "over";
  /** Why it is not free, in a few words. */
  reason: string;
}

/** judge says what becomes of each day of a person if changes are made. */
export function judge(model: Model, userId: string, changes: readonly Change[]): Map<Day, Verdict> {
  const added = new Map<Day, number>(), outside = new Map<Day, string>();
  for (const change of changes) {
    if (change.userId !== userId) continue;
    added.set(change.day, (added.get(change.day) ?? 0) + change.after - change.before);
    if (change.after > change.before) outside.set(change.day, model.outside(change.projectId, change.day));
  }
  const verdicts = new Map<Day, Verdict>();
  for (const [day, by] of added) {
    if (by <= 0) continue;
    const found = model.people.get(userId)?.placeholder ? free : verdict(model, userId, day, by);
    const why = outside.get(day);
    verdicts.set(day, why ? { level: found.level === "over" ? "over" : "tight", reason: [found.reason, why].filter(Boolean).join(", ") } : found);
  }
  return verdicts;
}

const free: Verdict = { level: "free", reason: "" };

function verdict(model: Model, userId: string, day: Day, by: number): Verdict {
  if (model.hides(userId)) return free;
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
  return free;
}

/** absence names what takes hours of a day. */
export function absence(model: Model, userId: string, day: Day): string {
  const leave = model.leaveIn(userId, day, day + 1)[0];
  if (leave) return leave.status === "pending" ? `${leave.type} requested` : leave.type;
  if (model.value(userId, "holiday", day) > 0) return model.holidayOf(userId, day) ?? "Holiday";
  if (model.value(userId, "timeOff", day) > 0) return "Time off";
  if (model.value(userId, "contracted", day) === 0 && !model.hides(userId)) return "not a working day";
  return "";
}
