// Takes back what was done to time off and working patterns, and does it again.

import { get } from "../api/client";
import type { TimeOff, WorkingPatterns } from "../api/records";
import { send } from "../api/send";
import type { Board } from "./board";
import { parseDay } from "./day";
import type { TimeOffRecord } from "./load";
import type { RecordChange } from "./undo";
import { showDays } from "./words";

const fields = ["timeOffTypeId", "startDate", "endDate", "availability", "reason"] as const;
const compared = [...fields, "status"] as const;

/** A request that is made anew has another id. */
const ids = new Map<string, string>();

function idOf(id: string): string {
  const now = ids.get(id);
  return now === undefined ? id : idOf(now);
}

/** rewrite makes of a record what it is after a change. It throws an Error if the record is no longer what it was before the change, or may not be written. */
export async function rewrite(board: Board, { kind, id, before, after }: RecordChange): Promise<void> {
  if (kind === "working_patterns") await patterns(id, before!, after!);
  else await timeOff(board, id, before as TimeOff | null, after as TimeOff | null);
  await board.loader.person(kind === "working_patterns" ? id : ((after ?? before) as unknown as TimeOff).userId).catch(() => undefined);
}

async function patterns(userId: string, before: object, after: object): Promise<void> {
  const path = `/users/${userId}/working-patterns`, itemsOf = (of: object) => (of as WorkingPatterns).items.map(({ validFrom, hours }) => ({ validFrom, hours }));
  const now = await get<WorkingPatterns>(path);
  if (JSON.stringify(itemsOf(now)) !== JSON.stringify(itemsOf(before))) throw new Error("the working hours were changed since.");
  await send("PUT", path, { items: itemsOf(after) }, now.version);
}

async function timeOff({ model, loader }: Board, id: string, before: TimeOff | null, after: TimeOff | null): Promise<void> {
  const now = before && (await get<TimeOff>(`/time-off/${idOf(id)}`));
  if (now && compared.some((field) => now[field] !== before[field])) throw new Error("the time off was changed since.");
  const made = after && (now ? await become(now, after) : await create(after));
  if (now && !made) await send("DELETE", `/time-off/${now.id}`, undefined, now.version);
  if (now && now.id !== made?.id) model.removeLeave(now.id);
  if (!made) return;
  if (made.id !== idOf(id)) ids.set(idOf(id), made.id);
  model.setLeave([loader.toLeave(made as TimeOffRecord)]);
}

/** become changes a request. What is decided cannot be opened again: then a new request takes its place. */
async function become(now: TimeOff, after: TimeOff): Promise<TimeOff | null> {
  const path = `/time-off/${now.id}`;
  if (now.status === after.status) return send<TimeOff>("PATCH", path, Object.fromEntries(fields.map((field) => [field, after[field]])), now.version);
  if (now.status === "pending") {
    await (after.status === "approved" ? send("POST", `${path}/approve`, undefined, now.version) : send("POST", `${path}/reject`, { rejectionReason: after.rejectionReason }, now.version));
    return get<TimeOff>(path);
  }
  const made = await create(after);
  try {
    await send("DELETE", path, undefined, now.version);
  } catch (error) {
    await send("DELETE", `/time-off/${made.id}`);
    throw error;
  }
  return made;
}

const create = ({ userId, status, rejectionReason, ...of }: TimeOff) =>
  send<TimeOff>("POST", "/time-off", { userId, status, ...(status === "rejected" && { rejectionReason }), ...Object.fromEntries(fields.map((field) => [field, of[field]])) });

/** nameOf says what time off is: "Vacation, Aditya, 1 – 5 March". */
export function nameOf(board: Board, request: TimeOff): string {
  const { type } = board.loader.toLeave(request as TimeOffRecord);
  return `${type}, ${board.personName(request.userId)}, ${showDays(parseDay(request.startDate), parseDay(request.endDate), board.today)}`;
}
