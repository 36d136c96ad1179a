// Deciding about requested time off.

import type { Board } from "./board";
import type { Leave } from "./model";

/** decide approves or rejects a request, and reports whether the server did. */
export async function decide(board: Board, leave: Leave, rejectionReason?: string): Promise<boolean> {
  const [path, body, status] = rejectionReason === undefined ? (["approve", undefined, "approved"] as const) : (["reject", { rejectionReason }, "rejected"] as const);
  const reply = await board.api.send("POST", `/time-off/${leave.id}/${path}`, body, { ifMatch: `"${leave.version}"` });
  if (reply.status !== 200) {
    board.say(reply.error?.message ?? "The server cannot be reached. The request is still pending.", "error");
    return false;
  }
  board.model.setLeave([{ ...leave, status, version: leave.version + 1 }]);
  await board.loader.person(leave.userId).catch(() => undefined);
  board.panel = undefined;
  board.say(`${leave.type} of ${board.model.people.get(leave.userId)?.name} ${status}.`);
  return true;
}

/** othersAway lists who else is away in the days of a request. */
export function othersAway(board: Board, leave: Leave): Leave[] {
  return [...board.model.leave.values()].filter((other) => other.userId !== leave.userId && other.status !== "rejected" && other.first <= leave.last && other.last >= leave.first);
}
