// Colours and type of the canvas, read from the custom properties of the page.

const names = ["ground", "panel", "line", "text", "quiet", "accent", "over", "fits", "tight", "leave", "track", "grid", "hatch"] as const;

export type Theme = Record<(typeof names)[number], string> & {
  projects: string[];
  font: string;
  /** hatch pattern of days without availability, and of tentative hours. */
  hatched: CanvasPattern;
  striped: CanvasPattern;
};

/** readTheme resolves the colours of an element. Call it again if the colour scheme changes. */
export function readTheme(element: HTMLElement, context: CanvasRenderingContext2D, ratio: number): Theme {
  const probe = element.appendChild(document.createElement("i"));
  // A colour that is computed is resolved: light-dark() and color-mix() are gone.
  const resolve = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = Object.fromEntries(names.map((name) => [name, resolve(name)])) as Record<(typeof names)[number], string>;
  const projects = Array.from({ length: 12 }, (_, i) => resolve(`p${i}`));
  const font = getComputedStyle(element).fontFamily;
  probe.remove();
  return { ...colors, projects, font, hatched: stripes(context, colors.hatch, 7, 1, ratio), striped: stripes(context, colors.ground, 5, 1.75, ratio) };
}

/** stripes returns a pattern of diagonal lines, sharp at the pixel ratio of the screen. */
function stripes(context: CanvasRenderingContext2D, color: string, size: number, width: number, ratio: number): CanvasPattern {
  const tile = document.createElement("canvas");
  tile.width = tile.height = size * ratio;
  const c = tile.getContext("2d")!;
  c.scale(ratio, ratio);
  c.strokeStyle = color;
  c.lineWidth = width;
  c.beginPath();
  for (const shift of [-size, 0, size]) {
    c.moveTo(shift - 1, size + 1);
    c.lineTo(shift + size + 1, -1);
  }
  c.stroke();
  const pattern = context.createPattern(tile, "repeat")!;
  pattern.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}
