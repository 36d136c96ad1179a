// What a form of time off sends.

import { timeOffTypes } from "../api/directory.svelte";
import type { TimeOff } from "../api/records";
import { mayApprove } from "./may";

export type Asked = Pick<TimeOff, "userId" | "timeOffTypeId" | "startDate" | "endDate" | "availability" | "reason">;

/** newTimeOff completes a request: it is approved at once if one may approve it, and its type is the reason if none is given. */
export const newTimeOff = (asked: Asked) => ({
  ...asked,
  reason: asked.reason?.trim() || timeOffTypes.name(asked.timeOffTypeId),
  status: mayApprove(asked.userId) ? "approved" : "pending",
});
