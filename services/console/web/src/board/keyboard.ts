// The keyboard: everything that the mouse does, and more.

import type { Board } from "./board";
import type { Zoom } from "./axis";
import { copied, paste } from "./clipboard";
import type { Pointer } from "./pointer";
import type { View } from "./view";

/** keys is what the help shows. */
export const keys: readonly (readonly [string, string])[] = [
  ["Arrows", "move; with Shift, select"],
  ["0–9", "type hours into the cell or the selection"],
  ["Enter", "edit the cell; Tab saves and goes on"],
  ["Space", "open or close a person"],
  ["P", "plan the selected days"],
  ["F", "fit hours into free time"],
  ["N", "add a project to the person"],
  ["Delete", "remove hours"],
  ["Alt + arrows", "move the hours to another week or person"],
  ["Alt + Shift + ← →", "make the block shorter or longer"],
  ["Ctrl + C, X, V", "copy, cut, and paste as in a spreadsheet"],
  ["Ctrl + Z, Ctrl + Y", "undo, redo"],
  ["A", "approve or reject requested time off"],
  ["G", "find free people"],
  ["D W M", "zoom: days, weeks, months"],
  ["[ ]", "back, forward"],
  ["T", "today"],
  ["H", "heat map or bars"],
  ["/", "search people"],
  ["?", "this help"],
];

export class Keyboard {
  constructor(private readonly board: Board, private readonly view: View, private readonly pointer: Pointer, private readonly search: () => void) {
    const { element } = view.grid;
    element.addEventListener("keydown", this.down);
    element.addEventListener("copy", this.copy);
    element.addEventListener("cut", this.cut);
    element.addEventListener("paste", this.paste);
  }

  /** begin focuses a cell if none is: the one of today, if it is in view. */
  private begin(): void {
    const { board, view } = this;
    const row = board.rows.list[board.rows.at(view.top)];
    const day = board.today >= board.first && board.today < board.end ? board.today : board.first;
    if (!board.focus && row) board.select({ key: row.key, day: board.axis.first(board.axis.columnOf(day)) });
  }

