// Sums of groups of people, and of all people in the footer.

import { hours as number, show, type Day } from "../day";
import type { Row } from "../layout";
import type { Model, Project, Sums } from "../model";
import { tell } from "./figures";
import type { Pen } from "./pen";
import type { Scene } from "./scene";

/** Totals caches the sums of groups of people by column, until the model changes. */
export class Totals {
  #revision = -1;
  readonly #sums = new Map<string, Sums>();

  of(model: Model, key: string, people: readonly string[], first: Day, end: Day): Sums {
    if (model.revision !== this.#revision) {
      this.#sums.clear();
      this.#revision = model.revision;
    }
    const id = `${key} ${first} ${end} ${people.length}`;
    let sums = this.#sums.get(id);
    if (!sums) this.#sums.set(id, (sums = model.sumsOf(people, first, end)));
    return sums;
  }
}

/** drawSums says what is over or free of people in a column, above a line for their load. */
export function drawSums(pen: Pen, s: Scene, key: string, people: readonly string[], column: number, y: number, height: number): void {
  const { theme } = pen;
  const sums = s.totals.of(s.model, key, people, s.axis.first(column), s.axis.end(column));
  if (sums.availability === 0 && sums.used === 0) return;
  const x = column * s.axis.width, width = s.axis.width;
  tell(pen, s, sums, x, width, y + height / 2 - 2, true);
  const load = sums.availability > 0 ? sums.used / sums.availability : 1;
  pen.box(theme.line, x + 5, y + height - 6, width - 9, 2, 1);
  pen.box(load > 1.0001 ? theme.over : theme.quiet, x + 5, y + height - 6, (width - 9) * Math.min(1, load), 2, 1);
}

/** drawGroup draws the sums of a project, client or capability in a column, as the API gives them. */
export function drawGroup(pen: Pen, s: Scene, { id, grouping }: Extract<Row, { kind: "group" }>, column: number, y: number, height: number): void {
  const { theme } = pen;
  const sums = s.groups.of(id!, column);
  if (!sums) return;
  const { planned = 0, tentative = 0, unfilled = 0, supply = 0 } = sums;
  const whole = (value: number) => number(Math.round(value)), over = grouping === "capability" && planned > supply + 0.5;
  // The most important one first, as far as there is room. Alone, it has its word.
  const parts: [value: number, word: string, sign: string, color: string, weight: number][] = [
    [over ? planned - supply : 0, " over", "+", theme.over, 650],
    [unfilled, " unfilled", "?", theme.tight, 600],
    [tentative, " tentative", "~", theme.quiet, 400],
    [over ? 0 : planned, grouping === "capability" ? ` of ${whole(supply)}` : "", "", theme.quiet, 400],
  ];
  const some = parts.filter(([value]) => Math.round(value) > 0);
  const texts = [
    some.map(([value, word, sign]) => (sign === "+" ? sign : "") + whole(value) + word),
    some.map(([value, , sign]) => sign + whole(value)),
  ];
  const wide = (list: string[]) => list.reduce((sum, text, i) => sum + pen.measure(text, 10.5, some[i]![4]) + 6, 4);
  const chosen = texts.find((list) => wide(list) < s.axis.width) ?? texts[1]!;
  let right = (column + 1) * s.axis.width - 6;
  some.forEach(([, , , color, weight], i) => {
    const width = pen.measure(chosen[i]!, 10.5, weight);
    if (right - width < column * s.axis.width) return;
    pen.text(chosen[i]!, right, y + height - (height > 40 ? 11 : height / 2), color, 10.5, weight, "right");
    right -= width + 6;
  });
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

/** drawFooter draws the sums of all people that are shown. */
export function drawFooter(pen: Pen, s: Scene): void {
  const { theme } = pen;
  const y = s.height - s.footer;
  pen.clip(s.names, y, s.width - s.names, s.footer, 0, () => {
    pen.rect(theme.panel, s.names, y, s.width, s.footer);
    pen.c.translate(s.names - s.left, 0);
    for (let column = s.window.firstColumn; column <= s.window.lastColumn; column++) {
      if (s.loaded(s.axis.first(column), s.axis.end(column))) drawSums(pen, s, "all", s.people, column, y, s.footer);
    }
  });
  pen.rect(theme.line, 0, y, s.width, 1);
}
