// The days that people submit: how many at a time, and who may do what about them.

import { get } from "../api/client";
import type { Settlement } from "../api/records";
import { me } from "../api/session.svelte";
import { addDays, weekday } from "../format";
import { isAdmin, mayApprove } from "./may";

export const settlementPath = "/organization/settlement";

export const readSettlement = () => get<Settlement>(settlementPath);

/** mayTimesheets reports whether the session may read timesheets, or change them. */
export const mayTimesheets = (what: "read" | "write"): boolean => me.session?.scopes.includes(`${what}:timesheets`) ?? false;

/** maySubmit reports whether the person may submit days of a user. */
export const maySubmit = (userId: string): boolean => userId === me.user?.id || mayApprove(userId);

/** mayDecideDays reports whether the person may approve days of a user. */
export const mayDecideDays = (userId: string, selfApproval = false): boolean => (userId === me.user?.id ? selfApproval && isAdmin() : mayApprove(userId));

/** periodOf returns the first and the last day of the period that has a day. */
export function periodOf({ period, weekStart }: Settlement, date: string): [first: string, last: string] {
  if (period === "week") {
    const first = addDays(date, -((weekday(date) + 8 - weekStart) % 7));
    return [first, addDays(first, 6)];
  }
  const month = date.slice(0, 8), end = addDays(`${addDays(`${month}28`, 4).slice(0, 8)}01`, -1);
  if (period === "month") return [`${month}01`, end];
  return date > `${month}15` ? [`${month}16`, end] : [`${month}01`, `${month}15`];
}
