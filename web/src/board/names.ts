// The column of names: one element for each row on the screen, kept while it is.

import type { Board } from "./board";
import { initials } from "../format";
import { hours } from "./day";
import { make, show } from "./dom";
import type { Row, Window } from "./layout";
import { excess } from "./model";

export class Names {
  readonly #elements = new Map<string, { node: HTMLElement; state: string }>();

  constructor(private readonly layer: HTMLElement, private readonly board: Board) {
    layer.addEventListener("click", (event) => {
      const node = (event.target as HTMLElement).closest<HTMLElement>("[data-key]");
      const row = node && board.row(node.dataset.key!);
      if (!row) return;
      if ((event.target as HTMLElement).closest(".find") && row.kind === "person") board.showPanel({ kind: "candidates", id: row.userId });
      else if (row.kind === "person") board.toggle(row.userId);
      else if (row.kind === "add") board.addTo(row.userId);
    });
  }

  update(window: Window, top: number, header: number, width: number): void {
    const { rows } = this.board;
    this.layer.style.width = `${width - 1}px`;
    this.layer.classList.toggle("narrow", width < 200);
    this.layer.classList.toggle("compact", this.board.place.compact);
    const seen = new Set<string>();
    for (let i = window.firstRow; i <= window.lastRow; i++) {
      const row = rows.list[i];
      if (!row) continue;
      seen.add(row.key);
      let element = this.#elements.get(row.key);
      if (!element) {
        const node = document.createElement("div");
        node.dataset.key = row.key;
        this.layer.append(node);
        this.#elements.set(row.key, (element = { node, state: "" }));
      }
      const state = this.#state(row);
      if (state !== element.state) {
        element.state = state;
        fill(element.node, row, this.board);
      }
      element.node.style.transform = `translateY(${rows.tops[i]! - top}px)`;
      element.node.style.height = `${rows.heightOf(i)}px`;
    }
    for (const [key, { node }] of this.#elements) {
      if (seen.has(key)) continue;
      node.remove();
      this.#elements.delete(key);
    }
    this.layer.style.top = `${header}px`;
  }

  /** state changes if and only if the element has to be filled again. */
  #state(row: Row): string {
    const { model, first, end } = this.board;
    if (row.kind === "add") return "add";
    return `${model.revision} ${first} ${end} ${row.kind === "person" ? row.open : row.kind === "group" && row.people.length}`;
  }
}

function fill(node: HTMLElement, row: Row, board: Board): void {
  node.className = `name ${row.kind}`;
  const { model, first, end } = board;
  if (row.kind === "person") {
    const person = model.people.get(row.userId)!;
    const sums = model.sums(row.userId, first, end);
    node.classList.toggle("open", row.open);
    node.classList.toggle("role", person.placeholder);
    const figure = board.state !== "ready" ? "" : hours(Math.round(person.placeholder ? sums.unfilled : sums.free));
    node.style.setProperty("--tint", `var(--p${tint(person.name)})`);
    const more = person.placeholder && sums.unfilled > 0 ? part("find", "Find someone") : part("what", model.skills(row.userId));
    show(node, [part("chevron"), part("picture", person.placeholder ? "?" : initials(person.name)), part("label", part("who", person.name), more), part(excess(sums) > 0 ? "free none" : "free", figure)]);
    node.title = person.placeholder ? `${person.name}: ${figure} h without a person in view` : `${person.name}: ${hours(sums.free)} h free and ${hours(sums.over)} h over in view`;
  } else if (row.kind === "project") {
    const project = model.projects.get(row.projectId);
    node.style.setProperty("--tint", `var(--p${project?.color ?? 11})`);
    const [who, what] = row.named ? [board.personName(row.userId), board.place.grouping === "client" ? project?.name : ""] : [project?.name, project?.clientName];
    show(node, [part("dot"), part("label", part("who", who ?? "…"), part("what", what ?? "")), part("free", hours(model.byProject(row.userId, first, end).get(row.projectId) ?? 0))]);
    node.title = project ? `${project.name}, ${project.clientName}${project.status === "draft" ? " (draft: tentative)" : ""}` : "";
  } else if (row.kind === "group") {
    // The free hours of people do not belong to their projects.
    const free = row.id && row.grouping !== "manager" ? "" : hours(Math.round(model.sumsOf(row.people, first, end).free));
    show(node, [part("label", part("who", row.name), part("what", String(row.people.length))), part("free", row.key === "roles:" ? "" : free)]);
  } else show(node, [part("plus", "+"), part("label", part("who", "Add project"))]);
}

const part = (name: string, ...children: (string | Node)[]) => make("span", { class: name }, ...children);

/** tint returns the color of a name's initials. The content security policy loads no picture from elsewhere, and this server has none. */
function tint(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) % 12;
  return hash;
}
