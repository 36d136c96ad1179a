// What the board shows: people, projects, leave, and hours of each day. Hours are columns
// (typed arrays over the days of the horizon), so that sums over weeks and months are loops
// over numbers. Nothing here knows the screen or the network.

import { Axis } from "./axis";
import type { Day } from "./day";
import { Shares, type Split } from "./shares";

/** The series that the server computes for each user and day, see GET /capacity. */
export const series = ["contracted", "holiday", "timeOff", "availability", "pendingTimeOff", "planned", "tentative", "actual"] as const;
export type Series = (typeof series)[number];

export interface Person {
  id: string;
  name: string;
  image: string | null;
  country: string | null;
  managerId: string | null;
  active: boolean;
}

export type ProjectStatus = "draft" | "planned" | "active" | "completed" | "cancelled";

export interface Project {
  id: string;
  name: string;
  clientId: string;
  clientName: string;
  status: ProjectStatus;
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

/** Change is planned hours of a slot before and after an edit. */
export interface Change extends Slot {
  before: number;
  after: number;
}

export const slotKey = (s: Slot): string => `${s.userId} ${s.projectId} ${s.capabilityId ?? ""} ${s.day}`;

/** Line is the hours that a person has on a project with a capability, by day. */
export interface Line {
  projectId: string;
  capabilityId: string | null;
  hours: Float64Array;
}

/** Sums are the hours of a cell. free and over are sums of what each day has. */
export type Sums = Record<Series | "free" | "over", number>;

export const noSums = (): Sums => ({ contracted: 0, holiday: 0, timeOff: 0, availability: 0, pendingTimeOff: 0, planned: 0, tentative: 0, actual: 0, free: 0, over: 0 });

interface Hours {
  columns: Record<Series, Float32Array>;
  lines: Line[];
  /** Whether the lines of a day are known. */
  known: Uint8Array;
}

export class Model {
  readonly people = new Map<string, Person>();
  readonly projects = new Map<string, Project>();
  readonly capabilities = new Map<string, Named>();
  readonly leave = new Map<string, Leave>();
  /** Names of holidays by country and day. */
  readonly holidays = new Map<string, string>();
  /** Counts changes, for caches and frames. */
  revision = 0;
  /** Counts changes of hours: what was asked before one may lack it. */
  edits = 0;
  shares!: Record<Split, Shares>;

  readonly #hours = new Map<string, Hours>();
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
    this.revision++;
  }

