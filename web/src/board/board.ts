// The board: what it shows, and what is selected. It knows no DOM: the view draws it, and the
// components around show its panels, editors and notices. What a person does to hours is in
// edits.ts; the rows and the sums are in layout.ts and model.ts.

import type { Privacy } from "../api/records";
import { Failed, type Api, type Reply, type Session } from "./api";
import { Axis, type Zoom } from "./axis";
import { barKey, Bars, type Bar, type Span } from "./bars";
import { mondayOf, today, type Day } from "./day";
import type { Ghost } from "./drawing/scene";
import type { Edits, Target } from "./edits";
import { Groups } from "./groups";
import { arrange, heights, Rows, type Row, type Window } from "./layout";
import { Live } from "./live";
import { Loader } from "./load";
import { Marks } from "./marks";
import { Model, noSums, type Slot, type Sums } from "./model";
import { listPeople } from "./people";
import type { Role } from "./plan";
import { formatPlace, isFiltered, noFilter, type Filter, type Place } from "./place";
import { Writes } from "./writes";

const weeksBefore = 26;
const weeksInAll = 104;

/** Spot is a cell, by the key of its row and a day, so that it survives zoom and reordering. */
export interface Spot {
  key: string;
  day: Day;
}

/** Notice is one line that says what happened, with what the person may do about it. */
export interface Notice {
  text: string;
  kind: "info" | "error" | "conflict" | "warning";
  action?: { label: string; run(): void };
  detail?: string;
  /** What it is about. A later notice about the same replaces it. */
  of?: object;
}

export type Panel = { kind: "selection" } | { kind: "leave"; id: string } | { kind: "gaps" } | { kind: "help" } | { kind: "candidates"; id: string } | undefined;

/** Editor is an open field: a number for cells, or a form for a plan, a bar, or hours from a spreadsheet. */
export type Editor =
  /** Without a text, the field has the hours of its cell, if it is the only one. */
  | { kind: "hours"; targets: readonly Target[]; text?: string }
  | { kind: "plan" | "fit"; targets: readonly Target[]; text?: string | number }
  | { kind: "project"; targets: readonly Target[] }
  | { kind: "timeOff"; targets: readonly Target[] }
  | { kind: "bar"; bar: Bar; repeat?: boolean }
  /** A person takes hours of an open role, and not all of them fit. */
  | { kind: "fill"; targets: readonly Target[]; role: Role }
  | { kind: "paste"; targets: readonly Target[]; cells: readonly (Target & { hours: number })[]; proposes: boolean };

/** Menu is the open menu of a bar, or of the selected cells: the day that was clicked, and the place of the click in the pane. */
export interface Menu {
  bar?: Bar;
  day: Day;
  x: number;
  y: number;
}

/** Card describes a cell in lines of text, of which the first is the title. The other fields are the place of the cell in the pane. */
export interface Card {
  lines: string[];
  x: number;
  y: number;
  height: number;
  /** again makes it anew when rows have changed, if its cell is still there. */
  again(): Card | undefined;
}

export class Board {
  /** The board stays open over midnight. */
  get today(): Day {
    return today();
  }

  readonly model: Model;
  axis: Axis;
  rows = new Rows([], heights.comfortable);
  /** The people that are shown, and those whose projects are. */
  people: string[] = [];
  readonly open = new Set<string>();
  readonly #added = new Map<string, Set<string>>();
  /** edits is what a person does to hours. Its code comes after the first view, see edit. */
  edits!: Edits;
  readonly bars: Bars;
  /** The bars that are selected, or a part of one. */
  picked: readonly Bar[] = [];
  menu: Menu | undefined;
  readonly marks = new Marks();
  readonly writes: Writes;
  readonly loader: Loader;
  /** The sums of groups. */
  readonly groups: Groups;
  readonly #live: Live;

