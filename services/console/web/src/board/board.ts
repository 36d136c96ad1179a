// The board: its state, and what a person can do with it. It knows no DOM; the view draws
// it, and the shell around shows what it says.

import { Failed, type Api, type Reply, type Session } from "./api";
import { Axis, type Zoom } from "./axis";
import { formatDay, hours as number, mondayOf, parseDay, today, type Day } from "./day";
import type { Ghost, Mark } from "./drawing/scene";
import { arrange, heights, Rows, type Row } from "./layout";
import { Live, type Conflict } from "./live";
import { Loader } from "./load";
import { Model, noSums, slotKey, type Change, type Leave, type Sums } from "./model";
import { formatPlace, isFiltered, noFilter, type Filter, type Place } from "./place";
import * as plan from "./plan";
import { Undo } from "./undo";
import { Writes, type Refusal } from "./writes";

const weeksBefore = 26;
const weeksInAll = 104;
const fadeMillis = 2500;
const collator = new Intl.Collator();

/** Spot is a cell, by the key of its row and a day, so that it survives zoom and reordering. */
export interface Spot {
  key: string;
  day: Day;
}

/** Target is the cells that an edit is about. */
export interface Target {
  userId: string;
  projectId?: string;
  first: Day;
  end: Day;
}

/** Notice is one line that says what happened, with what the person may do about it. */
export interface Notice {
  text: string;
  kind: "info" | "error" | "conflict";
  action?: { label: string; run(): void };
  detail?: string;
}

export type Panel = { kind: "selection" } | { kind: "leave"; id: string } | { kind: "gaps" } | { kind: "help" } | undefined;

/** Editor is an open field: a number for cells, or a plan with hours and a project. */
export type Editor =
  | { kind: "hours"; target: Target; text: string }
  | { kind: "plan"; target: Target; text: string }
  | { kind: "fit"; target: Target; text: string }
  | { kind: "project"; target: Target };

export class Board {
  readonly today = today();
  model: Model;
  axis: Axis;
  rows = new Rows([], heights.comfortable);
  people: string[] = [];
  readonly open = new Set<string>();
  private readonly added = new Map<string, Set<string>>();
  readonly undoing = new Undo();
  readonly writes: Writes;
  loader: Loader;
  private live: Live;

  state: "loading" | "ready" | "failed" = "loading";
  failure: Reply<unknown> | undefined;
  connected = true;
  focus: Spot | undefined;
  anchor: Spot | undefined;
  panel: Panel;
  editor: Editor | undefined;
  notice: Notice | undefined;
  /** The first day of the view, and the day after its last one. */
  first: Day;
  end: Day;
  lastProjectId: string | undefined;
  /** What a drag would do, and where its label is. */
  preview: { ghost?: Ghost; label: string; reasons: string[]; x: number; y: number } | undefined;

  private members: { key: string; ids: Set<string> } | undefined;
  private readonly marked = new Map<string, Mark & { at: number }>();
  readonly refusals = new Map<string, string>();

  private readonly listeners = new Set<() => void>();

  /** subscribe calls a listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onChange(): void {
    for (const listener of this.listeners) listener();
  }

  /** Set by the view. */
  onScrollTo: (spot: { key?: string; day?: Day; center?: boolean }) => void = () => {};

  constructor(readonly api: Api, readonly me: Session, public place: Place) {
    const start = mondayOf(place.day ?? this.today);
    const near = Math.abs(start - this.today) < 7 * weeksBefore;
    this.model = new Model(mondayOf(near ? this.today : start) - 7 * weeksBefore, 7 * weeksInAll);
    this.axis = new Axis(place.zoom, this.model.origin, this.model.days);
    this.first = place.day ?? mondayOf(this.today) - 7;
    this.end = this.first + 13 * 7;
    this.writes = new Writes({ api, onRefused: (refusal) => this.refused(refusal), onState: () => this.onChange() });
    this.loader = new Loader(api, this.model, () => this.later(), (reply) => this.failed(reply));
    this.live = this.newLive();
  }

