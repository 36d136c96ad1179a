// What a person does to planned hours. Each edit is on the screen at once, can be undone, and
// is saved by Writes. What an edit changes is computed in plan.ts, when the rows that it depends
// on are loaded.

import { Failed } from "./api";
import type { Board } from "./board";
import { hours as number, show, type Day } from "./day";
import type { Conflict } from "./live";
import { slotKey, type Change } from "./model";
import * as plan from "./plan";
import { Undo, type Step } from "./undo";
import type { Refusal } from "./writes";

/** Target is the cells that an edit is about. */
export interface Target {
  userId: string;
  projectId?: string;
  first: Day;
  end: Day;
}

export class Edits {
  readonly undoing = new Undo();
  lastProjectId: string | undefined;

  constructor(private readonly board: Board) {}

  /** edit makes the changes of targets, and reports whether there are any. */
  async edit(label: string, targets: readonly Target[], compute: () => Change[]): Promise<boolean> {
    if (targets.some((target) => !this.#known(target)) && !(await this.#load(targets))) return false;
    // Targets can overlap: a person, and a line of the same person.
    const changes = [...new Map(compute().map((change) => [slotKey(change), change])).values()];
    if (changes.length === 0) return false;
    this.undoing.push({ label, changes });
    this.#make(changes);
    return true;
  }

  #known({ userId, first, end }: Target): boolean {
    return this.board.model.known(userId, first, end);
  }

  /** load reads the rows of targets, and reports whether they are there. */
  async #load(targets: readonly Target[]): Promise<boolean> {
    try {
      await Promise.all(targets.map(({ userId, first, end }) => this.board.loader.need([userId], first, end)));
      return true;
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      this.board.say(`Not changed: ${error.message}`, "error");
      return false;
    }
  }

