// The pages of the console next to the board. Their code is loaded when one is opened first.

import type { User } from "../api/records";
import { me } from "../api/session.svelte";

export interface Page {
  title: string;
  component: Exclude<keyof typeof import("../pages"), "CalendarFeed">;
  /** "more" is behind the menu of settings. */
  place: "bar" | "more";
  /** Only admins may read it. */
  admin?: boolean;
  /** Only for those who lead others. */
  leads?: boolean;
  /** Only for sessions with this scope. */
  scope?: string;
}

export const pages: { [path: string]: Page } = {
  people: { title: "People", place: "bar", component: "people" },
  projects: { title: "Projects", place: "bar", component: "projects" },
  clients: { title: "Clients", place: "bar", component: "clients" },
  "time-off": { title: "Time off", place: "bar", component: "timeOff" },
  hours: { title: "Worked hours", place: "bar", component: "hours" },
  decide: { title: "To decide", place: "bar", leads: true, component: "decide" },
  reports: { title: "Reports", place: "bar", component: "reports" },
  proposals: { title: "Proposals", place: "more", scope: "read:proposals", component: "proposals" },
  settings: { title: "Settings", place: "more", admin: true, component: "settings" },
  holidays: { title: "Holidays", place: "more", component: "holidays" },
  closed: { title: "Closed days", place: "more", admin: true, component: "closed" },
  catalog: { title: "Catalog", place: "more", component: "catalog" },
  keys: { title: "API keys", place: "more", admin: true, component: "keys" },
  sessions: { title: "Sign-ins", place: "more", admin: true, component: "sessions" },
  webhooks: { title: "Webhooks", place: "more", admin: true, component: "webhooks" },
  journal: { title: "Journal", place: "more", component: "journal" },
};

/** visible returns the pages of a place for a person. leads is whether others report to the person; managers and admins lead anyway. */
export function visible(place: Page["place"], user: User | null, leads = false): [path: string, page: Page][] {
  return Object.entries(pages).filter(([, page]) => page.place === place && (!page.admin || user?.role === "admin") && (!page.scope || me.session?.scopes.includes(page.scope)) && (!page.leads || leads || user?.role !== "member"));
}
