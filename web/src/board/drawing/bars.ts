// The bars of a person: named, in the colour of their project, in lanes; and the figures of each column below them.

import { covers, hoursOf, isTentative, type Bar, type Span } from "../bars";
import { hours as number, isWeekend } from "../day";
import { laneTop, type Row } from "../layout";
import type { Project } from "../model";
import { tell } from "./figures";
import type { Pen } from "./pen";
import type { Scene } from "./scene";

const radius = 5;

/** drawBars draws the bars of a row. */
export function drawBars(pen: Pen, s: Scene, row: Row, y: number, height: number): void {
  const lanes = s.bars.inRow(row);
  // In the rows of a project, its name is that of the group.
  const named = !row.key.startsWith("project:");
  const [first, end] = [s.axis.first(s.window.firstColumn), s.axis.end(s.window.lastColumn)];
  lanes.forEach((lane, i) => {
    const top = y + laneTop + i * s.lane;
    const inView = lane.filter((bar) => bar.first < end && bar.end > first);
    for (const bar of s.axis.zoom === "month" ? joined(inView) : inView) drawBar(pen, s, bar, named, top, s.lane - 3);
  });
  if (row.kind !== "person") return;
  // Also those that are scrolled into view, until scrolling stops and the row has room for them.
  const all = s.bars.of(row.userId);
  if (all.length === lanes.length) return;
  const hidden = all.filter((lane) => !lanes.includes(lane)).flat();
  const [from, to] = [s.axis.dayAt(s.left), s.axis.dayAt(s.left + s.width - s.names - 1) + 1];
  for (let column = s.window.firstColumn; column <= s.window.lastColumn && hidden.length > 0; column++) {
    const more = hidden.filter((bar) => covers(bar, Math.max(from, s.axis.first(column)), Math.min(to, s.axis.end(column)))).length;
    if (more > 0) pen.text(`+${more} more`, column * s.axis.width + 5, y + height - 9.5, pen.theme.quiet, 10, 600);
  }
}

/** Drawn is a bar, or several as one. */
type Drawn = Bar & { joined?: boolean };

/** joined draws bars of one project as one if they are at most a week apart: by months, each alone is too small to read. */
function joined(lane: readonly Bar[]): Drawn[] {
  const all: Drawn[] = [];
  for (const bar of lane) {
    const last = all.at(-1);
    const joins = last && last.projectId === bar.projectId && last.capabilityId === bar.capabilityId && last.tentative === bar.tentative && last.wished === bar.wished && last.gone === bar.gone && bar.first - last.end <= 7;
    if (joins) all[all.length - 1] = { ...last, end: bar.end, total: last.total + bar.total, gaps: [...last.gaps, ...bar.gaps], joined: true };
    else all.push(bar);
  }
  return all;
}

/** drawBar draws a bar: a piece between times off, and a dotted line where the person is away. */
function drawBar(pen: Pen, s: Scene, bar: Drawn, named: boolean, y: number, height: number): void {
  const { c, theme } = pen;
  const project = s.model.projects.get(bar.projectId);
  const color = theme.projects[project?.color ?? 11]!, middle = y + height / 2;
  let { first } = bar;
  for (const gap of [...bar.gaps, { first: bar.end, end: bar.end }]) {
    drawPiece(pen, s, bar, project, named, { first, end: gap.first }, y, height);
    first = gap.end;
    if (gap.end === bar.end) break;
    c.beginPath();
    c.moveTo(s.axis.x(gap.first) + 3, middle);
    c.lineTo(s.axis.x(gap.end), middle);
    c.strokeStyle = theme.forced ? theme.text : color;
    c.lineWidth = 2;
    c.setLineDash([2, 3]);
    c.stroke();
    c.setLineDash([]);
  }
}

