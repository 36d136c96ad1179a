// The days of time off of a person in a year, by type.

import { all, get } from "../../api/client";
import type { Capacity, TimeOff } from "../../api/records";
import { today } from "../../format";
import { hoursOf } from "../../parts/series";

export interface Days {
  taken: number;
  planned: number;
  waiting: number;
}

export interface Leave {
  requests: TimeOff[];
  byType: Map<string, Days>;
  total: Days;
}

const none = (): Days => ({ taken: 0, planned: 0, waiting: 0 });

/** readLeave counts working days: a day that is half worked is half a day, a free day is none. */
export async function readLeave(userId: string, year: number): Promise<Leave> {
  const range = { user_id: userId, start_date: `${year}-01-01`, end_date: `${year}-12-31` };
  const [requests, capacity] = await Promise.all([all<TimeOff>("/time-off", { ...range, include: "workingTime" }), get<Capacity>("/capacity", { ...range, bucket: "day" })]);
  const contracted = hoursOf(capacity, capacity.total.values, "contracted");
  const holiday = hoursOf(capacity, capacity.total.values, "holiday");
  const byType = new Map<string, Days>();
  const total = none();
  for (const { timeOffTypeId, startDate, endDate, availability, status } of requests) {
    if (status === "rejected") continue;
    const type = timeOffTypeId ?? "";
    const days = byType.get(type) ?? none();
    byType.set(type, days);
    for (const [i, date] of capacity.buckets.entries()) {
      const left = contracted[i]! - holiday[i]!;
      if (date < startDate || date > endDate || left <= 0) continue;
      const what = status === "pending" ? "waiting" : date < today() ? "taken" : "planned";
      const part = (left - Math.min(left, availability)) / contracted[i]!;
      days[what] += part;
      total[what] += part;
    }
  }
  return { requests: requests.sort((a, b) => b.startDate.localeCompare(a.startDate)), byType, total };
}
