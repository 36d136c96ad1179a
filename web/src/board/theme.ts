// Colours and type of the canvas, read from the custom properties of the page.

const names = ["ground", "panel", "line", "text", "quiet", "accent", "over", "fits", "tight", "leave", "track", "grid", "hatch"] as const;

/** Paint is a colour or a pattern. */
export type Paint = string | CanvasPattern;

export type Theme = Record<(typeof names)[number], string> & {
  /** Whether the system has chosen the few colours there are. Then projects are patterns with an outline. */
  forced: boolean;
  projects: Paint[];
  /** The fill of bars of each project colour, and the colour of the words in it. */
  bars: string[];
  inks: string[];
  font: string;
  /** hatch pattern of days without availability, and of tentative hours. */
  hatched: CanvasPattern;
  striped: CanvasPattern;
};

/** readTheme resolves the colours of an element. Call it again if the colour scheme changes. */
export function readTheme(element: HTMLElement, context: CanvasRenderingContext2D, ratio: number): Theme {
  const forced = matchMedia("(forced-colors: active)").matches;
  const probe = element.appendChild(document.createElement("i"));
  // Without this, forced colours make every colour that of text.
  probe.style.forcedColorAdjust = "none";
  // A colour that is computed is resolved: light-dark(), color-mix() and the system's names are gone.
  const resolve = (name: string, mixed = (color: string) => color) => {
    probe.style.color = mixed(`var(--${name})`);
    return getComputedStyle(probe).color;
  };
  const colors = Object.fromEntries(names.map((name) => [name, resolve(name)])) as Record<(typeof names)[number], string>;
  const each = <T>(of: (i: number) => T) => Array.from({ length: 12 }, (_, i) => of(i));
  const projects = each((i) => (forced ? lines(context, colors.text, kinds[i % kinds.length]!, i < kinds.length ? 6 : 10, 1, ratio) : resolve(`p${i}`)));
  // Bars are in mid tones with light words: the first shade that is dark enough for these.
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? document.documentElement.dataset.theme !== "light" : document.documentElement.dataset.theme === "dark";
  const shades = (dark ? [74, 64, 54] : [84, 74, 64, 54]).map((share) => each((i) => resolve(`c${i}`, (color) => `color-mix(in srgb, ${color} ${share}%, #000)`)));
  const bars = each((i) => (forced ? colors.ground : (shades.map((all) => all[i]!).find((color) => inkOn(color) === "#fff") ?? shades.at(-1)![i]!)));
  const inks = bars.map((bar) => (forced ? colors.text : inkOn(bar)));
  const font = getComputedStyle(element).fontFamily;
  probe.remove();
  return { ...colors, forced, projects, bars, inks, font, hatched: lines(context, colors.hatch, "/", 7, 1, ratio), striped: lines(context, colors.ground, "/", 14, 5, ratio) };
}

/** inkOn is white or nearly black, whichever is easier to read on a colour: at least one has a contrast of 4.5. */
function inkOn(color: string): string {
  const c = new OffscreenCanvas(1, 1).getContext("2d")!;
  c.fillStyle = color;
  c.fillRect(0, 0, 1, 1);
  const [r, g, b] = [...c.getImageData(0, 0, 1, 1).data].map((value) => (value <= 10 ? value / 3295 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.183 ? "#101218" : "#fff";
}

/** The lines of a tile of a pattern, by their directions. */
const kinds = ["/", "\\", "-", "|", "/\\", "-|"];

/** lines returns a pattern of lines, sharp at the pixel ratio of the screen. */
function lines(context: CanvasRenderingContext2D, color: string, directions: string, size: number, width: number, ratio: number): CanvasPattern {
  const tile = document.createElement("canvas");
  tile.width = tile.height = size * ratio;
  const c = tile.getContext("2d")!;
  c.scale(ratio, ratio);
  c.strokeStyle = color;
  c.lineWidth = width;
  c.beginPath();
  const line = (x1: number, y1: number, x2: number, y2: number) => (c.moveTo(x1, y1), c.lineTo(x2, y2));
  const half = Math.floor(size / 2) + 0.5;
  if (directions.includes("-")) line(0, half, size, half);
  if (directions.includes("|")) line(half, 0, half, size);
  // The corners of a tile belong to the lines of its neighbours.
  for (const shift of [-size, 0, size]) {
    if (directions.includes("/")) line(shift - 1, size + 1, shift + size + 1, -1);
    if (directions.includes("\\")) line(shift - 1, -1, shift + size + 1, size + 1);
  }
  c.stroke();
  const pattern = context.createPattern(tile, "repeat")!;
  pattern.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}
