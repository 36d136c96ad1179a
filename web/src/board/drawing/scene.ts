// What there is to draw: the view passes a scene for each frame.

import type { Axis } from "../axis";
import type { Bar, Bars, Span } from "../bars";
import type { Day } from "../day";
import type { Groups } from "../groups";
import type { Rows, Window } from "../layout";
import type { Model } from "../model";
import type { Verdict } from "../plan";
import type { Totals } from "./sums";

/** Ghost is what a drag would do: verdicts of the days of one row. */
export interface Ghost {
  row: number;
  first: Day;
  end: Day;
  /** The colour of a project, 0 to 11. */
  color: number;
  verdicts: ReadonlyMap<Day, Verdict>;
}

/** Mark points at a day of a person: someone else changed it, or a write was refused. */
export interface Mark {
  userId: string;
  projectId: string;
  day: Day;
  kind: "changed" | "refused" | "conflict";
  /** From 1 to 0, for marks that fade. */
  strength: number;
}

export interface Scene {
  model: Model;
  axis: Axis;
  rows: Rows;
  bars: Bars;
  groups: Groups;
  /** Whether people have bars, and the height of a lane of them. */
  barred: boolean;
  lane: number;
  picked: readonly Bar[];
  totals: Totals;
  window: Window;
  /** The scroll position, and the size of the canvas, in CSS pixels. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** The frame around the cells. */
  names: number;
  header: number;
  footer: number;
  ratio: number;
  today: Day;
  heat: boolean;
  people: readonly string[];
  /** Whether the hours of the days from first to before end are there. */
  loaded(first: Day, end: Day): boolean;
  /** The ranges of cells that are selected, if they are more than one cell. */
  selection: readonly Window[];
  /** Of selected cells, only these days are. */
  within?: Span;
  focus?: { row: number; column: number };
  ghost?: Ghost;
  marks: readonly Mark[];
}

/** beginsMonth reports whether the first row of the header has a new label at a column. */
export const beginsMonth = ({ axis }: Scene, column: number): boolean => column > 0 && axis.upper(column) !== axis.upper(column - 1);

/** todayX is the middle of today. */
export const todayX = ({ axis, today }: Scene): number => (axis.x(today) + axis.x(today + 1)) / 2;
