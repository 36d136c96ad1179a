// The header: months or years, and below them days, weeks or months.

import { isWeekend } from "../day";
import type { Pen } from "./pen";
import { beginsMonth, todayX, type Scene } from "./scene";

export function drawHeader(pen: Pen, s: Scene): void {
  const { c, theme } = pen;
  const half = Math.round(s.header / 2);
  pen.rect(theme.ground, s.names, 0, s.width, s.header);
  c.translate(s.names - s.left, 0);
  for (let column = s.window.firstColumn; column <= s.window.lastColumn; column++) {
    const now = s.today >= s.axis.first(column) && s.today < s.axis.end(column);
    if (s.axis.zoom === "day") day(pen, s, column, half, now);
    else span(pen, s, column, half, now);
    if (beginsMonth(s, column)) pen.rect(theme.line, column * s.axis.width, 6, 1, s.header - 6);
  }
  upper(pen, s, half);
  // A dot at the top of the line of today.
  c.beginPath();
  c.arc(todayX(s) + 0.25, s.header - 2, 3, 0, 7);
  pen.fill(theme.accent);
}

function day(pen: Pen, { axis }: Scene, column: number, half: number, now: boolean): void {
  const { theme } = pen;
  const middle = (column + 0.5) * axis.width;
  if (now) pen.box(theme.accent, middle - 19, half + 3, 38, half - 7, 5);
  const color = now ? theme.ground : isWeekend(axis.first(column)) ? theme.quiet : theme.text;
  pen.text(axis.detail(column), middle - 4, half * 1.5, now ? color : theme.quiet, 11, 400, "right");
  pen.text(axis.lower(column), middle, half * 1.5, color, 11, now ? 700 : 600);
}

function span(pen: Pen, { axis }: Scene, column: number, half: number, now: boolean): void {
  const { theme } = pen;
  const x = column * axis.width, label = axis.lower(column), weight = now ? 700 : 600;
  if (now) pen.box(theme.accent, x + 1, half + 2, axis.width - 1, half - 5, 4, 0.14);
  pen.text(label, x + 6, half * 1.5, now ? theme.accent : theme.text, 11.5, weight);
  pen.text(axis.detail(column), x + pen.measure(label, 11.5, weight) + 11, half * 1.5, theme.quiet, 10.5);
}

/** upper draws the first row. A label stays in view while its columns are. */
function upper(pen: Pen, { axis, window, left }: Scene, half: number): void {
  for (let column = window.firstColumn; column <= window.lastColumn; ) {
    const label = axis.upper(column);
    let end = column + 1;
    while (end < axis.count && axis.upper(end) === label) end++;
    const x = Math.max(column * axis.width, left);
    if (pen.measure(label, 12, 600) + 12 < end * axis.width - x) pen.text(label, x + 6, half / 2 + 2, pen.theme.text, 12, 600);
    column = end;
  }
}
