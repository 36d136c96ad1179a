// What a person does to planned hours. Each edit is on the screen at once, can be undone, and
// is saved by Writes. What an edit changes is computed in plan.ts, when the rows that it depends
// on are loaded.

import { Failure } from "../api/client";
import type { Proposal } from "../api/records";
import { send } from "../api/send";
import { capitalized, plural } from "../format";
import { all, Failed, type HourRow } from "./api";
import type { Bar } from "./bars";
import type { Board, Notice } from "./board";
import { Conflicts } from "./conflicts";
import { formatDay, hours as number, parseDay, show, type Day } from "./day";
import { toPlanned } from "./load";
import { reversed, slotKey, type Change, type Planned } from "./model";
import { formatPlace } from "./place";
import * as plan from "./plan";
import { wholeOf } from "./recall";
import { rewrite, rework } from "./records";
import { reveal } from "./reveal";
import { reverse, Undo, type RecordChange, type Step } from "./undo";
import { labelOf, listDays, showDays } from "./words";
import type { Refusal, Warning } from "./writes";

/** Target is the cells that an edit is about. */
export type Target = plan.Block;

/** How is what planned hours are, besides their number. */
export interface How {
  capabilityId?: string | null;
  tentative?: boolean;
}

/** Said is what the label of an edit says besides its hours. */
interface Said {
  /** What was done, if the hours alone do not say it. */
  verb?: string;
  /** The hours as the person typed them. */
  typed?: string;
}

export class Edits {
  readonly undoing = new Undo();
  readonly conflicts: Conflicts;
  /** The slots that an undo wrote: what the server says of them was said before. */
  readonly #quiet = new Set<string>();
  /** Steps are taken back one after the other. */
  #taken: Promise<unknown> = Promise.resolve();

  constructor(private readonly board: Board) {
    this.conflicts = new Conflicts(board, this);
  }

  /** edit makes the changes of targets, and returns the step that they are, if there are any. */
  async edit({ verb, typed }: Said, targets: readonly Target[], compute: () => Change[]): Promise<Step | undefined> {
    // What is selected after an edit depends on it: if the rows are there, it is made at once.
    if (!this.#allKnown(targets) && !(await this.#load(targets))) return undefined;
    const changes = distinct(compute());
    if (changes.length === 0) return undefined;
    const refused = changes.find(({ userId, projectId }) => !this.board.mayPlan(userId, projectId));
    if (refused) {
      this.board.say(`Not changed: you may not plan ${this.board.projectName(refused.projectId)} for ${this.board.personName(refused.userId)}. That is up to their manager and the manager of the project.`, "error");
      return undefined;
    }
    for (const change of changes) this.#quiet.delete(slotKey(change));
    const step = { label: labelOf(this.board, changes, verb), changes, typed };
    this.undoing.push(step);
    this.#make(changes);
    return step;
  }

  /** did notes what was done to records: it can be taken back too. The notice says it. */
  did(label: string, records: readonly RecordChange[], notice = `${capitalized(label)}.`): void {
    const step = { label, changes: [], records };
    this.undoing.push(step);
    this.done(step, notice);
  }

  /** done says what a step did, with a way back. */
  done(step: Step, notice: string, kind: Notice["kind"] = "info"): void {
    this.board.say(notice, kind, { of: step, action: { label: "Undo", run: () => this.undo(step) } });
  }

  #allKnown(targets: readonly Target[]): boolean {
    return targets.every(({ userId, first, end }) => this.board.model.known(userId, first, end));
  }

