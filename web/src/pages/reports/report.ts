// What the columns of a report are, from the series of the capacity.

import type { Capacity } from "../../api/records";
import { formatHours, formatNumber } from "../../format";
import { formatPercent, hoursOf, ratio, sum, type Series } from "../../parts/series";

export const kinds: [value: string, label: string][] = [
  ["", "Utilization"],
  ["plan", "Plan and worked hours"],
];

/** What the rows are. Only people and their capabilities have available hours. */
export const groups: [value: string, label: string, noun: string][] = [
  ["", "Person", "user"],
  ["team", "Team", "manager"],
  ["project", "Project", "project"],
  ["client", "Client", "client"],
  ["capability", "Capability", "capability"],
];

export const hasAvailability = (group: string) => group !== "project" && group !== "client";

const signed = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, signDisplay: "exceptZero" });

type Hours = Omit<Series, "values" | "total"> & { values: number[]; total: number };

/** columnsOf returns the columns of a report for an item, or for the total. */
export function columnsOf(capacity: Capacity, values: number[][], kind: string): Series[] {
  const hours = (name: string, of: string, draw?: Series["draw"]): Hours => {
    const list = hoursOf(capacity, values, of);
    return { name, values: list, total: sum(list), format: kind ? formatHours : formatNumber, draw };
  };
  const planned = hours("Planned", "planned", kind ? "planned" : undefined);
  const worked = hours("Worked", "actual", kind ? "worked" : undefined);
  const tentative = hours("Tentative", "tentative");
  const unfilled = hours("Without a person", "unfilled");
  const available = hours("Available", capacity.series.includes("supply") ? "supply" : "availability", kind ? "limit" : undefined);
  const share = (name: string, part: Hours, whole: Hours, draw?: Series["draw"]): Series => ({
    name,
    values: part.values.map((value, i) => ratio(value, whole.values[i]!)),
    total: ratio(part.total, whole.total),
    format: formatPercent,
    draw,
  });
  if (!kind) return [available, planned, worked, share("Planned %", planned, available, "planned"), share("Worked %", worked, available, "worked")];
  const difference: Series = {
    name: "Difference",
    values: worked.values.map((value, i) => value - planned.values[i]!),
    total: worked.total - planned.total,
    format: (value) => `${signed.format(value)} h`,
  };
  return [
    ...(available.total ? [available] : []),
    planned,
    worked,
    difference,
    share("Worked of planned", worked, planned),
    // Shown where somebody needs to know: a report without such hours has no column for them.
    ...[tentative, unfilled].filter(({ total }) => total),
  ];
}
