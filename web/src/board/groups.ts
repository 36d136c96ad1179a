// The sums of groups by project, client or capability, in the columns of an axis, as the API gives them: a group's hours
// are not those that its people have on other projects.

import { Failed } from "./api";
import type { Axis } from "./axis";
import type { Day } from "./day";
import type { Grouping } from "./layout";
import { once, type Loader } from "./load";
import type { Model, Slot } from "./model";

export type Series = "planned" | "tentative" | "unfilled" | "supply";
export type GroupSums = Partial<Record<Series, number>>;

/** Columns are read in chunks of so many. */
const chunk = 12;

export class Groups {
  #shown: { grouping: Grouping; axis: Axis } | undefined;
  /** The sums of each chunk, by group and column. */
  readonly #sums = new Map<number, Map<string, GroupSums>>();
  /** The last event that the sums of each chunk include. */
  readonly #asOf = new Map<number, number>();
  readonly #loads = new Map<number, Promise<void>>();
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly model: Model, private readonly loader: Loader, private readonly onChange: () => void) {
    model.onMove = (slot, to, by, seq) => this.#move(slot, to, by, seq);
  }

  /** loaded reports whether the sums of all columns that have some of the days are there. */
  loaded(axis: Axis, first: Day, end: Day): boolean {
    if (this.#shown?.axis !== axis) return false;
    for (let i = Math.floor(axis.columnOf(first) / chunk); i * chunk <= axis.columnOf(end - 1); i++) if (!this.#sums.has(i)) return false;
    return true;
  }

  /** move adds hours of an edit to the sums of their group, until these are read again. */
  #move({ projectId, capabilityId, day }: Slot, to: Series, by: number, seq: number): void {
    if (!this.#shown || by === 0) return;
    const { grouping, axis } = this.#shown;
    const id = grouping === "project" ? projectId : grouping === "client" ? this.model.projects.get(projectId)?.clientId : grouping === "capability" ? capabilityId : undefined;
    const column = axis.columnOf(day), i = Math.floor(column / chunk), sums = this.#sums.get(i);
    if (!id || !sums || seq <= this.#asOf.get(i)!) return;
    const { [to]: hours = 0, ...others } = sums.get(`${id} ${column}`) ?? {};
    sums.set(`${id} ${column}`, { ...others, [to]: Math.max(0, Math.round((hours + by) * 1e4) / 1e4) });
    this.revision++;
  }

  /** of returns the sums of a group in a column, as far as they are loaded. */
  of(id: string, column: number): GroupSums | undefined {
    return this.#sums.get(Math.floor(column / chunk))?.get(`${id} ${column}`);
  }

  /** revision changes if sums do. */
  revision = 0;

  /** sums adds up what is loaded of a group in the columns of the days. */
  sums(id: string, axis: Axis, first: Day, end: Day): Required<GroupSums> {
    const all = { planned: 0, tentative: 0, unfilled: 0, supply: 0 };
    for (let column = axis.columnOf(first); column <= axis.columnOf(end - 1); column++) {
      const sums = this.of(id, column) ?? {};
      for (const name of Object.keys(all) as Series[]) all[name] += sums[name] ?? 0;
    }
    return all;
  }

  /** load reads the sums of all groups in the columns of the days. It throws Failed. */
  async load(grouping: Grouping, axis: Axis, first: Day, end: Day): Promise<void> {
    if (this.#shown?.grouping !== grouping || this.#shown.axis !== axis) {
      this.#shown = { grouping, axis };
      this.#sums.clear();
      this.#asOf.clear();
      this.#loads.clear();
    }
    if (grouping === "none" || grouping === "manager") return;
    const loads: Promise<void>[] = [];
    for (let i = Math.floor(axis.columnOf(first) / chunk); i * chunk <= axis.columnOf(end - 1); i++) {
      loads.push(once(this.#loads, i, () => this.#read(grouping, axis, i)));
    }
    await Promise.all(loads);
  }

  /** refresh reads again what is loaded, soon: hours have changed. */
  refresh(): void {
    if (!this.#shown || this.#loads.size === 0) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      const { grouping, axis } = this.#shown!;
      for (const i of this.#loads.keys()) void this.#read(grouping, axis, i).catch(() => undefined);
    }, 300);
  }

  async #read(grouping: Grouping, axis: Axis, i: number): Promise<void> {
    const from = i * chunk, to = Math.min(from + chunk, axis.count);
    const reply = await this.loader.sums(axis.first(from), axis.end(to - 1), { bucket: axis.zoom, group_by: grouping });
    if (!reply.data) throw new Failed(reply);
    // Another grouping or zoom may be shown by now.
    if (this.#shown?.axis !== axis || this.#shown.grouping !== grouping) return;
    const { items, series } = reply.data, found = new Map<string, GroupSums>();
    for (const { id, values } of items) {
      for (let column = from; column < to; column++) {
        const sums: GroupSums = {};
        series.forEach((name, j) => (sums[name as Series] = values[j]![column - from]!));
        found.set(`${id} ${column}`, sums);
      }
    }
    // Groups without hours are not in the response.
    this.#sums.set(i, found);
    this.#asOf.set(i, reply.data.asOf);
    this.revision++;
    this.onChange();
  }
}