  state: "loading" | "ready" | "failed" = "loading";
  failure: Reply<unknown> | undefined;
  connected = true;
  /** The project that the person planned last. */
  lastProjectId: string | undefined;
  focus: Spot | undefined;
  anchor: Spot | undefined;
  /** Of the selected cells, only these days are meant. */
  within: Span | undefined;
  /** The ranges of cells that are selected besides the one from anchor to focus. */
  also: readonly { anchor: Spot; focus: Spot }[] = [];
  panel: Panel;
  editor: Editor | undefined;
  /** What has happened, the newest last. */
  notices: readonly Notice[] = [];
  /** Whether the reader may change the proposal that is shown. */
  wishing = false;
  /** Reads the proposal again: others have changed a slot that it wishes, or that this page has written. */
  onWished: (slot: Slot) => void = () => {};
  /** What is shown of a cell. */
  card: Card | undefined;
  /** The first day of the columns in view, the day after their last one, and the people on the screen. */
  first: Day;
  end: Day;
  /** The days in view. The first and the last column may be half out of it. */
  seen: Span;
  inView: readonly string[] = [];
  /** The projects whose rows are on the screen. */
  #projects: readonly string[] = [];
  /** What a drag would do, and where its label is. */
  preview: { ghost?: Ghost; label: string; reasons: string[]; x: number; y: number } | undefined;

  #show = () => {};
  /** shown resolves when the first view is loaded. */
  readonly shown = new Promise<void>((resolve) => (this.#show = resolve));

  readonly #listeners = new Set<() => void>();

  /** subscribe calls a listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onChange(): void {
    for (const listener of this.#listeners) listener();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#rest(), 80);
  }

  #resting: ReturnType<typeof setTimeout> | undefined;

  /** rest loads the rows of an open request, or of a selection that no longer changes: it may be edited next. */
  #rest(): void {
    const leave = this.panel?.kind === "leave" && this.model.leave.get(this.panel.id);
    const targets = leave ? [{ ...leave, end: leave.last + 1 }] : this.targets.slice(0, 20);
    if (targets[0]) void this.loader.need(targets.map((t) => t.userId), targets[0].first, targets[0].end).catch(() => undefined);
  }

  /** Set by the view. */
  onScrollTo: (spot: { key?: string; day?: Day; center?: boolean }) => void = () => {};

  constructor(readonly api: Api, readonly me: Session, public place: Place) {
    const start = mondayOf(place.day ?? this.today);
    const near = Math.abs(start - this.today) < 7 * weeksBefore;
    const model = new Model(mondayOf(near ? this.today : start) - 7 * weeksBefore, 7 * weeksInAll);
    this.model = model;
    this.bars = new Bars(model, this);
    this.axis = new Axis(place.zoom, model.origin, model.days);
    this.first = place.day ?? mondayOf(this.today) - 7;
    this.end = this.first + 13 * 7;
    this.seen = { first: this.first, end: this.end };
    const writes = new Writes({ api, onRefused: (refusal) => this.edit((edits) => edits.refused(refusal)), onWarned: (warnings) => this.edit((edits) => edits.warned(warnings)), newer: async (changes) => this.edits?.newer(changes), onState: () => this.onChange() });
    const loader = new Loader(api, model, writes, () => this.#later(), Boolean(place.proposal));
    this.groups = new Groups(model, loader, () => this.#later());
    this.writes = writes;
    this.loader = loader;
    this.#live = new Live({
      api, model, loader, writes,
      onChanged: (slot) => this.marks.add("changed", slot),
      onEvent: () => this.groups.refresh(),
      onWished: place.proposal ? (slot) => this.onWished(slot) : undefined,
      onConflict: (conflict) => this.edit((edits) => edits.conflicts.add(conflict)),
      onConnection: (connected) => {
        this.connected = connected;
        if (connected && this.failure?.status === 0) this.retry();
        this.onChange();
      },
      onChange: () => this.#later(),
    });
  }

  /** writerOf is who else wrote a slot last, since the board was opened. */
  writerOf(slot: Slot): string | null | undefined {
    return this.#live.writerOf(slot);
  }

  readonly #editing: ((edits: Edits) => void)[] = [];

  /** edit calls act with the edits, when their code is there. */
  edit(act: (edits: Edits) => void): void {
    if (this.edits) act(this.edits);
    else this.#editing.push(act);
  }

  /** begin sets the edits, and makes those that have waited. */
  begin(edits: Edits): void {
    this.edits = edits;
    for (const act of this.#editing.splice(0)) act(edits);
  }

  /** start loads what is in view and follows the journal. */
  async start(): Promise<void> {
    try {
      await Promise.all([this.loader.directory(), this.loader.hours(this.first, this.end), this.#readPrivacy()]);
      this.state = "ready";
      this.failure = undefined;
      this.arrange();
      void this.#live.run();
    } catch (error) {
      this.#failedWith(error);
    }
  }

  /** readPrivacy asks whose utilization the reader may see: of everybody, or of those below. Admins see all. */
  async #readPrivacy(): Promise<void> {
    if (this.me.role === "admin") return;
    const { data } = await this.api.get<Privacy>("/organization/privacy");
    if (data?.utilization === "managers") this.model.hide(this.me.actorUserId);
  }

  stop(): void {
    this.#live.stop();
    this.writes.finish();
    clearTimeout(this.#arranging);
    clearTimeout(this.#resting);
  }

  retry(): void {
    this.failure = undefined;
    if (this.state !== "ready") {
      this.state = "loading";
      void this.start();
    }
    this.writes.retry();
    this.settle(this.first, this.end);
    this.onChange();
  }

  readonly #failedWith = (error: unknown): void => {
    if (!(error instanceof Failed)) throw error;
    this.#failed(error.reply);
  };

  #failed(reply: Reply<unknown>): void {
    this.failure = reply;
    // What is there stays on the screen.
    if (this.state === "loading") this.state = "failed";
    this.onChange();
  }

  // --- What is shown

  #arranging: ReturnType<typeof setTimeout> | undefined;

  /** later arranges once for many changes that come together. */
  #later(): void {
    this.#arranging ??= setTimeout(() => {
      this.#arranging = undefined;
      this.arrange();
    }, 30);
  }

