// The board on paper: a table of the people of the filters, with a month of days, a quarter of
// weeks or a year of months from the first day in view on.

import { plural } from "../format";
import type { Board } from "./board";
import { firstOfMonth, hours, isWeekend, monthOf, show, showSpan, type Day } from "./day";
import { make } from "./dom";
import { chips } from "./filters";
import type { Row } from "./layout";
import type { Sums } from "./model";
import { absence } from "./plan";

/** paper returns the table as it is now. Days that are not loaded are not in it. */
export function paper(board: Board): HTMLElement {
  const { axis, first, loader, me, model, people, rows, today } = board;
  const { name } = board.place.filter, roles = people.filter((id) => model.people.get(id)?.placeholder).length;
  const month = monthOf(first);
  const end = first + { day: firstOfMonth(month + 1) - firstOfMonth(month), week: 13 * 7, month: 365 }[axis.zoom];
  const columns: { i: number; from: Day; to: Day }[] = [];
  for (let i = axis.columnOf(first); i < axis.count && axis.first(i) < end && loader.loaded(axis.first(i)); i++) columns.push({ i, from: axis.first(i), to: axis.end(i) });

  /** Days have no room for words. */
  const narrow = axis.zoom === "day";
  /** maybe writes tentative hours, alike everywhere. */
  const maybe = (value: number) => (narrow ? ` ~${hours(value)}` : ` ${hours(value)} tentative`);

  /** figures are what is planned of what is available, if that is not hidden, what is over, and what is tentative. */
  const figures = (users: readonly string[], { planned, availability, over, tentative }: Sums, note = "") => make("td", {}, make("b", {}, hours(planned)), ...(users.some((id) => model.hides(id)) ? [] : ["/", make("wbr"), hours(availability)]),
    over > 0 && make("strong", {}, ` +${hours(over)}`), tentative > 0 && make("i", {}, maybe(tentative)), note !== "" && make("small", {}, note)) as HTMLTableCellElement;

  /** away is why a person has no hours: leave, a holiday, or "" for a day off. */
  const away = (userId: string, { from, to }: (typeof columns)[number]): string => {
    const leave = model.leaveIn(userId, from, to).map((one) => (one.status === "pending" ? "Asked: " : "") + one.type).join(", ");
    return leave || (axis.zoom === "day" && !isWeekend(from) && model.value(userId, "contracted", from) > 0 ? absence(model, userId, from) : "");
  };

  /** Neighbours without hours and availability for the same reason are one cell. */
  const person = (userId: string): HTMLElement[] => {
    const cells: HTMLTableCellElement[] = [];
    for (const column of columns) {
      const sums = model.sums(userId, column.from, column.to), why = away(userId, column), last = cells.at(-1);
      if (sums.availability + sums.planned + sums.tentative > 0) cells.push(figures([userId], sums, why));
      else if (why && last?.className === "away" && last.textContent === why) last.colSpan++;
      else cells.push(make("td", { class: why ? "away" : "away none" }, why) as HTMLTableCellElement);
    }
    return cells;
  };

  const all = (users: readonly string[]) => columns.map(({ from, to }) => figures(users, model.sumsOf(users, from, to)));

  /** own are the hours of a group, without those that its people have on other projects. */
  const own = (id: string) => columns.map(({ i }) => {
    const { planned = 0, tentative = 0, unfilled = 0, supply } = board.groups.of(id, i) ?? {};
    return make("td", {}, shown(planned), supply !== undefined && `/${hours(supply)}`, tentative > 0 && make("i", {}, maybe(tentative)), unfilled > 0 && make("i", {}, narrow ? ` ?${hours(unfilled)}` : ` ${hours(unfilled)} unfilled`));
  });

  /** project are the hours of a person on a project. In groups by project, the line has the name of the person. */
  const project = ({ userId, projectId, named }: Extract<Row, { kind: "project" }>) => {
    const name = model.projects.get(projectId)?.name ?? "";
    const title = !named ? name : board.place.grouping === "client" ? `${board.personName(userId)}, ${name}` : board.personName(userId);
    return line("project", title, columns.map(({ from, to }) => {
      const sum = model.byProject(userId, from, to).get(projectId) ?? 0;
      const tentative = model.projects.get(projectId)?.status === "draft" || model.tentativeOn(userId, projectId, from, to);
      return tentative && sum ? make("td", {}, make("i", {}, maybe(sum))) : make("td", {}, shown(sum));
    }));
  };

  /** projectsOf names the projects of a person on the paper, as far as they are loaded, in the order of their first days. */
  const projectsOf = (userId: string) => [...new Set(columns.flatMap(({ from, to }) => [...model.byProject(userId, from, to).keys()]))]
    .map((id) => model.projects.get(id)?.name ?? "…").join(", ");

  const line = (kind: string, name: string | undefined, cells: HTMLElement[], below = "") =>
    make("tr", { class: kind }, make("th", {}, name ?? "", below && make("small", {}, below)), ...cells);
  const body = rows.list.map((row) =>
    row.kind === "person" ? line("", model.people.get(row.userId)?.name, person(row.userId), row.open ? "" : projectsOf(row.userId))
    : row.kind === "group" ? line("sum", row.name, row.id && row.grouping !== "manager" ? own(row.id) : all(row.people))
    : row.kind === "project" && project(row));

  const months: HTMLTableCellElement[] = [];
  for (const { i } of columns) {
    const last = months.at(-1);
    if (last?.textContent === axis.upper(i)) last.colSpan++;
    else months.push(make("th", {}, axis.upper(i)) as HTMLTableCellElement);
  }

  return make("div", { class: `print ${axis.zoom}` },
    make("h1", {}, me.organizationName ?? "", make("span", {}, columns.length > 0 && ` ${showSpan(first, columns.at(-1)!.to - 1)}`)),
    make("p", {}, [...(board.place.proposal ? ["A proposal, not the live plan"] : []), ...(name ? [`“${name}”`] : []), ...chips(board).map(({ label }) => label), plural(people.length - roles, "person", "people"), ...(roles ? [plural(roles, "open role")] : []), `printed on ${show(today, { day: "numeric", month: "long", year: "numeric" })}`].join(" · ")),
    make("p", { class: "legend" }, ...[["b", "8/8", "planned / available hours"], ["strong", "+1", "over"], ["i", narrow ? "~4" : "4 tentative", narrow ? "tentative" : "may not come true"], ["i", narrow ? "?4" : "4 unfilled", "of open roles"], ["span", "Leave", "away, or asked for"]].flatMap(([tag, sign, words]) => [make(tag!, {}, sign!), words!])),
    make("table", {},
      make("thead", {}, make("tr", {}, make("td"), ...months), line("", "Person", columns.map(({ i }) => make("th", {}, axis.lower(i), make("small", {}, ` ${axis.detail(i)}`))))),
      make("tbody", {}, ...body, line("sum", "All shown", all(people)))));
}

const shown = (value: number) => hours(value).replace(/^0$/, "");
