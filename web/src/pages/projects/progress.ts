// The planned and the worked hours of a project, in steps of time and by person, from GET /capacity.

import { all, get } from "../../api/client";
import { users } from "../../api/directory.svelte";
import type { Capacity, Project } from "../../api/records";
import { firstOfMonth, formatDay, monthOf, parseDay } from "../../board/day";
import { addDays, daysBetween } from "../../format";
import { hoursOf, sum } from "../../parts/series";

/** Hours of a project: planned are the firm ones of people, as on the board. */
export interface Hours {
  planned: number;
  worked: number;
  tentative: number;
  /** The hours of open roles. */
  unfilled: number;
}

export interface Member extends Hours {
  id: string;
  name: string;
}

export interface Progress {
  bucket: "week" | "month";
  buckets: string[];
  /** The last day of the buckets: that of the project, but at most four years after the first one. */
  last: string;
  planned: number[];
  worked: number[];
  /** All hours, also those before the first bucket and after the last one. */
  all: Hours;
  /** What is outside of the dates of the project. */
  outside: Hours;
  team: Member[];
}

interface Row {
  userId: string;
  date: string;
  hours: number;
  tentative?: boolean;
}

const years = 4;

/** The series of the capacity that are summed. */
const fields = [["planned", "planned"], ["worked", "actual"], ["tentative", "tentative"], ["unfilled", "unfilled"]] as const;

const none = (): Hours => ({ planned: 0, worked: 0, tentative: 0, unfilled: 0 });

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
  const outside = [{ end_date: addDays(startDate, -1) }, { start_date: addDays(last, 1) }];
  const rowsOf = async (path: string) => (await Promise.all(outside.map((days) => all<Row>(path, { project_id: id, ...days })))).flat();
  const [parts, planned, worked] = await Promise.all([Promise.all(reads), rowsOf("/assignments"), rowsOf("/actual-hours"), users.load()]);
  const of = (capacity: Capacity, values: number[][], name: string) => sum(hoursOf(capacity, values, name));
  const series = (name: string) => parts.flatMap((part) => hoursOf(part, part.total.values, name));
  const team = new Map<string, Member>();
  const member = (id: string, name: string) => {
    const found = team.get(id) ?? { id, name, ...none() };
    team.set(id, found);
    return found;
  };
  const total = none(), beyond = none();
  const add = (userId: string, name: string, field: keyof Hours, hours: number) => {
    member(userId, name)[field] += hours;
    total[field] += hours;
  };
  for (const part of parts) {
    for (const { id, name, values } of part.items) for (const [field, from] of fields) add(id!, name!, field, of(part, values, from));
  }
  const addRows = (rows: readonly Row[], fieldOf: (row: Row) => keyof Hours) => {
    for (const row of rows) {
      const field = fieldOf(row);
      add(row.userId, users.name(row.userId), field, row.hours);
      if (row.date < startDate || row.date > endDate) beyond[field] += row.hours;
    }
  };
  addRows(planned, ({ userId, tentative }) => (users.get(userId)?.kind === "placeholder" ? "unfilled" : tentative ? "tentative" : "planned"));
  addRows(worked, () => "worked");
  return {
    bucket, last, outside: beyond, all: total,
    buckets: parts.flatMap(({ buckets }) => buckets),
    planned: series("planned"),
    worked: series("actual"),
    team: [...team.values()].filter((member) => fields.some(([field]) => member[field])).sort((a, b) => b.planned - a.planned || b.unfilled - a.unfilled),
  };
}
