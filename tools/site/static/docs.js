// What the pages do with JavaScript: theme, search, copying, tabs of samples, and the form
// that sends a call. The API key is kept in sessionStorage, and is sent only in the header
// Authorization.

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

function element(name, properties = {}, ...children) {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

// Theme: that of the system, until the reader chooses one.

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

function showTheme() {
  const chosen = localStorage.getItem("theme");
  if (chosen) root.dataset.theme = chosen;
  $(".theme").setAttribute("aria-pressed", (chosen ?? (dark.matches ? "dark" : "light")) === "dark");
}

$(".theme").hidden = false;
$(".theme").addEventListener("click", ({ currentTarget }) => {
  localStorage.setItem("theme", currentTarget.ariaPressed === "true" ? "light" : "dark");
  showTheme();
});
dark.addEventListener("change", showTheme);
showTheme();

// Code: with the address of this server, and a button that copies it.

const exampleOrigin = "http://127.0.0.1:8080";

for (const code of $$("pre > code")) {
  if (location.origin !== exampleOrigin && code.textContent.includes(exampleOrigin)) {
    code.textContent = code.textContent.replaceAll(exampleOrigin, location.origin);
  }
  makeCopyable(code.parentElement);
}

function makeCopyable(pre) {
  const button = element("button", { type: "button", textContent: "Copy" });
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = "Copied";
    } catch {
      // Without https there is no clipboard: select the text, for the keyboard.
      getSelection().selectAllChildren(pre);
      button.textContent = "Selected";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  const box = element("div", { className: "copyable" });
  pre.replaceWith(box);
  box.append(pre, button);
}

// Samples: a language is chosen for all operations, and remembered.

function showLanguage(language) {
  for (const tabs of $$(".tabs")) {
    const radios = $$("input", tabs);
    (radios.find((radio) => radio.value === language) ?? radios[0]).checked = true; // Some calls have only curl.
  }
}

if (localStorage.getItem("language")) showLanguage(localStorage.getItem("language"));
addEventListener("change", ({ target }) => {
  if (!target.closest(".tabs")) return;
  const top = target.getBoundingClientRect().top;
  showLanguage(target.value);
  localStorage.setItem("language", target.value);
  scrollBy(0, target.getBoundingClientRect().top - top); // Stay at this operation.
});

// Side bar: on a phone it closes after a choice; in the reference it marks the operation.

const sidebar = $("#sidebar");
sidebar.addEventListener("click", ({ target }) => {
  if (target.closest("a") && sidebar.matches(":popover-open")) sidebar.hidePopover();
});

const headings = $$(".operation h3");
if (headings.length > 0) {
  const links = new Map($$("a[href*='#']", sidebar).map((link) => [link.hash.slice(1), link]));
  const mark = () => {
    const here = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
    for (const [id, link] of links) {
      const current = id === here?.id;
      if (current && link.ariaCurrent === null) link.scrollIntoView({ block: "nearest" });
      link.ariaCurrent = current ? "location" : null;
    }
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

// Search: an entry matches if it has all words. The order is by where the words are.

const search = $("search");
const query = $("input", search);
const results = $(".results", search);
let index;

search.hidden = false;
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  query.focus();
});

const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

function score(entry, words) {
  let sum = 0;
  for (const word of words) {
    const title = entry.title.toLowerCase();
    if (title === word) sum += 9;
    else if (title.startsWith(word)) sum += 6;
    else if (title.includes(word)) sum += 4;
    else if (entry.also?.toLowerCase().includes(word)) sum += 3;
    else if (entry.place.toLowerCase().includes(word)) sum += 2;
    else if (entry.text.toLowerCase().includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

async function find() {
  const words = wordsOf(query.value);
  index ??= fetch("/docs/search.json").then((response) => response.json());
  const entries = await index;
  if (words.join() !== wordsOf(query.value).join()) return; // The text has changed meanwhile.
  const sorted = entries
    .map((entry) => ({ entry, score: score(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  // The same field of several operations is one result.
  const found = [...Map.groupBy(sorted, ({ entry }) => `${entry.title}\n${entry.text}`).values()];
  const shown = found.slice(0, 12).map(([{ entry }, ...others]) =>
    element(
      "a",
      { href: entry.url },
      element("b", {}, entry.title),
      element("span", {}, entry.place + (others.length > 0 ? ` and ${others.length} more` : "")),
      element("small", {}, excerpt(entry.text, words)),
    ),
  );
  const rest = found.length === 0 ? "Nothing found." : found.length > 12 ? `${found.length - 12} more: add a word.` : "";
  results.replaceChildren(...shown, element("p", {}, rest));
  results.hidden = words.length === 0;
}

// excerpt is the part of a text around the first of the words in it.
function excerpt(text, words) {
  const at = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((i) => i >= 0), text.length);
  const start = at === text.length || at < 60 ? 0 : text.lastIndexOf(" ", at - 40) + 1;
  return (start > 0 ? "…" : "") + text.slice(start, start + 160);
}

query.addEventListener("focus", find);
query.addEventListener("input", find);
search.addEventListener("keydown", (event) => {
  const stops = [query, ...$$("a", results)];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
  } else if (event.key === "Enter" && event.target === query) {
    stops[1]?.click();
  } else if (event.key === "Escape") {
    closeResults();
  }
});
search.addEventListener("click", ({ target }) => target.closest("a") && closeResults());
addEventListener("pointerdown", ({ target }) => search.contains(target) || (results.hidden = true));

function closeResults() {
  results.hidden = true;
  document.activeElement.blur();
}

// The key.

const keyForm = $("form.key");
const known = $(".known");
const currentKey = () => sessionStorage.getItem("apiKey");
const withKey = (key = currentKey()) => ({ headers: { Authorization: `Bearer ${key}` }, credentials: "omit", cache: "no-store" });

function showKey() {
  const key = currentKey();
  keyForm.hidden = Boolean(key);
  known.hidden = !key;
  $("code", known).textContent = key ? `${key.slice(0, 4)}…${key.slice(-4)}` : "";
}

if (keyForm) {
  const promise = $("p", keyForm).textContent;
  keyForm.addEventListener("submit", async (event) => {
    event.preventDefault();
    const key = keyForm.key.value.trim();
    const problem = await refusalOf(key);
    $("p", keyForm).textContent = problem ?? promise;
    if (problem) return;
    sessionStorage.setItem("apiKey", key);
    keyForm.reset();
    showKey();
    await refill();
    $("button", keyForm.nextElementSibling ?? known)?.focus();
  });
  $("button", known).addEventListener("click", () => {
    sessionStorage.removeItem("apiKey");
    known.before(keyForm);
    showKey();
    keyForm.key.focus();
  });
  showKey();
}

// refusalOf returns why the server refuses a key, or undefined.
async function refusalOf(key) {
  try {
    const response = await fetch("/api/v1/me", withKey(key));
    return response.ok ? undefined : `The server refuses this key: ${(await response.json()).error.message}.`;
  } catch (error) {
    return `The server did not respond: ${error.message}.`;
  }
}

// Trying a call. The form is filled with ids of the caller's own records, and with dates.

for (const details of $$("details.try")) {
  const form = $("form", details);
  details.hidden = false;
  details.addEventListener("toggle", () => {
    if (!details.open) return;
    if (!form.dataset.dated) fillDates(form);
    if (currentKey()) fill(form);
    else form.before(keyForm);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
  form.addEventListener("input", ({ target }) => {
    if (target.name === "body") showBody(form);
    else if (target.dataset.pointer) editBody(form, (body) => set(body, target.dataset.pointer, target.value));
  });
}

const day = (time) => new Date(time).toISOString().slice(0, 10);
const days = 24 * 60 * 60 * 1000;

// fillDates moves the dates of the body to the next seven days, by whole weeks, and gives
// date filters a window around today. The window of a deletion is the next seven days.
function fillDates(form) {
  form.dataset.dated = true;
  const [before, after] = form.dataset.method === "DELETE" ? [0, 7] : [30, 30];
  for (const field of $$("input[type=date][data-in]", form)) {
    field.value = day(Date.now() + (field.name.startsWith("start") ? -before : after) * days);
  }
  showBody(form);
  const dates = $$("input[type=date][data-pointer]", form);
  const first = Math.min(...dates.map((field) => Date.parse(field.value)));
  const shift = Math.ceil((Date.now() - first) / (7 * days)) * 7 * days;
  for (const field of dates) {
    field.value = day(Date.parse(field.value) + shift);
    editBody(form, (body) => set(body, field.dataset.pointer, field.value));
  }
}

// The records of a list, by its path.
const lists = new Map();

function recordsOf(path) {
  if (!lists.has(path)) {
    lists.set(path, getData(`${path}${path.includes("?") ? "&" : "?"}limit=200`).then((page) => page.items, () => {
      lists.delete(path); // the next form asks again
      return [];
    }));
  }
  return lists.get(path);
}

// getData returns the data of a response. If the server has too much to do, it asks again as soon as it may, twice at most.
async function getData(path, tries = 3) {
  const response = await fetch(path, withKey());
  const seconds = response.headers.get("Retry-After");
  if (!response.ok && seconds && tries > 1) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return getData(path, tries - 1);
  }
  const { data, error } = await response.json();
  if (error) throw new Error(error.message);
  return data;
}

async function fill(form) {
  const button = $("button", form);
  button.disabled = true;
  try {
    const me = await getData("/api/v1/me").catch(() => undefined);
    await Promise.all($$("[data-records]", form).map(async (field) => {
      const records = await recordsOf(field.dataset.records);
      if (records.length > 0) pick(form, field, records, me);
    }));
  } finally {
    button.disabled = false;
  }
}

// refill fills all open forms from new lists.
async function refill() {
  lists.clear();
  await Promise.all($$("details.try[open] form").map(fill));
}

// pick puts a list of records in place of a field for an id. An id that the call needs is
// that of the caller, or of the first record that it makes sense for. It is not the key that
// the page uses: to revoke that one would end all calls.
function pick(form, field, records, me) {
  const needed = field.required || field.dataset.pointer || "needed" in field.dataset;
  const usual = records.find(({ id }) => id === me?.actorUserId) ?? records.find(({ status }) => status === "pending")
    ?? records.find(({ id, isActive, revokedAt }) => id !== me?.keyId && isActive !== false && !revokedAt) ?? records[0];
  const chosen = records.find(({ id }) => id === field.value && field.localName === "select") ?? (needed ? usual : undefined);
  const select = element("select", { name: field.name, required: field.required });
  Object.assign(select.dataset, field.dataset);
  if (!needed) select.append(element("option", { value: "" }));
  select.append(...records.map((record) => element("option", { value: record.id, textContent: nameOf(record), selected: record === chosen })));
  select.append(element("option", { value: "other", textContent: "Another id…" }));
  const choose = () => {
    const record = records.find(({ id }) => id === select.value);
    if (select.value === "other") {
      const input = element("input", { name: field.name, required: field.required, autocomplete: "off", spellcheck: false });
      Object.assign(input.dataset, { ...select.dataset, records: "" });
      input.removeAttribute("data-records");
      select.replaceWith(input);
      input.focus();
    } else if (select.dataset.in === "path" && form.dataset.method === "PATCH" && record) {
      // A change begins with the values that the record has.
      editBody(form, (body) => Object.keys(body).forEach((name) => (body[name] = record[name] ?? null)));
      showBody(form);
    }
  };
  select.addEventListener("change", choose);
  const before = field.value;
  field.replaceWith(select);
  if (select.value === before) return;
  if (select.dataset.pointer) editBody(form, (body) => set(body, select.dataset.pointer, select.value));
  choose();
}

const nameOf = ({ name, companyName, startDate, endDate, status }) => name ?? companyName ?? `${startDate} to ${endDate}, ${status}`;

// editBody changes the body, if it is JSON.
function editBody(form, change) {
  const { body } = form.elements;
  const value = parse(body?.value);
  if (value === undefined) return;
  change(value);
  body.value = JSON.stringify(value, null, 2);
}

// showBody shows the ids and dates of the body in their own fields.
function showBody(form) {
  const body = parse(form.elements.body?.value);
  for (const field of $$("[data-pointer]", form)) {
    field.value = field.dataset.pointer.split(".").reduce((value, name) => value?.[name], body) ?? "";
  }
}

function set(body, pointer, value) {
  const names = pointer.split(".");
  const last = names.pop();
  const parent = names.reduce((value, name) => value?.[name], body);
  if (parent) parent[last] = value;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// requestOf is the request that a form describes.
function requestOf(form) {
  const query = new URLSearchParams();
  const options = withKey();
  let path = form.dataset.path;
  for (const field of $$("[data-in]", form)) {
    const value = field.value.trim();
    if (value === "") continue;
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(value));
    if (field.dataset.in === "query") query.append(field.name, value);
    if (field.dataset.in === "header") options.headers[field.name] = value;
  }
  const body = form.elements.body?.value;
  if (body !== undefined) options.headers["Content-Type"] = "application/json";
  return [query.size > 0 ? `${path}?${query}` : path, { ...options, method: form.dataset.method, body }];
}

async function send(form) {
  const output = $("output", form);
  output.hidden = false;
  if (!currentKey()) {
    output.replaceChildren(element("p", {}, "Give an API key first."));
    keyForm.key.focus();
    return;
  }
  const button = $("button", form);
  button.disabled = true;
  const start = performance.now();
  try {
    const response = await fetch(...requestOf(form));
    const streams = response.headers.get("Content-Type")?.startsWith("text/event-stream");
    const text = await (streams ? beginningOf(response) : response.text());
    showResponse(output, response, text, Math.round(performance.now() - start));
    if (response.ok && form.dataset.method !== "GET") await refill();
  } catch (error) {
    output.replaceChildren(element("p", { className: "s5", textContent: `No response: ${error.message}. A write may have happened nevertheless.` }));
  } finally {
    button.disabled = false;
  }
}

// beginningOf is what a stream sends in five seconds, or its first 100,000 characters.
async function beginningOf(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => reader.cancel(), 5000);
  let text = "";
  for (let part = await reader.read(); !part.done && text.length < 100_000; part = await reader.read()) text += part.value;
  clearTimeout(timer);
  await reader.cancel();
  return text;
}

const shownHeaders = ["X-Request-Id", "ETag", "Link", "X-Total-Count", "Retry-After", "X-RateLimit-Remaining"];

function showResponse(output, response, text, milliseconds) {
  const status = element("b", { className: `status s${String(response.status)[0]}`, textContent: response.status });
  const parts = [element("p", {}, status, ` ${response.statusText} in ${milliseconds} ms`)];
  const value = parse(text); // The response of a proxy may be no JSON.
  if (value?.error) {
    const wait = response.headers.get("Retry-After");
    parts.push(element("p", {}, `Refused: ${value.error.message}.`, wait ? ` Try again in ${wait} seconds.` : ""));
  }
  const headers = element("dl");
  for (const name of shownHeaders.filter((name) => response.headers.has(name))) {
    headers.append(element("dt", { textContent: name }), element("dd", { textContent: response.headers.get(name) }));
  }
  const code = element("code");
  if (value === undefined) code.textContent = text;
  else code.append(...highlighted(JSON.stringify(value, null, 2)));
  const pre = element("pre", {}, code);
  output.replaceChildren(...parts, headers, pre);
  makeCopyable(pre);
}

// highlighted marks JSON as the server does in the examples.
function* highlighted(json) {
  let end = 0;
  for (const match of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g)) {
    const [whole, string, colon] = match;
    const token = string ?? whole;
    const className = colon ? "name" : string ? "string" : "literal";
    yield json.slice(end, match.index);
    yield element("span", { className, textContent: token });
    end = match.index + token.length;
  }
  yield json.slice(end);
}