  /** ready reports whether the rows of targets are there. It reads those that are not. */
  async #ready(targets: readonly Target[]): Promise<boolean> {
    return this.#allKnown(targets) || this.#load(targets);
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
    this.conflicts.forget(changes);
    board.arrange();
  }

  /** askPlan asks what to plan in the selected cells, or what to fit into their free time. */
  askPlan(kind: "plan" | "fit"): void {
    const { board } = this, { targets } = board;
    if (targets.length === 0) board.say("Select the days of one or several people first: drag over them, or use Shift and the arrows.");
    else if (board.mayPlanAll(targets)) board.showEditor({ kind, targets, text: "" });
  }

  /** askTimeOff asks for time off of the selected people in the selected days, or of oneself today. */
  askTimeOff(): void {
    if (this.board.place.proposal) return this.board.say("Time off is not a part of a proposal. Add it in the live plan.");
    const { targets, me, today } = this.board;
    this.board.showEditor({ kind: "timeOff", targets: targets.length > 0 ? targets : [{ userId: me.actorUserId, first: today, end: today + 1 }] });
  }

  /** editBar opens the form of a bar. */
  editBar(bar: Bar, repeat = false): void {
    const { board } = this;
    board.menu = undefined;
    if (board.mayPlanAll([bar])) board.showEditor({ kind: "bar", bar, repeat });
    else board.onChange();
  }

  /** pickAt selects what is now where a block was put: as many days as it has, as it may have met more of its project there, or the whole bar. */
  pickAt(spots: readonly { userId: string; projectId: string; capabilityId: string | null; day: Day; days?: number }[]): void {
    const { board } = this;
    board.picked = spots.flatMap((spot) => {
      const bar = board.bars.find(spot, spot.day);
      return (bar && spot.days ? board.bars.part(bar, spot.day, bar.end, spot.days) : bar) ?? [];
    });
    board.onChange();
  }

  /** shiftSelection selects the same rows on other days. */
  shiftSelection(to: (day: Day) => Day): void {
    const { anchor, focus } = this.board;
    if (anchor && focus) this.board.selectRange({ ...anchor, day: to(anchor.day) }, { ...focus, day: to(focus.day) });
  }

  /** split selects the part of a bar that begins on a day: it can be moved or changed by itself. */
  split(bar: Bar, day: Day): void {
    const { board } = this, first = Math.max(day, bar.first);
    board.menu = undefined;
    if (first <= bar.first || first >= bar.end) return board.say("Choose a day inside of the bar, after its first one.");
    board.pick(board.bars.part(bar, first, bar.end)!);
    board.say(`The part from ${show(first, { weekday: "short", day: "numeric", month: "short", year: "numeric" })} on is selected: move it, or change it with Enter.`);
  }

  /** undo takes back the last step, or a given one, also if others came after it. */
  undo(step?: Step): void {
    const done = this.undoing.undo(step);
    if (done) this.#again(done, "Undone", reverse, () => this.undoing.redo(done));
  }

  redo(): void {
    const step = this.undoing.redo();
    if (step) this.#again(step, "Done again", (step) => step, () => this.undoing.undo(step));
  }

  /** again does a step, or its reverse. If that fails, it is as if nobody had tried. */
  #again(step: Step, done: string, way: (step: Step) => Step, failed: () => void): void {
    this.board.forget(step);
    this.#taken = this.#taken.then(async () => {
      const said = await this.#take(step, way);
      if (said === undefined) failed();
      else this.board.say(`${done}: ${step.label}.${said}`, "info", { of: this.undoing, ...this.#wayTo(step) });
      this.board.onChange();
    });
  }

  /** take makes the changes of a step, and returns what has to be said about it, or undefined if it failed. */
  async #take(whole: Step, way: (step: Step) => Step): Promise<string | undefined> {
    const { board } = this;
    let step: Step, reworked = 0;
    try {
      if (whole.events?.length) Object.assign(whole, { changes: await wholeOf(whole.events), events: [] });
      step = way(whole);
      if (!(await this.#ready(step.changes.map(({ userId, day }) => ({ userId, first: day, end: day + 1 }))))) return undefined;
      const act = crypto.randomUUID();
      for (const record of step.records ?? []) await rewrite(board, record, act);
      reworked = await rework(step.worked ?? []);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      board.say(`Not undone: ${error.message}`, "error");
      return undefined;
    }
    const same = step.changes.filter((change) => board.model.planned(change) === change.before);
    for (const change of same) this.#quiet.add(slotKey(change));
    if (same.length > 0) this.#make(same);
    const others = reworked + new Set(step.changes.filter((change) => !same.includes(change)).map(({ day }) => day)).size;
    return others ? ` ${plural(others, "day was", "days were")} changed since and stayed.` : "";
  }

  /** wayTo offers to show a step that is not on the screen. */
  #wayTo({ changes: planned, worked = [], records = [] }: Step): { action?: Notice["action"] } {
    const { board } = this;
    const { first, end, inView } = board, changes = [...planned, ...worked];
    const { userId, startDate } = (records[0]?.after ?? records[0]?.before ?? {}) as { userId?: string; startDate?: string };
    const spots = changes.length > 0 ? changes : userId && startDate ? [{ userId, day: parseDay(startDate) }] : [];
    const [spot] = spots;
    if (!spot || spots.some(({ userId, day }) => day >= first && day < end && inView.includes(userId))) return {};
    return { action: { label: "Show", run: () => reveal(board, spot.userId, spot.day) } };
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
    if (!this.#allKnown(targets)) {
      // Which projects cells have is only known when their rows are loaded.
      return void this.#load(targets).then((loaded) => loaded && this.enter(targets, hours));
    }
    if (hours === 0) return this.clear(targets);
    const counts = targets.map((target) => this.projects(target).length);
    if (targets.length === 1 && counts[0]! > 1) return this.#expand(only);
    // Cells without a project, or with several, get hours only on a project that was named.
    if (counts.some((count) => count !== 1)) return board.showEditor({ kind: "plan", targets, text: hours });
    void this.edit({ typed: `${number(hours)} h` }, targets, () => targets.flatMap((target) => this.#set(target, hours)));
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
    void this.edit({ typed: `${number(hours)} h${perDay ? " a day" : ""}` }, targets, () => targets.flatMap(({ userId, first, end }) => set(this.board.model, userId, projectId, first, end, hours, how)));
  }

  async fit(targets: readonly Target[], projectId: string, hours: number): Promise<void> {
    let left = 0, fitted = false;
    this.board.lastProjectId = projectId;
    await this.edit({ verb: "fitted" }, targets, () => targets.flatMap((target) => {
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
    void this.edit({ verb: "removed" }, targets, () => targets.flatMap((target) => plan.clear(this.board.model, target)));
  }

  /** move takes blocks to another person, if one is given, and by days. */
  move(blocks: readonly plan.Block[], toUserId: string | undefined, days: number, copy: boolean): void {
    if (days === 0 && blocks.every(({ userId }) => userId === (toUserId ?? userId))) return;
    const to = blocks.map(({ userId, first, end }) => ({ userId: toUserId ?? userId, first: first + days, end: end + days + 7 }));
    const from = blocks[0]!.userId;
    if (toUserId && !copy && this.#fills(from, toUserId)) return void this.fill({ from, blocks, userId: toUserId, days }, true);
    void this.edit({ verb: copy ? "copied" : "moved" }, [...blocks, ...to], () => plan.move(this.board.model, blocks, toUserId, days, copy));
  }

  /** fills reports whether hours would go from an open role to a person. */
  #fills(from: string, to: string): boolean {
    const { people } = this.board.model;
    return Boolean(people.get(from)?.placeholder) && !people.get(to)?.placeholder;
  }

  /** filling is what becomes of hours of an open role that a person takes, when their rows are loaded. */
  async filling({ blocks, userId, days }: plan.Role): Promise<plan.Filling | undefined> {
    const to = blocks.map(({ first, end }) => ({ userId, first: first + days, end: end + days + 7 }));
    return (await this.#ready([...blocks, ...to])) ? plan.filling(this.board.model, blocks, userId, days) : undefined;
  }

  /** fill gives hours of an open role to a person: what fits into the free time, or all. With ask, it asks first if not all fits. */
  async fill(role: plan.Role, ask: boolean, whole = false): Promise<void> {
    const { board } = this;
    const found = await this.filling(role);
    if (!found || found.hours === 0) return;
    if (ask && found.fits < found.hours) return board.showEditor({ kind: "fill", targets: role.blocks, role });
    const step = await this.edit({ verb: "filled" }, [], () => plan.fill(board.model, found, whole));
    const hours = whole ? found.hours : found.fits;
    if (step) this.done(step, `${board.personName(role.userId)} takes ${number(hours)}${hours < found.hours ? ` of ${number(found.hours)}` : ""} h of ${board.personName(role.from)}.`);
  }

  extend(block: plan.Block & { projectId: string }, first: Day, end: Day, keepTotal: boolean): void {
    void this.edit({ verb: "changed" }, [block, { ...block, first: Math.min(first, block.first), end: Math.max(end, block.end) }], () => plan.extend(this.board.model, block, first, end, keepTotal));
  }

  setTentative(blocks: readonly Target[], tentative: boolean): void {
    void this.edit({ verb: tentative ? "made tentative" : "made firm" }, blocks, () => blocks.flatMap((block) => plan.setTentative(this.board.model, block, tentative)));
  }

  /** paste writes copied rows to the people and days that they have now. */
  paste(rows: readonly Planned[], proposes = false): void {
    const targets = rows.map(({ userId, day }) => ({ userId, first: day, end: day + 1 }));
    const people = new Set(rows.map(({ userId }) => userId)).size;
    const total = number(rows.reduce((sum, row) => sum + row.hours, 0));
    const compute = () => plan.paste(this.board.model, rows);
    if (proposes) void this.propose(targets, compute);
    else void this.edit({ verb: "pasted" }, targets, compute).then((step) => step && this.done(step, `Pasted ${total} h${people > 1 ? ` of ${people} people` : ""}.`));
  }

  /** pasteCells gives cells of a spreadsheet their hours: on the project of their line, or else on the given one. */
  async pasteCells(cells: readonly (Target & { hours: number })[], projectId?: string, proposes = false): Promise<void> {
    if (projectId) this.board.lastProjectId = projectId;
    const { model } = this.board;
    const compute = () => cells.flatMap((cell) => plan.setTotal(model, cell.userId, (cell.projectId ?? projectId)!, cell.first, cell.end, Math.min(cell.hours, plan.dayLimit * (cell.end - cell.first))));
    await (proposes ? this.propose(cells, compute) : this.edit({ verb: "pasted" }, cells, compute));
  }

  /** propose puts pasted hours into a new proposal, and shows that. The plan stays as it is. */
  async propose(targets: readonly Target[], compute: () => Change[]): Promise<void> {
    const { board } = this;
    if (!(await this.#ready(targets))) return;
    const changes = distinct(compute());
    if (changes.length === 0) return board.say("Nothing would change: the plan is like this already.");
    // What is wished is compared with the plan, also with what is not saved yet.
    await board.writes.saved();
    try {
      const { id, version } = await send<Proposal>("POST", "/proposals", { title: capitalized(labelOf(board, changes, "pasted")).slice(0, 255), source: "import" });
      const items = changes.map(({ userId, projectId, capabilityId, day, after, tentative }) => ({ userId, projectId, capabilityId, date: formatDay(day), hours: after, tentative }));
      await send("POST", `/assignments?proposal=${id}`, { items }).catch(async (error: unknown) => {
        await send("DELETE", `/proposals/${id}`, undefined, version);
        throw error;
      });
      location.assign(`#${formatPlace({ ...board.place, proposal: id })}`);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      board.say(`Not pasted: ${error.message}`, "error");
    }
  }

  /** refused takes back what the server does not accept. */
  refused({ changes, message, reasons, requestId }: Refusal): void {
    const { board } = this;
    for (const step of this.undoing.forget(new Set(changes.map(slotKey)))) board.forget(step);
    board.model.apply(changes.map(reversed));
    for (const change of changes) board.marks.add("refused", change, reasons.get(slotKey(change)) ?? message);
    board.arrange();
    board.say(`Not saved: ${message}`, "error", { detail: requestId && `Request ${requestId}` });
  }

  /** newer returns the slots that others wrote since a change was made, and asks what becomes of them. It throws Failed. */
  async newer(changes: readonly Change[]): Promise<Change[]> {
    const { board } = this;
    const rows = await this.#rowsOf(changes);
    const now = new Map(rows.map((row) => [slotKey(row), row]));
    const found = changes.filter((change) => {
      const hours = now.get(slotKey(change))?.hours ?? 0;
      return hours !== change.before && hours !== change.after;
    });
    for (const change of found) {
      const { hours: theirs, tentative } = now.get(slotKey(change)) ?? { hours: 0, tentative: false };
      this.conflicts.add({ slot: change, before: change.before, mine: change.after, theirs, actorId: null, kept: "theirs" });
      board.model.setPlanned({ ...change, before: change.after, after: theirs, wasTentative: change.tentative, tentative });
    }
    if (found.length > 0) board.arrange();
    return found;
  }

  /** rowsOf reads the rows of changes as they are now. */
  async #rowsOf(changes: readonly Change[]): Promise<Planned[]> {
    const read = [...Map.groupBy(changes, ({ userId }) => userId)].map(([user_id, list]) => {
      const days = list.map(({ day }) => day);
      return all<HourRow>(this.board.api, "/assignments", { user_id, start_date: formatDay(Math.min(...days)), end_date: formatDay(Math.max(...days)) });
    });
    return (await Promise.all(read)).flat().map(toPlanned);
  }

  /** warned says what the server saved but finds strange: of each step once, with its projects and their days. */
  warned(warnings: readonly Warning[]): void {
    const news = warnings.filter(({ change }) => !this.#quiet.has(slotKey(change)));
    for (const [code, list] of Map.groupBy(news, ({ code }) => code)) {
      for (const step of new Set(list.map(({ change }) => this.undoing.of(change)))) {
        // The server lists some of the rows. Here all of the step are known.
        const text = step && (code === "outside_project_dates" ? outsideOf(this.board, step.changes) : code === "inactive_user" ? inactiveOf(this.board, step.changes) : "");
        if (step && text) this.done(step, text, "warning");
      }
    }
  }
}

/** distinct keeps one change of each slot: targets can overlap, a person, and a line of the same person. */
const distinct = (changes: readonly Change[]): Change[] => [...new Map(changes.map((change) => [slotKey(change), change])).values()];

const gains = (changes: readonly Change[]) => changes.filter(({ before, after }) => after > 0 && after !== before);

/** outsideOf names each project with its dates and the days outside of them. */
function outsideOf({ model, today }: Board, changes: readonly Change[]): string {
  const outside = Map.groupBy(gains(changes).filter(({ projectId, day }) => model.outside(projectId, day)), ({ projectId }) => projectId);
  const named = [...outside].map(([id, list]) => {
    const { name, first, last } = model.projects.get(id)!;
    const days = new Set(list.map(({ day }) => day));
    return `${plural(days.size, "day")} outside the dates of ${name} (${showDays(first, last, today)}): ${listDays(days, today)}`;
  });
  return named.length > 0 ? `${named.join("; ")}.` : "";
}

function inactiveOf({ model }: Board, changes: readonly Change[]): string {
  const people = new Set(gains(changes).flatMap(({ userId }) => model.people.get(userId) ?? []));
  const names = [...people].filter(({ active }) => !active).map(({ name }) => name);
  return names.length > 0 ? `${names.join(", ")} ${names.length > 1 ? "are" : "is"} no longer active.` : "";
}
