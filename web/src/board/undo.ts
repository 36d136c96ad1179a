// Undo and redo of planned hours: the reverse of an edit is an edit.

import { reversed, slotKey, type Change } from "./model";

export interface Step {
  label: string;
  changes: readonly Change[];
}

export class Undo {
  #done: Step[] = [];
  #undone: Step[] = [];

  constructor(private readonly limit = 100) {}

  get undoLabel(): string | undefined {
    return this.#done.at(-1)?.label;
  }

  get redoLabel(): string | undefined {
    return this.#undone.at(-1)?.label;
  }

  /** recall puts older steps below those of this page. */
  recall(steps: readonly Step[]): void {
    this.#done = [...steps, ...this.#done].slice(-this.limit);
  }

  push(step: Step): void {
    this.#done.push(step);
    if (this.#done.length > this.limit) this.#done.shift();
    this.#undone = [];
  }

  /** undo returns the reverse of the last step. */
  undo(): Step | undefined {
    const step = this.#done.pop();
    if (!step) return undefined;
    this.#undone.push(step);
    return { label: step.label, changes: step.changes.map(reversed).reverse() };
  }

  redo(): Step | undefined {
    const step = this.#undone.pop();
    if (step) this.#done.push(step);
    return step;
  }

  /** forget removes changes that were refused: they cannot be reversed. */
  forget(keys: ReadonlySet<string>): void {
    const without = (steps: Step[]) =>
      steps.map((step) => ({ ...step, changes: step.changes.filter((c) => !keys.has(slotKey(c))) })).filter((step) => step.changes.length > 0);
    this.#done = without(this.#done);
    this.#undone = without(this.#undone);
  }
}