  private newLive(): Live {
    return new Live({
      api: this.api,
      model: this.model,
      loader: this.loader,
      writes: this.writes,
      onChanged: (slot) => this.mark({ ...slot, kind: "changed" }),
      onConflict: (conflict) => this.conflict(conflict),
      onConnection: (connected) => {
        this.connected = connected;
        this.onChange();
      },
      onChange: () => this.later(),
    });
  }

  /** start loads what is in view and follows the journal. */
  async start(): Promise<void> {
    try {
      await this.loader.directory();
      await this.loader.hours(this.first, this.end);
      this.state = "ready";
      this.failure = undefined;
      this.arrange();
      void this.live.run();
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      this.failed(error.reply);
    }
  }

  stop(): void {
    this.live.stop();
    this.writes.finish();
    clearTimeout(this.arranging);
  }

  retry(): void {
    this.failure = undefined;
    if (this.state !== "ready") {
      this.state = "loading";
      void this.start();
    }
    this.writes.retry();
    this.settle(this.first, this.end, []);
    this.onChange();
  }

  private failed(reply: Reply<unknown>): void {
    this.failure = reply;
    // What is there stays on the screen.
    if (this.state === "loading") this.state = "failed";
    this.onChange();
  }

  // --- What is shown

  private arranging: ReturnType<typeof setTimeout> | undefined;

  /** later arranges once for many changes that come together. */
  private later(): void {
    this.arranging ??= setTimeout(() => {
      this.arranging = undefined;
      this.arrange();
    }, 30);
  }

  /** arrange lists rows again. Cells keep their place. */
  arrange(): void {
    const { filter, grouping, compact } = this.place;
    this.people = [...this.model.people.values()]
      .filter((person) => person.active && this.matches(person.id, filter))
      .sort((a, b) => collator.compare(a.name, b.name))
      .map((person) => person.id);
    const rows = arrange(this.model, { grouping, people: this.people, open: this.open, added: this.added, first: this.first, end: this.end });
    this.rows = new Rows(rows, heights[compact ? "compact" : "comfortable"]);
    if (this.focus && this.rows.indexOf(this.focus.key) < 0) this.focus = this.anchor = undefined;
    this.onChange();
  }

  private matches(userId: string, filter: Filter): boolean {
    const person = this.model.people.get(userId)!;
    if (filter.name && !person.name.toLocaleLowerCase().includes(filter.name.toLocaleLowerCase())) return false;
    if (filter.managerId && !this.model.below(userId, filter.managerId)) return false;
    if (this.memberKey(filter) && this.members?.key === this.memberKey(filter) && !this.members.ids.has(userId)) return false;
    if (!filter.over && !filter.free) return true;
    const sums = this.model.sums(userId, this.first, this.end);
    return !(filter.over && sums.over === 0) && sums.free >= filter.free;
  }

  private memberKey(f: Filter): string {
    return f.projectId || f.clientId || f.capabilityId ? `${f.projectId} ${f.clientId} ${f.capabilityId} ${this.first} ${this.end}` : "";
  }

  /** loadMembers asks who has hours on the project, client or capability of the filter. */
  private async loadMembers(): Promise<void> {
    const filter = this.place.filter;
    const key = this.memberKey(filter);
    if (!key || this.members?.key === key) return;
    const reply = await this.api.get<{ items: { id: string | null }[] }>("/capacity", {
      start_date: formatDay(this.first), end_date: formatDay(Math.min(this.end, this.first + 370) - 1), bucket: "month", group_by: "user",
      project_id: filter.projectId || undefined, client_id: filter.clientId || undefined, capability_id: filter.capabilityId || undefined,
    });
    if (!reply.data) return this.failed(reply);
    this.members = { key, ids: new Set(reply.data.items.flatMap((item) => item.id ?? [])) };
    this.arrange();
  }

