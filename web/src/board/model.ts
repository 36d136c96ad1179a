// What the board shows: people, projects, leave, and hours of each day. Hours are columns
// (typed arrays over the days of the horizon), so that sums over weeks and months are loops
// over numbers. Nothing here knows the screen or the network.

import { Axis } from "./axis";
import type { Day } from "./day";
import { Shares, type Split } from "./shares";

/** The series that the server computes for each user and day, see GET /capacity. */
export const series = ["contracted", "holiday", "timeOff", "availability", "pendingTimeOff", "planned", "tentative", "actual", "unfilled"] as const;
export type Series = (typeof series)[number];

export interface Person {
  id: string;
  name: string;
  country: string | null;
  managerId: string | null;
  active: boolean;
  role: "admin" | "manager" | "member";
  /** A placeholder is work that has no person yet. */
  placeholder: boolean;
}

export type ProjectStatus = "draft" | "planned" | "active" | "completed" | "cancelled";

export interface Project {
  id: string;
  name: string;
  clientId: string;
  clientName: string;
  status: ProjectStatus;
  managerId: string | null;
  first: Day;
  last: Day;
  /** One of the colours of projects, 0 to 11. */
  color: number;
}

export interface Leave {
  id: string;
  userId: string;
  type: string;
  first: Day;
  last: Day;
  /** Hours that are still worked on each day. */
  availability: number;
  status: "pending" | "approved" | "rejected";
  reason: string | null;
  version: number;
}

export interface Named {
  id: string;
  name: string;
  isActive: boolean;
}

/** Slot is the key of planned hours. */
export interface Slot {
  userId: string;
  projectId: string;
  capabilityId: string | null;
  day: Day;
}

/** skillKey is the key of the people who have a capability at a level or a higher one. */
export const skillKey = (capabilityId: string, level: number): string => `${capabilityId} ${level}`;

/** Change is planned hours of a slot before and after an edit, and whether they are tentative. */
export interface Change extends Slot {
  before: number;
  after: number;
  wasTentative: boolean;
  tentative: boolean;
}

/** reversed takes back a change. */
export const reversed = (c: Change): Change => ({ ...c, before: c.after, after: c.before, wasTentative: c.tentative, tentative: c.wasTentative });

export const slotKey = (s: Slot): string => `${s.userId} ${s.projectId} ${s.capabilityId ?? ""} ${s.day}`;

/** Planned is hours of a slot, as the API has them. */
export interface Planned extends Slot {
  hours: number;
  tentative: boolean;
}

/** Wish is what a proposal would change: the hours of a slot in the live plan, and in the proposal. */
export interface Wish {
  slot: Slot;
  live: number;
  hours: number;
}

/** Line is the hours that a person has on a project with a capability, by day. */
export interface Line {
  projectId: string;
  capabilityId: string | null;
  hours: Float64Array;
  /** 1 on days whose hours are tentative. */
  tentative: Uint8Array;
}

/**
 * Sums are the hours of a cell. used is what counts against availability: planned hours, and tentative ones if they are
 * counted. free and over are sums of what each day of each person has, as in the API. availability, used, free and over
 * are those of the people whose utilization the reader may see.
 */
export type Sums = Record<Series | "used" | "free" | "over", number>;

export const noSums = (): Sums => ({ contracted: 0, holiday: 0, timeOff: 0, availability: 0, pendingTimeOff: 0, planned: 0, tentative: 0, actual: 0, unfilled: 0, used: 0, free: 0, over: 0 });

/** hiding is why nothing is said of how full somebody is. */
export const hiding = "The organization shows how full people are to their managers only.";

/** excess is by how many hours a cell of a person is over as a whole: a day that has too much can be made up for by another one. Less than what hours() shows is none: sums of 7.6 hours are not exact. */
export const excess = ({ used, availability }: Sums): number => (used - availability < 0.005 ? 0 : used - availability);

/** What a proposal changes: the hours of the live plan are beside those that it would make. */
const ofPlan = ["planned", "tentative", "unfilled"] as const;

interface Hours {
  columns: Record<Series, Float32Array>;
  /** In a proposal, the hours of the live plan. */
  live?: Record<(typeof ofPlan)[number], Float32Array>;
  lines: Line[];
  /** Whether the lines of a day are known. */
  known: Uint8Array;
  /** Counts changes of the lines and of the days on which the person works. */
  revision: number;
}

