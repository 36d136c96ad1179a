// Time off of a person: bands over the cells.

import type { Leave } from "../model";
import type { Pen } from "./pen";
import type { Scene } from "./scene";

/** drawLeave draws the requests of a person that are in view. */
export function drawLeave(pen: Pen, s: Scene, userId: string, y: number, height: number): void {
  const { firstColumn, lastColumn } = s.window;
  for (const leave of s.model.leaveIn(userId, s.axis.first(firstColumn), s.axis.end(lastColumn))) band(pen, s, leave, y, height);
}

/**
 * band draws a request: dotted if it is pending. Approved, it is a labelled band in the
 * cells that it empties, and a strip below the hours of the others.
 */
function band(pen: Pen, s: Scene, leave: Leave, y: number, height: number): void {
  const { theme } = pen;
  const x = s.axis.x(leave.first) + 2, end = s.axis.x(leave.last + 1) - 1, width = Math.max(4, end - x);
  const free = emptyPart(s, leave, x, end);
  const pending = leave.status === "pending";
  if (pending) {
    pen.box(theme.leave, x, y + 2.5, width, height - 6, 4, 0.1);
    pen.outline(theme.leave, x, y + 2.5, width, height - 6, 4, 1.25, [2, 3]);
  } else pen.rect(theme.leave, x, y + height - 3, width, 2);
  if (!free) return;
  if (!pending) pen.box(theme.leave, free.from, y + 3, free.to - free.from, height - 7, 4, 0.22);
  // The label stays in view while its band is scrolled, and is where figures would be: no bar covers it.
  const label = leave.type + (pending ? "?" : ""), left = Math.max(free.from, s.left);
  if (free.to - left > pen.measure(label, 11, 500) + 10) pen.text(label, left + 6, height > 40 ? y + height - 10 : y + height / 2, theme.quiet, 11, 500);
}

/** emptyPart is where a request leaves neither hours nor availability: its first run of such columns. */
function emptyPart({ model, axis, window }: Scene, leave: Leave, x: number, end: number): { from: number; to: number } | undefined {
  let from = Math.max(axis.columnOf(leave.first), window.firstColumn);
  const last = Math.min(axis.columnOf(leave.last), window.lastColumn);
  const empty = (column: number) => {
    const sums = model.sums(leave.userId, axis.first(column), axis.end(column));
    return sums.planned === 0 && sums.tentative === 0 && sums.availability === 0;
  };
  while (from <= last && !empty(from)) from++;
  let to = from;
  while (to <= last && empty(to)) to++;
  return from === to ? undefined : { from: Math.max(x, from * axis.width), to: Math.min(end, to * axis.width) };
}
