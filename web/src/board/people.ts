// Which people the filter of the board shows, in which order.

import { matcher } from "../format";
import type { Axis } from "./axis";
import type { Day } from "./day";
import { excess, skillKey, type Model } from "./model";
import type { Filter } from "./place";

const collator = new Intl.Collator();

/** listPeople returns the ids of the active people that match in the days, by name. What is not loaded yet hides nobody. */
export function listPeople(model: Model, filter: Filter, axis: Axis, first: Day, end: Day): string[] {
  const named = matcher(filter.name);
  const people = [...model.people.values()].filter((person) => person.active && named(person.name) && matches(model, person.id, filter, axis, first, end));
  return people.sort((a, b) => collator.compare(a.name, b.name)).map((person) => person.id);
}

function matches(model: Model, userId: string, f: Filter, axis: Axis, first: Day, end: Day): boolean {
  if (f.managerIds.length > 0 && !f.managerIds.some((id) => model.below(userId, id))) return false;
  if (!f.capabilityIds.every((id) => model.skilled.get(skillKey(id, f.level))?.has(userId) ?? true)) return false;
  const projects = model.shares.project.sums(userId, first, end);
  const on = (ids: readonly string[], idOf: (projectId: string) => string | undefined) => ids.length === 0 || !projects || [...projects.keys()].some((id) => ids.includes(idOf(id) ?? ""));
  if (!on(f.projectIds, (id) => id) || !on(f.clientIds, (id) => model.projects.get(id)?.clientId)) return false;
  if (f.free > 0 && model.sums(userId, first, end).free < f.free - 0.005) return false;
  if (!f.over) return true;
  for (let column = axis.columnOf(first); column <= axis.columnOf(end - 1); column++) if (excess(model.sums(userId, axis.first(column), axis.end(column))) > 0) return true;
  return false;
}
