// Points in time as the reader's locale writes them.

import { formatDay, isolated, today } from "../board/day";

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

export const formatMoment = (value: string) => isolated(moment.format(new Date(value)));
export const formatDayOf = (value: string | number) => isolated(new Date(value).toLocaleDateString(undefined, { dateStyle: "medium" }));
export const formatClock = (value: string) => isolated(clock.format(new Date(value)));

/** dateOf returns the reader's calendar day of a moment, and lastOf the last second of such a day. */
export const dateOf = (value: string | number) => formatDay(today(new Date(value)));
export const lastOf = (date: string) => new Date(`${date}T23:59:59`).toISOString();

/** formatDays returns "today", "tomorrow" or "in 3 days". */
export const formatDays = (days: number): string => isolated(ago.format(days, "day"));

/** formatAgo returns "2 hours ago", or the date if that is more than a week ago. */
export function formatAgo(value: string, now = Date.now()): string {
  const minutes = Math.round((new Date(value).getTime() - now) / 60_000);
  if (Math.abs(minutes) < 60) return isolated(ago.format(minutes, "minute"));
  if (Math.abs(minutes) < 24 * 60) return isolated(ago.format(Math.round(minutes / 60), "hour"));
  if (Math.abs(minutes) < 7 * 24 * 60) return isolated(ago.format(Math.round(minutes / (24 * 60)), "day"));
  return formatMoment(value);
}