  private readonly down = (event: KeyboardEvent) => {
    if (this.handle(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  private handle(event: KeyboardEvent): boolean {
    const { board } = this;
    if (!["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) this.begin();
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (command && !event.altKey) {
      if (key === "z") event.shiftKey ? board.edits.redo() : board.edits.undo();
      else if (key === "y") board.edits.redo();
      else if (key === "a") this.all();
      else if (key.startsWith("Arrow")) return this.arrow(key, event.shiftKey, true);
      else return false;
      return true;
    }
    if (key.startsWith("Arrow")) return event.altKey ? this.shift(key, event.shiftKey) : this.arrow(key, event.shiftKey, false);
    if (event.altKey) return false;
    if (/^[\d.,]$/.test(key)) return this.type(key);
    return this.named(key, event.shiftKey);
  }

  private named(key: string, shift: boolean): boolean {
    const { board, view } = this;
    const [target] = board.targets;
    const zooms: Record<string, Zoom> = { d: "day", w: "week", m: "month" };
    switch (key) {
      case "Enter":
      case "F2":
        this.enter();
        return true;
      case " ":
        return this.toggle();
      case "Delete":
      case "Backspace":
        board.edits.clear(board.targets);
        return true;
      case "Escape":
        this.escape();
        return true;
      case "PageDown":
      case "PageUp":
        view.step(key === "PageDown" ? 12 : -12, 0, shift);
        return true;
      case "Home":
      case "t":
        this.today();
        return true;
      case "p":
      case "f":
        if (target) board.editor = { kind: key === "p" ? "plan" : "fit", target, text: "" };
        break;
      case "n":
        if (target) board.editor = { kind: "project", target };
        break;
      case "a":
        this.leave();
        break;
      case "g":
        board.panel = { kind: "gaps" };
        break;
      case "?":
        board.panel = board.panel?.kind === "help" ? undefined : { kind: "help" };
        break;
      case "h":
        board.show({ heat: !board.place.heat });
        break;
      case "[":
      case "]":
        view.page(key === "]" ? 1 : -1);
        break;
      case "/":
        this.search();
        return true;
      default:
        if (!zooms[key]) return false;
        board.show({ zoom: zooms[key] });
    }
    board.onChange();
    return true;
  }

  private type(text: string): boolean {
    const { board } = this;
    const targets = board.targets;
    const [only] = targets;
    if (!only) return false;
    if (targets.length === 1) board.edits.open(only, text);
    else board.showEditor({ kind: "hours", target: only, text });
    return true;
  }

  private enter(): void {
    const { board } = this;
    const row = board.focus && board.row(board.focus.key);
    if (row?.kind === "add") return board.showEditor({ kind: "project", target: { userId: row.userId, first: board.first, end: board.end } });
    const [target] = board.targets;
    if (!target) return;
    if (board.edits.projects(target).length > 1) board.toggle(target.userId);
    else board.edits.open(target);
  }

  private toggle(): boolean {
    const row = this.board.focus && this.board.row(this.board.focus.key);
    if (!row || !("userId" in row)) return false;
    if (row.kind === "person") this.board.toggle(row.userId);
    return true;
  }

  private escape(): void {
    const { board } = this;
    if (this.pointer.dragging) this.pointer.cancel();
    else if (board.editor) board.editor = undefined;
    else if (board.panel) board.panel = undefined;
    else board.anchor = board.focus;
    board.onChange();
  }

  private leave(): void {
    const { board } = this;
    const [target] = board.targets;
    const leave = target && board.model.leaveIn(target.userId, target.first, target.end).find((request) => request.status === "pending");
    if (leave) board.panel = { kind: "leave", id: leave.id };
    else board.say("There is no requested time off in this cell.");
  }

  private today(): void {
    const { board } = this;
    if (board.focus) board.select({ key: board.focus.key, day: board.today });
    board.onScrollTo({ day: board.today, center: true });
  }

  private all(): void {
    const { board } = this;
    const [first, last] = [board.rows.list[0], board.rows.list.at(-1)];
    if (!first || !last) return;
    board.anchor = { key: first.key, day: board.first };
    board.focus = { key: last.key, day: board.end - 1 };
    board.onChange();
  }

  private arrow(key: string, extend: boolean, far: boolean): boolean {
    const by = far ? 1e6 : 1;
    const columns = far ? Math.max(1, this.board.axis.columnOf(this.board.end - 1) - this.board.axis.columnOf(this.board.first)) : 1;
    if (key === "ArrowUp" || key === "ArrowDown") this.view.step(key === "ArrowDown" ? by : -by, 0, extend);
    else this.view.step(0, key === "ArrowRight" ? columns : -columns, extend);
    return true;
  }

  /** shift moves or extends the hours of the selection, as a drag does. */
  private shift(key: string, extend: boolean): boolean {
    const { board } = this;
    const { axis, rows } = board;
    const [target] = board.targets;
    const s = board.selected;
    if (!target || !s) return true;
    const columns = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    if (extend && target.projectId && columns) {
      const end = Math.max(s.lastColumn + columns, s.firstColumn);
      board.edits.extend({ userId: target.userId, projectId: target.projectId, first: target.first, end: target.end }, target.first, axis.end(Math.min(end, axis.count - 1)), false);
      board.focus = { key: board.focus!.key, day: axis.first(Math.min(end, axis.count - 1)) };
      board.anchor = { key: board.focus.key, day: target.first };
      board.onChange();
      return true;
    }
    const step = key === "ArrowUp" ? -1 : 1;
    let row = s.firstRow;
    if (!columns) {
      for (row += step; rows.list[row] && rows.list[row]!.kind !== "person"; ) row += step;
    }
    const to = rows.list[row];
    if (!to || !("userId" in to)) return true;
    const day = axis.shift(target.first, s.firstColumn, Math.max(0, Math.min(axis.count - 1, s.firstColumn + columns)));
    board.edits.move(target, to.userId, day - target.first, false);
    const shift = day - target.first;
    board.anchor = { key: to.key, day: target.first + shift };
    board.focus = { key: to.key, day: axis.first(Math.min(axis.count - 1, s.lastColumn + columns)) };
    this.view.keepInView(board.focus);
    board.onChange();
    return true;
  }

  private readonly copy = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", copied(this.board));
    event.preventDefault();
  };

  private readonly cut = (event: ClipboardEvent) => {
    this.copy(event);
    this.board.edits.clear(this.board.targets);
  };

  private readonly paste = (event: ClipboardEvent) => {
    void paste(this.board, event.clipboardData?.getData("text/plain") ?? "");
    event.preventDefault();
  };
}