function drawPiece(pen: Pen, s: Scene, bar: Drawn, project: Project | undefined, named: boolean, piece: Span, y: number, height: number): void {
  const { theme } = pen;
  // What nobody does yet is drawn as what may not be done.
  const color = project?.color ?? 11, tentative = isTentative(bar, project) || s.model.people.get(bar.userId)?.placeholder === true;
  const x = s.axis.x(piece.first) + 1.5, width = Math.max(3, s.axis.x(piece.end) - x - 1.5);
  if (x + width < s.left || x > s.left + s.width) return;
  if (bar.wished || bar.gone) drawProposed(pen, color, tentative, bar.gone, x, y, width, height);
  else drawBox(pen, color, tentative, x, y, width, height);
  const outside = project && piece.end === bar.end && (bar.first < project.first || bar.end - 1 > project.last);
  const ink = bar.gone ? theme.quiet : tentative || bar.wished ? theme.text : theme.inks[color]!;
  // The name stays in view while its bar is scrolled.
  const left = Math.max(x, s.left) + 7, room = x + width - left - (outside ? 16 : 4), base = y + height / 2 + 0.5;
  if (room > 14 && s.axis.zoom === "day" && bar.least !== bar.most) drawDays(pen, s, bar, named, piece, left, room, base, ink);
  else if (room > 14) label(pen, s, bar, named, hoursIn(bar), left, room, base, ink);
  if (bar.gone) pen.rect(theme.quiet, x + 3, y + height / 2, width - 6, 1);
  if (!outside || bar.gone || width <= 14) return;
  pen.box(tentative ? theme.tight : theme.ground, x + width - 15, y + height / 2 - 6, 12, 12, 6);
  pen.text("!", x + width - 9, base, tentative ? theme.ground : theme.text, 10, 700, "center");
}

/** drawBox fills the box of hours: striped with an outline if they are tentative, wherever hours are drawn. */
export function drawBox(pen: Pen, color: number, tentative: boolean, x: number, y: number, width: number, height: number, corners: number | number[] = radius): void {
  const { theme } = pen;
  if (!tentative) {
    pen.box(theme.bars[color]!, x, y, width, height, corners);
    // With forced colours, all bars have the same fill.
    if (theme.forced) pen.outline(theme.text, x + 0.5, y + 0.5, width - 1, height - 1, corners, 1);
    return;
  }
  pen.box(theme.ground, x, y, width, height, corners);
  pen.fill(theme.projects[color]!, 0.24);
  pen.fill(theme.striped, 0.65);
  pen.outline(theme.forced ? theme.text : theme.projects[color]!, x + 0.65, y + 0.65, width - 1.3, height - 1.3, corners, 1.3, theme.forced ? [4, 3] : []);
}

/** drawProposed draws what a proposal would change: outlined if it wishes the hours, dashed if they are tentative, and pale if they go. */
function drawProposed(pen: Pen, color: number, tentative: boolean, gone: boolean | undefined, x: number, y: number, width: number, height: number): void {
  const { theme } = pen;
  pen.box(theme.ground, x, y, width, height, radius);
  if (!theme.forced) pen.fill(theme.projects[color]!, gone ? 0.2 : 0.1);
  if (gone) pen.outline(theme.quiet, x + 0.5, y + 0.5, width - 1, height - 1, radius, 1, [2, 2]);
  else pen.outline(theme.accent, x + 1, y + 1, width - 2, height - 2, radius, 2, tentative ? [5, 3] : []);
}

/** hoursIn says the hours of a bar, and then in fewer letters. Without "a day", they would look like a sum. */
const hoursIn = (bar: Drawn): string[] => (bar.joined ? [`${number(bar.total)} h in all`] : [hoursOf(bar), hoursOf(bar).replace(" a ", "/")]);

/** drawDays writes the hours of a bar by day: of the first day beside the name, and of each later day that has other hours than the day before. */
function drawDays(pen: Pen, s: Scene, bar: Bar, named: boolean, piece: Span, left: number, room: number, y: number, ink: string): void {
  const begin = Math.max(piece.first, s.axis.dayAt(left)), from = s.model.planned({ ...bar, day: begin }) || bar.hours;
  let last = from, free = left + room;
  const end = Math.min(piece.end, s.axis.end(s.window.lastColumn));
  for (let day = begin + 1; day < end; day++) {
    const hours = s.model.planned({ ...bar, day });
    if (hours === 0 || hours === last) continue;
    const x = s.axis.x(day);
    free = Math.min(free, x - 3);
    pen.rect(ink, x, y - 7, 1, 14, 0.4);
    pen.text(number(hours), x + 6, y, ink, 11.5, 600);
    last = hours;
  }
  label(pen, s, bar, named, [`${number(from)} h`], left, free - left, y, ink);
}

