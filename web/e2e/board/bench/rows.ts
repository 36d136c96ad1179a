// The control of the speed test: the same cells as virtualized rows of the DOM, as boards are
// usually built. Rows outside of the screen are recycled; each row has all of its weeks.

import { availability, nameOf, people, planned, start, weeks } from "./organization";

const rowHeight = 36, width = 92, names = 240;

export function rows(target: HTMLElement): void {
  target.innerHTML = `<div class="rows-scroller"><div class="rows-extent"></div></div>`;
  const scroller = target.firstElementChild as HTMLElement;
  const extent = scroller.firstElementChild as HTMLElement;
  extent.style.height = `${people * rowHeight}px`;
  extent.style.width = `${names + weeks * width}px`;
  const shown = new Map<number, HTMLElement>();
  const free: HTMLElement[] = [];
  const update = () => {
    const first = Math.floor(scroller.scrollTop / rowHeight);
    const last = Math.min(people - 1, Math.floor((scroller.scrollTop + scroller.clientHeight) / rowHeight));
    for (const [i, node] of shown) {
      if (i >= first && i <= last) continue;
      shown.delete(i);
      free.push(node);
    }
    for (let i = first; i <= last; i++) {
      if (shown.has(i)) continue;
      const node = free.pop() ?? extent.appendChild(newRow());
      fill(node, i);
      shown.set(i, node);
    }
  };
  let frame = 0;
  scroller.addEventListener("scroll", () => (frame ||= requestAnimationFrame(() => ((frame = 0), update()))));
  update();
}

function newRow(): HTMLElement {
  const row = document.createElement("div");
  row.className = "row";
  row.innerHTML = `<div class="who"></div>${`<div class="week"><span></span><b></b><div class="track"></div></div>`.repeat(weeks)}`;
  return row;
}

function fill(row: HTMLElement, user: number): void {
  row.style.transform = `translateY(${user * rowHeight}px)`;
  row.firstElementChild!.textContent = nameOf(user);
  for (let week = 0; week < weeks; week++) {
    const cell = row.children[week + 1]!;
    const byProject = new Map<number, number>();
    let available = 0, hours = 0;
    for (let day = start + 7 * week; day < start + 7 * week + 7; day++) {
      available += availability(user, day);
      for (const [project, h] of planned(user, day)) {
        byProject.set(project, (byProject.get(project) ?? 0) + h);
        hours += h;
      }
    }
    const [text, over, track] = cell.children as unknown as [HTMLElement, HTMLElement, HTMLElement];
    text.textContent = `${hours} / ${available}`;
    over.textContent = hours > available ? `+${hours - available}` : "";
    const bars = [...byProject].map(([project, h]) => {
      const bar = document.createElement("i");
      bar.style.height = `${(h / Math.max(hours, available, 1)) * 100}%`;
      bar.style.background = `var(--p${project % 12})`;
      return bar;
    });
    track.replaceChildren(...bars);
  }
}
