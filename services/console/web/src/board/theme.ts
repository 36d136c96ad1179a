// Colours and type of the canvas, read from the custom properties of the page.

const names = ["ground", "panel", "line", "text", "quiet", "accent", "over", "fits", "tight", "leave", "track", "grid", "hatch"] as const;

export type Theme = Record<(typeof names)[number], string> & {
  projects: string[];
  /** The fill of bars of each project colour, and the colour of the words in it. */
  bars: string[];
  inks: string[];
  /** Whether the reader has forced colours: a bar is told apart by its name and outline. */
  forced: boolean;
  font: string;
  /** hatch pattern of days without availability, and of tentative hours. */
  hatched: CanvasPattern;
  striped: CanvasPattern;
};

/** readTheme resolves the colours of an element. Call it again if the colour scheme changes. */
export function readTheme(element: HTMLElement, context: CanvasRenderingContext2D, ratio: number): Theme {
  const probe = element.appendChild(document.createElement("i"));
  // A colour that is computed is resolved: light-dark() and color-mix() are gone.
  const resolve = (name: string, mixed = (color: string) => color) => {
    probe.style.color = mixed(`var(--${name})`);
    return getComputedStyle(probe).color;
  };
  const colors = Object.fromEntries(names.map((name) => [name, resolve(name)])) as Record<(typeof names)[number], string>;
  const projects = Array.from({ length: 12 }, (_, i) => resolve(`p${i}`));
  const bars = projects.map((_, i) => resolve(`p${i}`, (color) => `light-dark(color-mix(in srgb, ${color} 80%, #000), ${color})`));
  const inks = bars.map((bar) => inkOn(bar));
  const font = getComputedStyle(element).fontFamily;
  probe.remove();
  return { ...colors, projects, bars, inks, forced: matchMedia("(forced-colors: active)").matches, font, hatched: stripes(context, colors.hatch, 7, 1, ratio), striped: stripes(context, colors.ground, 5, 1.75, ratio) };
}

/** inkOn is white or nearly black, whichever is easier to read on a colour: at least one has a contrast of 4.5. */
function inkOn(color: string): string {
  const c = new OffscreenCanvas(1, 1).getContext("2d")!;
  c.fillStyle = color;
  c.fillRect(0, 0, 1, 1);
  const [r, g, b] = [...c.getImageData(0, 0, 1, 1).data].map((value) => (value <= 10 ? value / 3295 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.183 ? "#101218" : "#fff";
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
