// The horizontal axis: days, weeks or months as columns of the same width.

import { firstOfMonth, isoWeek, monthOf, show, showRange, type Day } from "./day";

export type Zoom = "day" | "week" | "month";

export const widths: Record<Zoom, number> = { day: 44, week: 92, month: 104 };

/** cached makes each label once: the board asks for all that are in view in each frame. */
function cached(make: (column: number) => string): (column: number) => string {
  const labels: string[] = [];
  return (column) => (labels[column] ??= make(column));
}

/** partAt returns which part has a value. The parts have sorted starts, and the last one also an end; values outside are in the first or last part. */
export function partAt(starts: ArrayLike<number>, value: number): number {
  let low = 0, high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Axis are the columns of a horizon. Column i is the days from starts[i] to before starts[i + 1]. */
export class Axis {
  readonly starts: Int32Array;
  readonly width: number;

  constructor(readonly zoom: Zoom, origin: Day, days: number) {
    const starts: Day[] = [];
    if (zoom === "month") {
      for (let month = monthOf(origin), day = origin; day < origin + days; day = firstOfMonth(++month)) starts.push(day);
    } else {
      for (let day = origin; day < origin + days; day += zoom === "day" ? 1 : 7) starts.push(day);
    }
    starts.push(origin + days);
    this.starts = Int32Array.from(starts);
    this.width = widths[zoom];
  }

  get count(): number {
    return this.starts.length - 1;
  }

  first(column: number): Day {
    return this.starts[column]!;
  }

  /** end is the day after the last one of a column. */
  end(column: number): Day {
    return this.starts[column + 1]!;
  }

  /** columnOf returns the column of a day, the first or last one for days outside. */
  columnOf(day: Day): number {
    return partAt(this.starts, day);
  }

  /** x is the left edge of a day, inside of its column. */
  x(day: Day): number {
    const column = this.columnOf(day);
    return (column + (day - this.starts[column]!) / (this.starts[column + 1]! - this.starts[column]!)) * this.width;
  }

  /** dayAt is the day at x. */
  dayAt(x: number): Day {
    const column = Math.max(0, Math.min(this.count - 1, Math.floor(x / this.width)));
    const part = Math.max(0, Math.min(0.9999, x / this.width - column));
    return this.starts[column]! + Math.floor(part * (this.starts[column + 1]! - this.starts[column]!));
  }

  /** upper is the label of the first header row, the same for neighbouring columns. */
  readonly upper = cached((column) => {
    const day = this.zoom === "week" ? this.starts[column]! + 3 : this.starts[column]!;
    return show(day, this.zoom === "month" ? { year: "numeric" } : { month: "long", year: "numeric" });
  });

  /** lower is the label of a column. */
  readonly lower = cached((column) => {
    const day = this.starts[column]!;
    return this.zoom === "week" ? `W${isoWeek(day)}` : show(day, this.zoom === "day" ? { day: "numeric" } : { month: "short" });
  });

  /** detail is the smaller label next to lower: the day of the week, or the first day of a week. */
  readonly detail = cached((column) => {
    const day = this.starts[column]!;
    if (this.zoom === "day") return show(day, { weekday: "narrow" });
    return this.zoom === "week" ? show(day, { day: "numeric", month: "short" }) : this.#part(column, { day: "numeric" });
  });

  /** part says which days of its month a column has, if it is the first or the last one and has not all. */
  #part(column: number, options?: Intl.DateTimeFormatOptions): string {
    const [first, end] = [this.starts[column]!, this.starts[column + 1]!];
    return [first, end].every((day) => firstOfMonth(monthOf(day)) === day) ? "" : showRange(first, end - 1, options);
  }

  /** name says which days a column has, in full. */
  name(column: number): string {
    const day = this.starts[column]!;
    if (this.zoom === "day") return show(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
    if (this.zoom === "month") return [show(day, { month: "long", year: "numeric" }), this.#part(column)].filter(Boolean).join(", ");
    return `Week ${isoWeek(day)}, ${showRange(day, this.end(column) - 1)}`;
  }

  /** shift moves a day by columns and keeps its place in the week: months move by whole weeks. */
  shift(day: Day, from: number, to: number): Day {
    if (this.zoom === "month") return day + Math.round((this.starts[to]! - this.starts[from]!) / 7) * 7;
    return day + this.starts[to]! - this.starts[from]!;
  }
}

