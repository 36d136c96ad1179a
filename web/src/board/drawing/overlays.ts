// What lies over the cells: today, marks, the selection, and what a drag would do.

import type { Window } from "../layout";
import type { Pen } from "./pen";
import { todayX, type Ghost, type Scene } from "./scene";

export function drawToday(pen: Pen, s: Scene): void {
  pen.rect(pen.theme.accent, todayX(s) - 0.5, s.top, 1.5, Math.min(s.height, s.rows.height - s.top), 0.75);
}

/** drawMarks draws what others changed, in a colour that fades, and a corner where a write was refused or in conflict. */
export function drawMarks(pen: Pen, s: Scene): void {
  const { c, theme } = pen;
  for (const mark of s.marks) {
    const x = s.axis.columnOf(mark.day) * s.axis.width, right = x + s.axis.width;
    for (let i = s.window.firstRow; i <= s.window.lastRow; i++) {
      const row = s.rows.list[i];
      if (!row || !(row.kind === "person" || (row.kind === "project" && row.projectId === mark.projectId)) || row.userId !== mark.userId) continue;
      const y = s.rows.tops[i]!;
      if (mark.kind === "changed") pen.box(theme.accent, x + 1.5, y + 1, s.axis.width - 2, s.rows.heightOf(i) - 3, 4, 0.3 * mark.strength);
      else {
        c.beginPath();
        c.moveTo(right - 9, y);
        c.lineTo(right, y);
        c.lineTo(right, y + 9);
        pen.fill(mark.kind === "refused" ? theme.over : theme.tight);
      }
    }
  }
}

export function drawSelection(pen: Pen, s: Scene): void {
  const { accent } = pen.theme;
  const outline = ({ firstRow, lastRow, firstColumn, lastColumn }: Window, radius: number, line: number, alpha: number) => {
    const [from, to] = s.within ? [s.axis.x(s.within.first), s.axis.x(s.within.end)] : [0, Infinity];
    const x = Math.max(from, firstColumn * s.axis.width) + 1, y = s.rows.tops[firstRow]!;
    const width = Math.min(to, (lastColumn + 1) * s.axis.width) - x, height = s.rows.tops[lastRow + 1]! - y - 1;
    if (alpha) pen.rect(accent, x, y, width, height, alpha);
    pen.outline(accent, x + 0.5, y + 0.5, width - 1, height - 1, radius, line);
  };
  for (const range of s.selection) outline(range, 0, 1, 0.1);
  const { row, column } = s.focus ?? { row: -1, column: 0 };
  if (row >= 0) outline({ firstRow: row, lastRow: row, firstColumn: column, lastColumn: column }, 3, 2, 0);
}

/** drawGhost draws hours where a drag would put them, with the verdict of each day. */
export function drawGhost(pen: Pen, s: Scene, ghost: Ghost): void {
  const { theme } = pen;
  const color = theme.projects[ghost.color]!;
  const levels = { free: theme.fits, tight: theme.tight, over: theme.over };
  const y = s.rows.tops[ghost.row]!, height = s.rows.heightOf(ghost.row);
  const x = s.axis.x(ghost.first), width = s.axis.x(ghost.end) - x;
  const box = [x + 2, y + 2, width - 3, height - 5, 4] as const;
  pen.box(color, ...box, 0.3);
  pen.clip(...box, () => {
    for (const [day, verdict] of ghost.verdicts) {
      const left = s.axis.x(day), wide = s.axis.x(day + 1) - left;
      pen.rect(levels[verdict.level], left, y, wide, height, 0.28);
      pen.rect(levels[verdict.level], left, y + height - 7, wide - 0.5, 4);
    }
  });
  pen.outline(color, ...box, 1.5);
}
