// Draws what is visible of the board on a canvas. It reads the scene and changes nothing.
//
// pen.ts fills boxes and writes text. header.ts, rows.ts and sums.ts draw the parts of the board;
// rows.ts uses bars.ts or cells.ts for the hours of people, and bands.ts for their time off. overlays.ts
// draws what lies over the cells.

import { drawPicked } from "./bars";
import { drawHeader } from "./header";
import { drawMarks, drawGhost, drawSelection, drawToday } from "./overlays";
import type { Pen } from "./pen";
import { drawColumns, drawRow } from "./rows";
import type { Scene } from "./scene";
import { drawFooter } from "./sums";

export function draw(pen: Pen, s: Scene): void {
  pen.begin(s.width, s.height, s.ratio);
  pen.clip(s.names, s.header, s.width - s.names, s.height - s.header - s.footer, 0, () => {
    // In the coordinates of the board, so that patterns move with the cells.
    pen.c.translate(s.names - s.left, s.header - s.top);
    drawColumns(pen, s);
    // Below the rows: the line crosses no text of a bar.
    drawToday(pen, s);
    for (let i = s.window.firstRow; i <= s.window.lastRow; i++) drawRow(pen, s, i);
    drawMarks(pen, s);
    drawSelection(pen, s);
    drawPicked(pen, s);
    if (s.ghost) drawGhost(pen, s, s.ghost);
  });
  pen.clip(s.names, 0, s.width - s.names, s.header, 0, () => drawHeader(pen, s));
  drawFooter(pen, s);
  drawFrame(pen, s);
}

/** drawFrame draws the lines below the header and right of the names. */
function drawFrame(pen: Pen, s: Scene): void {
  const { c, theme } = pen;
  pen.rect(theme.line, 0, s.header - 1, s.width, 1);
  pen.rect(theme.line, s.names - 1, 0, 1, s.height);
  if (s.left === 0) return;
  // A shadow shows that cells continue below the names.
  const shadow = c.createLinearGradient(s.names, 0, s.names + 6, 0);
  shadow.addColorStop(0, "rgb(0 0 0 / 0.08)");
  shadow.addColorStop(1, "rgb(0 0 0 / 0)");
  c.fillStyle = shadow;
  c.fillRect(s.names, s.header, 6, s.height - s.header);
}