  /** settle is called by the view when scrolling has stopped: load what is in view. */
  settle(first: Day, end: Day, people: readonly string[]): void {
    const moved = first !== this.first || end !== this.end;
    [this.first, this.end] = [first, end];
    if (this.state === "loading" || this.state === "failed") return;
    this.place.day = first;
    void this.loader.hours(first - 7, end + 7).catch((error: unknown) => error instanceof Failed && this.failed(error.reply));
    const { grouping } = this.place;
    // Groups by project need the rows of all. A year of rows of everybody in view would be
    // hundreds of calls, so months show the sums of those who are closed.
    if (grouping !== "none" && grouping !== "manager") this.loader.rows([...new Set([...people, ...this.people])], first, end);
    else this.loader.rows(this.axis.zoom === "month" ? [...this.open] : people, first, end);
    void this.loadMembers();
    if (moved && (this.open.size > 0 || isFiltered(this.place.filter))) this.arrange();
    else this.onChange();
  }

  get hash(): string {
    return formatPlace(this.place);
  }

  show(change: Partial<Omit<Place, "filter">>): void {
    this.place = { ...this.place, ...change };
    if (change.zoom) this.zoom(change.zoom);
    this.arrange();
    this.settle(this.first, this.end, this.people.slice(0, 30));
  }

  filter(change: Partial<Filter>): void {
    this.place = { ...this.place, filter: { ...this.place.filter, ...change } };
    this.arrange();
    void this.loadMembers();
  }

  clearFilter(): void {
    this.filter(noFilter());
  }

  private zoom(zoom: Zoom): void {
    const inView = this.focus && this.focus.day >= this.first && this.focus.day < this.end ? this.focus.day : undefined;
    const today = this.today >= this.first && this.today < this.end ? this.today : undefined;
    const day = inView ?? today ?? this.first;
    this.axis = new Axis(zoom, this.model.origin, this.model.days);
    this.onScrollTo({ day });
  }

  /** go shows a day at the left edge, also one that is far from the days that are loaded. */
  go(day: Day): void {
    if (this.model.contains(day)) this.onScrollTo({ day });
    else location.assign(`#${formatPlace({ ...this.place, day })}`);
  }

  toggle(userId: string): void {
    if (!this.open.delete(userId)) {
      this.open.add(userId);
      void this.loader.need([userId], this.first, this.end).catch(() => undefined);
    }
    this.arrange();
  }

  addProject(userId: string, projectId: string): void {
    const set = this.added.get(userId) ?? new Set();
    this.added.set(userId, set.add(projectId));
    this.lastProjectId = projectId;
    this.open.add(userId);
    this.arrange();
    const row = this.rows.list.find((r) => r.kind === "project" && r.userId === userId && r.projectId === projectId);
    if (row) this.select({ key: row.key, day: this.focus?.day ?? this.today });
  }

  // --- Selection

  select(spot: Spot, extend = false): void {
    this.focus = spot;
    if (!extend || !this.anchor) this.anchor = spot;
    this.onChange();
  }

  row(key: string): Row | undefined {
    return this.rows.list[this.rows.indexOf(key)];
  }

  /** selected are the rows and columns of the selection. */
  get selected(): { firstRow: number; lastRow: number; firstColumn: number; lastColumn: number } | undefined {
    if (!this.focus || !this.anchor) return undefined;
    const [a, b] = [this.rows.indexOf(this.anchor.key), this.rows.indexOf(this.focus.key)];
    const [x, y] = [this.axis.columnOf(this.anchor.day), this.axis.columnOf(this.focus.day)];
    if (a < 0 || b < 0) return undefined;
    return { firstRow: Math.min(a, b), lastRow: Math.max(a, b), firstColumn: Math.min(x, y), lastColumn: Math.max(x, y) };
  }

