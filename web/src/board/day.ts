// Calendar days without time zones. A day is its number of days since 1970-01-01, so days
// are added and compared as integers, and no clock of the reader can shift them.

export type Day = number;

const millis = 86_400_000;

export const parseDay = (text: string): Day => Date.UTC(+text.slice(0, 4), +text.slice(5, 7) - 1, +text.slice(8, 10)) / millis;

export const formatDay = (day: Day): string => new Date(day * millis).toISOString().slice(0, 10);

/** today is the day on the reader's wall calendar. */
export function today(now = new Date()): Day {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / millis;
}

/** weekday is 0 for Monday to 6 for Sunday. */
export const weekday = (day: Day): number => (((day + 3) % 7) + 7) % 7;

export const isWeekend = (day: Day): boolean => weekday(day) > 4;

export const mondayOf = (day: Day): Day => day - weekday(day);

export const yearOf = (day: Day): number => new Date(day * millis).getUTCFullYear();

/** monthOf counts months since year 0. */
export function monthOf(day: Day): number {
  const date = new Date(day * millis);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export const firstOfMonth = (month: number): Day => Date.UTC(Math.floor(month / 12), month % 12, 1) / millis;

/** isoWeek is the number of the ISO 8601 week: week 1 has the first Thursday of the year. */
export function isoWeek(day: Day): number {
  const thursday = mondayOf(day) + 3;
  return 1 + Math.floor((thursday - Date.UTC(yearOf(thursday), 0, 1) / millis) / 7);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(undefined, { ...options, timeZone: "UTC" })));
  return format;
}

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const rounded = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** mirrored is whether the reader's locale writes numbers or months from right to left. */
const mirrored = /[\u0590-\u08ff]/.test(numbers.format(1) + formatOf({ month: "long" }).format(0));

/** isolated keeps a number or a date in one piece, so that one that is read from right to left does not change places with what is beside it. */
export const isolated = (text: string): string => (mirrored ? `\u2068${text}\u2069` : text);

/** show formats a day in the reader's locale. */
export const show = (day: Day, options: Intl.DateTimeFormatOptions): string => isolated(formatOf(options).format(day * millis));

/** showRange formats the first to the last day: "2 – 8 Mar". */
export const showRange = (first: Day, last: Day, options: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" }): string =>
  isolated(formatOf(options).formatRange(first * millis, last * millis));

/** yearUnless asks for the year of days that are not all in the year of today, as an option of show. */
export const yearUnless = (today: Day, ...days: Day[]): "numeric" | undefined => (days.every((day) => yearOf(day) === yearOf(today)) ? undefined : "numeric");

/** showSpan is showRange with the year or years. */
export const showSpan = (first: Day, last: Day): string => showRange(first, last, { day: "numeric", month: "short", year: "numeric" });

/** hours formats hours with what matters of their fraction. */
export const hours = (value: number): string => isolated((Math.abs(value) < 100 ? numbers : rounded).format(Math.abs(value) < 0.005 ? 0 : value));
