// The vertical axis: which rows there are, in which order, and where.

import { partAt } from "./axis";
import type { Day } from "./day";
import type { Model } from "./model";

export type Grouping = "none" | "manager" | "project" | "client" | "capability";

export type Row =
  | { kind: "group"; key: string; name: string; people: string[] }
  | { kind: "person"; key: string; userId: string; open: boolean }
  | { kind: "project"; key: string; userId: string; projectId: string }
  | { kind: "add"; key: string; userId: string };

export interface Heights {
  person: number;
  project: number;
  group: number;
}

export const heights: Record<"comfortable" | "compact", Heights> = {
  comfortable: { person: 36, project: 28, group: 30 },
  compact: { person: 28, project: 24, group: 26 },
};

export interface Arrangement {
  grouping: Grouping;
  /** The people to show, in order. */
  people: readonly string[];
  open: ReadonlySet<string>;
  /** Projects that were added to a person and have no hours yet. */
  added: ReadonlyMap<string, ReadonlySet<string>>;
  /** The days whose projects an open person shows. */
  first: Day;
  end: Day;
}

/** arrange lists the rows of the board. */
export function arrange(model: Model, a: Arrangement): Row[] {
  const rows: Row[] = [];
  const add = (userId: string, prefix: string) => {
    const open = a.open.has(userId);
    rows.push({ kind: "person", key: `${prefix}${userId}`, userId, open });
    if (!open) return;
    for (const projectId of projectsOf(model, userId, a)) rows.push({ kind: "project", key: `${prefix}${userId} ${projectId}`, userId, projectId });
    rows.push({ kind: "add", key: `${prefix}${userId} add`, userId });
  };
  if (a.grouping === "none") {
    for (const userId of a.people) add(userId, "");
    return rows;
  }
  for (const group of groups(model, a)) {
    rows.push(group);
    for (const userId of group.people) add(userId, `${group.key} `);
  }
  return rows;
}

/** projectsOf lists the projects of a person, those of the calendar first that begin first. */
export function projectsOf(model: Model, userId: string, a: Pick<Arrangement, "first" | "end" | "added">): string[] {
  const found = new Set(model.byProject(userId, a.first, a.end).keys());
  for (const projectId of a.added.get(userId) ?? []) found.add(projectId);
  const name = (id: string) => model.projects.get(id)?.name ?? "";
  return [...found].sort((x, y) => name(x).localeCompare(name(y)));
}

type Group = Extract<Row, { kind: "group" }>;

function groups(model: Model, a: Arrangement): Group[] {
  const found = new Map<string, Group>();
  const put = (key: string, name: string, userId: string) => {
    let group = found.get(key);
    if (!group) found.set(key, (group = { kind: "group", key: `${a.grouping}:${key}`, name, people: [] }));
    if (!group.people.includes(userId)) group.people.push(userId);
  };
  const others: Record<Exclude<Grouping, "none">, string> = { manager: "Reports to nobody", project: "Without a project", client: "Without a client", capability: "Without a capability" };
  const shares = a.grouping === "manager" ? undefined : model.shares[a.grouping === "capability" ? "capability" : "project"];
  for (const userId of a.people) {
    let placed = false;
    const place = (key: string | null | undefined, name: string | undefined) => {
      if (!key || !name) return;
      put(key, name, userId);
      placed = true;
    };
    if (a.grouping === "manager") {
      const manager = model.people.get(userId)?.managerId;
      place(manager, manager ? model.people.get(manager)?.name : undefined);
    } else {
      for (const id of shares!.sums(userId, a.first, a.end)?.keys() ?? []) {
        const project = model.projects.get(id);
        if (a.grouping === "project") place(id, project?.name);
        if (a.grouping === "client") place(project?.clientId, project?.clientName);
        if (a.grouping === "capability") place(id, model.capabilities.get(id)?.name);
      }
    }
    if (!placed && shares && !shares.sums(userId, a.first, a.end)) put("loading:", "Loading …", userId);
    else if (!placed) put("", others[a.grouping as Exclude<Grouping, "none">], userId);
  }
  return [...found.values()].sort((x, y) => Number(x.key.endsWith(":")) - Number(y.key.endsWith(":")) || x.name.localeCompare(y.name));
}

/** Rows knows where each row is. */
export class Rows {
  readonly tops: Float64Array;
  readonly #byKey = new Map<string, number>();

  constructor(readonly list: readonly Row[], heights: Heights) {
    this.tops = new Float64Array(list.length + 1);
    list.forEach((row, i) => {
      const height = row.kind === "person" ? heights.person : row.kind === "group" ? heights.group : heights.project;
      this.tops[i + 1] = this.tops[i]! + height;
      this.#byKey.set(row.key, i);
    });
  }

  get height(): number {
    return this.tops[this.list.length]!;
  }

  heightOf(i: number): number {
    return this.tops[i + 1]! - this.tops[i]!;
  }

  indexOf(key: string): number {
    return this.#byKey.get(key) ?? -1;
  }

  /** at returns the row at y, the first or last one outside, and -1 if there is none. */
  at(y: number): number {
    return this.list.length === 0 ? -1 : partAt(this.tops, y);
  }
}

/** Window is the part of the board that is on the screen: rows and columns, last ones included. */
export interface Window {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

/** visible returns the window at a scroll position. */
export function visible(rows: Rows, columns: number, columnWidth: number, left: number, top: number, width: number, height: number): Window {
  return {
    firstRow: Math.max(0, rows.at(top)),
    lastRow: rows.at(top + height - 1),
    firstColumn: Math.max(0, Math.min(columns - 1, Math.floor(left / columnWidth))),
    lastColumn: Math.max(0, Math.min(columns - 1, Math.floor((left + width - 1) / columnWidth))),
  };
}
