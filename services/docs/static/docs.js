// What the pages do beyond being read: the theme, copying, the side bar, and trying a
// call. The API key is in sessionStorage, and goes into the Authorization header only.

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

function element(name, properties = {}, ...children) {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

// Theme: what the system says, until the reader says otherwise.

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

// Examples: with the address of this server, and a button that copies them.

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
      // Without https there is no clipboard: the text is marked, for the keyboard.
      getSelection().selectAllChildren(pre);
      button.textContent = "Selected";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  const box = element("div", { className: "copyable" });
  pre.replaceWith(box);
  box.append(pre, button);
}

// Side bar: the filter, and where the reader is.

const sidebar = $("#sidebar");
const filter = $(".filter");
filter.hidden = false;
filter.addEventListener("input", () => {
  const wanted = $("input", filter).value.trim().toLowerCase();
  for (const list of $$("ul", sidebar)) {
    for (const item of list.children) {
      item.hidden = !(item.dataset.find ?? item.textContent).toLowerCase().includes(wanted);
    }
    list.previousElementSibling.hidden = list.hidden = !$("li:not([hidden])", list);
  }
});
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

// The key.

const keyForm = $("form.key");
const known = $(".known");
const currentKey = () => sessionStorage.getItem("apiKey");

function showKey() {
  const key = currentKey();
  keyForm.hidden = Boolean(key);
  known.hidden = !key;
  $("code", known).textContent = key ? `${key.slice(0, 4)}…${key.slice(-4)}` : "";
}

if (keyForm) {
  keyForm.addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem("apiKey", keyForm.key.value.trim());
    keyForm.reset();
    showKey();
    $("button", known).focus();
  });
  $("button", known).addEventListener("click", () => {
    sessionStorage.removeItem("apiKey");
    showKey();
    keyForm.key.focus();
  });
  showKey();
}

// Trying a call.

for (const details of $$("details.try")) {
  details.hidden = false;
  $("form", details).addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.currentTarget);
  });
}

// requestOf is the request that a form describes.
function requestOf(form) {
  const query = new URLSearchParams();
  const headers = { Authorization: `Bearer ${currentKey()}` };
  let path = form.dataset.path;
  for (const field of $$("[data-in]", form)) {
    const value = field.value.trim();
    if (value === "") continue;
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(value));
    if (field.dataset.in === "query") query.append(field.name, value);
    if (field.dataset.in === "header") headers[field.name] = value;
  }
  const body = form.elements.body?.value;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const url = query.size > 0 ? `${path}?${query}` : path;
  return [url, { method: form.dataset.method, headers, body, credentials: "omit", cache: "no-store" }];
}

async function send(form) {
  const output = $("output", form);
  output.hidden = false;
  if (!currentKey()) {
    const toKey = element("a", { href: "#key", textContent: "Give an API key first" });
    toKey.addEventListener("click", () => keyForm.key.focus());
    output.replaceChildren(element("p", {}, toKey, "."));
    return;
  }
  const button = $("button", form);
  button.disabled = true;
  const start = performance.now();
  try {
    const response = await fetch(...requestOf(form));
    const text = await response.text();
    showAnswer(output, response, text, Math.round(performance.now() - start));
  } catch (error) {
    output.replaceChildren(element("p", { className: "s5", textContent: `No answer came: ${error.message}. A call that writes may have been carried out all the same.` }));
  } finally {
    button.disabled = false;
  }
}

const shownHeaders = ["X-Request-Id", "ETag", "Link", "X-Total-Count", "Retry-After", "X-RateLimit-Remaining"];

function showAnswer(output, response, text, milliseconds) {
  const status = element("b", { className: `status s${String(response.status)[0]}`, textContent: response.status });
  const parts = [element("p", {}, status, ` ${response.statusText} in ${milliseconds} ms`)];
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    // Something before the server answered, a proxy for one: its text is shown as it is.
  }
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
  const pre = element("pre", { tabIndex: 0 }, code);
  output.replaceChildren(...parts, headers, pre);
  makeCopyable(pre);
}

// highlighted marks JSON as the server does it for the examples.
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
