// The pen: filled and outlined boxes and text on a canvas, in the colours and type of the theme.

import type { Theme } from "../theme";

/** Paint is a colour, or a pattern of the theme. */
type Paint = string | CanvasPattern;

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
    c.globalAlpha = alpha;
    c.fillStyle = paint;
    c.fillRect(x, y, width, height);
    c.globalAlpha = 1;
  }

  /** box fills a rectangle with round corners. */
  box(paint: Paint, x: number, y: number, width: number, height: number, radius: number | number[], alpha = 1): void {
    this.#path(x, y, width, height, radius);
    this.fill(paint, alpha);
  }

  outline(color: string, x: number, y: number, width: number, height: number, radius: number, line: number, dash: number[] = []): void {
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
    c.globalAlpha = alpha;
    c.fillStyle = paint;
    c.fill();
    c.globalAlpha = 1;
  }

  #path(x: number, y: number, width: number, height: number, radius: number | number[]): void {
    const { c } = this;
    c.beginPath();
    if (radius === 0) c.rect(x, y, width, height);
    else c.roundRect(x, y, width, height, radius);
  }

  text(text: string, x: number, y: number, color: string, size = 11, weight = 400, align: CanvasTextAlign = "left"): void {
    const { c } = this;
    this.#use(size, weight);
    c.fillStyle = color;
    c.textAlign = align;
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
