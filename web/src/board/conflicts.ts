// Conflicts: what others and this page changed at the same time. They stay in a list until a person has chosen.

import type { Board } from "./board";
import { hours, type Day } from "./day";
import type { Edits } from "./edits";
import type { Conflict } from "./live";
import { slotKey, type Slot } from "./model";
import { changeTo } from "./plan";
import type { Step } from "./undo";

/** Dispute is the conflicts of one person on one project in one edit. */
export interface Dispute {
  userId: string;
  projectId: string;
  first: Day;
  last: Day;
  /** The hours of the edit's days before, as others have them, and as this page has them: in the words of who typed them, if they are about the same days. */
  before: string;
  theirs: string;
  mine: string;
  kept: Conflict["kept"];
  conflicts: readonly Conflict[];
}

export class Conflicts {
  list: readonly Dispute[] = [];
  #new: Conflict[] = [];

  constructor(private readonly board: Board, private readonly edits: Edits) {}

  /** add collects conflicts. Those of one moment and one edit are one dispute. */
  add(conflict: Conflict): void {
    this.board.marks.add("conflict", conflict.slot);
    if (this.#new.push(conflict) === 1) setTimeout(() => this.#dispute(this.#new.splice(0)));
  }

  #dispute(all: readonly Conflict[]): void {
    const keyOf = ({ slot: { userId, projectId }, kept, actorId }: Conflict) => `${userId} ${projectId} ${kept} ${actorId}`;
    this.forget(all.map(({ slot }) => slot));
    this.list = [...this.list, ...[...Map.groupBy(all, keyOf).values()].map((conflicts) => this.#describe(conflicts))];
    this.board.onChange();
  }

  /** whoOf names who else changed the hours. After a time without a connection, the journal says it later. */
  whoOf({ conflicts: [one] }: Dispute): string {
    return this.board.model.people.get(one!.actorId ?? this.board.writerOf(one!.slot) ?? "")?.name ?? "Someone";
  }

  #describe(conflicts: readonly Conflict[]): Dispute {
    const { slot, mine, kept } = conflicts[0]!;
    const step = this.edits.undoing.of({ ...slot, before: 0, after: mine, wasTentative: false, tentative: false });
    const { before, theirs, mine: own, days, all } = total(conflicts, step);
    return {
      userId: slot.userId, projectId: slot.projectId, kept, conflicts,
      first: Math.min(...days), last: Math.max(...days),
      before: `${hours(before)} h`, theirs: `${hours(theirs)} h`, mine: (all && step?.typed) || `${hours(own)} h`,
    };
  }

  /** forget drops the disputes about slots: their hours are other ones now. */
  forget(slots: readonly Slot[]): void {
    const keys = new Set(slots.map(slotKey));
    this.list = this.list.filter(({ conflicts }) => !conflicts.some(({ slot }) => keys.has(slotKey(slot))));
  }

  /** settle gives the days of a dispute the hours of one side. */
  settle(dispute: Dispute, side: Conflict["kept"]): void {
    const { board } = this, { conflicts } = dispute;
    this.list = this.list.filter((other) => other !== dispute);
    for (const { slot } of conflicts) board.marks.remove(slot);
    board.onChange();
    if (side === dispute.kept) return;
    const targets = conflicts.map(({ slot }) => ({ userId: slot.userId, first: slot.day, end: slot.day + 1 }));
    void this.edits.edit({}, targets, () => conflicts.map((conflict) => changeTo(board.model, conflict.slot, conflict[side])));
  }
}

/** total adds up what an edit did for a person on a project, with the hours of others on the days that they changed. all says that this is the whole edit. */
function total(conflicts: readonly Conflict[], step?: Step) {
  const [{ slot }] = conflicts as [Conflict];
  const byKey = new Map(conflicts.map((conflict) => [slotKey(conflict.slot), conflict]));
  const others = (step?.changes ?? []).filter(({ userId, projectId }) => userId === slot.userId && projectId === slot.projectId).filter((change) => !byKey.has(slotKey(change)));
  const list = [...conflicts.map(({ slot: { day }, before, theirs, mine }) => ({ day, before, theirs, mine })), ...others.map(({ day, before, after }) => ({ day, before, theirs: before, mine: after }))];
  const sum = (name: "before" | "theirs" | "mine") => list.reduce((sum, row) => sum + row[name], 0);
  return { before: sum("before"), theirs: sum("theirs"), mine: sum("mine"), days: list.map(({ day }) => day), all: list.length === step?.changes.length };
}
