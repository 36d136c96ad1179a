// Numbers, dates and names as the reader's locale writes them. A date is a calendar day, YYYY-MM-DD.

import * as days from "./board/day";

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const withYear = { day: "numeric", month: "short", year: "numeric" } as const;

/** addDays returns the date a number of days later. */
export const addDays = (value: string, count: number) => days.formatDay(days.parseDay(value) + count);

/** daysBetween returns how many days later the second date is. */
export const daysBetween = (first: string, last: string) => days.parseDay(last) - days.parseDay(first);

/** weekday returns 0 for Monday to 6 for Sunday. */
export const weekday = (value: string) => days.weekday(days.parseDay(value));

/** today returns the reader's calendar day. */
export const today = () => days.formatDay(days.today());

export const formatNumber = (value: number) => days.isolated(number.format(value));
export const formatCount = (value: number) => days.isolated(whole.format(value));
export const formatHours = (value: number) => `${formatNumber(value)} h`;
export const formatDate = (value: string) => days.show(days.parseDay(value), withYear);
export const formatLongDate = (value: string) => days.show(days.parseDay(value), { weekday: "long", day: "numeric", month: "long", year: "numeric" });
export const formatMonth = (value: string) => days.show(days.parseDay(value), { month: "long", year: "numeric" });
export const formatWeekday = (value: string) => days.show(days.parseDay(value), { weekday: "short" });

export const formatRange = (first: string, last: string) => days.showRange(days.parseDay(first), days.parseDay(last), withYear);

/** The names of the days of a week, Monday first. */
export const weekdays = Array.from({ length: 7 }, (_, i) => formatWeekday(addDays("2024-01-01", i)));

/** formatWords returns "time materials" for "time_materials". */
export const formatWords = (value: string) => value.replaceAll("_", " ");

export const capitalized = (value: string) => value.charAt(0).toUpperCase() + value.slice(1);

const letterPairs: { [letter: string]: string } = { ø: "o", ł: "l", đ: "d", ı: "i", ß: "ss", æ: "ae", œ: "oe" };

/** fold returns a text in small letters without accents: "ines" for "Inês". */
export const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[øłđıßæœ]/g, (letter) => letterPairs[letter]!);

/** matcher returns what reports whether a name has all the typed words, whatever their accents. */
export function matcher(typed: string): (name: string) => boolean {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return (name) => {
    if (!words.length) return true;
    const folded = fold(name);
    return words.every((word) => folded.includes(word));
  };
}

/** hueOf returns the hue of the picture of a person: the same one everywhere. */
export const hueOf = (id: string): number => [...id].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 360, 7);

export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return ((words[0]?.[0] ?? "") + (words.length > 1 ? words.at(-1)![0] : "")).toUpperCase();
}

export const plural = (count: number, one: string, many = `${one}s`) => `${formatCount(count)} ${count === 1 ? one : many}`;
