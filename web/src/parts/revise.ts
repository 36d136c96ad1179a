// Takes back what was done to requests for time off, and does it again.

import { get } from "../api/client";
import type { TimeOff } from "../api/records";
import { send } from "../api/send";

const fields = ["timeOffTypeId", "startDate", "endDate", "availability", "reason"] as const;
const compared = [...fields, "status"] as const;

/** A request that is made anew has another id. */
const ids = new Map<string, string>();

function idOf(id: string): string {
  const now = ids.get(id);
  return now === undefined ? id : idOf(now);
}

/** Revised is a request after a change, and the id of the one that is no longer there. */
export interface Revised {
  made: TimeOff | null;
  gone?: string;
}

/**
 * revise makes of a request what it is after a change; null is a request that is not there. It throws an Error if the request is no longer
 * what it was before the change. Changes with the same act are one step of the journal.
 */
export async function revise(id: string, before: TimeOff | null, after: TimeOff | null, act?: string): Promise<Revised> {
  const now = before && (await get<TimeOff>(`/time-off/${idOf(id)}`));
  if (now && compared.some((field) => now[field] !== before[field])) throw new Error("the time off was changed since.");
  const made = after && (now ? await become(now, after, act) : await create(after, act));
  if (now && !made) await send("DELETE", `/time-off/${now.id}`, undefined, now.version, act);
  if (made && made.id !== idOf(id)) ids.set(idOf(id), made.id);
  return { made, gone: now && now.id !== made?.id ? now.id : undefined };
}

/** conclude approves a request, or rejects it for the reason of the other. */
export function conclude({ id, version }: TimeOff, to: Pick<TimeOff, "status" | "rejectionReason">, act?: string): Promise<unknown> {
  const path = `/time-off/${id}`;
  return to.status === "approved" ? send("POST", `${path}/approve`, undefined, version, act) : send("POST", `${path}/reject`, { rejectionReason: to.rejectionReason }, version, act);
}

/** become changes a request. What is decided cannot be opened again: then a new request takes its place. */
async function become(now: TimeOff, after: TimeOff, act?: string): Promise<TimeOff> {
  const path = `/time-off/${now.id}`;
  if (now.status === after.status) return send<TimeOff>("PATCH", path, Object.fromEntries(fields.map((field) => [field, after[field]])), now.version, act);
  if (now.status === "pending") {
    await conclude(now, after, act);
    return get<TimeOff>(path);
  }
  const made = await create(after, act);
  try {
    await send("DELETE", path, undefined, now.version, act);
  } catch (error) {
    await send("DELETE", `/time-off/${made.id}`);
    throw error;
  }
  return made;
}

const create = ({ userId, status, rejectionReason, ...of }: TimeOff, act?: string) =>
  send<TimeOff>("POST", "/time-off", { userId, status, ...(status === "rejected" && { rejectionReason }), ...Object.fromEntries(fields.map((field) => [field, of[field]])) }, undefined, act);
