// Which people the filter of the board shows, in which order.

import { matcher } from "../format";
import { Failed, type Api } from "./api";
import { formatDay, type Day } from "./day";
import type { Model } from "./model";
import type { Filter } from "./place";

const collator = new Intl.Collator();

export class People {
  /** Who has hours on the project, client or capability of a filter, and of which filter. */
  #members = { key: "", ids: new Set<string>() };

  constructor(private readonly api: Api, private readonly model: Model) {}

  /** list returns the ids of the active people that match in the days, by name. */
  list(filter: Filter, first: Day, end: Day): string[] {
    const named = matcher(filter.name);
    const people = [...this.model.people.values()].filter((person) => person.active && named(person.name) && this.#matches(person.id, filter, first, end));
    return people.sort((a, b) => collator.compare(a.name, b.name)).map((person) => person.id);
  }

  #matches(userId: string, filter: Filter, first: Day, end: Day): boolean {
    if (filter.managerId && !this.model.below(userId, filter.managerId)) return false;
    // Until the members are loaded, all people are shown.
    const key = keyOf(filter, first, end);
    if (key && key === this.#members.key && !this.#members.ids.has(userId)) return false;
    if (!filter.over && !filter.free) return true;
    const sums = this.model.sums(userId, first, end);
    return !(filter.over && sums.over === 0) && sums.free >= filter.free;
  }

  /** load asks who the members are, and reports whether that changes the list. It throws Failed. */
  async load(filter: Filter, first: Day, end: Day): Promise<boolean> {
    const key = keyOf(filter, first, end);
    if (!key || key === this.#members.key) return false;
    const reply = await this.api.get<{ items: { id: string | null }[] }>("/capacity", {
      start_date: formatDay(first), end_date: formatDay(Math.min(end, first + 370) - 1), bucket: "month", group_by: "user",
      project_id: filter.projectId || undefined, client_id: filter.clientId || undefined, capability_id: filter.capabilityId || undefined,
    });
    if (!reply.data) throw new Failed(reply);
    this.#members = { key, ids: new Set(reply.data.items.flatMap((item) => item.id ?? [])) };
    return true;
  }
}

const keyOf = (f: Filter, first: Day, end: Day): string => (f.projectId || f.clientId || f.capabilityId ? `${f.projectId} ${f.clientId} ${f.capabilityId} ${first} ${end}` : "");