  /** targets are the people and projects of the selection, with its days. */
  get targets(): Target[] {
    const s = this.selected;
    if (!s) return [];
    const [first, end] = [this.axis.first(s.firstColumn), this.axis.end(s.lastColumn)];
    return this.rows.list.slice(s.firstRow, s.lastRow + 1).flatMap((row): Target[] =>
      row.kind === "person" ? [{ userId: row.userId, first, end }] : row.kind === "project" ? [{ userId: row.userId, projectId: row.projectId, first, end }] : []);
  }

  /** sums of the selection. A person counts once. */
  get selectionSums(): Sums & { people: number; cells: number } {
    const sums = noSums();
    const seen = new Set<string>();
    const targets = this.targets;
    const whole = new Set(targets.filter((t) => !t.projectId).map((t) => t.userId));
    for (const target of targets) {
      if (target.projectId && !whole.has(target.userId)) sums.planned += this.model.onProject(target.userId, target.projectId, target.first, target.end);
      if (!target.projectId && !seen.has(target.userId)) this.model.add(sums, target.userId, target.first, target.end);
      seen.add(target.userId);
    }
    const s = this.selected;
    return { ...sums, people: seen.size, cells: s ? (s.lastColumn - s.firstColumn + 1) * (s.lastRow - s.firstRow + 1) : 0 };
  }

  get marks(): Mark[] {
    const now = performance.now();
    const marks: Mark[] = [];
    for (const [key, mark] of this.marked) {
      const strength = mark.kind === "changed" ? 1 - (now - mark.at) / fadeMillis : 1;
      if (strength <= 0) this.marked.delete(key);
      else marks.push({ ...mark, strength });
    }
    return marks;
  }

  get fading(): boolean {
    return [...this.marked.values()].some((mark) => mark.kind === "changed");
  }

  private mark(mark: Omit<Mark, "strength">): void {
    this.marked.set(`${mark.userId} ${mark.projectId} ${mark.day}`, { ...mark, strength: 1, at: performance.now() });
    this.onChange();
  }

  /** says what a mark on a cell means. */
  markText(userId: string, first: Day, end: Day): string | undefined {
    for (const [key, text] of this.refusals) {
      const [user, day] = [key.split(" ")[0], +key.split(" ").at(-1)!];
      if (user === userId && day >= first && day < end) return text;
    }
    return undefined;
  }

  // --- Edits

  /** edit computes changes when the rows they depend on are loaded, and makes them. */
  async edit(label: string, people: readonly string[], first: Day, end: Day, compute: () => Change[]): Promise<boolean> {
    const missing = people.filter((userId) => !this.model.known(userId, first, end));
    if (missing.length > 0) {
      try {
        await this.loader.need(missing, first, end);
      } catch (error) {
        if (error instanceof Failed) this.say({ kind: "error", text: `Not changed: ${error.message}` });
        return false;
      }
    }
    const changes = compute();
    if (changes.length === 0) return false;
    this.undoing.push({ label, changes });
    this.make(changes);
    return true;
  }

  private make(changes: readonly Change[]): void {
    this.model.apply(changes);
    this.writes.push(changes);
    for (const change of changes) {
      const mark = `${change.userId} ${change.projectId} ${change.day}`;
      if (this.marked.get(mark)?.kind !== "changed") this.marked.delete(mark);
      this.refusals.delete(slotKey(change));
    }
    this.arrange();
  }

  undo(): void {
    this.again(this.undoing.undo(), "Undone");
  }

  redo(): void {
    this.again(this.undoing.redo(), "Done again");
  }

  private again(step: { label: string; changes: readonly Change[] } | undefined, done: string): void {
    if (!step) return;
    const same = step.changes.filter((change) => this.model.planned(change) === change.before);
    this.make(same);
    const others = step.changes.length - same.length;
    this.say({ kind: "info", text: others ? `${done}: ${step.label}. ${others} ${others === 1 ? "day was" : "days were"} changed by others and stayed.` : `${done}: ${step.label}.` });
  }

