// What a person does to planned hours. Each edit is on the screen at once, can be undone, and
// is saved by Writes. What an edit changes is computed in plan.ts, when the rows that it depends
// on are loaded.

import { Failed } from "./api";
import type { Board } from "./board";
import { hours as number, show, type Day } from "./day";
import type { Conflict } from "./live";
import { reversed, slotKey, type Change, type Planned } from "./model";
import * as plan from "./plan";
import { Undo, type Step } from "./undo";
import type { Refusal, Warning } from "./writes";

/** Target is the cells that an edit is about. */
export type Target = plan.Block;

/** How is what planned hours are, besides their number. */
export interface How {
  capabilityId?: string | null;
  tentative?: boolean;
}

const shortDay = (day: Day) => show(day, { weekday: "short", day: "numeric", month: "short" });

export class Edits {
  readonly undoing = new Undo();

  constructor(private readonly board: Board) {}

  /** edit makes the changes of targets, and reports whether there are any. */
  async edit(label: string, targets: readonly Target[], compute: () => Change[]): Promise<boolean> {
    if (targets.some((target) => !this.#known(target)) && !(await this.#load(targets))) return false;
    // Targets can overlap: a person, and a line of the same person.
    const changes = [...new Map(compute().map((change) => [slotKey(change), change])).values()];
    if (changes.length === 0) return false;
    const refused = changes.find(({ userId, projectId }) => !this.board.mayPlan(userId, projectId));
    if (refused) {
      this.board.say(`Not changed: you may not plan ${this.board.projectName(refused.projectId)} for ${this.board.personName(refused.userId)}. That is up to their manager and the manager of the project.`, "error");
      return false;
    }
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
    void this.#again(this.undoing.undo(), "Undone");
  }

  redo(): void {
    void this.#again(this.undoing.redo(), "Done again");
  }

  async #again(step: Step | undefined, done: string): Promise<void> {
    if (!step) return;
    const targets = step.changes.map(({ userId, day }) => ({ userId, first: day, end: day + 1 }));
    if (targets.some((target) => !this.#known(target)) && !(await this.#load(targets))) return;
    const same = step.changes.filter((change) => this.board.model.planned(change) === change.before);
    this.#make(same);
    const others = step.changes.length - same.length;
    this.board.say(`${done}: ${step.label}.${others ? ` ${others} ${others === 1 ? "day was" : "days were"} changed by others and stayed.` : ""}`);
  }

  /** projects are those of the cells of a target. */
  projects({ userId, projectId, first, end }: Target): string[] {
    return projectId ? [projectId] : [...this.board.model.byProject(userId, first, end).keys()];
  }

  /** open opens what edits cells: the number of the focused one, or a plan if they have no project yet. */
  open(targets: readonly Target[], typed?: string): void {
    const { board } = this;
    const [only] = targets;
    if (!only || !board.mayPlanAll(targets)) return;
    const { planned, tentative, unfilled } = board.model.sums(only.userId, only.first, only.end);
    const empty = targets.length === 1 && this.projects(only).length === 0 && planned + tentative + unfilled === 0;
    board.showEditor({ kind: empty ? "plan" : "hours", targets, text: typed });
  }

  /** enter writes a number into cells, or asks for what is missing. */
  enter(targets: readonly Target[], hours: number): void {
    const { board } = this;
    const [only] = targets;
    if (!only) return;
    if (hours > plan.dayLimit * (only.end - only.first)) return board.say(plan.tooManyHours, "error");
    if (targets.some((target) => !this.#known(target))) {
      // Which projects cells have is only known when their rows are loaded.
      return void this.#load(targets).then((loaded) => loaded && this.enter(targets, hours));
    }
    if (hours === 0) return this.clear(targets);
    const counts = targets.map((target) => this.projects(target).length);
    if (targets.length === 1 && counts[0]! > 1) return this.#expand(only);
    // Cells without a project, or with several, get hours only on a project that was named.
    if (counts.some((count) => count !== 1)) return board.showEditor({ kind: "plan", targets, text: hours });
    void this.edit(`${number(hours)} h`, targets, () => targets.flatMap((target) => this.#set(target, hours)));
  }

  /** set gives each column of a target a number of hours on its project. */
  #set(target: Target, hours: number): Change[] {
    const { axis, model } = this.board;
    const [projectId] = this.projects(target);
    const changes: Change[] = [];
    for (let column = axis.columnOf(target.first); column < axis.count && axis.first(column) < target.end; column++) {
      changes.push(...plan.setTotal(model, target.userId, projectId!, axis.first(column), axis.end(column), hours));
    }
    return changes;
  }

  /** expand opens a person whose cell has several projects. */
  #expand(target: Target): void {
    const { board } = this;
    if (!board.open.has(target.userId)) board.toggle(target.userId);
    board.selectLine(target.userId, this.projects(target)[0]!, target.first);
    board.say("These days have several projects: edit their lines.");
  }

  /** plan gives each target hours on a project. */
  plan(targets: readonly Target[], projectId: string, hours: number, perDay: boolean, how: How = {}): void {
    const set = perDay ? plan.setPerDay : plan.setTotal;
    this.board.lastProjectId = projectId;
    const label = `${number(hours)} h ${perDay ? "a day " : ""}on ${this.board.projectName(projectId)}${targets.length > 1 ? ` for ${targets.length} people` : ""}`;
    void this.edit(label, targets, () => targets.flatMap(({ userId, first, end }) => set(this.board.model, userId, projectId, first, end, hours, how)));
  }

  async fit(targets: readonly Target[], projectId: string, hours: number): Promise<void> {
    let left = 0, fitted = false;
    this.board.lastProjectId = projectId;
    await this.edit(`fit ${number(hours)} h of ${this.board.projectName(projectId)}`, targets, () => targets.flatMap((target) => {
      const result = plan.fit(this.board.model, target.userId, projectId, hours, target.first, target.end);
      left += result.left;
      fitted = true;
      return result.changes;
    }));
    if (!fitted) return; // The rows could not be loaded.
    const wanted = hours * targets.length;
    if (left > 0) this.board.say(`${number(wanted - left)} of ${number(wanted)} h fit. ${number(left)} h are left: there is no more free time in these days.`, "error");
    else this.board.say(`${number(wanted)} h fit.`);
  }

  clear(targets: readonly Target[]): void {
    void this.edit("removed hours", targets, () => targets.flatMap((target) => plan.clear(this.board.model, target)));
  }

  /** move takes blocks to another person, if one is given, and by days. */
  move(blocks: readonly plan.Block[], toUserId: string | undefined, days: number, copy: boolean): void {
    if (days === 0 && blocks.every(({ userId }) => userId === (toUserId ?? userId))) return;
    const to = blocks.map(({ userId, first, end }) => ({ userId: toUserId ?? userId, first: first + days, end: end + days + 7 }));
    void this.edit(copy ? "copied hours" : "moved hours", [...blocks, ...to], () => plan.move(this.board.model, blocks, toUserId, days, copy));
  }

  extend(block: plan.Block & { projectId: string }, first: Day, end: Day, keepTotal: boolean): void {
    void this.edit("new length", [block, { ...block, first: Math.min(first, block.first), end: Math.max(end, block.end) }], () => plan.extend(this.board.model, block, first, end, keepTotal));
  }

  setTentative(blocks: readonly Target[], tentative: boolean): void {
    void this.edit(tentative ? "made tentative" : "made firm", blocks, () => blocks.flatMap((block) => plan.setTentative(this.board.model, block, tentative)));
  }

  /** paste writes copied rows to the people and days that they have now. */
  paste(rows: readonly Planned[]): void {
    const targets = rows.map(({ userId, day }) => ({ userId, first: day, end: day + 1 }));
    const people = new Set(rows.map(({ userId }) => userId)).size;
    const total = number(rows.reduce((sum, row) => sum + row.hours, 0));
    void this.edit(`pasted ${total} h`, targets, () => plan.paste(this.board.model, rows)).then((pasted) => pasted && this.board.say(`Pasted ${total} h${people > 1 ? ` of ${people} people` : ""}.`));
  }

  /** pasteCells gives cells of a spreadsheet their hours: on the project of their line, or else on the given one. */
  pasteCells(cells: readonly (Target & { hours: number })[], projectId?: string): void {
    if (projectId) this.board.lastProjectId = projectId;
    const { model } = this.board;
    void this.edit(`pasted ${cells.length} cells`, cells, () => cells.flatMap((cell) => plan.setTotal(model, cell.userId, (cell.projectId ?? projectId)!, cell.first, cell.end, Math.min(cell.hours, plan.dayLimit * (cell.end - cell.first)))));
  }

  /** refused takes back what the server does not accept. */
  refused({ changes, message, reasons, requestId }: Refusal): void {
    const { board } = this;
    this.undoing.forget(new Set(changes.map(slotKey)));
    board.model.apply(changes.map(reversed));
    for (const change of changes) board.marks.add("refused", change, reasons.get(slotKey(change)) ?? message);
    board.arrange();
    board.say(`Not saved: ${message}`, "error", { detail: requestId && `Request ${requestId}` });
  }

  /** warned says what the server saved but finds strange. */
  warned(warnings: readonly Warning[]): void {
    const { board } = this;
    for (const [code, list] of Map.groupBy(warnings, ({ code }) => code)) {
      const [{ change } = { change: undefined }] = list;
      const count = `${list.length} ${list.length === 1 ? "day" : "days"}`;
      const project = change && board.model.projects.get(change.projectId);
      const undo = { action: { label: "Undo", run: () => this.undo() } };
      if (code === "outside_project_dates" && project) board.say(`${count} outside the dates of ${project.name}: ${shortDay(project.first)} – ${shortDay(project.last)}.`, "warning", undo);
      else if (code === "inactive_user" && change) board.say(`${board.personName(change.userId)} is no longer active.`, "warning", undo);
    }
  }

  #conflicts: Conflict[] = [];

  /** conflict collects what others changed at the same time. Those of one moment are one notice. */
  conflict(conflict: Conflict): void {
    this.board.marks.add("conflict", conflict.slot);
    if (this.#conflicts.push(conflict) === 1) setTimeout(() => this.#conflicted(this.#conflicts.splice(0)));
  }

  /** conflicted shows both values of each day, and lets the person choose. */
  #conflicted(all: readonly Conflict[]): void {
    const { board } = this;
    const described = ({ slot, mine, theirs }: Conflict) => `${board.personName(slot.userId)}, ${board.projectName(slot.projectId)}, ${shortDay(slot.day)}: ${number(theirs)} h, yours ${number(mine)} h`;
    for (const [kept, conflicts] of Map.groupBy(all, ({ kept }) => kept)) {
      const who = board.model.people.get(conflicts[0]!.actorId ?? "")?.name ?? "Someone";
      const days = conflicts.length === 1 ? "the same day" : `${conflicts.length} of the same days`;
      const text = `${who} changed ${days}. ${kept === "theirs" ? "Theirs is kept." : "Yours is kept."}`;
      const other = kept === "theirs" ? ("mine" as const) : ("theirs" as const);
      const run = () => void this.edit("resolved a conflict", conflicts.map(({ slot }) => ({ userId: slot.userId, first: slot.day, end: slot.day + 1 })), () => conflicts.map((conflict) => plan.changeTo(board.model, conflict.slot, conflict[other])));
      const label = conflicts.length > 1 ? (other === "mine" ? "Use mine" : `Restore ${who}’s`) : other === "mine" ? `Use my ${number(conflicts[0]!.mine)} h` : `Restore ${number(conflicts[0]!.theirs)} h`;
      const more = conflicts.length > 4 ? ` and ${conflicts.length - 4} more` : "";
      board.say(text, "conflict", { action: { label, run }, detail: conflicts.slice(0, 4).map(described).join("; ") + more });
    }
  }
}
