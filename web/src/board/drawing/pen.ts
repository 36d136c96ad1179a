// The pen: filled and outlined boxes and text on a canvas, in the colours and type of the theme. In
// forced colours, the boxes of projects have an outline, and text has the ground around it.

import type { Paint, Theme } from "../theme";

export class Pen {
  readonly #widths = new Map<string, number>();
  #font = "";

  constructor(readonly c: CanvasRenderingContext2D, public theme: Theme) {}

  /** begin clears the canvas. ratio is the number of pixels of the screen in a CSS pixel. */
  begin(width: number, height: number, ratio: number): void {
    const { c, theme } = this;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.textBaseline = "middle";
    this.#font = "";
    this.rect(theme.ground, 0, 0, width, height);
  }

  rect(paint: Paint, x: number, y: number, width: number, height: number, alpha = 1): void {
    const { c } = this;
    const outlined = this.#isOutlined(paint);
    c.globalAlpha = outlined ? 1 : alpha;
    c.fillStyle = paint;
    c.fillRect(x, y, width, height);
    c.globalAlpha = 1;
    if (outlined) this.outline(this.theme.text, x + 0.5, y + 0.5, width - 1, height - 1, 0, 1);
  }

  #isOutlined(paint: Paint): boolean {
    return this.theme.forced && this.theme.projects.includes(paint);
  }

  /** box fills a rectangle with round corners. */
  box(paint: Paint, x: number, y: number, width: number, height: number, radius: number | number[], alpha = 1): void {
    this.#path(x, y, width, height, radius);
    this.fill(paint, alpha);
  }

  outline(color: Paint, x: number, y: number, width: number, height: number, radius: number | number[], line: number, dash: number[] = []): void {
    const { c } = this;
    this.#path(x, y, width, height, radius);
    c.strokeStyle = color;
    c.lineWidth = line;
    c.setLineDash(dash);
    c.stroke();
    c.setLineDash([]);
  }

  /** clip draws with nothing outside of a box. */
  clip(x: number, y: number, width: number, height: number, radius: number, draw: () => void): void {
    const { c } = this;
    c.save();
    this.#path(x, y, width, height, radius);
    c.clip();
    draw();
    c.restore();
    this.#font = "";
  }

  /** fill fills the current path. */
  fill(paint: Paint, alpha = 1): void {
    const { c } = this;
    const outlined = this.#isOutlined(paint);
    c.globalAlpha = outlined ? 1 : alpha;
    c.fillStyle = paint;
    c.fill();
    c.globalAlpha = 1;
    if (!outlined) return;
    c.strokeStyle = this.theme.text;
    c.lineWidth = 1;
    c.stroke();
  }

  #path(x: number, y: number, width: number, height: number, radius: number | number[]): void {
    const { c } = this;
    c.beginPath();
    if (radius === 0) c.rect(x, y, width, height);
    else c.roundRect(x, y, width, height, radius);
  }

  text(text: string, x: number, y: number, color: string, size = 11, weight = 400, align: CanvasTextAlign = "left"): void {
    const { c, theme } = this;
    this.#use(size, weight);
    c.fillStyle = theme.forced ? theme.text : color;
    c.textAlign = align;
    if (theme.forced) {
      c.strokeStyle = theme.ground;
      c.lineWidth = 4;
      c.lineJoin = "round";
      c.strokeText(text, x, y);
    }
    c.fillText(text, x, y);
  }

  /** measure is the width of a text. */
  measure(text: string, size: number, weight: number): number {
    const key = `${weight} ${size} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      if (this.#widths.size > 5000) this.#widths.clear();
      this.#use(size, weight);
      this.#widths.set(key, (width = this.c.measureText(text).width));
    }
    return width;
  }

  /** shorten returns as much of a text as fits, with an ellipsis. */
  shorten(text: string, room: number, size: number, weight: number): string {
    if (this.measure(text, size, weight) <= room) return text;
    let [fits, tooLong] = [0, text.length];
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1;
      if (this.measure(`${text.slice(0, middle)}…`, size, weight) <= room) fits = middle;
      else tooLong = middle;
    }
    return fits > 0 ? `${text.slice(0, fits).trimEnd()}…` : "";
  }

  /** use sets the font: setting the same one again is slow. */
  #use(size: number, weight: number): void {
    const font = `${weight} ${size}px ${this.theme.font}`;
    if (font !== this.#font) this.c.font = this.#font = font;
  }
}