  /** enter writes a number into cells, or asks for what is missing. */
  enter(targets: readonly Target[], hours: number): void {
    const [only] = targets;
    if (!only) return;
    if (hours > plan.dayLimit * (only.end - only.first)) return this.say({ kind: "error", text: `A day has at most 24 hours.` });
    if (targets.length === 1 && !only.projectId) {
      // Which projects the cell has is only known when its rows are loaded.
      if (!this.model.known(only.userId, only.first, only.end)) {
        return void this.loader.need([only.userId], only.first, only.end).then(
          () => this.enter(targets, hours),
          (error: unknown) => this.say({ kind: "error", text: `Not changed: ${String((error as Error).message)}` }));
      }
      const projects = [...this.model.byProject(only.userId, only.first, only.end).keys()];
      if (hours === 0 && projects.length > 0) return this.clear(targets);
      if (projects.length === 0) {
        this.editor = { kind: "plan", target: only, text: number(hours) };
        return this.onChange();
      }
      if (projects.length > 1) return this.expand(only);
    }
    const first = Math.min(...targets.map((t) => t.first)), end = Math.max(...targets.map((t) => t.end));
    void this.edit(`${number(hours)} h`, targets.map((t) => t.userId), first, end, () => targets.flatMap((t) => this.set(t, hours)));
  }

  private set(target: Target, hours: number): Change[] {
    const projectId = target.projectId ?? [...this.model.byProject(target.userId, target.first, target.end).keys()][0] ?? this.lastProjectId;
    if (!projectId) return [];
    // A selection of several columns gets the number in each of them.
    const changes: Change[] = [];
    for (let column = this.axis.columnOf(target.first); column < this.axis.count && this.axis.first(column) < target.end; column++) {
      changes.push(...plan.setTotal(this.model, target.userId, projectId, this.axis.first(column), this.axis.end(column), hours));
    }
    return changes;
  }

  /** expand opens a person whose cell has several projects. */
  private expand(target: Target): void {
    if (!this.open.has(target.userId)) this.toggle(target.userId);
    const [projectId] = this.model.byProject(target.userId, target.first, target.end).keys();
    const row = this.rows.list.find((r) => r.kind === "project" && r.userId === target.userId && r.projectId === projectId);
    if (row) this.select({ key: row.key, day: target.first });
    this.say({ kind: "info", text: "This cell has several projects: edit their lines." });
  }

  plan(target: Target, projectId: string, hours: number, perDay: boolean): void {
    this.lastProjectId = projectId;
    const { userId, first, end } = target;
    void this.edit(`${number(hours)} h ${perDay ? "a day " : ""}on ${this.projectName(projectId)}`, [userId], first, end, () =>
      perDay ? plan.setPerDay(this.model, userId, projectId, first, end, hours) : plan.setTotal(this.model, userId, projectId, first, end, hours));
  }

  fit(target: Target, projectId: string, hours: number): void {
    this.lastProjectId = projectId;
    const { userId, first, end } = target;
    let left = 0;
    void this.edit(`fit ${number(hours)} h of ${this.projectName(projectId)}`, [userId], first, end, () => {
      const fitted = plan.fit(this.model, userId, projectId, hours, first, end);
      left = fitted.left;
      return fitted.changes;
    }).then(() => this.say(left > 0
      ? { kind: "error", text: `${number(hours - left)} of ${number(hours)} h fit. ${number(left)} h are left: there is no more free time in these days.` }
      : { kind: "info", text: `${number(hours)} h fit.` }));
  }

  clear(targets: readonly Target[]): void {
    if (targets.length === 0) return;
    const first = Math.min(...targets.map((t) => t.first)), end = Math.max(...targets.map((t) => t.end));
    void this.edit("removed hours", targets.map((t) => t.userId), first, end, () => dedupe(targets.flatMap((t) => plan.clear(this.model, t.userId, t.first, t.end, t.projectId))));
  }