/** label writes the name of the project, the hours, and the rest, as far as there is room. Hours without a name can be as short as "7.5 h/d". */
function label(pen: Pen, s: Scene, bar: Drawn, named: boolean, hours: string[], x: number, room: number, y: number, ink: string): void {
  const project = s.model.projects.get(bar.projectId);
  const tentative = isTentative(bar, project) ? "tentative" : "";
  const capability = bar.capabilityId ? s.model.capabilities.get(bar.capabilityId)?.name : undefined;
  const fits = (text: string) => pen.measure(text, 11.5, 600) <= room;
  const [name, rest] = named ? [project?.name ?? "…", [hours, [tentative], [capability], [project?.clientName]]] : [hours.find(fits) ?? hours[0]!.replace(/ a (.).*/, "/$1"), [[tentative], [capability]]];
  const width = pen.measure(name, 11.5, 600);
  if (!fits(name)) return named && room > 14 ? pen.text(pen.shorten(name, room, 11.5, 600), x, y, ink, 11.5, 600) : undefined;
  pen.text(name, x, y, ink, 11.5, 600);
  let left = x + width, between = named ? "  " : " · ";
  for (const texts of rest) {
    if (!texts[0]) continue;
    const text = texts.map((one) => between + one).find((one) => left + pen.measure(one, 11, 400) <= x + room);
    if (!text) break;
    pen.text(text, left, y, ink, 11);
    left += pen.measure(text, 11, 400);
    between = " · ";
  }
}

/** drawFigures writes what is free or over in a column, with a line for what was worked if that is not as planned. */
export function drawFigures(pen: Pen, s: Scene, userId: string, column: number, y: number, height: number): void {
  const { theme } = pen;
  const { axis } = s;
  const sums = s.model.sums(userId, axis.first(column), axis.end(column));
  const x = column * axis.width;
  if (sums.unfilled > 0) return;
  if (sums.availability === 0 && sums.planned === 0 && sums.tentative === 0) {
    if (s.model.people.get(userId)?.placeholder || s.model.hides(userId)) return;
    // The weekends are drawn with the columns, and time off as a band.
    if (sums.timeOff === 0 && (axis.zoom !== "day" || !isWeekend(axis.first(column)))) pen.rect(theme.hatched, x + 1, y, axis.width - 1, height - 1);
    return;
  }
  if (sums.actual > 0 && Math.abs(sums.actual - sums.planned) > 0.005) {
    const part = Math.min(1, sums.actual / (sums.availability || sums.actual));
    pen.box(theme.text, x + 4, y + height - 4.5, (axis.width - 8) * part, 3, 1.5, 0.5);
  }
  tell(pen, s, userId, column, sums, x, axis.width, y + height - 10);
}

/** drawPicked outlines the bars that are selected. */
export function drawPicked(pen: Pen, s: Scene): void {
  for (const bar of s.picked) {
    const x = s.axis.x(bar.first), width = s.axis.x(bar.end) - x;
    for (let i = s.window.firstRow; i <= s.window.lastRow; i++) {
      const row = s.rows.list[i];
      if (!row || !("userId" in row) || row.userId !== bar.userId) continue;
      const lane = s.bars.inRow(row).findIndex((bars) => bars.some((other) => !other.gone && other.projectId === bar.projectId && other.capabilityId === bar.capabilityId && other.first < bar.end && other.end > bar.first));
      if (lane < 0) continue;
      const y = s.rows.tops[i]! + laneTop + lane * s.lane;
      pen.outline(pen.theme.ground, x + 1, y - 0.5, width - 2, s.lane - 2, radius + 1, 3);
      pen.outline(pen.theme.accent, x, y - 1.5, width, s.lane, radius + 2, 2);
    }
  }
}
