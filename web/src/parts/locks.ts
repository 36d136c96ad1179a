// Closed days in words.

import { all } from "../api/client";
import { users } from "../api/directory.svelte";
import type { Lock, LockException, LockKind, Settlement } from "../api/records";
import { addDays, formatDate, formatRange, plural } from "../format";

/** The kinds of a lock, in the order in which they are offered. */
export const kinds: readonly (readonly [kind: LockKind, name: string])[] = [["actual_hours", "worked hours"], ["time_off", "time off"], ["assignments", "planned hours"], ["rates", "rates"]];

/** Closing is what closes days. */
export type Closing = Pick<Lock, "startDate" | "endDate" | "kinds" | "userIds" | "reason" | "exceptions">;

export const readLocks = () => all<Lock>("/locks");

/** byAge returns what closes days that are older than the settlement allows. A day ends at midnight UTC. */
export const byAge = ({ autoLockAfterDays: days }: Settlement): Closing[] =>
  days === null ? [] : [{ startDate: null, endDate: addDays(new Date().toISOString().slice(0, 10), -days - 1), kinds: ["actual_hours"], userIds: [], reason: `older than ${plural(days, "day")}`, exceptions: [] }];

/** How many people are named. */
const named = 3;

const joined = (list: string[]): string => (list.length > 1 ? `${list.slice(0, -1).join(", ")} and ${list.at(-1)}` : (list[0] ?? ""));

export const daysOf = ({ startDate, endDate }: Pick<Lock, "startDate" | "endDate">): string => (startDate ? formatRange(startDate, endDate) : `all days up to ${formatDate(endDate)}`);

export const kindsOf = (lock: Pick<Lock, "kinds">): string => joined(kinds.filter(([kind]) => lock.kinds.includes(kind)).map(([, name]) => name));

/** whomOf names the people whose days are closed. */
export function whomOf({ userIds }: Pick<Lock, "userIds">): string {
  if (!userIds.length) return "everybody";
  const rest = userIds.length - named;
  return joined([...userIds.slice(0, named).map((id) => users.name(id)), ...(rest > 0 ? [plural(rest, "more person", "more people")] : [])]);
}

/** isOpen reports whether an exception has not ended. */
export const isOpen = ({ until }: LockException, now = Date.now()): boolean => new Date(until).getTime() > now;

/** covers reports whether a lock has a day of a person, whether there is an exception or not. */
export const covers = (lock: Closing, kind: LockKind, userId: string, date: string): boolean =>
  lock.kinds.includes(kind) && (lock.startDate ?? "") <= date && date <= lock.endDate && (!lock.userIds.length || lock.userIds.includes(userId));