export class Model {
  readonly people = new Map<string, Person>();
  readonly projects = new Map<string, Project>();
  readonly capabilities = new Map<string, Named>();
  readonly leave = new Map<string, Leave>();
  /** The capabilities of people, and who has a capability at a level or a higher one, as far as they are loaded. */
  readonly levels = new Map<string, readonly { capabilityId: string; level: number }[]>();
  readonly skilled = new Map<string, ReadonlySet<string>>();
  /** Names of holidays by country and day. */
  readonly holidays = new Map<string, string>();
  /** Counts changes, for caches and frames. */
  revision = 0;
  /** Counts changes of hours: what was asked before one may lack it. */
  edits = 0;
  shares!: Record<Split, Shares>;
  /** The people of whom the reader may only see the plan. */
  readonly hidden = new Set<string>();
  #hiddenFrom = "";
  /** Called with what an edit adds to the hours of a slot. */
  onMove: (slot: Slot, to: "planned" | "tentative" | "unfilled", by: number, seq: number) => void = () => {};
  #counting = false;

  /** What the proposal that is shown would change, by the keys of slots. */
  wishes: ReadonlyMap<string, Wish> = new Map();

  readonly #hours = new Map<string, Hours>();
  /** Whether all lines of a project on a day are known, of whomever. */
  readonly #ofProject = new Map<string, Uint8Array>();
  #leaveOf = new Map<string, Leave[]>();
  /** For each day the number of the last event that the columns include. */
  readonly asOf: Float64Array;

  /** The horizon is the days from origin on; hours of other days are not kept. */
  constructor(readonly origin: Day, readonly days: number) {
    this.asOf = new Float64Array(days);
    this.divide(new Axis("week", origin, days));
  }

  /** divide forgets the shares, and keeps those of another axis from now on. */
  divide(axis: Axis): void {
    this.shares = { project: new Shares(axis), capability: new Shares(axis) };
  }

  /** Whether tentative hours count as planned in what is free and over. */
  get counting(): boolean {
    return this.#counting;
  }