  setProjects(projects: Omit<Project, "color">[]): void {
    this.projects.clear();
    // Neighbours in time get different colours: the order of creation is that of the list.
    projects.forEach((project, i) => this.projects.set(project.id, { ...project, color: i % 12 }));
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
      this.#hours.set(userId, (hours = { columns, lines: [], known: new Uint8Array(this.days) }));
    }
    return hours;
  }

  /** setColumn stores a series of one person, from a day on. */
  setColumn(userId: string, name: Series, from: Day, values: ArrayLike<number>): void {
    const column = this.#of(userId).columns[name];
    const start = Math.max(0, this.origin - from);
    const end = Math.min(values.length, this.end - from);
    for (let i = start; i < end; i++) column[from - this.origin + i] = values[i]!;
    this.revision++;
  }

  /** value is one series on one day. */
  value(userId: string, name: Series, day: Day): number {
    return this.#hours.get(userId)?.columns[name][day - this.origin] ?? 0;
  }

  /** free is availability without what is planned, and negative if too much is planned. */
  free(userId: string, day: Day): number {
    return this.value(userId, "availability", day) - this.value(userId, "planned", day);
  }

  /** add adds the hours of a person in the days from first to before end to sums. */
  add(sums: Sums, userId: string, first: Day, end: Day): void {
    const hours = this.#hours.get(userId);
    if (!hours) return;
    const c = hours.columns;
    const stop = Math.min(end - this.origin, this.days);
    for (let i = Math.max(0, first - this.origin); i < stop; i++) {
      const availability = c.availability[i]!, planned = c.planned[i]!;
      sums.contracted += c.contracted[i]!;
      sums.holiday += c.holiday[i]!;
      sums.timeOff += c.timeOff[i]!;
      sums.availability += availability;
      sums.pendingTimeOff += c.pendingTimeOff[i]!;
      sums.planned += planned;
      sums.tentative += c.tentative[i]!;
      sums.actual += c.actual[i]!;
      if (planned > availability) sums.over += planned - availability;
      else sums.free += availability - planned;
    }
  }

  sums(userId: string, first: Day, end: Day): Sums {
    const sums = noSums();
    this.add(sums, userId, first, end);
    return sums;
  }

  /** sumsOf adds up the hours of people. */
  sumsOf(people: readonly string[], first: Day, end: Day): Sums {
    const sums = noSums();
    for (const userId of people) this.add(sums, userId, first, end);
    return sums;
  }

  lines(userId: string): readonly Line[] {
    return this.#hours.get(userId)?.lines ?? [];
  }

  /** known reports whether the lines of a person are loaded for all days of the horizon in the range. */
  known(userId: string, first: Day, end: Day): boolean {
    const known = this.#hours.get(userId)?.known;
    if (!known) return false;
    const stop = Math.min(end - this.origin, this.days);
    for (let i = Math.max(0, first - this.origin); i < stop; i++) if (!known[i]) return false;
    return true;
  }

  /** setLines replaces the lines of a person in the days from first to before end. */
  setLines(userId: string, first: Day, end: Day, slots: readonly (Slot & { hours: number })[]): void {
    const hours = this.#of(userId);
    const [from, to] = [Math.max(0, first - this.origin), Math.min(this.days, end - this.origin)];
    for (const line of hours.lines) line.hours.fill(0, from, to);
    for (const slot of slots) this.#line(slot).hours[slot.day - this.origin] = slot.hours;
    hours.known.fill(1, from, to);
    this.revision++;
  }

  #line(slot: Slot): Line {
    const lines = this.#of(slot.userId).lines;
    let line = lines.find((l) => l.projectId === slot.projectId && l.capabilityId === slot.capabilityId);
    if (!line) {
      const name = (l: Line) => this.projects.get(l.projectId)?.name ?? "";
      lines.push((line = { projectId: slot.projectId, capabilityId: slot.capabilityId, hours: new Float64Array(this.days) }));
      // Shares have this order too.
      lines.sort((a, b) => name(a).localeCompare(name(b)));
    }
    return line;
  }

  contains(day: Day): boolean {
    return day >= this.origin && day < this.end;
  }

  /** planned is the hours of a slot. */
  planned(slot: Slot): number {
    const line = this.lines(slot.userId).find((l) => l.projectId === slot.projectId && l.capabilityId === slot.capabilityId);
    return line?.hours[slot.day - this.origin] ?? 0;
  }

  /**
   * setPlanned sets the hours of a slot, and moves planned or tentative of the day and the
   * shares by the difference. If the lines of the day are not loaded, previous is what the
   * slot had. What includes the event with the number seq stays as it is.
   */
  setPlanned(slot: Slot, value: number, previous = this.planned(slot), seq = Infinity): void {
    this.edits++;
    if (!this.contains(slot.day)) return;
    const hours = this.#of(slot.userId);
    const i = slot.day - this.origin;
    if (hours.known[i]!) {
      previous = this.planned(slot);
      this.#line(slot).hours[i] = value;
    }
    this.revision++;
    const status = this.projects.get(slot.projectId)?.status;
    if (status === "cancelled") return;
    const column = hours.columns[status === "draft" ? "tentative" : "planned"], by = value - previous;
    if (!this.includes(seq, slot.day)) column[i] = Math.max(0, Math.round((column[i]! + by) * 1e4) / 1e4);
    this.shares.project.add(slot.userId, slot.projectId, slot.day, by, seq);
    this.shares.capability.add(slot.userId, slot.capabilityId ?? "", slot.day, by, seq);
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes) this.setPlanned(change, change.after, change.before);
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

  /** onProject is the hours of a person on a project in the days from first to before end. */
  onProject(userId: string, projectId: string, first: Day, end: Day): number {
    let sum = 0;
    const stop = Math.min(end - this.origin, this.days);
    for (const line of this.lines(userId)) {
      if (line.projectId !== projectId) continue;
      for (let i = Math.max(0, first - this.origin); i < stop; i++) sum += line.hours[i]!;
    }
    return sum;
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

  /** mainCapability is the capability with the most loaded hours of a person. */
  mainCapability(userId: string): string | undefined {
    let name: string | undefined, most = 0;
    for (const [id, sum] of this.shares.capability.sums(userId, this.origin, this.end) ?? []) if (id && sum > most) [name, most] = [this.capabilities.get(id)?.name, sum];
    return name;
  }
}
