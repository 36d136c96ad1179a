// The bars of a person: named, in the colour of their project, in lanes; and the figures of each column below them.

import type { Bar } from "../bars";
import { hours as number, isWeekend } from "../day";
import { laneTop } from "../layout";
import { excess } from "../model";
import type { Pen } from "./pen";
import type { Scene } from "./scene";

const radius = 5;

/** drawBars draws the bars of a person. */
export function drawBars(pen: Pen, s: Scene, userId: string, y: number, height: number): void {
  const lanes = s.bars.shown(userId);
  const [first, end] = [s.axis.first(s.window.firstColumn), s.axis.end(s.window.lastColumn)];
  lanes.forEach((lane, i) => {
    const top = y + laneTop + i * s.lane;
    const inView = lane.filter((bar) => bar.first < end && bar.end > first);
    for (const bar of s.axis.zoom === "month" ? joined(inView) : inView) drawBar(pen, s, bar, top, s.lane - 3);
  });
  // Also those that are scrolled into view, until scrolling stops and the row has room for them.
  const hidden = s.bars.of(userId).filter((lane) => !lanes.includes(lane)).flat();
  for (let column = s.window.firstColumn; column <= s.window.lastColumn && hidden.length > 0; column++) {
    const more = hidden.filter((bar) => bar.first < s.axis.end(column) && bar.end > s.axis.first(column)).length;
    if (more > 0) pen.text(`+${more} more`, column * s.axis.width + 5, y + height - 9.5, pen.theme.quiet, 10, 600);
  }
}

/** Drawn is a bar, or several as one: total is the sum of their hours. */
type Drawn = Bar & { total?: number };

/** joined draws bars of one project as one if they differ only in their hours and are at most a week apart: by months, each alone is too small to read. */
function joined(lane: readonly Bar[]): Drawn[] {
  const all: Drawn[] = [];
  for (const bar of lane) {
    const last = all.at(-1);
    const joins = last && last.projectId === bar.projectId && last.capabilityId === bar.capabilityId && last.tentative === bar.tentative && bar.first - last.end <= 7;
    if (joins) all[all.length - 1] = { ...last, end: bar.end, total: (last.total ?? last.hours * last.days) + bar.hours * bar.days };
    else all.push(bar);
  }
  return all;
}

function drawBar(pen: Pen, s: Scene, bar: Drawn, y: number, height: number): void {
  const { theme } = pen;
  const project = s.model.projects.get(bar.projectId);
  const color = project?.color ?? 11;
  const tentative = bar.tentative || project?.status === "draft";
  const x = s.axis.x(bar.first) + 1.5, width = Math.max(3, s.axis.x(bar.end) - x - 1.5);
  const fill = theme.bars[color]!;
  if (tentative) {
    pen.box(theme.ground, x, y, width, height, radius);
    pen.box(theme.projects[color]!, x, y, width, height, radius, 0.22);
    pen.fill(theme.striped);
    pen.outline(fill, x + 0.75, y + 0.75, width - 1.5, height - 1.5, radius, 1.5, [4, 3]);
  } else {
    pen.box(fill, x, y, width, height, radius);
    // With forced colours, all bars have the same fill.
    if (theme.forced) pen.outline(theme.text, x + 0.5, y + 0.5, width - 1, height - 1, radius, 1);
  }
  const outside = project && (bar.first < project.first || bar.end - 1 > project.last);
  const ink = tentative ? theme.text : theme.inks[color]!;
  // The name stays in view while its bar is scrolled.
  const left = Math.max(x, s.left) + 7, room = x + width - left - (outside ? 16 : 4);
  if (room > 14) label(pen, s, bar, left, room, y + height / 2 + 0.5, ink);
  if (outside && width > 14) {
    pen.box(tentative ? theme.tight : theme.ground, x + width - 15, y + height / 2 - 6, 12, 12, 6);
    pen.text("!", x + width - 9, y + height / 2 + 0.5, tentative ? theme.ground : theme.text, 10, 700, "center");
  }
}

