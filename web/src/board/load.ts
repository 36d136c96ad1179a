// Reads the model from the API: directory once, hours and shares in chunks as they come into
// view, and the rows of single people when they are opened or edited.

import { projectColors, type ProjectColor } from "../api/records";
import { all, Failed, pageSize, type Api, type HourRow, type Page, type Query, type Reply } from "./api";
import type { Axis } from "./axis";
import { formatDay, parseDay, type Day } from "./day";
import { series, skillKey, type Change, type Leave, type Model, type Named, type Person, type Planned, type ProjectStatus } from "./model";
import type { Item, Split } from "./shares";
import type { Writes } from "./writes";

interface UserRecord { id: string; kind: "person" | "placeholder"; name: string; countryCode: string | null; reportsToId: string | null; role: Person["role"]; isActive: boolean; capabilities?: { capabilityId: string; level: number }[] }
interface ProjectRecord { id: string; name: string; clientId: string; client: { companyName: string } | null; projectManagerId: string | null; status: ProjectStatus; color: ProjectColor | null; startDate: string; endDate: string }
export interface TimeOffRecord { id: string; userId: string; timeOffTypeId: string | null; startDate: string; endDate: string; availability: number; status: Leave["status"]; reason: string | null; version: number }
interface HolidayRecord { countryCode: string; date: string; name: string }
export interface Capacity { buckets: string[]; series: string[]; items: Item[]; asOf: number }

/** A response of GET /capacity has at most this many items times buckets. */
const mostCells = 20_000;
/** The rows of a person are read in spans of so many days. */
const span = 91;
/** A person has at most so many projects or capabilities, usually. With more, the response says that there are too many, and fewer columns are read. */
const usualShares = 5;
/** Shares are read in chunks of so many columns. 12 months are fewer days than a capacity may have. */
const chunkColumns = 12;

/** The query of all people, also open roles, with their skills. */
const everybody = { kind: "all", include: "capabilities" };

/** once returns the load of a key, and begins it if there is none. One that failed is forgotten. */
export function once<K>(loads: Map<K, Promise<void>>, key: K, begin: () => Promise<void>): Promise<void> {
  let load = loads.get(key);
  if (!load) {
    loads.set(key, (load = begin()));
    load.catch(() => loads.delete(key));
  }
  return load;
}

export class Loader {
  #chunkDays = 28;
  /** What hours need of the directory: the number of people, and the names of types of time off. */
  #begun: Promise<unknown> | undefined;
  readonly #chunks = new Map<number, Promise<void>>();
  readonly #etags = new Map<number, string>();
  readonly #spans = new Map<string, Promise<void>>();
  /** The chunks of shares that are read, by split and first column. */
  readonly #shared = new Map<string, Promise<void>>();
  /** How many columns of shares fit in a response if people have as many as usual, and how many did. */
  #room = chunkColumns;
  #fitting = chunkColumns;
  #view: [Axis, Day, Day] | undefined;
  readonly #types = new Map<string, string>();
  readonly #skilled = new Map<string, Promise<void>>();
  #years = new Set<number>();
  /** The days whose capacity was loaded once. */
  readonly #there: Uint8Array;
  /** The event of the journal that the oldest loaded figures include. */
  asOf: number | undefined;

  constructor(private readonly api: Api, private readonly model: Model, private readonly writes: Writes, private readonly onChange: () => void, private readonly compares = false) {
    this.#there = new Uint8Array(model.days);
  }

  /** directory loads people, projects and the catalog. Hours can be loaded at the same time. It throws Failed. */
  async directory(): Promise<void> {
    const people = this.#firstPeople();
    this.#begun = Promise.all([people, this.#readTypes()]);
    const [users, projects, capabilities] = await Promise.all([
      people.then(async ({ items, nextCursor }) => [...items, ...(nextCursor ? await all<UserRecord>(this.api, "/users", { ...everybody, cursor: nextCursor }) : [])]),
      all<ProjectRecord>(this.api, "/projects", { expand: "client" }),
      all<Named>(this.api, "/capabilities"),
      this.#begun,
    ]);
    for (const capability of capabilities) this.model.capabilities.set(capability.id, capability);
    for (const { id, capabilities = [] } of users) this.model.levels.set(id, capabilities);
    this.model.setPeople(users.map((u): Person => ({ id: u.id, name: u.name, country: u.countryCode, managerId: u.reportsToId, active: u.isActive, role: u.role, placeholder: u.kind === "placeholder" })));
    this.model.setProjects(projects.map((p) => ({ id: p.id, name: p.name, clientId: p.clientId, clientName: p.client?.companyName ?? "", managerId: p.projectManagerId, status: p.status, color: p.color ? projectColors.indexOf(p.color) : undefined, first: parseDay(p.startDate), last: parseDay(p.endDate) })));
    this.onChange();
  }

