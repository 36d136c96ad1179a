// What the board shows, in the address: a link shows another person the same.

import type { Zoom } from "./axis";
import { formatDay, parseDay, type Day } from "./day";
import type { Grouping } from "./layout";

export interface Filter {
  /** Part of a name. */
  name: string;
  managerIds: readonly string[];
  clientIds: readonly string[];
  projectIds: readonly string[];
  capabilityIds: readonly string[];
  /** The lowest level of the capabilities, 1 to 5. */
  level: number;
  over: boolean;
  /** Only people with at least so many free hours in view; 0 is no filter. */
  free: number;
}

export interface Place {
  /** The first day in view; missing for the days around today. */
  day?: Day;
  zoom: Zoom;
  grouping: Grouping;
  heat: boolean;
  /** Whether tentative hours count as planned in what is free and over. */
  tentative: boolean;
  compact: boolean;
  /** Whether the list of weeks is shown in place of the sheet, also on a wide screen. */
  weeks: boolean;
  /** The person whose weeks a narrow screen shows; empty for oneself. */
  userId: string;
  /** The proposal that is shown in place of the live plan, or empty. */
  proposal: string;
  filter: Filter;
}

export const noFilter = (): Filter => ({ name: "", managerIds: [], clientIds: [], projectIds: [], capabilityIds: [], level: 1, over: false, free: 0 });

const lists = { managerIds: "team", clientIds: "client", projectIds: "project", capabilityIds: "capability" } as const;
const fields = Object.entries(lists) as [keyof typeof lists, string][];

export function formatPlace(place: Place): string {
  const params = new URLSearchParams();
  if (place.day !== undefined) params.set("from", formatDay(place.day));
  if (place.zoom !== "week") params.set("zoom", place.zoom);
  if (place.grouping !== "none") params.set("group", place.grouping);
  if (place.tentative) params.set("tentative", "1");
  if (place.heat) params.set("view", "heat");
  if (place.weeks) params.set("view", "weeks");
  if (place.compact) params.set("rows", "compact");
  if (place.userId) params.set("person", place.userId);
  if (place.proposal) params.set("proposal", place.proposal);
  if (place.filter.name) params.set("q", place.filter.name);
  for (const [field, name] of fields) if (place.filter[field].length > 0) params.set(name, place.filter[field].join());
  if (place.filter.level > 1) params.set("level", String(place.filter.level));
  if (place.filter.over) params.set("over", "1");
  if (place.filter.free > 0) params.set("free", String(place.filter.free));
  return params.toString();
}

export function parsePlace(hash: string): Place {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const one = <T extends string>(name: string, values: readonly T[], otherwise: T): T => {
    const value = params.get(name) as T;
    return values.includes(value) ? value : otherwise;
  };
  const filter = noFilter();
  filter.name = params.get("q") ?? "";
  for (const [field, name] of fields) filter[field] = params.get(name)?.split(",").filter(Boolean) ?? [];
  filter.level = Math.min(5, Math.max(1, Math.round(Number(params.get("level")) || 1)));
  filter.over = params.get("over") === "1";
  filter.free = Math.max(0, Number(params.get("free")) || 0);
  const from = params.get("from") ?? "";
  return {
    day: /^\d{4}-\d\d-\d\d$/.test(from) && !Number.isNaN(parseDay(from)) ? parseDay(from) : undefined,
    zoom: one("zoom", ["day", "week", "month"], "week"),
    grouping: one("group", ["none", "manager", "project", "client", "capability"], "none"),
    tentative: params.get("tentative") === "1",
    heat: params.get("view") === "heat",
    weeks: params.get("view") === "weeks",
    compact: params.get("rows") === "compact",
    userId: params.get("person") ?? "",
    proposal: params.get("proposal") ?? "",
    filter,
  };
}

export const isFiltered = (f: Filter): boolean => Boolean(f.name || f.over || f.free) || fields.some(([field]) => f[field].length > 0);
