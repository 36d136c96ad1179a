// Time off of a person: bands over the cells.

import { showRange } from "../day";
import type { Leave } from "../model";
import type { Pen } from "./pen";
import type { Scene } from "./scene";

/** drawLeave draws the requests of a person that are in view. */
export function drawLeave(pen: Pen, s: Scene, userId: string, y: number, height: number): void {
  const { firstColumn, lastColumn } = s.window;
  for (const leave of s.model.leaveIn(userId, s.axis.first(firstColumn), s.axis.end(lastColumn))) band(pen, s, leave, y, height);
}

/**
 * band draws a request: dashed, with its days in words, if it is asked for. Approved, it is a labelled band in the
 * cells that it empties, and a strip below the hours of the others.
 */
function band(pen: Pen, s: Scene, leave: Leave, y: number, height: number): void {
  const { theme } = pen;
  const x = s.axis.x(leave.first) + 2, end = s.axis.x(leave.last + 1) - 1, width = Math.max(4, end - x);
  // Where figures would be: no bar covers it.
  const middle = s.barred && height > 40 ? y + height - 10 : s.heat ? y + height / 2 - 0.5 : y + (height > 30 ? 9.5 : 8);
  if (leave.status === "pending") {
    pen.box(theme.leave, x, y + 2.5, width, height - 6, 4, 0.07);
    pen.outline(theme.leave, x, y + 2.5, width, height - 6, 4, 1, [4, 3]);
    // It may go on over a weekend.
    const over = s.heat || s.axis.end(s.axis.columnOf(leave.last)) === leave.last + 1 ? 0 : 48;
    return say(pen, s, [askedFor(leave), askedFor(leave).replaceAll(/\s*–\s*/g, "–"), "Asked"], x, end + over, middle, end);
  }
  pen.rect(theme.leave, x, y + height - 3, width, 2);
  const free = emptyPart(s, leave, x, end);
  if (!free) return;
  const bare = free.to - free.from;
  pen.rect(theme.ground, free.from - 1, y, bare + 2, height - 1);
  pen.rect(theme.track, free.from - 1, y, bare + 2, height - 1, 0.6);
  pen.rect(theme.hatched, free.from - 1, y, bare + 2, height - 1);
  say(pen, s, [leave.type], free.from, free.to, middle);
}

/** askedFor is what is said of requested time off. */
const askedFor = (leave: Leave): string => `Asked: ${showRange(leave.first, leave.last)}`;

/** say writes the first of some texts for which there is room. It stays in view while its band is scrolled. */
function say(pen: Pen, s: Scene, texts: readonly string[], from: number, to: number, y: number, edge = to): void {
  const left = Math.max(from, s.left);
  const text = texts.find((one) => to - left > pen.measure(one, 10.5, 500) + 8);
  if (!text) return;
  const right = left + 6 + pen.measure(text, 10.5, 500);
  // The edge of the band does not cross its words.
  if (right > edge) pen.rect(pen.theme.ground, edge - 2, y - 7, right - edge + 5, 14);
  pen.text(text, left + 6, y, pen.theme[s.heat ? "text" : "quiet"], 10.5, 500);
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
