// An organization of 500 people with a year of hours, generated, behind the interface of the
// API. Only the speed is measured with it.

import type { Api, HourRow, Query, Reply } from "../../../src/board/api";
import { formatDay, mondayOf, parseDay, today, weekday, type Day } from "../../../src/board/day";

export const people = 500;
export const weeks = 52;
export const start = mondayOf(today()) - 7;
const projects = 24;
const names = ["contracted", "holiday", "timeOff", "availability", "pendingTimeOff", "planned", "tentative", "actual"];

export const nameOf = (user: number) => `Person ${String(user).padStart(3, "0")}`;

/** planned is what a user does on a day: hours of one or two projects. */
export function planned(user: number, day: Day): [project: number, hours: number][] {
  if (weekday(day) > 4) return [];
  const week = Math.floor((day - start) / 7);
  if ((user * 7 + week * 3) % 11 === 0) return [];
  const first: [number, number] = [(user + Math.floor(week / 4)) % projects, 4 + ((user + week) % 3)];
  return (user + week) % 3 === 0 ? [first] : [first, [(user * 5 + Math.floor(week / 3)) % projects, 2 + ((user * week) % 3)]];
}

export const availability = (user: number, day: Day): number => (weekday(day) > 4 || (user % 17 === 0 && Math.floor((day - start) / 7) % 9 === 4) ? 0 : 8);

function series(user: number, day: Day): number[] {
  const contracted = weekday(day) > 4 ? 0 : 8;
  const hours = planned(user, day).reduce((sum, [, h]) => sum + h, 0);
  return [contracted, 0, contracted - availability(user, day), availability(user, day), 0, hours, 0, day < today() ? Math.max(0, hours - 1) : 0];
}

const ok = <T>(data: T): Reply<T> => ({ status: 200, data });
const tooMuch = { status: 400, error: { code: "validation_failed", message: "the response would have more than 20,000 items times buckets" } };
/** How often each path was called, for scripts. */
export const calls: Record<string, number> = {};
const page = <T>(items: T[]) => ({ items, total: items.length, hasMore: false, nextCursor: null });

/** split is what each user has on each project, or with no capability, in days, weeks or months. It is quick: it runs in what is measured. */
function split(first: Day, last: Day, bucket: string, by: string): unknown {
  const buckets: string[] = [], bucketOf: number[] = [];
  for (let day = first; day <= last; day++) {
    if (day === first || bucket === "day" || (bucket === "week" ? weekday(day) === 0 : formatDay(day).endsWith("-01"))) buckets.push(formatDay(day));
    bucketOf.push(buckets.length - 1);
  }
  const items: { id: string; name: string; split: { id: string } | null; values: number[][] }[] = [];
  const zeros = buckets.map(() => 0);
  for (let user = 0; user < people; user++) {
    const parts: number[][] = [];
    for (let day = first; day <= last; day++) for (const [project, hours] of planned(user, day)) (parts[by === "project" ? project : 0] ??= [...zeros])[bucketOf[day - first]!]! += hours;
    parts.forEach((hours, project) => items.push({ id: String(user), name: nameOf(user), split: by === "project" ? { id: String(project) } : null, values: [hours, zeros, zeros] }));
    if (items.length * buckets.length > 20_000) return undefined;
  }
  return { buckets, series: ["planned", "tentative", "actual"], items, asOf: 1 };
}

function get(path: string, query: Query): unknown {
  const [first, last] = [parseDay(String(query.start_date ?? "")), parseDay(String(query.end_date ?? ""))];
  switch (path) {
    case "/users":
      return page(Array.from({ length: people }, (_, i) => ({ id: String(i), name: nameOf(i), kind: "person", role: "admin", countryCode: null, reportsToId: null, isActive: true })));
    case "/projects":
      return page(Array.from({ length: projects }, (_, i) => ({ id: String(i), name: `Project ${i}`, clientId: String(i % 8), client: { companyName: `Client ${i % 8}` }, status: "active", startDate: formatDay(start), endDate: formatDay(start + 364) })));
    case "/capacity": {
      if (query.split_by) return split(first, last, String(query.bucket), String(query.split_by));
      const days = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      return {
        buckets: days.map(formatDay), series: names, asOf: 1,
        items: Array.from({ length: people }, (_, user) => {
          const byDay = days.map((day) => series(user, day));
          return { id: String(user), name: nameOf(user), values: names.map((_, i) => byDay.map((values) => values[i])) };
        }),
      };
    }
    case "/assignments": {
      const rows: HourRow[] = [], begin = Number(query.cursor ?? 0), of = query.user_id === undefined ? Array.from({ length: people }, (_, i) => i) : [Number(query.user_id)];
      for (const user of of) {
        for (let day = first; day <= last; day++) {
          for (const [project, hours] of planned(user, day)) if (query.project_id === undefined || query.project_id === String(project)) rows.push({ userId: String(user), projectId: String(project), capabilityId: null, date: formatDay(day), hours });
        }
      }
      const next = begin + 200;
      return { items: rows.slice(begin, next), total: rows.length, hasMore: next < rows.length, nextCursor: next < rows.length ? String(next) : null };
    }
    default:
      return page([]);
  }
}

export const api: Api = {
  get: async <T>(path: string, query: Query = {}) => {
    calls[path] = (calls[path] ?? 0) + 1;
    const data = get(path, query);
    return data === undefined ? tooMuch : ok(data as T);
  },
  send: async <T>() => ok([] as T),
  events: (_after, _onEvent, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve("aborted"))),
};
