// What the server says of closed days, in words for the person whom it refuses.

import { parseDay, showSpan } from "../board/day";
import type { Problem } from "./client";

/** The server names the lock by its id, and has its reason for those who may read it. */
const byLock = /^(.*?)closed by the lock [\da-f-]{36}(?: (\(.*\)))?: an admin can /s;

/** inWords returns the error of a write to closed days with their dates and the reason, and without ids. sent is the body of the write. */
export function inWords(error: Problem, sent: unknown): Problem {
  const { items = [] } = (typeof sent === "string" ? JSON.parse(sent) : {}) as { items?: { date?: string }[] };
  const dates = (error.details ?? []).flatMap(({ index }) => items[index ?? -1]?.date ?? []);
  return { ...error, requestId: undefined, message: sentence(error.message, dates), details: error.details?.map((detail) => ({ ...detail, message: sentence(detail.message) })) };
}

/** sentence says of one message which days are closed: those that it names, or else the given ones. */
function sentence(message: string, dates: readonly string[] = []): string {
  const [, before, reason] = byLock.exec(message) ?? [];
  if (before === undefined) return message;
  const days = (before.match(/\d{4}-\d\d-\d\d/g) ?? dates).map(parseDay);
  const first = Math.min(...days), last = Math.max(...days), several = days.length > 0 && first < last;
  const what = days.length ? `${showSpan(first, last)} ${several ? "are" : "is"} closed` : "Closed";
  return `${what}${reason ? ` ${reason}` : ""}. An admin can open ${several ? "them" : "it"}: Settings → Closed days.`;
}
