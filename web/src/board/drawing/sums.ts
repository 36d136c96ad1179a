// Sums of groups of people and of projects, and of all that is shown in the footer.

import { hours as number, show, type Day } from "../day";
import type { GroupSums } from "../groups";
import type { Row, Rows } from "../layout";
import type { Project, Sums } from "../model";
import type { Pen } from "./pen";
import type { Scene } from "./scene";

/** Totals keeps sums by column, until hours or rows change. */
export class Totals {
  #of: readonly [number?, number?, Rows?] = [];
  readonly #sums = new Map<string, unknown>();

  get<T>({ model, groups, rows }: Scene, key: string, make: () => T): T {
    const [people, sums, list] = this.#of;
    if (people !== model.revision || sums !== groups.revision || list !== rows) this.#sums.clear();
    this.#of = [model.revision, groups.revision, rows];
    if (!this.#sums.has(key)) this.#sums.set(key, make());
    return this.#sums.get(key) as T;
  }
}

/** Part is hours with a word, in full and in short, or else a sign. */
type Part = [value: number, sign: string, word: string, short: string, color: string, weight: number];

/** drawParts writes hours in a column, the most important ones first: each from the right in the first line with room. The first line is the lowest one. */
function drawParts(pen: Pen, s: Scene, column: number, lines: readonly number[], parts: readonly Part[]): void {
  const left = column * s.axis.width + 2, right = left + s.axis.width - (s.axis.width < 60 ? 4 : 8);
  const some = parts.filter(([value]) => Math.round(value) > 0);
  const whole = (value: number) => number(Math.round(value));
  const forms = some.map(([value, sign, word, short]) => [(sign === "+" ? sign : "") + whole(value) + word, (short ? "" : sign) + whole(value) + short, sign + whole(value)]);
  /** How short each one is. The least important ones are shortened first, so that the others read alike in all columns. */
  const level = forms.map(() => 0);
  /** places are where the texts are, as far as there is room. */
  const places = () => {
    const free = lines.map(() => right);
    return forms.flatMap((texts, i) => {
      const part = some[i]!, text = texts[level[i]!]!, width = pen.measure(text, 10.5, part[5]), line = free.findIndex((x) => x - width >= left), x = free[line];
      if (x === undefined) return [];
      free[line] = x - width - 6;
      return { text, x, y: lines[line]!, part };
    });
  };
  let all = places();
  for (let i = 2 * some.length - 1; i >= 0 && all.length < some.length; i--) {
    level[i % some.length]!++;
    all = places();
  }
  for (const { text, x, y, part } of all) pen.text(text, x, y, part[4], 10.5, part[5], "right");
}

/** drawSums says what is over and free of people in a column, above a line for their load. */
export function drawSums(pen: Pen, s: Scene, key: string, people: readonly string[], column: number, y: number, height: number): void {
  const { theme } = pen;
  const { used, availability, over, free }: Sums = s.totals.get(s, `${key} ${column}`, () => s.model.sumsOf(people, s.axis.first(column), s.axis.end(column)));
  if (availability === 0 && used === 0) return;
  const x = column * s.axis.width, width = s.axis.width;
  drawParts(pen, s, column, [y + height / 2 - 2], [
    [over, "+", Math.round(free) > 0 ? "" : " over", "", theme.over, 650],
    [free, "", " free", " free", theme.fits, 400],
  ]);
  const load = availability > 0 ? used / availability : 1;
  pen.box(theme.line, x + 5, y + height - 6, width - 9, 2, 1);
  pen.box(load > 1.0001 ? theme.over : theme.quiet, x + 5, y + height - 6, (width - 9) * Math.min(1, load), 2, 1);
}

/** drawGroup draws the sums of a project, client or capability in a column, as the API gives them. */
export function drawGroup(pen: Pen, s: Scene, { planned = 0, tentative = 0, unfilled = 0, supply }: GroupSums, column: number, lines: readonly number[]): void {
  const { theme } = pen, over = supply === undefined ? 0 : planned - supply, ofSupply = supply === undefined ? "" : ` of ${number(Math.round(supply))}`;
  drawParts(pen, s, column, lines, [
    [over, "+", " over", "", theme.over, 650],
    // Before the others: it is in the same line in each column.
    [over > 0.5 ? 0 : planned, "", ofSupply, "", theme.quiet, 400],
    [unfilled, "", " unfilled", " open", theme.tight, 600],
    [tentative, "~", " tentative", "", theme.quiet, 400],
  ]);
}

/** drawDates draws the dates of a project in its head: an outline, and when it begins or ends. */
export function drawDates(pen: Pen, s: Scene, project: Project, y: number): void {
  const color = pen.theme.projects[project.color]!;
  const [first, end] = [s.axis.first(s.window.firstColumn), s.axis.end(s.window.lastColumn)];
  if (project.last < first || project.first >= end) return;
  // What is beyond the horizon has no edge.
  const left = project.first < first ? s.left - 20 : s.axis.x(project.first) + 1, right = project.last >= end ? s.left + s.width : s.axis.x(project.last + 1) - 1;
  pen.box(color, left, y + 8, right - left, 12, 6, 0.14);
  pen.outline(color, left + 0.75, y + 8.75, right - left - 1.5, 10.5, 6, 1.25);
  const day = (value: Day) => show(value, { day: "numeric", month: "short" });
  if (project.last < end - 1) pen.text(`ends ${day(project.last)}`, right + 6, y + 14.5, pen.theme.quiet, 10.5);
  if (project.first > first) pen.text(`begins ${day(project.first)}`, left - 6, y + 14.5, pen.theme.quiet, 10.5, 400, "right");
}

type Group = Extract<Row, { kind: "group" }>;

/** ofAll adds up the sums of the groups by project or client in a column: no hours are in two of them. */
function ofAll(s: Scene, groups: readonly Group[], column: number): GroupSums {
  const all = { planned: 0, tentative: 0, unfilled: 0 };
  for (const { id } of groups) {
    const sums = s.groups.of(id!, column) ?? {};
    for (const name of ["planned", "tentative", "unfilled"] as const) all[name] += sums[name] ?? 0;
  }
  return all;
}

/** drawFooter draws the sums of all that are shown: what is said of groups of people, or of projects. */
export function drawFooter(pen: Pen, s: Scene): void {
  const { theme } = pen;
  const y = s.height - s.footer;
  const groups = s.totals.get(s, "groups", () => s.rows.list.filter((row): row is Group => row.kind === "group" && row.id !== undefined && /project|client/.test(row.grouping)));
  pen.clip(s.names, y, s.width - s.names, s.footer, 0, () => {
    pen.rect(theme.panel, s.names, y, s.width, s.footer);
    pen.c.translate(s.names - s.left, 0);
    for (let column = s.window.firstColumn; column <= s.window.lastColumn; column++) {
      if (!s.loaded(s.axis.first(column), s.axis.end(column))) continue;
      if (groups.length > 0) drawGroup(pen, s, s.totals.get(s, `all ${column}`, () => ofAll(s, groups, column)), column, [y + 24, y + 11]);
      else drawSums(pen, s, "all", s.people, column, y, s.footer);
    }
  });
  pen.rect(theme.line, 0, y, s.width, 1);
}
