// The lines of a week: what one person has planned and worked on a project with a capability.

import { all, get, type Query } from "../../api/client";
import { capabilities, projects } from "../../api/directory.svelte";
import type { Capacity, HoursRow } from "../../api/records";
import { addDays } from "../../format";
import { keyOf } from "./writes.svelte";

export interface Line {
  projectId: string;
  capabilityId: string | null;
}

export interface Week {
  userId: string;
  days: string[];
  lines: Line[];
  /** Rows by the key of their cell. */
  planned: ReadonlyMap<string, HoursRow>;
  worked: ReadonlyMap<string, HoursRow>;
  /** What the person can work on each day, and what takes the rest. */
  available: { hours: number; holiday: boolean; timeOff: boolean }[];
}

export const daysOf = (monday: string): string[] => Array.from({ length: 7 }, (_, i) => addDays(monday, i));

const byKey = (rows: HoursRow[]) => new Map(rows.map((row) => [keyOf(row), row]));

const nameOf = ({ projectId, capabilityId }: Line) => `${projects.name(projectId)} ${capabilities.name(capabilityId)}`;

export const sameLine = (a: Line, b: Line) => a.projectId === b.projectId && a.capabilityId === b.capabilityId;

export async function readWeek(userId: string, monday: string): Promise<Week> {
  const days = daysOf(monday);
  const query: Query = { user_id: userId, start_date: days[0], end_date: days[6] };
  const [planned, worked, capacity] = await Promise.all([
    all<HoursRow>("/assignments", query),
    all<HoursRow>("/actual-hours", query),
    get<Capacity>("/capacity", { ...query, bucket: "day" }),
    projects.load(),
    capabilities.load(),
  ]);
  const lines: Line[] = [];
  for (const row of [...planned.filter(({ hours }) => hours > 0), ...worked]) if (!lines.some((line) => sameLine(line, row))) lines.push(row);
  const of = (name: string, i: number) => capacity.total.values[capacity.series.indexOf(name)]?.[i] ?? 0;
  return {
    userId,
    days,
    lines: lines.sort((a, b) => nameOf(a).localeCompare(nameOf(b))),
    planned: byKey(planned.filter(({ hours }) => hours > 0)),
    worked: byKey(worked),
    available: days.map((_, i) => ({ hours: of("availability", i), holiday: of("holiday", i) > 0, timeOff: of("timeOff", i) > 0 })),
  };
}
