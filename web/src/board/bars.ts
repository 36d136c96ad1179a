// Bars: what is planned for a person as a planner sees it. Hours on successive working days, on one project and
// with one capability, are one bar, whatever the hours of each day. Bars lie in lanes, so that none covers another.
// They are derived from the rows of hours, and nothing is stored.

import { hours as number, isWeekend, mondayOf, type Day } from "./day";
import type { Row } from "./layout";
import { slotKey, type Line, type Model, type Project } from "./model";

export interface Bar {
  userId: string;
  projectId: string;
  capabilityId: string | null;
  /** The first day with hours, and the day after the last one. */
  first: Day;
  end: Day;
  /** The most frequent hours of a day, the fewest and the most. */
  hours: number;
  least: number;
  most: number;
  /** The fewest and the most hours of a week, if its days differ and there are several whole weeks. */
  week?: readonly [least: number, most: number];
  tentative: boolean;
  /** The number of days with hours, and the sum of these. */
  days: number;
  total: number;
  /** The proposal that is shown wishes these hours. */
  wished?: boolean;
  /** The proposal takes these hours out of the plan. */
  gone?: boolean;
  /** The days of time off between those with hours. */
  gaps: readonly Span[];
}

/** Span is days from the first to before the end. */
export interface Span {
  first: Day;
  end: Day;
}

const range = (least: number, most: number) => (least === most ? number(least) : `${number(least)}–${number(most)}`);

/** hoursOf says how many hours a bar has: "6 h a day", "4–8 h a day", or "20–32 h a week". */
export const hoursOf = ({ least, most, week }: Bar): string => (week ? `${range(...week)} h a week` : `${range(least, most)} h a day`);

/** isTentative reports whether hours on a project are tentative, by themselves or as its draft. */
export const isTentative = (bar: Pick<Bar, "tentative">, project: Project | undefined): boolean => bar.tentative || project?.status === "draft";

/** covers reports whether a bar has days in a span, besides time off. */
export const covers = (bar: Bar, first: Day, end: Day): boolean => bar.first < end && bar.end > first && !bar.gaps.some((gap) => gap.first <= first && gap.end >= end);

export const barKey = (bar: Bar): string => `${bar.userId} ${bar.projectId} ${bar.capabilityId ?? ""} ${bar.first}`;

/** So many lanes are drawn at most; a row says how many bars are in the others. */
export const mostLanes = 4;

/** Lanes are the bars of a person. In a lane, bars follow each other. */
export type Lanes = readonly (readonly Bar[])[];

export class Bars {
  readonly #cache = new Map<string, { revision: number; lanes: Lanes }>();
  readonly #shown = new Map<string, { lanes: Lanes; seen: Span; shown: Lanes }>();

  /** view has the days in view: other ones, if they change. */
  constructor(private readonly model: Model, private readonly view: { readonly seen: Span }) {}

  /** of returns the bars of a person, on all projects or on one, as far as the rows are loaded. */
  of(userId: string, projectId = ""): Lanes {
    const revision = this.model.revisionOf(userId), key = userId + projectId;
    let cached = this.#cache.get(key);
    if (cached?.revision !== revision) {
      const lines = this.model.lines(userId).filter((line) => !projectId || line.projectId === projectId);
      this.#cache.set(key, (cached = { revision, lanes: arrangeLanes([...lines.flatMap((line) => runs(this.model, userId, line)), ...this.#gone(userId, projectId)]) }));
    }
    return cached.lanes;
  }

  #gone(userId: string, projectId: string): Bar[] {
    if (this.model.wishes.size === 0) return [];
    return this.model.goneOf(userId, projectId).flatMap((line) => runs(this.model, userId, line)).map((bar) => ({ ...bar, wished: false, gone: true }));
  }

  /** leaving lists what the proposal takes from a person in the days from first to before end. */
  leaving(userId: string, first: Day, end: Day): Bar[] {
    return this.of(userId).flat().filter((bar) => bar.gone && covers(bar, first, end));
  }

  /** shown returns the lanes that a row shows: those with bars in view, at most four. */
  shown(userId: string, projectId = ""): Lanes {
    const { seen } = this.view;
    const lanes = this.of(userId, projectId), key = userId + projectId;
    let cached = this.#shown.get(key);
    if (cached?.lanes !== lanes || cached.seen !== seen) {
      const shown = lanes.filter((lane) => lane.some((bar) => covers(bar, seen.first, seen.end))).slice(0, mostLanes);
      this.#shown.set(key, (cached = { lanes, seen, shown }));
    }
    return cached.shown;
  }

  /** inRow returns the lanes that a row shows: those of a person, or of a person on the project of the row. */
  inRow(row: Row): Lanes {
    return row.kind === "person" ? this.shown(row.userId) : row.kind === "project" && row.named ? this.shown(row.userId, row.projectId) : [];
  }

  /** at returns the bar in a lane of a row, on a day. */
  at(row: Row, day: Day, lane: number): Bar | undefined {
    return this.inRow(row)[lane]?.find((bar) => !bar.gone && covers(bar, day, day + 1));
  }

  /** find returns the bar of a project and capability on a day. */
  find({ userId, projectId, capabilityId }: Pick<Bar, "userId" | "projectId" | "capabilityId">, day: Day): Bar | undefined {
    return this.of(userId).flat().find((bar) => !bar.gone && bar.projectId === projectId && bar.capabilityId === capabilityId && bar.first <= day && day < bar.end);
  }

  /** inView lists the bars of a person in the days from first to before end. */
  inView(userId: string, first: Day, end: Day): Bar[] {
    return this.of(userId).flat().filter((bar) => !bar.gone && covers(bar, first, end));
  }

  /** part is what a bar has in some days, as a bar: at most so many days with hours. */
  part({ userId, projectId, capabilityId }: Pick<Bar, "userId" | "projectId" | "capabilityId">, first: Day, end: Day, most?: number): Bar | undefined {
    const line = this.model.lines(userId).find((one) => one.projectId === projectId && one.capabilityId === capabilityId);
    return line && measured(this.model, userId, line, first, end, most);
  }
}

