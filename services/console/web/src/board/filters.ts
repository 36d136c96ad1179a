// The filters as choices and as words.

import type { Board } from "./board";
import type { Model } from "./model";
import type { Filter } from "./place";

interface Choice {
  id: string;
  name: string;
}

/** choices are the filters by one of many records. */
export const choices: readonly (readonly [label: string, field: "managerId" | "clientId" | "projectId" | "capabilityId", options: (model: Model) => Iterable<Choice>])[] = [
  ["Team of", "managerId", ({ people }) => {
    const managers = new Set([...people.values()].map((person) => person.managerId));
    return [...people.values()].filter((person) => managers.has(person.id));
  }],
  ["Client", "clientId", ({ projects }) => new Map([...projects.values()].map((p) => [p.clientId, { id: p.clientId, name: p.clientName }])).values()],
  ["Project", "projectId", ({ projects }) => projects.values()],
  ["Capability", "capabilityId", ({ capabilities }) => capabilities.values()],
];

/** chips are the filters besides the name, each with what removes it. */
export function chips({ place: { filter }, model }: Board): { label: string; clear: Partial<Filter> }[] {
  const list: { label: string; clear: Partial<Filter> }[] = [];
  for (const [label, field, options] of choices) {
    if (filter[field]) list.push({ label: `${label} ${[...options(model)].find(({ id }) => id === filter[field])?.name ?? "…"}`, clear: { [field]: "" } });
  }
  if (filter.over) list.push({ label: "Only over", clear: { over: false } });
  if (filter.free) list.push({ label: `Free ≥ ${filter.free} h`, clear: { free: 0 } });
  return list;
}
