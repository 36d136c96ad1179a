// Marks on days of people: what others changed, what was refused, and what is in conflict.

import type { Day } from "./day";
import type { Mark } from "./drawing/scene";
import type { Slot } from "./model";

const fadeMillis = 2500;

/** Marks of the readers who want no motion are there, and then they are not. */
const still = matchMedia("(prefers-reduced-motion: reduce)");

type Set = Omit<Mark, "strength"> & { at: number; reason?: string };

export class Marks {
  readonly #all = new Map<string, Set>();

  /** add marks a day, until it is edited or, if others changed it, until the mark has faded. */
  add(kind: Mark["kind"], { userId, projectId, day }: Slot, reason?: string): void {
    this.#all.set(`${userId} ${projectId} ${day}`, { kind, userId, projectId, day, reason, at: performance.now() });
  }

  remove({ userId, projectId, day }: Slot): void {
    this.#all.delete(`${userId} ${projectId} ${day}`);
  }

  /** shown lists the marks with their strengths of now. */
  get shown(): Mark[] {
    const marks: Mark[] = [];
    for (const [key, mark] of this.#all) {
      const left = mark.kind === "changed" ? 1 - (performance.now() - mark.at) / fadeMillis : 1;
      if (left <= 0) this.#all.delete(key);
      else marks.push({ ...mark, strength: still.matches ? 1 : left });
    }
    return marks;
  }

  get fading(): boolean {
    return [...this.#all.values()].some((mark) => mark.kind === "changed");
  }

  /** refusal says why hours of a person in the days were not saved. */
  refusal(userId: string, first: Day, end: Day): string | undefined {
    return [...this.#all.values()].find((mark) => mark.userId === userId && mark.day >= first && mark.day < end && mark.reason)?.reason;
  }
}
