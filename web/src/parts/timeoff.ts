// What a form of time off sends, and how a request is named.

import { timeOffTypes } from "../api/directory.svelte";
import type { TimeOff } from "../api/records";
import { daysBetween, formatHours, formatNumber, plural } from "../format";
import { mayApprove } from "./may";

export type Asked = Pick<TimeOff, "userId" | "timeOffTypeId" | "startDate" | "endDate" | "availability" | "reason">;

/** newTimeOff completes a request: it is approved at once if one may approve it, and its type is the reason if none is given. */
export const newTimeOff = (asked: Asked) => ({
  ...asked,
  reason: asked.reason?.trim() || timeOffTypes.name(asked.timeOffTypeId),
  status: mayApprove(asked.userId) ? "approved" : "pending",
});

/** typeOf names the type of a request, as far as the reader may see it. */
export const typeOf = ({ timeOffTypeId }: Pick<TimeOff, "timeOffTypeId">): string => timeOffTypes.name(timeOffTypeId) || "Time off";

/** workingDays writes a number of working days, which may have a fraction. */
export const workingDays = (days: number): string => `${formatNumber(days)} ${days === 1 ? "working day" : "working days"}`;

/** workingTimeOf says how long a request is in working days, and in hours; without them, in days of the calendar. */
export function workingTimeOf({ workingTime, startDate, endDate }: TimeOff): string {
  if (!workingTime) return plural(daysBetween(startDate, endDate) + 1, "calendar day");
  return `${workingDays(workingTime.days)}, ${formatHours(workingTime.hours)}`;
}