  #make(changes: readonly Change[]): void {
    const { board } = this;
    board.model.apply(changes);
    board.writes.push(changes);
    for (const change of changes) board.marks.remove(change);
    board.arrange();
  }

  undo(): void {
    this.#again(this.undoing.undo(), "Undone");
  }

  redo(): void {
    this.#again(this.undoing.redo(), "Done again");
  }

  #again(step: Step | undefined, done: string): void {
    if (!step) return;
    const same = step.changes.filter((change) => this.board.model.planned(change) === change.before);
    this.#make(same);
    const others = step.changes.length - same.length;
    this.board.say(`${done}: ${step.label}.${others ? ` ${others} ${others === 1 ? "day was" : "days were"} changed by others and stayed.` : ""}`);
  }

  /** projects are those of the cells of a target. */
  projects({ userId, projectId, first, end }: Target): string[] {
    return projectId ? [projectId] : [...this.board.model.byProject(userId, first, end).keys()];
  }

  /** open opens what edits a cell: its number, or a plan if it has no project yet. */
  open(target: Target, typed?: string): void {
    const { model } = this.board;
    const { planned, tentative } = model.sums(target.userId, target.first, target.end);
    if (this.projects(target).length === 0 && planned + tentative === 0) return this.board.showEditor({ kind: "plan", target, text: typed ?? "" });
    const now = target.projectId ? model.onProject(target.userId, target.projectId, target.first, target.end) : planned;
    this.board.showEditor({ kind: "hours", target, text: typed ?? number(now) });
  }

  /** enter writes a number into cells, or asks for what is missing. */
  enter(targets: readonly Target[], hours: number): void {
    const { board } = this;
    const [only] = targets;
    if (!only) return;
    if (hours > plan.dayLimit * (only.end - only.first)) return board.say(plan.tooManyHours, "error");
    if (targets.length === 1 && !only.projectId) {
      // Which projects the cell has is only known when its rows are loaded.
      if (!this.#known(only)) return void this.#load(targets).then((loaded) => loaded && this.enter(targets, hours));
      const { length } = this.projects(only);
      if (length === 0) return board.showEditor({ kind: "plan", target: only, text: number(hours) });
      if (hours === 0) return this.clear(targets);
      if (length > 1) return this.#expand(only);
    }
    void this.edit(`${number(hours)} h`, targets, () => targets.flatMap((target) => this.#set(target, hours)));
  }

  /** set gives each column of a target a number of hours. */
  #set(target: Target, hours: number): Change[] {
    const { axis, model } = this.board;
    const projectId = this.projects(target)[0] ?? this.lastProjectId;
    if (!projectId) return [];
    const changes: Change[] = [];
    for (let column = axis.columnOf(target.first); column < axis.count && axis.first(column) < target.end; column++) {
      changes.push(...plan.setTotal(model, target.userId, projectId, axis.first(column), axis.end(column), hours));
    }
    return changes;
  }

  /** expand opens a person whose cell has several projects. */
  #expand(target: Target): void {
    const { board } = this;
    if (!board.open.has(target.userId)) board.toggle(target.userId);
    board.selectLine(target.userId, this.projects(target)[0]!, target.first);
    board.say("This cell has several projects: edit their lines.");
  }

  plan(target: Target, projectId: string, hours: number, perDay: boolean): void {
    const { userId, first, end } = target;
    const set = perDay ? plan.setPerDay : plan.setTotal;
    this.lastProjectId = projectId;
    void this.edit(`${number(hours)} h ${perDay ? "a day " : ""}on ${this.board.projectName(projectId)}`, [target], () => set(this.board.model, userId, projectId, first, end, hours));
  }

  async fit(target: Target, projectId: string, hours: number): Promise<void> {
    let left: number | undefined;
    this.lastProjectId = projectId;
    await this.edit(`fit ${number(hours)} h of ${this.board.projectName(projectId)}`, [target], () => {
      const fitted = plan.fit(this.board.model, target.userId, projectId, hours, target.first, target.end);
      left = fitted.left;
      return fitted.changes;
    });
    if (left === undefined) return; // The rows could not be loaded.
    if (left > 0) this.board.say(`${number(hours - left)} of ${number(hours)} h fit. ${number(left)} h are left: there is no more free time in these days.`, "error");
    else this.board.say(`${number(hours)} h fit.`);
  }

  clear(targets: readonly Target[]): void {
    void this.edit("removed hours", targets, () => targets.flatMap(({ userId, projectId, first, end }) => plan.clear(this.board.model, userId, first, end, projectId)));
  }

  move(block: plan.Block, toUserId: string, days: number, copy: boolean): void {
    if (toUserId === block.userId && days === 0) return;
    const to = { userId: toUserId, first: block.first + days, end: block.end + days };
    void this.edit(copy ? "copied hours" : "moved hours", [block, to], () => plan.move(this.board.model, block, toUserId, days, copy));
  }

  extend(block: Required<plan.Block>, first: Day, end: Day, keepTotal: boolean): void {
    void this.edit("new length", [block, { ...block, first, end }], () => plan.extend(this.board.model, block, first, end, keepTotal));
  }

  /** refused takes back what the server does not accept. */
  refused({ changes, message, reasons, requestId }: Refusal): void {
    const { board } = this;
    this.undoing.forget(new Set(changes.map(slotKey)));
    board.model.apply(changes.map((change) => ({ ...change, before: change.after, after: change.before })));
    for (const change of changes) board.marks.add("refused", change, reasons.get(slotKey(change)) ?? message);
    board.arrange();
    board.say(`Not saved: ${message}`, "error", { detail: requestId && `Request ${requestId}` });
  }

  /** conflict shows both values of a day that another person changed at the same time. */
  conflict({ slot, mine, theirs, actorId, saved }: Conflict): void {
    const { board } = this;
    const { people } = board.model;
    board.marks.add("conflict", slot);
    const who = people.get(actorId ?? "")?.name ?? "Someone";
    const where = `${people.get(slot.userId)?.name}, ${board.projectName(slot.projectId)}, ${show(slot.day, { weekday: "short", day: "numeric", month: "short" })}`;
    const [text, label, after] = saved
      ? [`${who} had set ${number(theirs)} h for ${where}, and your ${number(mine)} h replaced them.`, `Restore ${number(theirs)} h`, theirs]
      : [`${who} set ${number(theirs)} h for ${where}, while you set ${number(mine)} h. Theirs is kept.`, `Use my ${number(mine)} h`, mine];
    const run = () => void this.edit("resolved a conflict", [{ ...slot, first: slot.day, end: slot.day + 1 }], () => [{ ...slot, before: board.model.planned(slot), after }]);
    board.say(text, "conflict", { action: { label, run } });
  }
}
