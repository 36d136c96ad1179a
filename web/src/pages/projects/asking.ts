// Asking for people: their days in a range, and the proposal with the hours.

import { all, Failure, get } from "../../api/client";
import type { Capacity, HoursRow, Project, Proposal } from "../../api/records";
import { send } from "../../api/send";
import { addDays, daysBetween, weekday } from "../../format";
import { take } from "../../parts/proposals";
import { hoursOf, sum } from "../../parts/series";

export interface Range {
  startDate: string;
  endDate: string;
}

/** Standing is the days on which a person works, and the free hours in them; null if they are hidden from the reader. */
export interface Standing {
  days: string[];
  free: number | null;
}

/** standingOf reads when a person works. If that is hidden, these are the days from Monday to Friday. */
export async function standingOf(userId: string, { startDate, endDate }: Range): Promise<Standing> {
  const capacity = await get<Capacity>("/capacity", { user_id: userId, start_date: startDate, end_date: endDate, bucket: "day" });
  const of = (name: string) => hoursOf(capacity, capacity.total.values, name);
  const days = capacity.buckets.filter((_, i) => of("availability")[i]! > 0);
  if (sum(of("contracted")) > 0) return { days, free: sum(of("free")) };
  return { days: Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, i) => addDays(startDate, i)).filter((day) => weekday(day) < 5), free: null };
}

/** Found is a person with a skill who has so many free hours. */
export interface Found {
  id: string;
  name: string;
  free: number;
}

/** findSkilled finds people with a skill who have so many free hours in some days. */
export const findSkilled = async (capabilityId: string, level: number, hours: number, { startDate, endDate }: Range): Promise<Found[]> =>
  (await get<{ items: Found[] }>("/capacity/gaps", { has_capability_id: capabilityId, min_level: level, hours, start_date: startDate, end_date: endDate })).items;

/** longest is how many days people are asked for at once. */
export const longest = 366;

export interface Asking extends Range {
  project: Project;
  people: { userId: string; days: string[] }[];
  hours: number;
  title: string;
  note: string | null;
  reviewerIds: string[];
}

/** ask makes a proposal that adds the hours to what is planned, and submits it. If it is refused, nothing of it stays. */
export async function ask({ project, people, hours, title, note, reviewerIds, startDate, endDate }: Asking): Promise<Proposal> {
  const rows = (await Promise.all(people.map(({ userId }) => all<HoursRow>("/assignments", { user_id: userId, project_id: project.id, start_date: startDate, end_date: endDate })))).flat();
  const planned = new Map(rows.filter(({ capabilityId }) => capabilityId === null).map((row) => [`${row.userId} ${row.date}`, row.hours]));
  const items = people.flatMap(({ userId, days }) => days.map((date) => ({ userId, projectId: project.id, capabilityId: null, date, hours: Math.min(24, hours + (planned.get(`${userId} ${date}`) ?? 0)) })));
  const draft = await send<Proposal>("POST", "/proposals", { title, note, reviewerIds });
  try {
    await send("POST", `/assignments?proposal=${draft.id}`, { items });
    return await take(await get<Proposal>(`/proposals/${draft.id}`), "submit");
  } catch (error) {
    if (error instanceof Failure) await send("DELETE", `/proposals/${draft.id}`).catch(() => undefined);
    throw error;
  }
}
