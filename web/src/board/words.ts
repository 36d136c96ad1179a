// Words for what was done: hours with their project, person and days.

import { plural } from "../format";
import type { Board } from "./board";
import { hours, showRange, yearUnless, type Day } from "./day";
import { excess, type Change, type Model } from "./model";

/** showDays names days, with their years if one of them is not this year: "1 – 5 Mar". */
export function showDays(first: Day, last: Day, today: Day): string {
  return showRange(first, last, { day: "numeric", month: "short", year: yearUnless(today, first, last) });
}

interface Days {
  first: Day;
  last: Day;
}

/** joined joins spans of days that follow each other and are alike, the first day first. A weekend does not end one. add adds to a span, besides its days. */
export function joined<T extends Days>(list: Iterable<T>, alike: (a: T, b: T) => boolean, add = (_to: T, _more: T) => {}): T[] {
  const found: T[] = [];
  for (const span of list) {
    const last = found.at(-1);
    if (last && last.last >= span.first - 3 && alike(last, span)) {
      last.last = span.last;
      add(last, span);
    } else found.push({ ...span });
  }
  return found;
}

/** spans joins days to ranges. */
const spans = (days: Iterable<Day>): Days[] => joined([...new Set(days)].sort((a, b) => a - b).map((day) => ({ first: day, last: day })), () => true);

/** listDays names ranges of days, at most four. */
export function listDays(days: Iterable<Day>, today: Day): string {
  const all = spans(days), most = 4;
  const named = all.slice(0, most).map(({ first, last }) => showDays(first, last, today));
  return named.join(", ") + (all.length > most ? ` and ${all.length - most} more` : "");
}

/** several names one or two, and counts more. */
const several = (names: Iterable<string>, word: string, words?: string): string => {
  const all = [...new Set(names)];
  return all.length > 2 ? plural(all.length, word, words) : all.join(" and ");
};

const sum = (changes: readonly Change[], of: (change: Change) => number) => changes.reduce((total, change) => total + of(change), 0);

const cellOf = ({ userId, day }: Change) => `${userId} ${day}`;

/** labelOf says what changes do: "16 h Grid Dashboard, Aditya, 1 – 5 Mar", after a verb if one is needed. */
export function labelOf(board: Board, changes: readonly Change[], verb?: string): string {
  const gains = changes.filter((c) => c.after > c.before), losses = changes.filter((c) => c.after < c.before);
  const people = (list: readonly Change[]) => several(list.map(({ userId }) => board.personName(userId)), "person", "people");
  const left = new Set(losses.map(cellOf));
  const by = sum(gains, (c) => c.after - c.before);
  const moved = losses.length > 0 && gains.length > 0 && Math.abs(by - sum(losses, (c) => c.before - c.after)) < 0.005 && !gains.some((c) => left.has(cellOf(c)));
  const removed = changes.every(({ after }) => after === 0);
  const about = moved ? gains : removed ? changes : changes.filter(({ after }) => after > 0);
  const amount = moved ? by : sum(about, (c) => (removed ? c.before : c.after));
  const from = people(losses), to = people(about);
  verb ??= removed ? "removed" : gains.length + losses.length > 0 ? undefined : `made ${changes[0]?.tentative ? "tentative" : "firm"}`;
  const what = `${hours(amount)} h ${several(about.map(({ projectId }) => board.projectName(projectId)), "project")}`;
  const days = about.map(({ day }) => day);
  return `${verb ? `${verb} ` : ""}${what}, ${moved && from !== to ? `${from} to ${to}` : to}, ${showDays(Math.min(...days), Math.max(...days), board.today)}`;
}

/** standing says how full a person is in some days, and nothing if that is hidden from the reader. */
export function standing(model: Model, userId: string, first: Day, end: Day): { said: string; over?: boolean; free?: boolean } {
  if (model.hides(userId)) return { said: "" };
  const sums = model.sums(userId, first, end);
  if (sums.unfilled > 0) return { said: `${hours(sums.unfilled)} unfilled` };
  if (sums.over >= 0.005) return { said: excess(sums) > 0 ? `+${hours(sums.over)} over` : `▲ +${hours(sums.over)}`, over: true };
  if (sums.free >= 0.005) return { said: `${hours(sums.free)} free`, free: true };
  return { said: sums.availability > 0 ? "full" : model.people.get(userId)?.placeholder ? "" : "away" };
}
