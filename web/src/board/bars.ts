// Bars: what is planned for a person as a planner sees it. Equal hours on successive working days,
// on one project and with one capability, are one bar. Bars lie in lanes, so that none covers another.
// They are derived from the rows of hours, and nothing is stored.

import type { Day } from "./day";
import type { Line, Model } from "./model";

export interface Bar {
  userId: string;
  projectId: string;
  capabilityId: string | null;
  /** The first day with hours, and the day after the last one. */
  first: Day;
  end: Day;
  /** Hours of a day. */
  hours: number;
  tentative: boolean;
  /** The number of days with hours. */
  days: number;
}

export const barKey = (bar: Bar): string => `${bar.userId} ${bar.projectId} ${bar.capabilityId ?? ""} ${bar.first}`;

/** So many lanes are drawn at most; a row says how many bars are in the others. */
export const mostLanes = 4;

/** Lanes are the bars of a person. In a lane, bars follow each other. */
export type Lanes = readonly (readonly Bar[])[];

export class Bars {
  readonly #cache = new Map<string, { revision: number; lanes: Lanes }>();

  /** view has the days in view. */
  constructor(private readonly model: Model, private readonly view: { readonly first: Day; readonly end: Day }) {}

  /** of returns the bars of a person, as far as the rows are loaded. */
  of(userId: string): Lanes {
    const revision = this.model.revisionOf(userId);
    let cached = this.#cache.get(userId);
    if (cached?.revision !== revision) this.#cache.set(userId, (cached = { revision, lanes: arrangeLanes(this.model.lines(userId).flatMap((line) => runs(this.model, userId, line))) }));
    return cached.lanes;
  }

  /** shown returns the lanes that a row shows: those with bars in view, at most four. */
  shown(userId: string): Lanes {
    const { first, end } = this.view;
    return this.of(userId).filter((lane) => lane.some((bar) => bar.first < end && bar.end > first)).slice(0, mostLanes);
  }

  /** at returns the bar in a lane that is shown, on a day. */
  at(userId: string, day: Day, lane: number): Bar | undefined {
    return this.shown(userId)[lane]?.find((bar) => bar.first <= day && day < bar.end);
  }

  /** find returns the bar of a project and capability on a day. */
  find({ userId, projectId, capabilityId }: Pick<Bar, "userId" | "projectId" | "capabilityId">, day: Day): Bar | undefined {
    return this.of(userId).flat().find((bar) => bar.projectId === projectId && bar.capabilityId === capabilityId && bar.first <= day && day < bar.end);
  }

  /** inView lists the bars of a person in the days from first to before end. */
  inView(userId: string, first: Day, end: Day): Bar[] {
    return this.of(userId).flat().filter((bar) => bar.first < end && bar.end > first);
  }
}

/** runs cuts a line into bars. Days on which the person has no hours to give, such as weekends and leave, do not end a bar. */
function runs(model: Model, userId: string, line: Line): Bar[] {
  const bars: Bar[] = [];
  let bar: Bar | undefined;
  line.hours.forEach((hours, i) => {
    const day = model.origin + i, tentative = line.tentative[i] === 1;
    if (hours === 0) {
      if (bar && model.value(userId, "availability", day) > 0) bar = undefined;
    } else if (bar && bar.hours === hours && bar.tentative === tentative) {
      bar.end = day + 1;
      bar.days++;
    } else bars.push((bar = { userId, projectId: line.projectId, capabilityId: line.capabilityId, first: day, end: day + 1, hours, tentative, days: 1 }));
  });
  return bars;
}

/** arrangeLanes puts each bar into a lane that is free: after one of the same project, or else into the first. What begins first, and is longer, comes first. */
function arrangeLanes(bars: Bar[]): Bar[][] {
  const lanes: Bar[][] = [];
  for (const bar of bars.sort((a, b) => a.first - b.first || b.end - a.end)) {
    const free = lanes.filter((lane) => lane.at(-1)!.end <= bar.first);
    const lane = free.find((other) => other.at(-1)!.projectId === bar.projectId) ?? free[0];
    if (lane) lane.push(bar);
    else lanes.push([bar]);
  }
  return lanes;
}
