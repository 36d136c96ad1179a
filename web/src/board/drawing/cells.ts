// A cell of a person: a bar of projects or a colour for the load, and what is over or free.

import { isWeekend } from "../day";
import { excess, type Sums } from "../model";
import type { Paint } from "../theme";
import { tell } from "./figures";
import type { Pen } from "./pen";
import type { Scene } from "./scene";

/** drawCell draws the hours of a person in a column. Where bars will be, it says nothing yet. */
export function drawCell(pen: Pen, s: Scene, userId: string, column: number, y: number, height: number): void {
  const x = column * s.axis.width;
  const sums = s.model.sums(userId, s.axis.first(column), s.axis.end(column));
  if (sums.availability === 0 && sums.planned === 0 && sums.tentative === 0 && sums.unfilled === 0) {
    // drawColumns has drawn the weekends.
    if (s.model.hides(userId)) return;
    if (s.axis.zoom !== "day" || !isWeekend(s.axis.first(column))) pen.rect(pen.theme.hatched, x + 1, y, s.axis.width - 1, height - 1);
    return;
  }
  if (s.heat && !s.model.hides(userId)) heat(pen, sums, x, y, s.axis.width, height);
  else bar(pen, s, userId, sums, column, y, height);
  if (!s.barred) tell(pen, s, userId, column, sums, x, s.axis.width, s.heat ? y + height / 2 - 0.5 : y + (height > 30 ? 9.5 : 7.5));
}

/** bar draws what is planned as a stack of projects over availability, and a line for what was worked. */
function bar(pen: Pen, s: Scene, userId: string, sums: Sums, column: number, y: number, height: number): void {
  const { theme } = pen, { model, axis } = s;
  const [first, end] = [axis.first(column), axis.end(column)];
  const base = y + height - 4;
  const most = height - (height > 30 ? 18 : 17), full = most - 3;
  const inset = axis.width > 60 ? 4 : 3;
  const left = column * axis.width + inset, width = axis.width - 2 * inset + 1;
  const scale = full / (sums.availability || sums.planned + sums.tentative + sums.unfilled);
  const over = excess(sums);
  const inside = Math.min(full, (sums.planned + sums.unfilled - over) * scale);
  // Bars replace it soon: it needs no round corners, which are slow while rows are scrolled into view.
  const round = s.barred ? (_x: number, _y: number, _w: number, _h: number, _r: number, draw: () => void) => draw() : pen.clip.bind(pen);
  if (!s.barred) pen.box(theme.track, left, base - full, width, full, 2.5);
  let top = base;
  const stack = (color: Paint, part: number, alpha = 1) => pen.rect(color, left, (top -= part), width, part, alpha);
  // The corners of the stack are those of the track.
  round(left, base - most, width, most, 2.5, () => {
    // The same order in every cell: a project is easy to follow from week to week.
    const shares = [...model.byProject(userId, first, end)].sort(([a], [b]) => (a < b ? -1 : 1));
    if (inside > 0 && shares.length === 0) stack(theme.accent, inside, 0.45);
    else if (inside > 0) {
      for (const [projectId, hours] of shares) {
        const project = model.projects.get(projectId);
        if (!project || project.status === "draft" || project.status === "cancelled") continue;
        const part = (hours / (sums.planned + sums.unfilled)) * inside;
        stack(theme.projects[project.color]!, part);
        if (part > 3) pen.rect(theme.ground, left, top, width, 0.75, 0.55);
      }
      top = base - inside;
    }
    if (sums.tentative > 0) {
      const part = Math.min(top - (base - most), Math.max(3, sums.tentative * scale));
      const draft = shares.map(([id]) => model.projects.get(id)).find((project) => project?.status === "draft");
      stack(draft ? theme.projects[draft.color]! : theme.accent, part, 0.55);
      pen.rect(theme.striped, left, top, width, part);
    }
    if (over > 0) {
      const part = Math.max(4, Math.min(most - inside, over * scale));
      pen.rect(theme.over, left, Math.max(base - most, top - part), width, part);
    }
  });
  if (sums.actual === 0) return;
  const line = Math.round(base - Math.min(most, sums.actual * scale));
  pen.rect(theme.ground, left - 1, line - 1.75, width + 2, 3.5);
  pen.rect(theme.text, left - 1, line - 0.75, width + 2, 1.5);
}

function heat(pen: Pen, sums: Sums, x: number, y: number, width: number, height: number): void {
  const { planned, availability } = sums, over = excess(sums);
  const load = availability > 0 ? Math.min(1, planned / availability) : 1;
  const alpha = over > 0 ? Math.min(0.55, 0.22 + (over / Math.max(1, availability)) * 0.8) : 0.05 + 0.35 * load;
  pen.box(over > 0 ? pen.theme.over : pen.theme.accent, x + 2, y + 2, width - 3, height - 5, 3, alpha);
}
