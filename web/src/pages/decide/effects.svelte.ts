// What an approval does: the hours that are planned on the days off, and who else is away.

import { SvelteMap } from "svelte/reactivity";
import { all, Failure } from "../../api/client";
import { projects, users } from "../../api/directory.svelte";
import type { HoursRow, TimeOff } from "../../api/records";
import { timeOffBetween } from "../timeoff/read";

/** Effect is what is planned that there is no time for any more. */
export interface Effect {
  hours: number;
  days: number;
  /** The hours of each project on these days, the most first. */
  projects: [id: string, hours: number][];
}

/** So many requests of the API run at once. */
const atOnce = 4;

export class Effects {
  readonly #effects = new SvelteMap<string, Effect | null>();
  /** Who is away in the days of all requests. */
  #away = $state.raw<TimeOff[]>();

  /** of is the effect of a request: undefined until it is read, null if it cannot be. */
  of = ({ id }: TimeOff): Effect | null | undefined => this.#effects.get(id);

  /** away are the absences of others in the days of a request, those of the same team first; undefined until they are read. */
  away({ userId, startDate, endDate }: TimeOff): TimeOff[] | undefined {
    const team = (other: TimeOff) => users.get(other.userId)?.reportsToId === users.get(userId)?.reportsToId;
    return this.#away
      ?.filter((other) => other.userId !== userId && other.status !== "rejected" && other.startDate <= endDate && other.endDate >= startDate)
      .sort((a, b) => Number(team(b)) - Number(team(a)) || a.startDate.localeCompare(b.startDate));
  }

  /** read reads what is not there yet of some requests. */
  async read(requests: TimeOff[], signal: AbortSignal): Promise<void> {
    if (!requests.length) return;
    const [first] = requests.map(({ startDate }) => startDate).sort(), last = requests.map(({ endDate }) => endDate).sort().at(-1)!;
    await Promise.all([users.load(), projects.load()]);
    timeOffBetween(first!, last).then((away) => signal.aborted || (this.#away = away), () => undefined);
    const queue = requests.filter(({ id }) => !this.#effects.get(id));
    const work = async () => {
      for (let request = queue.shift(); request && !signal.aborted; request = queue.shift()) this.#effects.set(request.id, await effectOf(request));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  /** forget forgets the effects on a person whose plan has changed. */
  forget(requests: TimeOff[]) {
    for (const { id } of requests) this.#effects.delete(id);
  }
}

async function effectOf({ userId, startDate, endDate, availability }: TimeOff): Promise<Effect | null> {
  try {
    const rows = (await all<HoursRow>("/assignments", { user_id: userId, start_date: startDate, end_date: endDate })).filter(({ projectId, hours, tentative }) => hours > 0 && !tentative && counts(projectId));
    const lost = [...Map.groupBy(rows, ({ date }) => date).values()].filter((day) => sum(day) > availability);
    const byProject = Map.groupBy(lost.flat(), ({ projectId }) => projectId);
    return {
      hours: lost.reduce((total, day) => total + sum(day) - availability, 0),
      days: lost.length,
      projects: [...byProject].map(([id, rows]): [string, number] => [id, sum(rows)]).sort(([, a], [, b]) => b - a),
    };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

const sum = (rows: HoursRow[]) => rows.reduce((total, { hours }) => total + hours, 0);

/** The hours of drafts are tentative, and those of cancelled projects are none. */
const counts = (projectId: string) => !["draft", "cancelled"].includes(projects.get(projectId)?.status ?? "");
