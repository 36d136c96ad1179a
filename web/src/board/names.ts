// The column of names: one element for each row on the screen, kept while it is.

import type { Board } from "./board";
import { hueOf, initials } from "../format";
import { hours, showRange } from "./day";
import { make, show } from "./dom";
import type { Row, Window } from "./layout";
import { excess, type Sums } from "./model";

export class Names {
  readonly #elements = new Map<string, { node: HTMLElement; state: string; y: number; height: number }>();

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

  update(window: Window, top: number, width: number): void {
    const { rows } = this.board;
    this.layer.style.width = `${width - 1}px`;
    this.layer.classList.toggle("narrow", width < 200);
    this.layer.classList.toggle("compact", this.board.place.compact);
    const seen = new Set<string>();
    const loaded = this.board.loaded();
    for (let i = window.firstRow; i <= window.lastRow; i++) {
      const row = rows.list[i];
      if (!row) continue;
      seen.add(row.key);
      let element = this.#elements.get(row.key);
      if (!element) {
        const node = document.createElement("div");
        node.dataset.key = row.key;
        this.layer.append(node);
        this.#elements.set(row.key, (element = { node, state: "", y: NaN, height: NaN }));
      }
      const state = this.#state(row, loaded);
      if (state !== element.state) {
        element.state = state;
        fill(element.node, row, this.board);
      }
      const y = rows.tops[i]!, height = rows.heightOf(i);
      if (y !== element.y) element.node.style.top = `${(element.y = y)}px`;
      if (height !== element.height) element.node.style.height = `${(element.height = height)}px`;
    }
    for (const [key, { node }] of this.#elements) {
      if (seen.has(key)) continue;
      node.remove();
      this.#elements.delete(key);
    }
    // Scrolling moves the layer, and no row in it.
    this.layer.style.transform = `translateY(${-top}px)`;
  }

  /** state changes if and only if the element has to be filled again. */
  #state(row: Row, loaded: boolean): string {
    const { model, first, end } = this.board;
    if (row.kind === "add") return "add";
    return `${model.revision} ${first} ${end} ${loaded} ${row.kind === "group" && this.board.groups.revision} ${row.kind === "person" ? row.open : row.kind === "group" && row.people.length}`;
  }
}

function fill(node: HTMLElement, row: Row, board: Board): void {
  node.className = `name ${row.kind}`;
  const { model, first, end } = board;
  // Nothing looks like a sum before all of it is there.
  const loaded = board.loadedOf(row);
  if (row.kind === "person") {
    const person = model.people.get(row.userId)!;
    const sums = model.sums(row.userId, first, end);
    node.classList.toggle("open", row.open);
    node.classList.toggle("role", person.placeholder);
    node.style.setProperty("--hue", String(hueOf(row.userId)));
    const more = person.placeholder && sums.unfilled > 0 ? part("find", "Find someone") : part("what", model.skills(row.userId));
    const said = (of: Sums): [number, string] => (person.placeholder ? [of.unfilled, "unfilled"] : excess(of) > 0 ? [of.over, "over"] : [of.free, "free"]);
    const [value, word] = said(sums), live = model.differs(row.userId) ? model.sumsOf([row.userId], first, end, true) : sums;
    show(node, [part("chevron"), part("picture", person.placeholder ? "?" : initials(person.name)), part("label", part("who", person.name), more), ...(model.hides(row.userId) ? [] : [sum(loaded, value, word, said(live))])]);
    const full = (of: Sums) => (person.placeholder ? `${hours(of.unfilled)} h without a person` : `${hours(of.free)} h free, ${hours(of.over)} h over`);
    node.title = !loaded || model.hides(row.userId) ? person.name : `${person.name}, ${showRange(first, end - 1)}: ${full(sums)}${full(live) === full(sums) ? "" : `. In the live plan: ${full(live)}`}`;
  } else if (row.kind === "project") {
    const project = model.projects.get(row.projectId);
    node.style.setProperty("--tint", `var(--p${project?.color ?? 11})`);
    const role = model.people.get(row.userId)?.placeholder;
    const [who, what] = row.named ? [board.personName(row.userId), board.place.grouping === "client" ? project?.name : role ? "open role" : ""] : [project?.name, project?.clientName];
    show(node, [part("dot"), part("label", part("who", who ?? "…"), part("what", what ?? "")), sum(loaded, model.byProject(row.userId, first, end).get(row.projectId) ?? 0)]);
    node.title = project ? `${project.name}, ${project.clientName}${project.status === "draft" ? " (draft: tentative)" : ""}` : "";
  } else if (row.kind === "group") group(node, row, board, loaded);
  else show(node, [part("plus", "+"), part("label", part("who", "Add project"))]);
}

/** group fills the head of a group: of people with what they have free, of a project with what is planned on it in view. */
function group(node: HTMLElement, row: Extract<Row, { kind: "group" }>, board: Board, loaded: boolean): void {
  const { model, first, end } = board;
  const project = row.grouping === "project" ? model.projects.get(row.id ?? "") : undefined;
  const count = part("what", String(row.people.length));
  node.classList.toggle("head", Boolean(project));
  if (project) {
    const sums = board.groups.sums(project.id, board.axis, first, end);
    const all = (["planned", "tentative", "unfilled"] as const).filter((name) => sums[name] > 0);
    const word = all[0] ?? "planned";
    node.style.setProperty("--tint", `var(--c${project.color})`);
    show(node, [part("picture", row.name.charAt(0)), part("label", part("who", row.name), part("client", project.clientName), count), sum(loaded, sums[word], word)]);
    node.title = loaded ? `${project.name}, ${showRange(first, end - 1)}: ${all.map((name) => `${hours(Math.round(sums[name]))} h ${name}`).join(", ")}` : project.name;
    return;
  }
  // The free hours of people do not belong to their projects.
  const ofPeople = (!row.id || row.grouping === "manager") && !row.people.every((id) => model.hides(id));
  const free = model.sumsOf(row.people, first, end).free;
  show(node, [part("label", part("who", row.name), count), ...(ofPeople && row.key !== "roles:" ? [sum(loaded, free, "", [model.sumsOf(row.people, first, end, true).free, ""])] : [])]);
}

/** sum is hours with their word, after those of the live plan if they differ, or nothing while they are loaded. */
function sum(loaded: boolean, value: number, word = "", live = [value, word] as [number, string]): HTMLElement {
  const rounded = (of: number) => hours(Math.round(of * 2) / 2);
  const differs = loaded && (rounded(live[0]) !== rounded(value) || live[1] !== word);
  const was = part("was", differs ? `${rounded(live[0])}${live[1] === word ? "" : ` ${live[1]}`} →` : "");
  const figure = part("value", loaded ? `${rounded(value)} h` : ""), said = part("word", loaded ? word : "");
  return part(word === "over" ? "free none" : "free", was, figure, ...(word ? [said] : []));
}

const part = (name: string, ...children: (string | Node)[]) => make("span", { class: name }, ...children);
