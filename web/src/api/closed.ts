// What the server says of days that are closed, submitted or approved, in words for the person whom it refuses.

import { parseDay, showSpan } from "../board/day";
import { capitalized } from "../format";
import type { Problem } from "./client";

/** The server names the lock by its id, and the timesheet for those who may read it, as the reason of a lock. */
const by = /^(.*?)(?:closed (?:by the lock [\da-f-]{36}(?: (\(.*\)))?|because of its (age)): an admin can |settled by (?:the|an?) (pending|approved) timesheet )/s;

/** inWords returns the error of a write to such days with their dates and the reason, and without ids. sent is the body of the write. */
export function inWords(error: Problem, sent: unknown): Problem {
  const { items = [] } = (typeof sent === "string" ? JSON.parse(sent) : {}) as { items?: { date?: string }[] };
  const dates = (error.details ?? []).flatMap(({ index }) => items[index ?? -1]?.date ?? []);
  return { ...error, requestId: undefined, message: sentence(error.message, dates), details: error.details?.map((detail) => ({ ...detail, message: sentence(detail.message) })) };
}

/** sentence says of one message which days are closed or settled: those that it names, or else the given ones. */
function sentence(message: string, dates: readonly string[] = []): string {
  const [, before, reason = "", age, status] = by.exec(message) ?? [];
  if (before === undefined) return message;
  const days = (before.match(/\d{4}-\d\d-\d\d/g) ?? dates).map(parseDay);
  const first = Math.min(...days), last = Math.max(...days), several = days.length > 0 && first < last;
  const it = several ? "them" : "it";
  const [is, way] =
    status === "pending" ? ["submitted", `Withdraw ${it}, or ask a manager or an admin: Worked hours.`]
    : status ? ["approved", `A manager or an admin can reopen ${it}: Worked hours.`]
    : [`closed ${age ? "because of age" : reason}`.trim(), `An admin can open ${it}: Settings → Closed days.`];
  return `${days.length ? `${showSpan(first, last)} ${several ? "are" : "is"} ${is}` : capitalized(is)}. ${way}`;
}