  set counting(counting: boolean) {
    if (counting !== this.#counting) this.revision++;
    this.#counting = counting;
  }

  /** includes reports whether the columns of a day certainly include an event. */
  includes(seq: number, day: Day): boolean {
    return seq <= this.asOf[day - this.origin]!;
  }

  get end(): Day {
    return this.origin + this.days;
  }

  setPeople(people: Person[]): void {
    this.people.clear();
    for (const person of people) this.people.set(person.id, person);
    if (this.#hiddenFrom) this.hide(this.#hiddenFrom);
    this.revision++;
  }

  setProjects(projects: (Omit<Project, "color"> & { color?: number })[]): void {
    this.projects.clear();
    // Neighbours in time get different colours, if nobody has chosen one: the order of creation is that of the list.
    projects.forEach((project, i) => this.projects.set(project.id, { ...project, color: project.color ?? i % 12 }));
    this.revision++;
  }

  setLeave(requests: Leave[]): void {
    for (const request of requests) this.leave.set(request.id, request);
    this.#indexLeave();
  }

  removeLeave(id: string): void {
    this.leave.delete(id);
    this.#indexLeave();
  }

  #indexLeave(): void {
    const shown = [...this.leave.values()].filter(({ status }) => status !== "rejected");
    this.#leaveOf = Map.groupBy(shown.sort((a, b) => a.first - b.first), ({ userId }) => userId);
    this.revision++;
  }

  /** leaveIn lists pending and approved requests of a person that overlap the days. */
  leaveIn(userId: string, from: Day, to: Day): Leave[] {
    return (this.#leaveOf.get(userId) ?? []).filter((request) => request.first < to && request.last >= from);
  }

  holidayOf(userId: string, day: Day): string | undefined {
    const country = this.people.get(userId)?.country;
    return country ? this.holidays.get(`${country} ${day}`) : undefined;
  }

  #of(userId: string): Hours {
    let hours = this.#hours.get(userId);
    if (!hours) {
      const columns = {} as Record<Series, Float32Array>;
      for (const name of series) columns[name] = new Float32Array(this.days);
      this.#hours.set(userId, (hours = { columns, lines: [], known: new Uint8Array(this.days), revision: 0 }));
    }
    return hours;
  }

  /** setColumn stores a series of one person, from a day on. */
  setColumn(userId: string, name: Series, from: Day, values: ArrayLike<number>): void {
    const hours = this.#of(userId), column = hours.columns[name];
    const start = Math.max(0, this.origin - from);
    const end = Math.min(values.length, this.end - from);
    for (let i = start; i < end; i++) column[from - this.origin + i] = values[i]!;
    hours.revision++;
    this.revision++;
  }

  /** setLive stores a series of one person in the live plan, which has the name that GET /capacity gives it, and reports whether it is one. */
  setLive(userId: string, name: string, from: Day, values: ArrayLike<number>): boolean {
    const of = ofPlan.find((one) => name === `live${one[0]!.toUpperCase()}${one.slice(1)}`);
    if (!of) return false;
    const hours = this.#of(userId), column = () => new Float32Array(this.days);
    hours.live ??= { planned: column(), tentative: column(), unfilled: column() };
    for (let i = Math.max(0, this.origin - from); i < Math.min(values.length, this.end - from); i++) hours.live[of][from - this.origin + i] = values[i]!;
    this.revision++;
    return true;
  }

  /** revisionOf changes if the lines of a person do, or the days on which the person works. */
  revisionOf(userId: string): number {
    return this.#hours.get(userId)?.revision ?? 0;
  }

  /** value is one series on one day. */
  value(userId: string, name: Series, day: Day): number {
    return this.#hours.get(userId)?.columns[name][day - this.origin] ?? 0;
  }

  /** hides reports whether the reader may not see how full a person is: then the plan is all that is known. */
  hides(userId: string): boolean {
    return this.hidden.has(userId);
  }

  /** hide hides how full people are from a reader, except the reader and the people below. Admins see all. */
  hide(readerId: string): void {
    this.#hiddenFrom = readerId;
    this.hidden.clear();
    if (this.people.get(readerId)?.role === "admin") return;
    for (const { id, placeholder } of this.people.values()) if (!placeholder && id !== readerId && !this.below(id, readerId)) this.hidden.add(id);
    this.revision++;
  }

  /** free is availability without what is planned, and negative if too much is planned. */
  free(userId: string, day: Day): number {
    if (this.hides(userId)) return 0;
    return this.value(userId, "availability", day) - this.value(userId, "planned", day);
  }

  /** add adds the hours of a person in the days from first to before end to sums: in the plan that is shown, or in the live one. */
  add(sums: Sums, userId: string, first: Day, end: Day, live = false): void {
    const hours = this.#hours.get(userId);
    if (!hours) return;
    const c = live ? { ...hours.columns, ...hours.live } : hours.columns;
    const stop = Math.min(end - this.origin, this.days), hidden = this.hides(userId);
    for (let i = Math.max(0, first - this.origin); i < stop; i++) {
      const planned = c.planned[i]!;
      sums.contracted += c.contracted[i]!;
      sums.holiday += c.holiday[i]!;
      sums.timeOff += c.timeOff[i]!;
      sums.pendingTimeOff += c.pendingTimeOff[i]!;
      sums.planned += planned;
      sums.tentative += c.tentative[i]!;
      sums.actual += c.actual[i]!;
      sums.unfilled += c.unfilled[i]!;
      if (hidden) continue;
      const availability = c.availability[i]!, used = this.#counting ? planned + c.tentative[i]! : planned;
      sums.availability += availability;
      sums.used += used;
      if (used > availability) sums.over += used - availability;
      else sums.free += availability - used;
    }
  }

  sums(userId: string, first: Day, end: Day): Sums {
    const sums = noSums();
    this.add(sums, userId, first, end);
    return sums;
  }

  /** sumsOf adds up the hours of people: in the plan that is shown, or in the live one. */
  sumsOf(people: readonly string[], first: Day, end: Day, live = false): Sums {
    const sums = noSums();
    for (const userId of people) this.add(sums, userId, first, end, live);
    return sums;
  }

  /** differs reports whether a proposal is shown that may change the hours of a person. */
  differs(userId: string): boolean {
    return Boolean(this.#hours.get(userId)?.live);
  }

  lines(userId: string): readonly Line[] {
    return this.#hours.get(userId)?.lines ?? [];
  }

  /** known reports whether the lines of a person, or those on a project, are loaded for all days of the horizon in the range. */
  known(userId: string, first: Day, end: Day, projectId = ""): boolean {
    const of = this.#hours.get(userId)?.known, all = this.#ofProject.get(projectId);
    const stop = Math.min(end - this.origin, this.days);
    for (let i = Math.max(0, first - this.origin); i < stop; i++) if (!of?.[i] && !all?.[i]) return false;
    return true;
  }

  /** setLines replaces the lines of a person in the days from first to before end. */
  setLines(userId: string, first: Day, end: Day, slots: readonly Planned[]): void {
    const hours = this.#of(userId);
    const [from, to] = [Math.max(0, first - this.origin), Math.min(this.days, end - this.origin)];
    for (const line of hours.lines) line.hours.fill(0, from, to);
    this.#put(slots);
    hours.known.fill(1, from, to);
    hours.revision++;
    this.revision++;
  }

  /** setProject replaces the lines of everybody on a project in the days from first to before end. */
  setProject(projectId: string, first: Day, end: Day, slots: readonly Planned[]): void {
    const [from, to] = [Math.max(0, first - this.origin), Math.min(this.days, end - this.origin)];
    for (const hours of this.#hours.values()) {
      for (const line of hours.lines) {
        if (line.projectId !== projectId) continue;
        line.hours.fill(0, from, to);
        hours.revision++;
      }
    }
    this.#put(slots);
    for (const { userId } of slots) this.#of(userId).revision++;
    const known = this.#ofProject.get(projectId) ?? new Uint8Array(this.days);
    this.#ofProject.set(projectId, known.fill(1, from, to));
    this.revision++;
  }

  setWishes(wishes: readonly Wish[]): void {
    for (const { slot } of [...this.wishes.values(), ...wishes]) this.#of(slot.userId).revision++;
    this.wishes = new Map(wishes.map((wish) => [slotKey(wish.slot), wish]));
    this.revision++;
  }

  /** goneOf is the lines of a person that the proposal takes out of the live plan, on all projects or on one. */
  goneOf(userId: string, projectId = ""): Line[] {
    const lines = new Map<string, Line>();
    for (const { slot, live, hours } of this.wishes.values()) {
      if (slot.userId !== userId || hours || !live || !this.contains(slot.day) || (projectId && slot.projectId !== projectId)) continue;
      const key = `${slot.projectId} ${slot.capabilityId}`;
      const line = lines.get(key) ?? { projectId: slot.projectId, capabilityId: slot.capabilityId, hours: new Float64Array(this.days), tentative: new Uint8Array(this.days) };
      line.hours[slot.day - this.origin] = live;
      lines.set(key, line);
    }
    return [...lines.values()];
  }

  #put(slots: readonly Planned[]): void {
    for (const slot of slots) {
      const line = this.#line(slot);
      line.hours[slot.day - this.origin] = slot.hours;
      line.tentative[slot.day - this.origin] = Number(slot.tentative);
    }
  }

  #line(slot: Slot): Line {
    const lines = this.#of(slot.userId).lines;
    let line = this.#find(slot);
    if (!line) {
      const name = (l: Line) => this.projects.get(l.projectId)?.name ?? "";
      lines.push((line = { projectId: slot.projectId, capabilityId: slot.capabilityId, hours: new Float64Array(this.days), tentative: new Uint8Array(this.days) }));
      // Shares have this order too.
      lines.sort((a, b) => name(a).localeCompare(name(b)));
    }
    return line;
  }

