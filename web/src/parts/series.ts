// What a chart of hours shows, and the table below it.

import type { Capacity } from "../api/records";
import * as days from "../board/day";
import { addDays, formatMonth, formatRange } from "../format";

/** A series has a value for each bucket; null if there is none. */
export interface Series {
  name: string;
  values: (number | null)[];
  /** Of all buckets together. Not always their sum: a ratio is not. */
  total: number | null;
  format: (value: number) => string;
  /** How the chart draws it. A series without it is in the table only. */
  draw?: "planned" | "worked" | "limit";
}

const percents = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });
export const formatPercent = (value: number) => days.isolated(percents.format(value));

export const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

/** hoursOf returns the hours of a series in each bucket: zeros if the response does not have it. */
export function hoursOf({ series, buckets }: Capacity, values: number[][], name: string): number[] {
  return values[series.indexOf(name)] ?? buckets.map(() => 0);
}

/** ratio returns part / whole, or null if there is no whole. */
export const ratio = (part: number, whole: number): number | null => (whole ? part / whole : null);

/** topOf returns the end of an axis, and where its lines are: round numbers. */
export function topOf(highest: number): { top: number; lines: number[] } {
  const rough = Math.max(highest, 1e-9) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= rough)!;
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return { top: count * step, lines: Array.from({ length: count + 1 }, (_, i) => i * step) };
}

/** bucketNames returns how weeks or months are called, up to the last day of the range. */
export function bucketNames(buckets: string[], bucket: string, last: string): { name: string; short: string }[] {
  return buckets.map((first, i) => {
    if (bucket === "month") return { name: formatMonth(first), short: days.show(days.parseDay(first), { month: "short", year: first.slice(5, 7) === "01" || !i ? "2-digit" : undefined }) };
    const end = buckets[i + 1] ? addDays(buckets[i + 1]!, -1) : last;
    return { name: formatRange(first, end), short: days.show(days.parseDay(first), { day: "numeric", month: "short" }) };
  });
}
