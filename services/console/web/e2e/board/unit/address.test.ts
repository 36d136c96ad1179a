import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { linkTo, pictureAt } from "../../../src/api/address";

const web = ["https://example.com/a?b#c", "HTTP://example.com", " https://example.com", "https:example.com"];
const picture = ["data:image/png;base64,AAAA", "DATA:image/svg+xml,%3Csvg/%3E"];
const neither = [
  null, undefined, "", "www.example.com", "//example.com/x", "/x", "example.com:80", "javascript:alert(1)", "JavaScript:alert(1)",
  "java\tscript:alert(1)", "\u0001javascript:alert(1)", " javascript://example.com/%0aalert(1)", "vbscript:x", "file:///etc/passwd",
  "data:text/html,<script>", "data:,image/", "blob:https://example.com/x", "ftp://example.com", "mailto:a@example.com", "intent://x", "https://",
];

test("only http and https become links, and data:image pictures, too", () => {
  for (const text of web) assert.ok(/^https?:\/\/example\.com/.test(linkTo(text) ?? "") && pictureAt(text) === linkTo(text), text);
  for (const text of picture) assert.ok(linkTo(text) === undefined && pictureAt(text)?.startsWith("data:image/"), text);
  for (const text of neither) assert.ok(linkTo(text) === undefined && pictureAt(text) === undefined, String(text));
});

/** sources are all sources of the web app, by their names. */
const root = new URL("../../../src/", import.meta.url);
const sources = readdirSync(root, { recursive: true }).map(String).filter((name) => /\.(svelte|ts)$/.test(name))
  .map((name) => [name, readFileSync(new URL(name, root), "utf8")] as const);

test("no page makes a link or a picture of what somebody has written by itself", () => {
  for (const [name, source] of sources) {
    for (const [use] of source.matchAll(/\b(?:href|src|action)=(?:"[^"]*\{[^}]*\}[^"]*"|\{[^}]*\})|\b(?:href|src)\s*[:=][^=>,;})]*/g))
      if (!/pictureAt|linkTo/.test(use)) assert.doesNotMatch(use, /website|image\b|\.url\b/, `${name}: ${use}: use api/address`);
    if (/new Image\(\)|<img\b/.test(source)) assert.match(source, /pictureAt/, `${name} has a picture that pictureAt did not return`);
  }
  assert.ok(sources.length > 50);
});