  #find(slot: Slot): Line | undefined {
    return this.lines(slot.userId).find((l) => l.projectId === slot.projectId && l.capabilityId === slot.capabilityId);
  }

  contains(day: Day): boolean {
    return day >= this.origin && day < this.end;
  }

  /** planned is the hours of a slot. */
  planned(slot: Slot): number {
    return this.#find(slot)?.hours[slot.day - this.origin] ?? 0;
  }

  /** isTentative reports whether the hours of a slot are tentative by themselves, and not because of their project. */
  isTentative(slot: Slot): boolean {
    const line = this.#find(slot), i = slot.day - this.origin;
    return Boolean(line?.hours[i] && line.tentative[i]);
  }

  /**
   * setPlanned sets the hours of a slot, and moves planned or tentative of the day and the
   * shares by the difference. If the lines of the day are not loaded, before is what the
   * slot had. What includes the event with the number seq stays as it is.
   */
  setPlanned({ before, after, wasTentative, tentative, ...slot }: Change, seq = Infinity): void {
    this.edits++;
    if (!this.contains(slot.day)) return;
    const hours = this.#of(slot.userId);
    const i = slot.day - this.origin;
    if (hours.known[i]! || this.#ofProject.get(slot.projectId)?.[i]) {
      [before, wasTentative] = [this.planned(slot), this.isTentative(slot)];
      const line = this.#line(slot);
      line.hours[i] = after;
      line.tentative[i] = Number(tentative);
    }
    hours.revision++;
    this.revision++;
    const status = this.projects.get(slot.projectId)?.status;
    if (status === "cancelled") return;
    const move = (tentative: boolean, by: number) => {
      const to = this.people.get(slot.userId)?.placeholder ? "unfilled" : tentative || status === "draft" ? "tentative" : "planned";
      const column = hours.columns[to];
      this.onMove(slot, to, by, seq);
      if (this.includes(seq, slot.day)) return;
      // What others change is in the live plan too.
      for (const one of seq < Infinity && hours.live ? [column, hours.live[to]] : [column]) one[i] = Math.max(0, Math.round((one[i]! + by) * 1e4) / 1e4);
    };
    move(wasTentative, -before);
    move(tentative, after);
    this.shares.project.add(slot.userId, slot.projectId, slot.day, after - before, seq);
    this.shares.capability.add(slot.userId, slot.capabilityId ?? "", slot.day, after - before, seq);
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes) this.setPlanned(change);
  }

  /**
   * byProject sums hours by project in the days from first to before end. If the lines are not
   * loaded, these are shares, if the days are whole columns of theirs.
   */
  byProject(userId: string, first: Day, end: Day): Map<string, number> {
    const { project } = this.shares;
    const shares = project.fits(first, end) && !this.known(userId, first, end) && project.sums(userId, first, end);
    if (shares) return shares;
    const found = new Map<string, number>();
    const stop = Math.min(end - this.origin, this.days);
    for (const line of this.lines(userId)) {
      let sum = 0;
      for (let i = Math.max(0, first - this.origin); i < stop; i++) sum += line.hours[i]!;
      if (sum > 0) found.set(line.projectId, (found.get(line.projectId) ?? 0) + sum);
    }
    return found;
  }

  /** onProject is the hours of a person on a project in the days from first to before end: with a capability, or with any. */
  onProject(userId: string, projectId: string, first: Day, end: Day, capabilityId?: string | null): number {
    let sum = 0;
    const stop = Math.min(end - this.origin, this.days);
    for (const line of this.lines(userId)) {
      if (line.projectId !== projectId || (capabilityId !== undefined && line.capabilityId !== capabilityId)) continue;
      for (let i = Math.max(0, first - this.origin); i < stop; i++) sum += line.hours[i]!;
    }
    return sum;
  }

  /** tentativeOn reports whether some hours of a person on a project are tentative in the days from first to before end. */
  tentativeOn(userId: string, projectId: string, first: Day, end: Day): boolean {
    return this.lines(userId).some((line) => line.projectId === projectId && line.tentative.subarray(Math.max(0, first - this.origin), end - this.origin).some((on, i) => on === 1 && line.hours[Math.max(0, first - this.origin) + i]! > 0));
  }

  /** outside says why a day is outside of the dates of a project, or "". */
  outside(projectId: string, day: Day): "" | "before the project begins" | "after the project ends" {
    const project = this.projects.get(projectId);
    if (!project) return "";
    return day < project.first ? "before the project begins" : day > project.last ? "after the project ends" : "";
  }

  /** below reports whether a person reports to a manager, directly or through others. */
  below(userId: string, managerId: string): boolean {
    const seen = new Set<string>();
    for (let id = this.people.get(userId)?.managerId; id && !seen.has(id); id = this.people.get(id)?.managerId) {
      if (id === managerId) return true;
      seen.add(id);
    }
    return false;
  }

  /** skills names the capabilities of a person with their levels, the highest first. */
  skills(userId: string): string {
    const levels = [...(this.levels.get(userId) ?? [])].sort((a, b) => b.level - a.level);
    return levels.map(({ capabilityId, level }) => `${this.capabilities.get(capabilityId)?.name ?? "…"} ${level}`).join(" · ");
  }
}
