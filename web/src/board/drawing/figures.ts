// What a cell says: only what is over or free. Nothing is said of hours that are as they should be.

import { hours as number } from "../day";
import { excess, type Sums } from "../model";
import type { Pen } from "./pen";
import type { Scene } from "./scene";

/** What rounds to no hours, in the digits of the reader. */
const none = number(0);

type Kind = "over" | "fits" | "quiet";

/** told is what there is to say of sums, in words and in short. Days that are over although the column is not have a sign. */
function told(sums: Sums, counting: boolean, several: boolean): [words: string, short: string, kind: Kind] | undefined {
  const over = number(sums.over), free = number(sums.free), tentative = number(sums.tentative);
  if (excess(sums) > 0) return [`+${over} over`, `+${over}`, "over"];
  if (several && over !== none) return [`▲ +${over}`, "▲", "over"];
  if (!counting && sums.tentative > 0 && sums.tentative >= sums.free - 0.005) return [`${tentative} tentative`, `~${tentative}`, "quiet"];
  return free === none ? undefined : [`${free} free`, free, "fits"];
}

/** tell writes what there is to say of the sums of a person at the right of a cell, after what the live plan has there if that differs. */
export function tell(pen: Pen, s: Scene, userId: string, column: number, sums: Sums, x: number, width: number, y: number): void {
  // Requested time off has its own words there.
  const all = told(sums, s.model.counting, s.axis.zoom !== "day");
  if (!all || (sums.pendingTimeOff > 0 && all[2] !== "over")) return;
  const [words, short, kind] = all, weight = kind === "over" ? 650 : 400;
  const text = pen.measure(words, 10.5, weight) < width - 8 ? words : short;
  // On the colours of the load, only the colour of the text can be read.
  pen.text(text, x + width - 6, y, pen.theme[s.heat ? "text" : kind], 10.5, weight, "right");
  const before = s.model.differs(userId) && told(s.model.sumsOf([userId], s.axis.first(column), s.axis.end(column), true), s.model.counting, s.axis.zoom !== "day");
  if (!before || before[0] === words) return;
  const was = `${before[1]} →`, right = x + width - 9 - pen.measure(text, 10.5, weight);
  if (right - pen.measure(was, 9.5, 400) > x + 4) pen.text(was, right, y, pen.theme[s.heat ? "text" : "quiet"], 9.5, 400, "right");
}
