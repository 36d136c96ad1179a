// The filters as words.

import type { Board } from "./board";
import type { Filter } from "./place";

/** chipsOf lists the filters besides the name, each with what removes it. */
export function chipsOf({ place: { filter }, model }: Board): { label: string; clear: Partial<Filter> }[] {
  const list: { label: string; clear: Partial<Filter> }[] = [];
  const name = (named: { name: string } | undefined) => named?.name ?? "…";
  if (filter.managerId) list.push({ label: `Team of ${name(model.people.get(filter.managerId))}`, clear: { managerId: "" } });
  if (filter.clientId) list.push({ label: [...model.projects.values()].find((project) => project.clientId === filter.clientId)?.clientName ?? "…", clear: { clientId: "" } });
  if (filter.projectId) list.push({ label: name(model.projects.get(filter.projectId)), clear: { projectId: "" } });
  if (filter.capabilityId) list.push({ label: name(model.capabilities.get(filter.capabilityId)), clear: { capabilityId: "" } });
  if (filter.over) list.push({ label: "Only over", clear: { over: false } });
  if (filter.free) list.push({ label: `Free ≥ ${filter.free} h`, clear: { free: 0 } });
  return list;
}
