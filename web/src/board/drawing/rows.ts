// The rows of people, of their projects, and of groups, on the lines between columns.

import { hours as number, isWeekend } from "../day";
import type { Row } from "../layout";
import { drawLeave } from "./bands";
import { drawBars, drawBox, drawFigures } from "./bars";
import { drawCell } from "./cells";
import type { Pen } from "./pen";
import { beginsMonth, type Scene } from "./scene";
import { drawDates, drawGroup, drawSums } from "./sums";

/** drawColumns draws the lines between columns, and weekends at day zoom. */
export function drawColumns(pen: Pen, s: Scene): void {
  const { theme } = pen;
  const height = Math.min(s.rows.height - s.top, s.height);
  for (let column = s.window.firstColumn; column <= s.window.lastColumn; column++) {
    const x = column * s.axis.width;
    if (s.axis.zoom === "day" && isWeekend(s.axis.first(column))) pen.rect(theme.hatched, x, s.top, s.axis.width, height);
    pen.rect(beginsMonth(s, column) ? theme.line : theme.grid, x, s.top, 1, height);
  }
}

export function drawRow(pen: Pen, s: Scene, i: number): void {
  const { theme } = pen;
  const row = s.rows.list[i];
  if (!row) return;
  const y = s.rows.tops[i]!, height = s.rows.heightOf(i);
  // Bars need the rows of hours; until they are loaded, there are cells.
  const barred = s.barred && "userId" in row && s.model.known(row.userId, s.axis.first(s.window.firstColumn), s.axis.end(s.window.lastColumn), row.kind === "project" ? row.projectId : "");
  if (row.kind === "group") pen.rect(theme.panel, s.left, y, s.width, height);
  const headed = row.kind === "group" && row.grouping === "project" ? s.model.projects.get(row.id ?? "") : undefined;
  if (headed) drawDates(pen, s, headed, y);
  if (row.kind === "project" && row.named && barred) drawBars(pen, s, row, y, height);
  else if (row.kind === "project") blocks(pen, s, row, s.barred && row.named === true, y, height);
  else {
    for (let column = s.window.firstColumn; column <= s.window.lastColumn; column++) {
      if (!s.loaded(s.axis.first(column), s.axis.end(column))) pen.box(theme.track, column * s.axis.width + 4, y + (barred ? height - 14 : height / 2 - 4), s.axis.width - 8, 8, 4);
      else if (row.kind === "person") (barred ? drawFigures : drawCell)(pen, s, row.userId, column, y, height);
      else if (row.kind === "group" && row.id && row.grouping !== "manager") drawGroup(pen, s, s.groups.of(row.id, column) ?? {}, column, height > 40 ? [y + height - 11, y + height - 24] : [y + height / 2 + 6, y + height / 2 - 6]);
      else if (row.kind === "group") drawSums(pen, s, row.key, row.people, column, y, height);
    }
    if (row.kind === "person") drawLeave(pen, s, row.userId, y, height);
    if (row.kind === "person" && barred) drawBars(pen, s, row, y, height);
  }
  if (row.kind !== "person" || !row.open) pen.rect(theme.grid, s.left, y + height - 1, s.width, 1);
}

/** blocks draws the hours of a person on one project: neighbouring columns are one block. It is faint where bars will be. */
function blocks(pen: Pen, { model, axis, window }: Scene, row: Extract<Row, { kind: "project" }>, faint: boolean, y: number, height: number): void {
  const { theme } = pen;
  const project = model.projects.get(row.projectId), color = project?.color ?? 11;
  const known = model.known(row.userId, axis.first(window.firstColumn), axis.end(window.lastColumn));
  const of = (column: number) => (known ? model.onProject(row.userId, row.projectId, axis.first(column), axis.end(column)) : model.shares.project.value(row.userId, row.projectId, column));
  const on = (column: number) => (column >= 0 && column < axis.count ? of(column) : 0);
  for (let column = window.firstColumn; column <= window.lastColumn; column++) {
    const hours = on(column);
    if (hours === 0) continue;
    const tentative = project?.status === "draft" || model.tentativeOn(row.userId, row.projectId, axis.first(column), axis.end(column));
    const begins = on(column - 1) === 0, ends = on(column + 1) === 0;
    const [before, after] = [begins ? 4 : 0, ends ? 4 : 0];
    const x = column * axis.width + (begins ? 3 : 0), width = (column + 1) * axis.width - x - (ends ? 2 : 0);
    if (faint) {
      pen.box(theme.projects[color]!, x, y + 4, width, height - 11, [before, after, after, before], 0.2);
      continue;
    }
    drawBox(pen, color, tentative, x, y + 3, width, height - 7, [before, after, after, before]);
    pen.text(number(hours), column * axis.width + (axis.width > 60 ? 11 : 9), y + height / 2 - 0.5, tentative ? theme.text : theme.inks[color]!, 11, 550);
  }
}