  move(block: plan.Block, toUserId: string, days: number, copy: boolean): void {
    if (toUserId === block.userId && days === 0) return;
    const first = Math.min(block.first, block.first + days), end = Math.max(block.end, block.end + days);
    void this.edit(copy ? "copied hours" : "moved hours", [block.userId, toUserId], first, end, () => plan.move(this.model, block, toUserId, days, copy));
  }

  extend(block: Required<plan.Block>, first: Day, end: Day, keepTotal: boolean): void {
    void this.edit("new length", [block.userId], Math.min(first, block.first), Math.max(end, block.end), () => plan.extend(this.model, block, first, end, keepTotal));
  }

  /** paste writes a block of a spreadsheet, from the focused cell on. */
  paste(text: string): void {
    const s = this.selected;
    if (!s) return;
    const cells = plan.parseCells(text);
    const targets: { target: Target; hours: number }[] = [];
    cells.forEach((line, i) => {
      const row = this.rows.list[s.firstRow + i];
      if (!row || !("userId" in row) || row.kind === "add") return;
      line.forEach((hours, j) => {
        const column = s.firstColumn + j;
        if (hours === undefined || column >= this.axis.count) return;
        targets.push({ target: { userId: row.userId, projectId: row.kind === "project" ? row.projectId : undefined, first: this.axis.first(column), end: this.axis.end(column) }, hours });
      });
    });
    if (targets.length === 0) return this.say({ kind: "error", text: "There are no hours to paste: copy cells with numbers." });
    const first = Math.min(...targets.map((t) => t.target.first)), end = Math.max(...targets.map((t) => t.target.end));
    let placed = 0;
    void this.edit(`pasted ${targets.length} cells`, targets.map((t) => t.target.userId), first, end, () =>
      targets.flatMap(({ target, hours }) => {
        const projects = target.projectId ? [target.projectId] : [...this.model.byProject(target.userId, target.first, target.end).keys()];
        const projectId = projects.length === 1 ? projects[0] : projects.length === 0 ? this.lastProjectId : undefined;
        if (!projectId) return [];
        placed++;
        return plan.setTotal(this.model, target.userId, projectId, target.first, target.end, Math.min(hours, plan.dayLimit * (target.end - target.first)));
      })).then(() => placed < targets.length && this.say({ kind: "error", text: `${placed} of ${targets.length} cells were pasted. The others have no or several projects: paste into the lines of an open person.` }));
    this.anchor = { key: this.rows.list[s.firstRow]!.key, day: this.axis.first(s.firstColumn) };
    const last = this.rows.list[Math.min(this.rows.list.length - 1, s.firstRow + cells.length - 1)]!;
    this.focus = { key: last.key, day: this.axis.first(Math.min(this.axis.count - 1, s.firstColumn + Math.max(...cells.map((line) => line.length)) - 1)) };
    this.onChange();
  }

  /** copyText is the selection as a spreadsheet reads it. */
  get copyText(): string {
    const s = this.selected;
    if (!s) return "";
    return this.rows.list.slice(s.firstRow, s.lastRow + 1).map((row) => {
      const cells: string[] = [];
      for (let column = s.firstColumn; column <= s.lastColumn; column++) {
        const [first, end] = [this.axis.first(column), this.axis.end(column)];
        const hours = row.kind === "person" ? this.model.sums(row.userId, first, end).planned : row.kind === "project" ? this.model.onProject(row.userId, row.projectId, first, end) : 0;
        cells.push(String(Math.round(hours * 100) / 100));
      }
      return cells.join("\t");
    }).join("\n");
  }

  // --- Leave

