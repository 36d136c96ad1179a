// Undo and redo: the reverse of a step is a step.

import { reversed, slotKey, type Change } from "./model";

type Fields = Record<string, unknown>;

/** RecordChange is a record before and after a step: null if it is not there. The id of working patterns and skills is that of their person. */
export interface RecordChange {
  kind: "time_off" | "working_patterns" | "user_capabilities" | "project" | "client" | "user";
  id: string;
  before: Fields | null;
  after: Fields | null;
}

/** Step is all that a person did at once. */
export interface Step {
  label: string;
  changes: readonly Change[];
  records?: readonly RecordChange[];
  /** Worked hours. */
  worked?: readonly Change[];
  /** The numbers of events of the journal with more rows than the changes have. */
  events?: readonly number[];
  /** The hours as the person typed them. */
  typed?: string;
}

/** reverse is what takes back a step. */
export const reverse = ({ changes, worked = [], records = [], ...step }: Step): Step => ({
  ...step,
  changes: changes.map(reversed).reverse(),
  worked: worked.map(reversed),
  records: records.map(({ before, after, ...record }) => ({ ...record, before: after, after: before })).reverse(),
});

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

  /** undo takes the last step, or a given one, from what is done. It returns undefined if that is not done. */
  undo(step = this.#done.at(-1)): Step | undefined {
    return move(step, this.#done, this.#undone);
  }

  redo(step = this.#undone.at(-1)): Step | undefined {
    return move(step, this.#undone, this.#done);
  }

  /** of is the latest step that gave a slot the hours that it has after a change. */
  of(change: Change): Step | undefined {
    const key = slotKey(change);
    return this.#done.findLast(({ changes }) => changes.some((c) => c.after === change.after && slotKey(c) === key));
  }

  /** forget removes changes that were refused: they cannot be reversed. It returns the steps of which nothing is left. */
  forget(keys: ReadonlySet<string>): Step[] {
    const all = [...this.#done, ...this.#undone];
    for (const step of all) step.changes = step.changes.filter((c) => !keys.has(slotKey(c)));
    const left = ({ changes, records, worked }: Step) => changes.length > 0 || records?.length || worked?.length;
    this.#done = this.#done.filter(left);
    this.#undone = this.#undone.filter(left);
    return all.filter((step) => !left(step));
  }
}

function move(step: Step | undefined, from: Step[], to: Step[]): Step | undefined {
  const at = step ? from.lastIndexOf(step) : -1;
  if (!step || at < 0) return undefined;
  from.splice(at, 1);
  to.push(step);
  return step;
}
