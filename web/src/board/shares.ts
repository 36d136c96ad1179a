// The planned hours of people by project or by capability, in the columns of an axis: what
// GET /capacity has with split_by. Bars and groups of everybody need no rows of days.

import type { Axis } from "./axis";
import type { Day } from "./day";

export type Split = "project" | "capability";

/** Item is an item of GET /capacity. With split_by, values are planned, tentative, actual and unfilled hours. */
export interface Item {
  id: string | null;
  values: number[][];
  split?: { id: string } | null;
}

export class Shares {
  /** By person, and then by the id of the split, which is "" for hours without one. */
  readonly #hours = new Map<string, Map<string, Float64Array>>();
  /** For each column the number of the last event that its hours include, and -1 if it is not loaded. */
  readonly #asOf: Float64Array;

  constructor(readonly axis: Axis) {
    this.#asOf = new Float64Array(axis.count).fill(-1);
  }

  #of(userId: string, id: string): Float64Array {
    let shares = this.#hours.get(userId);
    if (!shares) this.#hours.set(userId, (shares = new Map()));
    let hours = shares.get(id);
    if (!hours) shares.set(id, (hours = new Float64Array(this.axis.count)));
    return hours;
  }

  /** replace sets the hours of everybody in the columns from a column to before another one: the planned ones of items, tentative and unfilled ones included. */
  replace(from: number, to: number, asOf: number, items: readonly Item[]): void {
    for (const shares of this.#hours.values()) for (const hours of shares.values()) hours.fill(0, from, to);
    for (const { id, split, values: [planned, tentative, , unfilled] } of items) this.#of(id!, split?.id ?? "").set(planned!.map((hours, i) => hours + tentative![i]! + (unfilled?.[i] ?? 0)), from);
    this.#asOf.fill(asOf, from, to);
  }

  /** add adds hours of a day, unless they are those of an event that is included. */
  add(userId: string, id: string, day: Day, by: number, seq: number): void {
    const column = this.axis.columnOf(day);
    if (seq <= this.#asOf[column]!) return;
    const hours = this.#of(userId, id);
    hours[column] = Math.max(0, Math.round((hours[column]! + by) * 1e4) / 1e4);
  }

  /** value is the hours of a person in a column. */
  value(userId: string, id: string, column: number): number {
    return this.#hours.get(userId)?.get(id)?.[column] ?? 0;
  }

  /** sums adds up the loaded columns that have some of the days. It is undefined if there is none. */
  sums(userId: string, first: Day, end: Day): Map<string, number> | undefined {
    const [from, to] = [this.axis.columnOf(first), this.axis.columnOf(end - 1) + 1];
    if (this.#asOf.subarray(from, to).every((seq) => seq < 0)) return undefined;
    const found = new Map<string, number>();
    for (const [id, hours] of this.#hours.get(userId) ?? []) {
      const sum = hours.subarray(from, to).reduce((a, b) => a + b, 0);
      if (sum > 0) found.set(id, sum);
    }
    return found;
  }

  /** loaded reports whether all columns that have some of the days are there. */
  loaded(first: Day, end: Day): boolean {
    return this.#asOf.subarray(this.axis.columnOf(first), this.axis.columnOf(end - 1) + 1).every((seq) => seq >= 0);
  }

  /** fits reports whether days are whole columns. */
  fits(first: Day, end: Day): boolean {
    return this.axis.first(this.axis.columnOf(first)) === first && this.axis.end(this.axis.columnOf(end - 1)) === end;
  }
}