/** label writes the name of the project, the hours of a day, and the client, as far as there is room. */
function label(pen: Pen, s: Scene, bar: Drawn, x: number, room: number, y: number, ink: string): void {
  const project = s.model.projects.get(bar.projectId);
  const name = project?.name ?? "…", hours = bar.total === undefined ? `${number(bar.hours)} h` : `${number(bar.total)} h in all`;
  const capability = bar.capabilityId ? s.model.capabilities.get(bar.capabilityId)?.name : undefined;
  const nameWidth = pen.measure(name, 11.5, 600), hoursWidth = pen.measure(hours, 11, 400);
  if (nameWidth + hoursWidth + 6 > room) return pen.text(pen.shorten(name, room, 11.5, 600), x, y, ink, 11.5, 600);
  pen.text(name, x, y, ink, 11.5, 600);
  pen.text(hours, x + nameWidth + 6, y, ink, 11);
  const rest = [bar.tentative ? "tentative" : "", capability, project?.clientName].filter(Boolean).map((part) => ` · ${part}`);
  let left = x + nameWidth + 6 + hoursWidth;
  for (const part of rest) {
    const width = pen.measure(part, 11, 400);
    if (left + width > x + room) break;
    pen.text(part, left, y, ink, 11);
    left += width;
  }
}

/** drawFigures writes "32 / 40" and what is free or over, with a line for what was worked. */
export function drawFigures(pen: Pen, s: Scene, userId: string, column: number, y: number, height: number): void {
  const { theme } = pen;
  const { axis } = s;
  const sums = s.model.sums(userId, axis.first(column), axis.end(column));
  const x = column * axis.width, right = x + axis.width - 5, middle = y + height - 9.5;
  const wide = axis.width >= 64, over = excess(sums);
  if (sums.unfilled > 0) return pen.text(`${number(sums.unfilled)}${wide ? " unfilled" : ""}`, right, middle, theme.quiet, 10.5, 500, "right");
  if (sums.availability === 0 && sums.planned === 0 && sums.tentative === 0) {
    if (s.model.people.get(userId)?.placeholder) return;
    // The weekends are drawn with the columns.
    if (axis.zoom !== "day" || !isWeekend(axis.first(column))) pen.rect(theme.hatched, x + 1, y, axis.width - 1, height - 1);
    return;
  }
  if (sums.actual > 0) {
    const part = Math.min(1, sums.actual / (sums.availability || sums.actual));
    pen.rect(theme.text, x + 4, y + height - 3, (axis.width - 8) * part, 1.5, 0.6);
  }
  const planned = number(sums.planned), available = `${planned} / ${number(sums.availability)}`;
  const free = sums.availability - sums.planned;
  if (over > 0) return pen.text(wide ? `${available} +${number(over)}` : `+${number(over)}`, right, middle, theme.over, 10.5, 700, "right");
  // Days that are over although the column is not.
  const peak = sums.over > 0 && axis.zoom !== "day" ? "▲ " : "";
  if (!wide) return sums.planned > 0 ? pen.text(planned, right, middle, theme.quiet, 10.5, 400, "right") : undefined;
  const told = free > 0 ? `${number(free)} free` : "";
  const toldWidth = told ? pen.measure(told, 10.5, 500) + 5 : 0;
  const fits = toldWidth + pen.measure(peak + available, 10.5, 400) < axis.width - 8;
  if (told) pen.text(told, right, middle, theme.fits, 10.5, 500, "right");
  if (fits || !told) pen.text(peak + available, right - toldWidth, middle, theme.quiet, 10.5, 400, "right");
}

/** drawPicked outlines the bars that are selected. */
export function drawPicked(pen: Pen, s: Scene): void {
  for (const bar of s.picked) {
    const lane = s.bars.shown(bar.userId).findIndex((bars) => bars.some((other) => other.projectId === bar.projectId && other.capabilityId === bar.capabilityId && other.first < bar.end && other.end > bar.first));
    const x = s.axis.x(bar.first), width = s.axis.x(bar.end) - x;
    for (let i = s.window.firstRow; i <= s.window.lastRow; i++) {
      const row = s.rows.list[i];
      if (row?.kind !== "person" || row.userId !== bar.userId || lane < 0) continue;
      const y = s.rows.tops[i]! + laneTop + lane * s.lane;
      pen.outline(pen.theme.ground, x + 1, y - 0.5, width - 2, s.lane - 2, radius + 1, 3);
      pen.outline(pen.theme.accent, x, y - 1.5, width, s.lane, radius + 2, 2);
    }
  }
}
