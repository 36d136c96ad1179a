// The filters as choices and as words.

import type { Board } from "./board";
import type { Model } from "./model";
import type { Filter } from "./place";

export interface Choice {
  id: string;
  name: string;
  aside?: string;
}

type Field = "managerIds" | "clientIds" | "projectIds" | "capabilityIds";

/** choices are the filters by records. A person matches one of the records of a filter, and all skills. */
export const choices: readonly (readonly [label: string, field: Field, options: (model: Model) => Iterable<Choice>])[] = [
  ["Team of", "managerIds", ({ people }) => {
    const managers = new Set([...people.values()].map((person) => person.managerId));
    return [...people.values()].filter((person) => managers.has(person.id));
  }],
  ["Client", "clientIds", ({ projects }) => new Map([...projects.values()].map((p) => [p.clientId, { id: p.clientId, name: p.clientName }])).values()],
  ["Project", "projectIds", ({ projects }) => [...projects.values()].map(({ id, name, clientName: aside }) => ({ id, name, aside }))],
  ["Skill", "capabilityIds", ({ capabilities }) => capabilities.values()],
];

/** chips are the filters besides the name, each with what removes it. */
export function chips({ place: { filter }, model }: Board): { label: string; clear: Partial<Filter> }[] {
  const list: { label: string; clear: Partial<Filter> }[] = [];
  for (const [label, field, options] of choices) {
    const ids = filter[field];
    const level = field === "capabilityIds" && filter.level > 1 ? ` ≥ ${filter.level}` : "";
    const named = ids.length > 0 ? new Map([...options(model)].map(({ id, name }) => [id, name])) : undefined;
    for (const id of ids) list.push({ label: `${label} ${named!.get(id) ?? "…"}${level}`, clear: { [field]: ids.filter((other) => other !== id) } });
  }
  if (filter.over) list.push({ label: "Only over", clear: { over: false } });
  if (filter.free) list.push({ label: `Free ≥ ${filter.free} h`, clear: { free: 0 } });
  return list;
}