  /** arrange lists rows again. Cells keep their place. */
  arrange(): void {
    const { filter, grouping } = this.place;
    const { first, end, open } = this;
    this.model.counting = this.place.tentative;
    this.people = listPeople(this.model, filter, this.axis, first, end);
    this.#stack(arrange(this.model, { grouping, people: this.people, open, added: this.#added, first, end }));
    this.picked = this.picked.flatMap((bar) => this.bars.part(bar, bar.first, bar.end) ?? []);
    if (this.focus && this.rows.indexOf(this.focus.key) < 0) {
      this.focus = this.anchor = undefined;
      this.also = [];
    }
    this.card = this.card?.again();
    this.onChange();
  }

  /** #stack makes rows as high as their bars in view. */
  #stack(list: readonly Row[]): void {
    this.rows = new Rows(list, heights[this.place.compact ? "compact" : "comfortable"], (row) => {
      // A line of a project is as high as its bars before they are loaded.
      const lanes = this.barred ? this.bars.inRow(row).length : 0;
      return this.barred && row.kind === "project" && row.named ? Math.max(1, lanes) : lanes;
    });
  }

  /** loaded reports whether the hours of the days from first to before end are there: what is not yet there looks like no sum. */
  loaded(first = this.first, end = this.end): boolean {
    return this.state === "ready" && this.loader.loaded(first, Math.min(end, this.model.end));
  }

  /** loadedOf reports the same of what a row sums: a line also needs its rows or shares, and a group by project, client or capability its own sums. */
  loadedOf(row: Row, first = this.first, end = this.end): boolean {
    const { model, axis, groups } = this;
    if (!this.loaded(first, end)) return false;
    if (row.kind === "project") return model.known(row.userId, first, end, row.projectId) || model.shares.project.loaded(first, end);
    return row.kind !== "group" || !row.id || row.grouping === "manager" || groups.loaded(axis, first, end);
  }

  /** barred reports whether people have bars: not in compact rows, and not in the heat map. */
  get barred(): boolean {
    return !this.place.compact && !this.place.heat;
  }

  /** settle is called by the view when scrolling has stopped: load what is in view. */
  settle(first: Day, end: Day, people = this.inView, projects = this.#projects, seen = this.seen): void {
    const moved = first !== this.first || end !== this.end, scrolled = seen.first !== this.seen.first || seen.end !== this.seen.end;
    if (scrolled) this.seen = seen;
    [this.first, this.end, this.inView, this.#projects] = [first, end, people, projects];
    if (this.state !== "ready") return;
    this.place.day = first;
    void this.loader.hours(first - 7, end + 7).catch(this.#failedWith);
    void this.loader.shares(this.axis, first, end).catch(this.#failedWith);
    const { grouping, filter } = this.place;
    // Lines of groups say which hours are tentative, without bars too.
    const rows = [this.loader.need([...this.open, ...(this.barred ? people : [])], first, end), this.loader.need(projects, first, end, "project_id")];
    void Promise.all(rows).catch(this.#failedWith).then(this.#show);
    void this.groups.load(grouping, this.axis, first, end).catch(this.#failedWith);
    if (grouping === "capability") for (const id of this.model.capabilities.keys()) void this.loader.skilled(id).catch(this.#failedWith);
    this.#loadSkilled();
    if (moved && (this.open.size > 0 || grouping !== "none" || isFiltered(filter))) return this.arrange();
    if (scrolled && this.barred) this.#stack(this.rows.list);
    this.onChange();
  }

  /** loadSkilled loads who has the skills of the filter. */
  #loadSkilled(): void {
    const { capabilityIds, level } = this.place.filter;
    for (const id of capabilityIds) void this.loader.skilled(id, level).catch(this.#failedWith);
  }

  get hash(): string {
    return formatPlace(this.place);
  }

  show(change: Partial<Omit<Place, "filter">>): void {
    this.place = { ...this.place, ...change };
    if (change.zoom) this.#zoom(change.zoom);
    this.arrange();
    this.settle(this.first, this.end);
  }

  filter(change: Partial<Filter>): void {
    this.place = { ...this.place, filter: { ...this.place.filter, ...change } };
    this.arrange();
    this.#loadSkilled();
  }

  clearFilter(): void {
    this.filter(noFilter());
  }

  /** zoom keeps the focused day in view, and else today. */
  #zoom(zoom: Zoom): void {
    const day = [this.focus?.day, this.today].find((day) => day !== undefined && day >= this.first && day < this.end) ?? this.first;
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
    this.#added.set(userId, (this.#added.get(userId) ?? new Set()).add(projectId));
    this.lastProjectId = projectId;
    this.open.add(userId);
    this.arrange();
    this.selectLine(userId, projectId, this.focus?.day ?? this.today);
  }

  /** addTo asks which project to add to a person. */
  addTo(userId: string): void {
    const targets = [{ userId, first: this.first, end: this.end }];
    if (this.mayPlanAll(targets)) this.showEditor({ kind: "project", targets });
  }

  showPanel(panel: Panel): void {
    this.panel = panel;
    this.onChange();
  }

  showEditor(editor: Editor | undefined): void {
    this.editor = editor;
    this.onChange();
  }

  /** say adds a notice. One without an action replaces the same one. */
  say(text: string, kind: Notice["kind"] = "info", more?: Pick<Notice, "action" | "detail" | "of">): void {
    this.forget(more?.of);
    this.notices = [...this.notices.filter((notice) => notice.action || notice.text !== text), { text, kind, ...more }];
    this.onChange();
  }

  /** forget closes the notices about something. */
  forget(of?: object): void {
    if (of) this.notices = this.notices.filter((notice) => notice.of !== of);
  }

  /** dismiss closes a notice, or the newest one. */
  dismiss(notice = this.notices.at(-1)): void {
    this.notices = this.notices.filter((other) => other !== notice);
    this.onChange();
  }

  personName(id: string): string {
    return this.model.people.get(id)?.name ?? "a person";
  }

  projectName(id: string): string {
    return this.model.projects.get(id)?.name ?? "a project";
  }

  // --- Rights

  /** mayPlan reports whether the reader may write planned hours of a person: on a project, or on some project. The server decides. */
  mayPlan(userId: string, projectId?: string): boolean {
    const { model, me: { actorUserId, scopes } } = this;
  if (this.place.proposal) return this.wishing;
    if (!scopes.includes("write:assignments")) return false;
    if (model.people.get(actorUserId)?.role === "admin" || model.below(userId, actorUserId)) return true;
    return projectId === undefined ? this.#managesProjects : model.projects.get(projectId)?.managerId === actorUserId;
  }

  get #managesProjects(): boolean {
    return [...this.model.projects.values()].some(({ managerId }) => managerId === this.me.actorUserId);
  }

  /** plans reports whether there is anybody for whom the reader may plan. */
  get plans(): boolean {
    if (this.place.proposal) return this.wishing;
    const { model, me: { actorUserId } } = this;
    const leads = [...model.people.values()].some(({ managerId }) => managerId === actorUserId);
    return this.mayPlan(actorUserId) || (leads && this.me.scopes.includes("write:assignments"));
  }

  /** mayPlanAll reports whether the reader may plan in cells, and says so if not. */
  mayPlanAll(targets: readonly Target[]): boolean {
    const refused = targets.find(({ userId, projectId }) => !this.mayPlan(userId, projectId));
    if (refused) this.say(`You may look at ${this.personName(refused.userId)}’s plan, but not change it. That is up to their manager.`);
    return !refused;
  }

  // --- Selection

  /** pick selects a bar alone, or adds it to those that are selected or takes it away. */
  pick(bar: Bar, more = false): void {
    const others = this.picked.filter((other) => barKey(other) !== barKey(bar));
    this.picked = more ? (others.length < this.picked.length ? others : [...others, bar]) : [bar];
    this.onChange();
  }

  showMenu(menu: Menu | undefined): void {
    this.menu = menu;
    this.onChange();
  }

  select(spot: Spot, extend = false): void {
    this.picked = [];
    this.within = undefined;
    this.focus = spot;
    this.card = undefined;
    if (!extend) this.also = [];
    if (!extend || !this.anchor) this.anchor = spot;
    this.onChange();
  }

  /** selectMore begins another range of cells, and keeps those that are selected. */
  selectMore(spot: Spot): void {
    const { anchor, focus } = this;
    const also = anchor && focus ? [...this.also, { anchor, focus }] : [];
    this.select(spot);
    this.also = also;
  }

  selectRange(anchor: Spot, focus: Spot): void {
    this.also = [];
    this.anchor = anchor;
    this.select(focus, true);
  }

  /** selectLine selects a day of a project of an open person. */
  selectLine(userId: string, projectId: string, day: Day): void {
    const row = this.rows.list[this.lineOf(userId, projectId)];
    if (row) this.select({ key: row.key, day });
  }

  /** lineOf is the index of the row of a project of an open person, or -1. */
  lineOf(userId: string, projectId: string | undefined): number {
    return this.rows.list.findIndex((row) => row.kind === "project" && row.userId === userId && row.projectId === projectId);
  }

  row(key: string): Row | undefined {
    return this.rows.list[this.rows.indexOf(key)];
  }

  /** focused is the row with the focus. */
  get focused(): Row | undefined {
    return this.focus && this.row(this.focus.key);
  }

  /** selected are the rows and columns of the selection. */
  get selected(): Window | undefined {
    return this.focus && this.anchor && this.#window(this.anchor, this.focus);
  }

  /** ranges are the rows and columns of all selected cells, the latest ones last. */
  get ranges(): Window[] {
    return [...this.also.map(({ anchor, focus }) => this.#window(anchor, focus)), this.selected].filter((window) => window !== undefined);
  }

  #window(anchor: Spot, focus: Spot): Window | undefined {
    const [a, b] = [this.rows.indexOf(anchor.key), this.rows.indexOf(focus.key)];
    const [x, y] = [this.axis.columnOf(anchor.day), this.axis.columnOf(focus.day)];
    if (a < 0 || b < 0) return undefined;
    return { firstRow: Math.min(a, b), lastRow: Math.max(a, b), firstColumn: Math.min(x, y), lastColumn: Math.max(x, y) };
  }

  /** targets are the people and projects of the selection, with its days. */
  get targets(): Target[] {
    const { first: from, end: to } = this.within ?? { first: 0, end: Infinity };
    return this.ranges.flatMap((s) => {
      const [first, end] = [Math.max(from, this.axis.first(s.firstColumn)), Math.min(to, this.axis.end(s.lastColumn))];
      return this.rows.list.slice(s.firstRow, s.lastRow + 1).flatMap((row): Target[] =>
        row.kind === "person" ? [{ userId: row.userId, first, end }] : row.kind === "project" ? [{ userId: row.userId, projectId: row.projectId, first, end }] : []);
    });
  }

  /** blocks are the selected bars, or else the selected cells. */
  get blocks(): readonly Target[] {
    return this.picked.length > 0 ? this.picked : this.targets;
  }

  /** sums of the selection. A person counts once. */
  get selectionSums(): Sums & { people: number; cells: number } {
    const sums = noSums();
    const { targets } = this;
    const seen = new Set<string>(), people = new Set<string>();
    const whole = new Set(targets.filter((target) => !target.projectId).map((target) => target.userId));
    for (const { userId, projectId, first, end } of targets) {
      if (projectId && !whole.has(userId)) sums.planned += this.model.onProject(userId, projectId, first, end);
      if (!projectId && !seen.has(`${userId} ${first}`)) this.model.add(sums, userId, first, end);
      seen.add(`${userId} ${first}`);
      people.add(userId);
    }
    const cells = this.ranges.reduce((sum, s) => sum + (s.lastColumn - s.firstColumn + 1) * (s.lastRow - s.firstRow + 1), 0);
    return { ...sums, people: people.size, cells };
  }
}
