// Sums of groups of people, and of all people in the footer.

import { hours as number, type Day } from "../day";
import type { Row } from "../layout";
import type { Model, Sums } from "../model";
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

/** drawSums draws the sums of people in a column: figures over a bar. */
export function drawSums(pen: Pen, s: Scene, key: string, people: readonly string[], column: number, y: number, height: number): void {
  const { theme } = pen;
  const { planned, availability } = s.totals.of(s.model, key, people, s.axis.first(column), s.axis.end(column));
  if (availability === 0 && planned === 0) return;
  const x = column * s.axis.width, width = s.axis.width, middle = y + height / 2 - 2;
  const figure = number(Math.round(planned)), available = `/ ${number(Math.round(availability))}`;
  pen.text(figure, x + 5, middle, theme.text, width >= 64 ? 11 : 10, 600);
  const start = pen.measure(figure, 11, 600) + 8;
  if (start + pen.measure(available, 11, 400) < width) pen.text(available, x + start, middle, theme.quiet);
  const load = availability > 0 ? planned / availability : 1;
  pen.box(theme.line, x + 5, y + height - 7, width - 9, 3, 1.5);
  pen.box(load > 1.0001 ? theme.over : theme.accent, x + 5, y + height - 7, (width - 9) * Math.min(1, load), 3, 1.5);
}

/** drawGroup draws the sums of a project, client or capability in a column, as the API gives them. */
export function drawGroup(pen: Pen, s: Scene, { id, grouping }: Extract<Row, { kind: "group" }>, column: number, y: number, height: number): void {
  const { theme } = pen;
  const sums = s.groups.of(id!, column);
  if (!sums) return;
  const { planned = 0, tentative = 0, unfilled = 0, supply = 0 } = sums;
  const x = column * s.axis.width, middle = y + height / 2;
  const parts: [text: string, color: string, weight: number][] = [];
  if (planned > 0 || grouping === "capability") parts.push([number(Math.round(planned)), planned > supply && grouping === "capability" ? theme.over : theme.text, 600]);
  if (grouping === "capability") parts.push([`/ ${number(Math.round(supply))}`, theme.quiet, 400]);
  if (tentative > 0) parts.push([`~${number(Math.round(tentative))}`, theme.quiet, 400]);
  if (unfilled > 0) parts.push([`?${number(Math.round(unfilled))}`, theme.tight, 600]);
  let left = x + 5;
  for (const [text, color, weight] of parts) {
    const width = pen.measure(text, 11, weight);
    if (left + width > x + s.axis.width - 2) break;
    pen.text(text, left, middle, color, 11, weight);
    left += width + 4;
  }
}

/** drawFooter draws the sums of all people that are shown. */
export function drawFooter(pen: Pen, s: Scene): void {
  const { theme } = pen;
  const y = s.height - s.footer;
  pen.clip(s.names, y, s.width - s.names, s.footer, 0, () => {
    pen.rect(theme.panel, s.names, y, s.width, s.footer);
    pen.c.translate(s.names - s.left, 0);
    for (let column = s.window.firstColumn; column <= s.window.lastColumn; column++) {
      if (s.loaded(s.axis.first(column))) drawSums(pen, s, "all", s.people, column, y, s.footer);
    }
  });
  pen.rect(theme.line, 0, y, s.width, 1);
}