/** onLeave reports whether a person is away on a day. Of people whose hours are hidden, only the days of their leave are known. */
const onLeave = (model: Model, userId: string, day: Day): boolean =>
  model.hides(userId) ? model.leaveIn(userId, day, day + 1).some(({ status }) => status === "approved") : model.value(userId, "timeOff", day) > 0;

/** works reports whether a person has hours to give on a day. */
function works(model: Model, userId: string, day: Day): boolean {
  if (model.people.get(userId)?.placeholder) return !isWeekend(day);
  return model.hides(userId) ? !isWeekend(day) && !onLeave(model, userId, day) : model.value(userId, "availability", day) > 0;
}

/** runs cuts a line into bars. Days on which the person has no hours to give, such as weekends and leave, do not end a bar. */
function runs(model: Model, userId: string, line: Line): Bar[] {
  const spans: (Span & { tentative: number; wished: boolean })[] = [];
  let span: (typeof spans)[number] | undefined;
  line.hours.forEach((hours, i) => {
    const day = model.origin + i, tentative = line.tentative[i]!;
    const wished = hours > 0 && model.wishes.size > 0 && model.wishes.has(slotKey({ userId, projectId: line.projectId, capabilityId: line.capabilityId, day }));
    if (hours === 0) {
      if (span && works(model, userId, day)) span = undefined;
    } else if (span?.tentative === tentative && span.wished === wished) span.end = day + 1;
    else spans.push((span = { first: day, end: day + 1, tentative, wished }));
  });
  return spans.map(({ first, end, wished }) => ({ ...measured(model, userId, line, first, end)!, wished }));
}

/** measured is the bar of a line in some days, if it has hours there. */
function measured(model: Model, userId: string, line: Line, from: Day, to: Day, most = Infinity): Bar | undefined {
  const hours: number[] = [], gaps: Span[] = [], weeks = new Map<Day, { days: number; sum: number }>();
  let first = from, end = from, away = false;
  for (let day = Math.max(from, model.origin); day < Math.min(to, model.end) && hours.length < most; day++) {
    const value = line.hours[day - model.origin]!;
    if (value === 0) {
      away ||= onLeave(model, userId, day);
      continue;
    }
    if (hours.length === 0) first = day;
    else if (away) gaps.push({ first: end, end: day });
    [end, away] = [day + 1, false];
    hours.push(value);
    const week = weeks.get(mondayOf(day)) ?? { days: 0, sum: 0 };
    weeks.set(mondayOf(day), { days: week.days + 1, sum: week.sum + value });
  }
  if (hours.length === 0) return undefined;
  const bar = { userId, projectId: line.projectId, capabilityId: line.capabilityId, first, end, tentative: line.tentative[first - model.origin] === 1, days: hours.length, gaps };
  return { ...bar, ...figures(hours, [...weeks.values()]) };
}

/** figures are those of the hours of a bar by day and by week. A week with fewer days than others is not a whole one. */
function figures(hours: readonly number[], weeks: readonly { days: number; sum: number }[]): Pick<Bar, "hours" | "least" | "most" | "week" | "total"> {
  const counts = new Map<number, number>();
  for (const value of hours) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [least, most] = [Math.min(...counts.keys()), Math.max(...counts.keys())];
  const days = Math.max(...weeks.map((week) => week.days));
  const sums = weeks.filter((week) => week.days === days).map(({ sum }) => Math.round(sum * 100) / 100);
  return {
    hours: [...counts].sort(([, a], [, b]) => b - a)[0]![0], least, most,
    week: least !== most && sums.length > 1 ? [Math.min(...sums), Math.max(...sums)] : undefined,
    total: hours.reduce((a, b) => a + b),
  };
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
