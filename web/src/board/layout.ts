// The vertical axis: which rows there are, in which order, and where.

import { partAt } from "./axis";
import { mostLanes } from "./bars";
import type { Day } from "./day";
import { skillKey, type Model } from "./model";

export type Grouping = "none" | "manager" | "project" | "client" | "capability";

export type Row =
  /** people are those of its rows. A group by project, client or capability has the id of it, and sums of its own. */
  | { kind: "group"; key: string; name: string; people: string[]; id?: string; grouping: Grouping }
  | { kind: "person"; key: string; userId: string; open: boolean }
  /** With named, the row says whose hours these are, and not on which project. */
  | { kind: "project"; key: string; userId: string; projectId: string; named?: boolean }
  | { kind: "add"; key: string; userId: string };

export interface Heights {
  /** Of a person without bars. */
  person: number;
  project: number;
  group: number;
  /** Of the head of a project in groups by project. */
  head: number;
  /** Of a lane of bars, and of what is above and below the lanes: with figures below those of a person, and without. */
  lane: number;
  frame: number;
  edge: number;
}

export const heights: Record<"comfortable" | "compact", Heights> = {
  comfortable: { person: 40, project: 28, group: 30, head: 50, lane: 24, frame: 24, edge: 8 },
  compact: { person: 28, project: 24, group: 26, head: 26, lane: 0, frame: 0, edge: 0 },
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
    const [roles, people] = [a.people.filter((id) => model.people.get(id)?.placeholder), a.people.filter((id) => !model.people.get(id)?.placeholder)];
    for (const userId of people) add(userId, "");
    if (roles.length > 0) rows.push({ kind: "group", key: "roles:", name: "Open roles", people: roles, grouping: "none" });
    for (const userId of roles) add(userId, "");
    return rows;
  }
  const split = a.grouping === "project" || a.grouping === "client";
  for (const { projects, ...group } of groups(model, a)) {
    rows.push({ kind: "group", ...group });
    // What a person does on other projects is not part of a project's rows.
    if (!split || !group.id) for (const userId of group.people) add(userId, `${group.key} `);
    else for (const [projectId, userId] of projects) rows.push({ kind: "project", key: `${group.key} ${userId} ${projectId}`, userId, projectId, named: true });
  }
  return rows;
}

/** projectsOf lists the projects of a person by name: those with hours in the days, and those that were added. */
export function projectsOf(model: Model, userId: string, a: Pick<Arrangement, "first" | "end" | "added">): string[] {
  const found = new Set(model.byProject(userId, a.first, a.end).keys());
  for (const projectId of a.added.get(userId) ?? []) found.add(projectId);
  const name = (id: string) => model.projects.get(id)?.name ?? "";
  return [...found].sort((x, y) => name(x).localeCompare(name(y)));
}

interface Group {
  key: string;
  name: string;
  people: string[];
  id?: string;
  grouping: Grouping;
  /** The projects of the group with their people, if it is one of projects. */
  projects: [projectId: string, userId: string][];
}

const others: Record<Exclude<Grouping, "none">, string> = { manager: "Reports to nobody", project: "Without a project", client: "Without a client", capability: "Without a skill" };

function groups(model: Model, a: Arrangement): Group[] {
  const found = new Map<string, Group>();
  const grouping = a.grouping as Exclude<Grouping, "none">;
  const put = (id: string, name: string, userId: string, projectId?: string) => {
    let group = found.get(id);
    if (!group) found.set(id, (group = { key: `${grouping}:${id}`, name, people: [], id: id === "loading:" ? undefined : id || undefined, grouping, projects: [] }));
    if (!group.people.includes(userId)) group.people.push(userId);
    if (projectId) group.projects.push([projectId, userId]);
  };
  // Nobody is without a capability as long as some are not read.
  const unread = [...model.capabilities.keys()].some((id) => !model.skilled.has(skillKey(id, 1)));
  for (const userId of a.people) {
    let placed = false;
    const place = (id: string | null | undefined, name: string | undefined, projectId?: string) => {
      if (!id || !name) return;
      put(id, name, userId, projectId);
      placed = true;
    };
    if (grouping === "manager") {
      const manager = model.people.get(userId)?.managerId;
      place(manager, manager ? model.people.get(manager)?.name : undefined);
    } else if (grouping === "capability") {
      for (const { id, name } of model.capabilities.values()) if (model.skilled.get(skillKey(id, 1))?.has(userId)) place(id, name);
    } else {
      for (const id of model.shares.project.sums(userId, a.first, a.end)?.keys() ?? []) {
        const project = model.projects.get(id);
        if (grouping === "project") place(id, project?.name, id);
        else place(project?.clientId, project?.clientName, id);
      }
    }
    const loading = grouping === "capability" ? unread : grouping !== "manager" && !model.shares.project.loaded(a.first, a.end);
    if (!placed) put(loading ? "loading:" : "", loading ? "Loading…" : others[grouping], userId);
  }
  const name = (id: string) => model.projects.get(id)?.name ?? "";
  for (const group of found.values()) group.projects.sort(([a], [b]) => name(a).localeCompare(name(b)));
  return [...found.values()].sort((x, y) => Number(x.key.endsWith(":")) - Number(y.key.endsWith(":")) || x.name.localeCompare(y.name));
}

/** Rows knows where each row is. */
export class Rows {
  readonly tops: Float64Array;
  readonly #byKey = new Map<string, number>();

  /** lanesOf is how many lanes of bars a row shows. */
  constructor(readonly list: readonly Row[], private readonly heights: Heights, lanesOf: (row: Row) => number = () => 0) {
    this.tops = new Float64Array(list.length + 1);
    list.forEach((row, i) => {
      const lanes = lanesOf(row), person = row.kind === "person";
      const least = row.kind === "group" ? (row.grouping === "project" && row.id ? heights.head : heights.group) : person ? heights.person : heights.project;
      const height = Math.max(least, lanes && (person ? heights.frame : heights.edge) + lanes * heights.lane);
      this.tops[i + 1] = this.tops[i]! + height;
      this.#byKey.set(row.key, i);
    });
  }

  /** laneAt is the lane of bars at a height in a row, or -1. */
  laneAt(y: number): number {
    const lane = Math.floor((y - laneTop) / this.heights.lane);
    return lane >= 0 && lane < mostLanes ? lane : -1;
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

/** The lanes of bars begin below the top of a row by so many pixels. */
export const laneTop = 4;

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
