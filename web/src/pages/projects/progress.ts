// The planned and the worked hours of a project, in steps of time and by person, from GET /capacity.

import { get } from "../../api/client";
import type { Capacity, Project } from "../../api/records";
import { firstOfMonth, formatDay, monthOf, parseDay } from "../../board/day";
import { addDays, daysBetween } from "../../format";
import { hoursOf, sum } from "../../parts/series";

export interface Member {
  id: string;
  name: string;
  planned: number;
  worked: number;
}

export interface Progress {
  bucket: "week" | "month";
  buckets: string[];
  /** The last day that is read: that of the project, but at most four years after the first one. */
  last: string;
  /** With tentative hours, and with those of placeholders. */
  planned: number[];
  worked: number[];
  /** Parts of what is planned. */
  tentative: number;
  unfilled: number;
  team: Member[];
}

const years = 4;

export async function readProgress({ id, startDate, endDate }: Project): Promise<Progress> {
  const bucket = daysBetween(startDate, endDate) < 26 * 7 ? "week" : "month";
  const reads: Promise<Capacity>[] = [];
  let last = startDate;
  // The endpoint reads a year at a time. A part ends with a month, so that no bucket is cut.
  for (let first = startDate; first <= endDate && reads.length < years; first = addDays(last, 1)) {
    const end = formatDay(firstOfMonth(monthOf(parseDay(first)) + 12) - 1);
    last = end < endDate ? end : endDate;
    reads.push(get<Capacity>("/capacity", { start_date: first, end_date: last, bucket, kind: "all", project_id: id }));
  }
  const parts = await Promise.all(reads);
  const of = (capacity: Capacity, values: number[][], ...names: string[]) =>
    capacity.buckets.map((_, i) => sum(names.map((name) => hoursOf(capacity, values, name)[i]!)));
  const all = (...names: string[]) => parts.flatMap((part) => of(part, part.total.values, ...names));
  const team = new Map<string, Member>();
  for (const part of parts) {
    for (const { id, name, values } of part.items) {
      const member = team.get(id!) ?? { id: id!, name: name!, planned: 0, worked: 0 };
      member.planned += sum(of(part, values, "planned", "tentative", "unfilled"));
      member.worked += sum(of(part, values, "actual"));
      team.set(id!, member);
    }
  }
  return {
    bucket,
    buckets: parts.flatMap(({ buckets }) => buckets),
    last,
    planned: all("planned", "tentative", "unfilled"),
    worked: all("actual"),
    tentative: sum(all("tentative")),
    unfilled: sum(all("unfilled")),
    team: [...team.values()].filter(({ planned, worked }) => planned || worked).sort((a, b) => b.planned - a.planned),
  };
}
