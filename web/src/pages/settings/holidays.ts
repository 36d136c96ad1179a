// Reads holidays from CSV (country, date, name, part of the day). Calendar files are read by the server.

import type { Holiday } from "../../api/records";
import { countries } from "../../parts/countries";

export interface Entry {
  countryCode: string;
  date: string;
  name: string;
  factor: number;
  /** Why it cannot be imported, or "". */
  wrong: string;
}

/** What becomes of an entry: "there" has the same country, date and name already, "other" another name. */
export type State = "new" | "there" | "other" | "twice" | "wrong";

const longestName = 255;

export const keyOf = ({ countryCode, date }: Pick<Holiday, "countryCode" | "date">) => `${countryCode} ${date}`;

/** A day of a calendar file, and what an import does with it. */
export interface ImportedHoliday {
  date: string;
  name: string;
  result: "created" | "renamed" | "unchanged";
  previousName: string | null;
}

/** What an import does with a calendar file. */
export interface HolidayImport {
  items: ImportedHoliday[];
  summary: { created: number; updated: number; unchanged: number };
  leftOut: { reason: string; count: number; events: { line: number; name: string | null; date: string | null; message: string }[] }[];
}

/** Why events are left out, in words. Those in `also` can be imported anyway. */
export const reasons: { [reason: string]: string } = {
  cancelled: "cancelled",
  private: "private",
  observance: "not free days",
  workday: "working days in place of others",
  regional: "free in a part of the country only",
  time_of_day: "with a time of day",
  repeats: "that repeat too often",
  too_long: "longer than a month",
  other_year: "of other years",
  same_day: "with a later one on the same day",
  unreadable: "without a valid date or name",
};
export const optional = ["observance", "regional", "private"];

/** isCalendar reports whether a text or the bytes of a file are a calendar, as far as one can see. */
export const isCalendar = (text: string) => /BEGIN:VCALENDAR/i.test(text);

/** base64 encodes the bytes of a file for the server. */
export function base64(bytes: Uint8Array): string {
  const part = 0x8000;
  let binary = "";
  for (let i = 0; i < bytes.length; i += part) binary += String.fromCharCode(...bytes.subarray(i, i + part));
  return btoa(binary);
}

/** readHolidays reads a text. country is that of lines without one, or "". */
export function readHolidays(text: string, country: string): Entry[] {
  const clean = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  return readLines(clean).map((entry) => check({ ...entry, countryCode: entry.countryCode || country }));
}

/** stateOf returns what becomes of each entry. there has the holidays of the organization by key. */
export function statesOf(entries: Entry[], there: ReadonlyMap<string, Holiday>): State[] {
  const seen = new Set<string>();
  return entries.map((entry) => {
    if (entry.wrong) return "wrong";
    const key = keyOf(entry);
    const existing = there.get(key);
    if (existing) return existing.name === entry.name ? "there" : "other";
    if (seen.has(key)) return "twice";
    seen.add(key);
    return "new";
  });
}

function check(entry: Entry): Entry {
  const wrong =
    entry.wrong ||
    (!isDate(entry.date) && "needs a date such as 2027-12-25") ||
    (!entry.name && "has no name") ||
    (entry.name.length > longestName && "has a name that is too long") ||
    (!/^[A-Z]{2}$/.test(entry.countryCode) && "needs a country: choose one above, or write its two letters") ||
    (!(entry.factor >= 0 && entry.factor <= 1) && "has a part of the day that is not from 0 to 1") ||
    "";
  return { ...entry, wrong };
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < "0001") return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** codes returns the codes of the countries by their names in the reader's language. */
const codes = () => new Map(countries().map(([code, name]) => [name.toLocaleLowerCase(), code]));

function readLines(text: string): Entry[] {
  const lines = text.split("\n").filter((line) => line.trim());
  const separator = ["\t", ";", ","].find((mark) => lines[0]?.includes(mark)) ?? ",";
  const rows = lines.map((line) => split(line, separator));
  const head = rows[0]?.map((cell) => cell.toLowerCase()) ?? [];
  const isHead = head.includes("date") || head.includes("name");
  const place = (name: string, i: number) => (isHead ? head.findIndex((cell) => cell.startsWith(name)) : i);
  // Without a country, a line begins with its date.
  const shift = !isHead && /^\d/.test(rows[0]?.[0] ?? "") ? -1 : 0;
  const names = codes();
  return rows.slice(isHead ? 1 : 0).map((cells) => {
    const cell = (name: string, i: number) => cells[place(name, i + shift)]?.trim() ?? "";
    const country = cell("country", 0);
    const part = cell("part", 3) || cell("factor", 3);
    return {
      countryCode: names.get(country.toLocaleLowerCase()) ?? country.toUpperCase(),
      date: iso(cell("date", 1)),
      name: cell("name", 2),
      factor: part ? Number(part.replace(",", ".")) : 1,
      wrong: "",
    };
  });
}

/** iso reads 25.12.2027 too. With slashes, the order of day and month is not sure. */
function iso(date: string): string {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(date) ?? [];
  return year ? `${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}` : date;
}

function split(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const char = line[i]!;
    if (char === '"' && quoted && line[i + 1] === '"') cell += line[i++];
    else if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      cells.push(cell);
      cell = "";
    } else cell += char;
  }
  return [...cells, cell];
}