  /** firstPeople reads the first page of people, which has their number: so many days of them are a chunk, and so many columns have room. */
  async #firstPeople(): Promise<Page<UserRecord>> {
    const { data, ...reply } = await this.api.get<Page<UserRecord> & { total: number }>("/users", { ...everybody, limit: pageSize, count: true });
    if (!data) throw new Failed(reply);
    const days = mostCells / Math.max(1, data.total);
    this.#chunkDays = 7 * Math.max(1, Math.min(13, Math.floor(days / 7)));
    this.#fitting = this.#room = Math.max(1, Math.min(chunkColumns, Math.floor(days / usualShares)));
    return data;
  }

  async #readTypes(): Promise<void> {
    for (const type of await all<Named>(this.api, "/time-off-types")) this.#types.set(type.id, type.name);
  }

  /** hours loads the capacity, leave and holidays of the days from first to before end. */
  async hours(first: Day, end: Day): Promise<void> {
    await this.#begun;
    const { origin, days } = this.model;
    const from = Math.max(0, Math.floor((first - origin) / this.#chunkDays));
    const to = Math.min(Math.ceil(days / this.#chunkDays) - 1, Math.floor((end - 1 - origin) / this.#chunkDays));
    const loads: Promise<void>[] = [];
    for (let chunk = from; chunk <= to; chunk++) loads.push(once(this.#chunks, chunk, () => this.#chunk(chunk)));
    await Promise.all(loads);
  }

  /** loaded reports whether the capacity of a day is there, or of all days until before the end. It stays there while it is loaded again. */
  loaded(day: Day, end = day + 1): boolean {
    return this.#there.subarray(Math.max(0, day - this.model.origin), end - this.model.origin).every((there) => there === 1);
  }

  async #chunk(chunk: number): Promise<void> {
    const first = this.model.origin + chunk * this.#chunkDays;
    const end = Math.min(first + this.#chunkDays, this.model.end);
    await Promise.all([this.#capacity(first, end, undefined, chunk), this.#leave(first, end)]);
    this.#there.fill(1, first - this.model.origin, end - this.model.origin);
    this.onChange();
    // The capacity has them in its figures; these are their names.
    await this.#holidays(first, end);
    this.onChange();
  }

  async #capacity(first: Day, end: Day, userId?: string, chunk?: number): Promise<void> {
    const etag = chunk === undefined ? undefined : this.#etags.get(chunk);
    const reply = await this.sums(first, end, { bucket: "day", user_id: userId, kind: "all", compare: this.compares ? "live" : undefined }, etag);
    if (reply.status === 304) return;
    if (!reply.data) throw new Failed(reply);
    if (chunk !== undefined) {
      if (reply.etag) this.#etags.set(chunk, reply.etag);
      this.model.asOf.fill(reply.data.asOf, first - this.model.origin, end - this.model.origin);
    }
    this.asOf = Math.min(this.asOf ?? Infinity, reply.data.asOf);
    const items = new Map(reply.data.items.map(({ id, values }) => [id ?? "", values]));
    // Somebody who has no hours, and is not employed, has no item. The people may not be there yet.
    for (const id of new Set([...items.keys(), ...(userId ? [userId] : this.model.people.keys())])) {
      const values = items.get(id);
      reply.data.series.forEach((name, i) => {
        const hours = values?.[i] ?? new Array(end - first).fill(0);
        if (id && (series as readonly string[]).includes(name)) this.model.setColumn(id, name as (typeof series)[number], first, hours);
        else if (id && this.compares) this.model.setLive(id, name, first, hours);
      });
    }
  }

  /** sums reads a capacity when all edits are saved, and again if hours have changed meanwhile: the response may lack that. */
  async sums(first: Day, end: Day, query: Query, etag?: string): Promise<Reply<Capacity>> {
    for (let tries = 1; ; tries++) {
      await this.writes.saved();
      const { edits } = this.model;
      const reply = await this.api.get<Capacity>("/capacity", { ...query, start_date: formatDay(first), end_date: formatDay(end - 1) }, { etag });
      if (edits === this.model.edits || !reply.data || tries > 3) return reply;
    }
  }

  /** shares loads the hours of all people by project and by capability, in the columns of the days. */
  async shares(axis: Axis, first: Day, end: Day): Promise<void> {
    this.#view = [axis, first, end];
    if (this.model.shares.project.axis !== axis) {
      this.model.divide(axis);
      this.#shared.clear();
      this.#fitting = this.#room;
    }
    const loads: Promise<void>[] = [];
    for (let from = axis.columnOf(first); from <= axis.columnOf(end - 1); from += chunkColumns) {
      from -= from % chunkColumns;
      for (const split of ["project", "capability"] as const) {
        loads.push(once(this.#shared, split + from, () => this.#share(axis, split, from, Math.min(from + chunkColumns, axis.count))));
      }
    }
    await Promise.all(loads);
  }

  async #share(axis: Axis, split: Split, from: number, to: number): Promise<void> {
    if (to - from <= this.#fitting) {
      const reply = await this.sums(axis.first(from), axis.end(to - 1), { bucket: axis.zoom, split_by: split, kind: "all" });
      if (reply.data) {
        const shares = this.model.shares[split];
        // The axis may be another one by now.
        if (shares.axis === axis) shares.replace(from, to, reply.data.asOf, reply.data.items);
        this.model.revision++;
        return this.onChange();
      }
      if (reply.status !== 400 || to - from === 1) throw new Failed(reply);
      // Too many items times buckets.
      this.#fitting = (to - from) >> 1;
    }
    const middle = (from + to) >> 1;
    await Promise.all([this.#share(axis, split, from, middle), this.#share(axis, split, middle, to)]);
  }

  async #leave(first: Day, end: Day): Promise<void> {
    const requests = await all<TimeOffRecord>(this.api, "/time-off", { start_date: formatDay(first), end_date: formatDay(end - 1) });
    this.model.setLeave(requests.map((request) => this.toLeave(request)));
  }

  toLeave(r: TimeOffRecord): Leave {
    return { id: r.id, userId: r.userId, type: this.#types.get(r.timeOffTypeId ?? "") ?? "Time off", first: parseDay(r.startDate), last: parseDay(r.endDate), availability: r.availability, status: r.status, reason: r.reason, version: r.version };
  }

  async #holidays(first: Day, end: Day): Promise<void> {
    for (const year of new Set([+formatDay(first).slice(0, 4), +formatDay(end - 1).slice(0, 4)])) {
      if (this.#years.has(year)) continue;
      this.#years.add(year);
      for (const h of await all<HolidayRecord>(this.api, "/holidays", { year })) this.model.holidays.set(`${h.countryCode} ${parseDay(h.date)}`, h.name);
    }
  }

  /** person loads the capacity and leave of one person again, after their leave changed. */
  async person(userId: string): Promise<void> {
    const loads: Promise<void>[] = [];
    for (const chunk of this.#chunks.keys()) {
      const first = this.model.origin + chunk * this.#chunkDays;
      loads.push(this.#capacity(first, Math.min(first + this.#chunkDays, this.model.end), userId));
    }
    await Promise.all(loads);
    this.onChange();
  }

  /** skilled loads who has a capability, at a level or a higher one. It throws Failed. */
  async skilled(capabilityId: string, level = 1): Promise<void> {
    await once(this.#skilled, skillKey(capabilityId, level), async () => {
      const users = await all<UserRecord>(this.api, "/users", { kind: "all", capabilityId, minLevel: level });
      this.model.skilled.set(skillKey(capabilityId, level), new Set(users.map(({ id }) => id)));
      this.onChange();
    });
  }

  /** everything loads all again, as far as it was loaded. */
  async everything(): Promise<void> {
    const chunks = [...this.#chunks.keys()];
    this.#chunks.clear();
    this.#spans.clear();
    this.#years.clear();
    this.#skilled.clear();
    this.#shared.clear();
    this.asOf = undefined;
    await this.directory();
    if (this.#view) await this.shares(...this.#view);
    await Promise.all(chunks.map((chunk) => this.hours(this.model.origin + chunk * this.#chunkDays, this.model.origin + (chunk + 1) * this.#chunkDays)));
  }

  /** need loads the rows of people in the days, or those of projects. It throws Failed. */
  async need(ids: Iterable<string>, first: Day, end: Day, of: "user_id" | "project_id" = "user_id"): Promise<void> {
    const { origin, days } = this.model;
    const to = Math.floor((Math.min(end - origin, days) - 1) / span);
    const loads: Promise<void>[] = [];
    for (const id of ids) {
      for (let i = Math.max(0, Math.floor((first - origin) / span)); i <= to; i++) loads.push(once(this.#spans, `${of} ${id} ${i}`, () => this.#span(of, id, origin + i * span)));
    }
    await Promise.all(loads);
  }

  async #span(of: "user_id" | "project_id", id: string, first: Day): Promise<void> {
    const end = Math.min(first + span, this.model.end);
    let rows: HourRow[] = [], unsaved: Change[] = [];
    // Rows that were read while hours changed may lack the change.
    for (let tries = 1, edits = -1; edits !== this.model.edits && tries <= 4; tries++) {
      ({ edits } = this.model);
      unsaved = of === "user_id" ? this.writes.unsaved(id) : [...this.model.people.keys()].flatMap((userId) => this.writes.unsaved(userId)).filter(({ projectId }) => projectId === id);
      rows = await all<HourRow>(this.api, "/assignments", { [of]: id, start_date: formatDay(first), end_date: formatDay(end - 1) });
    }
    // An edit replaces the row, whether the response has it or not.
    const edited = unsaved.map((change) => ({ ...change, hours: change.after })).filter(({ day }) => day >= first && day < end);
    const slots = [...rows.map(toPlanned), ...edited];
    if (of === "user_id") this.model.setLines(id, first, end, slots);
    else this.model.setProject(id, first, end, slots);
    this.onChange();
  }
}

export const toPlanned = (row: HourRow): Planned => ({ userId: row.userId, projectId: row.projectId, capabilityId: row.capabilityId, day: parseDay(row.date), hours: row.hours, tentative: row.tentative ?? false });