  async decide(leave: Leave, approve: boolean, rejectionReason = ""): Promise<boolean> {
    const reply = await this.api.send<unknown>("POST", `/time-off/${leave.id}/${approve ? "approve" : "reject"}`, approve ? undefined : { rejectionReason }, { ifMatch: `"${leave.version}"`, idempotencyKey: crypto.randomUUID() });
    const name = this.model.people.get(leave.userId)?.name ?? "";
    if (reply.status !== 200) {
      this.say({ kind: "error", text: reply.error?.message ?? "The server cannot be reached. The request is still pending." });
      return false;
    }
    this.model.setLeave([{ ...leave, status: approve ? "approved" : "rejected", version: leave.version + 1 }]);
    await this.loader.person(leave.userId).catch(() => undefined);
    this.panel = undefined;
    this.say({ kind: "info", text: `${leave.type} of ${name} ${approve ? "approved" : "rejected"}.` });
    return true;
  }

  /** away lists who else is away in the days of a request. */
  away(leave: Leave): Leave[] {
    return [...this.model.leave.values()].filter((other) => other.id !== leave.id && other.userId !== leave.userId && other.status !== "rejected" && other.first <= leave.last && other.last >= leave.first);
  }

  // --- Gaps

  async gaps(hours: number, first: string, last: string, capabilityId?: string): Promise<{ id: string; name: string; reachedOn: string; free: number }[] | string> {
    const reply = await this.api.get<{ items: { id: string; name: string; reachedOn: string; free: number }[] }>("/capacity/gaps", { hours, start_date: first, end_date: last, capability_id: capabilityId || undefined });
    return reply.data?.items ?? reply.error?.message ?? "The server cannot be reached.";
  }

  reveal(userId: string, date: string): void {
    const row = this.rows.list.find((r) => r.kind === "person" && r.userId === userId);
    if (!row) {
      this.clearFilter();
      return void (this.rows.list.some((r) => r.kind === "person" && r.userId === userId) && this.reveal(userId, date));
    }
    this.select({ key: row.key, day: parseDay(date) });
    this.onScrollTo({ key: row.key, day: parseDay(date), center: true });
  }

  // --- What went wrong

  private refused(refusal: Refusal): void {
    const keys = new Set(refusal.changes.map(slotKey));
    this.undoing.forget(keys);
    this.model.apply(refusal.changes.map((c) => ({ ...c, before: c.after, after: c.before })));
    for (const change of refusal.changes) {
      const reason = refusal.reasons.get(slotKey(change)) ?? refusal.message;
      this.refusals.set(slotKey(change), reason);
      this.mark({ ...change, kind: "refused" });
    }
    this.arrange();
    this.say({ kind: "error", text: `Not saved: ${refusal.message}`, detail: refusal.requestId && `Request ${refusal.requestId}` });
  }

  private conflict(conflict: Conflict): void {
    const { slot, mine, theirs } = conflict;
    this.mark({ ...slot, kind: "conflict" });
    const who = this.model.people.get(conflict.actorId ?? "")?.name ?? "Someone";
    const where = `${this.model.people.get(slot.userId)?.name}, ${this.projectName(slot.projectId)}, ${formatDay(slot.day)}`;
    const set = (hours: number) => () => void this.edit("resolved a conflict", [slot.userId], slot.day, slot.day + 1, () => [{ ...slot, before: this.model.planned(slot), after: hours }]);
    if (conflict.saved) this.say({ kind: "conflict", text: `${who} had set ${number(theirs)} h for ${where}, and your ${number(mine)} h replaced them.`, action: { label: `Restore ${number(theirs)} h`, run: set(theirs) } });
    else this.say({ kind: "conflict", text: `${who} set ${number(theirs)} h for ${where}, while you set ${number(mine)} h. Theirs is kept.`, action: { label: `Use my ${number(mine)} h`, run: set(mine) } });
  }

  say(notice: Notice | undefined): void {
    this.notice = notice;
    this.onChange();
  }

  projectName(id: string): string {
    return this.model.projects.get(id)?.name ?? "a project";
  }
}

function dedupe(changes: Change[]): Change[] {
  return [...new Map(changes.map((change) => [slotKey(change), change])).values()];
}
