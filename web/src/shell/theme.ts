// Light or dark: as the system, until the reader chooses. /docs remembers the same choice.

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

const chosen = localStorage.getItem("theme");
if (chosen) root.dataset.theme = chosen;

export function toggleTheme() {
  const shown = root.dataset.theme ?? (dark.matches ? "dark" : "light");
  root.dataset.theme = shown === "dark" ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
}
