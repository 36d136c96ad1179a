// Points in time as the reader's locale writes them.

import { isolated } from "../board/day";

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

export const formatMoment = (value: string) => isolated(moment.format(new Date(value)));
export const formatClock = (value: string) => isolated(clock.format(new Date(value)));

/** formatAgo returns "2 hours ago", or the date if that is more than a week ago. */
export function formatAgo(value: string, now = Date.now()): string {
  const minutes = Math.round((new Date(value).getTime() - now) / 60_000);
  if (Math.abs(minutes) < 60) return isolated(ago.format(minutes, "minute"));
  if (Math.abs(minutes) < 24 * 60) return isolated(ago.format(Math.round(minutes / 60), "hour"));
  if (Math.abs(minutes) < 7 * 24 * 60) return isolated(ago.format(Math.round(minutes / (24 * 60)), "day"));
  return formatMoment(value);
}
