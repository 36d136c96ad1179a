// What the form of a bar changes: hours, days, project, skill, whether it is tentative, and its repetition, in one edit.

import type { Bar } from "./bars";
import type { Board } from "./board";
import type { Day } from "./day";
import { reversed, slotKey, type Change, type Model, type Planned } from "./model";
import { add, changeTo, differs, extend, paste, rowsOf, setTentative, type Block } from "./plan";

/** What a bar may become in one edit. What is missing stays. */
export interface BarEdit {
  hours?: number;
  first?: Day;
  end?: Day;
  projectId?: string;
  capabilityId?: string | null;
  tentative?: boolean;
  /** The last day on which it may repeat each week. */
  until?: Day;
}

/** changeBar makes of a bar what a person asked for. */
export function changeBar(board: Board, bar: Bar, to: BarEdit): void {
  const { model } = board;
  const first = to.first ?? bar.first, end = to.end ?? bar.end;
  const all = { userId: bar.userId, first: Math.min(first, bar.first), end: Math.max(end, bar.end, (to.until ?? 0) + 1) };
  void board.edits.edit({ verb: "changed" }, [all], () => {
    // Each step is computed on what the one before makes of the model, and then all are taken back: they are one edit.
    const changes = new Map<string, Change>();
    const step = (list: Change[]) => {
      for (const change of list) {
        const { before, wasTentative } = changes.get(slotKey(change)) ?? change;
        changes.set(slotKey(change), { ...change, before, wasTentative });
      }
      model.apply(list);
    };
    const now: Block & { projectId: string } = { ...bar };
    if (first !== bar.first || end !== bar.end) {
      step(extend(model, now, first, end, false));
      Object.assign(now, { first, end });
    }
    if (to.hours !== undefined) step(setHours(model, now, to.hours));
    if (to.tentative !== undefined) step(setTentative(model, now, to.tentative));
    const projectId = to.projectId ?? bar.projectId, capabilityId = to.capabilityId === undefined ? bar.capabilityId : to.capabilityId;
    if (projectId !== bar.projectId || capabilityId !== bar.capabilityId) {
      step(reassign(model, now, projectId, capabilityId));
      Object.assign(now, { projectId, capabilityId });
    }
    if (to.until !== undefined) step(repeat(model, now, to.until));
    const made = [...changes.values()];
    model.apply(made.map(reversed));
    return made.filter(differs);
  });
}

/** setHours gives each day of a block that has hours the same number. */
const setHours = (model: Model, block: Block, hours: number): Change[] => rowsOf(model, block).map((row) => changeTo(model, row, hours)).filter(differs);

/** reassign takes the hours of a block to another project and capability. */
function reassign(model: Model, block: Block, projectId: string, capabilityId: string | null): Change[] {
  const rows = rowsOf(model, block);
  return add(model, rows, rows.map((row) => ({ ...row, projectId, capabilityId })));
}

/** repeat copies a block to each of the weeks after it, until a day. */
function repeat(model: Model, block: Block, until: Day): Change[] {
  const rows = rowsOf(model, block), weeks = Math.ceil((block.end - block.first) / 7);
  const copies: Planned[] = [];
  for (let days = 7 * weeks; block.first + days <= until; days += 7 * weeks) {
    copies.push(...rows.map((row) => ({ ...row, day: row.day + days })).filter((row) => row.day <= until && model.value(row.userId, "availability", row.day) > 0));
  }
  return paste(model, copies);
}

