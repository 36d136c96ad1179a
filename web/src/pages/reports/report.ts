// What the columns of a report are, from the series of the capacity.

import type { Query } from "../../api/client";
import type { Capacity } from "../../api/records";
import { isolated } from "../../board/day";
import { formatHours, formatNumber } from "../../format";
import { formatPercent, hoursOf, ratio, sum, type Series } from "../../parts/series";

export const kinds: [value: string, label: string][] = [
  ["", "Utilization"],
  ["plan", "Plan and worked hours"],
  ["money", "Money"],
];

/** Csv is a call that has the figures of a report, and the name of the file. */
export interface Csv {
  path: string;
  query: Query;
  name: string;
}

/** What the rows are. Only people and their capabilities have available hours. */
export const groups: [value: string, label: string, noun: string][] = [
  ["", "Person", "user"],
  ["team", "Team", "manager"],
  ["project", "Project", "project"],
  ["client", "Client", "client"],
  ["capability", "Skill", "capability"],
];

export const hasAvailability = (group: string) => group !== "project" && group !== "client";

const signed = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, signDisplay: "exceptZero" });

type Hours = Omit<Series, "values" | "total"> & { values: number[]; total: number };

/** Figures are the hours of an item, or of all together. */
export interface Figures {
  capacity: Capacity;
  values: number[][];
}

/** Report is what is read for a report. */
export interface Report {
  capacity: Capacity;
  /** all has all together, if that is not the total of the capacity. */
  all?: Capacity;
  /** done is the part until today of a time that still runs. What is worked is compared with that. */
  done?: Report;
}

/** figuresOf returns the figures of an item, or of all together. */
function figuresOf({ capacity, all = capacity }: Report, id?: string | null): Figures | undefined {
  if (id === undefined) return { capacity: all, values: all.total.values };
  const values = capacity.items.find((item) => item.id === id)?.values;
  return values && { capacity, values };
}

/** columnsOf returns the columns of a report for an item, or for all together. */
export function columnsOf(report: Report, kind: string, id?: string | null): Series[] {
  const whole = figuresOf(report, id), done = report.done && figuresOf(report.done, id);
  if (!whole) return [];
  const running = report.done !== undefined, until = running ? " to date" : "";
  const hours = (name: string, of: string, draw?: Series["draw"], part: Figures | undefined = whole): Hours => {
    const list = part ? hoursOf(part.capacity, part.values, of) : [];
    return { name, values: whole.capacity.buckets.map((_, i) => list[i] ?? 0), total: sum(list), format: kind ? formatHours : formatNumber, draw };
  };
  const available = whole.capacity.series.includes("supply") ? "supply" : "availability";
  const free = hours("Available", available, kind ? "limit" : undefined);
  const planned = hours("Planned", "planned", kind ? "planned" : undefined);
  const worked = hours(`Worked${until}`, "actual", kind ? "worked" : undefined);
  const [freeUntil, plannedUntil] = running ? [hours("Available to date", available, undefined, done), hours("Planned to date", "planned", undefined, done)] : [free, planned];
  const share = (name: string, part: Hours, of: Hours, draw?: Series["draw"]): Series => ({
    name,
    values: part.values.map((value, i) => ratio(value, of.values[i]!)),
    total: ratio(part.total, of.total),
    format: formatPercent,
    draw,
  });
  if (!kind) return [free, planned, worked, share("Planned %", planned, free, "planned"), share(`Worked %${until}`, worked, freeUntil, "worked")];
  const difference: Series = {
    name: `Difference${until}`,
    values: worked.values.map((value, i) => value - plannedUntil.values[i]!),
    total: worked.total - plannedUntil.total,
    format: (value) => `${isolated(signed.format(value))} h`,
  };
  return [
    ...(free.total ? [free] : []),
    planned,
    ...(running ? [plannedUntil] : []),
    worked,
    difference,
    share(running ? "Worked of planned, to date" : "Worked of planned", worked, plannedUntil),
    // Shown where somebody needs to know: a report without such hours has no column for them.
    ...[hours("Tentative", "tentative"), hours("Without a person", "unfilled")].filter(({ total }) => total),
  ];
}
